// Content that stays on one page if it fits.
import { Box, type FirstLine, inheritParts } from './box.ts';
import { columnOf } from './build-column.ts';
import { type ComponentNode, outlineOf } from './component-node.ts';
import type { Graphic } from './graphic.ts';
import type { Span } from './origin.ts';
import type { PageCanvas } from './page-canvas.ts';

/** A column that stays on one page if it fits. */
class KeptBox extends Box {
  readonly height: number;
  readonly #inner: Box;

  constructor(inner: Box) {
    super();
    this.#inner = inner;
    this.height = inner.height;
    this.before = inner.before;
    this.after = inner.after;
    this.edges = inner.edges;
    this.keepWithNext = inner.keepWithNext;
  }

  override get isEmpty(): boolean {
    return this.#inner.isEmpty;
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

  override get span(): Span | undefined {
    return this.#inner.span;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#inner.place(canvas, x, y);
  }

  override slice(available: number): readonly [Box, Box] {
    const parts = this.#inner.split(available) ?? this.#inner.slice(available);
    for (const part of parts) part.owner ??= this.owner;
    inheritParts(this, parts);
    return parts;
  }
}

/** Keeps everything a node makes in one piece. */
export function keptTogether(node: ComponentNode): ComponentNode {
  return {
    build(scope, width, session) {
      const boxes = [...node.build(scope, width, session)];
      return boxes.length === 0 ? [] : [new KeptBox(boxes.length === 1 ? boxes[0]! : columnOf(boxes))];
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
    subject: node.subject,
  };
}
