// Rules lie above all backgrounds of their table.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { createRandom } from '../../../support/random.ts';
import { defaultLimits, type LaidOut, layOut, pageTexts, wordsOf } from '../../../support/render.ts';

const kindsOf = ({ pages }: LaidOut) =>
  pages.map((page) => page.items.filter(({ kind }) => kind === 'rect' || kind === 'line').map(({ kind }) => kind));

/** Fills and lines of each page: `fill fill line line`. */
const orderOf = (laidOut: LaidOut) => kindsOf(laidOut).map((kinds) => kinds.join(' ').replaceAll('rect', 'fill'));

const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, i) => ({ name: `row ${i + 1}` })) });
const table = (more: Record<string, unknown> = {}) => ({
  table: 'rows',
  cellPadding: 0,
  rules: 'rows',
  zebra: '#eeeeee',
  columns: ['{{ item.name }}'],
  ...more,
});

describe('a rule', () => {
  test('below the last row of a group is that between rows where a footer of the group follows', async () => {
    const rules = { rows: { width: 1 }, outer: { width: 3 } };
    const groups = [{ by: 'item.name', footer: [{ cells: ['sum'] }] }];
    const { pages } = await layOut([{ table: 'rows', cellPadding: 0, columns: ['{{ item.name }}'], rules, groups }], rows(2));
    const across = pages[0]!.items.flatMap((item) => (item.kind === 'line' && item.y1 === item.y2 ? [item] : []));
    expect(across.map(({ y1, stroke }) => [y1, stroke.width])).toEqual([
      [10, 3],
      [20, 1],
      [30, 1],
      [40, 1],
      [50, 3],
    ]);
  });
  test('lies above the zebra of the row below it', async () => {
    expect(orderOf(await layOut([table()], rows(4)))).toEqual(['fill fill line line line line']);
  });
  test('lies above the backgrounds of the next rows on each page', async () => {
    const made = await layOut(
      [table({ headerStyle: 'th', columns: [{ header: 'H', body: '{{ item.name }}' }] })],
      rows(12),
      {},
      { styles: { base: { size: 8, lineHeight: 1.25 }, th: { background: '#dddddd' } } },
    );
    expect(made.pages).toHaveLength(2);
    for (const order of orderOf(made)) expect(order).toMatch(/^fill( fill)+( line)+$/);
  });
  test('lies above the background of what stands in a cell of the next row', async () => {
    const cell = { stack: '{{ item.name }}', background: '#ff0000' };
    expect(orderOf(await layOut([table({ zebra: '#ffffff', columns: [{ body: cell }] })], rows(3)))).toEqual([
      'fill fill fill fill line line line',
    ]);
  });
  test('of a table in a cell lies above the next row of the table around it', async () => {
    const inner = table({ table: 'item.parts', as: 'part', columns: ['{{ part }}'] });
    const data = { rows: [{ parts: ['a', 'b'] }, { parts: ['c', 'd'] }] };
    const [order] = orderOf(await layOut([table({ columns: [{ body: inner }] })], data));
    expect(order).toMatch(/^fill( fill)+( line)+$/);
  });
  test('stays below what is placed after its table', async () => {
    const over = { rect: 30, fill: '#0000ff', margin: [-20, 0, 0, 0] };
    expect(orderOf(await layOut([table(), over], rows(2)))).toEqual(['fill line line fill']);
  });
  test('of a table does not rise above the next table', async () => {
    const next = table({ margin: [3, 0, 0, 0] });
    expect(orderOf(await layOut([table(), next], rows(2)))).toEqual(['fill line line fill line line']);
  });
  test('rises in a frame, a column and a box with round corners', async () => {
    const open = (items: readonly PageItem[]): readonly PageItem[] =>
      items.flatMap((item) => (item.kind === 'group' ? open(item.items) : [item]));
    for (const component of [
      { frame: [{ ...table(), at: { w: 100, rotate: 90, x: 100 } }] },
      { row: [table(), table()] },
      { stack: table(), border: { radius: 5 } },
      table({ margin: [0, 10] }),
    ]) {
      const { pages } = await layOut([component], rows(4), { size: [400, 400] });
      const kinds = open(pages[0]!.items).filter(
        ({ kind, ...item }) => kind === 'line' || (kind === 'rect' && 'fill' in item && item.fill),
      );
      expect(kinds.map(({ kind }) => kind).join(' ')).toMatch(/^(rect rect line line line line ?)+$/);
    }
  });
  test('lies above the background of what stands below, above or beside its table', async () => {
    const box = { stack: ['box'], background: '#ffeeee' };
    const bare = table({ zebra: '#ffffff', rules: { outer: { width: 2 } } });
    expect(orderOf(await layOut([bare, box], rows(1)))).toEqual(['line line line fill line']);
    expect(orderOf(await layOut([table({ rules: 'rows' }), { ...box, margin: [5, 0, 0, 0] }], rows(1)))).toEqual(['line fill']);
    expect(orderOf(await layOut([box, bare], rows(1)))).toEqual(['fill line line line line']);
    expect(orderOf(await layOut([{ row: [bare, box] }], rows(1)))).toEqual(['line line line fill line']);
    const round = { stack: [bare, box], border: { width: 1, radius: 3 } };
    const [inside] = (await layOut([round], rows(1))).pages[0]!.items.flatMap((item) =>
      item.kind === 'group' ? [item.items] : [],
    );
    expect(inside!.map(({ kind }) => kind).filter((kind) => kind !== 'text')).toEqual(['line', 'line', 'line', 'rect', 'line']);
    const two = [table({ rules: { rows: { width: 3 } } }), table({ columns: [{ body: 'x', background: '#eeffee' }] })];
    expect(orderOf(await layOut(two, rows(1)))).toEqual(['fill line line']);
  });
  test('lies above a background inside a box with round corners below its table', async () => {
    const bare = table({ zebra: '#ffffff', rules: { outer: { width: 2 } } });
    const round = (margin: number) => ({
      stack: [{ rect: 9, fill: '#ffeeee', margin: [margin, 0, 0, 0] }],
      border: { radius: 3 },
    });
    const kinds = async (margin: number) => {
      const { pages } = await layOut([bare, round(margin)], rows(1));
      return pages[0]!.items.map(({ kind }) => kind).filter((kind) => kind !== 'text');
    };
    expect(await kinds(0)).toEqual(['line', 'line', 'line', 'group', 'line', 'rect']);
    expect(await kinds(4)).toEqual(['line', 'line', 'line', 'line', 'group', 'rect']);
  });
  test('lies above an image that reaches out of the next row, and above a turned component in it', async () => {
    const image = { format: 'png', key: 'a', bytes: new Uint8Array(), width: 9, height: 9, dpi: 72 } as const;
    const cells = [
      { image: "{{ 'a.png' }}", alt: '', margin: [-4, 0, 0, 0] },
      { frame: [{ rect: 9, fill: '#ffeeee', at: { w: 9, rotate: 90 } }], height: 9 },
    ];
    const { zebra: _, ...plain } = table();
    for (const cell of cells) {
      const { pages } = await layOut([{ ...plain, columns: [{ body: cell }] }], rows(2), {}, {}, defaultLimits, () => image);
      expect(pages[0]!.items.map(({ kind }) => kind).slice(-2)).toEqual(['line', 'line']);
    }
  });
  test('moves no text: what reads a page in order reads the rows in order', async () => {
    expect(pageTexts(await layOut([table()], rows(7)))).toEqual([rows(7).rows.map(({ name }) => name)]);
  });
});

describe('where a sheet ends and begins,', () => {
  const strokes = { rows: { width: 0.3 }, outer: { width: 2 }, footer: { width: 1.5 }, header: { width: 1.2 } };
  /** What lies across each page, from above: texts, and the widths of level lines. */
  const readSheets = async (more: Record<string, unknown>, count = 10) => {
    const { pages } = await layOut([{ table: 'rows', as: 'r', cellPadding: 0, rules: strokes, ...more }], rows(count));
    return pages.map(({ items }) =>
      items
        .flatMap((item): { readonly y: number; readonly is: string | number }[] => {
          if (item.kind === 'text') return [{ y: item.y, is: wordsOf(item).trim() }];
          return item.kind === 'line' && item.y1 === item.y2 ? [{ y: item.y1, is: item.stroke.width }] : [];
        })
        .sort((a, b) => a.y - b.y)
        .map(({ is }) => is),
    );
  };
  const columns = [{ header: 'Name', body: '{{ r.name }}' }];
  const total = { cells: ['total'] };
  const body = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => [`row ${from + i}`, 0.3]).flat();

  test('the outline of the table is closed', async () => {
    expect(await readSheets({ columns })).toEqual([
      [2, 'Name', 1.2, ...body(1, 6), 'row 7', 2],
      [2, 'Name', 1.2, ...body(8, 9), 'row 10', 2],
    ]);
    expect(await readSheets({ columns: ['{{ r.name }}'] })).toEqual([
      [2, ...body(1, 7), 'row 8', 2],
      [2, 'row 9', 0.3, 'row 10', 2],
    ]);
    const [first] = await readSheets({ columns, rules: { outer: { width: 2 } }, margin: { left: 10 } });
    expect(first).toEqual([2, 'Name', ...body(1, 7).filter((one) => one !== 0.3), 2]);
  });
  test('the outline stands in place of the line between rows, also where it is thinner', async () => {
    const thin = { rows: { width: 3, color: '#00ff00' }, outer: { width: 0.5, color: '#ff0000' } };
    const merged = [{ body: '{{ r.name | slice: 0, 3 }}', merge: 'r.name | slice: 0, 3' }, '{{ r.name }}'];
    const repeated = { groups: [{ by: 'r.name | slice: 0, 3', header: [{ on: 'notFirst', cells: ['again'] }] }] };
    for (const more of [
      { columns },
      { columns: ['{{ r.name }}'] },
      { columns: merged },
      { columns, ...repeated },
      { columns, rowBreak: 'allow' },
    ]) {
      const { pages } = await layOut([{ table: 'rows', as: 'r', cellPadding: 0, rules: thin, ...more }], rows(10));
      expect(pages.length).toBe(2);
      for (const { items } of pages) {
        const lines = items.flatMap((item) => (item.kind === 'line' ? [item] : []));
        const across = lines.filter(({ y1, y2 }) => y1 === y2);
        const ends = [Math.min, Math.max].map((of) => of(...across.map(({ y1 }) => y1)));
        for (const end of ends) expect(across.filter(({ y1 }) => y1 === end).map(({ stroke }) => stroke.width)).toEqual([0.5]);
        expect(across.some(({ stroke }) => stroke.width === 3)).toBe(true);
        // Along the sides, the outline lies above the ends of the lines across.
        const isLater = (one: number, other: number) =>
          lines.findLastIndex((line) => line.x1 === line.x2 && line.y2 === one) > other;
        for (const [i, line] of lines.entries()) if (line.stroke.width === 3) expect(isLater(line.y1, i)).toBe(true);
      }
    }
  });
  test('the outline is closed below a row that is divided, and above rows of groups', async () => {
    const divided = { columns: [['1', '2', '3', '4', '5', '6', '7', '8', '9']], rowBreak: 'allow' };
    const tall = { ...divided, columns: [{ body: divided.columns[0] }] };
    expect(await readSheets(tall, 1)).toEqual([
      [2, '1', '2', '3', '4', '5', '6', '7', '8', 2],
      [2, '9', 2],
    ]);
    const alone = await readSheets({ ...tall, rules: { outer: { width: 2 } } }, 1);
    expect(alone[0]).toEqual([2, '1', '2', '3', '4', '5', '6', '7', '8', 2]);
    const groups = [
      { by: 'r.name | slice: 0, 3', header: [{ cells: ['group'] }], footer: [{ on: 'notLast', cells: ['goes on'] }] },
    ];
    const [first, second] = await readSheets({ columns: ['{{ r.name }}'], groups });
    expect(first).toEqual([2, 'group', 0.3, ...body(1, 6), 'goes on', 2]);
    expect(second!.slice(0, 3)).toEqual([2, 'group', 0.3]);
  });
  test('footer rows have their rule above them, and the outline below', async () => {
    const footer = [{ on: 'notLast', cells: ['carried'] }, { on: 'notLast', cells: ['over'] }, total];
    expect(await readSheets({ columns, footer })).toEqual([
      [2, 'Name', 1.2, ...body(1, 5), 1.5, 'carried', 0.3, 'over', 2],
      [2, 'Name', 1.2, ...body(6, 9), 'row 10', 1.5, 'total', 2],
    ]);
  });
  test('the outline stands once, above the first of several rows that are shown again', async () => {
    const again = (text: string) => ({ by: 'r.name | slice: 0, 3', header: [{ on: 'notFirst', cells: [text] }] });
    const [, second] = await readSheets({ columns: ['{{ r.name }}'], groups: [again('outer'), again('inner')] });
    expect(second!.slice(0, 6)).toEqual([2, 'outer', 0.3, 'inner', 0.3, 'row 9']);
  });
  test('the rule of the footer lies between the rows of a group and of the table where a sheet ends', async () => {
    const footer = [{ on: 'notLast', cells: ['carried'] }];
    const groups = [{ by: 'r.name | slice: 0, 3', footer: [{ on: 'notLast', cells: ['goes on'] }] }];
    const [first] = await readSheets({ columns: ['{{ r.name }}'], footer, groups });
    expect(first!.slice(-6)).toEqual(['row 6', 0.3, 'goes on', 1.5, 'carried', 2]);
  });
  test('the rule of the header lies below the names of the columns, not below a sum that is brought forward', async () => {
    const header = [{ on: 'notFirst', below: true, cells: ['brought'] }];
    expect((await readSheets({ columns, header }))[1]).toEqual([2, 'Name', 1.2, 'brought', 0.3, ...body(8, 9), 'row 10', 2]);
  });
  test('"all" draws a line between the rows of an element too, but not through a cell over them', async () => {
    const rest = { columns: [{ body: 'a', rowSpan: 2 }, { body: 'b' }], rows: [{ cells: ['c'] }] };
    const { pages } = await layOut([{ table: [1], rules: 'all', cellPadding: 0, ...rest }]);
    const level = pages[0]!.items.flatMap((item) => (item.kind === 'line' && item.y1 === item.y2 ? [[item.x1, item.y1]] : []));
    expect(level.sort()).toEqual([
      [10, 10],
      [10, 30],
      [100, 20],
    ]);
    const [only] = await readSheets({ columns: ['{{ r.name }}'], rows: [{ cells: ['more'] }] }, 1);
    expect(only).toEqual([2, 'row 1', 'more', 2]);
  });
  test('lines that are the same are drawn once', async () => {
    const [first] = await readSheets({ columns: ['{{ r.name }}'], rules: 'all', footer: [{ on: 'notLast', cells: ['c'] }] });
    expect(first!.filter((one) => typeof one === 'number')).toHaveLength(9);
  });
});

test('in any table all fills of a page come before all rules', async () => {
  const random = createRandom(5);
  const chance = (share: number) => random() < share;
  const pick = <T>(...list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const fill = () => (chance(0.5) ? { background: pick('#ffeeee', '#eeffee') } : {});
  const style = () => (chance(0.3) ? { style: pick('a', 'b') } : {});
  const cell = (text: string) =>
    pick<unknown>(text, { text, ...fill(), ...style() }, { ...fill(), padding: pick(0, 2), stack: [text, text] }, [
      text,
      { rect: 3, fill: '#abcdef' },
    ]);
  let filled = 0;
  for (let round = 0; round < 60; round++) {
    const count = 1 + Math.floor(random() * 4);
    const columns = Array.from({ length: count }, () => ({
      width: pick<unknown>('*', '2*', 'auto', 20),
      ...(chance(0.5) && { header: cell('H') }),
      ...(chance(0.3) && { footer: cell('F') }),
      body: cell('{{ item.name }}'),
      ...fill(),
      ...style(),
    }));
    const footer = [{ ...fill(), ...style(), cells: [{ span: count, text: 'sum', ...fill(), ...style() }] }];
    const body = table({
      columns,
      rules: pick<unknown>('rows', 'all', { rows: { width: 2 } }, { outer: {}, columns: { width: 3 } }),
      cellPadding: pick(0, 3),
      rowBreak: pick('avoid', 'allow'),
      ...(chance(0.5) && { zebra: '#eeeeee' }),
      ...(chance(0.5) && { footer }),
      ...(chance(0.3) && { headerStyle: 'a', footerStyle: 'b' }),
      ...(chance(0.2) && { margin: 5 }),
    });
    const made = await layOut(
      [body],
      rows(1 + Math.floor(random() * 20)),
      { size: [200, 150] },
      {
        styles: { base: { size: 8, lineHeight: 1.25 }, a: { background: '#ddeeff' }, b: { background: '#ffeedd' } },
      },
    );
    for (const kinds of kindsOf(made)) {
      filled += kinds.includes('rect') && kinds.includes('line') ? 1 : 0;
      expect(kinds.lastIndexOf('rect')).toBeLessThan(kinds.includes('line') ? kinds.indexOf('line') : kinds.length);
    }
  }
  expect(filled).toBeGreaterThan(60);
});
