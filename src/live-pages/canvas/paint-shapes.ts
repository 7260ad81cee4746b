// Paints boxes, lines, paths and the modules of codes.
import type { LineItem, ModulesItem, PathItem, RectItem, Stroke } from '../../document/layout/fragment.ts';
import type { Paint } from '../../document/vector/gradient.ts';
import { transform } from '../../document/vector/matrix.ts';
import { extentOfPath, hasRadius, type Radius, type Rectangle, roundedRectangle } from '../../document/vector/path.ts';
import { fillPath, type Pen, strokePath } from './fill.ts';
import type { Target } from './target.ts';
import { toPath2D } from './to-path2d.ts';

export function paintRect({ x, y, width, height, radius, fill, stroke }: RectItem, target: Target): void {
  const color = isThin(width, height) ? undefined : fill;
  if (typeof color === 'string' && !hasRadius(radius)) {
    fillBox({ x, y, width, height }, color, target);
    if (stroke) strokePath(target, boxPath({ x, y, width, height }, 0), penOf(stroke));
  } else paintPath2D(boxPath({ x, y, width, height }, radius), { x, y, fill: color, rule: 'nonzero', stroke }, target);
}

export function paintPath({ x, y, path, fill, rule, stroke }: PathItem, target: Target): void {
  const extent = extentOfPath(path);
  if (!extent) return;
  const color = isThin(extent.right - extent.left, extent.bottom - extent.top) ? undefined : fill;
  paintPath2D(toPath2D(path, x, y), { x, y, fill: color, rule, stroke }, target);
}

/** PDF has hundredths of a pt, and would fill an area without a size as the thinnest possible line. */
const isThin = (width: number, height: number): boolean => width < 0.005 || height < 0.005;

function paintPath2D(
  path: Path2D,
  { x, y, fill, rule, stroke }: Pick<PathItem, 'x' | 'y' | 'fill' | 'rule' | 'stroke'>,
  target: Target,
): void {
  if (fill) fillPath(target, path, rule, movedPaint(fill, x, y));
  if (stroke) strokePath(target, path, penOf(stroke));
}

/** A gradient lies in the coordinates of its item. */
function movedPaint(paint: Paint, x: number, y: number): Paint {
  if (typeof paint === 'string') return paint;
  const [a, b, c, d, e, f] = paint.matrix;
  return { ...paint, matrix: [a, b, c, d, e + x, f + y] };
}

const penOf = ({ color, ...stroke }: Stroke): Pen => ({ ...stroke, paint: color });

export function boxPath(area: Rectangle, radius: Radius): Path2D {
  if (hasRadius(radius)) return toPath2D(roundedRectangle(area, radius));
  const path = new Path2D();
  path.rect(area.x, area.y, area.width, area.height);
  return path;
}

/**
 * Fills a box from whole pixels to whole pixels, as viewers of PDF do: boxes that touch show no seam, and a thin box is a sharp line. Boxes in turned
 * coordinates are filled as they are.
 */
export function fillBox({ x, y, width, height }: Rectangle, color: string, { context, matrix }: Target): void {
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

export function paintLine({ x1, y1, x2, y2, stroke }: LineItem, target: Target): void {
  const { width, dash, cap = 'butt', color } = stroke;
  const isLevel = y1 === y2 || x1 === x2;
  if (isLevel && width > 0 && dash.every((length) => length === 0) && cap === 'butt') {
    const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
    const [along, half] = [Math.abs(x2 - x1) + Math.abs(y2 - y1), width / 2];
    if (along === 0) return;
    if (y1 === y2) fillBox({ x: left, y: top - half, width: along, height: width }, color, target);
    else fillBox({ x: left - half, y: top, width, height: along }, color, target);
    return;
  }
  const path = new Path2D();
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
  strokePath(target, path, penOf(stroke));
}

export function paintModules({ x, y, scaleX, scaleY, rects, fill }: ModulesItem, { context }: Target): void {
  const path = new Path2D();
  for (let i = 0; i + 3 < rects.length; i += 4)
    path.rect(x + rects[i]! * scaleX, y + rects[i + 1]! * scaleY, rects[i + 2]! * scaleX, rects[i + 3]! * scaleY);
  context.fillStyle = fill;
  context.fill(path);
}
