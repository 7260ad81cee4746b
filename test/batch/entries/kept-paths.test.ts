// Values that the record keeps for each document, and paths that are misspelt.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf } from '../../support/batch-process.ts';
import { openBatches } from '../../support/local-batch.ts';
import { makeWorkspace } from '../../support/run-cli.ts';

const open = { 'templates/note/schema.json': { type: 'object' } };
const keptIn = (cwd: string, record: string) =>
  linesOf(join(cwd, record)).flatMap((line) => (line.kind === 'item' ? [line.kept] : []));

test('a path that no record has is refused with the nearest path, before anything is made', async () => {
  const records = [{ title: 'a' }, { title: 'b', to: { email: 'b@example.com', phone: null } }];
  const cwd = makeWorkspace({ ...open, 'notes.json': records, 'items.json': records.map((data) => ({ data })) });
  const run = await openBatches(cwd);
  const keep = (path: string, input = 'notes.json') =>
    run({ input: [input], keep: [path], output: `${path}/{{ title }}.pdf`, dryRun: true, items: input === 'items.json' });
  for (const input of ['notes.json', 'items.json']) {
    const words = /^keep to\.emial: no record has a value there; did you mean "to\.email"\?$/;
    await expect(keep('to.emial', input)).rejects.toThrow(words);
    for (const path of ['to.email', 'to.phone', 'title']) expect((await keep(path, input)).total).toBe(2);
  }
  await expect(keep('to')).rejects.toThrow('keep to: no record has a value there');
  await expect(keep('xyz')).rejects.toThrow('; the records have title, to.email, to.phone.');
});

test('names are learnt from the first members of a record, at any depth', async () => {
  const deep = (levels: number, value: unknown): unknown => (levels === 0 ? value : { a: deep(levels - 1, value) });
  const record = {
    title: 'a',
    deep: deep(20, { mail: 'a' }),
    empty: Array.from({ length: 600 }, () => ({})),
    last: { phone: 'b' },
  };
  const run = await openBatches(makeWorkspace({ ...open, 'notes.json': [record] }));
  const path = `deep.${'a.'.repeat(20)}mail`;
  await expect(run({ input: ['notes.json'], keep: ['x'], dryRun: true })).rejects.toThrow(`; the records have title, ${path}.`);
});

test('a path that the schema lists may be missing in every record', async () => {
  const cwd = makeWorkspace({
    'notes.json': [{ title: 'a' }],
    'templates/note/schema.json': {
      type: 'object',
      properties: { title: { type: 'string' }, text: { type: 'string' }, mail: { type: 'string' } },
      additionalProperties: true,
      required: ['title'],
    },
  });
  const run = await openBatches(cwd);
  await run({ input: ['notes.json'], keep: ['mail'], output: 'out/{{ title }}.pdf' });
  expect(keptIn(cwd, 'out/pdfgen-run.jsonl')).toEqual([{ mail: null }]);
});

test('values inside of objects are kept, also those of a table whose rows make documents together', async () => {
  const lines = 'title,mail,lines.qty\nA,a@example.com,1\nA,,2\nB,b@example.com,3\n';
  const cwd = makeWorkspace({ ...open, 'notes.json': [{ title: 'x', to: { mails: ['x@example.com'] } }], 'lines.csv': lines });
  const run = await openBatches(cwd);
  await run({ input: ['notes.json'], keep: ['to.mails[0]'], output: 'one/{{ title }}.pdf' });
  expect(keptIn(cwd, 'one/pdfgen-run.jsonl')).toEqual([{ 'to.mails[0]': 'x@example.com' }]);
  await run({ input: ['lines.csv'], groupBy: 'title', rows: 'lines', keep: ['mail'], output: 'two/{{ title }}.pdf' });
  expect(keptIn(cwd, 'two/pdfgen-run.jsonl')).toEqual([{ mail: 'a@example.com' }, { mail: 'b@example.com' }]);
});

test('a program that takes a part of the input gets the numbers of the whole input', async () => {
  const run = await openBatches(makeWorkspace({ 'notes.csv': 'title,Mail\nA,a@x\nB,b@x\nC,c@x\n' }));
  const seen: unknown[] = [];
  const result = await run({
    input: ['notes.csv'],
    ignoreUnknownColumns: true,
    keep: ['Mail'],
    offset: 1,
    limit: 1,
    output: 'out/{{ index }}.pdf',
    onEvent(event) {
      if (event.kind === 'item') seen.push([event.item, event.file, event.source, event.kept]);
    },
  });
  expect(result).toMatchObject({ succeeded: true, total: 1 });
  expect(seen).toEqual([[2, 'out/2.pdf', { file: 'notes.csv', line: 3 }, { Mail: 'b@x' }]]);
});
