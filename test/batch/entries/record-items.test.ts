import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openEntries } from '../../../src/batch/entries/open-entries.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { readRecords } from '../../../src/input/read-records.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { collect, describe, makeTable } from '../make-table.ts';

const open = (lines: readonly string[], options = {}) =>
  openEntries(
    [
      {
        file: 'orders.jsonl',
        format: 'jsonl',
        records: () => readRecords('-', { cwd: '.', stdin: Readable.from([lines.join('\n')]), format: 'jsonl' }),
      },
    ],
    { schema: true, timeZone: 'UTC', nameOption: nameFlag, ...options },
  );

test('records are documents, and can be read twice', async () => {
  const entries = open(['{"a":1}', '', '{"a":2}']);
  expect(await describe(entries)).toEqual([{ a: 1 }, { a: 2 }]);
  expect((await collect(entries)).map(({ source }) => source)).toEqual([
    { file: 'orders.jsonl', line: 1, column: 1, row: 1 },
    { file: 'orders.jsonl', line: 3, column: 1, row: 2 },
  ]);
});

test('values are found in the text, also in a wrapper', async () => {
  const [, second] = await collect(open(['{}', '{"a": {"b": 2}}']));
  expect(second?.kind === 'item' && second.placeOf('/a/b')).toEqual({ file: 'orders.jsonl', line: 2, column: 13 });
  expect(second?.kind === 'item' && second.placeOf('/a/missing')).toEqual({ file: 'orders.jsonl', line: 2, column: 7 });
  const [wrapped] = await collect(open(['{"reference": "R", "data": {"a": 1}}'], { areItems: true }));
  expect(wrapped).toMatchObject({ kind: 'item', data: { a: 1 }, reference: 'R' });
  expect(wrapped?.kind === 'item' && wrapped.placeOf('/a')).toEqual({ file: 'orders.jsonl', line: 1, column: 34 });
});

test('what is no object is told with its place, and so is what cannot be read', async () => {
  expect(await describe(open(['{"a":1}', '{"a":', '[]', '3']))).toEqual([
    { a: 1 },
    [expect.stringContaining('orders.jsonl:2 the line ends')],
    ['orders.jsonl:3 the data of a document must be an object, got an array'],
    ['orders.jsonl:4 the data of a document must be an object, got a number'],
  ]);
});

test('the place of what cannot be read has its column', async () => {
  const [entry] = await collect(open(['{"a" 1}']));
  expect(entry).toMatchObject({ kind: 'rejected', source: { line: 1, column: 6 }, faults: [{ line: 1, column: 6 }] });
});

test('items are { data, reference? } and nothing else', async () => {
  const lines = ['{"data":{}}', '{"data":{},"ref":"x"}', '{"a":1}', '5', '{"data":{},"reference":7}', '{}'];
  expect(await describe(open(lines, { areItems: true }))).toEqual([
    {},
    [expect.stringContaining('not "ref"; without --items')],
    [expect.stringContaining('not "a"; without --items')],
    [expect.stringContaining('must be an object such as { "data": {…} }, got a number')],
    [expect.stringContaining('must be a text, got a number')],
    [expect.stringContaining('must be an object, got nothing')],
  ]);
});

test('the reason of an earlier rejection is no data', async () => {
  expect(await describe(open(['{"a":1,"pdfgen_error":"x"}']))).toEqual([{ a: 1 }]);
  expect(await describe(open(['{"data":{"a":1},"pdfgen_error":"x"}'], { areItems: true }))).toEqual([{ a: 1 }]);
});

test('a path gives the reference', async () => {
  const entries = await collect(open(['{"a":{"n":7}}', '{"a":{}}'], { reference: 'a.n' }));
  expect(entries).toMatchObject([
    { kind: 'item', reference: '7' },
    { kind: 'rejected', faults: [{ line: 2, message: 'has no "a.n", which is to be its reference' }] },
  ]);
});

test('a table is joined to documents of JSON by a path', async () => {
  const table = makeTable(['order', 'price'], [['7', '1.5']], { file: 'lines.csv' });
  const schema = { properties: { lines: { type: 'array', items: { properties: { price: { type: 'number' } } } } } } as const;
  const join = { path: 'lines', table, on: 'a.n=order' };
  expect(await describe(open(['{"a":{"n":7}}'], { schema, join }))).toEqual([{ a: { n: 7 }, lines: [{ price: 1.5 }] }]);
});

test('digits that are lost are told with their place', async () => {
  const [entry] = await collect(open(['{"a":12345678901234567890}']));
  expect(entry).toMatchObject({
    warnings: [{ file: 'orders.jsonl', line: 1, message: expect.stringContaining('loses digits') }],
  });
});

test('a null member is left out, if that is asked for, where the schema has no null', async () => {
  const schema = objectOf(
    {
      note: { type: 'string' },
      due: { type: ['string', 'null'] },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      customer: objectOf({ name: { type: 'string' } }, ''),
      lines: listOf(objectOf({ text: { type: 'string' } }, '')),
      tags: listOf({ type: 'string' }),
    },
    '',
  );
  const line =
    '{"note":null,"due":null,"either":null,"customer":{"name":null},"lines":[{"text":null},{"text":"a"}],"tags":[null,"b"],"__proto__":{"a":1},"free":null}';
  const all = { due: null, either: null, customer: {}, lines: [{}, { text: 'a' }], tags: [null, 'b'] };
  const [data] = await describe(open([line], { schema, nullAsMissing: true }));
  expect(data).toMatchObject(all);
  expect(data).not.toHaveProperty('note');
  expect(Object.keys(data as object)).toContain('__proto__');
  expect((await describe(open([line], { schema })))[0]).toMatchObject({ note: null, customer: { name: null } });
  expect(await describe(open(['{"note":null}'], { nullAsMissing: true }))).toEqual([{ note: null }]);
  const wrapped = open(['{"data":{"note":null,"tags":["x"]}}'], { schema, nullAsMissing: true, areItems: true });
  expect(await describe(wrapped)).toEqual([{ tags: ['x'] }]);
});

test('nulls of JSON are no matter of tables', () => {
  expect(() =>
    openEntries([makeTable(['a'], [])], { schema: true, timeZone: 'UTC', nameOption: nameFlag, nullAsMissing: true }),
  ).toThrow('--null-as-missing is for JSON and YAML. In a table, an empty cell has no value, and --null TEXT names another text');
});

test('a password is a text that is taken out of the data, with its spaces', async () => {
  const lines = ['{"a":1,"x":{"pin":" 01 ","b":2}}', '{"x":{"pin":10190}}', '{"x":null}'];
  const entries = await collect(open(lines, { userPasswordFrom: 'x["pin"]' }));
  expect(entries.map((entry) => entry.kind === 'item' && [entry.password, entry.data, entry.field('x.pin')])).toEqual([
    [{ text: ' 01 ' }, { a: 1, x: { b: 2 } }, undefined],
    [{ fault: 'is not a text: write it in quotes' }, { x: {} }, undefined],
    [{ text: '' }, { x: null }, undefined],
  ]);
});

test.each<readonly [string, unknown]>([
  ['{"reference":"R","data":[]}', 'R'],
  ['{"reference":"R","data":{},"more":1}', 'R'],
  ['{"reference":"","data":{}}', undefined],
  ['{"reference":7,"data":[]}', undefined],
  ['{"reference":"R"', undefined],
  ['[]', undefined],
])('the rejected item %s keeps a reference that can be read', async (line, reference) => {
  const [entry] = await collect(open([line], { areItems: true }));
  expect([entry?.kind, entry?.reference]).toEqual(['rejected', reference]);
});

test('a rejected record keeps the value at the path of the reference', async () => {
  const table = makeTable(['id', 'price'], [['1', 'many']], { file: 'lines.csv' });
  const schema = { properties: { lines: { type: 'array', items: { properties: { price: { type: 'number' } } } } } };
  const options = { schema, reference: 'id', join: { table, path: 'lines', on: 'id' } };
  expect(await collect(open(['{"id":1}'], options))).toMatchObject([{ kind: 'rejected', reference: '1' }]);
  const items = { ...options, reference: undefined, areItems: true };
  expect(await collect(open(['{"reference":"R","data":{"id":1}}'], items))).toMatchObject([{ kind: 'rejected', reference: 'R' }]);
});

test('names of records have the composition of the schema; places are those of the file', async () => {
  const [written, given] = ['Größe'.normalize('NFC'), 'Größe'.normalize('NFD')];
  const schema = { properties: { [written]: { type: 'string' } } };
  const [entry] = await collect(open([`{"a": 1, "${given}": "L"}`], { schema, reference: given }));
  expect(entry).toMatchObject({ reference: 'L', data: { [written]: 'L' } });
  expect(entry?.kind === 'item' && entry.placeOf(`/${written}`)).toEqual({ file: 'orders.jsonl', line: 1, column: 20 });
});

test('a password is found under a name of another composition', async () => {
  const [entry] = await collect(
    open([`{"${'Schlüssel'.normalize('NFD')}": "secret"}`], { schema: true, userPasswordFrom: 'Schlüssel'.normalize('NFC') }),
  );
  expect(entry).toMatchObject({ data: {}, password: { text: 'secret' } });
});
