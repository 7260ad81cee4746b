import { expect, test } from 'vitest';
import type { EntryOptions } from '../../../src/batch/entries/open-entries.ts';
import { openEntries } from '../../../src/batch/entries/open-entries.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import type { Table } from '../../../src/input/table.ts';
import { collect, makeTable, tableOf } from '../make-table.ts';

const passwords = async (table: Table, options: Partial<EntryOptions> = {}) => {
  const entries = await collect(
    openEntries([table], { schema: true, timeZone: 'UTC', nameOption: nameFlag, userPasswordFrom: 'pin', ...options }),
  );
  return entries.map((entry) => (entry.kind === 'item' ? [entry.password, entry.data] : entry.faults));
};

const notText = { fault: expect.stringContaining('is not a text: a number or a date') };

test('a password is the text of its cell and no part of the data', async () => {
  expect(await passwords(tableOf('a|pin', '1| 010190', '2|'))).toEqual([
    [{ text: ' 010190' }, { a: '1' }],
    [{ text: '' }, { a: '2' }],
  ]);
});

test('dates and numbers of a sheet are no passwords: they may lack what the sheet shows', async () => {
  const table = makeTable(
    ['a', 'pin'],
    [
      ['1', { date: '1990-01-01' }],
      ['2', 10190],
    ],
  );
  expect(await passwords(table)).toEqual([
    [notText, { a: '1' }],
    [notText, { a: '2' }],
  ]);
});

test('all rows of a document have the same password; an empty cell agrees with it', async () => {
  const table = tableOf('number|lines[].text|pin', '1|a|', '1|b|p1', '2|c|p2', '2|d|p3');
  const found = await passwords(table, { groupBy: 'number', rows: 'lines' });
  expect(found.map(([password]) => password)).toEqual([
    { text: 'p1' },
    { fault: 'must be the same in all rows of one document' },
  ]);
});
