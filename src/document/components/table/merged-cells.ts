// Cells of a column that are printed once for equal neighbours. What a sheet has shown decides when a row is placed.

import type { CompiledExpression } from '../../expression/index.ts';
import { isAbsent } from '../../expression/values.ts';
import { type Box, ColumnBox, type Edges, placeInGroup, tolerance } from '../../layout/box.ts';
import type { GroupItem } from '../../layout/fragment.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { Element, Tag } from '../../layout/tag.ts';
import type { Group } from './table-plan.ts';

/** Most elements that a cell covers. */
export const mostMerged = 200;

/** The elements of a table. */
export interface MergedRows {
  readonly length: number;
  scopeAt(i: number): BoundScope;
  /** The innermost group of each. Undefined: there are no groups. */
  readonly groupOf: readonly Group[] | undefined;
}

/** The elements of a table that share the cell of a column. */
export class MergedColumn {
  readonly session: LayoutSession;
  /** The key of what a sheet will show of the column. */
  readonly foreseen = {};
  /** Undefined: the element shares its cell with no other. */
  readonly #keyAt: (i: number) => string | undefined;
  /** The first element that shares the cell of the last asked element. */
  #start = 0;
  #known: { readonly i: number; readonly key: string | undefined } | undefined;

  constructor(merge: CompiledExpression, rows: MergedRows, session: LayoutSession) {
    this.session = session;
    const keyOf = merge.equalityKeys();
    this.#keyAt = (i) => {
      if (i >= rows.length) return undefined;
      const scope = rows.scopeAt(i);
      const value = merge.evaluate(scope);
      // Two missing values are not known to be equal.
      return isAbsent(value) ? undefined : `${rows.groupOf?.[i]?.start} ${keyOf(value, scope)}`;
    };
  }

  /** The cell of the element `i`. The elements are asked one after the other. */
  cellOf(i: number): MergedCell {
    const key = this.#known?.i === i ? this.#known.key : this.#keyAt(i);
    const next = this.#keyAt(i + 1);
    this.#known = { i: i + 1, key: next };
    const start = this.#start;
    const goesOn = key !== undefined && key === next && i + 1 - start < mostMerged;
    if (!goesOn) this.#start = i + 1;
    return new MergedCell(this, i, { begins: start === i, goesOn });
  }
}

/** Rows of one cell that stand below each other. */
interface Covered {
  /** Where the next one begins, and the element that it has. */
  bottom: number;
  next: number;
  height: number;
}

/** The cell that a sheet has shown last in a merged column. */
interface Shown {
  readonly cell: MergedCell;
  readonly background: string | undefined;
  /** The element that may share the cell. */
  readonly next: number;
  readonly covered: Covered | undefined;
  /** The content, if it is higher than its own row. */
  content?: GroupItem;
}

/** The cell of one element, which may be a part of a cell that begins above. */
export class MergedCell {
  /** The cell of the element below may be a part of this one. */
  readonly goesOn: boolean;
  readonly column: MergedColumn;
  readonly #index: number;
  readonly begins: boolean;
  /** The upper part of the row, where a row is divided. */
  readonly #upper: MergedCell | undefined;
  #tag: Tag | undefined;
  /** How many rows it covers, and how many of them are of its own element. */
  #rows = 1;
  #ownRows = 1;
  #shown: Shown | undefined;
  #covered: Covered | undefined;

  constructor(column: MergedColumn, index: number, { begins, goesOn }: { begins: boolean; goesOn: boolean }, upper?: MergedCell) {
    this.column = column;
    this.#index = index;
    this.begins = begins;
    this.goesOn = goesOn;
    this.#upper = upper;
  }

  /** Takes the element of the cell, and the number of its rows. */
  open(tag: Tag | undefined, rows: number): void {
    this.#tag = tag;
    this.#rows = rows;
    this.#ownRows = rows;
  }

  /** Notes that a row with the cell will be placed. `height`: of the rows of its element. */
  foresee(canvas: PageCanvas, y: number, height: number): void {
    canvas.begun ??= new Map();
    const before = canvas.begun.get(this.column.foreseen) as Covered | undefined;
    const goesOn = before?.next === this.#index && !this.begins && !this.#upper && Math.abs(before.bottom - y) < tolerance;
    const covered = goesOn ? before : { bottom: y, next: this.#index, height: 0 };
    canvas.begun.set(this.column.foreseen, covered);
    this.#covered = Object.assign(covered, { bottom: y + height, next: this.#index + 1, height: covered.height + height });
  }

  /** The height of all rows on this sheet over which the cell reaches. Undefined: it was not foreseen. */
  get coveredHeight(): number | undefined {
    return this.#covered?.height;
  }

  /** Notes on a page that the cell is placed there. Returns the background of the cell around it, if it is not printed again. */
  place(canvas: PageCanvas, background: string | undefined): { readonly background: string | undefined } | undefined {
    canvas.begun ??= new Map();
    const before = canvas.begun.get(this.column) as Shown | undefined;
    // A page may be placed again, to measure it or to find faults: nothing is read then.
    const isRead = !canvas.trace?.isAgain && !canvas.artifact && !this.column.session.isMeasuring;
    const isPart =
      before !== undefined && before.next === this.#index && !this.begins && !this.#upper && before.covered === this.#covered;
    const around = isPart ? before : this.#shownAbove;
    const shown = { background, cell: this, ...around, next: this.#index + 1, covered: this.#covered };
    canvas.begun.set(this.column, shown);
    if (isRead) this.#shown = shown;
    if (!isPart) return undefined;
    if (isRead) this.#join(before.cell);
    return before;
  }

  #shownOn({ begun }: PageCanvas): Shown | undefined {
    return begun?.get(this.column) as Shown | undefined;
  }

  /** Places the content of a cell that reaches into the rows below. */
  placeContent(box: Box, canvas: PageCanvas, x: number, y: number): void {
    const group = { kind: 'group', x, y, rotate: 0, clip: undefined } as const;
    this.#shownOn(canvas)!.content = placeInGroup(canvas, box, { x: 0, y: 0 }, group);
  }

  /** Brings the content above the last item, the background of a further row. */
  raise(canvas: PageCanvas): void {
    const { items } = canvas;
    const content = this.#shownOn(canvas)?.content;
    const at = content ? items.lastIndexOf(content) : -1;
    if (at >= 0) [items[at], items[items.length - 1]] = [items.at(-1)!, items[at]!];
  }

  get #shownAbove(): Shown | undefined {
    return this.#upper === undefined ? undefined : this.#upper.#shown;
  }

  /** Makes the element of this cell a part of another one. */
  #join(cell: MergedCell): void {
    cell.#rows += this.#ownRows;
    if (isCell(cell.#tag)) cell.#tag.cover(cell.#rows);
    if (!isCell(this.#tag)) return;
    this.#tag.empty();
    this.#tag.dissolve();
  }

  /** The cells of the two parts of a divided row. */
  divide(): readonly [MergedCell, MergedCell] {
    const begins = this.begins;
    const upper = new MergedCell(this.column, this.#index, { begins, goesOn: false }, this.#upper);
    upper.open(this.#tag, this.#ownRows);
    return [upper, new MergedCell(this.column, this.#index, { begins, goesOn: this.goesOn }, upper)];
  }
}

/** Inside a figure, cells have no element of their own. */
const isCell = (tag: Tag | undefined): tag is Element => tag?.kind === 'element' && (tag.type === 'TD' || tag.type === 'TH');

/** The edges of a row whose merged cells go on below: if a sheet ends there, it closes them. */
export class ClosedEdges implements Edges {
  readonly #edges: Edges;
  readonly #line: Box;
  #tail: Box | undefined;

  constructor(edges: Edges, line: Box) {
    this.#edges = edges;
    this.#line = line;
  }

  get lead(): Box | undefined {
    return this.#edges.lead;
  }

  get tail(): Box {
    const below = this.#edges.tail;
    this.#tail ??= below ? new ColumnBox([this.#line, below]) : this.#line;
    return this.#tail;
  }

  get tailHeight(): number {
    return this.#edges.tailHeight;
  }

  divide(): readonly [Edges, Edges] {
    const [upper, lower] = this.#edges.divide();
    return [upper, new ClosedEdges(lower, this.#line)];
  }

  note(canvas: PageCanvas): void {
    this.#edges.note?.(canvas);
  }
}
