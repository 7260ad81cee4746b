// Finds where a dragged part would go: beside the part under the pointer, or into an empty one.
import { isWithin } from '../../editing/follow.ts';
import type { Goal, Part, PartTree } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';

/** A part of the pages, and the part of the template that it belongs to. */
export interface OwnedPart {
  readonly shown: ShownPart;
  readonly part: Part;
}

/** A point on a sheet, in pt. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line on the sheet, in pt: it has no width or no height. */
export type GoalLine = Pick<ShownPart, 'left' | 'top' | 'width' | 'height'>;

export interface DropGoal {
  readonly goal: Goal;
  readonly line: GoalLine;
}

/** Pixels by which the pointer moves before a press becomes a drag. */
export const dragStart = 4;

/** Within this many pt of its edge, the outer one of two parts that begin together is meant. */
const edge = 3;

/** The innermost part at a point. */
export const partUnder = (owned: readonly OwnedPart[], point: Point): OwnedPart | undefined =>
  owned.findLast(({ shown }) => holds(shown, point));

/** `dragged`: pointer of the part that moves; undefined: it is new. */
export function findDropGoal(
  owned: readonly OwnedPart[],
  point: Point,
  tree: PartTree,
  dragged: string | undefined,
): DropGoal | undefined {
  const under = owned.filter(
    ({ shown, part }) => holds(shown, point) && (dragged === undefined || !isWithin(part.pointer, dragged)),
  );
  const atEdge = under.find(
    ({ shown, part }) => tree.places.get(part.pointer)?.slot?.slot.kind === 'component' && isAtEdge(shown, point),
  );
  for (const { shown, part } of atEdge ? [atEdge, ...under.toReversed()] : under.toReversed()) {
    const found = beside(shown, part, point, tree) ?? into(shown, part, point, owned);
    if (found) return found;
  }
  return undefined;
}

function beside(shown: ShownPart, { pointer }: Part, point: Point, tree: PartTree): DropGoal | undefined {
  const place = tree.places.get(pointer)?.slot;
  if (!place || place.slot.kind === 'part' || place.slot.kind === 'cell') return undefined;
  const { slot, owner } = place;
  const isAcross = owner.type === 'row' && slot.kind === 'column';
  const isBehind = isAcross ? point.x > shown.left + shown.width / 2 : point.y > shown.top + shown.height / 2;
  const index = slot.parts.findIndex((one) => one.pointer === pointer) + (isBehind ? 1 : 0);
  const line = isAcross
    ? { left: shown.left + (isBehind ? shown.width : 0), top: shown.top, width: 0, height: shown.height }
    : { left: shown.left, top: shown.top + (isBehind ? shown.height : 0), width: shown.width, height: 0 };
  return { goal: { slot: slot.pointer, index }, line };
}

/** Into a part, by the height of the point among the parts that are there. */
function into(shown: ShownPart, part: Part, { y }: Point, owned: readonly OwnedPart[]): DropGoal | undefined {
  const slot = part.slots.find(({ kind }) => kind === 'component');
  if (!slot) return undefined;
  const above = slot.parts.flatMap((one, i) => {
    const box = owned.find((other) => other.part.pointer === one.pointer)?.shown;
    return box && box.top + box.height / 2 < y ? [{ index: i + 1, bottom: box.top + box.height }] : [];
  });
  const last = above.at(-1) ?? { index: 0, bottom: shown.top };
  return {
    goal: { slot: slot.pointer, index: last.index },
    line: { left: shown.left, top: last.bottom, width: shown.width, height: 0 },
  };
}

const holds = ({ left, top, width, height }: ShownPart, { x, y }: Point): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

const isAtEdge = ({ top, height }: ShownPart, { y }: Point): boolean => y - top < edge || top + height - y < edge;
