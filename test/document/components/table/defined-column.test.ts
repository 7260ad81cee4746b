// Columns of tables that use a definition.
import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../../../src/document/compile/canonical-form.ts';
import { findUnusedNames } from '../../../../src/document/compile/find-unused-names.ts';
import { createDice } from '../../../support/grammar/dice.ts';
import { explain, itemsOf, type LaidOut, layOut, pageLines, printedLines } from '../../../support/render.ts';
import { listOf, number, objectOf } from '../../../support/schemas.ts';
import { structureLines } from '../../../support/structure.ts';
import { trialSeeds } from '../../../support/trials.ts';

const text = { type: 'string' };
const line = objectOf({ group: text, name: text, price: number, years: listOf(number), kind: text }, 'group name price years');
const dataSchema = objectOf(
  { title: text, years: listOf(text), wide: number, lines: listOf(line), note: text, value: text },
  'title years wide lines value',
);
const data = {
  title: 'Costs',
  years: ['2025', '2024'],
  wide: 40,
  value: 'V',
  lines: [
    { group: 'A', name: 'Nuts', price: 12.5, years: [1.25, -2] },
    { group: 'A', name: 'Figs', price: -3, years: [-30, 4.5] },
    { group: 'B', name: 'Dates', price: 100.25, years: [7, 8] },
  ],
};
const styles = { neg: { color: '#ff0000' }, wide: { width: 90, align: 'decimal' }, small: { size: 6, padding: 1 } };
const values = { 'acct(n)': "n < 0 ? '(' & (-n | number: 2) & ')' : (n | number: 2)" };
const amount = {
  params: ['head', 'n'],
  column: {
    width: 70,
    align: 'decimal',
    header: '{{ head }}',
    value: 'n',
    sum: true,
    body: '{{ value | acct }}',
    style: "{{ value < 0 ? 'neg' : '' }}",
  },
};
const name = { header: 'Name', body: '{{ l.name }}' };

type Part = Readonly<Record<string, unknown>>;

const inTable = (columns: readonly unknown[], more: Part = {}) => ({ table: 'lines', as: 'l', columns, ...more });
const layOutTable = (columns: readonly unknown[], define: Part, more: Part = {}) =>
  layOut([inTable(columns, more)], data, {}, { define, dataSchema, styles, let: values });

/** The faults of a table. Styles and values of `let` that it does not use are not told. */
const faults = async (
  columns: readonly unknown[],
  define: Part,
  more: Part = {},
  around: (table: unknown) => unknown = (one) => one,
) => {
  const found = await explain({ dataSchema, styles, let: values, define, pages: [{ body: [around(inTable(columns, more))] }] });
  return found.filter((one) => !one.includes('unused-name /let/') && !one.includes('empty-header'));
};

/** Both tables look the same, have the same tags and the same warnings but for their places. */
async function expectSame(written: readonly unknown[], used: readonly unknown[], define: Part, more: Part = {}): Promise<void> {
  const [one, other] = [await layOutTable(written, {}, more), await layOutTable(used, define, more)];
  expect(pageLines(other)).toEqual(pageLines(one));
  expect(structureLines(other)).toEqual(structureLines(one));
  expect(other.warnings.map(({ code, dataPath }) => [code, dataPath])).toEqual(
    one.warnings.map(({ code, dataPath }) => [code, dataPath]),
  );
}

describe('a column with a use', () => {
  const writtenOut = { ...amount.column, header: 'Price', value: 'l.price' };
  const use = { use: 'amount', with: ['Price', '{{ l.price }}'] };
  const ends = {
    groups: [{ by: 'l.group', header: [{ on: 'first', cells: '{{ group.key }}' }], subtotal: 'Sum of {{ group.key }}' }],
    total: { label: 'Total', values: { bold: true } },
    carried: 'Carried',
    brought: 'Brought',
  };
  test('is what its definition says, in its rows and in those of sums', () =>
    expectSame([name, writtenOut], [name, use], { amount }, ends));
  test('repeats for the elements of a list, whose element its values see', () =>
    expectSame(
      [name, { ...amount.column, each: 'years', as: 'y', header: '{{ y }}', value: 'l.years[loop.index0]' }],
      [name, { each: 'years', as: 'y', use: 'amount', with: ['{{ y }}', '{{ l.years[loop.index0] }}'] }],
      { amount },
      ends,
    ));
  test.each([
    ['another sum', { sum: 'running' }],
    ['a width and a header', { width: 50, header: '{{ title }}' }],
    ['a body of its own, which knows the value of the definition', { body: 'n: {{ value }}', align: 'left' }],
    ['a value of its own, which the body of the definition prints', { value: 'l.price * 2' }],
    ['a condition', { when: 'lines.size > 5' }],
    ['looks', { color: '#00ff00', padding: 4, background: '#eeeeee', valign: 'middle' }],
    ['a style in place of that of the definition', { style: ['wide', 'small'], width: 60 }],
  ])('says besides what wins over the definition: %s', (_, own) =>
    expectSame([name, { ...writtenOut, ...own }], [name, { ...use, ...own }], { amount }, ends),
  );
  test('gives the number that its definition prints', async () => {
    const { value: _value, header: _header, ...column } = amount.column;
    const own = { header: 'Price', value: 'l.price' };
    await expectSame([name, { ...column, ...own }], [name, { use: 'money', ...own }], { money: { column } }, ends);
    expect(await faults([name, { use: 'money', ...own }], { money: { column } }, ends)).toEqual([]);
  });
  test('has a style that wins over what the definition says itself', async () => {
    const define = { d: { column: { bold: true, size: 12, padding: 9, body: 'x' } } };
    await expectSame(
      [{ style: 'small', bold: true, body: 'x', header: 'h' }],
      [{ use: 'd', style: 'small', header: 'h' }],
      define,
    );
  });
  test.each([
    ['left', 0],
    ['right', 11.5],
  ])('has the side of its own, %s, before the decimals of the style of its definition', async (align, further) => {
    const column = { style: 'wide', value: 'l.price', sum: true, header: 'h' };
    const d = { params: ['n'], column: { ...column, value: 'n' } };
    const used = [name, { use: 'd', with: ['{{ l.price }}'], align }];
    await expectSame([name, { ...column, align }], used, { d }, ends);
    const lines = pageLines(await layOutTable(used, { d })).flat();
    const xOf = (text: string) => Number(/ ([\d.]+),/.exec(lines.find((line) => line.endsWith(`"${text}"`))!)![1]);
    // With lined up decimals, the numbers would begin one digit apart.
    expect(xOf('12.5') - xOf('100.25')).toBeCloseTo(further, 0);
  });
  test('takes width, sides and padding from the style of its definition', async () => {
    const column = { style: ['wide', 'small'], value: 'l.price', header: 'h' };
    const d = { params: ['n'], column: { ...column, value: 'n' } };
    await expectSame([name, column], [name, { use: 'd', with: ['{{ l.price }}'] }], { d });
  });
  test('sees the data and the let of the template where a name of the table hides them', async () => {
    const define = { d: { column: { header: 'h', body: '{{ title }} {{ 1 | acct }}' } } };
    const rows = await layOut([{ ...inTable([{ use: 'd' }]), as: 'title' }], data, {}, { define, dataSchema, let: values });
    expect(printedLines(rows).flat().slice(1, 2)).toEqual(['Costs 1.00']);
    const inRepeat = { repeat: 'years', as: 'value', body: [inTable([{ use: 'v', value: 'l.price' }])] };
    const v = { v: { column: { header: '{{ value }}' } } };
    expect(
      printedLines(await layOut([inRepeat], data, {}, { define: v, dataSchema }))
        .flat()
        .slice(0, 2),
    ).toEqual(['V', '12.5']);
  });
  test('has params that hide the names of the template, and conditions that prove what they ask for', async () => {
    const define = { d: { params: ['rate'], column: { when: 'note', header: '{{ note }}', body: '{{ rate }}' } } };
    const body = [inTable([{ use: 'd', with: ['{{ l.name }}'] }]), '{{ rate }}'];
    const more = { define, dataSchema, let: { rate: '7' } };
    expect(
      printedLines(await layOut(body, { ...data, note: 'n' }, {}, more))
        .flat()
        .slice(0, 2),
    ).toEqual(['n', 'Nuts']);
    expect(await explain({ ...more, pages: [{ body }] })).toEqual([expect.stringContaining('warning name-shadowed ')]);
  });
  test('has bound numbers that params give', async () => {
    const define = { d: { params: ['w', 'p'], column: { width: '{{ w }}', padding: ['{{ p }}', 2], header: 'h', body: 'x' } } };
    await expectSame(
      [{ width: 40, padding: [3, 2], header: 'h', body: 'x' }, name],
      [{ use: 'd', with: ['{{ wide }}', 3] }, name],
      define,
    );
    await expectSame(
      [
        { width: 40, padding: [3, 2], header: 'h', body: 'x' },
        { width: 20, padding: [1, 2], header: 'h', body: 'x' },
      ],
      [
        { use: 'd', with: { w: '{{ wide }}', p: 3 } },
        { use: 'd', with: ['{{ wide / 2 }}', 1] },
      ],
      define,
    );
  });
  test('merges neighbours, and covers several rows, as its definition says', async () => {
    const define = { d: { params: ['g'], column: { header: 'h', merge: 'g', rowSpan: 2, body: '{{ g }}' } } };
    const rows = { rows: [{ cells: ['{{ l.price }}'] }] };
    await expectSame(
      [{ header: 'h', merge: 'l.group', rowSpan: 2, body: '{{ l.group }}' }, name],
      [{ use: 'd', with: ['{{ l.group }}'] }, name],
      define,
      rows,
    );
  });
  test('stands in a definition, and its body uses another one', async () => {
    const define = {
      pair: { params: ['a', 'b'], body: { row: ['{{ a }}', '{{ b }}'] } },
      both: { params: ['of'], column: { header: 'h', body: { use: 'pair', with: ['{{ of.name }}', '{{ of.price }}'] } } },
      list: { params: ['rows'], body: { table: 'rows', as: 'r', columns: [{ use: 'both', with: ['{{ r }}'] }] } },
    };
    const laidOut = await layOut([{ use: 'list', with: ['{{ lines }}'] }], data, {}, { define, dataSchema });
    expect(printedLines(laidOut).flat().slice(0, 2)).toEqual(['h', 'Nuts12.5']);
    expect(await explain({ dataSchema, define, pages: [{ body: [{ use: 'list', with: ['{{ lines }}'] }] }] })).toEqual([]);
  });
  test('is named in the warnings of its cells', async () => {
    const define = { d: { params: ['t'], column: { header: 'h', width: 10, body: { text: '{{ t }}', maxLines: 1 } } } };
    const { warnings } = await layOutTable([{ use: 'd', with: ['{{ l.name }} and {{ l.name }}'] }], define);
    const sum = {
      s: { column: { ...define.d.column, value: '1', sum: true, body: { ...define.d.column.body, text: 'a sum {{ value }}' } } },
    };
    const ofSum = await layOutTable([{ use: 's' }], sum, { total: '' });
    expect(new Set(ofSum.warnings.map(({ message }) => /\(in .*/.exec(message)?.[0]))).toEqual(
      new Set(['(in the "use" at /pages/0/body/0/columns/0)']),
    );
    expect(warnings.map(({ code, dataPath, message }) => [code, dataPath, /\(in .*/.exec(message)?.[0]])).toContainEqual([
      'text-cut',
      '/lines/0',
      '(in the "use" at /pages/0/body/0/columns/0)',
    ]);
  });
  test('tells of a sum that is not that of the printed numbers', async () => {
    const define = { d: { params: ['n'], column: { header: 'h', value: 'n', sum: true, body: '{{ value | number: 0 }}' } } };
    const { warnings } = await layOutTable([name, { use: 'd', with: ['{{ l.price / 2 }}'] }], define, { total: 'Total' });
    expect(warnings.map(({ code }) => code)).toEqual(['sum-differs']);
  });
});

describe('the faults of a column with a use', () => {
  const d = { params: ['head', 'n'], column: { header: '{{ head }}', body: '{{ n }}' } };
  const use = (given: unknown, more: Part = {}) => [{ use: 'd', with: given, ...more }];
  const place = '/pages/0/body/0/columns/0';
  test('are none where it fits', async () => {
    expect(await faults(use(['h', '{{ l.name }}']), { d })).toEqual([]);
    expect(await faults([name, { use: 'amount', with: { head: 'h', n: '{{ l.price }}' } }], { amount }, { total: 't' })).toEqual(
      [],
    );
  });
  test.each([
    [
      use(['h', '{{ l.name }}'], { use: 'e' }),
      `error unknown-definition ${place}/use There is no definition "e"; did you mean "d"?`,
    ],
    [use(['h']), `error wrong-param ${place} The definition "d" needs the param "n": write it into "with".`],
    [use({ head: 'h', n: 1, m: 2 }), `error wrong-param ${place}/with/m The definition "d" has no param "m"; did you mean "n"?`],
    [
      use(['h', 1, 2]),
      `error wrong-param ${place}/with/2 The definition "d" takes 2 values, and this is one more; it has: head, n`,
    ],
    [use(['h', '{{ l.nam }}']), `error unknown-path ${place}/with/1 The data schema has no "l.nam"; did you mean "name"?`],
  ])('%j: %s', async (columns, fault) => {
    expect((await faults(columns, { d })).filter((one) => !one.includes('unused-definition'))).toContainEqual(
      expect.stringContaining(fault),
    );
  });
  test('a definition of another kind is told with its use', async () => {
    const define = { d, c: { body: 'x' }, p: { page: { footer: ['f'] } } };
    const found = async (columns: readonly unknown[]) =>
      (await faults(columns, define)).find((one) => one.includes('wrong-definition'));
    expect(await found([{ use: 'c' }])).toBe(
      `error wrong-definition ${place}/use The definition "c" has no "column", so it is not a column. It is a component: use it in a "body".`,
    );
    expect(await found([{ use: 'p' }])).toContain('It is a page layout: use it as an entry of "pages".');
    expect(await found([{ body: { use: 'd', with: ['h', 1] } }])).toBe(
      `error wrong-definition ${place}/body/use The definition "d" has no "body", so it is not a component. It is a column: use it in the "columns" of a table.`,
    );
  });
  const dependent = (param: string, property: string, at: string) =>
    `error column-depends-on-row ${at} The definition "d" uses the param "${param}" in "${property}", which is the same for all rows, so the value cannot use the element of a row. Give a value that stands outside of the rows.`;
  test.each([
    ['header', { header: '{{ n }}' }],
    ['width', { width: '{{ n }}' }],
    ['when', { when: 'n' }],
    ['footer', { footer: '{{ n }}' }],
  ])('a param in "%s" does not depend on the row', async (property, own) => {
    const define = { d: { params: ['n'], column: { header: 'h', body: 'x', ...own } } };
    for (const value of ['{{ l.price }}', '{{ loop.index }}', '{{ twice }}']) {
      const found = await faults(use([value]), define, { let: { twice: 'l.price * 2' } });
      expect(found.filter((one) => !one.includes('unused-name'))).toEqual([dependent('n', property, `${place}/with/0`)]);
    }
    expect(await faults(use(['{{ wide }}']), define)).toEqual([]);
  });
  test('a width is not that of an element for which the column repeats', async () => {
    const define = { d: { params: ['w'], column: { header: 'h', body: 'x', width: '{{ w }}' } } };
    expect(await faults([{ each: 'years', as: 'y', use: 'd', with: ['{{ y.size }}'] }], define)).toEqual([
      expect.stringContaining(`error unknown-path ${place}/with/0 `),
    ]);
  });
  test('a param in the body of a sum does not depend on the row', async () => {
    const define = { d: { params: ['n', 'p'], column: { header: 'h', value: 'n', sum: true, body: '{{ value | number: p }}' } } };
    const found = await faults([name, ...use(['{{ l.price }}', '{{ l.years.size }}'])], define, { total: 't' });
    expect(found).toEqual([dependent('p', 'body', '/pages/0/body/0/columns/1/with/1')]);
    expect(await faults([name, ...use(['{{ l.price }}', '{{ l.years.size }}'])], define)).toEqual([]);
  });
  test('a loop outside of the table is not that of its rows', async () => {
    const define = { d: { params: ['n'], column: { header: '{{ n }}', body: '{{ n }}' } } };
    const inRepeat = (table: unknown) => ({ repeat: 'years', body: [table] });
    const at = '/pages/0/body/0/body/0/columns/0/with/0';
    expect(await faults(use(['{{ loop.index }}']), define, {}, inRepeat)).toEqual([dependent('n', 'header', at)]);
    const each = { each: 'years', as: 'y' };
    expect(await faults(use(['{{ loop.parent.index }}'], each), define, {}, inRepeat)).toEqual([dependent('n', 'header', at)]);
    expect(await faults(use(['{{ loop.index }}'], each), define, {}, inRepeat)).toEqual([]);
  });
  test('a name around the use is not seen, whatever the table calls its rows', async () => {
    const define = { d: { column: { header: 'h', body: '{{ l.name }} {{ loop.index }} {{ sums }}' } } };
    const found = await faults([{ use: 'd' }], define, { sums: { s: 'l.price' } });
    expect(found.map((one) => one.split(' ', 3).join(' '))).toEqual(
      Array.from({ length: 3 }, () => 'error unknown-path /define/d/column/body'),
    );
  });
  test('a definition is proved without a use, and with the types of each', async () => {
    const define = { d: { params: { n: number }, column: { header: 'h', value: 'n', body: '{{ value | sum }} {{ m }}' } } };
    const found = (await faults([name], define)).map((one) => one.split(' ', 3).join(' '));
    expect(found).toEqual([
      'error wrong-type /define/d/column/body',
      'error unknown-path /define/d/column/body',
      'warning unused-definition /define/d',
    ]);
    expect(
      await faults(use(['h', '{{ l.name }}']), { d: { ...d, column: { header: '{{ head }}', body: '{{ n * 2 }}' } } }),
    ).toEqual([
      expect.stringMatching(
        /^error wrong-type \/define\/d\/column\/body .*\(with the values of the "use" at \/pages\/0\/body\/0\/columns\/0\)$/,
      ),
    ]);
  });
  test('a param that is told to be missing is told at the value', async () => {
    expect(await faults(use(['h', '{{ l.kind }}']), { d })).toEqual([
      expect.stringContaining(`warning possibly-missing ${place}/with/1 `),
    ]);
    expect(await faults(use(['h', '{{ l.kind }}'], { when: 'years' }), { d })).toHaveLength(1);
  });
  test.each([
    [{ column: { header: 'h' } }, `error missing-property ${place} needs "body" or "value", because the definition has neither`],
    [{ column: { header: 'h', sum: true, body: 'x' } }, 'error missing-property /define/d/column/sum '],
    [{ column: { body: { slot: 'body' } } }, 'error slot-misplaced /define/d/column/body A column has no slot'],
    [{ column: { bdy: 'x' } }, 'error unknown-property /define/d/column/bdy '],
    [{ column: 'x' }, 'error wrong-type /define/d/column '],
    [{ let: { a: '1' }, column: { body: '{{ a }}' } }, 'error no-effect /define/d/let A column has no names for values'],
    [
      { params: ['value'], column: { body: '{{ value }}' } },
      'error name-shadowed /define/d/params/0 "value" is the number of the column',
    ],
    [
      { column: { body: { table: 'lines', as: 'r', columns: [{ use: 'd' }] } } },
      'error definition-circle /define/d/column/body/columns/0 ',
    ],
  ])('%j', async (definition, fault) => {
    expect(await faults([{ use: 'd' }], { d: definition })).toContainEqual(expect.stringContaining(fault));
  });
});

describe('a table in a definition', () => {
  const total = { total: 'All', groups: [{ by: 'l.group', subtotal: 'of' }] };
  const inDefinition = (columns: readonly unknown[], define: Part, more: Part = total) =>
    faults([name], { list: { params: ['rows'], body: inTable(columns, more) }, ...define }, {}, (table) => [
      table,
      { use: 'list', with: ['{{ lines }}'] },
    ]);
  const money = { params: { head: text }, column: { header: '{{ head }}', sum: true, body: '{{ value | number: 1 }}' } };
  const use = { use: 'money', with: ['h'], value: 'l.price' };
  const list = '/define/list/body';
  test('is proved with what the definitions of its columns say', async () => {
    expect(await inDefinition([name, use], { money })).toEqual([]);
    const { sum: _sum, ...column } = money.column;
    expect(await inDefinition([name, { ...use, sum: true }], { money: { ...money, column } })).toEqual([]);
    const merged = { params: ['g'], column: { header: 'h', merge: 'g', rowSpan: 2, body: '{{ g }}' } };
    const rows = { rows: [{ cells: ['{{ l.price }}'] }] };
    expect(await inDefinition([{ use: 'merged', with: ['{{ l.group }}'] }, name], { merged }, rows)).toEqual([]);
    expect(await inDefinition([name, { ...use, value: 'l.nam' }], { money })).toEqual([
      expect.stringContaining(`error unknown-path ${list}/columns/1/value `),
    ]);
  });
  test('has faults of its own, also if nothing uses it', async () => {
    const define = {
      list: { body: inTable([name, { ...use, sum: undefined }], total) },
      money: { ...money, column: { body: 'x' } },
    };
    expect((await faults([name], JSON.parse(JSON.stringify(define)))).filter((one) => one.startsWith('error'))).toEqual(
      ['groups/0/subtotal', 'total'].map(
        (at) => `error missing-property ${list}/${at} No column has a sum: give a column its number as "value", and "sum": true.`,
      ),
    );
  });
  test('is told of the values of each column, and its proof takes nothing from the limits', async () => {
    const twice = { params: ['n'], column: { header: 'h', body: '{{ n * 2 }}' } };
    const given = { use: 'twice', with: ['{{ l.name }}'] };
    expect(await inDefinition([given, given], { twice }, {})).toEqual(
      [0, 1].map((i) => expect.stringContaining(`(with the values of the "use" at ${list}/columns/${i})`)),
    );
    const long = { column: { header: 'h', body: Array.from({ length: 250 }, () => 'long '.repeat(2000)) } };
    expect(await inDefinition([{ use: 'long' }], { long }, {})).toEqual([]);
  });
  test.each<[string, Part, Part, string]>([
    [
      'missing, which may have the number',
      { use: 'mony', sum: true },
      money,
      `unknown-definition ${list}/columns/1/use There is no definition "mony"`,
    ],
    [
      'faulty',
      use,
      { ...money, column: { ...money.column, each: 'years', as: 'y', body: '{{ y }}' } },
      'unknown-property /define/money/column/each ',
    ],
    [
      'faulty in its body',
      use,
      { ...money, column: { ...money.column, body: '{{ vale }}' } },
      'unknown-path /define/money/column/body ',
    ],
    [
      'faulty in its body, with values without types',
      use,
      { params: ['head'], column: { ...money.column, body: '{{ vale }}' } },
      'unknown-path /define/money/column/body The data schema has no "vale"; did you mean "value"?',
    ],
    [
      'a circle',
      use,
      { ...money, column: { ...money.column, body: inTable([name, use], { total: 'All' }) } },
      'definition-circle /define/money/column/body/columns/1 ',
    ],
  ])('is told once where a definition of its columns is %s', async (_, column, definition, fault) => {
    const found = await inDefinition([name, column], { money: definition });
    expect(found.filter((one) => !one.includes('unused-definition'))).toEqual([expect.stringContaining(`error ${fault}`)]);
  });
});

test.each([
  [{ each: 'years', as: 'y', header: '{{ y }}', sum: true, value: 'l.years[loop.index0]', body: '{{ value }} {{ y }}' }, 'each'],
  [{ as: 'y', header: '{{ y }}', body: '{{ y }}' }, 'as'],
  [{ use: 'e', with: ['{{ l.price }}'], header: 'h', body: '{{ value }}' }, 'use'],
])('what stands at the use of a column is told once: %j', async (column, at) => {
  const advice = at === 'use' ? 'uses no other definition' : 'write "each" and "as" beside the "use" there';
  const found = [
    await faults([name, { use: 'd', value: 'l.price' }], { d: { column } }, { total: 'All' }),
    await faults([name], { d: { column } }),
  ];
  for (const one of found)
    expect(one.filter((fault) => fault.startsWith('error'))).toEqual([
      expect.stringMatching(new RegExp(`^error unknown-property /define/d/column/${at} .*${advice}`)),
    ]);
});

test('names that a column of a definition uses are used, and its canonical form keeps what its use says', () => {
  const define = { d: { params: ['a', 'b'], column: { body: '{{ a }}', style: 'neg' } } };
  const use = { width: '*', with: ['h'], use: 'd' };
  const document = { define, styles: { neg: {} }, pages: [{ body: [inTable([use])] }] };
  expect(findUnusedNames(document).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['unused-param /define/d/params/1']);
  const canonical = JSON.stringify(canonicalForm(document));
  expect(canonical).toContain('"columns":[{"use":"d","with":["h"],"width":"*"}]');
  expect(canonical).toContain('{"style":"neg","body":"{{ a }}"}');
});

test('random columns through definitions are those written out, with their tags and their warnings, on every sheet', async () => {
  for (const seed of trialSeeds('defined-column')) {
    const { chance, pick, upTo, some } = createDice(seed);
    const define: Record<string, unknown> = {};
    /** Properties of a column by what they may say. `row`: it may use the element. */
    const written = (each: boolean): Part => {
      const n = each ? 'l.years[loop.index0]' : pick(['l.price', 'l.price * 2', 'l.years[0]']);
      const all: Record<string, unknown> = {
        width: pick<unknown>([60, 45.5, '*', '2*', 'auto', '{{ wide }}', '{{ wide / 2 + 15 }}']),
        header: pick<unknown>([each ? '{{ y }}' : '{{ title }}', 'Head', { text: 'Two\nlines', bold: true }]),
        ...(chance(0.7) && { value: n, ...(chance(0.7) && { sum: pick<unknown>([true, 'running', 'rounded']) }) }),
        align: pick(['left', 'right', 'center', 'decimal']),
        style: pick<unknown>(['small', ['wide', 'small'], 'neg', each ? 'small' : "{{ l.price < 0 ? 'neg' : '' }}"]),
        color: pick([
          '#00ff00',
          "{{ title == 'Costs' ? '#0000ff' : '' }}",
          each ? '#000000' : "{{ l.price > 9 ? '#aa0000' : '' }}",
        ]),
        background: pick(['#eeeeee', each ? '#ffffff' : "{{ l.price > 9 ? '#aaaaaa' : '' }}"]),
        padding: pick<unknown>([1, [2, 4], { left: '{{ wide / 10 }}' }]),
        border: { bottom: { width: pick([0.5, 1]), color: '#ff0000' } },
        valign: pick(['top', 'middle', 'bottom']),
        rowHeader: true,
        size: pick([6, 8]),
        when: pick(['lines.size > 1', "title != 'x'", 'wide > 50']),
        footer: pick<unknown>(['End', '{{ title }}', { stack: ['a', 'b'] }]),
      };
      const bodies = [
        'value' in all ? 'v {{ value | number: 1 }}' : 'b',
        `{{ ${n} }}`,
        '{{ l.name }}',
        [`{{ ${n} | number: 2 }}`, 'x'],
      ];
      const isSummed = all.sum === true || all.sum === 'rounded' || all.sum === 'running';
      const needed = 'value' in all ? chance(0.5) : true;
      if (needed) all.body = isSummed ? bodies[0] : pick<unknown>(bodies);
      const kept = ['header', 'value', 'sum', 'body'];
      const chosen = Object.fromEntries(Object.entries(all).filter(([key]) => kept.includes(key) || chance(0.35)));
      // Several texts have no decimal separator of their own.
      return Array.isArray(chosen.body) && (chosen.align === 'decimal' || Array.isArray(chosen.style))
        ? { ...chosen, body: 'b' }
        : chosen;
    };
    /** The same through a definition: some properties in it, each path of theirs a param. */
    const throughDefinition = (column: Part, i: number): Part => {
      const params: string[] = [];
      const given: string[] = [];
      const paths = ['l.years[loop.index0]', 'l.years[0]', 'l.price', 'l.name', 'title', 'wide', 'y'];
      const withParams = (source: string): string => {
        let text = source;
        for (const path of paths) {
          // A part of them is seen by the definition itself.
          if ((path === 'title' || path === 'wide') && chance(0.5)) continue;
          const at = new RegExp(`(?<![\\w.'])${path.replaceAll(/[.[\]]/g, '\\$&')}(?![\\w.])`, 'g');
          if (!at.test(text)) continue;
          if (!given.includes(`{{ ${path} }}`)) {
            params.push(`p${params.length}`);
            given.push(`{{ ${path} }}`);
          }
          text = text.replaceAll(at, params[given.indexOf(`{{ ${path} }}`)]!);
        }
        return text;
      };
      const own = Object.keys(column).filter((key) => !['each', 'as'].includes(key) && chance(0.7));
      const isExpression = (key: string) => key === 'value' || key === 'when';
      const replaced = (key: string, part: unknown): unknown =>
        typeof part === 'string'
          ? isExpression(key)
            ? withParams(part)
            : part.replaceAll(/\{\{.*?\}\}/g, withParams)
          : Array.isArray(part)
            ? part.map((one) => replaced(key, one))
            : typeof part === 'object' && part !== null
              ? Object.fromEntries(Object.entries(part).map(([name, one]) => [name, replaced(name, one)]))
              : part;
      // A style of the use would win over what the definition says itself.
      const inside = own.includes('style') || column.style === undefined ? own : [];
      const definition = Object.fromEntries(inside.map((key) => [key, replaced(key, column[key])]));
      define[`d${i}`] = { ...(params.length > 0 && { params }), column: definition };
      const left = Object.fromEntries(Object.entries(column).filter(([key]) => !inside.includes(key)));
      const others = Object.fromEntries(inside.filter(() => chance(0.2)).map((key) => [key, column[key]]));
      const byName = Object.fromEntries(params.map((param, k) => [param, given[k]]));
      return {
        use: `d${i}`,
        ...(params.length > 0 && { with: chance(0.5) ? given : byName }),
        ...left,
        ...(!('style' in others) && others),
      };
    };
    const columns = some(1, 4, () => {
      const each = chance(0.3);
      return { ...(each && { each: 'years', as: 'y' }), ...written(each) };
    });
    const used = columns.map((column, i) => (chance(0.85) ? throughDefinition(column, i) : column));
    const summed = columns.some(({ value, sum }: Part) => value !== undefined && sum !== undefined);
    const more = {
      size: 8,
      ...(chance(0.5) && {
        groups: [{ by: 'l.group', ...(summed && { subtotal: '' }), header: [{ cells: '{{ group.key }}' }] }],
      }),
      ...(summed && { total: { label: '', bold: true }, brought: '', carried: '' }),
      ...(chance(0.3) && { rowStyle: 'small' }),
    };
    const lines = Array.from({ length: 1 + upTo(30) }, (_, i) => ({ ...data.lines[upTo(3)]!, name: `n${i}` }));
    const make = (table: readonly unknown[], definitions: Part) =>
      layOut(
        [inTable(table, more)],
        { ...data, lines },
        { size: [200, 120], margin: 8 },
        { define: definitions, dataSchema, styles, let: values },
      );
    const [one, other] = await Promise.all([make(columns, {}), make(used, define)]).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${JSON.stringify({ columns, used, define, more })}`, { cause: error });
    });
    const shown = ({ pages, warnings }: LaidOut) => ({
      pages: pageLines({ pages, warnings }),
      colors: itemsOf({ pages }, 'text').map(({ segment }) => segment.style.color),
      warnings: warnings.map(({ code, dataPath, page }) => [code, dataPath, page]),
    });
    expect({ seed, ...shown(other), tags: structureLines(other) }).toEqual({ seed, ...shown(one), tags: structureLines(one) });
  }
});
