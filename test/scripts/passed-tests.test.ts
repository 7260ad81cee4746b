import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testsToRun } from '../../scripts/passed-tests.mjs';

const project = mkdtempSync(join(tmpdir(), 'passed-tests-'));
afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
};

test('a unit test is run again if it, what it reaches, or a file that is no module has changed', () => {
  write({
    'data.json': '1',
    'src/leaf.ts': 'export const leaf = 1;',
    'src/late.ts': 'export const late = 1;',
    'src/types.ts': 'export type Leaf = 1;',
    'src/middle.ts':
      "import { leaf } from './leaf.ts';\nimport type { Leaf } from './types.ts';\nexport const late = () => import('./late.ts');",
    'src/alone.ts': 'export const alone = 1;',
    'test/support/files.ts': "import { readFileSync } from 'node:fs';",
    'test/middle.test.ts': "import { middle } from '../src/middle.ts';",
    'test/alone.test.ts': "import { alone } from '../src/alone.ts';",
    'test/opens.test.ts': "import { read } from './support/files.ts';",
    'test/alone.slow.test.ts': "import { alone } from '../src/alone.ts';",
    'test/system/alone.test.ts': "import { alone } from '../../src/alone.ts';",
  });
  const toRun = () => testsToRun(project).toRun.map((file: string) => file.slice('test/'.length, -'.test.ts'.length));
  const afterChange = (file: string, text: string) => {
    testsToRun(project).keep();
    write({ [file]: text });
    return toRun();
  };
  expect(toRun()).toEqual(['alone', 'middle', 'opens']);
  expect(toRun()).toEqual(['alone', 'middle', 'opens']);
  expect(afterChange('src/leaf.ts', 'export const leaf = 2;')).toEqual(['middle', 'opens']);
  expect(afterChange('src/late.ts', 'export const late = 2;')).toEqual(['middle', 'opens']);
  expect(afterChange('src/types.ts', 'export type Leaf = 2;')).toEqual(['opens']);
  expect(afterChange('test/alone.test.ts', "import { alone } from '../src/alone.ts'; // 2")).toEqual(['alone', 'opens']);
  expect(afterChange('data.json', '2')).toEqual(['alone', 'middle', 'opens']);
  testsToRun(project).keep();
  expect(testsToRun(project)).toMatchObject({ toRun: [], rest: 3 });
});
