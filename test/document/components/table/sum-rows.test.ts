// Rows of sums, which the compiler writes: they are those that an author would write by hand.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { explain, type LaidOut, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { listOf, number, objectOf, text } from '../../../support/schemas.ts';
import { artifactLines, structureLines } from '../../../support/structure.ts';
import { trialSeeds } from '../../../support/trials.ts';

const rows = [
  { name: 'a', kind: 'x', v: 1.5, y: [1, 10] },
  { name: 'b', kind: 'x', v: 2, y: [2, 20] },
  { name: 'c', kind: 'z', v: -4, y: [3, 30] },
];
const data = { rows, years: [2025, 2026], least: 10 };
const table = { table: 'rows', as: 'r' };
const texts = async (component: object, given: unknown = data) => pageTexts(await layOut([component], given));

const colorsOf = ({ pages }: LaidOut) =>
  pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item.segment.style.color] : [])));

describe('a column with a value', () => {
  test('prints it, and gives it a name in its body and its look', async () => {
    const columns = [
      { value: 'r.v' },
      { value: 'r.v * 2', body: '{{ value | number: 1 }} {{ value < 0 ? "!" : "" }}' },
      { value: 'r.v', body: [{ text: '{{ value }}', when: 'value > 0' }] },
    ];
    expect(await texts({ ...table, columns })).toEqual([['1.5', '3.0', '1.5', '2', '4.0', '2', '-4', '-8.0 !']]);
    const style = { value: 'r.v', style: '{{ value < 0 ? "neg" : "" }}' };
    const laidOut = await layOut(
      [{ ...table, columns: [style] }],
      data,
      {},
      { styles: { base: { size: 8 }, neg: { color: '#ff0000' } } },
    );
    expect(colorsOf(laidOut)).toEqual(['#000000', '#000000', '#ff0000']);
  });
  test('hides a name of the data, which "data" still reads', async () => {
    const columns = [{ value: 'r.v', body: '{{ value }} {{ data.value }}' }];
    expect(await texts({ ...table, columns }, { ...data, value: 7 })).toEqual([['1.5 7', '2 7', '-4 7']]);
  });
  test('prints the sum up to each row if it is running', async () => {
    expect(await texts({ ...table, columns: ['{{ r.name }}', { value: 'r.v', sum: 'running' }], total: 'all' })).toEqual([
      ['a', '1.5', 'b', '3.5', 'c', '-0.5', 'all', '-0.5'],
    ]);
  });
});

describe('a row of sums', () => {
  const columns = [
    '{{ r.name }}',
    { value: 'r.v', sum: true, body: '{{ value | number: 2 }}' },
    'x',
    { each: 'years', as: 'y', value: 'r.y[loop.index0]', sum: true },
  ];
  test('shows the sum of each column, also of those that repeat, with what its body makes of it', async () => {
    const groups = [{ by: 'r.kind', subtotal: '{{ group.key }}-sum' }];
    const shown = await texts({ ...table, columns, groups, total: { label: 'all', bold: true } });
    expect(shown.flat().join(' ')).toBe(
      'a 1.50 x 1 10 b 2.00 x 2 20 x-sum 3.50 3 30 c -4.00 x 3 30 z-sum -4.00 3 30 all -0.50 6 60',
    );
  });
  test('shows a running sum as it stands there, also below a group', async () => {
    const running = [
      '{{ r.name }}',
      { value: 'r.v', sum: 'running' },
      { each: 'years', as: 'y', value: 'r.y[loop.index0]', sum: 'running' },
    ];
    const groups = [{ by: 'r.kind', subtotal: 'of {{ group.key }}' }];
    const shown = await texts({ ...table, columns: running, groups, total: 'all' });
    expect(shown.flat().join(' ')).toBe('a 1.5 1 10 b 3.5 3 30 of x 3.5 3 30 c -0.5 6 60 of z -0.5 6 60 all -0.5 6 60');
  });
  test('places its sums as their look says', async () => {
    const shown = [
      { width: 20, body: '{{ r.name }}' },
      { value: 'r.v', sum: true },
    ];
    const topOf = async (values: object) => {
      const total = { label: 'of all rows', values };
      const lines = pageLines(await layOut([{ ...table, columns: shown, total }], data)).flat();
      return Number(/,([\d.]+)/.exec(lines.find((line) => line.endsWith('"-0.5"'))!)![1]);
    };
    expect(await topOf({ valign: 'bottom' })).toBeGreaterThan(await topOf({}));
  });
  test('is 0 where there are no rows', async () => {
    expect(await texts({ ...table, columns, total: 'all' }, { rows: [], years: [1] })).toEqual([['all', '0.00', '0']]);
  });
  test('gives its values no look of a column in cells that are written, where "value" is not known', async () => {
    const looks = [{ each: 'years', as: 'y', value: 'r.v', sum: true, style: "{{ value < 0 ? 'neg' : '' }}" }];
    const styles = { base: { size: 8 }, neg: { color: '#ff0000' } };
    const footer = [{ cells: [{ each: true, text: 'x' }] }];
    const laidOut = await layOut(
      [{ ...table, columns: looks, footer, total: { label: '' } }],
      { rows: [rows[2]], years: [1] },
      {},
      { styles },
    );
    expect(colorsOf(laidOut)).toEqual(['#ff0000', '#ff0000', '#000000']);
  });
  test('has the look of its values, and of the column that reads the value alone', async () => {
    const looks = [{ value: 'r.v', sum: true, style: ['{{ value < 0 ? "neg" : "" }}', '{{ r.v > 1 ? "big" : "" }}'] }];
    const styles = { base: { size: 8 }, neg: { color: '#ff0000' }, big: { color: '#00ff00' } };
    const total = { label: '', values: { background: '#eeeeee' } };
    const laidOut = await layOut([{ ...table, columns: looks, total }], data, {}, { styles });
    expect(colorsOf(laidOut)).toEqual(['#00ff00', '#00ff00', '#ff0000', '#ff0000']);
    expect(pageLines(laidOut)[0]!.filter((line) => line.includes('#eeeeee'))).toHaveLength(1);
  });
});

describe('a sum of rounded numbers', () => {
  const thirds = { rows: [{ v: 33.333 }, { v: 33.333 }, { v: -0.5 }, { v: 33.333 }] };
  const told = async (column: object, given: object = thirds, locale = 'en-GB') => {
    const columns = ['x', { value: 'r.v', sum: true, body: '{{ value | number: 2 }}', ...column }];
    const component = { ...table, columns, total: 'all', groups: [{ by: 'r.kind', subtotal: 'of' }] };
    const { warnings } = await layOut([component], given, {}, {}, undefined, undefined, undefined, { locale });
    return warnings.flatMap(({ code, message }) => (code === 'missing-glyph' ? [] : [`${code} ${message}`]));
  };
  test('is told with both numbers, for groups and the whole table', async () => {
    const message =
      'sum-differs The sum 99.5 is not that of the numbers above it as they are printed, which is 99.49: they have more decimals than they print. Round the "value" of the column, such as "r.v | round: 2", or write "sum": "rounded" if it is meant.';
    for (const locale of ['en-GB', 'de-DE', 'ar-EG']) expect(await told({}, thirds, locale)).toEqual([message, message]);
    expect(await told({ body: "{{ value < 0 ? '(' & (-value | number: 2) & ')' : (value | money: 'EUR') }}" })).toHaveLength(2);
  });
  test.each<[string, object]>([
    ['is not told if the value is rounded', { value: 'r.v | round: 2' }],
    ['is not told if it is meant', { sum: 'rounded' }],
    ['is not told of a running sum', { sum: 'running' }],
    ['is right if all decimals are printed', { body: '{{ value }}' }],
    ['is not checked if the cells print other numbers', { body: '{{ value / 1000 | number: 2 }}' }],
    ['is not checked if the cells are no texts', { body: [{ stack: ['{{ value | number: 2 }}', 'x'] }] }],
  ])('%s', async (_what, column) => {
    expect(await told(column)).toEqual([]);
  });
});

describe('a sum beside a number that the body prints for a missing value', () => {
  const told = async (column: object, given: readonly object[] = [{ v: 5 }, {}, {}], locale = 'en-GB') => {
    const columns = ['x', { value: 'r.v', sum: true, ...column }];
    const component = { ...table, columns, total: 'all', groups: [{ by: 'r.kind', subtotal: 'of' }] };
    const { warnings } = await layOut([component], { rows: given }, {}, {}, undefined, undefined, undefined, { locale });
    return warnings.filter(({ code }) => code === 'sum-differs');
  };
  const other = (sum: string, printed: string, value = 'r.v') =>
    `The sum "${sum}" does not count "${printed}", which the column prints where its value is missing: write "value": "${value} ?? …" in the column, and not in its body.`;

  test.each<[object, string, string, string?, string?]>([
    [{ body: '{{ value ?? 20 | number: 2 }}' }, '5.00', '20.00'],
    [{ body: '{{ value ?? 20 | number: 2 }}' }, '5,00', '20,00', 'de-DE'],
    [{ body: '{{ value ?? -20 | number: 2 }}' }, '٥٫٠٠', '\\u061c-٢٠٫٠٠', 'ar-EG'],
    [{ body: "{{ value ?? 1200 | money: 'EUR' }}" }, '€5.00', '€1,200.00'],
    [{ body: '{{ value | default: 20 }} kg' }, '5 kg', '20 kg'],
    [{ body: '{{ value == null ? 20 : value }}' }, '5', '20'],
    [{ body: '{{ (value ?? 20000) / 1000 | number: 2 }}' }, '0.01', '20.00'],
    [{ body: '{{ value ?? 20 }}', sum: 'rounded' }, '5', '20'],
    [{ value: 'r.v + r.v', body: '{{ value ?? 20 }}' }, '10', '20', 'en-GB', '(r.v + r.v)'],
  ])('is told once, at the element: %j', async (column, sum, printed, locale, value) => {
    const found = await told(column, undefined, locale);
    expect(found.map(({ message }) => message)).toEqual([other(sum, printed, value)]);
    expect(found.map(({ dataPath }) => dataPath)).toEqual(['/rows/1']);
  });

  test.each<[string, object]>([
    ['the value has it', { value: 'r.v ?? 20' }],
    ['it is 0', { body: '{{ value ?? 0 | number: 2 }}' }],
    ['it is a word', { body: "{{ value ?? 'none since 2024' }}" }],
    ['it is another unit', { body: "{{ value ? value & ' kg' : '2 m' }}" }],
    ['the cells are no texts', { body: [{ stack: ['{{ value ?? 20 }}', 'x'] }] }],
    ['the cells show the sum so far', { sum: 'running', body: '{{ value ?? 20 }}' }],
  ])('is not told if %s', async (_what, column) => {
    expect(await told(column)).toEqual([]);
  });

  test('is told of the group that has it', async () => {
    const given = [{ kind: 'x', v: 5 }, { kind: 'z', v: 1 }, { kind: 'z' }];
    expect((await told({ body: '{{ value ?? 7 }}' }, given)).map(({ message }) => message)).toEqual([other('1', '7')]);
  });
});

describe('a cell', () => {
  test('with "each" stands once for each column of an "each", and a text is the whole row', async () => {
    const columns = ['{{ r.name }}', { each: 'years', as: 'y', body: '{{ y }}' }];
    const footer = [{ cells: ['n', { each: true, text: 'of {{ y }}' }] }, { cells: 'the end' }];
    const laidOut = await layOut([{ ...table, columns, footer }], { ...data, rows: [rows[0]] });
    expect(pageTexts(laidOut)).toEqual([['a', '2025', '2026', 'n', 'of 2025', 'of 2026', 'the end']]);
    expect(structureLines(laidOut).at(-1)).toContain('colSpan=3 "the end"');
  });
});

describe('what is told', () => {
  const dataSchema = objectOf({ rows: listOf(objectOf({ name: text, v: number, w: number }, 'name v')), least: number }, 'rows');
  const found = (component: object) => explain({ pages: [{ body: [{ ...table, ...component }] }], dataSchema });
  const at = '/pages/0/body/0';
  const summed = { value: 'r.v', sum: true };
  test.each<[object, readonly string[]]>([
    [{ columns: [{ header: 'a' }] }, [`error missing-property ${at}/columns/0 needs "body" or "value" or "use"`]],
    [
      { columns: [{ body: 'x', sum: true }] },
      [
        `error missing-property ${at}/columns/0/sum A sum adds the values of its column: write the number as "value", such as "value": "line.amount".`,
      ],
    ],
    [
      { columns: ['{{ r.name }}'], total: 'all' },
      [`error missing-property ${at}/total No column has a sum: give a column its number as "value", and "sum": true.`],
    ],
    ...[{ text: '{{ value }}' }, { text: 'x', style: "{{ value < 0 ? 'a' : '' }}" }].map((cell): [object, readonly string[]] => [
      { columns: [summed], footer: [{ cells: [cell] }] },
      [
        `error unknown-path ${at}/footer/0/cells/0/${'style' in cell ? 'style' : 'text'} The data schema has no "value"; "value" is the number of a column: only the cells of a column with "value", and its sums in "total" and the like, know it`,
      ],
    ]),
    [
      { columns: [summed], total: 'all' },
      [`error no-effect ${at}/total The first column has a sum, so the label has no room: write an empty text.`],
    ],
    [{ columns: [summed], total: { label: '' } }, []],
    [
      { columns: ['x', { value: 'r.name', sum: true }], total: 'all' },
      [expect.stringContaining(`error wrong-type ${at}/columns/1/value A sum needs numbers`)],
    ],
    [{ columns: [{ value: 'r.nam', sum: true }] }, [expect.stringContaining(`error unknown-path ${at}/columns/0/value`)]],
    [{ columns: [{ value: 'r.v', body: 'x' }] }, [`warning unused-name ${at}/columns/0/value No expression uses "value".`]],
    [{ columns: [{ value: 'r.v', sum: true, body: '{{ vale }}' }] }, [expect.stringContaining('did you mean "value"?')]],
    [
      { as: 'value', table: 'rows', columns: [{ value: 'value.v' }] },
      expect.arrayContaining([expect.stringContaining('error name-shadowed')]),
    ],
    [
      { columns: ['x', { ...summed, body: '{{ r.v }}' }], total: 'all' },
      [expect.stringMatching(/^error unknown-path \S+columns\/1\/body .*"r"/)],
    ],
    [
      { columns: [summed], footer: [{ cells: [{ each: true, text: 'x' }] }] },
      [expect.stringContaining(`error no-effect ${at}/footer/0/cells/0/each`)],
    ],
    [{ columns: [{ value: 'r.v', sum: 'total' }] }, [expect.stringContaining(`error wrong-value ${at}/columns/0/sum`)]],
    // A missing value adds nothing; where it is printed, lint tells.
    [{ columns: ['x', { value: 'r.w', sum: true, body: "{{ value ?? '' }}" }], total: 'all' }, []],
    [
      { columns: ['x', { value: 'r.w', sum: true }], total: 'all' },
      [expect.stringMatching(/^warning possibly-missing \S+columns\/1\/value /)],
    ],
  ])('%j', async (component, messages) => {
    expect(await found(component)).toEqual(messages);
  });
});

test('the rows of sums are those written by hand, with their tags, on every sheet', async () => {
  for (const seed of trialSeeds('sum-rows')) {
    const random = createRandom(seed);
    const int = (count: number) => Math.floor(random() * count);
    const some = <T>(value: T, chance = 0.5): T | undefined => (random() < chance ? value : undefined);
    const names = ['name', 'a', 'b', 'c'].slice(0, 2 + int(3));
    const summed = names.map((_, i) => i > 0 && (i === names.length - 1 || random() < 0.6));
    const first = summed.indexOf(true);
    const look = {
      ...some({ bold: true }),
      ...some({ background: '#eeeeee' }),
      ...some({ padding: 5 }, 0.2),
      ...some({ border: { top: { width: 1 } } }),
    };
    const values = some({ ...some({ color: '#123456' }), ...some({ border: { bottom: { width: 1 } } }) }) ?? {};
    const digits = int(3);
    const line = {
      ...some({ header: [{ cells: [{ span: names.length, text: 'head' }] }] }),
      ...some({ rules: 'all' }, 0.3),
      ...some({ footerStyle: 'foot' }),
    };
    const isGrouped = random() < 0.5;
    const foot = {
      ...some({ bold: true }),
      ...some({ color: '#00aa00' }),
      ...some({ padding: [2, 6] }),
      ...some({ background: '#ffeeee' }),
      ...some({ border: { top: { width: 2 } } }),
    };
    const runs = names.map(() => random() < 0.3);
    const plainColumns = names.map((name, i) => ({
      header: name,
      ...some({ align: i > 0 && random() < 0.5 ? 'right' : 'left' }),
      ...(i > 0 && some({ align: 'decimal' }, 0.4)),
      ...some({ width: i === 0 ? '*' : 'auto' }),
    }));
    const body = (name: string, i: number) =>
      i === 0 ? `{{ r.${name} }}` : `{{ ${summed[i] && runs[i] ? `sums.${name}.sofar` : `r.${name}`} | number: ${digits} }}`;
    const short = {
      ...table,
      ...line,
      columns: names.map((name, i) => ({
        ...plainColumns[i],
        ...(summed[i]
          ? { value: `r.${name}`, sum: runs[i] ? 'running' : true, body: `{{ value | number: ${digits} }}` }
          : { body: body(name, i) }),
      })),
      ...(isGrouped && { groups: [{ by: 'r.kind', subtotal: { label: 'of {{ group.key }}', ...look, values } }] }),
      total: { label: 'Total', ...look, values },
      carried: 'Carried',
      brought: { label: 'Brought', ...look },
    };
    const cells = (label: string, part: (name: string) => string, ofValues: object) => [
      { text: label, span: first },
      ...names
        .slice(first)
        .map((name, i) => (summed[first + i] ? { text: `{{ ${part(name)} | number: ${digits} }}`, ...ofValues } : '')),
    ];
    const ofGroup = (name: string) => (runs[names.indexOf(name)] ? `sums.${name}.sofar` : `group.sums.${name}`);
    const sum = (part: string) => (name: string) => `sums.${name}.${part}`;
    const long = {
      ...table,
      columns: names.map((name, i) => ({ ...plainColumns[i], body: body(name, i) })),
      sums: Object.fromEntries(names.flatMap((name, i) => (summed[i] ? [[name, `r.${name}`]] : []))),
      ...line,
      header: [{ on: 'notFirst', below: true, ...look, cells: cells('Brought', sum('before'), {}) }, ...(line.header ?? [])],
      ...(isGrouped && {
        groups: [{ by: 'r.kind', footer: [{ ...look, cells: cells('of {{ group.key }}', ofGroup, values) }] }],
      }),
      footer: [
        { ...look, cells: cells('Total', sum('all'), values) },
        { on: 'notLast', cells: cells('Carried', sum('sofar'), {}) },
      ],
    };
    const list = Array.from({ length: int(25) }, (_, i) => ({
      name: `row ${i}`,
      kind: random() < 0.5 ? 'x' : 'z',
      a: int(1000) / 4,
      b: -int(50),
      c: int(7) / 10,
    }));
    const styles = { base: { size: 8, lineHeight: 1.25 }, foot };
    const [made, wanted] = [
      await layOut([short], { rows: list }, {}, { styles }),
      await layOut([long], { rows: list }, {}, { styles }),
    ];
    const about = `seed ${seed}: ${JSON.stringify(short)}`;
    expect(pageLines(made), about).toEqual(pageLines(wanted));
    expect(structureLines(made), about).toEqual(structureLines(wanted));
    expect(artifactLines(made), about).toEqual(artifactLines(wanted));
    const codes = ({ warnings }: LaidOut) => warnings.map(({ code }) => code).filter((code) => code !== 'sum-differs');
    expect(codes(made), about).toEqual(codes(wanted));
  }
});
