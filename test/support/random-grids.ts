// Random tables with cells over several columns and rows, and the grid that each must show.
import type { createRandom } from './random.ts';

/** A cell of the grid. */
export interface GridCell {
  /** The first letters of its words. */
  readonly label: string;
  readonly words: readonly string[];
  /** Its background, which no other cell has. Undefined: it has none. */
  readonly color: string | undefined;
  readonly start: number;
  readonly span: number;
  readonly rowSpan: number;
  readonly isRowHeader: boolean;
}

interface GridRow {
  readonly isShown: boolean;
  readonly cells: readonly GridCell[];
}

/** Rows that stay together. */
export interface GridBlock {
  readonly kind: 'header' | 'element' | 'footer';
  readonly rows: readonly GridRow[];
}

export interface RandomGrid {
  readonly body: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  /** Widths of the columns. Undefined: the column is hidden. */
  readonly widths: readonly (number | undefined)[];
  readonly header: GridBlock;
  /** How many of the header's rows stand below the row of the columns' headers. */
  readonly belowNames: number;
  readonly elements: readonly GridBlock[];
  readonly footers: readonly GridBlock[];
  readonly padding: number;
  readonly repeatsHeader: boolean;
  readonly rules: Readonly<Partial<Record<'rows' | 'columns' | 'header' | 'footer' | 'outer', { readonly width: number }>>>;
}

export const ruleWidths = { rows: 0.1, columns: 0.2, header: 0.3, footer: 0.4, outer: 0.5 } as const;

/** A table of random spans. Rows and columns may be left out. */
export function makeRandomGrid(random: ReturnType<typeof createRandom>): RandomGrid {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const is = (chance: number) => random() < chance;
  let made = 0;
  const data: Record<string, unknown> = {};
  const columnCount = 1 + upTo(4);
  const always = upTo(columnCount - 1);
  const isVisible = Array.from({ length: columnCount }, (_, i) => i === always || is(0.8));
  const widthOf = Array.from({ length: columnCount }, () => 36 + upTo(8));
  for (const [i, shown] of isVisible.entries()) data[`c${i}`] = shown;
  const rowHeaders = Array.from({ length: columnCount }, (_, i) => is(i === 0 ? 0.5 : 0.1));
  const wordsOf = (label: string, most: number) => Array.from({ length: upTo(most) }, (_, i) => `${label}w${i}`);
  const nextCell = (place: Pick<GridCell, 'start' | 'span' | 'rowSpan' | 'isRowHeader'>, most: number): GridCell => {
    const label = `k${made++}`;
    return { ...place, label, words: wordsOf(label, most), color: `#${(0x100000 + made * 7).toString(16)}` };
  };
  /** Places of the cells of rows. `covered`: what rows above leave. `below`: further rows that these may reach into. */
  const placeRows = (count: number, covered: number[], below: number) =>
    Array.from({ length: count }, (_, row) => {
      const places: { start: number; span: number; rowSpan: number }[] = [];
      let hasLow = false;
      for (let start = 0; start < columnCount; ) {
        if (covered[start]! > 0) {
          start++;
          continue;
        }
        let room = 1;
        while (start + room < columnCount && covered[start + room] === 0) room++;
        const span = is(0.5) ? 1 : 1 + upTo(room - 1);
        const isLast = !covered.slice(start + span).includes(0);
        const most = count - row - 1 + below;
        const rowSpan: number = isLast && !hasLow ? 1 : is(0.6) ? 1 : 1 + upTo(most);
        hasLow ||= rowSpan === 1;
        places.push({ start, span, rowSpan });
        start += span;
      }
      for (const [i, rows] of covered.entries()) covered[i] = Math.max(0, rows - 1);
      for (const { start, span, rowSpan } of places) for (let i = 0; i < span; i++) covered[start + i] = rowSpan - 1;
      return places;
    });
  const headsRow = ({ start, span }: { start: number; span: number }) => rowHeaders.slice(start, start + span).some(Boolean);
  const literal = (cell: GridCell) => ({
    ...(cell.span > 1 && { span: cell.span }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
    ...(cell.words.length > 0 && { text: cell.words.join('\n') }),
    background: cell.color,
  });

  // The header: rows above, the row of the columns' headers, rows below.
  const aboveCount = is(0.6) ? upTo(3) : 0;
  const hasOwn = is(0.8);
  const covered = isVisible.map(() => 0);
  const above = placeRows(aboveCount, covered, hasOwn ? 1 : 0);
  const ownCovered = covered.map((rows) => rows > 0);
  const below = placeRows(
    is(0.3) ? 1 + upTo(1) : 0,
    isVisible.map(() => 0),
    0,
  );
  const writtenRow = (places: (typeof above)[number], name: string) => {
    const isShown = is(0.75);
    data[name] = isShown;
    return { isShown, cells: places.map((place) => nextCell({ ...place, isRowHeader: false }, 1)) };
  };
  const headerRows = above.map((places, i) => writtenRow(places, `a${i}`));
  const belowRows = below.map((places, i) => writtenRow(places, `b${i}`));
  const ownTexts = ownCovered.map((isCovered) => (hasOwn && !isCovered && is(0.9) ? `k${made++}` : undefined));
  const ownRow: GridRow = {
    isShown: ownTexts.some((text, i) => text !== undefined && isVisible[i]),
    cells: ownTexts.flatMap((label, start) =>
      ownCovered[start]
        ? []
        : [
            {
              label: label ?? '',
              words: label === undefined ? [] : [`${label}w0`],
              color: undefined,
              start,
              span: 1,
              rowSpan: 1,
              isRowHeader: false,
            },
          ],
    ),
  };

  // Elements: the row of the columns, and further rows.
  const moreCount = is(0.7) ? upTo(3) : 0;
  const columnSpans = widthOf.map(() => (is(0.6) ? 1 : 1 + upTo(moreCount)));
  columnSpans[upTo(columnCount - 1)] = 1;
  const left = columnSpans.map((rowSpan) => rowSpan - 1);
  const more = placeRows(moreCount, left, 0);
  const isTall = is(0.2);
  const items: Record<string, unknown>[] = [];
  const elements = Array.from({ length: 1 + upTo(5) }, (): GridBlock => {
    const item: Record<string, unknown> = {};
    const most = () => (isTall && is(0.2) ? 30 : 3);
    let at = 0;
    const cellOf = (place: { start: number; span: number; rowSpan: number }): GridCell => {
      const cell = nextCell({ ...place, isRowHeader: headsRow(place) }, most());
      item[`t${at}`] = cell.words.join('\n');
      item[`g${at++}`] = cell.color;
      return cell;
    };
    const first = { isShown: true, cells: columnSpans.map((rowSpan, start) => cellOf({ start, span: 1, rowSpan })) };
    const others = more.map((places, i) => {
      item[`w${i}`] = is(0.75);
      return { isShown: item[`w${i}`] as boolean, cells: places.map(cellOf) };
    });
    items.push(item);
    return { kind: 'element', rows: [first, ...others] };
  });
  data.list = items;
  const footers = placeRowsAlone().map((places, i): GridBlock => {
    const row = writtenRow(places, `f${i}`);
    return { kind: 'footer', rows: [{ ...row, cells: row.cells.map((cell) => ({ ...cell, isRowHeader: headsRow(cell) })) }] };
  });
  function placeRowsAlone() {
    return Array.from(
      { length: is(0.5) ? upTo(3) : 0 },
      () =>
        placeRows(
          1,
          isVisible.map(() => 0),
          0,
        )[0]!,
    );
  }

  let at = columnCount;
  const rules = Object.fromEntries(
    Object.entries(ruleWidths).flatMap(([side, width]) => (is(0.7) ? [[side, { width }]] : [])),
  ) as RandomGrid['rules'];
  const padding = 1 + upTo(1);
  const repeatsHeader = is(0.8);
  const valign = ['top', 'middle', 'bottom'][upTo(2)];
  const written = (rows: readonly GridRow[], name: string, extra = {}) =>
    rows.map(({ cells }, i) => ({ when: `${name}${i}`, ...extra, cells: cells.map(literal) }));
  const body = {
    table: 'list',
    valign,
    cellPadding: padding,
    rules,
    repeatHeader: repeatsHeader,
    rowBreak: is(0.4) ? 'allow' : 'avoid',
    columns: widthOf.map((width, i) => ({
      width,
      when: `c${i}`,
      ...(ownTexts[i] !== undefined && { header: `${ownTexts[i]}w0` }),
      ...(rowHeaders[i] && { rowHeader: true }),
      ...(columnSpans[i]! > 1 && { rowSpan: columnSpans[i] }),
      body: `{{ item.t${i} }}`,
      background: `{{ item.g${i} }}`,
    })),
    header: [...written(headerRows, 'a'), ...written(belowRows, 'b', { below: true })],
    rows: more.map((places, i) => ({
      when: `item.w${i}`,
      cells: places.map(({ span, rowSpan }) => {
        const cell = { span, rowSpan, text: `{{ item.t${at} }}`, background: `{{ item.g${at} }}` };
        at++;
        return cell;
      }),
    })),
    footer: written(
      footers.map(({ rows }) => rows[0]!),
      'f',
    ),
  };
  return {
    body,
    data,
    widths: widthOf.map((width, i) => (isVisible[i] ? width : undefined)),
    header: { kind: 'header', rows: [...headerRows, ownRow, ...belowRows] },
    belowNames: belowRows.length,
    elements,
    footers,
    padding,
    repeatsHeader,
    rules,
  };
}

/** The cells of a block in its rows and columns for the data. Undefined: the place of a cell whose row is left out. */
export type PlacedGrid = readonly (readonly (GridCell | undefined)[])[];

export function placeGrid({ rows }: GridBlock, widths: RandomGrid['widths']): PlacedGrid {
  const visible = widths.flatMap((width, i) => (width === undefined ? [] : [i]));
  const isThere = ({ isShown, cells }: GridRow) =>
    isShown && cells.some(({ start, span }) => visible.some((at) => at >= start && at < start + span));
  const places = rows.map(() => new Map<number, GridCell>());
  for (const [i, row] of rows.entries())
    if (isThere(row))
      for (const cell of row.cells)
        for (let y = i; y < i + cell.rowSpan && y < rows.length; y++)
          for (let x = cell.start; x < cell.start + cell.span; x++) places[y]!.set(x, cell);
  return places.filter((_, i) => isThere(rows[i]!)).map((row) => visible.map((x) => row.get(x)));
}
