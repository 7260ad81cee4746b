// Columns that a table has for the elements of a list.
import { describe, expect, test } from 'vitest';
import type { Element } from '../../../../src/document/layout/tag.ts';
import { compile, diagnose, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';

const months = ['Jan', 'Feb', 'Mar'];
const data = {
  months,
  names: [
    { key: 'Jan', title: 'January', isWeak: true },
    { key: 'Mar', title: 'March' },
  ],
  lines: [
    { name: 'Desk', values: { Jan: 1, Feb: 20.5, Mar: 3 } },
    { name: 'Lamp', values: { Jan: 4, Feb: 5, Mar: 6.25 } },
  ],
};
const table = (columns: readonly unknown[], more: Record<string, unknown> = {}) => ({
  table: 'lines',
  as: 'l',
  cellPadding: 0,
  columns,
  ...more,
});
const each = { each: 'months', as: 'm', header: '{{ m }}', body: '{{ l.values[m] }}' };

/** The rows of each page, with ` | ` between the texts of a row. */
const rowsOf = async (body: Record<string, unknown>, given: Record<string, unknown> = data, more: Record<string, unknown> = {}) =>
  pageLines(await layOut([body], given, {}, more)).map((page) => {
    const rows = new Map<string, { x: number; text: string }[]>();
    for (const line of page) {
      const [, x, y, text] = /text (-?[\d.]+),(-?[\d.]+) "(.*?) ?"$/.exec(line) ?? [];
      if (y !== undefined) rows.set(y, [...(rows.get(y) ?? []), { x: Number(x), text: text! }]);
    }
    return [...rows.values()].map((texts) =>
      texts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' | '),
    );
  });

describe('a column with "each"', () => {
  test('stands once for each element, with its own header, body and footer', async () => {
    const footer = "{{ lines | sum: 'values[m]' }}";
    expect(
      await rowsOf(
        table([
          { header: 'Item', body: '{{ l.name }}', footer: 'Total' },
          { ...each, footer },
        ]),
      ),
    ).toEqual([['Item | Jan | Feb | Mar', 'Desk | 1 | 20.5 | 3', 'Lamp | 4 | 5 | 6.25', 'Total | 5 | 25.5 | 9.25']]);
  });

  test('takes a list that stands in the template, and elements with members', async () => {
    expect(await rowsOf(table(['{{ l.name }}', { ...each, each: ['Feb', 'Mar'] }]))).toEqual([
      ['Feb | Mar', 'Desk | 20.5 | 3', 'Lamp | 5 | 6.25'],
    ]);
    const named = { each: 'names', as: 'n', header: '{{ n.title }}', body: '{{ l.values[n.key] }}' };
    expect(await rowsOf(table([named]))).toEqual([['January | March', '1 | 3', '4 | 6.25']]);
  });

  test('is asked by "when" for each element', async () => {
    const shown = { ...each, when: "m != 'Feb'" };
    expect(await rowsOf(table(['{{ l.name }}', shown]))).toEqual([['Jan | Mar', 'Desk | 1 | 3', 'Lamp | 4 | 6.25']]);
  });

  test('counts its columns in "loop", within the loop of the rows', async () => {
    const counted = { ...each, header: '{{ loop.index }}/{{ loop.count }}', body: '{{ loop.parent.index }}.{{ loop.index }}' };
    expect(await rowsOf(table([counted]))).toEqual([['1/3 | 2/3 | 3/3', '1.1 | 1.2 | 1.3', '2.1 | 2.2 | 2.3']]);
  });

  test('knows what the table knows: its sums, groups and values', async () => {
    const body = table([{ ...each, body: '{{ l.values[m] + more }}:{{ sums.all.sofar }}:{{ group.key }}' }], {
      let: { more: 'l.values.Jan' },
      sums: { all: 'l.values.Feb' },
      groups: [{ by: 'l.name' }],
    });
    expect((await rowsOf({ ...body, columns: [{ ...body.columns[0]!, when: "m == 'Mar'" }] }))[0]).toEqual([
      'Mar',
      '4:20.5:Desk',
      '10.25:25.5:Lamp',
    ]);
  });

  test('is left out for an empty list, and cells over several columns shrink', async () => {
    const body = table(['{{ l.name }}', each], { header: [{ cells: [{ span: 2, text: 'All' }] }] });
    expect(await rowsOf(body, { ...data, months: [] })).toEqual([['All', 'Desk', 'Lamp']]);
    const { warnings } = await layOut([table([each])], { ...data, months: [] });
    expect(warnings.map(({ code }) => code)).toEqual(['no-columns', 'empty-body']);
  });

  test('stands in a table that repeats, with columns of its own each time', async () => {
    const body = { repeat: 'parts', as: 'p', body: table([{ ...each, each: 'p.months' }]) };
    const parts = [{ months: ['Jan'] }, { months: ['Feb', 'Mar'] }];
    expect(await rowsOf(body, { ...data, parts })).toEqual([['Jan', '1', '4', 'Feb | Mar', '20.5 | 3', '5 | 6.25']]);
  });

  test('looks as its element says, in the header too', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, grey: { background: '#eeeeee' }, big: { size: 10 } };
    const look = { each: 'names', as: 'n', style: "{{ n.isWeak ? 'grey' : '' }}", header: '{{ n.title }}', body: '{{ l.name }}' };
    const lines = pageLines(await layOut([table([look])], data, {}, { styles }))[0]!;
    expect(lines.filter((line) => line.startsWith('rect'))).toEqual(['rect 10,20 90x10 #eeeeee', 'rect 10,30 90x10 #eeeeee']);
  });

  test('is as wide as its own cells, and lines up its own separators', async () => {
    const lines = pageLines(await layOut([table([{ ...each, width: 'auto', align: 'decimal' }, ''])], data))[0]!;
    const at = (text: string) =>
      lines.filter((line) => line.includes(`"${text}`)).map((line) => Number(/text ([\d.]+)/.exec(line)![1]));
    // The points of 3 and 6.25 stand at the same place: the 3 ends where the 6 of 6.25 does.
    expect(at('3"')[0]).toBeCloseTo(at('6.25"')[0]!, 1);
    expect(at('1"')[0]).toBeCloseTo(at('4"')[0]!, 1);
    expect(at('Feb')[0]! - at('Jan')[0]!).toBeLessThan(30);
  });

  test('merges equal neighbours of each of its columns', async () => {
    const same = { lines: [{ a: { x: 1, y: 1 } }, { a: { x: 1, y: 2 } }], keys: ['x', 'y'] };
    const body = table([{ each: 'keys', as: 'k', merge: 'l.a[k]', body: '{{ k }}{{ l.a[k] }}' }]);
    expect(await rowsOf(body, same)).toEqual([['x1 | y1', 'y2']]);
  });

  test('is one column for the tags of a cell that covers it', async () => {
    const header = [{ cells: [{ rowSpan: 2, text: 'Item' }, { text: 'Months' }] }];
    const { structure } = await layOut([table([{ body: '{{ l.name }}', rowHeader: true }, each], { header })], data);
    const cells = (element: Element): string[] =>
      element.kids.flatMap((kid) =>
        kid.kind !== 'element'
          ? []
          : kid.type === 'TH' || kid.type === 'TD'
            ? [`${kid.type} ${kid.facts.colSpan ?? 1}x${kid.facts.rowSpan ?? 1}`]
            : cells(kid),
      );
    expect(cells(structure!).slice(0, 5)).toEqual(['TH 1x2', 'TH 3x1', 'TH 1x1', 'TH 1x1', 'TH 1x1']);
  });
});

describe('a column with "each" is refused', () => {
  const schema = objectOf({
    months: listOf({ type: 'string' }),
    year: { type: 'integer' },
    lines: listOf(objectOf({ values: listOf({ type: 'number' }) })),
  });
  const faults = (column: unknown, more: Record<string, unknown> = {}) =>
    diagnose({
      unit: 'pt',
      dataSchema: schema,
      exampleData: { months: ['Jan'], year: 2026, lines: [{ values: [1] }] },
      pages: [{ size: 'A4', margin: 20, body: [{ table: 'lines', as: 'l', columns: [column], ...more }] }],
    });
  const at = '/pages/0/body/0/columns/0';

  test.each([
    ['a list of the element of a row', { each: 'l.values', as: 'v', body: '{{ v }}' }, `error column-depends-on-row ${at}/each`],
    ['a list in braces', { each: '{{ months }}', as: 'v', body: '{{ v }}' }, `error syntax ${at}/each`],
    ['no list', { each: 'year', as: 'v', body: '{{ v }}' }, `error wrong-type ${at}/each`],
    ['an unknown list', { each: 'month', as: 'v', body: 'x' }, `error unknown-path ${at}/each`],
    ['a name that the rows have', { each: 'months', as: 'l', body: '{{ l }}' }, `error name-shadowed ${at}/as`],
    ['a name without a list', { as: 'm', body: 'x' }, `error no-effect ${at}/as`],
    ['an unknown path in a column that is a text', '{{ l.name }}', `error unknown-path ${at}`],
    [
      'a footer with the element of a row',
      { each: 'months', as: 'm', body: 'x', footer: '{{ l.values[0] }}' },
      `error unknown-path ${at}/footer`,
    ],
  ])('for %s', async (_, column, expected) => {
    expect((await faults(column)).filter((one) => one.startsWith('error'))).toEqual([expected]);
  });

  test('a name without a list is told with the remedy', async () => {
    const { diagnostics } = await compile({
      pages: [{ body: [{ table: [1], columns: [{ as: 'm', header: 'H', body: 'x' }] }] }],
    });
    expect(diagnostics.map(({ message }) => message)).toEqual(['"as" names an element of "each"; the column has no "each".']);
  });

  test('its list may have the name of an element of the rows only where the name stands outside of them too', async () => {
    const outer = [{ months: [1], lines: [{ a: 1 }] }];
    const within = (as: string) => {
      const inner = { table: `${as}.lines`, as: 'l', columns: [{ each: 'l.months', as: 'm', header: 'H', body: '{{ m }}' }] };
      return diagnose({ pages: [{ body: [{ repeat: outer, as, body: inner }] }] });
    };
    expect(await within('l')).toEqual([]);
    expect(await within('o')).toEqual(['error column-depends-on-row /pages/0/body/0/body/columns/0/each']);
  });

  test('its element is unknown in cells that cover all of its columns', async () => {
    const footer = [{ cells: ['{{ m }}'] }];
    const found = await faults({ each: 'months', as: 'm', header: '{{ m }}', body: '{{ l.values[0] }}' }, { footer });
    expect(found.filter((one) => one.startsWith('error'))).toEqual(['error unknown-path /pages/0/body/0/footer/0/cells/0']);
  });

  test('for more than 200 columns, when the data is known', async () => {
    const of = (count: number) => ({ months: Array.from({ length: count }, () => ''), lines: [] });
    const body = table(['x', { each: 'months', as: 'm', body: '{{ m }}' }]);
    await expect(layOut([body], of(199))).resolves.toBeDefined();
    await expect(layOut([body], of(200))).rejects.toThrow(/\/pages\/0\/body\/0 has more than 200 columns for this data.* "when"/);
    await expect(layOut([body], of(1_000_000))).rejects.toMatchObject({ code: 'RENDER_LIMIT' });
  });
});

describe('an automatic column is as wide as', () => {
  const page = { size: [400, 5000] };
  /** How far to the right the second column begins. */
  const widthOf = async (more: Record<string, unknown>, count: number, data: Record<string, unknown> = {}) => {
    const columns = [{ width: 'auto', body: 'a' }, 'b'];
    const rows = Array.from({ length: count }, (_, i) => ({ i, outer: i % 2, inner: i }));
    const [first] = pageLines(await layOut([table(columns, more)], { lines: rows, ...data }, page));
    return Math.max(...first!.flatMap((line) => Number(/^text ([\d.]+),\S+ "b"/.exec(line)?.[1] ?? 0)));
  };
  const header = [{ cells: ["{{ group.index == 201 ? 'A wide header' : 'a' }}", ''] }];
  const footer = [{ cells: ["{{ group.index == 200 ? 'A wide footer' : 'a' }}", ''] }];

  test('the headers and footers of all groups', async () => {
    const plain = await widthOf({}, 201);
    expect(await widthOf({ groups: [{ by: 'l.i', header }] }, 201)).toBeGreaterThan(plain);
    expect(await widthOf({ groups: [{ by: 'l.i', footer }] }, 201)).toBeGreaterThan(plain);
  });

  test('the headers of all groups in a group', async () => {
    const groups = [{ by: 'l.i >= 0' }, { by: 'l.inner', header }];
    expect(await widthOf({ groups }, 201)).toBeGreaterThan(await widthOf({}, 201));
  });

  /** How far the second column of a table of 251 rows begins, whose rows have `a` but for one of them. */
  const reach = async (row: number, text: string) => {
    const body = table([{ width: 'auto', body: `{{ loop.index == ${row} ? '${text}' : 'a' }}` }, 'b']);
    const lines = Array.from({ length: 251 }, () => ({}));
    const [first] = pageLines(await layOut([body], { lines }, page));
    return Math.max(...first!.flatMap((line) => Number(/^text ([\d.]+),\S+ "b"/.exec(line)?.[1] ?? 0)));
  };

  test.each(['two words', 'two\\nshort words', 'AVAVAVAV WAWA', 'ein großer Wert', 'три слова'])(
    '%j in any row',
    async (text) => {
      expect(await reach(251, text)).toBe(await reach(1, text));
      expect(await reach(251, text)).toBeGreaterThan(await reach(1, 'a'));
    },
  );
});

describe('cells over several columns widen', () => {
  const columns = (...widths: readonly unknown[]) => widths.map((width, i) => ({ width, body: 'abcd'[i]! }));
  const text = 'Sum of it all';
  /** Where the second and the third column begin, by their bodies. */
  const starts = async (given: readonly unknown[], more: Record<string, unknown>) => {
    const [lines] = pageLines(await layOut([table(given, more)], { lines: [1] }, { size: [220, 400] }));
    return ['b', 'c'].map((name) =>
      Number(lines!.flatMap((line) => (line.endsWith(` "${name}"`) ? /^text ([\d.]+)/.exec(line)![1]! : []))[0]),
    );
  };
  const texts = async (given: readonly unknown[], more: Record<string, unknown>) => {
    const laidOut = await layOut([table(given, more)], { lines: [1] }, { size: [220, 400] });
    expect(laidOut.warnings).toEqual([]);
    return pageTexts(laidOut).flat();
  };

  test.each([
    ['a header', { header: [{ cells: [{ span: 2, text }, ''] }] }],
    ['a footer', { footer: [{ cells: [{ span: 2, text }, ''] }] }],
    ['a row of an element', { rows: [{ cells: [{ span: 2, text }, ''] }] }],
    ['a header of a group', { groups: [{ by: 'l', header: [{ cells: [{ span: 2, text }, ''] }] }] }],
  ])('`auto` columns in %s', async (_, more) => {
    const table3 = columns('auto', 'auto', '*');
    expect(await texts(table3, more)).toContain(text);
    const [second, third] = await starts(table3, more);
    const [plainSecond, plainThird] = await starts(table3, {});
    expect(second).toBeGreaterThan(plainSecond!);
    expect(third! - second!).toBeGreaterThan(plainThird! - plainSecond!);
    expect(third! - 10).toBeCloseTo(44.2, 1);
  });

  test('no column where they fit, and none of fixed width', async () => {
    const short = { footer: [{ cells: [{ span: 2, text: 'ab' }, ''] }] };
    const long = { footer: [{ cells: [{ span: 2, text }, ''] }] };
    expect(await starts(columns('auto', 'auto', '*'), short)).toEqual(await starts(columns('auto', 'auto', '*'), {}));
    expect(await starts(columns(30, 30, '*'), long)).toEqual(await starts(columns(30, 30, '*'), {}));
    const [second, third] = await starts(columns(30, 'auto', '*'), long);
    expect(second).toBe(40);
    expect(third! - 10).toBeCloseTo(44.2, 1);
  });

  test('shares before `auto` columns', async () => {
    const footer = [{ cells: [{ span: 2, text: 'Donaudampfschifffahrt' }, ''] }];
    const given = columns('auto', '*', '9*');
    expect(await texts(given, { footer })).toContain('Donaudampfschifffahrt');
    expect((await starts(given, { footer }))[0]).toBe((await starts(given, {}))[0]);
  });

  test('no share below an even part of the table', async () => {
    const long = 'A very long heading over two narrow columns that has more words than one line takes';
    const [, third] = await starts(columns('auto', 'auto', '*'), { header: [{ cells: [{ span: 2, text: long }, ''] }] });
    expect(third).toBeCloseTo(10 + (200 * 2) / 3, 0);
  });

  test('a table in an `auto` column of a row', async () => {
    const inner = table(columns('auto', 'auto'), { footer: [{ cells: [{ span: 2, text }] }] });
    const row = [{ row: [{ ...inner, width: 'auto' }, 'beside'] }];
    expect(pageTexts(await layOut(row, { lines: [1] }, { size: [220, 400] })).flat()).toContain(text);
  });
});

test('the condition of a column that repeats proves values of its own element, and none of the row', async () => {
  const item = { type: 'object', properties: { note: { type: 'string' } } };
  const list = { type: 'array', items: item };
  const dataSchema = { type: 'object', properties: { lines: list, notes: list }, required: ['lines', 'notes'] };
  const column = { each: 'notes', as: 'c', when: 'c.note', header: '{{ c.note }}', body: '- {{ c.note }} {{ l.note }}' };
  const { diagnostics } = await compile({ pages: [{ body: [table([column])] }], dataSchema });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringContaining('possibly-missing "l.note"'),
  ]);
});
