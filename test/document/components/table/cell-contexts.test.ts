// The look of a table's header and footers: their styles, and the columns that they cross.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { diagnose, layOut, pageLines, wordsOf } from '../../../support/render.ts';

type Look = Readonly<Record<string, unknown>>;

/** Colour and size of each word: `h #ff0000 8`. */
async function looksOf(table: Look, styles: Look): Promise<Readonly<Record<string, string>>> {
  const { pages } = await layOut([table], { rows: [{}], ink: '#abcdef' }, {}, { styles });
  const items = pages.flatMap((page) => page.items).flatMap((item) => (item.kind === 'text' ? [item] : []));
  return Object.fromEntries(items.map((item) => [wordsOf(item), `${item.segment.style.color} ${item.segment.style.size}`]));
}

const styles = { base: { size: 8 }, white: { color: '#ffffff' }, large: { size: 12 }, gray: { color: '#777777', size: 6 } };

describe('the style of a header or footer', () => {
  const columns = [{ color: '#0000ff', align: 'right', header: 'h', body: 'b', footer: 'f' }];
  const footer = [{ cells: ['r'] }];
  test('wins over a column where both say the same property', async () => {
    const table = { table: 'rows', headerStyle: 'white', footerStyle: 'gray', columns, footer };
    expect(await looksOf(table, styles)).toEqual({ h: '#ffffff 8', b: '#0000ff 8', f: '#777777 6', r: '#777777 6' });
  });
  test('wins where the column names a style, the table has the style by one of its own, and where it is bound', async () => {
    const byStyle = { ...styles, lines: { headerStyle: 'white', footerStyle: 'white' } };
    const white = { h: '#ffffff 6', b: '#777777 6', f: '#ffffff 6', r: '#ffffff 6' };
    const styled = [{ style: 'gray', header: 'h', body: 'b', footer: 'f' }];
    expect(await looksOf({ table: 'rows', style: 'lines', columns: styled, footer }, byStyle)).toEqual(white);
    const bound = { headerStyle: "{{ 'white' }}", footerStyle: "{{ 'white' }}" };
    expect(await looksOf({ table: 'rows', ...bound, columns: styled, footer }, styles)).toEqual(white);
    const ink = { ...styles, white: { color: '{{ ink }}' } };
    expect(
      await looksOf({ table: 'rows', headerStyle: 'white', columns: [{ color: '#0000ff', header: 'h', body: 'b' }] }, ink),
    ).toEqual({ h: '#abcdef 8', b: '#0000ff 8' });
    const boundColumn = [{ color: '{{ ink }}', header: 'h', body: 'b' }];
    expect(await looksOf({ table: 'rows', headerStyle: 'white', columns: boundColumn }, styles)).toEqual({
      h: '#ffffff 8',
      b: '#abcdef 8',
    });
  });
  test('gives way to the border of a header row', async () => {
    const table = {
      table: 'rows',
      headerStyle: 'th',
      columns: [{ header: 'h', body: 'b' }],
      header: [{ border: { bottom: { width: 3 } }, cells: ['a'] }],
    };
    const { pages } = await layOut(
      [table],
      { rows: [{}] },
      {},
      { styles: { ...styles, th: { border: { bottom: { width: 2 } } } } },
    );
    const widths = pages[0]!.items.flatMap((item) => (item.kind === 'line' ? [item.stroke.width] : []));
    expect(widths).toEqual([3, 2]);
  });
  test('holds for "total" and "carried" as for a written row, and not for the rows of groups', async () => {
    const columns = [{ body: 'n' }, { color: '#0000ff', value: '1', sum: true, body: '{{ value }}{{ rows.size }}' }];
    const groups = [{ by: 'item.k', subtotal: 's', footer: [{ cells: ['g', ''] }] }];
    const rows = Array.from({ length: 8 }, () => ({}));
    const table = { table: 'rows', footerStyle: 'gray', columns, groups, total: 't', carried: 'c' };
    const { pages } = await layOut([table], { rows }, {}, { styles });
    const items = pages.flatMap((page) => page.items).flatMap((item) => (item.kind === 'text' ? [item] : []));
    const looks = new Set(items.map((item) => `${wordsOf(item)} ${item.segment.style.color} ${item.segment.style.size}`));
    expect([...looks].toSorted()).toEqual([
      '18 #0000ff 8',
      '48 #777777 6',
      '78 #777777 6',
      '88 #0000ff 8',
      '88 #777777 6',
      'c #777777 6',
      'g #000000 8',
      'n #000000 8',
      's #000000 8',
      't #777777 6',
    ]);
  });
  test.each([
    ['footerStyle', { footer: [{ cells: ['f', ''] }] }],
    ['footerStyle', { columns: [{ width: 'auto', body: 'b', footer: 'f' }, 'z'] }],
    ['headerStyle', { header: [{ cells: ['f', ''] }] }],
    ['headerStyle', { columns: [{ width: 'auto', body: 'b', header: 'f' }, 'z'] }],
  ])('gives its padding to the cells, where the column has none: %s, %j', async (part, own: Look) => {
    const wide = { ...styles, base: { size: 8, lineHeight: 1.25 }, wide: { padding: [5, 20] } };
    const { columns = [{ width: 'auto', body: 'b' }, 'z'] } = own;
    const [first, second] = columns as readonly [Look, string];
    const xOf = async (column: Look) => {
      const table = { table: 'rows', cellPadding: 0, ...own, columns: [column, second], [part]: 'wide' };
      const lines = pageLines(await layOut([table], { rows: [{}] }, {}, { styles: wide }))[0]!;
      return ['f', 'z'].map((text) => Number(/ ([\d.]+),/.exec(lines.find((line) => line.endsWith(`"${text}"`))!)![1]));
    };
    const [f, z] = await xOf(first);
    expect(f).toBe(30);
    expect(z).toBeGreaterThan(50);
    const [ownF, ownZ] = await xOf({ ...first, padding: 0 });
    expect(ownF).toBe(10);
    expect(ownZ).toBeLessThan(20);
  });
  test('leaves what it does not say to the column', async () => {
    const at = async (headerStyle: Look) => {
      const table = { table: 'rows', columns: [{ align: 'right', header: 'h', body: [] }], headerStyle: 's' };
      const { pages } = await layOut([table], { rows: [{}] }, {}, { styles: { ...styles, s: headerStyle } });
      const [item] = pages[0]!.items.filter((one) => one.kind === 'text');
      return item!.x + (item as { segment: { x: number } }).segment.x > 100 ? 'right' : 'left';
    };
    expect([await at({ color: '#ffffff' }), await at({ align: 'left' })]).toEqual(['right', 'left']);
  });
  test('does not apply to a row below the names of the columns', async () => {
    const header = [{ cells: ['a'] }, { below: true, cells: ['c'] }];
    const th = { color: '#ffffff', background: '#112233', padding: 5 };
    const table = { table: 'rows', headerStyle: 'th', cellPadding: 0, columns: [{ header: 'h', body: 'b' }], header };
    const made = await layOut([table], { rows: [{}] }, {}, { styles: { base: { size: 8, lineHeight: 1.25 }, th } });
    expect(pageLines(made)[0]).toEqual([
      'rect 10,10 180x20 #112233',
      'text 15,23.1 "a"',
      'rect 10,30 180x20 #112233',
      'text 15,43.1 "h"',
      'text 10,58.1 "c"',
      'text 10,68.1 "b"',
    ]);
    expect(await looksOf(table, { ...styles, th })).toEqual({ a: '#ffffff 8', h: '#ffffff 8', c: '#000000 8', b: '#000000 8' });
  });
  test('stands without the style of a column that is bound to the element of its row', async () => {
    const columns = [{ style: "{{ r.late ? 'white' : 'gray' }}", header: 'h', body: 'b', footer: 'f' }];
    const dataSchema = {
      type: 'object',
      required: ['rows'],
      properties: { rows: { type: 'array', items: { type: 'object', properties: { late: { type: 'boolean' } } } } },
    };
    const table = { table: 'rows', as: 'r', headerStyle: 'large', columns };
    expect(await diagnose({ styles, dataSchema, pages: [{ body: [table] }] })).toEqual([]);
  });
  test('is checked where no column has a header or footer', async () => {
    const body = [{ table: 'l', headerStyle: 'whit', footerStyle: 'grey', columns: [{ body: 'x' }] }];
    expect(await diagnose({ styles, pages: [{ body }] })).toEqual([
      'error unknown-style /pages/0/body/0/headerStyle',
      'error unknown-style /pages/0/body/0/footerStyle',
    ]);
  });
});

test('of any looks, the innermost wins: table, column, style of the part, row, cell', async () => {
  const random = createRandom(53);
  const colors = ['#111111', '#222222', '#333333', '#444444', '#555555'];
  for (let i = 0; i < 60; i++) {
    const some = (level: number): Look => ({
      ...(random() < 0.5 && { color: colors[level]! }),
      ...(random() < 0.5 && { size: 5 + level }),
    });
    const [table, column, part, row, cell] = [0, 1, 2, 3, 4].map(some) as [Look, Look, Look, Look, Look];
    const found = await looksOf(
      {
        table: 'rows',
        ...table,
        headerStyle: 'part',
        footerStyle: 'part',
        columns: [{ ...column, header: 'h', body: 'b', footer: 'f' }],
        footer: [{ ...row, cells: [{ text: 'r', ...cell }] }],
      },
      { base: { size: 8, color: '#000000' }, part },
    );
    const merged = (...looks: readonly Look[]) => {
      const all = Object.assign({ color: '#000000', size: 8 }, ...looks) as { color: string; size: number };
      return `${all.color} ${all.size}`;
    };
    expect(found).toEqual({
      h: merged(table, column, part),
      b: merged(table, column),
      f: merged(table, column, part),
      r: merged(table, column, part, row, cell),
    });
  }
});
