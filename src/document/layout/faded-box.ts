// A box that is painted with an opacity, as a whole.
import { Box, type FirstLine, inheritHints, placeInGroup } from './box.ts';
import type { Graphic } from './graphic.ts';
import type { Span } from './origin.ts';
import type { PageCanvas } from './page-canvas.ts';

export class FadedBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  readonly #opacity: number;

  constructor(inner: Box, opacity: number) {
    super();
    this.#inner = inner;
    this.#opacity = opacity;
    this.height = inner.height;
    this.owner = inner.owner;
    this.reach = inner.reach;
  }

  override get isEmpty(): boolean {
    return this.#inner.isEmpty;
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
    placeInGroup(
      canvas,
      this.#inner,
      { x: 0, y: 0 },
      { kind: 'group', x, y, rotate: 0, clip: undefined, opacity: this.#opacity },
    );
  }

  protected override stretched(height: number): Box | undefined {
    const inner = this.#inner.stretch(height);
    return inner && new FadedBox(inner, this.#opacity);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#inner.split(available);
    return parts && this.#fade(parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#fade(this.#inner.split(available) ?? this.#inner.slice(available));
  }

  #fade([head, tail]: readonly [Box, Box]): readonly [Box, Box] {
    return inheritHints(this, new FadedBox(head, this.#opacity), new FadedBox(tail, this.#opacity));
  }
}
