import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openEntries } from '../../../src/cli/batch/open-entries.ts';
import { type DataFormat, readRecords } from '../../../src/cli/input/read-records.ts';
import { collect, describe, makeTable } from './make-table.ts';

const file = (text: string, format: DataFormat) => ({
  file: `orders.${format}`,
  format,
  records: () => readRecords('-', { cwd: '.', stdin: Readable.from([text]), format }),
});

const open = (text: string, format: DataFormat, options = {}) =>
  openEntries([file(text, format)], { schema: true, timeZone: 'UTC', ...options });

test.each<[string, DataFormat, string]>([
  ['elements of an array', 'json', '[{"a":1},{"a":2}]'],
  ['lines', 'jsonl', '{"a":1}\n\n{"a":2}\n'],
  ['elements of a YAML list', 'yaml', '- a: 1\n- a: 2\n'],
  ['YAML documents', 'yaml', 'a: 1\n---\na: 2\n'],
])('%s are documents', async (_name, format, text) => {
  const entries = open(text, format);
  expect(await describe(entries)).toEqual([{ a: 1 }, { a: 2 }]);
  expect((await collect(entries)).map((entry) => entry.source.row)).toEqual([1, 2]);
  expect(await describe(entries)).toHaveLength(2);
});

test('a file with one object is one document', async () => {
  expect(await describe(open('{"a":[1]}', 'json'))).toEqual([{ a: [1] }]);
});

test('values are found in the text, also in a wrapper', async () => {
  const text = '[\n  {"a": {"b": 1}},\n  {"a": {"b": 2}}\n]';
  const [, second] = await collect(open(text, 'json'));
  expect(second?.source).toEqual({ file: 'orders.json', line: 3, column: 3, row: 2 });
  expect(second?.kind === 'item' && second.placeOf('/a/b')).toEqual({ file: 'orders.json', line: 3, column: 15 });
  expect(second?.kind === 'item' && second.placeOf('/a/missing')).toEqual({ file: 'orders.json', line: 3, column: 9 });
  const [wrapped] = await collect(open('{"reference": "R", "data": {"a": 1}}', 'jsonl', { areItems: true }));
  expect(wrapped).toMatchObject({ kind: 'item', data: { a: 1 }, reference: 'R' });
  expect(wrapped?.kind === 'item' && wrapped.placeOf('/a')).toEqual({ file: 'orders.jsonl', line: 1, column: 34 });
});

test('what is no object is told with its place, and so is what cannot be read', async () => {
  expect(await describe(open('[{"a":1},\n3,\n[]]', 'json'))).toEqual([
    { a: 1 },
    ['orders.json:2 the data of a document must be an object, got a number'],
    ['orders.json:3 the data of a document must be an object, got an array'],
  ]);
  expect(await describe(open('{"a":1}\n{"a":\n[]\n', 'jsonl'))).toEqual([
    { a: 1 },
    [expect.stringContaining('orders.jsonl:2 the text ends')],
    ['orders.jsonl:3 the data of a document must be an object, got an array'],
  ]);
});

test('items are { data, reference? } and nothing else', async () => {
  const text = '[{"data":{}}, {"data":{},"ref":"x"}, {"a":1}, 5, {"data":{},"reference":7}, {}]';
  expect(await describe(open(text, 'json', { areItems: true }))).toEqual([
    {},
    [expect.stringContaining('not "ref"; without --items')],
    [expect.stringContaining('not "a"; without --items')],
    [expect.stringContaining('must be an object such as { "data": {…} }, got a number')],
    [expect.stringContaining('must be a text, got a number')],
    [expect.stringContaining('must be an object, got nothing')],
  ]);
});

test('the reason of an earlier rejection is no data', async () => {
  expect(await describe(open('[{"a":1,"pdfgen_error":"x"}]', 'json'))).toEqual([{ a: 1 }]);
  expect(await describe(open('[{"data":{"a":1},"pdfgen_error":"x"}]', 'json', { areItems: true }))).toEqual([{ a: 1 }]);
});

test('a path gives the reference', async () => {
  const entries = await collect(open('[{"a":{"n":7}},{"a":{}}]', 'json', { reference: 'a.n' }));
  expect(entries).toMatchObject([
    { kind: 'item', reference: '7' },
    { kind: 'rejected', faults: [{ line: 1, message: 'has no "a.n", which is to be its reference' }] },
  ]);
});

test('a table is joined to documents of JSON by a path', async () => {
  const table = makeTable(['order', 'price'], [['7', '1.5']], { file: 'lines.csv' });
  const schema = { properties: { lines: { type: 'array', items: { properties: { price: { type: 'number' } } } } } } as const;
  const join = { path: 'lines', table, on: 'a.n=order' };
  expect(await describe(open('[{"a":{"n":7}}]', 'json', { schema, join }))).toEqual([{ a: { n: 7 }, lines: [{ price: 1.5 }] }]);
});

test('a doubt is told with the element in which it stands', async () => {
  const entries = await collect(open('[{"a":1},\n{"a":12345678901234567890}, {"a":3}]', 'json'));
  expect(entries.map((entry) => entry.kind === 'item' && entry.warnings.length)).toEqual([0, 1, 0]);
});
