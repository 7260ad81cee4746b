// Paints drawings of vectors, such as SVG and the glyphs of colour fonts, as `document/paint/drawings.ts` writes them.
import type { Drawing, DrawingPart, DrawnGroup, DrawnPath, Fill, Tiling } from '../../document/image/drawing.ts';
import type { Paint } from '../../document/vector/gradient.ts';
import { multiply } from '../../document/vector/matrix.ts';
import { extentOfPath } from '../../document/vector/path.ts';
import { fillOutline, scaleOf, strokeShape } from './fill.ts';
import { onLayer } from './layer.ts';
import { boxShape, outlineOf, toPath2D } from './outline.ts';
import { paintPixels } from './paint-pixels.ts';
import { clipped, type Target, within } from './target.ts';

/** In the coordinates of the drawing. */
export function paintDrawing({ width, height, parts }: Drawing, target: Target): void {
  const box = boxShape({ x: 0, y: 0, width, height });
  clipped(target, box, 'nonzero', { left: 0, top: 0, right: width, bottom: height }, (inside) => {
    if (mixes(parts)) onLayer(inside, {}, (layer) => paintParts(parts, layer));
    else paintParts(parts, inside);
  });
}

/** A part mixes with what lies below it, which must be the drawing alone. */
const mixes = (parts: readonly DrawingPart[]): boolean =>
  parts.some((part) => part.kind === 'group' && (part.blend !== undefined || mixes(part.parts)));

function paintParts(parts: readonly DrawingPart[], target: Target): void {
  for (const part of parts) {
    if (part.kind === 'path') paintPath(part, target);
    else if (part.kind === 'group') paintGroup(part, target);
    else
      within(target, multiply(part.matrix, target.matrix), (inside) =>
        paintPixels(part.image, { x: 0, y: 0, width: 1, height: 1 }, inside),
      );
  }
}

function paintGroup({ matrix, clips, mask, opacity, blend, isIsolated, parts }: DrawnGroup, target: Target): void {
  const paintInside = (inside: Target): void => {
    if (opacity >= 1 && !mask && !blend && !isIsolated) {
      paintParts(parts, inside);
      return;
    }
    const look = {
      ...{ opacity, blend },
      mask: mask && { kind: mask.kind, paint: (layer: Target) => paintParts(mask.parts, layer) },
    };
    onLayer(inside, look, (layer) => paintParts(parts, layer));
  };
  const paintClipped = (at: number, inside: Target): void => {
    const clip = clips[at];
    if (!clip) paintInside(inside);
    else {
      const extent = extentOfPath(clip.path) ?? { left: 0, top: 0, right: 0, bottom: 0 };
      clipped(inside, toPath2D(clip.path), clip.rule, extent, (further) => paintClipped(at + 1, further));
    }
  };
  if (matrix) within(target, multiply(matrix, target.matrix), (inside) => paintClipped(0, inside));
  else paintClipped(0, target);
}

function paintPath({ path, rule, fill, stroke }: DrawnPath, target: Target): void {
  const outline = outlineOf(path);
  if (fill) faded(fill, target, (paint) => fillOutline(target, outline, rule, paint));
  if (stroke) faded(stroke, target, (paint) => strokeShape(target, outline.shape, { ...stroke, paint }));
}

function faded({ paint, opacity }: Fill, target: Target, draw: (paint: Paint | CanvasPattern) => void): void {
  const { context } = target;
  const before = context.globalAlpha;
  context.globalAlpha = before * opacity;
  draw(typeof paint === 'object' && paint.kind === 'tiling' ? makePattern(paint, target) : paint);
  context.globalAlpha = before;
}

/** Pixels of a tile in a direction. */
const mostPixels = 2000;

function makePattern({ width, height, parts, matrix }: Tiling, target: Target): CanvasPattern {
  const scale = scaleOf(multiply(matrix, target.matrix));
  const pixelsIn = (length: number) => Math.min(mostPixels, Math.max(1, Math.ceil(length * scale)));
  const [wide, high] = [pixelsIn(width), pixelsIn(height)];
  const context = new OffscreenCanvas(wide, high).getContext('2d')!;
  const inside = [wide / width, 0, 0, high / height, 0, 0] as const;
  context.setTransform(...inside);
  paintParts(parts, { ...target, context, matrix: inside, area: { left: 0, top: 0, right: wide, bottom: high } });
  const pattern = target.context.createPattern(context.canvas, 'repeat')!;
  pattern.setTransform(new DOMMatrix([...multiply([width / wide, 0, 0, height / high, 0, 0], matrix)]));
  return pattern;
}
