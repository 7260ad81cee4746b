// Content that runs through columns, over as many sheets as it takes.
import { Box, type Break, ColumnBox, fits, inheritHints, stackedHeight, tailHeight, tolerance } from './box.ts';
import type { Directions } from './direction.ts';
import type { Stroke } from './fragment.ts';
import { chainLength } from './kept-chain.ts';
import type { PageCanvas } from './page-canvas.ts';
import type { SetMarks } from './running-marks.ts';
import type { LayoutSession } from './session.ts';
import { graphicTag } from './structure.ts';
import type { Tag } from './tag.ts';

/** Heights of balanced columns are found as exactly as this, in pt. */
const precision = 0.5;

/** The columns of a flow; lengths in pt. */
export interface Regions {
  readonly count: number;
  /** Width of a column. */
  readonly width: number;
  readonly gap: number;
  /** Drawn between two columns. */
  readonly rule: Stroke | undefined;
  /** Whether the columns of the last sheet are about equally high. */
  readonly balance: boolean;
  /** The first column stands at the right. */
  readonly isRightToLeft: boolean;
  readonly tag: Tag | undefined;
  readonly session: LayoutSession;
}

/** The box of a flow. Its first text decides where the columns begin, unless the parts around do. Undefined: it has no content. */
export function flowBox(
  boxes: Iterable<Box>,
  { dir, textDir }: Directions,
  regions: Omit<Regions, 'isRightToLeft'>,
): Box | undefined {
  let first = Pending.of(boxes[Symbol.iterator]());
  // As in a body, page breaks before the first content make no sheet of their own.
  let pageBreak: Box | undefined;
  while (first?.box.isEmpty && first.box.breakAfter === 'page') {
    pageBreak = first.box;
    first = first.next;
  }
  if (!first) return pageBreak;
  const { before, breakBefore, firstLine } = first.box;
  const isRightToLeft = textDir === 'auto' && firstLine ? firstLine.isRightToLeft : dir === 'rtl';
  const box = new RegionsBox({ ...regions, isRightToLeft }, [], first);
  box.before = before;
  box.breakBefore = (pageBreak !== undefined || breakBefore === 'page') && 'page';
  box.readAhead();
  return box;
}

/** Boxes that are built when they are asked for. They are forgotten with the last one that leads to them. */
class Pending {
  readonly box: Box;
  #following: Iterator<Box> | undefined;
  #next: Pending | undefined;

  static of(boxes: Iterator<Box>): Pending | undefined {
    const { done, value } = boxes.next();
    return done ? undefined : new Pending(value, boxes);
  }

  private constructor(box: Box, following: Iterator<Box>) {
    this.box = box;
    this.#following = following;
  }

  get next(): Pending | undefined {
    if (this.#following) this.#next = Pending.of(this.#following);
    this.#following = undefined;
    return this.#next;
  }
}

/** Content as far as it was read. */
interface Reading {
  readonly boxes: readonly Box[];
  readonly next: Pending | undefined;
  /** The boxes end where the content does, or before a page break. */
  readonly isWhole: boolean;
}

/** Columns of one sheet, and the boxes that they have no room for. */
interface Filling {
  readonly columns: readonly ColumnBox[];
  readonly rest: readonly Box[];
}

/** All content that is not on a sheet yet. */
class RegionsBox extends Box {
  readonly #regions: Regions;
  #front: readonly Box[];
  /** What follows the boxes in front. */
  #next: Pending | undefined;
  /** The room that the columns have. Undefined: what the sheet has. */
  readonly #room: number | undefined;
  /** `after` and `breakAfter` are known to the end of the content. */
  #knowsEnd = false;
  #height: number | undefined;
  /** If they hold all content. */
  #columns: readonly ColumnBox[] | undefined;

  constructor(regions: Regions, front: readonly Box[], next: Pending | undefined, room?: number) {
    super();
    this.#regions = regions;
    this.#front = front;
    this.#next = next;
    this.#room = room;
  }

  override get isEmpty(): boolean {
    return this.#front.length === 0 && !this.#next;
  }

  override get topUnit(): Box {
    const { boxes } = this.#read(this.#regions.session.bodyHeight);
    return boxes
      .slice(0, chainLength(boxes, 0))
      .reduce((highest, box) => (box.height > highest.height ? box : highest), boxes[0] ?? this);
  }

  /** Higher than any sheet, if the content does not end on one. */
  get height(): number {
    this.#height ??= this.#measure();
    return this.#height;
  }

  /** Measures the box early, for callers that need its end before its height. */
  readAhead(): void {
    this.#height ??= this.#measure();
  }

  #measure(): number {
    const { balance, count, session } = this.#regions;
    const { boxes, next, isWhole } = this.#read(session.bodyHeight);
    const last = boxes.at(-1);
    if (isWhole && !next) {
      if (last && !this.#knowsEnd) {
        this.after += last.after;
        this.breakAfter ||= last.breakAfter === 'page' && 'page';
      }
      this.#knowsEnd = true;
      const room = this.#room ?? (balance ? session.bodyHeight : Number.POSITIVE_INFINITY);
      const { columns, rest } = this.#fill(boxes, true, room);
      if (rest.length === 0) {
        this.#columns = columns;
        return highest(columns);
      }
    }
    return Math.max(leastHeight(boxes) / count, session.sheet.height + 1);
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    // A box that fits on no sheet is placed only for inspection.
    const columns = this.#columns ?? fill(this.#read(0).boxes, this.#regions, Number.POSITIVE_INFINITY).columns;
    new FilledBox(this.#regions, columns).place(canvas, x, y);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const { boxes, next, isWhole } = this.#read(available);
    const { columns, rest } = this.#fill(boxes, isWhole, available);
    if (columns.length === 0) return undefined;
    if (rest.length > 0 || next) return this.#divide(columns, rest, next);
    // A last sheet may turn out lower, so its columns can be filled again.
    const head = new RegionsBox(this.#regions, boxes, undefined, available);
    head.#knowsEnd = true;
    return inheritHints(this, head, this.#after(rest, next));
  }

  override slice(available: number): readonly [Box, Box] {
    const { boxes, next } = this.#read(available);
    const { columns, rest } = fill(boxes, this.#regions, available, true);
    return this.#divide(columns, rest, next);
  }

  #divide(columns: readonly ColumnBox[], rest: readonly Box[], next: Pending | undefined): readonly [Box, Box] {
    const head = new FilledBox(this.#regions, columns, () => this.#forget());
    return inheritHints(this, head, this.#after(rest, next));
  }

  #after(rest: readonly Box[], next: Pending | undefined): RegionsBox {
    const tail = new RegionsBox(this.#regions, rest, next);
    tail.#knowsEnd = this.#knowsEnd;
    return tail;
  }

  /** The content is on sheets: the component that made the box may hold it until it builds the next one. */
  #forget(): void {
    this.#front = [];
    this.#next = undefined;
  }

  /** Reads what all columns of this height may hold. */
  #read(height: number): Reading {
    const boxes = [...this.#front];
    let filled = leastHeight(boxes);
    let next = this.#next;
    while (next && !breakBetween(boxes.at(-1), next.box, 'page')) {
      if (filled > height * this.#regions.count) return { boxes, next, isWhole: false };
      filled += leastHeight([next.box]);
      boxes.push(next.box);
      next = next.next;
    }
    return { boxes, next, isWhole: true };
  }

  /** Fills columns, those of the last sheet about equally high. */
  #fill(boxes: readonly Box[], isWhole: boolean, room: number): Filling {
    const { balance, count } = this.#regions;
    let found = fill(boxes, this.#regions, room);
    if (!balance || !isWhole || found.rest.length > 0) return found;
    let high = highest(found.columns);
    let low = leastHeight(boxes) / count;
    while (high - low > precision) {
      const middle = (low + high) / 2;
      const trial = fill(boxes, this.#regions, middle);
      if (trial.rest.length > 0) low = middle;
      else {
        found = trial;
        high = Math.min(middle, highest(trial.columns));
      }
    }
    return found;
  }
}

/** Columns beside each other. */
class FilledBox extends Box {
  readonly height: number;
  readonly #regions: Regions;
  readonly #columns: readonly ColumnBox[];
  readonly #whenPlaced: (() => void) | undefined;

  constructor(regions: Regions, columns: readonly ColumnBox[], whenPlaced?: () => void) {
    super();
    this.#regions = regions;
    this.#columns = columns;
    this.#whenPlaced = whenPlaced;
    this.height = highest(columns);
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const { width, gap, rule, isRightToLeft, count, tag } = this.#regions;
    if (canvas.marks) this.#whenPlaced?.();
    for (const [i, column] of this.#columns.entries()) {
      const left = x + (isRightToLeft ? count - 1 - i : i) * (width + gap);
      const marks: SetMarks[] | undefined = canvas.marks && [];
      // A column has sums and merged cells of its own, as a sheet has.
      column.place({ ...canvas, marks, begun: new Map(), raised: undefined }, left, y);
      const top = y + (column.lead?.height ?? 0) + tolerance;
      // Only the top of the first column is the top of the sheet.
      for (const { texts, y: at } of marks ?? [])
        canvas.marks!.push({ texts, y: i > 0 ? Number.POSITIVE_INFINITY : at <= top ? y : at });
      if (!rule || i === 0) continue;
      const middle = isRightToLeft ? left + width + gap / 2 : left - gap / 2;
      const line = { x1: middle, y1: y, x2: middle, y2: y + this.height, stroke: rule };
      canvas.items.push({ kind: 'line', ...line, tag: canvas.artifact ?? graphicTag(tag) });
    }
  }
}

const highest = (columns: readonly ColumnBox[]): number => columns.reduce((height, column) => Math.max(height, column.height), 0);

/** The height that boxes have at least, however columns divide them: without the space between them. */
function leastHeight(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { height, before, after }) => sum + height + Math.min(0, before) + Math.min(0, after), 0);
}

/** Whether a break stands between two boxes. Nothing is broken before the first. */
function breakBetween(above: Box | undefined, below: Box, kind: Break): boolean {
  return above !== undefined && (above.breakAfter === kind || below.breakBefore === kind);
}

/** Fills columns one after the other. `cuts`: the first column takes what it has no room for, cut through. */
function fill(boxes: readonly Box[], { count, session }: Regions, room: number, cuts = false): Filling {
  const columns: ColumnBox[] = [];
  let rest = boxes;
  while (rest.length > 0 && columns.length < count) {
    const parts = fillColumn(rest, room, session.bodyHeight, cuts && columns.length === 0);
    if (!parts) break;
    columns.push(parts[0]);
    rest = parts[1];
  }
  return { columns, rest };
}

/** The content of a column, and the rest. Undefined: nothing has room. `most`: the highest that a column may be. */
function fillColumn(
  boxes: readonly Box[],
  room: number,
  most: number,
  cuts: boolean,
): readonly [ColumnBox, readonly Box[]] | undefined {
  const end = boxes.findIndex((box, i) => breakBetween(boxes[i - 1], box, 'column'));
  const run = end < 0 ? boxes : boxes.slice(0, end);
  const later = boxes.slice(run.length);
  const lead = run[0]!.edges?.lead;
  if (lead) lead.keepWithNext = true;
  const whole = new ColumnBox(run, lead);
  const { edges } = run.at(-1)!;
  if (fits(whole.height + tailHeight(edges), room)) {
    const tail = edges?.tail;
    return [tail ? new ColumnBox([...run, tail], lead) : whole, later];
  }
  const parts = whole.split(room);
  if (!parts && cuts && fits(whole.height, room)) return [whole, later];
  if (parts ?? cuts) {
    const [head, tail] = (parts ?? whole.slice(room)) as readonly [ColumnBox, ColumnBox];
    return [new ColumnBox(head.boxes.slice(lead ? 1 : 0), lead), [...tail.boxes.slice(tail.lead ? 1 : 0), ...later]];
  }
  // These boxes are too high for any column together: this column takes those that fit, at least the first. A box that no column can hold is cut below
  // the boxes that stay with it.
  const chain = run.slice(0, chainLength(run, 0));
  const tooHigh = chain.findIndex(({ height }) => !fits(height, most));
  const chained = tooHigh < 0 ? chain : chain.slice(0, tooHigh);
  if (lead || stackedHeight(chained) <= most || !fits(chained[0]!.height, room)) return undefined;
  let count = 1;
  while (count < chained.length && fits(stackedHeight(chained.slice(0, count + 1)), room)) count++;
  return [new ColumnBox(chained.slice(0, count)), boxes.slice(count)];
}
