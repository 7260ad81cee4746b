// A box with padding, background and border around it.
import { Box, inheritHints, type PageCanvas, tolerance } from './box.ts';
import type { Stroke, Tag } from './fragment.ts';

/** Lengths of the four sides, in pt. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const noSides: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/** What is painted around and below a box. */
export interface Decoration {
  readonly padding: Sides;
  readonly background: string | undefined;
  readonly border: {
    readonly top: Stroke | undefined;
    readonly right: Stroke | undefined;
    readonly bottom: Stroke | undefined;
    readonly left: Stroke | undefined;
    readonly radius: number;
  };
}

/** Nothing around, nothing below. */
export const plainDecoration: Decoration = {
  padding: noSides,
  background: undefined,
  border: { top: undefined, right: undefined, bottom: undefined, left: undefined, radius: 0 },
};

export class DecoratedBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  readonly #width: number;
  readonly #decoration: Decoration;
  readonly #tag: Tag | undefined;

  constructor(inner: Box, width: number, decoration: Decoration, minHeight: number, tag: Tag | undefined) {
    super();
    this.#inner = inner;
    this.#width = width;
    this.#decoration = decoration;
    this.#tag = tag;
    this.height = Math.max(minHeight, inner.height + decoration.padding.top + decoration.padding.bottom);
  }

  place(canvas: PageCanvas, x: number, y: number): void {
    const { padding, background, border } = this.#decoration;
    paintDecoration(canvas, { x, y, width: this.#width, height: this.height }, background, border, this.#tag);
    this.#inner.place(canvas, x + padding.left, y + padding.top);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    return this.#divide(available, (inner, room) => inner.split(room));
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#divide(available, (inner, room) => inner.split(room) ?? inner.slice(room)) ?? super.slice(available);
  }

  #divide(
    available: number,
    part: (inner: Box, room: number) => readonly [Box, Box] | undefined,
  ): readonly [Box, Box] | undefined {
    const { padding, border } = this.#decoration;
    const room = available - padding.top;
    if (room <= tolerance || this.#inner.height <= room) return undefined;
    const parts = part(this.#inner, room);
    if (!parts) return undefined;
    // The border stays open where the box goes on (CSS `box-decoration-break: slice`).
    const head: Decoration = {
      ...this.#decoration,
      padding: { ...padding, bottom: 0 },
      border: { ...border, bottom: undefined, radius: 0 },
    };
    const tail: Decoration = {
      ...this.#decoration,
      padding: { ...padding, top: 0 },
      border: { ...border, top: undefined, radius: 0 },
    };
    return inheritHints(
      this,
      new DecoratedBox(parts[0], this.#width, head, 0, this.#tag),
      new DecoratedBox(parts[1], this.#width, tail, 0, this.#tag),
    );
  }
}

/** Paints a background and a border; the border runs inside the area's edge. */
export function paintDecoration(
  canvas: PageCanvas,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  background: string | undefined,
  border: Decoration['border'],
  tag: Tag | undefined,
): void {
  const { x, y, width, height } = area;
  const { top, right, bottom, left, radius } = border;
  const items = canvas.items;
  if (background) items.push({ kind: 'rect', x, y, width, height, fill: background, stroke: undefined, radius, tag });
  if (!top && !right && !bottom && !left) return;
  if (top && right === top && bottom === top && left === top) {
    const half = top.width / 2;
    items.push({
      kind: 'rect',
      x: x + half,
      y: y + half,
      width: Math.max(0, width - top.width),
      height: Math.max(0, height - top.width),
      fill: undefined,
      stroke: top,
      radius: Math.max(0, radius - half),
      tag,
    });
    return;
  }
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: Stroke) =>
    items.push({ kind: 'line', x1, y1, x2, y2, stroke, tag });
  if (top) line(x, y + top.width / 2, x + width, y + top.width / 2, top);
  if (bottom) line(x, y + height - bottom.width / 2, x + width, y + height - bottom.width / 2, bottom);
  if (left) line(x + left.width / 2, y, x + left.width / 2, y + height, left);
  if (right) line(x + width - right.width / 2, y, x + width - right.width / 2, y + height, right);
}
