// Links and entries of the outline around a box.
import { Box, type PageCanvas } from '../layout/box.ts';

/** What the outline says of a box; `anchor`: the name that `#name` links lead to. */
export interface OutlineEntry {
  readonly title: string | undefined;
  readonly level: number;
  readonly anchor: string | undefined;
}

/** A box that is a link, or that the outline leads to. */
export class MarkedBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  readonly #width: number;
  readonly #target: string | undefined;
  readonly #entry: OutlineEntry | undefined;

  constructor(inner: Box, width: number, target: string | undefined, entry: OutlineEntry | undefined) {
    super();
    this.#inner = inner;
    this.#width = width;
    this.#target = target;
    this.#entry = entry;
    this.height = inner.height;
  }

  place(canvas: PageCanvas, x: number, y: number): void {
    const entry = this.#entry;
    if (entry) {
      const bookmark = entry.title === undefined ? undefined : { title: entry.title, level: entry.level };
      canvas.items.push({ kind: 'anchor', x, y, name: entry.anchor, bookmark });
    }
    this.#inner.place(canvas, x, y);
    if (this.#target) canvas.items.push({ kind: 'link', x, y, width: this.#width, height: this.height, target: this.#target });
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#inner.split(available);
    return parts && this.#mark(parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#mark(this.#inner.split(available) ?? this.#inner.slice(available));
  }

  #mark([head, tail]: readonly [Box, Box]): readonly [Box, Box] {
    const first = new MarkedBox(head, this.#width, this.#target, this.#entry);
    const rest = new MarkedBox(tail, this.#width, this.#target, undefined);
    Object.assign(first, { before: this.before, breakBefore: this.breakBefore, lead: this.lead });
    Object.assign(rest, { after: this.after, breakAfter: this.breakAfter, keepWithNext: this.keepWithNext, lead: this.lead });
    return [first, rest];
  }
}
