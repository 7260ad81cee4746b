// One row of a table: cells side by side with their backgrounds and rules. Several rows with cells that cover more than one are one block.
import { Box, fits, inheritHints, isPositive, offsetFor, RepeatedBox, type RowCell, SpaceBox } from '../../layout/box.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { Direction } from '../../layout/direction.ts';
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import { type Graphic, waits } from '../../layout/graphic.ts';
import type { BuiltPart } from '../../layout/origin.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import { decoration } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import { placePart } from '../../layout/trace.ts';
import type { CellBorder } from './cell-look.ts';
import type { MergedCell } from './merged-cells.ts';

export interface TableCell extends RowCell {
  /** Width of the cell with its padding. `x` of the cell is its left edge. */
  readonly width: number;
  readonly background: string | undefined;
  readonly padding: Sides;
  readonly border: CellBorder | undefined;
  /** How many rows it covers. */
  readonly rowSpan: number;
  /** It may be a part of a cell that begins above. */
  readonly merged: MergedCell | undefined;
  /** It takes the heights of the rows that share it, and its own row may be lower. */
  readonly isShared: boolean;
}

/** A part of a row that a cell of a row above covers. */
export interface CoveredPart {
  readonly x: number;
  readonly width: number;
  /** The cell ends with this row. */
  readonly endsHere: boolean;
  /** The cell is merged with the one below the rows. */
  readonly goesOn: boolean;
}

/** The cells of a row that the sheet does not print again, with the background of the cell around them. */
type Hidden = ReadonlyMap<TableCell, { readonly background: string | undefined }>;
const nothingHidden: Hidden = new Map();

const byPlace = (one: Pick<TableCell, 'x'>, other: Pick<TableCell, 'x'>): number => one.x - other.x;

export interface RowLook {
  readonly dir: Direction;
  /** Its left edge, and how wide it is. */
  readonly x: number;
  readonly width: number;
  readonly background: string | undefined;
  /** Lines on the four sides of the row and between its cells. */
  readonly top: Stroke | undefined;
  readonly bottom: Stroke | undefined;
  readonly left: Stroke | undefined;
  readonly right: Stroke | undefined;
  readonly between: Stroke | undefined;
  /** Where pages divide the row. */
  readonly cut: Stroke | undefined;
  /** The same for all rows of a table. */
  readonly table: object;
  /** Of its lines and backgrounds. */
  readonly tag: Tag | undefined;
  /** Its part of the template, if origins are asked for. */
  readonly part?: BuiltPart | undefined;
}

/** A row before its height is known. */
export interface RowParts {
  readonly cells: readonly TableCell[];
  readonly covered: readonly CoveredPart[];
  readonly look: RowLook;
}

export const heightOf = ({ box, padding }: TableCell): number => box.height + padding.top + padding.bottom;

/** The height that the cells of one row need. */
function ownHeight(cells: readonly TableCell[]): number {
  let height = 0;
  for (const cell of cells) if (cell.rowSpan === 1 && !cell.isShared) height = Math.max(height, heightOf(cell));
  return height;
}

export const sumOf = (lengths: readonly number[]): number => lengths.reduce((sum, one) => sum + one, 0);

/** The heights of rows. They share evenly what a cell needs beyond them, unless cells that overlap then need more than if the last row gets it. */
export function heightsOf(rows: readonly RowParts[]): readonly number[] {
  const last = spread(rows, false);
  if (rows.length === 1) return last;
  const even = spread(rows, true);
  return fits(sumOf(even), sumOf(last)) ? even : last;
}

function spread(rows: readonly RowParts[], isEven: boolean): readonly number[] {
  const heights = rows.map(({ cells }) => ownHeight(cells));
  for (const end of rows.keys())
    for (let i = 0; i < end; i++)
      for (const cell of rows[i]!.cells) {
        if (i + cell.rowSpan - 1 !== end || cell.isShared) continue;
        const missing = Math.max(0, heightOf(cell) - sumOf(heights.slice(i, end + 1)));
        for (let at = isEven ? i : end; at <= end; at++) heights[at]! += isEven ? missing / cell.rowSpan : missing;
      }
  return heights;
}

export class TableRowBox extends Box {
  readonly height: number;
  readonly #cells: readonly TableCell[];
  readonly #covered: readonly CoveredPart[];
  readonly #look: RowLook;
  readonly #mayBreak: boolean;
  /** Heights of the rows of the block from this one on. Undefined: the row stands alone, and no cell covers another row. */
  readonly #heights: readonly number[] | undefined;

  constructor({ cells, covered, look }: RowParts, mayBreak: boolean, heights?: readonly number[]) {
    super();
    this.height = heights ? heights[0]! : ownHeight(cells);
    this.#cells = cells;
    this.#covered = covered;
    this.#look = look;
    this.#mayBreak = mayBreak;
    this.#heights = heights;
  }

  override foresee(canvas: PageCanvas, y: number): void {
    for (const cell of this.#cells) cell.merged?.foresee(canvas, y, this.#heightOf(cell));
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const { part } = this.#look;
    if (part) this.#traceRow(part, canvas, x, y);
    else this.#place(canvas, x, y);
  }

  #traceRow(part: BuiltPart, canvas: PageCanvas, x: number, y: number): void {
    const area = { x: x + this.#look.x, y, width: part.width, height: this.height };
    placePart(canvas, part, area, () => this.#place(canvas, x, y));
  }

  #place(canvas: PageCanvas, x: number, y: number): void {
    const hidden = this.#hide(canvas);
    placeBelowLines(canvas, this.#look.table, () => this.#placeCells(canvas, x, y, hidden), this.#rules(x, y, hidden));
  }

  #hide(canvas: PageCanvas): Hidden {
    if (this.#cells.every(({ merged }) => !merged)) return nothingHidden;
    const hidden = new Map<TableCell, { readonly background: string | undefined }>();
    for (const cell of this.#cells) {
      const around = cell.merged?.place(canvas, cell.background ?? this.#look.background);
      if (around) hidden.set(cell, around);
    }
    return hidden;
  }

  /** The height of a cell, over all rows that it covers. */
  #heightOf({ rowSpan }: TableCell): number {
    return this.#heights ? sumOf(this.#heights.slice(0, rowSpan)) : this.height;
  }

  #placeCells(canvas: PageCanvas, x: number, y: number, hidden: Hidden): void {
    const { background, tag } = this.#look;
    const fill = (left: number, wide: number, height: number, color: string) =>
      canvas.items.push({ kind: 'rect', x: left, y, width: wide, height, fill: color, stroke: undefined, radius: 0, tag });
    if (background) for (const part of this.#free(false, hidden)) fill(x + part.x, part.width, this.height, background);
    if (background && this.#heights)
      for (const cell of this.#cells)
        if (cell.rowSpan > 1 && !hidden.has(cell)) fill(x + cell.x, cell.width, this.#heightOf(cell), background);
    for (const cell of this.#cells) {
      const own = (hidden.get(cell) ?? cell).background;
      if (!own) continue;
      fill(x + cell.x, cell.width, this.#heightOf(cell), own);
      if (cell.part) canvas.trace?.claimLast(canvas.items, cell.part);
      if (hidden.has(cell)) cell.merged?.raise(canvas);
    }
    for (const cell of this.#cells) {
      if (cell.part) this.#traceCell(cell, cell.part, canvas, x, y, hidden);
      else if (!hidden.has(cell)) place(cell, canvas, x, y, this.#heightOf(cell));
    }
  }

  #traceCell(cell: TableCell, part: BuiltPart, canvas: PageCanvas, x: number, y: number, hidden: Hidden): void {
    const height = this.#heightOf(cell);
    placePart(canvas, part, { x: x + cell.x, y, width: cell.width, height }, () => {
      if (!hidden.has(cell)) place(cell, canvas, x, y, height);
    });
  }

  /** The horizontal parts of the row's top edge that no cell from above crosses. `atBottom`: the parts of its bottom edge that no cell crosses. */
  #free(atBottom: boolean, hidden: Hidden): readonly { readonly x: number; readonly width: number }[] {
    const { x, width } = this.#look;
    if (!this.#heights && hidden === nothingHidden) return [{ x, width }];
    const closed = [
      ...this.#covered.filter(({ endsHere, goesOn }) => !atBottom || !endsHere || goesOn),
      ...this.#cells.filter((cell) => (atBottom ? cell.rowSpan > 1 || cell.merged?.goesOn : hidden.has(cell))),
    ].sort(byPlace);
    const free: { x: number; width: number }[] = [];
    let from = x;
    for (const part of closed) {
      if (!fits(part.x, from)) free.push({ x: from, width: part.x - from });
      from = part.x + part.width;
    }
    if (!fits(x + width, from)) free.push({ x: from, width: x + width - from });
    return free;
  }

  #rules(x: number, y: number, hidden: Hidden): readonly PageItem[] {
    const { x: begin, width, top, bottom, left, right, between, tag } = this.#look;
    const [start, end] = [x + begin, x + begin + width];
    const foot = y + this.height;
    const lines: PageItem[] = [];
    const line = (x1: number, y1: number, x2: number, y2: number, stroke: Stroke) =>
      lines.push({ kind: 'line', x1, y1, x2, y2, stroke, tag });
    if (between) {
      for (const part of this.#covered.length === 0 ? this.#cells : [...this.#cells, ...this.#covered].sort(byPlace))
        if (!fits(part.x, begin)) line(x + part.x, y, x + part.x, foot, between);
    }
    for (const cell of this.#cells) {
      const { x: from, width: wide, border } = cell;
      if (!border) continue;
      const edge = x + from;
      const low = y + this.#heightOf(cell);
      if (border.top && !hidden.has(cell)) line(edge, y, edge + wide, y, border.top);
      if (border.bottom && !cell.merged?.goesOn) line(edge, low, edge + wide, low, border.bottom);
      if (border.left) line(edge, y, edge, low, border.left);
      if (border.right) line(edge + wide, y, edge + wide, low, border.right);
    }
    if (top) for (const part of this.#free(false, hidden)) line(x + part.x, y, x + part.x + part.width, y, top);
    if (bottom) for (const part of this.#free(true, hidden)) line(x + part.x, foot, x + part.x + part.width, foot, bottom);
    // Above the ends of the lines across.
    if (left) line(start, y, start, foot, left);
    if (right) line(end, y, end, foot, right);
    return lines;
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#block().split(available);
    return parts && inheritHints(this, ...parts);
  }

  override canPart(available: number): boolean {
    return this.#block().canPart(available);
  }

  override slice(available: number): readonly [Box, Box] {
    return inheritHints(this, ...this.#block().slice(available));
  }

  override get graphics(): readonly Graphic[] {
    return graphicsIn(this.#cells);
  }

  get rows(): readonly RowParts[] {
    return [{ cells: this.#cells, covered: this.#covered, look: this.#look }];
  }

  /** A row that stands alone is divided as a block of one row is. */
  #block(): TableBlockBox {
    return new TableBlockBox(this.rows, this.#mayBreak, this.#heights?.slice(0, 1));
  }
}

const graphicsIn = (cells: readonly TableCell[]): readonly Graphic[] => cells.flatMap(({ box }) => box.graphics);

/** Places the content of a cell of a row at `x`, `y`. `own`: its height in the rows of its element. */
function place(cell: TableCell, canvas: PageCanvas, x: number, y: number, own: number): void {
  const { x: left, box, valign, padding, merged, isShared } = cell;
  const around = padding.top + padding.bottom;
  const height = Math.max(own, merged?.coveredHeight ?? 0);
  const filling = box.stretch(height - around);
  const top = filling ? 0 : offsetFor(valign, height - around - box.height);
  const [atX, atY] = [x + left + padding.left, y + padding.top + top];
  // Below its own rows, the backgrounds of further ones follow.
  if (isShared || (height > own && (top > 0 || filling))) merged!.placeContent(filling ?? box, canvas, atX, atY);
  else (filling ?? box).place(canvas, atX, atY);
}

type Divide = (box: Box, room: number) => readonly [Box, Box] | undefined;

/** Rows that stay together, such as those of an element. They are divided only if they may break, or no sheet has room for them. */
export class TableBlockBox extends Box {
  readonly height: number;
  readonly rows: readonly RowParts[];
  readonly #heights: readonly number[];
  /** As far up as they can be, where a sheet divides them. */
  readonly #packed: readonly number[];
  readonly #mayBreak: boolean;

  constructor(rows: readonly RowParts[], mayBreak: boolean, heights?: readonly number[]) {
    super();
    this.rows = rows;
    this.#heights = heights ?? heightsOf(rows);
    this.#packed = heights ?? spread(rows, false);
    this.height = sumOf(this.#heights);
    this.#mayBreak = mayBreak;
  }

  override foresee(canvas: PageCanvas, y: number): void {
    for (const { rowSpan, merged } of this.rows[0]!.cells) merged?.foresee(canvas, y, sumOf(this.#heights.slice(0, rowSpan)));
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    let top = y;
    for (const [i, row] of this.rows.entries()) {
      const box = new TableRowBox(row, this.#mayBreak, this.#heights.slice(i));
      box.place(canvas, x, top);
      top += box.height;
    }
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#mayBreak ? this.#divide(available, (box, room) => box.split(room)) : undefined;
    return parts && inheritHints(this, ...parts);
  }

  override canPart(available: number): boolean {
    return this.#partWhole(available) !== undefined;
  }

  /** Divides without a cut through content. */
  #partWhole(available: number): readonly [Box, Box] | undefined {
    const between = this.#mayBreak ? undefined : this.#cutBetween(available, () => undefined);
    return between ?? this.#divide(available, (box, room) => box.split(room));
  }

  override slice(available: number): readonly [Box, Box] {
    const slice: Divide = (box, room) => box.split(room) ?? box.slice(room);
    const parts =
      this.#partWhole(available) ??
      this.#divide(available, (box, room) => (waits(box.graphics, room) ? undefined : slice(box, room))) ??
      this.#cut(available, this.#rowAt(available), slice);
    return parts ? inheritHints(this, ...parts) : super.slice(available);
  }

  override get graphics(): readonly Graphic[] {
    return this.rows.flatMap(({ cells }) => graphicsIn(cells));
  }

  /** Divides the row in which the sheet ends, else cuts between rows. */
  #divide(available: number, part: Divide): readonly [Box, Box] | undefined {
    return this.#cut(available, this.#rowAt(available), part) ?? this.#cutBetween(available, part);
  }

  /** Cuts above the lowest row for which that is possible. `part`: divides the cells that cover rows above and below. */
  #cutBetween(available: number, part: Divide): readonly [Box, Box] | undefined {
    for (let at = this.#rowAt(available); at > 0; at--) {
      const parts = this.#cut(this.#topOf(at), at, part);
      if (parts) return parts;
    }
    return undefined;
  }

  #topOf(at: number): number {
    return sumOf(this.#packed.slice(0, at));
  }

  /** The row in which the sheet ends. */
  #rowAt(available: number): number {
    let at = this.rows.length - 1;
    while (at > 0 && !fits(this.#topOf(at), available)) at--;
    return at;
  }

  /** Cuts at a height, which lies in the row `at` or above it. Each cell that reaches below the cut goes on in the first row below. */
  #cut(height: number, at: number, part: Divide): readonly [Box, Box] | undefined {
    if (!isPositive(height) || height >= this.height) return undefined;
    const isThrough = !fits(height, this.#topOf(at));
    const heads: RowParts[] = [];
    /** The rows above with what is printed of their cells, as if no sheet ended here. */
    const whole: RowParts[] = [];
    /** Something of the row `at` is printed below. */
    let goesOn = !isThrough;
    let next: TableCell[] = isThrough ? [] : [...this.rows[at]!.cells];
    const above = this.rows.slice(0, isThrough ? at + 1 : at);
    for (const [i, row] of above.entries()) {
      const cells: TableCell[] = [];
      const printed: TableCell[] = [];
      for (const cell of row.cells) {
        const below = i + cell.rowSpan - at;
        if (below <= 0) {
          cells.push(cell);
          printed.push(cell);
          continue;
        }
        const { box, padding } = cell;
        const room = height - this.#topOf(i) - padding.top - padding.bottom;
        if (!isPositive(room)) return undefined;
        const parts = fits(box.height, room) ? [box, new SpaceBox(0)] : part(box, room);
        if (!parts) return undefined;
        const [upper, lower] = cell.merged?.divide() ?? [undefined, undefined];
        // These are printed again on the next sheet, and read once.
        const repeats = parts[0] === box && (cell.merged !== undefined || box.stretch(0) !== undefined);
        const rest = repeats ? new RepeatedBox(box, decoration) : parts[1]!;
        goesOn ||= below === 1 && !parts[1]!.isEmpty;
        printed.push({ ...cell, box: parts[0]! });
        cells.push({ ...cell, box: parts[0]!, valign: 'top', rowSpan: above.length - i, merged: upper, isShared: false });
        const background = i < at ? (cell.background ?? row.look.background) : cell.background;
        next.push({ ...cell, box: rest, valign: 'top', rowSpan: below, background, merged: lower, isShared: false });
      }
      heads.push({ ...row, cells });
      whole.push({ ...row, cells: printed });
    }
    // Graphics that were made smaller may leave nothing for the next sheet.
    const first = goesOn ? at : at + 1;
    if (first === this.rows.length) return [new TableBlockBox(whole, this.#mayBreak), new SpaceBox(0)];
    if (!goesOn) {
      const longer = next.filter(({ rowSpan }) => rowSpan > 1).map((cell) => ({ ...cell, rowSpan: cell.rowSpan - 1 }));
      next = [...this.rows[first]!.cells, ...longer];
    }
    // In the order of columns.
    next.sort(this.rows[0]!.look.dir === 'ltr' ? byPlace : (one, other) => byPlace(other, one));
    const last = heads.at(-1)!;
    const covered = last.covered.map((one) => ({ ...one, endsHere: true, goesOn: false }));
    const below = this.rows[first]!;
    // The line above the block runs above each of its pieces.
    const look = { ...below.look, top: below.look.top ?? this.rows[0]!.look.top };
    return [
      new TableBlockBox(
        [...heads.slice(0, -1), { ...last, covered, look: { ...last.look, bottom: last.look.cut } }],
        this.#mayBreak,
      ),
      new TableBlockBox([{ ...below, cells: next, covered: [], look }, ...this.rows.slice(first + 1)], this.#mayBreak),
    ];
  }
}
