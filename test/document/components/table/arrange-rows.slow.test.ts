// Random tables with cells over several columns and rows: every cell, rule and tag stands where the grid says.
// PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try more of them.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import type { Element, Tag } from '../../../../src/document/layout/tag.ts';
import { createRandom } from '../../../support/random.ts';
import {
  type GridBlock,
  type GridCell,
  makeRandomGrid,
  type PlacedGrid,
  placeGrid,
  type RandomGrid,
  type ruleWidths,
} from '../../../support/random-grids.ts';
import { compile, diagnose, type LaidOut, layOut, pageTexts, wordsOf } from '../../../support/render.ts';
import { trialSeeds } from '../../../support/trials.ts';

const seeds = trialSeeds('arrange-rows.slow');
const margin = 10;
const near = 0.02;
/** Heights of rows are rounded to find those that are the same. */
const rounding = 0.06;
const isNear = (a: number, b: number) => Math.abs(a - b) < near;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A cell, or a piece of it, on a page. */
interface PlacedCell extends Area {
  readonly block: GridBlock;
  readonly row: number;
  readonly cell: GridCell | undefined;
}

interface Painted {
  readonly fills: ReadonlyMap<string, readonly Area[]>;
  readonly lines: readonly {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
    readonly width: number;
  }[];
  readonly words: readonly { readonly word: string; readonly x: number; readonly y: number; readonly tag: Tag | undefined }[];
}

/** What a page paints, in the coordinates of the page. */
function readPage(items: readonly PageItem[]): Painted {
  const fills = new Map<string, Area[]>();
  const lines: Painted['lines'][number][] = [];
  const words: Painted['words'][number][] = [];
  const walk = (list: readonly PageItem[], dx: number, dy: number, top: number, bottom: number): void => {
    for (const item of list) {
      if (item.kind === 'group') {
        const clip = item.clip && { top: item.clip.y + item.y + dy, bottom: item.clip.y + item.y + dy + item.clip.height };
        walk(item.items, dx + item.x, dy + item.y, Math.max(top, clip?.top ?? top), Math.min(bottom, clip?.bottom ?? bottom));
      } else if (item.kind === 'rect' && item.fill) {
        const y = Math.max(top, item.y + dy);
        const height = Math.min(bottom, item.y + dy + item.height) - y;
        const fill = String(item.fill);
        fills.set(fill, [...(fills.get(fill) ?? []), { x: item.x + dx, y, width: item.width, height }]);
      } else if (item.kind === 'line')
        lines.push({ x1: item.x1 + dx, y1: item.y1 + dy, x2: item.x2 + dx, y2: item.y2 + dy, width: item.stroke.width });
      else if (item.kind === 'text' && item.y + dy > top && item.y + dy < bottom)
        words.push({ word: wordsOf(item).trim(), x: item.x + item.segment.x + dx, y: item.y + dy, tag: item.tag });
    }
  };
  walk(items, 0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { fills, lines, words };
}

/** All that is wrong with the pages of a table. */
function findFaults(grid: RandomGrid, laidOut: LaidOut): string[] {
  const faults: string[] = [];
  const { widths, header, rules } = grid;
  const visible = widths.filter((width) => width !== undefined);
  const edges = [margin];
  for (const width of visible) edges.push(edges.at(-1)! + width);
  const blocks = [header, ...grid.elements, ...grid.footers]
    .map((block) => ({ block, places: placeGrid(block, widths) }))
    .filter(({ places }) => places.length > 0);
  const pages = laidOut.pages.map(({ items }) => readPage(items));
  const last = blocks.at(-1)!.block;
  const lastElement = grid.elements.at(-1)!;
  const hasFooters = last.kind === 'footer';
  const widthOf = (side: keyof typeof ruleWidths) => rules[side]?.width;
  const { rows: headRows } = header;
  const belowNames = placeGrid({ kind: 'header', rows: headRows.slice(headRows.length - grid.belowNames) }, widths).length;
  const firstBelow = placeGrid(header, widths).length - belowNames;
  const bottomOf = (block: GridBlock): number | undefined => {
    if (block.kind === 'header') return (belowNames > 0 ? undefined : widthOf('header')) ?? widthOf('rows');
    if (block === last) return widthOf('outer') ?? widthOf('rows');
    return block === lastElement && hasFooters ? (widthOf('footer') ?? widthOf('rows')) : widthOf('rows');
  };
  const inHeader = ({ row }: PlacedCell) => (row === firstBelow && row > 0 ? widthOf('header') : undefined) ?? widthOf('rows');
  /** The lines between two cells, in the order in which they are drawn. */
  const linesBetween = (above: PlacedCell | undefined, below: PlacedCell | undefined): readonly (number | undefined)[] => {
    if (!above) return below ? [widthOf('outer')] : [];
    if (above.block === below?.block) return above.block.kind === 'header' ? [inHeader(below)] : [];
    if (below) return [bottomOf(above.block)];
    const isCut = goesOn(above.block);
    if (!isCut && (above.block === last || above.block.kind === 'header')) return [bottomOf(above.block)];
    // Where a sheet ends, the outline stands in place of the line below the row.
    return [widthOf('outer') ?? (isCut ? widthOf('rows') : bottomOf(above.block))];
  };
  let shownPage = 0;
  const goesOn = (block: GridBlock) =>
    block.kind === 'element' &&
    block.rows.some(({ cells }) => cells.some(({ color }) => pages.slice(shownPage + 1).some(({ fills }) => fills.has(color!))));
  const seen = new Map<string, number>();

  for (const [number, page] of pages.entries()) {
    shownPage = number;
    const fault = (message: string) => faults.push(`page ${number + 1}: ${message}`);
    const colors = [...page.fills.keys()];
    const placed: PlacedCell[] = [];
    let isComplete = true;
    let bottom: number | undefined;
    for (const { block, places } of blocks) {
      const cells = new Set(places.flat().filter((cell) => cell !== undefined));
      const own = [...cells].filter(({ color, words }) =>
        color ? colors.includes(color) : page.words.some(({ word }) => words.includes(word)),
      );
      if (own.length === 0) continue;
      const isDivided =
        laidOut.pages.length > 1 &&
        block.kind === 'element' &&
        [...cells].some(({ color }) => pages.filter(({ fills }) => fills.has(color!)).length !== 1);
      const tops = new Map<number, number>();
      const at = (row: number, y: number, of: string) => {
        const known = tops.get(row);
        if (known !== undefined && !isNear(known, y)) fault(`${of}: row ${row} is at ${known} and at ${y}`);
        tops.set(row, known ?? y);
      };
      const parts: PlacedCell[] = [];
      for (const cell of own) {
        if (!cell.color) continue;
        const fills = page.fills.get(cell.color)!;
        if (fills.length > 1) fault(`${cell.label} has ${fills.length} backgrounds`);
        const fill = fills[0]!;
        const rows = places.flatMap((row, y) => (row.includes(cell) ? [y] : []));
        const from = places[rows[0]!]!.indexOf(cell);
        const to = places[rows[0]!]!.lastIndexOf(cell) + 1;
        if (!isNear(fill.x, edges[from]!) || !isNear(fill.width, edges[to]! - edges[from]!))
          fault(`${cell.label} covers ${fill.x} to ${fill.x + fill.width}, not ${edges[from]} to ${edges[to]}`);
        parts.push({ ...fill, block, row: rows[0]!, cell });
        if (isDivided) continue;
        at(rows[0]!, fill.y, cell.label);
        at(rows.at(-1)! + 1, fill.y + fill.height, cell.label);
      }
      const low = isDivided ? Math.max(...parts.map(({ y, height }) => y + height)) : tops.get(places.length);
      const high = isDivided ? Math.min(...parts.map(({ y }) => y)) : tops.get(0);
      if (bottom !== undefined && high !== undefined && !isNear(bottom, high))
        fault(`a block begins at ${high}, not at ${bottom}`);
      tops.set(0, high ?? bottom ?? margin);
      // Places without a background: the columns' own headers, and those of cells whose row is left out.
      for (const [y, row] of places.entries())
        for (const [x, cell] of row.entries()) {
          if (cell?.color) continue;
          const [top, end] = [
            tops.get(y),
            tops.get(y + 1) ?? (y + 1 === places.length ? nextTop(page, blocks, block) : undefined),
          ];
          if (isDivided || top === undefined || end === undefined) isComplete = false;
          else {
            parts.push({ x: edges[x]!, width: edges[x + 1]! - edges[x]!, y: top, height: end - top, block, row: y, cell });
            tops.set(y + 1, end);
          }
        }
      placed.push(...parts);
      bottom = low ?? tops.get(places.length);
    }
    for (const { word, x, y } of page.words) {
      seen.set(word, (seen.get(word) ?? 0) + 1);
      const part = placed.find(({ cell }) => cell?.words.includes(word));
      const isIn = part && x >= part.x + grid.padding - near && x < part.x + part.width && y > part.y && y < part.y + part.height;
      if (part ? !isIn : isComplete) fault(`${word} at ${x}, ${y} is not in its cell`);
    }
    if (!isComplete) continue;
    const xs = edges;
    const ys = [...new Set(placed.flatMap(({ y, height }) => [y, y + height]).map((y) => Math.round(y * 20) / 20))].sort(
      (a, b) => a - b,
    );
    const atPlace = (i: number, j: number) => {
      const [x, y] = [(xs[i]! + xs[i + 1]!) / 2, (ys[j]! + ys[j + 1]!) / 2];
      return placed.filter((part) => x > part.x && x < part.x + part.width && y > part.y && y < part.y + part.height);
    };
    const raster = ys.slice(1).map((_, j) =>
      visible.map((_one, i) => {
        const there = atPlace(i, j);
        if (there.length !== 1)
          fault(`${there.length} cells at column ${i}, height ${ys[j]}: ${there.map(({ cell }) => cell?.label)}`);
        return there[0];
      }),
    );
    const compare = (place: string, lines: readonly (number | undefined)[], found: readonly number[]) => {
      const wanted = lines.filter((width) => width !== undefined).join();
      if (found.join() !== wanted) fault(`${place}: rules ${found.join() || 'none'}, not ${wanted || 'none'}`);
    };

    for (let j = 0; j < ys.length; j++)
      for (let i = 0; i < visible.length; i++) {
        const middle = (xs[i]! + xs[i + 1]!) / 2;
        const found = page.lines.filter(
          ({ x1, x2, y1, y2 }) => y1 === y2 && Math.abs(y1 - ys[j]!) < rounding && middle > x1 && middle < x2,
        );
        const [above, below] = [raster[j - 1]?.[i], raster[j]?.[i]];
        compare(
          `line at column ${i}, height ${ys[j]}`,
          above === below ? [] : linesBetween(above, below),
          found.map(({ width }) => width),
        );
      }
    for (let j = 0; j < ys.length - 1; j++)
      for (let i = 0; i < xs.length; i++) {
        const middle = (ys[j]! + ys[j + 1]!) / 2;
        const found = page.lines.filter(
          ({ x1, x2, y1, y2 }) => x1 === x2 && Math.abs(x1 - xs[i]!) < rounding && middle > y1 && middle < y2,
        );
        const [before, after] = [raster[j]![i - 1], raster[j]![i]];
        const isOuter = i === 0 || i === xs.length - 1;
        const wanted = isOuter ? widthOf('outer') : before === after ? undefined : widthOf('columns');
        compare(
          `line left of column ${i}, height ${ys[j]}`,
          [wanted],
          found.map(({ width }) => width),
        );
      }
  }
  for (const { block, places } of blocks)
    for (const cell of new Set(places.flat()))
      for (const word of cell?.words ?? []) {
        const times = seen.get(word) ?? 0;
        if (block.kind === 'header' ? times < 1 : times !== 1) faults.push(`${word} stands ${times} times`);
      }
  return [...faults, ...findTagFaults(laidOut, blocks)];
}

/** Where the next block on a page begins. */
function nextTop(
  page: Painted,
  blocks: readonly { readonly block: GridBlock; readonly places: PlacedGrid }[],
  block: GridBlock,
): number | undefined {
  const next = blocks.slice(blocks.findIndex((one) => one.block === block) + 1);
  for (const { places } of next) {
    const tops = places.flat().flatMap((cell) => page.fills.get(cell?.color ?? '')?.map(({ y }) => y) ?? []);
    if (tops.length > 0) return Math.min(...tops);
  }
  return undefined;
}

const kidsOf = (element: Element): readonly Element[] =>
  element.kids.flatMap((kid) => (kid.kind !== 'element' ? [] : kid.type === undefined ? kidsOf(kid) : [kid]));

/** What differs between the grid and the one that the tags say. */
function findTagFaults(
  laidOut: LaidOut,
  blocks: readonly { readonly block: GridBlock; readonly places: PlacedGrid }[],
): string[] {
  const faults: string[] = [];
  const said = new Map<Element, string[]>();
  for (const { items } of laidOut.pages)
    for (const { word, tag } of readPage(items).words) {
      let at = tag?.kind === 'element' ? tag : undefined;
      while (at && at.type !== 'TD' && at.type !== 'TH') at = at.parent;
      if (at) said.set(at, [...(said.get(at) ?? []), word]);
    }
  const table = kidsOf(laidOut.structure!)[0]!;
  const sections = { header: 'THead', element: 'TBody', footer: 'TFoot' } as const;
  for (const kind of ['header', 'element', 'footer'] as const) {
    const rows = kidsOf(table)
      .filter(({ type }) => type === sections[kind])
      .flatMap(kidsOf);
    const wanted = blocks.filter(({ block }) => block.kind === kind).flatMap(({ places }) => places);
    const grid: (Element | undefined)[][] = rows.map(() => []);
    for (const [y, row] of rows.entries()) {
      let x = 0;
      for (const cell of kidsOf(row)) {
        while (grid[y]![x]) x++;
        const { colSpan = 1, rowSpan = 1 } = cell.facts;
        for (let dy = 0; dy < rowSpan; dy++)
          for (let dx = 0; dx < colSpan; dx++) {
            if (!grid[y + dy]) faults.push(`${kind}: a cell reaches below its section`);
            else if (grid[y + dy]![x + dx]) faults.push(`${kind}: two cells at row ${y + dy}, column ${x + dx}`);
            else grid[y + dy]![x + dx] = cell;
          }
      }
    }
    const texts = grid.map((row) => Array.from(row, (cell) => (cell ? (said.get(cell) ?? []).join(' ') : '?')).join('|'));
    const wantedTexts = wanted.map((row) => row.map((cell) => cell?.words.join(' ') ?? '').join('|'));
    if (texts.join('\n') !== wantedTexts.join('\n'))
      faults.push(`${kind}: tags\n${texts.join('\n')}\nnot\n${wantedTexts.join('\n')}`);
    for (const cell of new Set(grid.flat())) {
      const isHead = cell?.facts.scope === 'Column';
      if (cell && kind === 'header' && !(cell.type === 'TH' && isHead)) faults.push('a cell of the header heads no column');
      if (cell && kind !== 'header' && (cell.type === 'TH') !== (cell.facts.scope === 'Row'))
        faults.push(`a ${cell.type} has the scope ${cell.facts.scope}`);
    }
  }
  return faults;
}

test(`${seeds.length} random tables show the grid that their spans say`, async () => {
  const wrong: string[] = [];
  for (const seed of seeds) {
    if (wrong.length === 10) break;
    const grid = makeRandomGrid(createRandom(seed));
    const faults = findFaults(grid, await layOut([grid.body], grid.data, { size: [260, 200] }));
    if (faults.length > 0) wrong.push(`seed ${seed}: ${faults.slice(0, 6).join('\n  ')}`);
  }
  expect(wrong).toEqual([]);
}, 600_000);

describe('a fault of spans is told once, where it stands:', () => {
  const at = '/pages/0/body/0';
  const cells = (...list: unknown[]) => [{ cells: list }];
  const wide = { text: 'x', span: 2 };
  const high = { text: 'x', rowSpan: 2 };
  const column = { body: '{{ l.a }}' };
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['too few cells', { rows: cells('a', 'b') }, `wrong-spans ${at}/rows/0/cells`],
    ['too many cells', { rows: cells('a', wide, 'b') }, `wrong-spans ${at}/rows/0/cells`],
    ['a span beyond the columns', { footer: cells('a', { ...wide, span: 100 }) }, `wrong-spans ${at}/footer/0/cells`],
    ['a span of thousands', { footer: cells({ ...wide, span: 10_000 }) }, `wrong-value ${at}/footer/0/cells/0/span`],
    ['rows beyond the element', { rows: cells('a', high, 'b') }, `wrong-spans ${at}/rows/0/cells/1/rowSpan`],
    [
      'rows beyond the header',
      { header: [...cells('a', { ...high, rowSpan: 3 }, 'b')] },
      `wrong-spans ${at}/header/0/cells/1/rowSpan`,
    ],
    ['rows in a footer', { footer: cells('a', high, 'b') }, `wrong-spans ${at}/footer/0/cells/1/rowSpan`],
    [
      'rows in a group',
      { groups: [{ by: 'l.a', header: cells(high, wide) }] },
      `wrong-spans ${at}/groups/0/header/0/cells/0/rowSpan`,
    ],
    [
      'a column over rows that are not there',
      { columns: [column, column, { ...column, rowSpan: 2 }] },
      `wrong-spans ${at}/columns/2/rowSpan`,
    ],
    ['a cell over a cell', { header: [...cells('a', high, 'b'), ...cells(wide, 'c')] }, `wrong-spans ${at}/header/1/cells/0`],
    [
      'a cell over the header of a column',
      { header: cells(high, wide), columns: [{ ...column, header: 'A' }, column, column] },
      `wrong-spans ${at}/columns/0/header`,
    ],
    ['colspan', { footer: cells({ colspan: 2 }, 'b') }, `unknown-property ${at}/footer/0/cells/0/colspan`],
    [
      'rowspan',
      { rows: [...cells({ text: 'x', rowspan: 2 }, wide), ...cells(wide)] },
      `unknown-property ${at}/rows/0/cells/0/rowspan`,
    ],
  ];
  test.each(cases)('%s', async (_name, table, fault) => {
    const body = [{ table: 'lines', as: 'l', columns: [column, column, column], ...table }];
    const found = await diagnose({ pages: [{ body }] });
    expect(found.filter((line) => line.startsWith('error'))).toEqual([`error ${fault}`]);
  });
  test.each([
    [2, '1 row more than there is'],
    [3, '2 rows more than there are'],
  ])('a cell over %i rows in a footer of one row covers %s', async (rowSpan, more) => {
    const body = [{ table: [1], columns: [{ header: 'H', body: 'x' }], footer: [{ cells: [{ text: 'x', rowSpan }] }] }];
    const { diagnostics } = await compile({ pages: [{ body }] });
    expect(diagnostics.map(({ message }) => message)).toEqual([`The cell covers ${more}.`]);
  });

  test('names of other programs have the name that is meant', async () => {
    const messageOf = async (table: Record<string, unknown>) =>
      (await compile({ pages: [{ body: [{ table: 'lines', as: 'l', columns: [column, column], ...table }] }] })).diagnostics[0]!
        .message;
    expect(await messageOf({ footer: cells({ text: 'x', colSpan: 2 }) })).toBe(
      '"colSpan" is not known here; did you mean "span"?',
    );
    expect(await messageOf({ rows: [...cells({ text: 'x', rowspan: 2 }, 'y'), ...cells('z')] })).toContain(
      'did you mean "rowSpan"?',
    );
    expect(await messageOf({ columns: [{ ...column, colspan: 2 }, column] })).toContain('"span" is for cells of `header`');
  });
});

describe('an element that is higher than a page, with a cell over its rows,', () => {
  const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);
  const table = (more = {}) => ({
    table: 'lines',
    as: 'l',
    cellPadding: 0,
    columns: [{ rowSpan: 2, body: '{{ l.a }}' }, '{{ l.b }}'],
    rows: [{ cells: ['{{ l.c }}'] }],
    ...more,
  });
  const lines = [{ a: words('a', 20).join('\n'), b: words('b', 3).join('\n'), c: words('c', 12).join('\n') }];
  const isWhole = (pages: LaidOut['pages']) => pages.every(({ items }) => items.every(({ kind }) => kind !== 'group'));

  test('shows each line whole and once, side by side', async () => {
    const { pages } = await layOut([table()], { lines });
    expect(isWhole(pages)).toBe(true);
    const texts = pageTexts({ pages, warnings: [] });
    expect(texts.flat().sort()).toEqual([...words('a', 20), ...words('b', 3), ...words('c', 12)].sort());
    expect(texts).toHaveLength(3);
    expect(texts[0]).toEqual([...words('a', 8), ...words('b', 3), ...words('c', 5)]);
  });
  test('begins where there is room if it may break', async () => {
    const short = [{ ...lines[0], a: words('a', 6).join('\n'), c: 'c0' }];
    const sizes = async (rowBreak: string) =>
      pageTexts(await layOut([{ spacer: 40 }, table({ rowBreak })], { lines: short })).map(({ length }) => length);
    expect(await sizes('avoid')).toEqual([0, 10]);
    expect(await sizes('allow')).toEqual([8, 2]);
  });
});

test('an element that is higher than a page ends a page between its rows, or within one if it may break', async () => {
  const lines = [{ a: 'a0\na1\na2', b: 'b0\nb1\nb2\nb3\nb4\nb5\nb6' }];
  const table = { table: 'lines', as: 'l', cellPadding: 0, columns: ['{{ l.a }}'], rows: [{ cells: ['{{ l.b }}'] }] };
  const sizes = async (rowBreak: string) =>
    pageTexts(await layOut([{ ...table, rowBreak }], { lines })).map(({ length }) => length);
  expect(await sizes('avoid')).toEqual([3, 7]);
  expect(await sizes('allow')).toEqual([8, 2]);
});

test('an element that is higher than a page ends a page above a cell over two rows that must not break', async () => {
  const lines = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`).join('\n');
  const rows = [{ cells: [{ rowSpan: 2, text: lines('b', 6) }, lines('c', 3)] }, { cells: [lines('d', 3)] }];
  const table = { table: [1], cellPadding: 0, columns: [lines('a', 3), ''], rows };
  expect(pageTexts(await layOut([table])).map(({ length }) => length)).toEqual([3, 12]);
});
