// Fills and strokes paths with colours, gradients and tiles.
import type { Gradient, Paint } from '../../document/vector/gradient.ts';
import { invert, type Matrix, multiply, transform } from '../../document/vector/matrix.ts';
import type { FillRule, Rectangle } from '../../document/vector/path.ts';
import type { Cap, Join } from '../../document/vector/stroke-ends.ts';
import type { Context } from './context.ts';
import { onLayer } from './layer.ts';
import { boxShape, type Outline } from './outline.ts';
import type { Target } from './target.ts';

/** Fills a path in the coordinates of the target. */
export function fillOutline(target: Target, { shape, box }: Outline, rule: FillRule, paint: Paint | CanvasPattern): void {
  if (box && typeof paint === 'string') fillBox(target, box, paint);
  else fillShape(target, shape, rule, paint);
}

function fillShape({ context, matrix }: Target, shape: Path2D, rule: FillRule, paint: Paint | CanvasPattern): void {
  if (!isGradient(paint)) {
    context.fillStyle = paint;
    context.fill(shape, rule);
    return;
  }
  const inverse = invert(paint.matrix);
  if (!inverse) return;
  // The canvas has the gradient in the same coordinates as the path.
  const inside = new Path2D();
  inside.addPath(shape, new DOMMatrix([...inverse]));
  context.setTransform(...multiply(paint.matrix, matrix));
  context.fillStyle = makeGradient(paint, context);
  context.fill(inside, rule);
  context.setTransform(...matrix);
}

/**
 * Fills a box from whole pixels to whole pixels, as viewers of PDF do: boxes that touch show no seam, and a thin box is a sharp line. Boxes in turned
 * coordinates are filled as they are.
 */
export function fillBox({ context, matrix }: Target, { x, y, width, height }: Rectangle, color: string): void {
  context.fillStyle = color;
  if (matrix[1] !== 0 || matrix[2] !== 0) {
    context.fillRect(x, y, width, height);
    return;
  }
  const [x1, y1] = transform(matrix, x, y);
  const [x2, y2] = transform(matrix, x + width, y + height);
  const [left, right] = wholePixels(x1, x2);
  const [top, bottom] = wholePixels(y1, y2);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillRect(left, top, right - left, bottom - top);
  context.setTransform(...matrix);
}

function wholePixels(a: number, b: number): [number, number] {
  const [from, to] = [Math.round(Math.min(a, b)), Math.round(Math.max(a, b))];
  return from < to ? [from, to] : [Math.floor((a + b) / 2), Math.floor((a + b) / 2) + 1];
}

const isGradient = (paint: Paint | CanvasPattern): paint is Gradient => typeof paint === 'object' && 'stops' in paint;

function makeGradient({ kind, from = [0, 0, 0], stops }: Gradient, context: Context): CanvasGradient {
  const gradient = kind === 'linear' ? context.createLinearGradient(0, 0, 1, 0) : context.createRadialGradient(...from, 0, 0, 1);
  for (const { at, color } of stops) gradient.addColorStop(at, color);
  return gradient;
}

/** What a line is drawn with. */
export interface Pen {
  readonly width: number;
  readonly paint: Paint | CanvasPattern;
  readonly dash: readonly number[];
  readonly dashOffset?: number | undefined;
  readonly cap?: Cap | undefined;
  readonly join?: Join | undefined;
  readonly miterLimit?: number | undefined;
}

/** Strokes a path in the coordinates of the target. A width of 0 draws nothing. */
export function strokeShape(target: Target, shape: Path2D, pen: Pen): void {
  const { context, matrix } = target;
  const { width, paint, dash, dashOffset = 0, cap = 'butt', join = 'miter', miterLimit = 10 } = pen;
  if (width <= 0) return;
  if (isGradient(paint)) {
    onLayer(target, {}, (inside) => {
      strokeShape(inside, shape, { ...pen, paint: '#000' });
      inside.context.globalCompositeOperation = 'source-in';
      coverWith(inside, paint);
    });
    return;
  }
  context.strokeStyle = paint;
  // Viewers of PDF draw no line thinner than a pixel.
  context.lineWidth = Math.max(width, 1 / scaleOf(matrix));
  context.lineCap = cap;
  context.lineJoin = join;
  context.miterLimit = miterLimit;
  context.setLineDash(dashesOf(dash, cap));
  context.lineDashOffset = dashOffset;
  context.stroke(shape);
}

/** Fills all that can be seen. */
function coverWith(target: Target, { matrix, ...gradient }: Gradient): void {
  const { left, top, right, bottom } = target.area;
  const all = boxShape({ x: left, y: top, width: right - left, height: bottom - top });
  const pixels: Matrix = [1, 0, 0, 1, 0, 0];
  target.context.setTransform(...pixels);
  fillShape({ ...target, matrix: pixels }, all, 'nonzero', { ...gradient, matrix: multiply(matrix, target.matrix) });
  target.context.setTransform(...target.matrix);
}

/** Pixels in a pt. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c)) || 1;

/** In pt: the dots of a line. Canvases leave dashes of no length out. */
const dotLength = 0.01;

/** As `document/paint` writes them: lengths that are all 0 are no dashes, and dots have a length too short to see. */
function dashesOf(dash: readonly number[], cap: Cap): number[] {
  if (dash.every((length) => length < dotLength / 2)) return [];
  if (cap === 'butt' || dash.length % 2 === 1) return [...dash];
  return dash.map((length, i) => {
    if (i % 2 === 0) return Math.max(length, dotLength);
    return dash[i - 1]! < dotLength ? Math.max(0, length - dotLength) : length;
  });
}
