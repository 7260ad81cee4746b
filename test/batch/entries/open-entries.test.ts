import { expect, test } from 'vitest';
import type { BatchEntry } from '../../../src/batch/batch-item.ts';
import type { BatchInput } from '../../../src/batch/entries/batch-input.ts';
import { type EntryOptions, openEntries } from '../../../src/batch/entries/open-entries.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import type { Table } from '../../../src/input/table.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { collect, describe, makeTable, tableOf } from '../make-table.ts';

const schema: Schema = objectOf(
  {
    number: { type: 'string' },
    due: { type: 'string', format: 'date' },
    total: { type: 'number' },
    customer: objectOf({ name: { type: 'string' } }, ''),
    lines: listOf({ properties: { text: { type: 'string' }, price: { type: 'number' } } }),
    tags: listOf({ type: 'string' }),
  },
  '',
);

const open = (inputs: BatchInput | readonly BatchInput[], options: Partial<EntryOptions> = {}) =>
  openEntries([inputs].flat() as BatchInput[], { schema, timeZone: 'UTC', nameOption: nameFlag, ...options });

const described = (table: BatchInput, options?: Partial<EntryOptions>) => describe(open(table, options));

const item = (entry: BatchEntry | undefined) => {
  if (entry?.kind !== 'item') throw new Error(JSON.stringify(entry));
  return entry;
};

test('each row is a document, with nested values; an empty cell leaves the member out', async () => {
  const table = makeTable(
    ['number', 'customer.name', 'lines[0].price', 'lines[1].price'],
    [
      ['007', 'Ada', '1.5', '2'],
      ['8', '', '', ''],
      ['', '', null, ''],
    ],
  );
  expect(await describe(open(table))).toEqual([
    { number: '007', customer: { name: 'Ada' }, lines: [{ price: 1.5 }, { price: 2 }] },
    { number: '8' },
  ]);
});

test('a table without rows is refused, unless an empty one is accepted', async () => {
  await expect(describe(open(makeTable(['number'], [])))).rejects.toMatchObject({ exitCode: 3, file: 'orders.csv' });
  expect(await describe(open(makeTable(['number'], []), { allowEmpty: true }))).toEqual([]);
});

test('documents can be read twice', async () => {
  const entries = open(makeTable(['number'], [['1'], ['2']]));
  expect(await describe(entries)).toEqual(await describe(entries));
});

test('names of what objects inherit are members like others', async () => {
  const table = makeTable(['constructor.name', 'toString'], [['a', 'b']]);
  const [data] = await describe(open(table, { schema: true }));
  expect(JSON.stringify(data)).toBe('{"constructor":{"name":"a"},"toString":"b"}');
});

test('cells that do not fit are told with line, column, value and what was expected', async () => {
  const table = tableOf('number|total|due', '1|12,50|01.03.2026', '2|1|');
  const [bad] = await collect(open(table));
  expect(bad).toMatchObject({ kind: 'rejected', source: { file: 'orders.csv', line: 2, row: 1 } });
  expect(bad?.kind === 'rejected' && bad.faults[0]).toMatchObject({ line: 2, column: 2, columnName: 'total' });
  expect(await describe(open(table))).toEqual([
    [
      'orders.csv:2 total: must be a number, got "12,50"; write 12.50, or say how the file writes numbers with --locale, such as --locale de-DE',
      'orders.csv:2 due: must be a date such as 2026-03-31, got "01.03.2026"; write 2026-03-01, or say how the file writes days with --locale, such as --locale de-DE',
    ],
    { number: '2', total: 1 },
  ]);
  expect(await describe(open(table, { locale: 'de-DE' }))).toEqual([
    { number: '1', total: 12.5, due: '2026-03-01' },
    { number: '2', total: 1 },
  ]);
});

test('a row that cannot be read stands in its place, and those after it follow', async () => {
  expect(await describe(open(makeTable(['number'], [['1'], 'has 3 cells', ['2']])))).toEqual([
    { number: '1' },
    ['orders.csv:3 has 3 cells'],
    { number: '2' },
  ]);
});

test('an index that no list can have takes neither time nor memory', async () => {
  const table = makeTable(['tags[0]', 'tags[999999999]'], [['a', 'c']]);
  const fault = 'tags[999999999]: tags[999999999] has a value, but tags[1] is empty';
  expect(await describe(open(table))).toEqual([[`orders.csv:2 ${fault}`]]);
});

test('an element that is empty before one that is not is a fault', async () => {
  const table = makeTable(['tags[0]', 'tags[1]', 'tags[2]'], [['a', '', 'c']]);
  expect(await describe(open(table))).toEqual([['orders.csv:2 tags[2]: tags[2] has a value, but tags[1] is empty']]);
});

test('1.234 is refused where decimals have a comma anywhere in the file, also further down', async () => {
  const rows = [['1.234'], ['5'], ['2,5']];
  expect(await describe(open(makeTable(['total'], rows)))).toEqual([
    [expect.stringContaining('may be 1.234 or 1234')],
    { total: 5 },
    [expect.stringContaining('got "2,5"')],
  ]);
  expect(await describe(open(makeTable(['total'], [['1.234'], ['5']])))).toEqual([{ total: 1.234 }, { total: 5 }]);
  expect(await describe(open(makeTable(['total'], [['1.234'], ['12.50']], { delimiter: ';' })))).toEqual([
    [expect.stringContaining('may be 1.234 or 1234')],
    { total: 12.5 },
  ]);
});

test('a comma in a column of texts says nothing of numbers, and the file is searched once', async () => {
  const table = tableOf('number|total', '1,5|1.234', '2,5|2.345');
  expect(await describe(open(table))).toEqual([
    { number: '1,5', total: 1.234 },
    { number: '2,5', total: 2.345 },
  ]);
  expect(table.opened()).toBe(2);
});

test('a value is found in its cell, what is missing in its row', async () => {
  const [entry] = await collect(open(makeTable(['number', 'customer.name'], [['1', 'Ada']])));
  const { placeOf } = item(entry);
  expect(placeOf('/customer/name')).toEqual({ file: 'orders.csv', line: 2, column: 2, columnName: 'customer.name' });
  expect(placeOf('/number')).toMatchObject({ columnName: 'number' });
  expect(placeOf('/due')).toEqual({ file: 'orders.csv', line: 2, row: 1 });
});

const orderHeader = 'number|customer.name|lines.text|lines[].price';
const orders = tableOf(orderHeader, '1|Ada|a|1', '1||b|2', '2|Bob||');
const fold = { groupBy: 'number', rows: 'lines' };

test('rows with one key are one document; an empty cell agrees with any', async () => {
  expect(await described(orders, fold)).toEqual([
    {
      number: '1',
      customer: { name: 'Ada' },
      lines: [
        { text: 'a', price: 1 },
        { text: 'b', price: 2 },
      ],
    },
    { number: '2', customer: { name: 'Bob' }, lines: [] },
  ]);
});

test('keys need not stand together: documents come in the order of their first rows', async () => {
  const table = tableOf('number|tags[]', 'b|1', 'a|2', 'b|3', 'c|4', ' a |5');
  expect(await describe(open(table, { ...fold, rows: 'tags' }))).toEqual([
    { number: 'b', tags: ['1', '3'] },
    { number: 'a', tags: ['2', '5'] },
    { number: 'c', tags: ['4'] },
  ]);
});

test('a sorted file needs no room, another one only what it may take', async () => {
  const options = { groupBy: 'number', rows: 'tags', maxHeldRows: 2 };
  expect(await described(tableOf('number|tags[]', 'a|1', 'a|2', 'b|3', 'b|4', 'c|5'), options)).toHaveLength(3);
  const mixed = tableOf('number|tags[]', 'a|1', 'b|2', 'b|3', 'a|4');
  await expect(describe(open(mixed, options))).rejects.toMatchObject({
    exitCode: 9,
    message: 'orders.csv: more than 2 rows lie between the first and the last row of one document; sort the file by "number"',
  });
});

test('rows of one document that contradict each other name both lines', async () => {
  expect(await described(tableOf(orderHeader, '1|Ada|a|1', '1|Bob|b|x'), fold)).toEqual([
    [
      'orders.csv:3 customer.name: must be the same in all rows of one document: "Bob" here, "Ada" in line 2',
      'orders.csv:3 lines[].price: must be a number, got "x"',
    ],
  ]);
});

test('what a later row says of the document is found there', async () => {
  const table = (...more: readonly string[]) => tableOf('number|total|due|lines.text', '1|||a', '1|5||b', ...more);
  const [entry] = await collect(open(table(), { ...fold, reference: 'total' }));
  expect(item(entry).reference).toBe('5');
  expect(item(entry).placeOf('/total')).toMatchObject({ line: 3, columnName: 'total' });
  const fault = 'orders.csv:4 due: must be a date such as 2026-03-31, got "soon"';
  expect(await described(table('1||soon|c'), fold)).toEqual([[fault]]);
});

const fault = 'cell B2 is #REF!';
const broken = { fault, shown: '#REF!' };

test('a cell without a value is a fault where its column is used, and of no matter elsewhere', async () => {
  const table = makeTable(
    ['number', 'total', 'Remark'],
    [
      ['1', broken, 'x'],
      ['2', '5', broken],
    ],
  );
  expect(await describe(open(table, { ignoresUnknown: true }))).toEqual([
    [`orders.csv:2 total: ${fault}`],
    { number: '2', total: 5 },
  ]);
});

test('a cell without a value is a fault of the rows that make one document, in whichever of them it stands', async () => {
  const rows = [
    ['1', broken, 'a', '1'],
    ['1', 'Ada', 'b', '2'],
    ['2', 'Bob', 'c', '3'],
    ['2', broken, 'd', broken],
    [broken, 'Cy', 'e', '5'],
  ];
  expect(await described(makeTable(orderHeader.split('|'), rows), fold)).toEqual([
    [`orders.csv:2 customer.name: ${fault}`],
    [`orders.csv:5 customer.name: ${fault}`, `orders.csv:5 lines[].price: ${fault}`],
    [`orders.csv:6 number: ${fault}`],
  ]);
});

test('a row without a key is a fault', async () => {
  expect(await described(tableOf(orderHeader, '|Ada|a|1'), fold)).toEqual([
    ['orders.csv:2 number: must not be empty: it tells which document the row belongs to'],
  ]);
});

test('a value of an element is found in the row that it came from', async () => {
  const [entry] = await collect(open(tableOf(orderHeader, '1|Ada||', '1|Ada|a|1', '1||b|2', '2|Bob||'), fold));
  const { placeOf, source, inputPart } = item(entry);
  expect(source).toEqual({ file: 'orders.csv', line: 2, row: 1 });
  expect(inputPart).toMatchObject({ rows: [{ line: 2 }, { line: 3 }, { line: 4 }] });
  expect(placeOf('/lines/1/price')).toEqual({ file: 'orders.csv', line: 4, column: 4, columnName: 'lines[].price' });
  expect(placeOf('/lines/0')).toEqual({ file: 'orders.csv', line: 3 });
  expect(placeOf('/lines')).toEqual(source);
  expect(placeOf('/customer/name')).toMatchObject({ line: 2, columnName: 'customer.name' });
});

const lineTable = (...rows: readonly string[]) => ({ ...tableOf('order_no|text|price', ...rows), file: 'lines.csv' });
const joining = (...rows: readonly string[]) => ({ join: { path: 'lines', table: lineTable(...rows), on: 'number=order_no' } });

test('rows of a second table are put into their documents', async () => {
  const entries = open(tableOf('number', '1', '2', '3'), joining('2|x|1', ' 1 |y|2', '2|z|'));
  expect(await describe(entries)).toEqual([
    { number: '1', lines: [{ text: 'y', price: 2 }] },
    { number: '2', lines: [{ text: 'x', price: 1 }, { text: 'z' }] },
    { number: '3', lines: [] },
  ]);
  expect(await describe(entries)).toHaveLength(3);
  const [, second] = await collect(entries);
  expect(item(second).placeOf('/lines/1/price')).toEqual({ file: 'lines.csv', line: 4, column: 3, columnName: 'price' });
  expect(item(second).placeOf('/lines/1/unit')).toEqual({ file: 'lines.csv', line: 4 });
  expect(item(second).placeOf('/number')).toMatchObject({ file: 'orders.csv', columnName: 'number' });
});

test('rows of a second table that do not fit, or belong to no document, are faults', async () => {
  expect(await described(tableOf('number', '1'), joining('1|x|a', '2|y|1', '|z|1'))).toEqual([
    ['lines.csv:2 price: must be a number, got "a"'],
    ['lines.csv:4 order_no: must not be empty: it tells which document the row belongs to'],
    ['lines.csv:3 order_no: no document has the "number" "2", so that this row of lines would be lost'],
  ]);
});

test('a part of the documents leaves rows of the others alone', async () => {
  const options = { ...joining('1|x|1', '3|y|1'), offset: 1, limit: 1 };
  expect(await described(tableOf('number', '1', '2', '3'), options)).toEqual([{ number: '2', lines: [] }]);
});

test('a document whose own cells are wrong still owns its rows', async () => {
  const fault = 'orders.csv:2 total: must be a number, got "x"';
  expect(await described(tableOf('number|total', '1|x'), joining('1|x|1'))).toEqual([[fault]]);
});

test('a document without a key cannot have rows', async () => {
  expect(await described(tableOf('number|total', '|1'), joining())).toEqual([
    ['orders.csv:2 has no "number", by which its rows in lines.csv are found'],
  ]);
});

test('a second table over the limit is refused', async () => {
  const entries = open(tableOf('number', '1'), { ...joining('1|x|1', '1|y|1'), maxHeldRows: 1 });
  await expect(describe(entries)).rejects.toMatchObject({
    exitCode: 9,
    message: 'lines.csv: has more than 1 rows, which --join would hold in memory',
  });
});

test('a column, or a path, gives the reference', async () => {
  const table = tableOf('number|Ref', '1|R-1', '2|', `3|${'x'.repeat(256)}`);
  const entries = await collect(open(table, { reference: 'Ref' }));
  expect(item(entries[0])).toMatchObject({ reference: 'R-1', data: { number: '1' } });
  expect(await describe(open(table, { reference: 'Ref' }))).toEqual([
    { number: '1' },
    ['orders.csv:3 has no "Ref", which is to be its reference'],
    [`orders.csv:4 the reference ${JSON.stringify(`${'x'.repeat(60)}…`)} is longer than 255 characters`],
  ]);
});

test('the reference is a column by its name, or by the path that it is mapped to; another is refused at once', async () => {
  const table = makeTable(['Nr', 'Ref'], [['1', 'R-1']]);
  const map = new Map([
    ['Nr', 'number'],
    ['Ref', null],
  ]);
  for (const [reference, text] of Object.entries({ Nr: '1', number: '1', Ref: 'R-1' }))
    expect(item((await collect(open(table, { map, reference })))[0])).toMatchObject({ reference: text, data: { number: '1' } });
  expect(() => open(table, { map, reference: 'Reff' })).toThrow('there is no column "Reff"; did you mean "Ref"?');
});

test('limit and offset count documents', async () => {
  const rows = [['1'], ['2'], 'broken', ['4']] as const;
  expect(await describe(open(makeTable(['number'], rows), { offset: 1, limit: 2 }))).toEqual([
    { number: '2' },
    ['orders.csv:4 broken'],
  ]);
  expect(await describe(open(makeTable(['number'], rows), { limit: 0 }))).toEqual([]);
  expect(await describe(open(makeTable(['number'], rows), { offset: 9 }))).toEqual([]);
});

test('several files are one batch', async () => {
  const files = [makeTable(['number'], [['1']]), makeTable(['total'], [['2']], { file: 'b.csv' })];
  const sources = (await collect(open(files))).map(({ source }) => `${source.file} ${source.row}`);
  expect(sources).toEqual(['orders.csv 1', 'b.csv 1']);
});

test('digits that are lost are told with their place', async () => {
  const [entry] = await collect(open(makeTable(['total'], [['12345678901234567890']])));
  expect(item(entry).warnings).toMatchObject([
    { line: 2, columnName: 'total', message: expect.stringContaining('loses digits') },
  ]);
});

const table = tableOf('number', '1');
const join = (on: string) => ({ path: 'lines', table: lineTable(), on });
const records = { file: 'a.json', format: 'json', async *records() {} } as const;

test.each<readonly [BatchInput, Partial<EntryOptions>, string]>([
  [table, { groupBy: 'number' }, '--group-by COLUMN and --rows PATH go together'],
  [table, { rows: 'lines' }, '--group-by COLUMN and --rows PATH go together'],
  [table, { groupBy: 'number', rows: 'customer' }, "--rows customer: the template's data has no array there; it has lines"],
  [table, { groupBy: 'number', rows: 'lines[0]' }, '--rows lines[0]: names lead to the array'],
  [table, { groupBy: 'nummer', rows: 'lines' }, 'there is no column "nummer"; did you mean "number"?'],
  [table, { areItems: true }, '--items is for JSON and YAML; orders.csv is a table'],
  [table, { locale: 'nowhere' }, '--locale takes a language and its country'],
  [table, { join: { ...join('number=order_no'), path: 'customer' } }, '--join customer: the template'],
  ...['number=a=b', '=order_no', 'number=', '=', ''].map(
    (on) => [table, { join: join(on) }, '--on takes COLUMN=COLUMN'] as const,
  ),
  [table, { join: join('number=nr') }, 'there is no column "nr"'],
  [table, { join: join('nr=order_no') }, 'there is no column "nr"'],
  [records, { groupBy: 'a', rows: 'lines' }, '--group-by is for tables; a.json is not a table.'],
  [records, { locale: 'de-DE' }, '--locale and --map are for tables'],
])('options that cannot be are refused before the first document (%#)', (input, options, message) => {
  expect(() => open(input, options)).toThrow(expect.objectContaining({ message: expect.stringContaining(message), exitCode: 2 }));
});

test('what is doubtful in the cells of used columns, and in a row as a whole, is told once', async () => {
  const doubtful: Table = {
    ...orders,
    async *rows() {
      for await (const row of tableOf(orderHeader, '1|Ada|a|1', '1||b|2').rows())
        yield row instanceof Error ? row : { ...row, warnings: [{ message: 'short' }, { index: 1, message: 'odd' }] };
    },
  };
  const [grouped] = await collect(open(doubtful, fold));
  const told = (entry: BatchEntry | undefined) =>
    item(entry).warnings.map(({ line, columnName = 'row', message }) => `${line} ${columnName}: ${message}`);
  expect(told(grouped)).toEqual(['2 customer.name: odd', '2 row: short', '3 row: short']);
  const [single] = await collect(open(doubtful, { ignoresUnknown: true, map: new Map([['customer.name', null]]) }));
  expect(told(single)).toEqual(['2 row: short']);
  const join = { path: 'lines', table: doubtful, on: 'number' };
  const [joined] = await collect(open(tableOf('number', '1'), { join, ignoresUnknown: true }));
  expect(told(joined)).toEqual(['2 row: short', '3 row: short']);
});

test('a rejected document keeps its reference if the reference itself can be read', async () => {
  const broken = { fault: 'holds an error', shown: '#N/A' };
  const table = makeTable(
    ['number', 'total', 'customer'],
    [['1', 'many', 'C1'], ['2', 'many', broken], ['3', 'many', ''], ['4', 'many', 'x'.repeat(256)], 'the row cannot be read'],
  );
  const references = async (input: BatchInput, options: Partial<EntryOptions>) =>
    (await collect(open(input, options))).map(({ kind, reference }) => `${kind} ${reference ?? ''}`);
  const schemaless: Partial<EntryOptions> = { ignoresUnknown: true, reference: 'customer' };
  expect(await references(table, schemaless)).toEqual(['rejected C1', ...Array.from({ length: 4 }, () => 'rejected ')]);
  const folded = tableOf('number|total|customer|price', '1|5||1', '1|6|C1|2', '|5|C2|2');
  const rejected = await references(folded, { ...schemaless, groupBy: 'number', rows: 'lines' });
  expect(rejected).toEqual(['rejected C1', 'rejected C2']);
  const lines = makeTable(['number', 'price'], [['1', 'many']], { file: 'lines.csv' });
  const joined = { ...schemaless, join: { table: lines, path: 'lines', on: 'number' } };
  expect(await references(tableOf('number|customer', '1|C1'), joined)).toEqual(['rejected C1']);
});
