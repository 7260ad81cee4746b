// The cases of sineemore/csv-test-data (RFC 4180), a public suite: each reads as its JSON, or stands in a list with the reason.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameFlag } from '../../src/cli/command-line/name-flag.ts';
import { InputError } from '../../src/input/input-error.ts';
import { openTable } from '../../src/input/read-table.ts';
import type { TableRules } from '../../src/input/table-rules.ts';
import { openFolder } from '../support/folders.ts';
import { stream } from './input-folder.ts';

const cwd = openFolder();

/** The rows, an empty cell as an empty text; or the error in the place of a row or of the file. */
async function read(text: string, rules: TableRules): Promise<unknown[]> {
  await writeFile(join(cwd, 't.csv'), text);
  const rows: unknown[] = [];
  try {
    const table = await openTable('t.csv', { cwd, stdin: stream(), nameOption: nameFlag, ...rules });
    for await (const row of table.rows()) rows.push(row instanceof InputError ? row.reason : row.cells.map((cell) => cell ?? ''));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    rows.push(error.reason);
  }
  return rows;
}

const three = { noHeader: true, columns: 'a,b,c' };
const one = { noHeader: true, columns: 'a' };
const head = ['foo', 'bar', 'baz'];

test.each<[string, string, TableRules, unknown[]]>([
  ['empty-field', 'foo,bar,baz\n1,,3', three, [head, ['1', '', '3']]],
  ['header-no-rows', 'foo,bar,baz', {}, []],
  ['header-simple', 'foo,bar,baz\n1,2,3', {}, [['1', '2', '3']]],
  ['leading-space', 'foo,bar,baz\n1, leading space,3', three, [head, ['1', ' leading space', '3']]],
  ['one-column', 'foo\n1', one, [['foo'], ['1']]],
  ['quotes-empty', 'foo,bar,baz\n1,"",3', three, [head, ['1', '', '3']]],
  ['quotes-with-comma', 'foo,bar,baz\n1,"Luke, I am",3', three, [head, ['1', 'Luke, I am', '3']]],
  ['quotes-with-escaped-quote', 'foo,bar,baz\n1,"The "" must",3', three, [head, ['1', 'The " must', '3']]],
  ['quotes-with-newline', 'foo,bar,baz\n1,"No man,\nEntire",3', three, [head, ['1', 'No man,\nEntire', '3']]],
  ['quotes-with-space', 'foo,bar,baz\n1,"Field with spaces",3', three, [head, ['1', 'Field with spaces', '3']]],
  ['simple-crlf', 'foo,bar,baz\r\n1,2,3', three, [head, ['1', '2', '3']]],
  ['simple-lf', 'foo,bar,baz\n1,2,3', three, [head, ['1', '2', '3']]],
  ['trailing-newline-one-field', 'foo\n1\n', one, [['foo'], ['1']]],
  ['trailing-newline', 'foo,bar,baz\n1,2,3\n', three, [head, ['1', '2', '3']]],
  ['trailing-space', 'foo,bar,baz\n1,trailing space ,3', three, [head, ['1', 'trailing space ', '3']]],
  ['utf8', 'foo,bar,baz\n1,😎,3', three, [head, ['1', '😎', '3']]],
])('%s reads as its JSON', async (_name, text, rules, rows) => {
  expect(await read(text, rules)).toEqual(rows);
});

test.each<[string, string, string, TableRules, unknown[]]>([
  ['all-empty', 'lines of blanks are no rows', '\n\n', one, ['there is no data']],
  ['empty-one-column', 'lines of blanks are no rows', 'foo\n\n', one, [['foo']]],
  ['bad-header-wrong-header', 'the template says which columns there are, not the reader', 'qux,quux,quuz', {}, []],
  [
    'bad-unescaped-quote',
    'a quote inside of a cell without quotes can only be a character',
    'foo,bar,baz\n1,This "quotes" must be escaped,3',
    {},
    [['1', 'This "quotes" must be escaped', '3']],
  ],
])('%s reads in another way: %s', async (_name, _reason, text, rules, rows) => {
  expect(await read(text, rules)).toEqual(rows);
});

test.each<[string, string, RegExp]>([
  ['bad-header-less-fields', 'foo,bar,baz\n1,2', /^the row has 2 cells, but the header has 3; the file ends inside the row/],
  ['bad-header-more-fields', 'foo,bar,baz\n1,2,3,4', /^the row has 4 cells, but the header has 3$/],
  ['bad-header-no-header', '', /^there is no data$/],
  [
    'bad-missing-quote',
    'foo,bar,baz\n1,"I forgot to close this one,3',
    /^the quote that opens column 2 on line 2 is never closed/,
  ],
  [
    'bad-quotes-with-unescaped-quote',
    'foo,bar,baz\n1,"Hey, I missed " it",3',
    /^the quoted cell in column 2, opened on line 2, has text/,
  ],
])('%s is an error', async (_name, text, message) => {
  expect(await read(text, {})).toEqual([expect.stringMatching(message)]);
});
