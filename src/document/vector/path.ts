// Paths: lines and curves. Lengths in pt, y down.
import { type Matrix, transform } from './matrix.ts';

/** Contours. Each letter of `ops` takes numbers of `points`: M and L two, C six, Z none. */
export interface Path {
  readonly ops: string;
  readonly points: readonly number[];
}

/** Which areas are inside if contours cross (ISO 32000-2, 8.5.3.3). */
export type FillRule = 'nonzero' | 'evenodd';

/** Radii of the corners at the top left, top right, bottom right and bottom left; one number for all. */
export type Radius = number | readonly [number, number, number, number];

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A quarter of a circle as one curve: its control points lie at this part of the radius. */
const quarter = 0.552_284_75;

export class PathBuilder implements Path {
  ops = '';
  readonly points: number[] = [];

  moveTo(x: number, y: number): this {
    return this.#add('M', x, y);
  }

  lineTo(x: number, y: number): this {
    return this.#add('L', x, y);
  }

  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    return this.#add('C', x1, y1, x2, y2, x, y);
  }

  /** A quadratic curve from `fromX`, `fromY`, as a cubic one. */
  quadraticTo(fromX: number, fromY: number, controlX: number, controlY: number, x: number, y: number): this {
    const between = (end: number, control: number) => end + (2 / 3) * (control - end);
    return this.curveTo(between(fromX, controlX), between(fromY, controlY), between(x, controlX), between(y, controlY), x, y);
  }

  close(): this {
    return this.#add('Z');
  }

  /** Adds the contours of another path. */
  add({ ops, points }: Path): this {
    return this.#add(ops, ...points);
  }

  #add(op: string, ...points: readonly number[]): this {
    this.ops += op;
    this.points.push(...points);
    return this;
  }
}

export const hasRadius = (radius: Radius): boolean => (typeof radius === 'number' ? radius > 0 : radius.some((one) => one > 0));

/** The radii of a rectangle. As in CSS, radii that do not fit beside each other become smaller by the same factor (css-backgrounds-3, 4.5). */
export function fitRadii(radius: Radius, width: number, height: number): readonly [number, number, number, number] {
  const [a, b, c, d] = typeof radius === 'number' ? [radius, radius, radius, radius] : radius;
  const factor = Math.min(1, width / (a + b), width / (d + c), height / (a + d), height / (b + c));
  return [a * factor, b * factor, c * factor, d * factor];
}

export function roundedRectangle({ x, y, width, height }: Rectangle, radius: Radius): Path {
  const [a, b, c, d] = fitRadii(radius, width, height);
  const [right, bottom] = [x + width, y + height];
  const rest = 1 - quarter;
  const path = new PathBuilder().moveTo(x + a, y).lineTo(right - b, y);
  if (b > 0) path.curveTo(right - b * rest, y, right, y + b * rest, right, y + b);
  path.lineTo(right, bottom - c);
  if (c > 0) path.curveTo(right, bottom - c * rest, right - c * rest, bottom, right - c, bottom);
  path.lineTo(x + d, bottom);
  if (d > 0) path.curveTo(x + d * rest, bottom, x, bottom - d * rest, x, bottom - d);
  path.lineTo(x, y + a);
  if (a > 0) path.curveTo(x, y + a * rest, x + a * rest, y, x + a, y);
  return path.close();
}

/** The ellipse that touches the sides of a rectangle. */
export function ellipseIn({ x, y, width, height }: Rectangle): Path {
  const [rx, ry] = [width / 2, height / 2];
  const [cx, cy] = [x + rx, y + ry];
  const [kx, ky] = [rx * quarter, ry * quarter];
  return new PathBuilder()
    .moveTo(cx + rx, cy)
    .curveTo(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
    .curveTo(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
    .curveTo(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
    .curveTo(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
    .close();
}

/** A closed contour through corners. */
export function polygonOf(corners: readonly (readonly [x: number, y: number])[]): Path {
  const path = new PathBuilder();
  for (const [i, [x, y]] of corners.entries()) {
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  return path.close();
}

export function transformPath({ ops, points }: Path, matrix: Matrix): Path {
  const moved: number[] = [];
  for (let i = 0; i < points.length; i += 2) moved.push(...transform(matrix, points[i]!, points[i + 1]!));
  return { ops, points: moved };
}

/** An area by its sides. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The area that a path touches. A curve counts with its own extent, not with its control points. Undefined: an empty path. */
export function extentOfPath({ ops, points }: Path): Extent | undefined {
  if (points.length === 0) return undefined;
  const xs: Range = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
  const ys: Range = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
  let at = 0;
  for (const op of ops) {
    if (op === 'Z') continue;
    if (op === 'C') {
      addCurve(xs, points[at - 2]!, points[at]!, points[at + 2]!, points[at + 4]!);
      addCurve(ys, points[at - 1]!, points[at + 1]!, points[at + 3]!, points[at + 5]!);
      at += 6;
    } else {
      add(xs, points[at]!);
      add(ys, points[at + 1]!);
      at += 2;
    }
  }
  return { left: xs.least, top: ys.least, right: xs.most, bottom: ys.most };
}

interface Range {
  least: number;
  most: number;
}

function add(range: Range, value: number): void {
  if (value < range.least) range.least = value;
  if (value > range.most) range.most = value;
}

/** Adds the end of a cubic curve and the places where it turns around, along one axis. */
function addCurve(range: Range, from: number, first: number, second: number, to: number): void {
  add(range, to);
  if (first >= range.least && first <= range.most && second >= range.least && second <= range.most) return;
  // Where the derivative a t² + b t + c is zero.
  const a = -from + 3 * first - 3 * second + to;
  const b = 2 * (from - 2 * first + second);
  const c = first - from;
  const root = Math.sqrt(b * b - 4 * a * c);
  for (const t of Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]) {
    if (!(t > 0 && t < 1)) continue;
    const u = 1 - t;
    add(range, u * u * u * from + 3 * u * u * t * first + 3 * u * t * t * second + t * t * t * to);
  }
}
