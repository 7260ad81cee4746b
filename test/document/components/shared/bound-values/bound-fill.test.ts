// A background of a style stands wherever one of a component does.
import { describe, expect, test } from 'vitest';
import { records } from '../../../../support/records.ts';
import { diagnose, layOut, pageLines } from '../../../../support/render.ts';

const styles = {
  base: { size: 8, lineHeight: 1.25 },
  red: { background: '#ff0000' },
  blue: { background: '#0000ff' },
  bound: { background: '{{ tint }}' },
  plain: { bold: true },
};
const data = {
  tint: '#123456',
  rows: records('n look', [1, 'red'], [2, 'plain'], [3, 'blue']),
};

/** The fills of the first page: `10,10 180x10 #ff0000`. */
async function fillsOf(body: unknown): Promise<readonly string[]> {
  const { pages, warnings } = await layOut([body], data, {}, { styles });
  expect(warnings).toEqual([]);
  return pageLines({ pages, warnings })[0]!.flatMap((line) => (line.startsWith('rect') ? [line.slice(5)] : []));
}
const table = (more: Record<string, unknown>, column: Record<string, unknown> = {}) => ({
  table: 'rows',
  cellPadding: 0,
  columns: [{ width: 80, body: '{{ item.n }}', header: 'H', ...column }, 'x'],
  ...more,
});

/** The same place with a background of its own and by a style: a component that is given more properties. */
const places: Readonly<Record<string, (look: Record<string, unknown>) => unknown>> = {
  text: (look) => ({ text: 'x', ...look }),
  stack: (look) => ({ stack: ['x'], ...look }),
  row: (look) => ({ row: ['x'], ...look }),
  repeat: (look) => ({ repeat: 'rows', body: 'x', ...look }),
  frame: (look) => ({ frame: [], height: 10, ...look }),
  table: (look) => table(look),
  column: (look) => table({}, look),
  cell: (look) => table({}, { body: { text: 'x', ...look } }),
  'header cell': (look) => table({}, { header: { text: 'x', ...look } }),
  'footer row': (look) => table({ footer: [{ cells: ['a', 'b'], ...look }] }),
  'footer cell': (look) => table({ footer: [{ cells: ['a', { text: 'b', ...look }] }] }),
  'footer cell with a span': (look) => table({ footer: [{ cells: [{ span: 2, text: 'b', ...look }] }] }),
  'footer cell of components': (look) => table({ footer: [{ cells: ['a', { stack: ['b', 'c'], ...look }] }] }),
};

describe.each(Object.entries(places))('a background of a style: %s', (_, place) => {
  test('is that of the component itself', async () => {
    const own = await fillsOf(place({ background: '#ff0000' }));
    expect(own.length).toBeGreaterThan(0);
    expect(await fillsOf(place({ style: 'red' }))).toEqual(own);
    expect(await fillsOf(place({ style: ['blue', 'plain', 'red'] }))).toEqual(own);
    expect(await fillsOf(place({ style: 'blue', background: '#ff0000' }))).toEqual(own);
    expect(await fillsOf(place({ style: '{{ data.rows[0].look }}' }))).toEqual(own);
    expect(await fillsOf(place({ style: ['blue', "{{ 'red' }}"] }))).toEqual(own);
    expect(await fillsOf(place({ style: 'plain' }))).toEqual([]);
  });
  test('may be bound to data in the style', async () => {
    expect(await fillsOf(place({ style: 'bound' }))).toEqual(await fillsOf(place({ background: '#123456' })));
  });
});

test('a style that each row names colours the cell of that row', async () => {
  expect(await fillsOf(table({}, { style: '{{ item.look }}' }))).toEqual(['10,20 80x10 #ff0000', '10,40 80x10 #0000ff']);
});

test('a look that names the row holds for its cells, and the header and footer do without it', async () => {
  const row = { type: 'object', required: ['look'], properties: { look: { type: 'string' } } };
  const dataSchema = { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items: row } } };
  const column = { header: 'H', body: 'x', style: ['plain', '{{ item.look }}'], color: '{{ item.look }}' };
  const faults = (more: Record<string, unknown>) =>
    diagnose({
      dataSchema,
      styles,
      pages: [{ body: [{ table: 'rows', columns: [{ ...column, ...more }], footer: [{ cells: ['f'] }] }] }],
    });
  expect(await faults({})).toEqual([]);
  expect(await faults({ style: '{{ item.lok }}' })).toContain('error unknown-path /pages/0/body/0/columns/0/style');
  expect(await faults({ style: '{{ lok }}' })).toContain('error unknown-path /pages/0/body/0/columns/0/style');
});

test('a background with bindings is a fault only where its style is named', async () => {
  const made = async (look: string) =>
    (
      await layOut(
        [{ text: 'x', style: '{{ look }}' }],
        { look, page: 1 },
        {},
        { styles: { ...styles, odd: { background: '{{ page.number }}' } } },
      )
    ).warnings;
  expect(await made('red')).toEqual([]);
  expect(await made('odd')).toMatchObject([{ code: 'wrong-color', component: '/pages/0/body/0/style' }]);
});

test('styles of header and footer may be bound to data', async () => {
  const footer = [{ cells: ['a', 'b'] }];
  expect(await fillsOf(table({ headerStyle: 'bound', footerStyle: '{{ rows[2].look }}', footer }))).toEqual([
    '10,10 180x10 #123456',
    '10,50 180x10 #0000ff',
  ]);
});

test('a cell wins over its row, the row over the style of the footer', async () => {
  const footer = [{ style: 'blue', cells: ['a', { text: 'b', style: 'red' }] }, { cells: ['c', 'd'] }];
  expect(await fillsOf(table({ footer, footerStyle: 'bound' }))).toEqual([
    '10,50 180x10 #0000ff',
    '90,50 100x10 #ff0000',
    '10,60 180x10 #123456',
  ]);
});

test('that a page names colours each of its sheets, below everything else', async () => {
  const background = [{ rect: 10, at: { x: 0, y: 0 }, width: 10, fill: '#0000ff' }];
  const body = ['a', { pageBreak: true }, 'b'];
  const rectsOf = async (page: Record<string, unknown>) => {
    const { pages, warnings } = await layOut(body, data, { background, ...page }, { styles });
    expect(warnings).toEqual([]);
    return pageLines({ pages, warnings }).map((lines) => lines.filter((line) => line.trim().startsWith('rect')));
  };
  const [plain] = await rectsOf({});
  const coloured = [['rect 0,0 200x100 #ff0000', ...plain!]];
  expect(await rectsOf({ style: 'red' })).toEqual([...coloured, ...coloured]);
  expect(await rectsOf({ style: ['plain', '{{ rows[0].look }}'] })).toEqual([...coloured, ...coloured]);
  expect((await rectsOf({ style: 'bound' }))[1]![0]).toBe('rect 0,0 200x100 #123456');
  expect(await diagnose({ styles, pages: [{ style: 'red', body }] })).toEqual([]);
});

test('where there is no background it is told that a style has one', async () => {
  const base = { ...styles, base: { background: '#ff0000', padding: 3 } };
  expect(await diagnose({ styles: base, pages: [{ body: ['x'] }] })).toEqual([
    'warning no-effect /styles/base/background',
    'warning no-effect /styles/base/padding',
  ]);
});

test('round corners clip no text that stands in a corner', async () => {
  const stack = (padding: readonly number[]) => ({ stack: 'x', padding, border: { radius: 10 }, background: '#ff0000' });
  const textOf = async (padding: readonly number[]) =>
    pageLines(await layOut([stack(padding)]))[0]!.find((line) => line.includes('"x"'));
  expect(await textOf([0, 0, 40, 0])).toMatch(/^text/);
  expect(await textOf([20, 0, 20, 0])).toMatch(/^ {2}text/);
});

test.each([
  ['top left', { valign: 'top', align: 'left' }],
  ['top right', { valign: 'top', align: 'right' }],
  ['bottom right', { valign: 'bottom', align: 'right' }],
  ['bottom left', { valign: 'bottom', align: 'left' }],
])('of corners with radii of their own, only a round one meets the text at the %s', async (corner, { valign, align }) => {
  const at = ['top left', 'top right', 'bottom right', 'bottom left'].indexOf(corner);
  const box = (radius: readonly number[]) => ({
    stack: [{ text: 'x', align }],
    padding: valign === 'top' ? [0, 0, 40, 0] : [40, 0, 0, 0],
    border: { radius },
    background: '#ff0000',
  });
  const textOf = async (radius: readonly number[]) =>
    pageLines(await layOut([box(radius)]))[0]!.find((line) => line.includes('"x"'));
  expect(await textOf([0, 1, 2, 3].map((i) => (i === at ? 20 : 0)))).toMatch(/^text/);
  expect(await textOf([0, 1, 2, 3].map((i) => (i === at ? 0 : 20)))).toMatch(/^ {2}text/);
});

test('a figure in an overlay needs a description, and decoration there does not', async () => {
  const figure = { stack: ['x'], role: 'figure' };
  expect(await diagnose({ pages: [{ overlay: [{ stack: ['x'] }, figure], body: ['x'] }] })).toEqual([
    'warning missing-alt /pages/0/overlay/1',
  ]);
});

describe('round corners between sides that differ', () => {
  const side = { width: 2, color: '#123456' };
  const sidesOf = async (border: object) => {
    const { pages, warnings } = await layOut([{ text: 'x', width: 60, padding: 10, border }]);
    expect(warnings).toEqual([]);
    return pages[0]!.items.flatMap((item) => (item.kind === 'path' ? [{ ...item.path, stroke: item.stroke }] : []));
  };

  test('each side has half of the corners beside it, and none of a corner that is not round', async () => {
    const [top, left, ...others] = await sidesOf({ radius: [8, 0, 0, 8], top: side, left: side });
    expect(others).toEqual([]);
    expect(top).toMatchObject({ ops: 'MCL', stroke: { width: 2, color: '#123456' } });
    expect(left!.ops).toBe('MCLC');
    const begin = top!.points.slice(0, 2);
    const end = left!.points.slice(-2);
    for (const [i, place] of begin.entries()) expect(place).toBeCloseTo(end[i]!);
    // Its middle runs 7 pt from the middle of the corner.
    const [x, y] = [begin[0]! - 10 - 8, begin[1]! - 10 - 8];
    expect(Math.hypot(x, y)).toBeCloseTo(7);
    expect(top!.points.at(-2)).toBeCloseTo(70);
  });

  test('equal sides stay one rectangle', async () => {
    expect(await sidesOf({ radius: 8, ...side })).toEqual([]);
  });
});
