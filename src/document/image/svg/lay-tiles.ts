// Draws a pattern tile by tile.
import { invert, multiply, transform } from '../../vector/matrix.ts';
import { extentOfPath, type Path } from '../../vector/path.ts';
import type { DrawingPart, Tiling } from '../drawing.ts';
import { groupOf, rectangle } from './parts.ts';

/** The tiles that touch an area. Undefined: they have more than `mostParts` parts together. */
export function layTiles(
  { width, height, parts, matrix }: Tiling,
  area: Path,
  mostParts: number,
): readonly DrawingPart[] | undefined {
  const reach = extentOfPath(area);
  const inverse = invert(matrix);
  if (!reach || !inverse) return [];
  const corners = [reach.left, reach.right].flatMap((x) => [reach.top, reach.bottom].map((y) => transform(inverse, x, y)));
  const [xs, ys] = [corners.map(([x]) => x / width), corners.map(([, y]) => y / height)];
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  const [columns, rows] = [Math.ceil(Math.max(...xs)) - left, Math.ceil(Math.max(...ys)) - top];
  if (!(columns * rows * countParts(parts) <= mostParts)) return undefined;
  // A clip at the edge of a tile would leave a hairline between it and the next one.
  const clips = parts.every((part) => liesWithin(part, width, height))
    ? []
    : [{ path: rectangle(0, 0, width, height, [1, 0, 0, 1, 0, 0]), rule: 'nonzero' as const }];
  return Array.from({ length: columns * rows }, (_, i) => {
    const at = [(left + (i % columns)) * width, (top + Math.floor(i / columns)) * height] as const;
    return groupOf(parts, { matrix: multiply([1, 0, 0, 1, ...at], matrix), clips });
  });
}

function liesWithin(part: DrawingPart, width: number, height: number): boolean {
  if (part.kind !== 'path') return false;
  const extent = extentOfPath(part.path);
  if (!extent) return true;
  const by = part.stroke ? (part.stroke.width / 2) * Math.max(1, part.stroke.miterLimit) : 0;
  return (
    extent.left >= by - 0.5 && extent.top >= by - 0.5 && extent.right <= width - by + 0.5 && extent.bottom <= height - by + 0.5
  );
}

/** The number of some parts and of all within them. */
export function countParts(parts: readonly DrawingPart[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'group') return sum + 1 + countParts(part.parts) + countParts(part.mask?.parts ?? []);
    return sum + 1;
  }, 0);
}
