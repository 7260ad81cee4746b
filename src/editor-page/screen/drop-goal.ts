// Finds where a dragged part would go: beside the part under the pointer, into an empty one, or to a place in a frame.
import { isWithin } from '../../editing/follow.ts';
import {
  addedRepetitions,
  createPlacement,
  type Goal,
  getValue,
  isMainSlot,
  nameOfGoal,
  type Part,
  type PartTree,
  type PlaceOfSlot,
  partAt,
  ptPerUnit,
  type Slot,
} from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import { pointInFrame } from './frame-grid.ts';

/** A part of the pages, and the part of the template that it belongs to. */
export interface OwnedPart {
  readonly shown: ShownPart;
  readonly part: Part;
}

/** What a sheet shows, with the parts of the template. `follow`: the pointer that a shown one has now; undefined: what it points to is gone. */
export const ownParts = (
  shown: readonly ShownPart[],
  tree: PartTree,
  follow: (pointer: string) => string | undefined = (pointer) => pointer,
): readonly OwnedPart[] =>
  shown.flatMap((one) => {
    const [pointer, ...uses] = [one.pointer, ...one.uses].map(follow);
    if (pointer === undefined || uses.includes(undefined)) return [];
    const part = partAt(tree, pointer, uses as readonly string[]);
    return part ? [{ shown: one, part }] : [];
  });

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
  /** Says where it is. */
  readonly name: string;
  /** What goes there with the dragged part in it: the column of a row. Undefined: the dragged part alone. */
  readonly moved?: OwnedPart | undefined;
}

type UnnamedGoal = Omit<DropGoal, 'name'>;

/** Within this many pt of a common edge of two parts, the pointer means the outer part. */
const edge = 3;

/** Within this many pt of its left or right edge, the pointer means a column of a row, not a part in it. */
const sideEdge = 6;

/** What is shown for a part that goes into a frame, in pt: its own size is not known yet. */
const newPart = { width: 60, height: 20 };

/** The innermost part at a point. */
export const partUnder = (owned: readonly OwnedPart[], point: Point): OwnedPart | undefined =>
  owned.findLast(({ shown }) => holds(shown, point));

/** A part that moves, by its pointer, or a component that is new. `mayRepeat`: the part should be printed for each element of the list. */
export type Dragged = { readonly part: string } | { readonly component: unknown; readonly mayRepeat?: boolean };

/**
 * Where a part goes at a point. Skips places where it may not stand, and places that would newly repeat it; then tries the place around. Undefined: the part has no
 * place there.
 */
export function findDropGoal(owned: readonly OwnedPart[], point: Point, tree: PartTree, dragged: Dragged): DropGoal | undefined {
  const from = 'part' in dragged ? tree.places.get(dragged.part)?.part : undefined;
  const under = owned
    .filter(({ shown, part }) => holds(shown, point) && !(from && isWithin(part.pointer, from.pointer)))
    .filter(
      ({ shown, part }, i, all) =>
        !isPartOfPage(shown) || all.findIndex((one) => one.part === part && isPartOfPage(one.shown)) === i,
    );
  const isGoal = goalTest(tree, dragged, from);
  const atEdge = under.filter(({ shown, part }) => {
    const place = tree.places.get(part.pointer)?.slot;
    if (!place) return false;
    return isAcross(place) ? isAtSide(shown, point) : place.slot.kind === 'component' && isAtEdge(shown, point);
  });
  const drag = { point, tree, from, owned };
  for (const { shown, part } of [...atEdge, ...under.toReversed()]) {
    const isFrame = slotOf(shown, part)?.kind === 'placedComponent' && !atEdge.some((one) => one.part === part);
    const candidates = [isFrame ? undefined : beside(shown, part, drag), into(shown, part, drag)];
    const found = candidates.find((one) => one !== undefined && isGoal(one));
    if (found) return { ...found, name: nameOfGoal(tree, found.goal, from) };
  }
  return undefined;
}

function goalTest(tree: PartTree, dragged: Dragged, from: Part | undefined): (found: UnnamedGoal) => boolean {
  const component = 'part' in dragged ? getValue(tree.written, dragged.part) : dragged.component;
  const whyNot = createPlacement(tree, component, from);
  const mayRepeat = 'component' in dragged && dragged.mayRepeat;
  return ({ goal, moved }) => {
    if (moved) return true;
    const place = tree.slots.get(goal.slot)!;
    return whyNot(place) === undefined && (mayRepeat || addedRepetitions(tree, place, from).length === 0);
  };
}

interface Drag {
  readonly point: Point;
  readonly tree: PartTree;
  /** Undefined: the dragged part is new. */
  readonly from: Part | undefined;
  /** What the sheet shows. */
  readonly owned: readonly OwnedPart[];
}

/** Beside a part: in a row by the half of it in which the point is, else above or below. */
function beside(shown: ShownPart, { pointer }: Part, drag: Drag): UnnamedGoal | undefined {
  const { point, tree } = drag;
  const place = tree.places.get(pointer)?.slot;
  if (!place || ['part', 'cell', 'placedComponent'].includes(place.slot.kind)) return undefined;
  const { slot } = place;
  const at = slot.parts.findIndex((one) => one.pointer === pointer);
  if (isAcross(place)) return besideColumn(shown, at, slot, drag);
  const isBehind = point.y > shown.top + shown.height / 2;
  const line = { left: shown.left, top: shown.top + (isBehind ? shown.height : 0), width: shown.width, height: 0 };
  return { goal: { slot: slot.pointer, index: at + (isBehind ? 1 : 0) }, line };
}

/**
 * Beside a column of a row. A part of another column of this row takes its whole column with it, so that two columns change places and no third one comes.
 * `at`: index of the column.
 */
function besideColumn(
  { left, top, width, height }: ShownPart,
  at: number,
  slot: Slot,
  { point, from, owned }: Drag,
): UnnamedGoal | undefined {
  const own = slot.parts.findIndex(({ pointer }) => from && isWithin(from.pointer, pointer));
  if (own === at) return undefined;
  const isNext = own >= 0 && Math.abs(own - at) === 1;
  // Beside its neighbour on this side, the column would not move.
  const isBehind = isNext ? own < at : point.x > left + width / 2;
  const column = slot.parts[own];
  return {
    goal: { slot: slot.pointer, index: at + (isBehind ? 1 : 0) },
    line: { left: left + (isBehind ? width : 0), top, width: 0, height },
    moved: column && column !== from ? owned.find(({ part }) => part === column) : undefined,
  };
}

/** Into a part: by the height of the point among the parts that are there, or to the point in a frame. */
function into(shown: ShownPart, part: Part, { point, tree, owned }: Drag): UnnamedGoal | undefined {
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

/** A sheet and its bands are shown for one page layout. Else only the outermost of the rectangles of a part counts. */
const isPartOfPage = ({ kind }: ShownPart): boolean => kind !== 'page' && kind !== 'band';

const isAcross = ({ slot, owner }: PlaceOfSlot): boolean => owner.type === 'row' && slot.kind === 'column';

const isAtSide = ({ left, width }: ShownPart, { x }: Point): boolean => x - left < sideEdge || left + width - x < sideEdge;

const isAtEdge = ({ top, height }: ShownPart, { y }: Point): boolean => y - top < edge || top + height - y < edge;
