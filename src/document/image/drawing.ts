// A drawing of vectors, such as an SVG: what is painted, in order. Coordinates run down from the top left; what is wider or higher than the drawing is cut.
import type { Gradient } from '../vector/gradient.ts';
import type { Matrix } from '../vector/matrix.ts';
import type { FillRule, Path } from '../vector/path.ts';
import type { Cap, Join } from '../vector/stroke-ends.ts';
import type { StoredImage } from './stored-image.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly DrawingPart[];
  /** How many levels of drawings are nested in it. 0: it has no other drawing. */
  readonly depth: number;
}

export type DrawingPart = DrawnPath | DrawnPicture | DrawnGroup;

export interface DrawnPath {
  readonly kind: 'path';
  readonly path: Path;
  readonly rule: FillRule;
  readonly fill: Fill | undefined;
  /** Painted above the fill. */
  readonly stroke: PathStroke | undefined;
}

export interface Fill {
  readonly paint: string | Gradient | Tiling;
  /** From 0 to 1. */
  readonly opacity: number;
}

export interface PathStroke extends Fill {
  readonly width: number;
  readonly dash: readonly number[];
  readonly dashOffset: number;
  readonly cap: Cap;
  readonly join: Join;
  readonly miterLimit: number;
}

/** A tile that is repeated over the area, `width` × `height` in coordinates of its own. */
export interface Tiling {
  readonly kind: 'tiling';
  readonly width: number;
  readonly height: number;
  readonly parts: readonly DrawingPart[];
  /** From the coordinates of the tile to those of the drawing. */
  readonly matrix: Matrix;
}

/** A picture of pixels over the unit square, whose place `matrix` says. */
export interface DrawnPicture {
  readonly kind: 'picture';
  readonly image: StoredImage;
  readonly matrix: Matrix;
}

export interface DrawnGroup {
  readonly kind: 'group';
  /** From the coordinates of the parts to those around. */
  readonly matrix: Matrix | undefined;
  /** Areas outside of which nothing is painted, in the coordinates of the parts. */
  readonly clips: readonly { readonly path: Path; readonly rule: FillRule }[];
  readonly mask: Mask | undefined;
  /** Of the parts together. */
  readonly opacity: number;
  /** How the parts together mix with what lies below (ISO 32000-2, 11.3.5), such as `Multiply`. */
  readonly blend: string | undefined;
  /** The parts mix with each other only. */
  readonly isIsolated: boolean;
  readonly parts: readonly DrawingPart[];
}

/** Lets the parts of a group show where its own parts are light (`luminance`) or opaque (`alpha`). */
export interface Mask {
  readonly kind: 'luminance' | 'alpha';
  readonly parts: readonly DrawingPart[];
}

/** Whether something is half transparent, or mixes with what lies below. */
export function isTransparent(parts: readonly DrawingPart[]): boolean {
  return parts.some((part) => {
    if (part.kind === 'picture') return part.image.traits?.hasAlpha ?? false;
    if (part.kind === 'path') return [part.fill, part.stroke].some((fill) => fill && isTransparentFill(fill));
    return part.opacity < 1 || part.mask !== undefined || part.blend !== undefined || isTransparent(part.parts);
  });
}

function isTransparentFill({ paint, opacity }: Fill): boolean {
  return opacity < 1 || (typeof paint === 'object' && paint.kind === 'tiling' && isTransparent(paint.parts));
}

/** The numbers of all paths: a measure of memory. */
export function countNumbers(parts: readonly DrawingPart[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'group') return sum + countNumbers(part.parts) + countNumbers(part.mask?.parts ?? []);
    return sum + (part.kind === 'path' ? part.path.points.length : 10);
  }, 0);
}
