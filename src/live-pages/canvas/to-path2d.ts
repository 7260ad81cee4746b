// Paths as browsers take them.
import type { Path } from '../../document/vector/path.ts';

/** The contours of a path. `x` and `y`: where its origin lies. */
export function toPath2D({ ops, points }: Path, x = 0, y = 0): Path2D {
  const path = new Path2D();
  let at = 0;
  for (const op of ops) {
    if (op === 'M') path.moveTo(x + points[at]!, y + points[at + 1]!);
    else if (op === 'L') path.lineTo(x + points[at]!, y + points[at + 1]!);
    else if (op === 'C')
      path.bezierCurveTo(
        ...[x + points[at]!, y + points[at + 1]!],
        ...[x + points[at + 2]!, y + points[at + 3]!],
        ...[x + points[at + 4]!, y + points[at + 5]!],
      );
    else path.closePath();
    at += op === 'C' ? 6 : op === 'Z' ? 0 : 2;
  }
  return path;
}
