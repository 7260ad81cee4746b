// Boxes: the layout of components for given data and a given width. A box knows its height, may be split at a height, and puts its items on a page. A
// box never changes after layout, except for its flow hints.
import type { GroupItem, PageItem } from './fragment.ts';
import { areCut, type Graphic, noGraphics, scaleTo, waits } from './graphic.ts';
import { chainLength, findDivision, type Keep } from './kept-chain.ts';
import type { BuiltPart, Span } from './origin.ts';
import type { LateItems, NoteReference, PageCanvas } from './page-canvas.ts';
import { raiseAlongEdges } from './raised-lines.ts';
import type { SetMarks } from './running-marks.ts';
import { decoration } from './structure.ts';
import type { Artifact } from './tag.ts';
import { type Owner, placePart, type Trace } from './trace.ts';

/** Two lengths this near count as equal (pt), so rounding of sums never pushes a box to the next page. */
export const tolerance = 0.01;

/** Whether a height has room. */
export const fits = (height: number, room: number): boolean => height <= room + tolerance;

/** Whether a length is more than a rounding error. */
export const isPositive = (length: number): boolean => length > tolerance;

/** The parts that a table repeats above a box that begins a sheet, and below a box that ends one. */
export interface Edges {
  /** The box heads the rows below it, so no sheet should end after it. */
  readonly isHeader?: boolean | undefined;
  /** Above the box if it comes first on a sheet. */
  readonly lead: Box | undefined;
  /** The rows that a table prints below this box if the box is the last on a sheet and the table continues on the next. */
  readonly tail: Box | undefined;
  /** Height of the tail, 0 without one. The flow asks each box for it, and makes the tail only where a sheet ends. */
  readonly tailHeight: number;
  /** The edges of the two pieces of the box where it is divided. */
  divide(): readonly [Edges, Edges];
  /** Notes on a page that the box is placed there. */
  note?(canvas: PageCanvas): void;
}

/** The first line of text of a box. */
export interface FirstLine {
  /** From the top of the box to the baseline, and to the bottom of the line. */
  readonly baseline: number;
  readonly bottom: number;
  readonly isRightToLeft: boolean;
}

/** The first line of an inner box that stands `by` pt lower in its own. */
export const lowered = (line: FirstLine | undefined, by: number): FirstLine | undefined =>
  line && by !== 0 ? { ...line, baseline: line.baseline + by, bottom: line.bottom + by } : line;

/** What begins with a box, or after it. */
export type Break = 'page' | 'column';

export abstract class Box {
  abstract readonly height: number;
  /** Space above and below; dropped at a page break. */
  before = 0;
  after = 0;
  /** Stays on the page of the following box. */
  keepWithNext: Keep = false;
  breakBefore: Break | false = false;
  breakAfter: Break | false = false;
  edges: Edges | undefined = undefined;

  /** Start and width of its content, if the content does not take the whole width. */
  reach: Span | undefined = undefined;

  /** The component that made the box. */
  owner: Owner | undefined = undefined;

  /** It belongs to a component that is decoration or space. Set only there, as `parts` is. */
  declare isDecoration?: true;

  /** The parts of the template that it is, from the outermost. Set only if origins are asked for, so that other boxes need no room for it. */
  declare parts?: readonly BuiltPart[];

  /** Nothing was built for it. A box without height may still have items: negative margins take its height away, not its content. */
  get isEmpty(): boolean {
    return false;
  }

  /** It has no content to read, so a heading above it belongs to the next box. */
  get isFiller(): boolean {
    return this.isDecoration === true || this.isEmpty;
  }

  /** The box at its top that cannot be divided, for messages. */
  get topUnit(): Box {
    return this;
  }

  /** Where its first line of text stands. Undefined: it does not begin with text. */
  get firstLine(): FirstLine | undefined {
    return undefined;
  }

  /** Start and width of what it paints, as far as that is known. */
  get span(): Span | undefined {
    return this.reach;
  }

  /** The pictures, charts and codes in it. */
  get graphics(): readonly Graphic[] {
    return noGraphics;
  }

  /** Height of the least first part into which it can be divided. A box that cannot be divided is one part. */
  get leastPart(): number {
    return this.height;
  }

  /** Notes its place before the boxes of its column are placed: what it shows may depend on the boxes below it. */
  foresee(_canvas: PageCanvas, _y: number): void {}

  /** Puts its items on a page, with its top left corner at `x`, `y`. */
  place(canvas: PageCanvas, x: number, y: number): void {
    this.edges?.note?.(canvas);
    if (canvas.trace) this.placeTraced(canvas.trace, canvas, x, y);
    else this.draw(canvas, x, y);
  }

  /**
   * Separate from `place`, which runs for every box: the closure in it would keep its variables alive for each box. And not private by `#`: each box would
   * bear the brand of its class.
   */
  protected placeTraced(trace: Trace, canvas: PageCanvas, x: number, y: number): void {
    trace.follow(this, canvas, x, y, () => this.draw(canvas, x, y));
  }

  protected abstract draw(canvas: PageCanvas, x: number, y: number): void;

  /** The box with the height of its table row. Undefined: it has a height of its own. */
  stretch(height: number): Box | undefined {
    const box = this.stretched(height);
    if (box) inheritParts(this, [box]);
    return box;
  }

  protected stretched(_height: number): Box | undefined {
    return undefined;
  }

  /** The part that fits into `available`, and the rest. Undefined: the box cannot be divided there. */
  split(_available: number): readonly [Box, Box] | undefined {
    return undefined;
  }

  /** Whether it can be divided there without a cut through its content, even if it should stay together. */
  canPart(available: number): boolean {
    return this.split(available) !== undefined;
  }

  /** The lowest place down to `at` where a cut runs through no graphic. 0: there is none. */
  clearCut(at: number): number {
    return this.graphics.length === 0 ? at : 0;
  }

  /**
   * Divides at this height, even through content: the last resort for a box taller than a page. Graphics are not cut: they are made smaller, or left out.
   */
  slice(available: number): readonly [Box, Box] {
    const at = this.clearCut(available);
    if (isPositive(at)) return inheritHints(this, new SliceBox(this, 0, at), new SliceBox(this, at, this.height));
    const scale = scaleTo(this.graphics, this.height, available);
    return inheritHints(this, scale === undefined ? new SpaceBox(0) : new ScaledBox(this, scale), new SpaceBox(0));
  }
}

/** Gives the pieces of a split box the hints of the whole: space, keeping and breaks stay at the outer ends. */
export function inheritHints(whole: Box, head: Box, tail: Box): readonly [Box, Box] {
  head.before = whole.before;
  head.breakBefore = whole.breakBefore;
  head.owner = whole.owner;
  tail.owner = whole.owner;
  tail.after = whole.after;
  tail.keepWithNext = whole.keepWithNext;
  tail.breakAfter = whole.breakAfter;
  if (whole.edges) [head.edges, tail.edges] = whole.edges.divide();
  inheritParts(whole, [head, tail]);
  return [head, tail];
}

/** Makes the pieces of a box belong to what the whole belongs to. */
export function inheritParts({ parts }: Box, pieces: readonly Box[]): void {
  if (parts) for (const piece of pieces) for (const part of parts.toReversed()) addPart(piece, part);
}

/** Makes a box belong to a part around the parts that it belongs to. */
export function addPart(box: Box, part: BuiltPart): void {
  const { parts = [] } = box;
  if (!parts.includes(part)) box.parts = [part, ...parts];
}

/** The `topUnit` of a box that contains another box. */
export const unitWithin = (inner: Box, whole: Box): Box => (inner.topUnit === inner ? whole : inner.topUnit);

/** Whether the first line of a box fits into a room. True for a box that does not begin with a line. */
export const beginsWithin = ({ firstLine }: Box, room: number): boolean => !firstLine || fits(firstLine.bottom, room);

/** The height to keep free below a box that comes last on a sheet. */
export const tailHeight = (edges: Edges | undefined): number => edges?.tailHeight ?? 0;

/** The edges of the first piece of a box that is divided. */
export const headEdges = ({ edges }: Box): Edges | undefined => edges?.divide()[0];

/** Whether a box is a row of a table, and no header. */
export const isRow = ({ edges }: Box): boolean => edges !== undefined && !edges.isHeader;

/** A horizontal strip of another box, clipped. */
class SliceBox extends Box {
  readonly height: number;
  readonly #box: Box;
  readonly #from: number;

  constructor(box: Box, from: number, to: number) {
    super();
    this.#box = box;
    this.#from = from;
    this.height = to - from;
  }

  override get span(): Span | undefined {
    return this.#box.span;
  }

  override get graphics(): readonly Graphic[] {
    return this.#box.graphics;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const clip = { x: -100_000, y: 0, width: 200_000, height: this.height };
    // The first strip paints the whole content, so that it is read there.
    const artifact = this.#from > 0 ? decoration : undefined;
    placeInGroup(canvas, this.#box, { x: 0, y: -this.#from }, { kind: 'group', x, y, rotate: 0, clip }, artifact);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    if (available <= 0 || available >= this.height) return undefined;
    const at = this.#box.clearCut(this.#from + available);
    if (!isPositive(at - this.#from)) return undefined;
    return inheritHints(this, new SliceBox(this.#box, this.#from, at), new SliceBox(this.#box, at, this.#from + this.height));
  }
}

/** A box with graphics, made smaller. */
class ScaledBox extends Box {
  readonly height: number;
  override readonly reach: Span | undefined;
  readonly #box: Box;
  readonly #scale: number;
  readonly #left: number;

  constructor(box: Box, scale: number) {
    super();
    this.#box = box;
    this.#scale = scale;
    this.height = box.height * scale;
    const { reach, graphics } = box;
    const align = graphics.length === 1 ? graphics[0]!.align : 0;
    this.#left = reach ? (1 - scale) * (reach.left + reach.width * align) : 0;
    this.reach = reach && { left: this.#left + reach.left * scale, width: reach.width * scale };
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const group = { kind: 'group', x: x + this.#left, y, rotate: 0, scale: this.#scale, clip: undefined } as const;
    placeInGroup(canvas, this.#box, { x: 0, y: 0 }, group);
  }

  override slice(available: number): readonly [Box, Box] {
    return inheritHints(this, ...this.#box.slice(available));
  }
}

/** Places a box inside a group, which turns, scales and clips it, including items that wait for the other pages. Returns the group, the last item. */
export function placeInGroup(
  canvas: PageCanvas,
  box: Box,
  origin: { readonly x: number; readonly y: number },
  group: Omit<GroupItem, 'items'>,
  artifact?: Artifact,
): GroupItem {
  const items: PageItem[] = [];
  const late: LateItems[] = [];
  const { page, trace } = canvas;
  const marks: SetMarks[] | undefined = canvas.marks && [];
  canvas.begun ??= new Map();
  const notes: NoteReference[] | undefined = canvas.notes && [];
  const inside = { items, late, page, trace, marks, notes, artifact: canvas.artifact ?? artifact, begun: canvas.begun };
  if (trace) trace.inGroup(group, inside, () => box.place(inside, origin.x, origin.y));
  else box.place(inside, origin.x, origin.y);
  raiseAlongEdges(items, 0);
  const item = { ...group, items };
  canvas.items.push(item);
  for (const { texts, y } of marks ?? []) canvas.marks!.push({ texts, y: y + group.y });
  for (const { note, bottom } of notes ?? []) canvas.notes!.push({ note, bottom: bottom + group.y });
  for (const one of late) canvas.late.push({ ...one, paint: (known) => [{ ...item, items: one.paint(known) }] });
  return item;
}

/** Another painting of a box whose content is read elsewhere: a repeated header. */
export class RepeatedBox extends Box {
  readonly height: number;
  readonly #box: Box;
  readonly #artifact: Artifact;

  constructor(box: Box, artifact: Artifact) {
    super();
    this.#box = box;
    this.#artifact = artifact;
    this.height = box.height;
    this.before = box.before;
    this.after = box.after;
    this.keepWithNext = box.keepWithNext;
    this.owner = box.owner;
  }

  override get isEmpty(): boolean {
    return this.#box.isEmpty;
  }

  override get span(): Span | undefined {
    return this.#box.span;
  }

  override get graphics(): readonly Graphic[] {
    return this.#box.graphics;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const { artifact } = canvas;
    canvas.artifact ??= this.#artifact;
    this.#box.place(canvas, x, y);
    canvas.artifact = artifact;
  }

  protected override stretched(height: number): Box | undefined {
    const box = this.#box.stretch(height);
    return box && new RepeatedBox(box, this.#artifact);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#box.split(available);
    return parts && this.#repeat(parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#repeat(this.#box.slice(available));
  }

  #repeat([head, tail]: readonly [Box, Box]): readonly [Box, Box] {
    return inheritHints(this, new RepeatedBox(head, this.#artifact), new RepeatedBox(tail, this.#artifact));
  }
}

/** Items at fixed places, painted together. */
export class ItemsBox extends Box {
  readonly height: number;
  readonly #paint: (canvas: PageCanvas, x: number, y: number) => void;

  constructor(height: number, paint: (canvas: PageCanvas, x: number, y: number) => void) {
    super();
    this.height = height;
    this.#paint = paint;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#paint(canvas, x, y);
  }
}

/** Empty space. */
export class SpaceBox extends Box {
  readonly height: number;

  constructor(height: number) {
    super();
    this.height = height;
  }

  override get isEmpty(): boolean {
    return this.height === 0;
  }

  override get isFiller(): boolean {
    return true;
  }

  protected draw(): void {}
}

/** Height of boxes one below the other, with the space between them. */
export function stackedHeight(boxes: readonly Box[]): number {
  let height = 0;
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i]!;
    height += box.height + (i > 0 ? boxes[i - 1]!.after + box.before : 0);
  }
  return height;
}

/**
 * Whether the first heading of a chain is separated from the boxes below, because no sheet has room for both. A chain that is too high only because many
 * boxes follow is not separated here: it is divided further below. `room`: the room of a sheet, in pt. Default: of its own sheet.
 */
export function givesUp(chain: readonly Box[], room?: number): boolean {
  const count = boundByAuthor(chain);
  const own = chain[count - 1]?.keepWithNext;
  if (typeof own !== 'number' || count === chain.length) return false;
  const most = room ?? own;
  if (holds(chain, most)) return false;
  const headed = chain.findIndex(({ isFiller, keepWithNext }, i) => i >= count && !isFiller && typeof keepWithNext !== 'number');
  return headed < 0 || holds(chain.slice(count), most) || !holds(chain.slice(0, headed + 1), most);
}

/** How many boxes of a chain that gives up still stay together: the first heading, and what the author bound to it. 0: it has no heading. */
export const boundByAuthor = (chain: readonly Box[]): number =>
  chain.findIndex(({ keepWithNext }) => typeof keepWithNext === 'number') + 1;

/** Whether a sheet with this room holds boxes, or all but a part of the last. */
function holds(boxes: readonly Box[], room: number): boolean {
  const last = boxes.at(-1)!;
  const most = room - tailHeight(last.edges);
  const height = (boxes[0]!.edges?.lead?.height ?? 0) + stackedHeight(boxes);
  return fits(height, most) || last.canPart(most - (height - last.height));
}

/** Boxes one below the other. */
export class ColumnBox extends Box {
  readonly height: number;
  readonly boxes: readonly Box[];
  /** The parts that a table repeats above the other boxes. */
  readonly lead: Box | undefined;

  constructor(below: readonly Box[], lead?: Box) {
    super();
    const boxes = lead ? [lead, ...below] : below;
    this.boxes = boxes;
    this.lead = lead;
    this.height = stackedHeight(boxes);
    this.before = boxes[0]?.before ?? 0;
    this.after = boxes.at(-1)?.after ?? 0;
  }

  override get isEmpty(): boolean {
    return this.boxes.every((box) => box.isEmpty);
  }

  override get isFiller(): boolean {
    return this.boxes.every((box) => box.isFiller);
  }

  override get graphics(): readonly Graphic[] {
    return this.boxes.flatMap(({ graphics }) => graphics);
  }

  override get firstLine(): FirstLine | undefined {
    let top = 0;
    for (let i = 0; i < this.boxes.length; i++) {
      const box = this.boxes[i]!;
      if (i > 0) top += this.boxes[i - 1]!.after + box.before;
      if (!box.isEmpty) return lowered(box.firstLine, top);
      top += box.height;
    }
    return undefined;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#forEach(y, (box, top) => box.foresee(canvas, top));
    this.#forEach(y, (box, top) => box.place(canvas, x, top));
  }

  #forEach(y: number, use: (box: Box, top: number) => void): void {
    let top = y;
    for (let i = 0; i < this.boxes.length; i++) {
      const box = this.boxes[i]!;
      if (i > 0) top += this.boxes[i - 1]!.after + box.before;
      use(box, top);
      top += box.height;
    }
  }

  /** How many boxes a piece has at least: one with nothing but what is shown again would never end. */
  get #least(): number {
    return this.lead ? 1 : 0;
  }

  override split(available: number): readonly [Box, Box] | undefined {
    let top = 0;
    for (let i = 0; i < this.boxes.length; i++) {
      const box = this.boxes[i]!;
      const start = i > 0 ? top + this.boxes[i - 1]!.after + box.before : 0;
      if (fits(start + box.height + tailHeight(box.edges), available)) {
        top = start + box.height;
        continue;
      }
      const room = available - start - tailHeight(headEdges(box));
      const parts = room > 0 ? box.split(room) : undefined;
      const at = this.#divisionAbove(i);
      if (parts && !(at < i && parts[0].isFiller))
        return this.#divide([...this.boxes.slice(0, i), parts[0]], [parts[1], ...this.boxes.slice(i + 1)]);
      return at > this.#least ? this.#divide(this.boxes.slice(0, at), this.boxes.slice(at)) : undefined;
    }
    return undefined;
  }

  /** The box from `at` upwards before which a column may end: a heading moves with the box that it must stay with, unless it gives up. */
  #divisionAbove(at: number): number {
    let start = findDivision(this.boxes, at);
    while (start < at) {
      const chain = this.boxes.slice(start, start + chainLength(this.boxes, start));
      const next = start + (start + chain.length <= at ? chain.length : givesUp(chain) ? boundByAuthor(chain) : 0);
      if (next === start || next > at) break;
      start = next;
    }
    return start;
  }

  override slice(available: number): readonly [Box, Box] {
    const starts: number[] = [];
    const end = (i: number) => starts[i]! + this.boxes[i]!.height;
    let over = 0;
    for (; over < this.boxes.length; over++) {
      starts.push(over === 0 ? 0 : end(over - 1) + this.boxes[over - 1]!.after + this.boxes[over]!.before);
      if (!fits(end(over), available)) break;
    }
    if (over === this.boxes.length) return super.slice(available);
    const partAt = (i: number, room: number) => {
      const [head, tail] = this.boxes[i]!.split(room) ?? this.boxes[i]!.slice(room);
      const rest = this.boxes.slice(i + 1);
      return this.#divide([...this.boxes.slice(0, i), head], tail.isEmpty ? rest : [tail, ...rest]);
    };
    // Below the last box, there must be room for what stands where the sheet ends.
    const roomOf = (i: number) => available - starts[i]! - tailHeight(headEdges(this.boxes[i]!));
    const canPart = (i: number) => isPositive(roomOf(i)) && !fits(this.boxes[i]!.height, roomOf(i));
    const canEndBefore = (i: number) => i > this.#least && fits(end(i - 1) + tailHeight(this.boxes[i - 1]!.edges), available);
    // A row that a sheet has room for is not cut, unless nothing but a header would stand above it.
    const isKept = (i: number) => {
      const { height, edges } = this.boxes[i]!;
      return edges !== undefined && fits((edges.lead?.height ?? 0) + height + tailHeight(edges), available);
    };
    // Neither a box that a sheet has room for nor a first line is cut.
    const canCut = (i: number) => {
      const box = this.boxes[i]!;
      const isLong =
        !isRow(box) &&
        (box.height > available || areCut(box.graphics)) &&
        beginsWithin(box, roomOf(i)) &&
        !waits(box.graphics, roomOf(i));
      return canPart(i) && (isLong || box.canPart(roomOf(i)));
    };
    for (let i = over; i > 0; i--) {
      if (canCut(i) && !isKept(i)) return partAt(i, roomOf(i));
      if (canEndBefore(i) && isRow(this.boxes[i - 1]!)) return this.#divide(this.boxes.slice(0, i), this.boxes.slice(i));
    }
    // A header that stands alone is better than a cut through a line.
    for (let i = over; i >= 0; i--) {
      if (canCut(i)) return partAt(i, roomOf(i));
      if (canEndBefore(i)) return this.#divide(this.boxes.slice(0, i), this.boxes.slice(i));
    }
    return partAt(over, available - starts[over]!);
  }

  #divide(head: readonly Box[], tail: readonly Box[]): readonly [Box, Box] {
    const below = tail.length > 0 ? head.at(-1)!.edges?.tail : undefined;
    const above = tail[0]?.edges?.lead;
    return inheritHints(this, new ColumnBox(below ? [...head, below] : head), new ColumnBox(tail, above));
  }
}

export interface RowCell {
  readonly x: number;
  readonly box: Box;
  readonly valign: 'top' | 'middle' | 'bottom';
  /** Its part of the template, if origins are asked for. It is as high as the row. */
  readonly part?: BuiltPart | undefined;
}

/** Boxes side by side; as high as the highest box. */
export class RowBox extends Box {
  readonly height: number;
  readonly cells: readonly RowCell[];

  constructor(cells: readonly RowCell[], minHeight = 0) {
    super();
    this.cells = cells;
    let height = minHeight;
    for (const cell of cells) height = Math.max(height, cell.box.height);
    this.height = height;
  }

  override get isEmpty(): boolean {
    return this.height === 0 && this.cells.every(({ box }) => box.isEmpty);
  }

  override get isFiller(): boolean {
    return this.isDecoration === true || this.cells.every(({ box }) => box.isFiller);
  }

  override get graphics(): readonly Graphic[] {
    return this.cells.flatMap(({ box }) => box.graphics);
  }

  override get topUnit(): Box {
    return this.cells.length === 1 ? unitWithin(this.cells[0]!.box, this) : this;
  }

  override get firstLine(): FirstLine | undefined {
    const first = this.cells.find(({ box }) => !box.isEmpty);
    return first && lowered(first.box.firstLine, offsetFor(first.valign, this.height - first.box.height));
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    for (const cell of this.cells) {
      if (cell.part) this.#traceCell(cell, cell.part, canvas, x, y);
      else this.#place(cell, canvas, x, y);
    }
  }

  #traceCell(cell: RowCell, part: BuiltPart, canvas: PageCanvas, x: number, y: number): void {
    const area = { x: x + cell.x, y, width: part.width, height: this.height };
    placePart(canvas, part, area, () => this.#place(cell, canvas, x, y));
  }

  #place({ x: left, box, valign }: RowCell, canvas: PageCanvas, x: number, y: number): void {
    box.place(canvas, x + left, y + offsetFor(valign, this.height - box.height));
  }

  protected override stretched(height: number): Box | undefined {
    const [only, ...others] = this.cells;
    const box = others.length === 0 ? only?.box.stretch(height) : undefined;
    return box && new RowBox([{ ...only!, box }]);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    return this.#divide(available, (box) => box.split(available));
  }

  override canPart(available: number): boolean {
    return available < this.height && this.cells.every(({ box }) => fits(box.height, available) || box.canPart(available));
  }

  override slice(available: number): readonly [Box, Box] {
    // A cell whose first line or graphic has no room begins on the next sheet, if others begin here.
    const begins = (box: Box) => beginsWithin(box, available) && !waits(box.graphics, available);
    const mayWait = this.cells.some(({ box }) => isPositive(box.height) && begins(box));
    const part = (box: Box) =>
      box.split(available) ?? (mayWait && !begins(box) ? ([new SpaceBox(0), box] as const) : box.slice(available));
    return this.#divide(available, part) ?? super.slice(available);
  }

  #divide(available: number, part: (box: Box) => readonly [Box, Box] | undefined): readonly [Box, Box] | undefined {
    if (available >= this.height) return undefined;
    const heads: RowCell[] = [];
    const tails: RowCell[] = [];
    for (const cell of this.cells) {
      const parts = fits(cell.box.height, available) ? [cell.box, new SpaceBox(0)] : part(cell.box);
      if (!parts) return undefined;
      heads.push({ ...cell, box: parts[0]!, valign: 'top' });
      tails.push({ ...cell, box: parts[1]!, valign: 'top' });
    }
    return inheritHints(this, new RowBox(heads), new RowBox(tails));
  }
}

export function offsetFor(valign: RowCell['valign'], free: number): number {
  return valign === 'top' ? 0 : valign === 'middle' ? free / 2 : free;
}
