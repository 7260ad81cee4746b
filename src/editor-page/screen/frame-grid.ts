// The grid of frames, on which parts stand in them.
import { type PartTree, ptPerUnit, type Unit, unitOf } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';

/** Distance of the lines of the grid, by unit of the template. */
const grids: Readonly<Record<Unit, number>> = { mm: 1, cm: 0.1, in: 0.05, pt: 5 };

/** Step of the grid in the unit of the template. */
export const gridOf = (tree: PartTree): number => grids[unitOf(tree)];

type Place = Readonly<Record<'x' | 'y', number>>;

/** A point of a sheet, in pt, as a place in a frame: on the grid, in the unit of the template. */
export function pointInFrame(tree: PartTree, frame: ShownPart, { x, y }: Place): Place {
  const step = gridOf(tree);
  const along = (pt: number) => Number((Math.round(pt / ptPerUnit(tree) / step) * step).toFixed(2));
  return { x: along(x - frame.left), y: along(y - frame.top) };
}
