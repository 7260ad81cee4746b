// Running marks: named texts that components set where they are placed, and that the bands of a sheet print.
import type { Marks, MarkTexts } from '../expression/scope.ts';
import { Box, inheritHints } from './box.ts';
import type { PageCanvas } from './page-canvas.ts';

/** What the marks of a sheet hold. `set`: what is set on it, in order. */
export class SheetMarks implements Marks {
  readonly #start: MarkTexts;
  readonly #first = new Map<string, string>();
  /** What holds when the sheet ends. */
  readonly last: MarkTexts;

  constructor(start: MarkTexts, set: readonly MarkTexts[]) {
    this.#start = start;
    const last = set.length === 0 ? start : new Map(start);
    for (const texts of set)
      for (const [name, text] of texts) {
        if (!this.#first.has(name)) this.#first.set(name, text);
        (last as Map<string, string>).set(name, text);
      }
    this.last = last;
  }

  textOf(name: string, when: 'start' | 'first' | 'last'): string {
    const own = when === 'start' ? undefined : when === 'first' ? this.#first.get(name) : this.last.get(name);
    return own ?? this.#start.get(name) ?? '';
  }
}

/** Stands for marks that are not known yet: it keeps the room of one line. Filters of dates take it too. */
export const plausibleMarks: Marks = { textOf: () => '8888-08-08' };

/** A box that sets marks where it is placed. Its first piece sets them if it is divided. */
export class MarkingBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  readonly #texts: MarkTexts;

  constructor(inner: Box, texts: MarkTexts) {
    super();
    this.#inner = inner;
    this.#texts = texts;
    this.height = inner.height;
    this.before = inner.before;
    this.after = inner.after;
    this.keepWithNext = inner.keepWithNext;
    this.breakBefore = inner.breakBefore;
    this.breakAfter = inner.breakAfter;
    this.edges = inner.edges;
    this.owner = inner.owner;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    if (!canvas.artifact) canvas.marks?.push(this.#texts);
    this.#inner.place(canvas, x, y);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#inner.split(available);
    return parts && this.#mark(parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#mark(this.#inner.split(available) ?? this.#inner.slice(available));
  }

  #mark([head, tail]: readonly [Box, Box]): readonly [Box, Box] {
    return inheritHints(this, new MarkingBox(head, this.#texts), tail);
  }
}
