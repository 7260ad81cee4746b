import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/run-cli.ts';

const script = fileURLToPath(new URL('../../scripts/build-inputs.mjs', import.meta.url));

interface BuildInputs {
  readonly buildRecord: string;
  readonly modulesRecord: string;
  hashBuildInputs(): string;
  isBuilt(): boolean;
  areModulesBuilt(): boolean;
}

test('a build is up to date until one of its inputs changes, and while it is whole', async () => {
  const installed = 'node_modules/.package-lock.json';
  const built = 'dist/schema/template.v1.json';
  const folder = makeFolder({ 'package.json': {}, 'tsconfig.json': {}, [installed]: {}, 'src/deep/a.ts': 'a', [built]: {} });
  const copy = join(folder, 'scripts/build-inputs.mjs');
  mkdirSync(dirname(copy));
  copyFileSync(script, copy);
  const { buildRecord, modulesRecord, hashBuildInputs, isBuilt, areModulesBuilt } = (await import(
    pathToFileURL(copy).href
  )) as BuildInputs;
  expect(isBuilt()).toBe(false);
  mkdirSync(dirname(buildRecord));
  writeFileSync(buildRecord, hashBuildInputs());
  expect([isBuilt(), areModulesBuilt()]).toEqual([true, false]);
  writeFileSync(modulesRecord, hashBuildInputs());
  expect(areModulesBuilt()).toBe(false);
  mkdirSync(join(folder, 'dist/vendor'));
  expect(areModulesBuilt()).toBe(true);

  for (const name of ['package.json', 'tsconfig.json', installed, 'src/deep/a.ts', 'scripts/build-inputs.mjs']) {
    const file = join(folder, name);
    const before = readFileSync(file);
    writeFileSync(file, 'changed');
    expect([name, isBuilt(), areModulesBuilt()]).toEqual([name, false, false]);
    writeFileSync(file, before);
    expect([name, isBuilt(), areModulesBuilt()]).toEqual([name, true, true]);
  }
  writeFileSync(join(folder, 'src/new.ts'), '');
  expect(isBuilt()).toBe(false);
  rmSync(join(folder, 'src/new.ts'));
  expect(isBuilt()).toBe(true);
  rmSync(join(folder, built));
  expect([isBuilt(), areModulesBuilt()]).toEqual([false, true]);
});
