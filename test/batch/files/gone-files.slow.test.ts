// Documents that an earlier run made and that a corrected input has no more.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BatchEvent } from '../../../src/batch/batch-event.ts';
import { openBatches, type RunOptions } from '../../support/local-batch.ts';
import { syntaxOf } from '../../support/read-pdf.ts';
import { makeWorkspace } from '../../support/run-cli.ts';

const abc = 'title,text\na,1\nb,2\nc,3\n';

/** A run of three documents that can be continued with other data. */
async function begin(options: RunOptions = { output: 'out/{{ title }}.pdf' }) {
  const cwd = makeWorkspace({ 'notes.csv': abc });
  const run = await openBatches(cwd);
  const { record: written } = await run({ input: ['notes.csv'], date: '2026-03-01', ...options });
  const path = join(cwd, written!);
  const resume = async (data: string, more: RunOptions = {}) => {
    writeFileSync(join(cwd, 'notes.csv'), data);
    const events: BatchEvent[] = [];
    const before = readFileSync(path, 'utf8').length;
    const result = await run({ resume: written!, onEvent: (event) => void events.push(event), ...more });
    const added = readFileSync(path, 'utf8').slice(before).split('\n').filter(Boolean);
    return {
      result,
      gone: events.filter(({ kind }) => kind === 'gone' || kind === 'not-removed'),
      /** Lines about files that were added to the record. */
      lines: added.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'item' || kind === 'gone'),
    };
  };
  return { cwd, run, resume, files: () => readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.pdf')) };
}

test('the file of a deleted row is recorded as gone, and told once', async () => {
  const { resume, files } = await begin();
  const first = await resume('title,text\na,1\nc,3\n');
  expect(first.gone).toEqual([{ kind: 'gone', file: 'out/b.pdf' }]);
  expect(first.result).toMatchObject({ kept: 2, gone: 1, removed: 0 });
  const second = await resume('title,text\na,1\nc,3\n');
  expect([second.gone, second.lines, second.result.gone]).toEqual([[], [], 0]);
  expect(files()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
});

test('a document that gets another name leaves its old file as gone', async () => {
  const { resume } = await begin();
  const { lines } = await resume('title,text\na,1\nB,2\nc,3\n');
  expect(lines).toMatchObject([
    { kind: 'gone', file: 'out/b.pdf' },
    { kind: 'item', file: 'out/B.pdf', state: 'completed' },
  ]);
});

test('a file that is gone is removed when that is said, also later', async () => {
  const { resume, files } = await begin();
  await resume('title,text\na,1\nc,3\n');
  const pruned = await resume('title,text\na,1\n', { prune: true });
  expect(pruned.lines).toEqual([
    { kind: 'gone', file: 'out/c.pdf' },
    { kind: 'gone', file: 'out/b.pdf', removed: true },
    { kind: 'gone', file: 'out/c.pdf', removed: true },
  ]);
  expect([pruned.result.removed, files()]).toEqual([2, ['a.pdf']]);
  // It was not said for ever.
  await resume(abc);
  await resume('title,text\na,1\n');
  expect(files()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
});

test('a file that somebody has changed is not removed', async () => {
  const { cwd, resume } = await begin();
  writeFileSync(join(cwd, 'out/b.pdf'), 'signed');
  const { gone, result } = await resume('title,text\na,1\nc,3\n', { prune: true });
  expect(gone).toEqual([
    { kind: 'gone', file: 'out/b.pdf' },
    { kind: 'not-removed', file: 'out/b.pdf' },
  ]);
  expect([result.removed, readFileSync(join(cwd, 'out/b.pdf'), 'utf8')]).toEqual([0, 'signed']);
});

test('a dry run tells what is gone and what would be removed, and records nothing', async () => {
  const { resume, files } = await begin();
  const dry = await resume('title,text\na,1\nc,3\n', { dryRun: true });
  expect([dry.gone, dry.result.gone]).toEqual([[{ kind: 'gone', file: 'out/b.pdf' }], 1]);
  await resume('title,text\na,1\nc,3\n');
  expect((await resume('title,text\na,1\nc,3\n', { dryRun: true })).gone).toEqual([]);
  const pruned = await resume('title,text\na,1\nc,3\n', { dryRun: true, prune: true });
  expect(pruned.gone).toEqual([{ kind: 'gone', file: 'out/b.pdf' }]);
  expect(files()).toHaveLength(3);
});

test('a document that comes back is recorded again, and not made again', async () => {
  const { resume } = await begin();
  await resume('title,text\na,1\nb,2\n');
  const { result, lines } = await resume(abc);
  expect(result).toMatchObject({ kept: 3, completed: 0 });
  expect(lines).toMatchObject([{ kind: 'item', file: 'out/c.pdf', item: 3, state: 'completed' }]);
});

test('a document whose place in the input or reference is another is recorded again, and not made again', async () => {
  const { resume } = await begin({ output: 'out/{{ title }}.pdf', ignoreUnknownColumns: true, reference: 'title' });
  const { result, lines } = await resume('title,text,mail\nb,2,x@example.com\na,1,y@example.com\nc,3,\n');
  expect(result).toMatchObject({ kept: 3, completed: 0 });
  expect(lines.map(({ file, item }) => [file, item])).toEqual([
    ['out/b.pdf', 1],
    ['out/a.pdf', 2],
  ]);
});

test('with `overwrite`, the file of all is written anew without a document that is gone', async () => {
  const { cwd, resume } = await begin({ merge: 'all.pdf' });
  const pages = () => /\/Type\/Pages\/Count (\d+)/.exec(syntaxOf(readFileSync(join(cwd, 'all.pdf'))))?.[1];
  const before = readFileSync(join(cwd, 'all.pdf'));
  const fewer = 'title,text\na,1\nc,3\n';
  await expect(resume(fewer)).rejects.toThrow('all.pdf holds 3 documents, and would be replaced by a file of 2.');
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(before);
  const { result, gone } = await resume(fewer, { overwrite: true });
  expect([pages(), result.outputs, gone]).toMatchObject(['2', [{ documents: 2 }], [{ file: 'note-b.pdf' }]]);
  await resume(abc);
  expect(readFileSync(join(cwd, 'all.pdf'))).toEqual(before);
});

test.each([
  ['a limit', abc, { limit: 1 }],
  ['an offset', abc, { offset: 2 }],
  ['a file of rejected rows', 'title,text,pdfgen_error\nb,2,was wrong\n', {}],
])('%s says nothing of the other documents', async (_, data, more) => {
  const { resume, files } = await begin();
  expect((await resume(data, more)).gone).toEqual([]);
  await expect(resume(data, { ...more, prune: true })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('prune needs the whole input'),
  });
  expect(files()).toHaveLength(3);
});

test('records of JSON that were rejected say nothing of the other documents', async () => {
  const { cwd, resume } = await begin();
  writeFileSync(join(cwd, 'rejected.json'), JSON.stringify([{ title: 'b', text: '2', pdfgen_error: 'was wrong' }]));
  expect((await resume(abc, { input: ['rejected.json'] })).gone).toEqual([]);
});

test('a run that begins has nothing to remove', async () => {
  const { cwd, run } = await begin();
  await expect(run({ input: ['notes.csv'], output: 'new/', prune: true })).rejects.toThrow(
    'prune is for a run that is continued with resume',
  );
  expect(existsSync(join(cwd, 'new'))).toBe(false);
});

test('the row of a document that is rejected now leaves its file as gone', async () => {
  const { resume } = await begin();
  const { lines, result } = await resume('title,lines[0].qty\na,1\nb,many\n', { skipInvalid: true });
  expect(result.rejected).toBe(1);
  expect(lines.filter(({ kind }) => kind === 'gone').map(({ file }) => file)).toEqual(['out/b.pdf', 'out/c.pdf']);
});
