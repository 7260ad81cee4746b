import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomFiles } from './support/trials.ts';

/** Files, and folders with `/` at their end, whose units of more than 60 lines are proved at a place where nobody would look. */
const provedElsewhere: Readonly<Record<string, string>> = {
  'src/contract/engine.ts': 'test/contract/engine.suite.ts',
  'src/contract/generate-items.ts': 'test/contract/items.suite.ts',
  'src/document/text/font/collection.ts': 'test/renderer/file-resources.slow.test.ts',
  'src/editor-page/pictures/': 'test/system/editor-pictures.test.ts',
  'src/editor-page/properties/': 'test/system/properties-panel.test.ts',
  'src/editor-page/screen/': 'test/system/editor-page.test.ts',
  'src/editor-page/table/': 'test/system/editor-tables.test.ts',
  'src/editor-page/text/': 'test/system/editor-text.test.ts',
  'src/input/read-pairs.ts': 'test/cli/commands/validate.slow.test.ts',
  'src/json/json-spans.ts': 'test/server/parse-body.test.ts',
  'src/live-pages/': 'test/system/preview.test.ts',
  'src/live-pages/canvas/': 'test/system/canvas.rest.test.ts',
  'src/live-pages/worker/': 'test/system/preview.test.ts',
  'src/pdf-file/': 'test/document/pdf-pages/copy-pages.slow.test.ts',
  'src/pdf-file/acro-form/': 'test/fill/fill-pdf.slow.test.ts',
  'src/pdf-file/incremental-update.ts': 'test/fill/fill-pdf.slow.test.ts',
  'src/renderer/describe-fonts.ts': 'test/cli/commands/fonts/fonts.slow.test.ts',
  'src/renderer/pool/': 'test/system/pool.test.ts',
  'src/threads/run-in-thread.ts': 'test/system/hostile.test.ts',
  'src/words/check-arguments.ts': 'test/batch/batch-options.test.ts',
  'src/words/nearest.ts': 'test/batch/entries/columns.test.ts',
};

const root = join(import.meta.dirname, '..');
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path));
const units = filesOf('src');
const tests = filesOf('test').filter((path) => /\.(?:test|suite)\.tsx?$/.test(path));
const texts = new Map([...units, ...tests].map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const bare = (path: string) => path.replace(/\.tsx?$/, '');
const hasTest = (unit: string) =>
  ['', '.slow', '.rest'].some((kind) => existsSync(join(root, `${bare(unit).replace(/^src/, 'test')}${kind}.test.ts`)));

/** Types are left out: they are no use of a unit at run time. */
const importPattern = /(?:^(?:import|export) (?!type )[^;]*?from '|import\(\s*')(\.[^']+)'/gm;
const usersOf = new Map<string, string[]>();
for (const [path, text] of texts)
  for (const [, name] of text.matchAll(importPattern)) {
    const used = normalize(join(dirname(path), name!));
    usersOf.set(used, [...(usersOf.get(used) ?? []), path]);
  }

/** The folder below `src`. */
const roomOf = (unit: string) => unit.split('/')[1];

/** Whether a test imports the unit, or uses it through other units of its room, or the unit that uses it has a test at its own path. */
function isUsedByTest(unit: string, passed: readonly string[] = []): boolean {
  return (usersOf.get(unit) ?? []).some((user) => {
    if (user.startsWith('test/')) return true;
    if (roomOf(user) !== roomOf(unit) || passed.includes(user)) return false;
    return hasTest(user) || isUsedByTest(user, [...passed, unit]);
  });
}

const isLong = (text: string) => text.split('\n').length > 61;
/** Nothing in a file of types can be wrong at run time. */
const isOfTypes = (text: string) =>
  !/^(?:export )?(?:default )?(?:(?:async )?function|class|let|const|export \*|export \{)/m.test(text);
const needsProof = (unit: string) => {
  const text = texts.get(unit)!;
  return isLong(text) && !isOfTypes(text) && !hasTest(unit) && !isUsedByTest(unit);
};
const wanting = units.filter(needsProof);
const isNamedBy = (unit: string) => (row: string) => row === unit || row === `${dirname(unit)}/`;

describe('a unit of more than 60 lines', () => {
  test('has a test at its own path, is used by a test or by a tested unit of its room, or is named here', () => {
    const rows = Object.keys(provedElsewhere);
    expect(wanting.filter((unit) => !rows.some(isNamedBy(unit)))).toEqual([]);
  });

  test('is named here only while it needs to be', () => {
    const needed = new Set(wanting.flatMap((unit) => [unit, `${dirname(unit)}/`]));
    expect(Object.keys(provedElsewhere).filter((row) => !needed.has(row))).toEqual([]);
  });
});

test('each proof is a file of tests', () => {
  expect(Object.values(provedElsewhere).filter((proof) => !tests.includes(proof))).toEqual([]);
});

test('each random test with more trials in the rest is a file', () => {
  const isFile = (pattern: string) => tests.some((path) => path.endsWith(pattern.slice('test/**'.length)));
  expect(randomFiles.filter((pattern) => !isFile(pattern))).toEqual([]);
});
