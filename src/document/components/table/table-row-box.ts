// One row of a table: cells side by side with their backgrounds and rules.
import { Box, inheritHints, offsetFor, type RowCell, SpaceBox, tolerance } from '../../layout/box.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import type { Tag } from '../../layout/tag.ts';
import type { CellBorder } from './cell-look.ts';

export interface TableCell extends RowCell {
  /** Width of the cell with its padding. `x` of the cell is its left edge. */
  readonly width: number;
  readonly background: string | undefined;
  readonly padding: Sides;
  readonly border: CellBorder | undefined;
}

export interface RowLook {
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
}

export class TableRowBox extends Box {
  readonly height: number;
  readonly #cells: readonly TableCell[];
  readonly #look: RowLook;
  readonly #mayBreak: boolean;

  constructor(cells: readonly TableCell[], look: RowLook, mayBreak: boolean) {
    super();
    let height = 0;
    for (const { box, padding } of cells) {
      const needed = box.height + padding.top + padding.bottom;
      if (needed > height) height = needed;
    }
    this.height = height;
    this.#cells = cells;
    this.#look = look;
    this.#mayBreak = mayBreak;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    placeBelowLines(canvas, this.#look.table, () => this.#placeCells(canvas, x, y), this.#rules(x, y));
  }

  #placeCells(canvas: PageCanvas, x: number, y: number): void {
    const { width, background, tag } = this.#look;
    const { height } = this;
    const fill = (left: number, wide: number, color: string) =>
      canvas.items.push({ kind: 'rect', x: left, y, width: wide, height, fill: color, stroke: undefined, radius: 0, tag });
    if (background) fill(x, width, background);
    for (const cell of this.#cells) if (cell.background) fill(x + cell.x, cell.width, cell.background);
    for (const { x: left, box, valign, padding } of this.#cells) {
      const room = height - padding.top - padding.bottom;
      box.place(canvas, x + left + padding.left, y + padding.top + offsetFor(valign, room - box.height));
    }
  }

  #rules(x: number, y: number): readonly PageItem[] {
    const { width, top, bottom, left, right, between, tag } = this.#look;
    const end = x + width;
    const foot = y + this.height;
    const lines: PageItem[] = [];
    const line = (x1: number, y1: number, x2: number, y2: number, stroke: Stroke) =>
      lines.push({ kind: 'line', x1, y1, x2, y2, stroke, tag });
    if (between)
      for (let i = 1; i < this.#cells.length; i++) line(x + this.#cells[i]!.x, y, x + this.#cells[i]!.x, foot, between);
    for (const { x: from, width: wide, border } of this.#cells) {
      if (!border) continue;
      const start = x + from;
      if (border.top) line(start, y, start + wide, y, border.top);
      if (border.bottom) line(start, foot, start + wide, foot, border.bottom);
      if (border.left) line(start, y, start, foot, border.left);
      if (border.right) line(start + wide, y, start + wide, foot, border.right);
    }
    if (left) line(x, y, x, foot, left);
    if (right) line(end, y, end, foot, right);
    if (top) line(x, y, end, y, top);
    if (bottom) line(x, foot, end, foot, bottom);
    return lines;
  }

  override split(available: number): readonly [Box, Box] | undefined {
    return this.#mayBreak ? this.#divide(available, (box, room) => box.split(room)) : undefined;
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#divide(available, (box, room) => box.split(room) ?? box.slice(room)) ?? super.slice(available);
  }

  #divide(available: number, part: (box: Box, room: number) => readonly [Box, Box] | undefined): readonly [Box, Box] | undefined {
    if (available >= this.height) return undefined;
    const heads: TableCell[] = [];
    const tails: TableCell[] = [];
    for (const cell of this.#cells) {
      const room = available - cell.padding.top - cell.padding.bottom;
      if (room <= tolerance) return undefined;
      const parts = cell.box.height <= room + tolerance ? [cell.box, new SpaceBox(0)] : part(cell.box, room);
      if (!parts) return undefined;
      heads.push({ ...cell, box: parts[0]!, valign: 'top' });
      tails.push({ ...cell, box: parts[1]!, valign: 'top' });
    }
    return inheritHints(
      this,
      new TableRowBox(heads, { ...this.#look, bottom: this.#look.cut }, true),
      new TableRowBox(tails, this.#look, true),
    );
  }
}
