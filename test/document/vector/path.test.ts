// Paths: what SVG writes, and how far lines and curves reach.
import { describe, expect, test } from 'vitest';
import {
  ellipseIn,
  extentOfPath,
  fitRadii,
  type Path,
  polygonOf,
  roundedRectangle,
  transformPath,
} from '../../../src/document/vector/path.ts';
import { openPaths } from '../../../src/document/vector/read-path.ts';
import { createRandom } from '../../support/random.ts';

const read = await openPaths();
const pathOf = (data: string): Path => {
  const found = read(data);
  if (found.fault !== undefined) throw new Error(`${data}: ${found.fault}`);
  return found.path;
};
const rounded = (numbers: readonly number[]) => numbers.map((one) => Math.round(one * 1000) / 1000 + 0);
const extent = (data: string) => {
  const { left, top, right, bottom } = extentOfPath(pathOf(data))!;
  return rounded([left, top, right, bottom]);
};

describe('path data', () => {
  test.each<[string, string, readonly number[]]>([
    ['M1 2L3 4', 'ML', [1, 2, 3, 4]],
    ['m1 2l3 4z', 'MLZ', [1, 2, 4, 6]],
    ['M1,2 3,4 5,6', 'MLL', [1, 2, 3, 4, 5, 6]],
    ['M1 2H5V7h-1v-1', 'MLLLL', [1, 2, 5, 2, 5, 7, 4, 7, 4, 6]],
    ['M0 0C1 2 3 4 5 6', 'MC', [0, 0, 1, 2, 3, 4, 5, 6]],
    ['M0 0C1 2 3 4 5 6S9 9 10 10', 'MCC', [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 10]],
    ['M0 0Q3 6 6 0', 'MC', [0, 0, 2, 4, 4, 4, 6, 0]],
    ['M0 0Q3 6 6 0T12 0', 'MCC', [0, 0, 2, 4, 4, 4, 6, 0, 8, -4, 10, -4, 12, 0]],
    ['M0 0L2 0zL0 5', 'MLZL', [0, 0, 2, 0, 0, 5]],
    ['M1 1l2 0zm1 1l1 0', 'MLZML', [1, 1, 3, 1, 2, 2, 3, 2]],
    ['M-.5.5-1e1-2', 'ML', [-0.5, 0.5, -10, -2]],
  ])('%s', (data, ops, points) => {
    const path = pathOf(data);
    expect([path.ops, rounded(path.points)]).toEqual([ops, points]);
  });

  test('an arc becomes curves on its ellipse', () => {
    const { points } = pathOf('M10 0A10 5 0 1 1 -10 0');
    expect(rounded(points.slice(-2))).toEqual([-10, 0]);
    expect(extent('M10 0A10 5 0 1 1 -10 0')).toEqual([-10, 0, 10, 5]);
    expect(extent('M10 0A10 5 0 1 0 -10 0')).toEqual([-10, -5, 10, 0]);
  });

  test.each<[string, RegExp]>([
    ['hello', /^they must begin with "M"/],
    ['  ', /^they must begin with "M"/],
    ['10 10', /^they must begin with "M"/],
    ['L1 2', /^they must begin with "M"/],
    ['{"M": 0}', /^they must begin with "M"/],
    ['M', /^a number is missing at character 2$/],
    ['M1', /^a number is missing at character 3$/],
    ['M0 0 X', /^there is no command "X" at character 6$/],
    ['M0 0 L1', /^a number is missing at character 8$/],
    ['M0 0 L NaN 1', /^a number is missing at character 8$/],
    ['M0 0L5 1e', /^invalid float exponent at character 10$/],
    ['M0 0A5 5 0 2 1 9 9', /^the flag of an arc is neither 0 nor 1 at character 12$/],
    // svgpath reads this command, which a draft of SVG had.
    ['M0 0R5 5 9 0', /^SVG has no command R$/],
    ['M0 0L1e7 0', /^a coordinate is beyond 1,000,000$/],
    ['M0 0L1e308 0', /^a coordinate is beyond/],
    ['M0 0L1e309 0', /^a coordinate is beyond/],
    ['M0 0l1e308 0 1e308 0-1e308 0-1e308 0', /^a coordinate is beyond/],
    ['M0 0C1e308 1e308-1e308 1e308 5 5', /^a coordinate is beyond/],
  ])('%s cannot be read', (data, fault) => {
    expect(read(data).fault).toMatch(fault);
  });

  test('of more than a megabyte are refused', () => {
    expect(read(`M0 0${'l1 1'.repeat(250_000)}`).fault).toBe('they are longer than 1,000,000 characters');
  });
});

describe('the area of a path', () => {
  test('is that of its curves, not of their control points', () => {
    expect(extent('M0 0C0 10 10 10 10 0')).toEqual([0, 0, 10, 7.5]);
    expect(extent('M0 0C-5 0 15 0 10 0').map(Math.round)).toEqual([-1, 0, 11, 0]);
    expect(extent('M0 0Q5 -10 10 0')).toEqual([0, -5, 10, 0]);
    expect(extentOfPath({ ops: '', points: [] })).toBeUndefined();
  });

  test('holds all points of random curves, and no side of it is too far out', () => {
    const random = createRandom(7);
    for (let i = 0; i < 500; i++) {
      const points = Array.from({ length: 8 }, () => Math.round(random() * 100));
      const { left, top, right, bottom } = extentOfPath({ ops: 'MC', points })!;
      const at = (t: number, axis: number) => {
        const [a, b, c, d] = [0, 2, 4, 6].map((k) => points[k + axis]!) as [number, number, number, number];
        const u = 1 - t;
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
      };
      const all = (axis: number) => Array.from({ length: 401 }, (_, k) => at(k / 400, axis));
      for (const [least, most, axis] of [
        [left, right, 0],
        [top, bottom, 1],
      ] as const) {
        const values = all(axis);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(least - 1e-9);
        expect(Math.max(...values)).toBeLessThanOrEqual(most + 1e-9);
        expect(Math.min(...values) - least).toBeLessThan(0.01);
        expect(most - Math.max(...values)).toBeLessThan(0.01);
      }
    }
  });
});

describe('shapes', () => {
  const area = { x: 10, y: 20, width: 100, height: 40 };
  test('touch the sides of their area', () => {
    for (const path of [ellipseIn(area), roundedRectangle(area, 8), roundedRectangle(area, [0, 5, 10, 400])])
      expect(extentOfPath(path)).toEqual({ left: 10, top: 20, right: 110, bottom: 60 });
  });

  test('an ellipse runs along its curve', () => {
    const { points } = ellipseIn({ x: -1, y: -1, width: 2, height: 2 });
    // The middle of the first quarter.
    const [x, y] = [0, 1].map((axis) => {
      const [a, b, c, d] = [0, 2, 4, 6].map((k) => points[k + axis]!) as [number, number, number, number];
      return (a + 3 * b + 3 * c + d) / 8;
    }) as [number, number];
    expect(Math.hypot(x, y)).toBeCloseTo(1, 3);
  });

  test('radii that do not fit become smaller together', () => {
    expect(fitRadii(10, 100, 40)).toEqual([10, 10, 10, 10]);
    expect(fitRadii(50, 100, 40)).toEqual([20, 20, 20, 20]);
    expect(fitRadii([30, 0, 30, 0], 40, 100)).toEqual([30, 0, 30, 0]);
    expect(fitRadii([60, 20, 0, 0], 40, 100)).toEqual([30, 10, 0, 0]);
    expect(roundedRectangle(area, [0, 5, 0, 0]).ops).toBe('MLCLLLZ');
  });

  test('a polygon is closed, and moves with a matrix', () => {
    const path = polygonOf([
      [0, 0],
      [2, 0],
      [2, 1],
    ]);
    expect(path.ops).toBe('MLLZ');
    expect(transformPath(path, [10, 0, 0, -10, 5, 7]).points).toEqual([5, 7, 25, 7, 25, -3]);
  });
});
