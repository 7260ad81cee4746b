// A box that sets running marks.
import type { MarkTexts } from '../expression/scope.ts';
import { Box, type FirstLine, inheritHints } from './box.ts';
import type { Graphic } from './graphic.ts';
import type { PageCanvas } from './page-canvas.ts';

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

  override get isFiller(): boolean {
    return this.#inner.isFiller;
  }

  override get graphics(): readonly Graphic[] {
    return this.#inner.graphics;
  }

  override get firstLine(): FirstLine | undefined {
    return this.#inner.firstLine;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    if (!canvas.artifact) canvas.marks?.push({ texts: this.#texts, y });
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
