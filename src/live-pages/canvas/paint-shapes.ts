// Paints boxes, lines, paths and the modules of codes.
import type { LineItem, ModulesItem, PathItem, RectItem, Stroke } from '../../document/layout/fragment.ts';
import { multiply } from '../../document/vector/matrix.ts';
import { extentOfPath, hasRadius, type Path, roundedRectangle } from '../../document/vector/path.ts';
import { fillBox, fillOutline, type Pen, strokeShape } from './fill.ts';
import { outlineOf } from './outline.ts';
import { type Target, within } from './target.ts';

export function paintRect({ width, height, radius, ...item }: RectItem, target: Target): void {
  const path = hasRadius(radius) ? roundedRectangle({ x: 0, y: 0, width, height }, radius) : rectangle(width, height);
  paintPath({ ...item, kind: 'path', path, rule: 'nonzero' }, target);
}

/** Dashes begin where they do in PDF: at the bottom left corner, to the right. */
const rectangle = (width: number, height: number): Path => ({ ops: 'MLLLZ', points: [0, height, width, height, width, 0, 0, 0] });

export function paintPath({ x, y, path, fill, rule, stroke }: PathItem, target: Target): void {
  const extent = extentOfPath(path);
  if (!extent) return;
  const outline = outlineOf(path);
  // PDF has hundredths of a pt, and would fill an area without a size as the thinnest possible line.
  const isFilled = Math.min(extent.right - extent.left, extent.bottom - extent.top) >= 0.005;
  within(target, multiply([1, 0, 0, 1, x, y], target.matrix), (inside) => {
    if (fill && isFilled) fillOutline(inside, outline, rule, fill);
    if (stroke) strokeShape(inside, outline.shape, penOf(stroke));
  });
}

const penOf = ({ color, ...stroke }: Stroke): Pen => ({ ...stroke, paint: color });

export function paintLine({ x1, y1, x2, y2, stroke }: LineItem, target: Target): void {
  const { width, dash, cap = 'butt', color } = stroke;
  const isLevel = y1 === y2 || x1 === x2;
  if (isLevel && width > 0 && dash.every((length) => length === 0) && cap === 'butt') {
    const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
    const [along, half] = [Math.abs(x2 - x1) + Math.abs(y2 - y1), width / 2];
    if (along === 0) return;
    if (y1 === y2) fillBox(target, { x: left, y: top - half, width: along, height: width }, color);
    else fillBox(target, { x: left - half, y: top, width, height: along }, color);
    return;
  }
  const path = new Path2D();
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
  strokeShape(target, path, penOf(stroke));
}

export function paintModules({ x, y, scaleX, scaleY, rects, fill }: ModulesItem, { context }: Target): void {
  const path = new Path2D();
  for (let i = 0; i + 3 < rects.length; i += 4)
    path.rect(x + rects[i]! * scaleX, y + rects[i + 1]! * scaleY, rects[i + 2]! * scaleX, rects[i + 3]! * scaleY);
  context.fillStyle = fill;
  context.fill(path);
}
