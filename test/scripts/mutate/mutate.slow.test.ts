import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../support/folders.ts';

const load = (name: string) => import(new URL(`../../../scripts/mutate/${name}`, import.meta.url).href);

function makeFile(text: string): string {
  const folder = makeFolder();
  const path = join(folder, 'source.ts');
  writeFileSync(path, text);
  return path;
}

test('the same seed picks the same mutants, another seed others, and a large count all', async () => {
  const { choose, listMutants } = await load('sample.mjs');
  const file = makeFile('export const f = (a: number, b: number) => (a > b ? a + b : a < 3 ? a - b : "none");\n');
  const all = await listMutants([file]);
  expect(all.length).toBeGreaterThan(8);
  const ids = (seed: number, count: number) => choose(all, seed, count).map(({ id }: { id: string }) => id);
  expect(ids(1, 4)).toEqual(ids(1, 4));
  expect(ids(1, 4)).not.toEqual(ids(2, 4));
  expect(ids(1, 999).sort()).toEqual(all.map(({ id }: { id: string }) => id).sort());
});

test('no mutant leaves a bare super behind, which is no valid code', async () => {
  const { listMutants } = await load('sample.mjs');
  const mutants = await listMutants([makeFile('export class A extends Array { slice() { return super.slice(1); } }\n')]);
  expect(mutants.map(({ replacement }: { replacement: string }) => replacement)).toEqual(['{}']);
});

test('a mutant that no test notices is a survivor, unless it is accepted', async () => {
  const { judge } = await load('judge.mjs');
  const fileName = makeFile('const x = a + b;\n');
  const at = (column: number, status: string) => ({
    fileName,
    location: { start: { line: 1, column }, end: { line: 1, column: 16 } },
    mutatorName: 'ArithmeticOperator',
    replacement: 'a - b',
    status,
  });
  const entry = {
    file: relative('.', fileName),
    source: 'const x = a + b;',
    original: 'a + b',
    replacement: 'a - b',
    reason: 'b is 0 here',
  };
  const results = ['Killed', 'Timeout', 'RuntimeError', 'Survived', 'NoCoverage'].map((status) => at(11, status));
  expect(judge(results, [])).toMatchObject({ killedCount: 3, acceptedCount: 0, needless: [] });
  expect(judge(results, []).survivors).toHaveLength(2);
  expect(judge(results, [entry])).toMatchObject({ killedCount: 3, acceptedCount: 2, survivors: [], needless: [] });
  for (const other of [{ original: 'a * b' }, { source: 'x' }, { file: 'y' }, { replacement: 'z' }])
    expect(judge(results, [{ ...entry, ...other }]).survivors).toHaveLength(2);
  expect(judge([at(11, 'Killed')], [entry]).needless).toEqual([entry]);
});

test('every accepted survivor has a reason, and its line is still in the source', async () => {
  const { readAccepted } = await load('judge.mjs');
  const lost = (readAccepted() as readonly { readonly file: string; readonly source: string }[]).filter(
    ({ file, source }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(source),
  );
  expect(lost).toEqual([]);
});
