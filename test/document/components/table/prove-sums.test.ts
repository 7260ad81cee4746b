// Bodies of columns that print another number where the value is missing.
import { expect, test } from 'vitest';
import { explain } from '../../../support/render.ts';
import { listOf, number, objectOf, text } from '../../../support/schemas.ts';

const row = objectOf({ name: text, net: number, list: number, must: number, word: text }, 'name must');
const dataSchema = objectOf({ rows: listOf(row), usual: number }, 'rows usual');
const table = { table: 'rows', as: 'r' };
const column = { value: 'r.net', sum: true };
const told = (own: object, more: object = {}) =>
  explain({ pages: [{ body: [{ ...table, columns: ['{{ r.name }}', { ...column, ...own }], ...more }] }], dataSchema });
const warning = (advice: string, at = 'columns/1/body', from = '/pages/0/body/0/') =>
  `warning sum-differs ${from}${at} Where the value of the column is missing, its body prints another number, which the sum does not count: write "value": "${advice}" in the column, and not in its body.`;

test.each<[object, string, string?]>([
  [{ body: '{{ value ?? 20 }}' }, 'r.net ?? 20'],
  [{ body: '{{ (value ?? 20) * 2 | number: 2 }} kg' }, 'r.net ?? 20'],
  [{ body: '{{ value | default: 20 | number: 2 }}' }, 'r.net ?? 20'],
  [{ body: '{{ value ?? -1 }}', sum: 'rounded' }, 'r.net ?? -1'],
  [{ body: '{{ value ?? r.list ?? 0 | number: 2 }}' }, 'r.net ?? r.list ?? 0'],
  [{ body: "{{ 'about ' & (value ?? usual) }}" }, 'r.net ?? usual'],
  [{ body: "{{ r.name == 'a' ? 'none' : value ?? 20 }}" }, 'r.net ?? 20'],
  [{ body: { text: '{{ value ?? 20 }}', bold: true } }, 'r.net ?? 20', 'columns/1/body/text'],
  [{ body: ['{{ value ?? 20 }}'] }, 'r.net ?? 20', 'columns/1/body/0'],
  [{ value: 'r.net + 1', body: '{{ value ?? 20 }}' }, '(r.net + 1) ?? 20'],
])('%j is told with the value to write', async (own, advice, at) => {
  const found = await told(own);
  expect(found.filter((one) => one.includes('sum-differs'))).toEqual([warning(advice, at)]);
});

test('what is written so is not told', async () => {
  expect(await told({ value: 'r.net ?? r.list ?? 0', body: '{{ value | number: 2 }}' })).toEqual([]);
});

test.each<[string, object]>([
  ['is 0', { body: '{{ value ?? 0.00 }}' }],
  ['is a word', { body: "{{ value ?? 'none' }}" }],
  ['is a text of the data', { body: "{{ value ?? r.word ?? '' }}" }],
  ['is tested only', { body: "{{ (value ?? 20) > 10 ? 'much' : 'little' }}" }],
  ['stands for a value that is never missing', { value: 'r.must', body: '{{ value ?? 20 }}' }],
  ['stands for a sum so far', { sum: 'running', body: '{{ value ?? 20 }}' }],
  ['is in a column without a sum', { sum: undefined, body: '{{ value ?? 20 }}' }],
])('a number that %s is not told', async (_what, own) => {
  expect((await told(own)).filter((one) => one.includes('sum-differs'))).toEqual([]);
});

test('what "where" proves is there', async () => {
  expect(await told({ body: '{{ value ?? 20 }}' }, { where: 'r.net != null' })).toEqual([]);
});

test('a faulty body is told once', async () => {
  const found = await told({ body: '{{ value ?? }}' });
  expect(found).toEqual([expect.stringContaining('error syntax')]);
});

test('the body of a definition is told at the definition', async () => {
  const define = {
    d: { params: { n: { type: ['number', 'null'] } }, column: { value: 'n', sum: true, body: '{{ value ?? 20 }}' } },
  };
  const columns = ['{{ r.name }}', { use: 'd', with: { n: '{{ r.net }}' } }];
  const found = await explain({ define, dataSchema, pages: [{ body: [{ ...table, columns }] }] });
  expect(found).toEqual([warning('n ?? 20', 'column/body', '/define/d/')]);
});
