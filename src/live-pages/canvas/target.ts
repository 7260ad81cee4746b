// Where items are painted.
import type { FieldItem, PageItem } from '../../document/layout/fragment.ts';
import type { Matrix } from '../../document/vector/matrix.ts';
import type { Extent } from '../../document/vector/path.ts';
import type { Context } from './context.ts';
import { moveExtent } from './extent.ts';
import type { Glyphs } from './glyphs.ts';
import type { Pictures } from './pictures.ts';
import type { StandardGlyphs } from './standard-glyphs.ts';

/** Something that a canvas shows otherwise than the PDF. */
export interface StandIn {
  /**
   * `font`: a standard font, whose outlines browsers do not have. `page`: of another PDF. `signature`: its place. `picture`: the browser cannot decode
   * it. `colors`: a picture in CMYK, whose colours each viewer shows in its own way.
   */
  readonly kind: 'font' | 'page' | 'signature' | 'picture' | 'colors';
  /** Of the font, the file or the field. */
  readonly name: string;
}

/** What all items of a page are painted with. */
export interface PageTools {
  readonly pictures: Pictures;
  readonly glyphs: Glyphs;
  readonly standardGlyphs: StandardGlyphs;
  readonly leftOut: ReadonlySet<PageItem>;
  /** The value of a field, of which each of its buttons is on or off. */
  valueOf(field: FieldItem): string | undefined;
  /** What is painted above all other items, however deep it stands in groups. */
  readonly onTop: (() => void)[];
  noteStandIn(standIn: StandIn): void;
}

export interface Target {
  readonly context: Context;
  /** From the coordinates of the items to the pixels of the context. Between two items the context has it as its transform. */
  readonly matrix: Matrix;
  /** The pixels of the context that can be seen. */
  readonly area: Extent;
  /** The place on the page of the context's first pixel. */
  readonly origin: readonly [x: number, y: number];
  /** The context of the page. `context` is another one within a layer. */
  readonly page: Context;
  readonly tools: PageTools;
}

/** Paints in other coordinates. `clip`: paints within a path in these coordinates. */
export function within(target: Target, matrix: Matrix, paint: (inside: Target) => void): void {
  target.context.setTransform(...matrix);
  paint({ ...target, matrix });
  target.context.setTransform(...target.matrix);
}

/** Paints within a path. `extent`: around the path, in the coordinates of the target. */
export function clipped(
  target: Target,
  path: Path2D,
  rule: CanvasFillRule,
  extent: Extent,
  paint: (inside: Target) => void,
): void {
  const { context } = target;
  context.save();
  context.clip(path, rule);
  paint(limited(target, extent));
  context.restore();
}

/** A target of which no more than an area can be seen. */
export function limited(target: Target, extent: Extent): Target {
  return { ...target, area: meet(target.area, moveExtent(extent, target.matrix)) };
}

/** The pixels that touch both areas. Boxes and thin lines may reach one pixel further. */
function meet(a: Extent, b: Extent): Extent {
  const [left, top] = [Math.max(a.left, Math.floor(b.left) - 1), Math.max(a.top, Math.floor(b.top) - 1)];
  return {
    left,
    top,
    right: Math.max(left, Math.min(a.right, Math.ceil(b.right) + 1)),
    bottom: Math.max(top, Math.min(a.bottom, Math.ceil(b.bottom) + 1)),
  };
}
