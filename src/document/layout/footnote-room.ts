// Footnotes in the flow: which references boxes hold, how much room their notes take at the foot of a sheet, and what of a note goes on at the foot of the
// next one.
import { type Box, fits, isPositive, tolerance } from './box.ts';
import type { Footnote, NoteBox, NoteReference, PageCanvas } from './page-canvas.ts';
import type { LayoutSession } from './session.ts';
import { decoration } from './structure.ts';

/** How much of a note is kept free for it: all of it, its first lines, or nothing: it takes what is left. */
export type Keep = 'whole' | 'least' | 'nothing';

/** A note or the rest of one, and the height that is kept for it. */
interface FootEntry {
  readonly note: Footnote;
  readonly box: NoteBox;
  readonly kept: number;
}

/** The parts of a box that sheets divide, and how much of its notes stands with the upper one. */
export interface Division {
  readonly head: Box;
  /** Undefined: the whole box has room, but not all of its notes. */
  readonly rest: Box | undefined;
  keep(note: NoteReference): Keep;
}

/** The footnotes at the foot of a sheet. */
export interface Foot {
  readonly boxes: readonly NoteBox[];
  /** The height of the body at which they end. */
  readonly bottom: number;
  /** Footnotes that continue at the foot of the next sheet. */
  readonly rest: readonly Pick<FootEntry, 'note' | 'box'>[];
  /** Of the rule. */
  readonly color: string;
}

/** The rule above the notes: its distance to the text and to the notes, and its width, in pt. Its length is a part of that of the notes. */
const rule = { above: 8, below: 4, width: 0.5, length: 1 / 4 };
const ruleRoom = rule.above + rule.below;

/** Continued notes take at most this part of a sheet if more text follows. */
const mostCarried = 1 / 2;

/** Opens the footnotes of a part. `width`: of its body, in pt. */
export const openFootnotes = (width: number, session: LayoutSession): Footnotes => new Footnotes(width, session);

/** The footnotes of a part. */
export class Footnotes {
  readonly #width: number;
  readonly #session: LayoutSession;
  readonly #found = new WeakMap<Box, readonly NoteReference[]>();
  /** Notes that stand on sheets before this one, or begin there. */
  readonly #begun = new WeakSet<Footnote>();
  /** Notes on this sheet. */
  readonly #onSheet = new Set<Footnote>();
  /** Footnotes that continue on this sheet, and footnotes that begin on it. */
  #rest: Foot['rest'] = [];
  #carried: readonly FootEntry[] = [];
  #entries: FootEntry[] = [];
  #height = 0;

  constructor(width: number, session: LayoutSession) {
    this.#width = width;
    this.#session = session;
  }

  /** Height that is kept at the foot of this sheet, with further notes of the height `more`. */
  height(more = 0): number {
    const height = this.#height + more;
    return height === 0 ? 0 : height + ruleRoom;
  }

  /** Notes of sheets before this one go on. */
  get goesOn(): boolean {
    return this.#carried.length > 0;
  }

  /** The first reference in boxes to each note that is not on a sheet yet; those of each box by the height of their lines. */
  newIn(boxes: readonly Box[]): readonly NoteReference[] {
    return boxes.flatMap((box) => this.#in(box)).filter(({ note }) => !this.#begun.has(note) && !this.#onSheet.has(note));
  }

  #in(box: Box): readonly NoteReference[] {
    const known = this.#found.get(box);
    if (known) return known;
    const notes: NoteReference[] = [];
    const canvas: PageCanvas = { items: [], late: [], page: this.#session.page, notes };
    this.#session.measure(() => box.place(canvas, 0, 0));
    const first = new Map<Footnote, NoteReference>();
    for (const one of notes) if (!first.has(one.note)) first.set(one.note, one);
    const found = [...first.values()].sort((a, b) => a.bottom - b.bottom);
    this.#found.set(box, found);
    return found;
  }

  /** The height of notes that stand whole on their sheet. */
  wholeHeight(notes: readonly NoteReference[]): number {
    return notes.reduce((sum, { note }) => sum + this.#build(note).height, 0);
  }

  #build(note: Footnote): NoteBox {
    return note.build(this.#width);
  }

  /**
   * Divides a box so that its lines and their notes have room: tried at three heights at most. `roomWith`: the room for the box above further notes of
   * this height. If more than `most` of the sheet stayed unused above the notes, a note begins on it and goes on. `unused`: what is left of the sheet without
   * the box.
   */
  divide(
    box: Box,
    roomWith: (notes: number) => number,
    { unused, most }: { readonly unused: number; readonly most: number },
  ): Division | undefined {
    const notes = this.newIn([box]);
    const whole = this.#divideAbove(box, notes, roomWith);
    const left = whole ? roomWith(this.wholeHeight(this.newIn([whole.head]))) - whole.head.height : unused;
    return left <= most ? whole : (this.#divideIn(box, notes, roomWith) ?? whole);
  }

  /** Divides a box so that all notes of its upper part stand on the sheet. */
  #divideAbove(box: Box, notes: readonly NoteReference[], roomWith: (notes: number) => number): Division | undefined {
    let height = this.#heightAbove(notes, roomWith, 'whole');
    for (let tries = 0; tries < 2 && isPositive(height); tries++) {
      const parts = box.split(height);
      if (!parts) return undefined;
      // A cell that is divided may move its lines up.
      const over = parts[0].height - roomWith(this.wholeHeight(this.newIn([parts[0]])));
      if (!isPositive(over)) return { head: parts[0], rest: parts[1], keep: () => 'whole' };
      height = Math.min(height, parts[0].height) - over;
    }
    return undefined;
  }

  /** How far the lines may reach whose notes have room: as a whole, or with their first lines. */
  #heightAbove(notes: readonly NoteReference[], roomWith: (notes: number) => number, keep: Keep): number {
    let height = Number.NEGATIVE_INFINITY;
    let taken = 0;
    for (const note of notes) {
      height = Math.max(height, Math.min(roomWith(taken), note.bottom - 2 * tolerance));
      taken += this.#heightOf(note, keep);
      if (roomWith(taken) <= height) return height;
    }
    return Math.max(height, roomWith(taken));
  }

  /** Where a box is cut that cannot be divided otherwise. Undefined: not even the notes of its uppermost line with notes can begin on a sheet. */
  heightToCut(box: Box, roomWith: (notes: number) => number): number | undefined {
    const notes = this.newIn([box]);
    const [first] = notes;
    const height = this.#heightAbove(notes, roomWith, 'least');
    if (!first || height >= first.bottom) return height;
    // No line is cut beside a note that begins there.
    const begins = fits(first.bottom, roomWith(this.#heightOf(first, 'least')));
    return begins || first.bottom <= roomWith(0) / 2 ? undefined : height;
  }

  /** Divides a box below the last line whose notes can begin on the sheet. */
  #divideIn(box: Box, notes: readonly NoteReference[], roomWith: (notes: number) => number): Division | undefined {
    const hasRoom = (part: Box, keep: Division['keep']): boolean => {
      const own = this.newIn([part]);
      const kept = own.reduce((sum, one) => sum + this.#heightOf(one, keep(one)), 0);
      return fits(part.height, roomWith(kept));
    };
    const lines = [...new Set(notes.map(({ bottom }) => bottom))].reverse();
    for (const line of lines) {
      const keep = ({ bottom }: NoteReference) => (fits(line, bottom) ? 'least' : 'whole');
      if (line === lines[0] && hasRoom(box, keep)) return { head: box, rest: undefined, keep };
      const upper = notes.filter(({ bottom }) => bottom <= line);
      if (!fits(line, roomWith(upper.reduce((sum, one) => sum + this.#heightOf(one, keep(one)), 0)))) continue;
      const parts = box.split(line);
      const holdsLine = parts && this.newIn([parts[0]]).some(({ bottom }) => fits(line, bottom));
      if (holdsLine && hasRoom(parts[0], keep)) return { head: parts[0], rest: parts[1], keep };
      break;
    }
    return hasRoom(box, () => 'least') ? { head: box, rest: undefined, keep: () => 'least' } : undefined;
  }

  #heightOf({ note }: Pick<NoteReference, 'note'>, keep: Keep): number {
    const { height, leastPart } = this.#build(note);
    return { whole: height, least: leastPart, nothing: 0 }[keep];
  }

  /** Adds a note to this sheet. */
  add({ note }: Pick<NoteReference, 'note'>, keep: Keep): void {
    const box = this.#build(note);
    if (box.height > this.#session.bodyHeight / 2) this.#warnOfLength(box);
    const kept = this.#heightOf({ note }, keep);
    this.#entries.push({ note, box, kept });
    this.#height += kept;
    this.#onSheet.add(note);
  }

  #warnOfLength({ owner, height }: NoteBox): void {
    const message = `The note is ${Math.round(height)} pt high, more than half of the page: it may go on at the foot of the next pages. Shorten it, or put it into the text.`;
    this.#session.warn('note-too-long', owner!.component, owner!.place, message);
  }

  /** Takes all notes from this sheet that do not go on from sheets before. */
  clear(): void {
    this.#entries = [];
    this.#onSheet.clear();
    this.#height = this.#carried.reduce((sum, { kept }) => sum + kept, 0);
  }

  /** The footnotes that fit between `from` and `bottom`, and the rest. On a sheet without text, a part is placed even if it does not fit. */
  fill(bottom: number, from: number): Foot {
    const all = [...this.#carried, ...this.#entries.sort((a, b) => a.note.id - b.note.id)];
    const boxes: NoteBox[] = [];
    const rest: Pick<FootEntry, 'note' | 'box'>[] = [];
    let free = bottom - from - ruleRoom;
    let reserved = this.#height;
    let isFull = false;
    for (const { note, box, kept } of all) {
      reserved -= kept;
      const given = free - reserved;
      const mayBegin = isPositive(given) && (kept > 0 || !isFull);
      const parts = mayBegin ? partsOf(box, given, from === 0 && boxes.length === 0) : undefined;
      if (parts?.[0]) {
        boxes.push(parts[0]);
        free -= parts[0].height;
      }
      const left = parts ? parts[1] : box;
      if (!left) continue;
      rest.push({ note, box: left });
      isFull = true;
    }
    return { boxes, bottom, rest, color: all[0]?.note.color ?? '#000000' };
  }

  /** Ends this sheet. What is left of its foot goes on at that of the next. */
  end({ rest }: Foot): void {
    for (const { note } of this.#entries) this.#begun.add(note);
    this.#rest = rest;
  }

  /** Begins a sheet. `room`: height of its body. */
  begin(room: number): void {
    let left = room * mostCarried - ruleRoom;
    this.#carried = this.#rest.map(({ note, box }, i) => {
      const least = i === 0 ? box.leastPart : Math.min(box.leastPart, Math.max(0, left));
      const kept = least < box.leastPart ? 0 : Math.max(box.leastPart, Math.min(box.height, left));
      left = kept === 0 ? 0 : left - kept;
      return { note, box, kept };
    });
    this.clear();
  }
}

/** The part of a note that fits, and the rest of it. */
function partsOf(box: NoteBox, given: number, isForced: boolean): readonly [NoteBox, NoteBox | undefined] | undefined {
  if (fits(box.height, given)) return [box, undefined];
  return box.split(given) ?? (isForced ? box.slice(given) : undefined);
}

/** Places the foot of a sheet, which ends at `bottom`. */
export function placeFoot({ boxes, color }: Foot, canvas: PageCanvas, x: number, bottom: number, width: number): void {
  let y = bottom - boxes.reduce((sum, { height }) => sum + height, 0);
  const at = y - rule.below;
  const length = width * rule.length;
  const x1 = boxes[0]?.firstLine?.isRightToLeft ? x + width - length : x;
  const stroke = { width: rule.width, color, dash: [] };
  if (boxes.length > 0) canvas.items.push({ kind: 'line', x1, y1: at, x2: x1 + length, y2: at, stroke, tag: decoration });
  for (const box of boxes) {
    box.place(canvas, x, y);
    y += box.height;
  }
}
