// Calls of `runBatch` that are refused, and calls that find their work done.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf } from '../support/batch-process.ts';
import { openBatches, type RunOptions } from '../support/local-batch.ts';
import { makeWorkspace } from '../support/run-cli.ts';

const open = async (content = 'title,text\na,one\nb,two\n') => {
  const cwd = makeWorkspace({ 'notes.csv': content, 'lines.csv': 'note,qty\na,1\na,2\n' });
  return { cwd, run: await openBatches(cwd) };
};
const input = ['notes.csv'];

test.each<[RunOptions, string]>([
  [{ signal: 'x' as never }, 'signal takes the signal of an AbortController, got "x"'],
  [{ onEvent: 5 as never }, 'onEvent takes a function, got 5'],
  [{ on: 'title=note' }, 'join PATH=FILE and on COLUMN=COLUMN go together'],
  [{ join: 'lines=lines.csv' }, 'join PATH=FILE and on COLUMN=COLUMN go together'],
  [{ join: 'lines.csv', on: 'title=note' }, 'join PATH=FILE and on COLUMN=COLUMN go together'],
])('%j is refused: %s', async (options, message) => {
  const { run } = await open();
  await expect(run({ input, ...options })).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
});

test('rows of a second table are joined by a path of several letters', async () => {
  const { run } = await open();
  expect(await run({ input, join: 'lines=lines.csv', on: 'title=note' })).toMatchObject({ completed: 2 });
});

test('invalid documents are corrected or left out; documents of one name need names of their own', async () => {
  const invalid = (await open('title\na\n\n""\n')).run({ input: ['notes.csv', 'lines.csv'], ignoreUnknownColumns: true });
  await expect(invalid).rejects.toThrow('Correct the data, or leave these out with skipInvalid.');
  const same = (await open('title\na\na\n')).run({ input, output: 'out/{{ title }}.pdf' });
  await expect(same).rejects.toThrow('Give each document a file of its own with output.');
});

test('a second run does not replace the record of the first, nor a file of somebody else', async () => {
  const { cwd, run } = await open();
  writeFileSync(join(cwd, 'theirs.jsonl'), 'of somebody');
  await run({ input, manifest: 'run.jsonl' });
  const again = (manifest: string) => run({ input, manifest, output: 'again/' });
  await expect(again('run.jsonl')).rejects.toThrow('run.jsonl is the record of an earlier run: continue that run with resume');
  await expect(again('theirs.jsonl')).rejects.toThrow('theirs.jsonl is there already, and is not the record of a run.');
  expect(readFileSync(join(cwd, 'theirs.jsonl'), 'utf8')).toBe('of somebody');
});

test('a missing input is told before a record that stands', async () => {
  const { run } = await open();
  await run({ input });
  const missing = run({ input: ['notes.csv', 'gone.csv'] });
  await expect(missing).rejects.toThrow('gone.csv: cannot be read: there is no such file');
  await expect(run({ input: ['gone*.csv'], allowEmpty: true })).rejects.toThrow('is the record of an earlier run');
});

test('the folder of the documents is no input', async () => {
  const { run } = await open();
  await expect(run({ input, output: 'notes.csv/' })).rejects.toMatchObject({
    exitCode: 2,
    message: 'notes.csv/note-a.pdf is below a file that this command reads (notes.csv). Name another folder with output.',
  });
});

test('a run whose file of all documents stands has nothing to do', async () => {
  const { run } = await open();
  await run({ input, merge: 'all.pdf', manifest: 'run.jsonl' });
  const told: string[] = [];
  const again = await run({ resume: 'run.jsonl', onEvent: ({ kind }) => void told.push(kind) });
  expect(again).toMatchObject({ succeeded: true, completed: 0, kept: 2 });
  expect(told).not.toContain('input-changed');
});

test('a continued run keeps its passwords and takes names from its own folder', async () => {
  const { cwd, run } = await open();
  mkdirSync(join(cwd, 'below'));
  await run({ input, manifest: 'run.jsonl' });
  await expect(run({ resume: 'run.jsonl', userPasswordFrom: 'text' })).rejects.toThrow(
    'The documents of this run have no password from the data; a run cannot change this.',
  );
  await expect(run({ resume: '../run.jsonl', merge: '', cwd: join(cwd, 'below') })).rejects.toThrow(
    'merge takes the name of a file, got ""',
  );
});

test('a call without a folder names its files from the folder of the process', async () => {
  const { cwd, run } = await open();
  const from = (name: string) => relative('', join(cwd, name));
  await run({ cwd: undefined as never, input: [from('notes.csv')], output: `${from('out')}/{{ title }}.pdf` });
  expect(existsSync(join(cwd, 'out/a.pdf'))).toBe(true);
});

test('the record has the doubts about the data of a document with their places, also in JSON', async () => {
  const content = '[{ "title": "a", "lines": [{ "qty": 12345678901234567890 }] }]';
  const cwd = makeWorkspace({ 'notes.json': content });
  const run = await openBatches(cwd);
  await run({ input: ['notes.json'], output: 'out/', manifest: 'run.jsonl' });
  const item = linesOf(join(cwd, 'run.jsonl')).find(({ kind }) => kind === 'item');
  expect(item).toMatchObject({
    warnings: [{ code: 'doubtful-input', message: expect.stringMatching(/^notes\.json:1:\d+: .*loses digits/) }],
  });
});

test('with strict, a document that lacks a value fails with its place, and the others are made', async () => {
  const template = { name: 'Share', pages: [{ body: ['Share {{ paid / total }}'] }] };
  const number = { type: 'number' };
  const cwd = makeWorkspace({
    'templates/note/template.json': template,
    'templates/note/schema.json': { type: 'object', required: ['paid', 'total'], properties: { paid: number, total: number } },
    'shares.csv': 'paid,total\n1,2\n1,0\n3,4\n',
  });
  const run = await openBatches(cwd);
  const options = { input: ['shares.csv'], output: 'out/{{ row }}.pdf', failed: 'failed.csv' };
  expect(await run({ ...options, strict: true })).toMatchObject({ succeeded: false, completed: 2, failed: 1 });
  expect(readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.pdf'))).toEqual(['1.pdf', '3.pdf']);
  expect(readFileSync(join(cwd, 'failed.csv'), 'utf8')).toMatch(
    /^paid,total,pdfgen_error\n1,0,"?RENDER_WARNINGS: .*no-value.*\n$/,
  );
  expect(await run({ ...options, overwrite: true })).toMatchObject({ succeeded: true, completed: 3 });
});

test('the documents of a run have the permissions that it names', async () => {
  const permissionsOf = async (options: RunOptions) => {
    const { cwd, run } = await open('title,secret\na,sesame\n');
    await run({ input, output: 'out/{{ title }}.pdf', userPasswordFrom: 'secret', ...options });
    return /\/P (-?\d+)/.exec(readFileSync(join(cwd, 'out/a.pdf'), 'latin1'))?.[1];
  };
  expect(await permissionsOf({ permissions: 'print' })).not.toBe(await permissionsOf({}));
});
