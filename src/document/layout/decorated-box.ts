// A box with padding, background and border around it.

import { fitRadii, hasRadius, type Path, PathBuilder, type Radius, type Rectangle } from '../vector/path.ts';
import { Box, beginsWithin, type FirstLine, fits, inheritHints, isPositive, lowered, SpaceBox, unitWithin } from './box.ts';
import type { Directions } from './direction.ts';
import { distanceBeyond, outlinesOf, type Point } from './extent.ts';
import type { Clip, GroupItem, PageItem, Stroke } from './fragment.ts';
import type { Graphic } from './graphic.ts';
import { unseen } from './off-sheet.ts';
import type { Span } from './origin.ts';
import type { PageCanvas } from './page-canvas.ts';
import { raiseAlongEdges } from './raised-lines.ts';
import { graphicTag } from './structure.ts';
import type { Tag } from './tag.ts';

/** Lengths of the four sides, in pt. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** The same sides from right to left. Undefined: they are the same in all directions. */
  readonly mirrored?: Sides;
}

/** The sides in a direction. */
export const sidesIn = (sides: Sides, { dir }: Pick<Directions, 'dir'>): Sides =>
  dir === 'rtl' && sides.mirrored ? sides.mirrored : sides;

export const noSides: Sides = { top: 0, right: 0, bottom: 0, left: 0 };

/** Padding, border and background of a box. */
export interface Decoration {
  readonly padding: Sides;
  readonly background: string | undefined;
  readonly border: {
    readonly top: Stroke | undefined;
    readonly right: Stroke | undefined;
    readonly bottom: Stroke | undefined;
    readonly left: Stroke | undefined;
    readonly radius: Radius;
  };
}

/** Without padding, border and background. */
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
    this.#tag = graphicTag(tag);
    this.height = Math.max(minHeight, inner.height + decoration.padding.top + decoration.padding.bottom);
  }

  override get isEmpty(): boolean {
    return this.height === 0 && this.#inner.isEmpty;
  }

  override get isFiller(): boolean {
    return this.isDecoration === true || this.#inner.isFiller;
  }

  override get topUnit(): Box {
    return unitWithin(this.#inner, this);
  }

  override get graphics(): readonly Graphic[] {
    return this.#inner.graphics;
  }

  override get firstLine(): FirstLine | undefined {
    return lowered(this.#inner.firstLine, this.#decoration.padding.top);
  }

  /** Its background and border. */
  override get span(): Span {
    const { left, right } = this.#decoration.padding;
    const { reach } = this.#inner;
    return reach ? { left: reach.left, width: reach.width + left + right } : { left: 0, width: this.#width };
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const { padding, background, border } = this.#decoration;
    const { left, width } = this.span;
    const area = { x: x + left, y, width, height: this.height };
    const tag = canvas.artifact ?? this.#tag;
    paintBackground(canvas, area, background, border.radius, tag);
    const first = canvas.items.length;
    this.#inner.place(canvas, x + padding.left, y + padding.top);
    // Backgrounds inside must not cover the rounded corners, so the content is clipped. The border comes last for the same reason.
    if (hasRadius(border.radius)) {
      const items = canvas.items.splice(first);
      raiseAlongEdges(items, 0);
      canvas.items.push(...roundCorners(items, { ...area, radius: border.radius }));
    }
    paintBorder(canvas, area, border, tag);
  }

  protected override stretched(height: number): Box | undefined {
    const { padding } = this.#decoration;
    const inner = this.#inner.stretch(Math.max(0, height - padding.top - padding.bottom));
    return inner && new DecoratedBox(inner, this.#width, this.#decoration, 0, this.#tag);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const { top, bottom } = this.#decoration.padding;
    const room = available - top - (this.#isSeen ? bottom : 0);
    if (!isPositive(room) || this.#inner.height <= room) return undefined;
    const parts = this.#inner.split(room);
    return parts && this.#divide(parts, this.#isSeen);
  }

  override slice(available: number): readonly [Box, Box] {
    const parts = this.split(available);
    if (parts) return parts;
    const { top, bottom } = this.#decoration.padding;
    const room = available - top;
    const rest = this.height - available;
    // The sheet ends in the padding above the content, or below it.
    if (!isPositive(room)) {
      const below = this.#piece(this.#inner, Math.max(0, -room), bottom, rest);
      return inheritHints(this, this.#piece(new SpaceBox(0), 0, 0, available), below);
    }
    // Padding below graphics makes no sheet of its own.
    if (this.#inner.height <= room && this.#inner.graphics.length > 0 && fits(this.height, this.#inner.height + top + bottom))
      return this.#isSeen && isPositive(room - bottom)
        ? this.#divide(this.#inner.slice(room - bottom), true)
        : inheritHints(this, this.#piece(this.#inner, top, 0), new SpaceBox(0));
    if (this.#inner.height <= room)
      return inheritHints(this, this.#piece(this.#inner, top, 0, available), this.#piece(new SpaceBox(0), 0, 0, rest));
    const closed = room - bottom;
    if (this.#isSeen && isPositive(closed) && beginsWithin(this.#inner, closed))
      return this.#divide(this.#inner.slice(closed), true);
    return this.#divide(this.#inner.split(room) ?? this.#inner.slice(room), false);
  }

  /** A visible box is closed on every page, with padding and border (CSS `box-decoration-break: clone`). */
  get #isSeen(): boolean {
    const { background, border } = this.#decoration;
    return background !== undefined || [border.top, border.right, border.bottom, border.left].some(Boolean);
  }

  #divide([head, tail]: readonly [Box, Box], isClosed: boolean): readonly [Box, Box] {
    const { top, bottom } = this.#decoration.padding;
    // Columns may take all of a flow though it is divided.
    const below = tail.isEmpty ? tail : this.#piece(tail, isClosed ? top : 0, bottom);
    return inheritHints(this, this.#piece(head, top, isClosed ? bottom : 0), below);
  }

  #piece(inner: Box, top: number, bottom: number, minHeight = 0): DecoratedBox {
    const padding = { ...this.#decoration.padding, top, bottom };
    return new DecoratedBox(inner, this.#width, { ...this.#decoration, padding }, minHeight, this.#tag);
  }
}

type RoundedClip = Required<Clip>;

/** Rounds the corners of the items in a box, in the order they were placed. Text and items that reach out of the box are not clipped. */
function roundCorners(items: readonly PageItem[], clip: RoundedClip): readonly PageItem[] {
  const result: PageItem[] = [];
  let clipped: PageItem[] | undefined;
  for (const item of items) {
    if (losesByRounding(item, clip)) {
      clipped = undefined;
      result.push(item);
    } else if (clipped) clipped.push(item);
    else {
      clipped = [item];
      result.push({ kind: 'group', x: 0, y: 0, rotate: 0, clip, items: clipped } satisfies GroupItem);
    }
  }
  return result;
}

/** Whether the rounded corners of a box would cut off a part of an item that lies in it. */
function losesByRounding(item: PageItem, clip: RoundedClip): boolean {
  const area = { left: clip.x, top: clip.y, right: clip.x + clip.width, bottom: clip.y + clip.height };
  return outlinesOf([item], 'ink').some(({ item: { kind }, corners }) => {
    const over = distanceBeyond(corners, area);
    if (Math.max(over.left, over.top, over.right, over.bottom) > unseen) return true;
    return (kind === 'text' || kind === 'modules') && corners.some((corner) => liesInCorner(corner, clip));
  });
}

/** Whether a point lies between a corner of the area and its arc. */
function liesInCorner([x, y]: Point, clip: RoundedClip): boolean {
  const [topLeft, topRight, bottomRight, bottomLeft] = fitRadii(clip.radius, clip.width, clip.height);
  const [left, top] = [x - clip.x, y - clip.y];
  const [right, bottom] = [clip.width - left, clip.height - top];
  const radius = top < bottom ? (left < right ? topLeft : topRight) : left < right ? bottomLeft : bottomRight;
  const across = radius - Math.min(left, right);
  const down = radius - Math.min(top, bottom);
  return across > 0 && down > 0 && Math.hypot(across, down) > radius + unseen;
}

/** The radius at the middle of a line. `radius`: at its outer edge. `half`: half the width of the line. */
function smallerBy(half: number, radius: Radius): Radius {
  const smaller = (one: number) => Math.max(0, one - half);
  if (typeof radius === 'number') return smaller(radius);
  const [a, b, c, d] = radius;
  return [smaller(a), smaller(b), smaller(c), smaller(d)];
}

function paintBackground(
  canvas: PageCanvas,
  area: Rectangle,
  fill: string | undefined,
  radius: Radius,
  tag: Tag | undefined,
): void {
  if (fill) canvas.items.push({ kind: 'rect', ...area, fill, stroke: undefined, radius, tag });
}

/** The border runs inside the area's edge. */
function paintBorder(
  canvas: PageCanvas,
  { x, y, width, height }: Rectangle,
  border: Decoration['border'],
  tag: Tag | undefined,
): void {
  const { top, right, bottom, left, radius } = border;
  const items = canvas.items;
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
      radius: smallerBy(half, radius),
      tag,
    });
    return;
  }
  if (hasRadius(radius)) {
    for (const { path, stroke } of roundSides({ x, y, width, height }, border))
      items.push({ kind: 'path', x: 0, y: 0, path, fill: undefined, rule: 'nonzero', stroke, tag });
    return;
  }
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: Stroke) =>
    items.push({ kind: 'line', x1, y1, x2, y2, stroke, tag });
  if (top) line(x, y + top.width / 2, x + width, y + top.width / 2, top);
  if (bottom) line(x, y + height - bottom.width / 2, x + width, y + height - bottom.width / 2, bottom);
  if (left) line(x + left.width / 2, y, x + left.width / 2, y + height, left);
  if (right) line(x + width - right.width / 2, y, x + width - right.width / 2, y + height, right);
}

/** Control points of an eighth of a circle lie at this part of the radius. */
const eighth = (4 / 3) * Math.tan(Math.PI / 16);

/** The sides of a border that differ, each with half of the corners beside it. */
function roundSides(
  { x, y, width, height }: Rectangle,
  { top, right, bottom, left, radius }: Decoration['border'],
): readonly { readonly path: Path; readonly stroke: Stroke }[] {
  const [a, b, c, d] = fitRadii(radius, width, height);
  // Where a side begins, clockwise, its direction, and the radii at both of its ends.
  const sides = [
    { stroke: top, x, y, along: [1, 0], length: width, radii: [a, b] },
    { stroke: right, x: x + width, y, along: [0, 1], length: height, radii: [b, c] },
    { stroke: bottom, x: x + width, y: y + height, along: [-1, 0], length: width, radii: [c, d] },
    { stroke: left, x, y: y + height, along: [0, -1], length: height, radii: [d, a] },
  ] as const;
  return sides.flatMap(({ stroke, along: [u, v], length, radii: [before, after], ...start }) => {
    if (!stroke) return [];
    const half = stroke.width / 2;
    const at = (far: number, deep: number) => [start.x + u * far - v * deep, start.y + v * far + u * deep] as const;
    const path = new PathBuilder();
    const [inner, outer] = [before - half, after - half];
    const turn = Math.SQRT1_2;
    if (inner > 0) {
      const [far, deep] = [before - inner * turn, before - inner * turn];
      const reach = eighth * inner;
      path.moveTo(...at(far, deep));
      path.curveTo(...at(far + reach * turn, deep - reach * turn), ...at(before - reach, half), ...at(before, half));
    } else path.moveTo(...at(0, half));
    if (outer > 0) {
      const [far, deep] = [length - after + outer * turn, after - outer * turn];
      const reach = eighth * outer;
      path.lineTo(...at(length - after, half));
      path.curveTo(...at(length - after + reach, half), ...at(far - reach * turn, deep - reach * turn), ...at(far, deep));
    } else path.lineTo(...at(length, half));
    return [{ path, stroke }];
  });
}
