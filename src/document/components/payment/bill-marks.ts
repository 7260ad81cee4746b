// The drawn parts of a QR bill: the Swiss cross, the corners of fields, the lines at which it is cut off. Lengths in pt.
import { units } from '../../template/units.ts';
import type { Matrix } from '../../vector/matrix.ts';
import { ellipseIn, type Path, PathBuilder, polygonOf, transformPath } from '../../vector/path.ts';

export const { mm } = units;

/** The cross in a black square of 6 mm, about its middle. */
export function swissCross(): Path {
  const [length, width] = [(35 / 18) * mm, (7 / 12) * mm];
  return polygonOf([
    [-width, -length],
    [width, -length],
    [width, -width],
    [length, -width],
    [length, width],
    [width, width],
    [width, length],
    [-width, length],
    [-width, width],
    [-length, width],
    [-length, -width],
    [-width, -width],
  ]);
}

/** Thickness of the corners of fields. */
export const cornerWidth = 0.75;

/** The corners of a field, 3 mm long, inside of its edges. */
export function corners(width: number, height: number): Path {
  const path = new PathBuilder();
  const [inset, long] = [cornerWidth / 2, 3 * mm];
  for (const [x, dx] of [
    [inset, long - inset],
    [width - inset, inset - long],
  ] as const)
    for (const [y, dy] of [
      [inset, long - inset],
      [height - inset, inset - long],
    ] as const)
      path
        .moveTo(x, y + dy)
        .lineTo(x, y)
        .lineTo(x + dx, y);
  return path;
}

/** From the rings to the points, in mm. */
export const scissorsLength = 3;

/** Scissors that cut to the right, along y = 0; filled by the even-odd rule. */
function scissors(): Path {
  const path = new PathBuilder();
  for (const side of [1, -1]) {
    const ring = (radius: number) =>
      ellipseIn({ x: 0.55 - radius, y: side * 0.62 - radius, width: 2 * radius, height: 2 * radius });
    path.add(ring(0.55)).add(ring(0.3));
  }
  return transformPath(path, [mm, 0, 0, mm, 0, 0]);
}

/** The blades of the scissors. They cross, so each is a path of its own. */
function blades(): readonly Path[] {
  return [1, -1].map((side) =>
    transformPath(
      polygonOf([
        [0.9, side * 0.34],
        [1.06, side * 0.56],
        [3, side * -0.3],
        [2.62, side * -0.42],
      ]),
      [mm, 0, 0, mm, 0, 0],
    ),
  );
}

const toTheRight: Matrix = [1, 0, 0, 1, 0, 0];
const downwards: Matrix = [0, 1, -1, 0, 0, 0];

/** The paths of scissors at a place, each filled by the even-odd rule. */
export function scissorsAt(x: number, y: number, direction: 'right' | 'down'): readonly Path[] {
  const [a, b, c, d] = direction === 'right' ? toTheRight : downwards;
  return [scissors(), ...blades()].map((path) => transformPath(path, [a, b, c, d, x, y]));
}

/** A line, with a gap for the scissors. */
export function cutLine([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): Path {
  return new PathBuilder().moveTo(x1, y1).lineTo(x2, y2);
}
