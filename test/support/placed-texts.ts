// The texts that a page paints, with the corners of their letters on the page.
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { type Matrix, multiply, sineAndCosine, transform } from '../../src/document/vector/matrix.ts';
import { wordsOf } from './render.ts';

type Corner = readonly [x: number, y: number];

export interface PlacedText {
  readonly text: string;
  readonly corners: readonly Corner[];
}

/** Letters reach so far above and below the baseline, in sizes of the text. */
const [ascent, descent] = [0.75, 0.2];

export function placedTexts(items: readonly PageItem[], matrix: Matrix = [1, 0, 0, 1, 0, 0]): readonly PlacedText[] {
  return items.flatMap((item): readonly PlacedText[] => {
    if (item.kind === 'group') {
      const { cos, sin } = sineAndCosine(item.rotate);
      return placedTexts(item.items, multiply([cos, sin, -sin, cos, item.x, item.y], matrix));
    }
    if (item.kind !== 'text' || item.isHidden) return [];
    const { x, width, style } = item.segment;
    const [left, right] = [item.x + x, item.x + x + width];
    const [top, bottom] = [item.y - ascent * style.size, item.y + descent * style.size];
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([a, b]) => transform(matrix, a!, b!));
    return [{ text: wordsOf(item), corners }];
  });
}

/** Whether two texts lie over each other by more than `slack`: no line parts their corners. */
export function overlap(a: PlacedText, b: PlacedText, slack: number): boolean {
  return [a, b].every(({ corners }) =>
    corners.slice(0, 2).every(([x, y], i) => {
      const [nextX, nextY] = corners[i + 1]!;
      const length = Math.hypot(nextX - x, nextY - y) || 1;
      const along = ([px, py]: Corner) => ((px - x) * (nextX - x) + (py - y) * (nextY - y)) / length;
      const [own, other] = [a.corners.map(along), b.corners.map(along)];
      return Math.max(...own) - slack > Math.min(...other) && Math.max(...other) - slack > Math.min(...own);
    }),
  );
}
