// One row of a table: cells side by side with their backgrounds and rules.
import { Box, inheritHints, offsetFor, type RowCell, SpaceBox, tolerance } from '../../layout/box.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import type { Tag } from '../../layout/tag.ts';

export interface TableCell extends RowCell {
  /** Width of the cell with its padding. `x` of the cell is its left edge. */
  readonly width: number;
  readonly background: string | undefined;
}

export interface RowLook {
  readonly width: number;
  readonly padding: Sides;
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

export class TableRowBox extends Box {
  readonly height: number;
  readonly #cells: readonly TableCell[];
  readonly #look: RowLook;
  readonly #mayBreak: boolean;

  constructor(cells: readonly TableCell[], look: RowLook, mayBreak: boolean) {
    super();
    let height = 0;
    for (const cell of cells) if (cell.box.height > height) height = cell.box.height;
    this.height = height + look.padding.top + look.padding.bottom;
    this.#cells = cells;
    this.#look = look;
    this.#mayBreak = mayBreak;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    placeBelowLines(canvas, this.#look.table, () => this.#placeCells(canvas, x, y), this.#rules(x, y));
  }

  #placeCells(canvas: PageCanvas, x: number, y: number): void {
    const { width, padding, background, tag } = this.#look;
    const { height } = this;
    const fill = (left: number, wide: number, color: string) =>
      canvas.items.push({ kind: 'rect', x: left, y, width: wide, height, fill: color, stroke: undefined, radius: 0, tag });
    if (background) fill(x, width, background);
    for (const cell of this.#cells) if (cell.background) fill(x + cell.x, cell.width, cell.background);
    const room = height - padding.top - padding.bottom;
    for (const { x: left, box, valign } of this.#cells) {
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
    const room = available - this.#look.padding.top - this.#look.padding.bottom;
    if (room <= tolerance || available >= this.height) return undefined;
    const heads: TableCell[] = [];
    const tails: TableCell[] = [];
    for (const cell of this.#cells) {
      const parts = cell.box.height <= room + tolerance ? [cell.box, new SpaceBox(0)] : part(cell.box, room);
      if (!parts) return undefined;
      heads.push({ ...cell, box: parts[0]!, valign: 'top' });
      tails.push({ ...cell, box: parts[1]!, valign: 'top' });
    }
    const { top, bottom } = this.#look;
    return inheritHints(
      this,
      new TableRowBox(heads, { ...this.#look, bottom: bottom ?? top }, true),
      new TableRowBox(tails, this.#look, true),
    );
  }
}
