// Files of all documents: what they may be called, and what is in them.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBatches } from '../../support/local-batch.ts';
import { makeWorkspace } from '../../support/run-cli.ts';
import { unzip } from '../../support/unzip.ts';

/** No font that ships has this sign: with `strict`, its document fails. */
const unknown = '\u{12000}';

const open = async (...titles: string[]) => {
  const cwd = makeWorkspace({ 'notes.csv': ['title', ...titles].join('\n') });
  return { cwd, run: await openBatches(cwd) };
};

test('a folder, and one name for both files, are refused before the first document', async () => {
  const { cwd, run } = await open('a');
  mkdirSync(join(cwd, 'all.pdf'));
  await expect(run({ input: ['notes.csv'], merge: 'all.pdf' })).rejects.toMatchObject({
    exitCode: 9,
    message: 'Cannot write all.pdf: it is a folder; name a file in it.',
  });
  await expect(run({ input: ['notes.csv'], merge: 'all', zip: './all' })).rejects.toThrow('merge and zip name one file: all');
});

test('the list in a zip names each document that was made, and no file of a document that failed', async () => {
  const { cwd, run } = await open('a', unknown, 'b');
  const made = await run({ input: ['notes.csv'], zip: 'all.zip', output: 'out/{{ index }}.pdf', strict: true });
  expect(made).toMatchObject({ completed: 2, failed: 1, outputs: [{ file: 'all.zip', documents: 2 }] });
  const list = JSON.parse(unzip(join(cwd, 'all.zip')).get('manifest.json')!.toString()) as {
    items: { file: string | null }[];
  };
  expect(list).toMatchObject({ batchUuid: null });
  expect(list.items.map(({ file }) => file)).toEqual(['1.pdf', null, '3.pdf']);
});

test('no file of all documents is made of none, and none replaces a larger one', async () => {
  const { cwd, run } = await open('a', 'b', unknown);
  const options = { input: ['notes.csv'], date: '2026-03-01', strict: true };
  await run({ ...options, zip: 'none.zip', manifest: 'none.jsonl', offset: 2 });
  expect(existsSync(join(cwd, 'none.zip'))).toBe(false);
  await run({ ...options, zip: 'all.zip', manifest: 'all.jsonl', output: 'out/{{ index }}.pdf', limit: 2 });
  const size = statSync(join(cwd, 'all.zip')).size;
  writeFileSync(join(cwd, 'notes.csv'), `title\na\n${unknown}\n`);
  const told: unknown[] = [];
  const onEvent = (event: { readonly kind: string }) => void (event.kind === 'not-replaced' && told.push(event));
  expect(await run({ resume: 'all.jsonl', onEvent })).toMatchObject({ kept: 1, failed: 1 });
  expect(told).toMatchObject([{ file: 'all.zip', documents: 1, there: 2 }]);
  expect(statSync(join(cwd, 'all.zip')).size).toBe(size);
});

test('a name in a zip may have a colon, but leads to no folder above and to no drive', async () => {
  const { run } = await open('a');
  const zipped = (output: string) => run({ input: ['notes.csv'], zip: 'all.zip', output, overwrite: true, dryRun: true });
  await expect(zipped('out/note b:{{ title }}.pdf')).resolves.toMatchObject({ total: 1, rejected: 0 });
  await expect(zipped('out/{{ title }}/../../../b.pdf')).rejects.toMatchObject({ code: 'BATCH_INVALID' });
});
