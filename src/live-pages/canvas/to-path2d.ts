// Paths as the browser takes them.
import type { Path } from '../../document/vector/path.ts';

/** The contours of a path. `x` and `y`: where its origin lies. */
export function toPath2D({ ops, points }: Path, x = 0, y = 0): Path2D {
  const path = new Path2D();
  let at = 0;
  for (const op of ops) {
    const [a, b, c, d, e, f] = points.slice(at, at + 6) as [number, number, number, number, number, number];
    if (op === 'M') path.moveTo(x + a, y + b);
    else if (op === 'L') path.lineTo(x + a, y + b);
    else if (op === 'C') path.bezierCurveTo(x + a, y + b, x + c, y + d, x + e, y + f);
    else path.closePath();
    at += op === 'C' ? 6 : op === 'Z' ? 0 : 2;
  }
  return path;
}
