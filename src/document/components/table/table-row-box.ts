// One row of a table: cells side by side with their backgrounds and rules. Several rows with cells that cover more than one are one block.
import { Box, ColumnBox, inheritHints, offsetFor, RepeatedBox, type RowCell, SpaceBox, tolerance } from '../../layout/box.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import { decoration } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
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

export interface RowLook {
  readonly width: number;
  readonly background: string | undefined;
  /** Lines on the four sides of the row and between its cells. */
  readonly top: Stroke | undefined;
  readonly bottom: Stroke | undefined;
  readonly left: Stroke | undefined;
  readonly right: Stroke | undefined;
  readonly between: Stroke | undefined;
  /** The same for all rows of a table. */
  readonly table: object;
  /** Of its lines and backgrounds. */
  readonly tag: Tag | undefined;
}

/** A row before its height is known. */
export interface RowParts {
  readonly cells: readonly TableCell[];
  readonly covered: readonly CoveredPart[];
  readonly look: RowLook;
}

const heightOf = ({ box, padding }: TableCell): number => box.height + padding.top + padding.bottom;

/** The height that the cells of one row need. */
function ownHeight(cells: readonly TableCell[]): number {
  let height = 0;
  for (const cell of cells) if (cell.rowSpan === 1) height = Math.max(height, heightOf(cell));
  return height;
}

export class TableRowBox extends Box {
  readonly height: number;
  readonly #cells: readonly TableCell[];
  readonly #covered: readonly CoveredPart[];
  readonly #look: RowLook;
  readonly #mayBreak: boolean;
  /** Heights of the rows of the block from this one on. */
  readonly #heights: readonly number[];

  constructor({ cells, covered, look }: RowParts, mayBreak: boolean, heights?: readonly number[]) {
    super();
    this.height = heights ? heights[0]! : ownHeight(cells);
    this.#cells = cells;
    this.#covered = covered;
    this.#look = look;
    this.#mayBreak = mayBreak;
    this.#heights = heights ?? [this.height];
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
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
    if (rowSpan === 1) return this.height;
    return this.#heights.slice(0, rowSpan).reduce((sum, one) => sum + one, 0);
  }

  #placeCells(canvas: PageCanvas, x: number, y: number, hidden: Hidden): void {
    const { background, tag } = this.#look;
    const fill = (left: number, wide: number, height: number, color: string) =>
      canvas.items.push({ kind: 'rect', x: left, y, width: wide, height, fill: color, stroke: undefined, radius: 0, tag });
    if (background) for (const part of this.#free(false, hidden)) fill(x + part.x, part.width, this.height, background);
    if (background)
      for (const cell of this.#cells)
        if (cell.rowSpan > 1 && !hidden.has(cell)) fill(x + cell.x, cell.width, this.#heightOf(cell), background);
    for (const cell of this.#cells) {
      const own = (hidden.get(cell) ?? cell).background;
      if (own) fill(x + cell.x, cell.width, this.#heightOf(cell), own);
    }
    for (const cell of this.#cells) {
      if (hidden.has(cell)) continue;
      const { x: left, box, valign, padding } = cell;
      const room = this.#heightOf(cell) - padding.top - padding.bottom;
      const filling = box.stretch(room);
      const top = filling ? 0 : offsetFor(valign, room - box.height);
      (filling ?? box).place(canvas, x + left + padding.left, y + padding.top + top);
    }
  }

  /** The parts of the row that no cell of a row above covers, or, for its bottom, that no cell continues below. */
  #free(atBottom: boolean, hidden: Hidden): readonly { readonly x: number; readonly width: number }[] {
    const { width } = this.#look;
    const closed = [
      ...this.#covered.filter(({ endsHere, goesOn }) => !atBottom || !endsHere || goesOn),
      ...this.#cells.filter((cell) => (atBottom ? cell.rowSpan > 1 || cell.merged?.goesOn : hidden.has(cell))),
    ].sort((a, b) => a.x - b.x);
    if (closed.length === 0) return [{ x: 0, width }];
    const free: { x: number; width: number }[] = [];
    let from = 0;
    for (const part of closed) {
      if (part.x > from + tolerance) free.push({ x: from, width: part.x - from });
      from = part.x + part.width;
    }
    if (from < width - tolerance) free.push({ x: from, width: width - from });
    return free;
  }

  #rules(x: number, y: number, hidden: Hidden): readonly PageItem[] {
    const { width, top, bottom, left, right, between, tag } = this.#look;
    const end = x + width;
    const foot = y + this.height;
    const lines: PageItem[] = [];
    const line = (x1: number, y1: number, x2: number, y2: number, stroke: Stroke) =>
      lines.push({ kind: 'line', x1, y1, x2, y2, stroke, tag });
    if (between) {
      const edges =
        this.#covered.length === 0 ? this.#cells : [...this.#cells, ...this.#covered].sort((one, other) => one.x - other.x);
      for (let i = 1; i < edges.length; i++) line(x + edges[i]!.x, y, x + edges[i]!.x, foot, between);
    }
    for (const cell of this.#cells) {
      const { x: from, width: wide, border } = cell;
      if (!border) continue;
      const start = x + from;
      const low = y + this.#heightOf(cell);
      if (border.top && !hidden.has(cell)) line(start, y, start + wide, y, border.top);
      if (border.bottom && !cell.merged?.goesOn) line(start, low, start + wide, low, border.bottom);
      if (border.left) line(start, y, start, low, border.left);
      if (border.right) line(start + wide, y, start + wide, low, border.right);
    }
    if (left) line(x, y, x, foot, left);
    if (right) line(end, y, end, foot, right);
    if (top) for (const part of this.#free(false, hidden)) line(x + part.x, y, x + part.x + part.width, y, top);
    if (bottom) for (const part of this.#free(true, hidden)) line(x + part.x, foot, x + part.x + part.width, foot, bottom);
    return lines;
  }

  override split(available: number): readonly [Box, Box] | undefined {
    return this.#mayBreak ? this.#divide(available, (box, room) => box.split(room)) : undefined;
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#divide(available, (box, room) => box.split(room) ?? box.slice(room)) ?? super.slice(available);
  }

  #divide(available: number, part: (box: Box, room: number) => readonly [Box, Box] | undefined): readonly [Box, Box] | undefined {
    if (available >= this.height || this.#covered.length > 0 || this.#cells.some(({ rowSpan }) => rowSpan > 1)) return undefined;
    const heads: TableCell[] = [];
    const tails: TableCell[] = [];
    for (const cell of this.#cells) {
      const room = available - cell.padding.top - cell.padding.bottom;
      if (room <= tolerance) return undefined;
      const parts = cell.box.height <= room + tolerance ? [cell.box, new SpaceBox(0)] : part(cell.box, room);
      if (!parts) return undefined;
      const [upper, lower] = cell.merged?.divide() ?? [undefined, undefined];
      // These are printed again on the next sheet, and read once.
      const repeats = parts[0] === cell.box && (cell.merged !== undefined || cell.box.stretch(0) !== undefined);
      const rest = repeats ? new RepeatedBox(cell.box, decoration) : parts[1]!;
      heads.push({ ...cell, box: parts[0]!, valign: 'top', merged: upper });
      tails.push({ ...cell, box: rest, valign: 'top', merged: lower });
    }
    const { top, bottom } = this.#look;
    const covered: readonly CoveredPart[] = [];
    return inheritHints(
      this,
      new TableRowBox({ cells: heads, covered, look: { ...this.#look, bottom: bottom ?? top } }, true),
      new TableRowBox({ cells: tails, covered, look: this.#look }, true),
    );
  }
}

/** Rows that stay together, such as those of an element. They are divided only if no sheet has room for them. */
export class TableBlockBox extends Box {
  readonly height: number;
  readonly #rows: ColumnBox;
  readonly #mayBreak: boolean;

  constructor(rows: readonly RowParts[], mayBreak: boolean) {
    super();
    const heights = rows.map(({ cells }) => ownHeight(cells));
    for (const [i, { cells }] of rows.entries())
      for (const cell of cells) {
        // What a cell needs beyond its rows is added to the last of them.
        const last = Math.min(rows.length, i + cell.rowSpan) - 1;
        const has = heights.slice(i, last + 1).reduce((sum, one) => sum + one, 0);
        if (cell.rowSpan > 1) heights[last]! += Math.max(0, heightOf(cell) - has);
      }
    const boxes = rows.map((row, i) => {
      const box = new TableRowBox(row, mayBreak, heights.slice(i));
      box.keepWithNext = row.cells.some(({ rowSpan }) => rowSpan > 1) || row.covered.some(({ endsHere }) => !endsHere);
      return box;
    });
    this.#rows = new ColumnBox(boxes);
    this.height = this.#rows.height;
    this.#mayBreak = mayBreak;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#rows.place(canvas, x, y);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#mayBreak ? this.#rows.split(available) : undefined;
    return parts && inheritHints(this, ...parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return inheritHints(this, ...(this.#rows.split(available) ?? super.slice(available)));
  }
}
