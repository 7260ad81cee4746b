// Paths as browsers take them.
import type { Path, Rectangle } from '../../document/vector/path.ts';

export interface Outline {
  readonly shape: Path2D;
  /** Set: the path is this box. */
  readonly box: Rectangle | undefined;
}

export const outlineOf = (path: Path): Outline => ({ shape: toPath2D(path), box: asBox(path) });

export function boxShape({ x, y, width, height }: Rectangle): Path2D {
  const shape = new Path2D();
  shape.rect(x, y, width, height);
  return shape;
}

export function toPath2D({ ops, points }: Path): Path2D {
  const shape = new Path2D();
  let at = 0;
  const next = () => points[at++]!;
  for (const op of ops) {
    if (op === 'M') shape.moveTo(next(), next());
    else if (op === 'L') shape.lineTo(next(), next());
    else if (op === 'C') shape.bezierCurveTo(next(), next(), next(), next(), next(), next());
    else shape.closePath();
  }
  return shape;
}

/** The box of which a closed path goes round the sides, one after the other. */
function asBox({ ops, points }: Path): Rectangle | undefined {
  if (!/^ML{3,4}Z$/.test(ops)) return undefined;
  const [x1, y1, x2, y2, x3, y3, x4, y4, x5 = x1, y5 = y1] = points as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isRound = (x1 === x2 && y2 === y3 && x3 === x4 && y4 === y1) || (y1 === y2 && x2 === x3 && y3 === y4 && x4 === x1);
  if (!isRound || x5 !== x1 || y5 !== y1) return undefined;
  return { x: Math.min(x1, x3), y: Math.min(y1, y3), width: Math.abs(x3 - x1), height: Math.abs(y3 - y1) };
}
