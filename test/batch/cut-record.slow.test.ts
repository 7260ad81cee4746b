// A failing machine cuts off the record of a run, while the files that the lost lines name stay.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBatches } from '../support/local-batch.ts';
import { makeWorkspace } from '../support/run-cli.ts';

const csv = 'title,text\nt1,one\nt2,two\nt3,three\n';
const options = {
  input: ['notes.csv'],
  output: 'out/{{ title }}.pdf',
  merge: 'all.pdf',
  manifest: 'run.jsonl',
  date: '2026-03-01',
};

/** A run that is made, with its record cut off in the middle of a line. */
async function makeCut(kind: string, file: string | undefined) {
  const cwd = makeWorkspace({ 'notes.csv': csv });
  const run = await openBatches(cwd);
  await run(options);
  const lines = readFileSync(join(cwd, 'run.jsonl'), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`{"kind":"${kind}"`) && (!file || line.includes(`"file":"${file}"`)));
  writeFileSync(join(cwd, 'run.jsonl'), [...lines.slice(0, at), lines[at]!.slice(0, 20)].join('\n'));
  return { cwd, run };
}

test.each([
  ['item', 'out/t1.pdf'],
  ['item', 'out/t3.pdf'],
  ['written', 'all.pdf'],
  ['end', undefined],
])('a run whose record is cut off in the line "%s" of %s is continued over its own files', async (kind, file) => {
  const { cwd, run } = await makeCut(kind, file);
  const before = ['out/t1.pdf', 'out/t3.pdf', 'all.pdf'].map((name) => readFileSync(join(cwd, name)));
  expect(await run({ resume: 'run.jsonl' })).toMatchObject({ succeeded: true, total: 3 });
  expect(['out/t1.pdf', 'out/t3.pdf', 'all.pdf'].map((name) => readFileSync(join(cwd, name)))).toEqual(before);
  // The record is whole again.
  expect(await run({ resume: 'run.jsonl' })).toMatchObject({ succeeded: true, total: 3 });
});

test.each([
  ['item', 'out/t3.pdf', 'The record does not say that this run made it'],
  ['written', 'all.pdf', 'the record does not say that this run wrote it'],
])('a run whose record is cut off does not replace a file that it did not make (%s)', async (kind, file, message) => {
  const { cwd, run } = await makeCut(kind, file);
  writeFileSync(join(cwd, file), 'foreign');
  const foreign = expect.stringContaining(message);
  await expect(run({ resume: 'run.jsonl' })).rejects.toMatchObject({ message: foreign });
  await expect(run({ resume: 'run.jsonl' })).rejects.toThrow('would be replaced');
  expect(readFileSync(join(cwd, file), 'utf8')).toBe('foreign');
});
