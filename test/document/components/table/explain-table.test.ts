// What people write about sums and groups of tables, rightly or as in other tools, and data that try them hard.
import { describe, expect, test } from 'vitest';
import { records } from '../../../support/records.ts';
import { compile, layOut, pageTexts } from '../../../support/render.ts';

const columns = [
  { header: 'Name', body: '{{ l.name }}' },
  { header: 'Amount', body: '{{ l.amount }}' },
];
const plain = { table: 'lines', as: 'l', columns };
const summed = { ...plain, sums: { amount: 'l.amount' } };
const row = (text: string, more: object = {}) => ({ ...more, cells: ['', text] });
const grouped = (level: object) => ({ ...summed, groups: [{ by: 'l.region', ...level }] });
const line = {
  type: 'object',
  required: ['name', 'amount', 'region'],
  properties: { name: { type: 'string' }, amount: { type: 'number' }, region: { type: 'string' } },
};
const dataSchema = { type: 'object', required: ['lines'], properties: { lines: { type: 'array', items: line } } };

describe('a table that is written as in another tool', () => {
  const place = '/pages/0/body/0';
  test.each([
    [{ ...plain, sum: { amount: 'l.amount' } }, `unknown-property ${place}/sum "sum" is not known here; did you mean "sums"?`],
    [{ ...plain, sums: ['amount'] }, `wrong-type ${place}/sums must name each sum: write { "amount": "l.amount" }`],
    [
      { ...plain, sums: ['l.amount', 'net'] },
      `wrong-type ${place}/sums must name each sum: write { "amount": "l.amount", "net": "l.net" }`,
    ],
    [
      { ...plain, sums: { 'a/b~c': 'l.amount' } },
      `reserved-name ${place}/sums/a~1b~0c "a/b~c" cannot be a name in expressions. A name has letters, digits, "_" and "$", and begins with no digit.`,
    ],
    [{ ...plain, sums: [] }, `wrong-type ${place}/sums must be an object, got []`],
    [{ ...plain, sums: 'l.amount' }, `wrong-type ${place}/sums must name each sum: write { "amount": "l.amount" }`],
    [
      { ...plain, group: 'l.region' },
      `two-types ${place}/group has "table" and "group", and each of them makes a component of its own: keep one. To group the rows of the table, write "groups": [{ "by": "l.region" }].`,
    ],
    [
      { ...plain, groups: 'l.region' },
      `wrong-type ${place}/groups must be a list, the outermost group first: write [{"by":"l.region"}]`,
    ],
    [
      { ...plain, groups: { by: 'l.region' } },
      `wrong-type ${place}/groups must be a list, the outermost group first: write [{"by":"l.region"}]`,
    ],
    [{ ...plain, columns: 'l.name' }, `wrong-type ${place}/columns must be a list, got "l.name"`],
    [
      { ...plain, header: { first: [{ cells: ['a', 'b'] }], notFirst: ['c'] } },
      `wrong-type ${place}/header must be a list of rows: write [{"on":"first","cells":["a","b"]},{"on":"notFirst","cells":["c"]}]`,
    ],
    [
      { ...plain, footer: { cells: ['a', 'b'] } },
      `wrong-type ${place}/footer must be a list of rows: write [{"cells":["a","b"]}]`,
    ],
    [{ ...plain, footer: { top: 1 } }, `wrong-type ${place}/footer must be a list of rows: write [{"cells":["…"]}]`],
    [
      grouped({ footer: { last: { cells: ['a', 'b'] } } }),
      `wrong-type ${place}/groups/0/footer must be a list of rows: write [{"on":"last","cells":["a","b"]}]`,
    ],
    [
      { ...plain, columns: [{ each: 3, as: 'c', body: '{{ c }}' }] },
      `wrong-type ${place}/columns/0/each must be a list such as [1, 2, 3], or an expression that gives one such as "order.lines", got 3`,
    ],
    [
      { ...plain, table: true },
      `wrong-type ${place}/table must be a list such as ["one", "two"], or an expression that gives one such as "order.lines", got true`,
    ],
    [{ ...plain, groups: ['l.region'] }, `wrong-type ${place}/groups/0 must be an object: write {"by":"l.region"}`],
    [
      { ...summed, footer: [row('{{ sum.amount }}')] },
      `unknown-path ${place}/footer/0/cells/1 The data schema has no "sum"; did you mean "sums"?`,
    ],
    [
      { ...summed, footer: [row('{{ sums.amount }}')] },
      `wrong-type ${place}/footer/0/cells/1 This is an object, which would print as JSON; write {{ sums.amount.all }}, or {{ sums.amount | json }} if JSON is meant.`,
    ],
    [
      { ...summed, footer: [row('{{ sums.amount.total }}')] },
      `unknown-path ${place}/footer/0/cells/1 "sums.amount" has no "total"; there are: all, sofar, before, page`,
    ],
    [
      { ...summed, columns: [columns[0], { header: 'b', body: '{{ sums.amount.running }}' }] },
      `unknown-path ${place}/columns/1/body "sums.amount" has no "running"; there are: all, sofar, before, page`,
    ],
    [
      grouped({ header: [row('{{ group }}')] }),
      `wrong-type ${place}/groups/0/header/0/cells/1 This is an object, which would print as JSON; write {{ group.key }}, or {{ group | json }} if JSON is meant.`,
    ],
    [
      grouped({ header: [row('{{ group.name }}')] }),
      `unknown-path ${place}/groups/0/header/0/cells/1 "group" has no "name"; there are: key, items, count, index, sums`,
    ],
    [
      grouped({ header: [row('{{ group.items[0].total }}')] }),
      `unknown-path ${place}/groups/0/header/0/cells/1 "group.items[0]" has no "total"; there are: name, amount, region. To use "total", add it at /properties/lines/items/properties of the data schema (schema.json)`,
    ],
    [
      grouped({ footer: [row('{{ group.total }}')] }),
      `unknown-path ${place}/groups/0/footer/0/cells/1 "group" has no "total"; there are: key, items, count, index, sums`,
    ],
    [
      { ...grouped({}), footer: [row('{{ group.key }}')] },
      `unknown-path ${place}/footer/0/cells/1 The data schema has no "group"; "group" belongs to a table with "groups", and only its own rows know it`,
    ],
    [
      { text: '{{ sums.amount.all }}' },
      `unknown-path ${place}/text The data schema has no "sums"; "sums" belongs to a table with "sums", and only its own rows know it`,
    ],
    [
      { ...summed, footer: [row('x', { on: 'first' })] },
      `wrong-value ${place}/footer/0/on must be one of "last", "notLast", "all", got "first": footer rows tell only whether the table ends on the sheet`,
    ],
    [
      { ...summed, header: [row('x', { on: 'last' })] },
      `wrong-value ${place}/header/0/on must be one of "all", "first", "notFirst", got "last": a header row is placed before it is known whether its sheet is the last`,
    ],
    [
      grouped({ header: [row('x', { on: 'odd' })] }),
      `wrong-value ${place}/groups/0/header/0/on must be one of "all", "first", "notFirst", got "odd": only the sheets of the table count, or of the group, and not those of the document`,
    ],
    [
      { ...summed, as: 'sums', sums: { amount: 'sums.amount' }, columns: [{ header: 'a', body: 'a' }] },
      `name-shadowed ${place}/as "sums" is a name of this table itself; choose another name.`,
    ],
  ])('%j', async (body, message) => {
    const { diagnostics } = await compile({ pages: [{ body: [body] }], dataSchema });
    expect(diagnostics.map((one) => `${one.code} ${one.pointer} ${one.message}`)).toEqual([message]);
  });
});

describe('the names "sums" and "group"', () => {
  test('are free for the elements of a table without sums or groups', async () => {
    for (const as of ['sums', 'group']) {
      const body = [{ table: [{ a: 1 }], as, columns: [`{{ ${as}.a }}`] }];
      expect((await compile({ pages: [{ body }] })).diagnostics).toEqual([]);
      expect(pageTexts(await layOut(body))).toEqual([['1']]);
    }
  });

  const texts = async (body: unknown, data: unknown) => (await pageTexts(await layOut([body], data))).flat();
  const lines = records('name amount', ['a', 1], ['b', 2]);

  test.each(['__proto__', 'constructor', 'all', 'sums', 'toString'])('may hold a sum named %s', async (name) => {
    const sums = JSON.parse(`{ "${name}": "l.amount" }`);
    const body = { ...plain, columns: ['{{ l.name }}', 'x'], sums, footer: [row(`{{ sums.${name}.all }}`)] };
    expect((await texts(body, { lines })).at(-1)).toBe('3');
  });

  test('hide those of the data, and of a table around', async () => {
    const inner = {
      table: 'l.parts',
      as: 'p',
      sums: { amount: 'p' },
      columns: ['{{ p }}'],
      footer: [{ cells: ['inner {{ sums.amount.all }}'] }],
    };
    const body = {
      ...plain,
      sums: { amount: 'l.amount' },
      columns: [{ body: [inner] }],
      footer: [{ cells: ['outer {{ sums.amount.all }} {{ data.sums }}'] }],
    };
    const data = { sums: 'of data', lines: [{ amount: 5, parts: [1, 2] }] };
    expect(await texts(body, data)).toEqual(['1', '2', 'inner 3', 'outer 5 of data']);
  });

  test('have groups of equal content, whatever it is', async () => {
    const keys = [{ a: 1, b: 2 }, { b: 2, a: 1 }, [1], [1], null, undefined, '1', 1];
    const header = [row('{{ group.count }}', { on: 'first' })];
    const body = { ...plain, columns: ['r', ''], groups: [{ by: 'l.key', header }] };
    const made = await texts(body, { lines: keys.map((key) => ({ key })) });
    expect(made.filter((text) => text !== 'r')).toEqual(['2', '2', '2', '1', '1']);
  });

  test('say which value a sum leaves out because it is no number, and nothing of a member that is missing', async () => {
    const told = async (amount: string, first: unknown) => {
      const table = { ...summed, sums: { amount }, columns: ['{{ l.name }}', 'x'], footer: [row('{{ sums.amount.all }}')] };
      const made = await layOut([table], { lines: [{ name: 'a', amount: first }, { name: 'b' }, { name: 'c', amount: 3 }] });
      return [pageTexts(made).flat().at(-1), ...made.warnings.map(({ message }) => message)];
    };
    expect(await told(' l.amount ', 'two')).toEqual(['3', '"two" is not a number and is left out of the sum.']);
    expect(await told('l.amount * 2', 1)).toEqual([
      '8',
      '"l.amount" is missing, which "l.amount * 2" needs: write (l.amount * 2) ?? 0 to leave such an element out.',
    ]);
  });

  test('say which number a sum leaves out, because it would have too many digits', async () => {
    const amounts = [`1${'0'.repeat(900)}`, `0.${'0'.repeat(900)}1`, '5'];
    const { warnings } = await layOut([{ ...summed, columns: ['{{ l.name }}', 'x'] }], {
      lines: amounts.map((amount) => ({ name: 'n', amount })),
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      'The sum would have more than 1,000 digits: this number is left out of it.',
    ]);
  });
});

test('headers of groups that are too high are not repeated, the innermost first', async () => {
  const level = (by: string, count: number) => ({
    by,
    header: [{ cells: [{ span: 2, stack: Array.from({ length: count }, () => by) }] }],
  });
  const body = { ...plain, cellPadding: 0, groups: [level('l.a', 2), level('l.b', 3)] };
  const laidOut = await layOut([body], { lines: Array.from({ length: 9 }, () => ({ name: 'r', amount: 1, a: 1, b: 1 })) });
  const [first, second] = pageTexts(laidOut).map((page) => page.filter((text) => text.startsWith('l.')));
  expect(first).toEqual(['l.a', 'l.a', 'l.b', 'l.b', 'l.b']);
  expect(second).toEqual(['l.a', 'l.a']);
  expect(laidOut.warnings.map(({ message }) => message)).toEqual([
    'The headers of the table and of its groups are higher than half a page together: the innermost are not repeated.',
  ]);
});
