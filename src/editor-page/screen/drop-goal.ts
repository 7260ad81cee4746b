// Finds where a dragged part would go: beside the part under the pointer, into an empty one, or to a place in a frame.
import { isWithin } from '../../editing/follow.ts';
import { type Goal, type Part, type PartTree, ptPerUnit, type Slot } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import { isMainSlot } from '../part-actions.ts';
import { pointInFrame } from './placed-parts.ts';

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

/** A line on the sheet, in pt: it has no width or no height. For a part in a frame: its rectangle. */
export type GoalLine = Pick<ShownPart, 'left' | 'top' | 'width' | 'height'>;

export interface DropGoal {
  readonly goal: Goal;
  readonly line: GoalLine;
}

/** Pixels by which the pointer moves before a press becomes a drag. */
export const dragStart = 4;

/** Within this many pt of its edge, the outer one of two parts that begin together is meant. */
const edge = 3;

/** What is shown for a part that goes into a frame, in pt: its own size is not known yet. */
const newPart = { width: 60, height: 20 };

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
    const isFrame = slotOf(shown, part)?.kind === 'placedComponent' && atEdge?.part !== part;
    const found = (isFrame ? undefined : beside(shown, part, point, tree)) ?? into(shown, part, point, tree, owned);
    if (found) return found;
  }
  return undefined;
}

function beside(shown: ShownPart, { pointer }: Part, point: Point, tree: PartTree): DropGoal | undefined {
  const place = tree.places.get(pointer)?.slot;
  if (!place || ['part', 'cell', 'placedComponent'].includes(place.slot.kind)) return undefined;
  const { slot, owner } = place;
  const isAcross = owner.type === 'row' && slot.kind === 'column';
  const isBehind = isAcross ? point.x > shown.left + shown.width / 2 : point.y > shown.top + shown.height / 2;
  const index = slot.parts.findIndex((one) => one.pointer === pointer) + (isBehind ? 1 : 0);
  const line = isAcross
    ? { left: shown.left + (isBehind ? shown.width : 0), top: shown.top, width: 0, height: shown.height }
    : { left: shown.left, top: shown.top + (isBehind ? shown.height : 0), width: shown.width, height: 0 };
  return { goal: { slot: slot.pointer, index }, line };
}

/** Into a part: by the height of the point among the parts that are there, or to the point in a frame. */
function into(shown: ShownPart, part: Part, point: Point, tree: PartTree, owned: readonly OwnedPart[]): DropGoal | undefined {
  const slot = slotOf(shown, part);
  if (!slot) return undefined;
  if (slot.kind === 'placedComponent') {
    const at = pointInFrame(tree, shown, point);
    const unit = ptPerUnit(tree);
    const line = { left: shown.left + at.x * unit, top: shown.top + at.y * unit, ...newPart };
    return { goal: { slot: slot.pointer, index: slot.parts.length, at: { ...at } }, line };
  }
  const above = slot.parts.flatMap((one, i) => {
    const box = owned.find((other) => other.part.pointer === one.pointer)?.shown;
    return box && box.top + box.height / 2 < point.y ? [{ index: i + 1, bottom: box.top + box.height }] : [];
  });
  const last = above.at(-1) ?? { index: 0, bottom: shown.top };
  return {
    goal: { slot: slot.pointer, index: last.index },
    line: { left: shown.left, top: last.bottom, width: shown.width, height: 0 },
  };
}

/** The slot into which a part is dropped: of the shown band, or the one for which the part is there. */
function slotOf({ pointer }: ShownPart, part: Part): Slot | undefined {
  const slots = part.slots.filter(({ kind }) => kind === 'component' || kind === 'placedComponent');
  return (
    slots.find((slot) => slot.pointer === pointer) ??
    slots.find(({ member }) => isMainSlot(member, part)) ??
    slots.find(({ kind }) => kind === 'component')
  );
}

const holds = ({ left, top, width, height }: ShownPart, { x, y }: Point): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

const isAtEdge = ({ top, height }: ShownPart, { y }: Point): boolean => y - top < edge || top + height - y < edge;
