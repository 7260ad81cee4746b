// Finds children of a frame that grew into others.
import type { Extent } from '../vector/path.ts';
import { fits } from './box.ts';
import { extentOf, outlinesOf, overlap } from './extent.ts';
import type { PageItem } from './fragment.ts';
import { unseen } from './off-sheet.ts';

interface Across {
  readonly x: number;
  readonly width: number;
}

interface Placed extends Across {
  readonly y: number;
  readonly rotate: number;
  readonly box: { readonly height: number };
  /** Its `h`. */
  readonly planned: number | undefined;
  readonly items: readonly PageItem[];
}

/**
 * Pairs of upright children of which the first grew into the second: the second lies below the `h` of the first. Without an `h`, the second lies below
 * the first line, and text lies on text. Other children lie above each other on purpose, like a stamp on an address.
 */
export function findCovered<T extends Placed>(placed: readonly T[]): readonly (readonly [T, T])[] {
  const upright = placed.filter(({ rotate }) => rotate === 0).sort((a, b) => a.y - b.y);
  /** The index of the first child that begins at such a place or lower. */
  const firstWhere = (isThere: (y: number) => boolean): number => {
    let [from, end] = [0, upright.length];
    while (from < end) {
      const middle = (from + end) >>> 1;
      if (isThere(upright[middle]!.y)) end = middle;
      else from = middle + 1;
    }
    return from;
  };
  const known = new Map<T, readonly SeenArea[]>();
  const areasIn = (child: T, kinds: ReadonlySet<PageItem['kind']>): readonly Extent[] => {
    const areas = known.get(child) ?? outlinesOf(child.items, 'body').map(toArea);
    known.set(child, areas);
    return areas.flatMap(({ kind, area }) => (kinds.has(kind) ? [area] : []));
  };
  return upright.flatMap((above, i): readonly (readonly [T, T])[] => {
    const end = firstWhere((y) => y >= above.y + above.box.height - unseen);
    // Those that begin at the same height are beside it or below it in the order.
    if (end <= i + 1 && upright[i - 1]?.y !== above.y) return [];
    const kinds = above.planned === undefined ? textOnly : seenKinds;
    const own = areasIn(above, kinds);
    const room = above.planned ?? Math.min(...own.map((one) => one.bottom)) - above.y;
    const covered = upright
      .slice(
        firstWhere((y) => fits(above.y + room, y)),
        end,
      )
      .find(
        (below) =>
          below !== above &&
          areasOverlap(above, below) &&
          areasIn(below, kinds).some((one) => own.some((other) => overlap(one, other) > 1)),
      );
    return covered ? [[above, covered]] : [];
  });
}

interface SeenArea {
  readonly kind: PageItem['kind'];
  readonly area: Extent;
}

const toArea = ({ item: { kind }, corners }: ReturnType<typeof outlinesOf>[number]): SeenArea => ({
  kind,
  area: extentOf(corners)!,
});

export const areasOverlap = (a: Across, b: Across): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

const textOnly: ReadonlySet<PageItem['kind']> = new Set(['text']);
const seenKinds: ReadonlySet<PageItem['kind']> = new Set(['text', 'modules', 'image']);
