// Rows that cannot be read: each is in the file of rejected rows with its text, and is no document before somebody has corrected it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DelimitedParser } from '../../src/input/parse-delimited.ts';
import { openBatches } from '../support/local-batch.ts';
import { makeWorkbook } from '../support/make-workbook.ts';
import { makeWorkspace } from '../support/run-cli.ts';

/** A template that accepts any data, so that an empty document would be made. */
const open = { 'templates/note/schema.json': { type: 'object' }, 'templates/note/template.json': { pages: [{ body: [] }] } };
const output = 'out/{{ index }}.pdf';

/** Rejects rows of a file; then reads the rejected rows again. */
async function rejectTwice(name: string, content: string | Uint8Array) {
  const cwd = makeWorkspace({ ...open, [name]: content });
  const run = await openBatches(cwd);
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
  const first = await run({ input: [name], output, skipInvalid: true });
  const { file } = first.rejectedRows[0]!;
  const second = await run({ input: [file], output: 'again/{{ index }}.pdf', skipInvalid: true });
  const correct = async (corrected: string) => {
    writeFileSync(join(cwd, file), corrected);
    return run({ input: [file], output: 'last/{{ index }}.pdf' });
  };
  return { first, second, correct, written: read(file), again: read(second.rejectedRows[0]!.file) };
}

test('a row of CSV that cannot be read keeps its text', async () => {
  const rows = ['1,Ann', '2,Smith, Inc', '3,"x" y', '4,z', '5,"never'];
  const { first, second, correct, written, again } = await rejectTwice('notes.csv', `title,text\n${rows.join('\n')}\n`);
  expect(first).toMatchObject({ completed: 2, rejected: 3, rejectedRows: [{ documents: 3 }] });
  expect(written.split('\n')).toEqual([
    'title,text,pdfgen_error',
    ',,"the row has 3 cells, but the header has 2; the text is: 2,Smith, Inc"',
    expect.stringMatching(/^,,"the quoted cell in column 2, .*; the text is: 3,""x"" y"$/),
    ',,"the quote that opens column 2 on line 6 is never closed; the text is: 5,""never"',
    '',
  ]);
  expect(second).toMatchObject({ completed: 0, rejected: 3 });
  const why = 'holds only the reason of a rejection: write its values, whose text is in pdfgen_error, or remove it';
  expect(again.split('\n')[1]).toBe(`,,"${why}; the text is: 2,Smith, Inc"`);
  expect(await correct(written.split('\n').slice(0, 2).join('\n').replace(',,', '2,"Smith, Inc",'))).toMatchObject({
    completed: 1,
  });
});

test('a row that comes in pieces keeps its whole text', () => {
  const parser = new DelimitedParser({ delimiter: ',' }, { maxCellLength: 99, maxRowLength: 99, maxColumns: 9 });
  const rows = ['1,"x" y', 'z\r', '\n2,b\n3,"', 'c\n'].flatMap((piece) => [...parser.push(piece)]);
  expect([...rows, ...parser.end()]).toEqual([
    { line: 1, fault: expect.any(String), text: '1,"x" yz' },
    expect.objectContaining({ line: 2, cells: ['2', 'b'] }),
    { line: 3, fault: expect.any(String), text: '3,"c' },
  ]);
});

test.each([
  ['notes.jsonl', '{"title":"a"}\n{"title":"b",}\n[5]\n', ['{"title":"b",}', '[5]']],
  ['notes.json', '[{"title":"a"}, {"title": b}, 5]', ['{"title": b}', '5']],
])('an element of %s that cannot be read keeps its text', async (name, content, texts) => {
  const { first, second, written, again, correct } = await rejectTwice(name, content);
  expect(first).toMatchObject({ completed: 1, rejected: 2 });
  const parse = (text: string): { pdfgen_error: string }[] =>
    name.endsWith('l')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : JSON.parse(text);
  for (const file of [written, again])
    expect(parse(file)).toEqual(
      texts.map((text) => ({ pdfgen_error: expect.stringMatching(`; the text is: ${text.replace(/[[{]/g, '\\$&')}$`) })),
    );
  expect(second).toMatchObject({ completed: 0, rejected: 2 });
  expect(await correct(name.endsWith('l') ? '{"title":"b","pdfgen_error":"x"}\n' : '[{"title":"b"}]')).toMatchObject({
    completed: 1,
  });
});

test('bytes that are no UTF-8 in a line do not keep the line out of the file', async () => {
  const bytes = Buffer.concat([Buffer.from('{"title":"a"}\n{"title":"b'), Buffer.from([0xff]), Buffer.from('"}\n')]);
  const { written } = await rejectTwice('notes.jsonl', bytes);
  expect(JSON.parse(written).pdfgen_error).toMatch(/; the text is: \{"title":"b\ufffd"\}$/);
});

test('a document of YAML that cannot be read keeps its text', async () => {
  const { first, written, second } = await rejectTwice('notes.yaml', 'title: a\n---\ntitle: [b\n---\ntitle: c\n');
  expect([first.completed, first.rejected]).toEqual([2, 1]);
  expect(written).toContain('title: [b');
  expect(second).toMatchObject({ completed: 0, rejected: 1 });
});

test('a row of a workbook that cannot be read keeps its cells', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<row r="1">${cell('A1', 'title')}</row><row r="2">${cell('A2', 'x')}${cell('B2', 'stray')}</row><row r="3">${cell('A3', 'y')}</row>`;
  const { first, second } = await rejectTwice('notes.xlsx', await makeWorkbook({ sheets: { One: sheet } }));
  expect(first).toMatchObject({ completed: 1, rejected: 1, rejectedRows: [{ documents: 1 }] });
  expect(second).toMatchObject({ completed: 0, rejected: 1 });
});

test('rejected rows of a database export are read again as they were', async () => {
  const content = 'title\ttext\nA\tsays "hi" to C:\\\\new\\tdir\nB\t\\N\t\n';
  const cwd = makeWorkspace({
    'notes.tsv': content,
    'templates/note/schema.json': { type: 'object', required: ['lines'], properties: { title: {}, text: {}, lines: {} } },
  });
  const run = await openBatches(cwd);
  const options = { null: '\\N', skipInvalid: true };
  await run({ input: ['notes.tsv'], ...options });
  const rejected = readFileSync(join(cwd, 'notes.rejected.tsv'), 'utf8').split('\n');
  expect(rejected.slice(0, 2).map((line) => line.split('\t').slice(0, 2))).toEqual([
    ['title', 'text'],
    ['A', 'says "hi" to C:\\\\new\\tdir'],
  ]);
  await run({ input: ['notes.rejected.tsv'], ...options, output: 'again/' });
  expect(readFileSync(join(cwd, 'notes.rejected.rejected.tsv'), 'utf8').split('\n')).toEqual(rejected);
});

test('a quoted text stays a text in the file of rejected rows where the same text without quotes is no value', async () => {
  const cwd = makeWorkspace({ 'notes.csv': 'title,text\n,"NULL"\n,x\n' });
  const run = await openBatches(cwd);
  await run({ input: ['notes.csv'], null: 'NULL', skipInvalid: true });
  expect(readFileSync(join(cwd, 'notes.rejected.csv'), 'utf8')).toMatch(/\n,"NULL",.*\n,x,.*\n$/);
});

test('an error of a formula rejects a row only if its column is used', async () => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const error = (at: string) => `<c r="${at}" t="e"><v>#N/A</v></c>`;
  const sheet = `<row r="1">${text('A1', 'title')}${text('B1', 'Notiz')}${text('C1', 'text')}</row><row r="2">${text('A2', 'x')}${error('B2')}</row><row r="3">${text('A3', 'y')}${error('C3')}</row>`;
  const cwd = makeWorkspace({ 'notes.xlsx': await makeWorkbook({ sheets: { One: sheet } }) });
  const run = await openBatches(cwd);
  for (const options of [{ map: ['Notiz=null'] }, { ignoreUnknownColumns: true }])
    expect(await run({ input: ['notes.xlsx'], skipInvalid: true, overwrite: true, ...options })).toMatchObject({
      completed: 1,
      rejected: 1,
    });
  const { completed } = await run({ input: ['notes.xlsx'], map: ['Notiz=null', 'text=null'], keep: ['Notiz'], output: 'all/' });
  expect(completed).toBe(2);
});
