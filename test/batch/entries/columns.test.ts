import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMapUse, resolveColumns } from '../../../src/batch/entries/columns.ts';
import { openEntries } from '../../../src/batch/entries/open-entries.ts';
import { readColumnMap } from '../../../src/batch/entries/read-map.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { formatPath } from '../../../src/input/parse-path.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { makeFolder } from '../../support/folders.ts';
import { collect, makeTable } from '../make-table.ts';

const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    number: { type: 'string' },
    'Order Date': { type: 'string' },
    'a.b': { type: 'string' },
    customer: { type: 'object', properties: { name: { type: 'string' }, country: { type: 'string' } } },
    lines: { type: 'array', items: { properties: { price: { type: 'number' }, text: { type: 'string' } } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

const resolve = (headers: readonly string[], options: Partial<Parameters<typeof resolveColumns>[1]> = {}) =>
  resolveColumns(makeTable(headers, []), {
    schema,
    map: new Map(),
    ignoresUnknown: false,
    marks: undefined,
    timeZone: 'UTC',
    nameOption: nameFlag,
    ...options,
  });

const paths = (headers: readonly string[], options: Partial<Parameters<typeof resolveColumns>[1]> = {}) => {
  const { document, element, ignored } = resolve(headers, options);
  return {
    document: document.map((one) => formatPath(one.steps)),
    element: element.map((one) => formatPath(one.steps)),
    ignored,
  };
};

test('headers are paths, or names of members as they stand', () => {
  expect(paths(['number', 'customer.name', 'lines[0].price', 'Order Date', 'a.b', 'customer["country"]']).document).toEqual([
    'number',
    'customer.name',
    'lines[0].price',
    '["Order Date"]',
    '["a.b"]',
    'customer.country',
  ]);
});

test('a schema that says nothing admits any header', () => {
  expect(paths(['Kunde Nr', 'a.b', 'x[0]'], { schema: true }).document).toEqual(['["Kunde Nr"]', 'a.b', 'x[0]']);
});

test('where only one column was found, the delimiter is asked for', () => {
  expect(() => resolve(['number:customer.name'])).toThrow(
    'or, since only one column was found, name the character between the cells with --delimiter,\n',
  );
  expect(() => resolve(['Nr', 'Name'])).not.toThrow('only one column');
});

test('headers that are UTF-8, but were read in another encoding, are told with the columns that have no place', () => {
  const table = { ...makeTable(['GrÃ¶ÃŸe', 'number'], []), headerDoubt: '"GrÃ¶ÃŸe" is "Größe" in UTF-8' };
  const options = { schema, map: new Map(), ignoresUnknown: false, marks: undefined, timeZone: 'UTC', nameOption: nameFlag };
  expect(() => resolveColumns(table, options)).toThrow('  GrÃ¶ÃŸe\n"GrÃ¶ÃŸe" is "Größe" in UTF-8\nWrite');
});

test('the column of an earlier run with its errors is passed over', () => {
  expect(paths(['number', 'pdfgen_error'])).toEqual({ document: ['number'], element: [], ignored: [] });
});

test('unknown columns are listed with the nearest places and a map to paste', () => {
  const error = (() => {
    try {
      resolve(['numbr', 'Customer Name', 'lines[0].price', 'qqqqqq', 'contry']);
    } catch (caught) {
      return caught as Error & { exitCode: number; file: string };
    }
    throw new Error('nothing was raised');
  })();
  expect(error).toMatchObject({ exitCode: 2, file: 'orders.csv' });
  expect(error.message).toContain(
    'no place for these 4 columns:\n  numbr  did you mean number?\n  Customer Name  did you mean customer.name?\n  qqqqqq\n',
  );
  expect(error.message).toContain('(null leaves a column out),\nor add --ignore-unknown-columns:\n');
  const many = Array.from({ length: 2_000 }, (_, i) => `x${i}`);
  expect(() => resolve(many)).toThrow(/these 2000 columns:\n {2}x0\n[\s\S]* {2}x99\n {2}and 1900 more\n/);
  expect(JSON.parse(error.message.slice(error.message.indexOf('{')))).toEqual({
    numbr: 'number',
    'Customer Name': 'customer.name',
    qqqqqq: null,
    contry: 'customer.country',
  });
});

test('a place that another column has is not offered', () => {
  expect(() => resolve(['number', 'numbr', 'lines.price', 'lines.prise'], { each: ['lines'] })).toThrow(
    '{\n  "numbr": null,\n  "lines.prise": null\n}',
  );
  expect(() => resolve(['numbr', 'nmber'])).toThrow('{\n  "numbr": "number",\n  "nmber": null\n}');
});

test('a column of lines, where rows are documents, leads to the options that fold them', () => {
  expect(() => resolve(['lines.price'])).toThrow('make one document of several rows with --group-by COLUMN --rows lines,');
  expect(() => resolve(['lines[].price'])).toThrow('--group-by COLUMN --rows lines');
});

test('unknown columns are dropped when the user says so', () => {
  expect(paths(['number', 'x'], { ignoresUnknown: true })).toEqual({ document: ['number'], element: [], ignored: ['x'] });
});

test('a map renames and ignores', () => {
  const map = new Map([
    ['Nr', 'number'],
    ['Notiz', null],
    ['customer.name', 'customer.country'],
  ]);
  expect(paths(['Nr', 'Notiz', 'customer.name'], { map })).toEqual({
    document: ['number', 'customer.country'],
    element: [],
    ignored: ['Notiz'],
  });
});

test.each([
  [{ Nr: 'numbr' }, "--map Nr=numbr: the template's data has no numbr; did you mean number?"],
  [{ Nr: 'a..b' }, '--map Nr=a..b: cannot be read as a path from "..b"; paths look like lines[0].price'],
])('the map %j is refused', (map, message) => {
  expect(() => resolve(['Nr'], { map: new Map(Object.entries(map)) })).toThrow(expect.objectContaining({ message, exitCode: 2 }));
});

test('a map of a column that is nowhere is refused, unless it leaves it out', () => {
  const table = makeTable(['Number'], []);
  expect(() => checkMapUse(new Map([['Numbr', 'number']]), [table], nameFlag)).toThrow(
    '--map: there is no column "Numbr"; did you mean "Number"?',
  );
  expect(() => checkMapUse(new Map([['Numbr', null]]), [table], nameFlag)).not.toThrow();
  const cover = { ...table, file: 'may.xlsx', headers: ['Report', 'of May'], format: { kind: 'sheet', sheet: 'Cover' } as const };
  expect(() => checkMapUse(new Map([['Number', 'number']]), [cover], nameFlag)).toThrow(
    '--map: there is no column "Number"; may.xlsx, sheet "Cover", has "Report", "of May"',
  );
});

test('columns of a wrong sheet lead to the others', () => {
  const cover = { kind: 'sheet', sheet: 'Cover', others: ['Orders', 'Q2'] } as const;
  const table = { ...makeTable(['Report'], []), format: cover };
  expect(() =>
    resolveColumns(table, {
      schema,
      map: new Map(),
      ignoresUnknown: false,
      marks: undefined,
      timeZone: 'UTC',
      nameOption: nameFlag,
    }),
  ).toThrow(
    /no place for this column of the sheet "Cover":\n {2}Report\n(.*\n)+or name another sheet with --sheet: "Orders", "Q2",\n/,
  );
});

test('a key that is no column is told with those there are', () => {
  expect(() => resolve(['number'], { keys: ['order_no'] })).toThrow('there is no column "order_no"; orders.csv has "number"');
});

test.each([
  [['number', 'Nr'], 'the column "number" and the column "Nr" both go to number'],
  [
    ['customer.name', 'K'],
    'the column "K" and the column "customer.name" cannot both be there: customer would be a value and hold customer.name',
  ],
  [
    ['K', 'customer.name'],
    'the column "K" and the column "customer.name" cannot both be there: customer would be a value and hold customer.name',
  ],
])('%j share a place', (headers, message) => {
  const map = new Map([
    ['Nr', 'number'],
    ['K', 'customer'],
  ]);
  expect(() => resolve(headers, { map })).toThrow(expect.objectContaining({ reason: message, exitCode: 2 }));
});

test('an array and an object cannot stand in one place', () => {
  expect(() => resolve(['a[0]', 'a.b'], { schema: true })).toThrow('one needs an array here, the other an object');
});

test('columns below the rows belong to each element', () => {
  const each = ['lines'];
  expect(paths(['number', 'lines.price', 'lines[].text'], { each })).toEqual({
    document: ['number'],
    element: ['price', 'text'],
    ignored: [],
  });
  expect(paths(['tags[]'], { each: ['tags'] }).element).toEqual(['']);
  expect(paths(['P'], { each, map: new Map([['P', 'lines.price']]) }).element).toEqual(['price']);
  expect(paths(['P'], { each, map: new Map([['P', 'lines[].price']]) }).element).toEqual(['price']);
  expect(() => resolve(['lines[0].price'], { each })).toThrow('no place for this column');
  expect(() => resolve(['lines.prise'], { each })).toThrow('did you mean lines.price?');
});

test('columns of a joined table are those of an element', () => {
  const each = ['lines'];
  expect(paths(['order', 'price', 'lines.text'], { each, of: 'element', keys: ['order'] })).toEqual({
    document: [],
    element: ['price', 'text'],
    ignored: ['order'],
  });
  expect(paths(['order', 'price'], { schema: true, each, of: 'element', keys: ['order'] })).toMatchObject({
    element: ['price'],
    ignored: ['order'],
  });
});

test('a key column needs no place, but must be there', () => {
  expect(paths(['key', 'number'], { keys: ['key'] })).toEqual({ document: ['number'], element: [], ignored: ['key'] });
  expect(() => resolve(['number'], { keys: ['numbr'] })).toThrow('there is no column "numbr"; did you mean "number"?');
});

test('no column goes where a joined table goes', () => {
  expect(() => resolve(['lines[0].price'], { joined: ['lines'] })).toThrow(
    'the rows of lines and the column "lines[0].price" cannot both be there',
  );
});

test('a map is read from options and files, the later word holds', async () => {
  const folder = makeFolder({ 'map.json': '{ "A": "a", "B": null }' });
  expect([
    ...(await readColumnMap(['map.json', 'A = b', 'x=y=c', 'D=a["="]', 'E=', 'F=null', 'G=["null"]'], folder, nameFlag)),
  ]).toEqual([
    ['A', 'b'],
    ['B', null],
    ['x=y', 'c'],
    ['D', 'a["="]'],
    ['E', null],
    ['F', null],
    ['G', '["null"]'],
  ]);
});

test.each([
  ['{ "A": 1 }', 'the path of "A" must be a text', { line: 1, column: 8, exitCode: 2 }],
  ['[]', 'must be an object', { exitCode: 2 }],
  ['{', 'the text ends', { exitCode: 2 }],
])('the map file %s is refused', async (text, message, place) => {
  const folder = makeFolder({ 'map.json': text });
  await expect(readColumnMap(['map.json'], folder, nameFlag)).rejects.toMatchObject({
    ...place,
    file: 'map.json',
    message: expect.stringContaining(message),
  });
});

test('a map that is neither is refused', async () => {
  for (const file of ['map.csv', 'map.json.txt'])
    await expect(readColumnMap([file], '.', nameFlag)).rejects.toMatchObject({ exitCode: 2 });
  await expect(readColumnMap(['nowhere.json'], '.', nameFlag)).rejects.toMatchObject({
    exitCode: 9,
    message: 'nowhere.json: cannot be read: there is no such file',
  });
});

test.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
] as const)('names of the schema in %s and of the options in %s are the same', async (ofSchema, ofOptions) => {
  const schema: Schema = {
    properties: { ['Größe'.normalize(ofSchema)]: { type: 'number' }, ['Fällig'.normalize(ofSchema)]: { type: 'string' } },
    additionalProperties: false,
  };
  const table = makeTable(
    ['Größe', 'Zahlbar für'].map((name) => name.normalize('NFC')),
    [['1', 'x']],
  );
  const map = await readColumnMap(['Zahlbar für=Fällig'.normalize(ofOptions)], '.', nameFlag);
  const options = { schema, timeZone: 'UTC', map, nameOption: nameFlag, reference: 'Größe'.normalize(ofOptions) };
  const [entry] = await collect(openEntries([table], options));
  expect(entry).toMatchObject({
    reference: '1',
    data: { ['Größe'.normalize(ofSchema)]: 1, ['Fällig'.normalize(ofSchema)]: 'x' },
  });
});

test('a map that names a column in two compositions is refused', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'm.json'), JSON.stringify({ ['ü'.normalize('NFC')]: 'a', ['ü'.normalize('NFD')]: 'b' }));
  await expect(readColumnMap(['m.json'], folder, nameFlag)).rejects.toThrow('names the column "ü" twice');
});
