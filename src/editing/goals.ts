// Where a part can be moved: all goals with their names, and the next one in a direction.

import { areaName, bodyName, elementNames, goalNames } from '../editor-words/index.ts';
import { labelOf, nameOfSlot } from './label.ts';
import { getValue } from './operations.ts';
import type { Part, Slot } from './part.ts';
import { ancestorsOf, type PartTree, type PlaceOfSlot } from './part-tree.ts';
import type { Goal } from './place-parts.ts';
import { createPlacement, whyNotIn } from './placement.ts';
import { addedRepetitions, type Repetition } from './repetitions.ts';

export interface NamedGoal extends Goal {
  /** Such as `After Text: Hello`, or `At the start of Row`. It says if the part would be repeated there. */
  readonly name: string;
  /** Where on the page it is: the header, the body, the footer. */
  readonly area: string;
  /** How many parts are around the goal in its area. */
  readonly level: number;
}

/** All goals of a component that is moved, in the order of reading, without the place where it is. None: it stays where it is. */
export function goalsOf(tree: PartTree, part: Part): readonly NamedGoal[] {
  return leavesItsList(tree, part) ? goalsFor(tree, getValue(tree.written, part.pointer), part) : [];
}

/** Whether a part is a component that can stand elsewhere. Others, such as the rows and columns of a table, stay in their list. */
export function leavesItsList(tree: PartTree, part: Part): boolean {
  const from = tree.places.get(part.pointer)?.slot;
  return from !== undefined && from.slot.kind !== 'part' && part.kind !== 'cell';
}

/** All goals of a new component. */
export const goalsOfNew = (tree: PartTree, component: unknown): readonly NamedGoal[] => goalsFor(tree, component, undefined);

/** Directions of the arrow keys. `in`: to the end of the part before it. `out`: behind the part around it. */
export type Direction = 'before' | 'after' | 'in' | 'out';

/** The next goal of a part in a direction. Undefined: the part cannot go further. */
export function nextGoal(tree: PartTree, part: Part, direction: Direction): Goal | undefined {
  const place = tree.places.get(part.pointer)?.slot;
  const slot = place?.slot.pointer ?? '/pages';
  const beside = place?.slot.parts ?? tree.pages;
  const own = beside.findIndex(({ pointer }) => pointer === part.pointer);
  if (direction === 'before' && own > 0) return { slot, index: own - 1 };
  if (direction === 'after' && own < beside.length - 1) return { slot, index: own + 2 };
  if (!place || !leavesItsList(tree, part)) return undefined;
  const allowed = (candidates: readonly Goal[]) => candidates.find((goal) => isAllowed(tree, part, goal));
  if (direction === 'in') {
    const slots = beside[own - 1]?.slots ?? [];
    return allowed(slots.map(({ pointer, parts }) => ({ slot: pointer, index: parts.length })));
  }
  return allowed(outwards(tree, place, direction === 'before' ? 0 : 1));
}

/** The goals beside each part that contains a slot, from the inside out. `behind`: 1 behind that part, 0 before it. */
function outwards(tree: PartTree, { owner }: PlaceOfSlot, behind: number): readonly Goal[] {
  const around = tree.places.get(owner.pointer)?.slot;
  if (!around) return [];
  const index = around.slot.parts.findIndex(({ pointer }) => pointer === owner.pointer) + behind;
  return [{ slot: around.slot.pointer, index }, ...outwards(tree, around, behind)];
}

function isAllowed(tree: PartTree, part: Part, goal: Goal): boolean {
  const place = tree.slots.get(goal.slot);
  return place !== undefined && whyNotIn(tree, getValue(tree.written, part.pointer), place, part) === undefined;
}

function goalsFor(tree: PartTree, value: unknown, from: Part | undefined): readonly NamedGoal[] {
  const whyNot = createPlacement(tree, value, from);
  return [...tree.slots.values()].flatMap((place) => {
    if (whyNot(place) !== undefined) return [];
    const { slot } = place;
    const own = indexIn(slot, from);
    const where = areaOf(tree, place);
    return Array.from({ length: slot.parts.length + 1 }, (_, index) => index)
      .filter((index) => own < 0 || (index !== own && index !== own + 1))
      .map((index) => ({ slot: slot.pointer, index, name: nameOfGoal(tree, { slot: slot.pointer, index }, from), ...where }));
  });
}

const indexIn = ({ parts }: Slot, part: Part | undefined): number => parts.findIndex(({ pointer }) => pointer === part?.pointer);

/** What a goal is called, as in `NamedGoal`. `from`: the part that moves; undefined: it is new. */
export function nameOfGoal(tree: PartTree, goal: Goal, from: Part | undefined): string {
  const place = tree.slots.get(goal.slot)!;
  const { slot, owner } = place;
  const own = indexIn(slot, from);
  if (goal.at) return goalNames.inside(labelOf(owner));
  if (own >= 0 && (goal.index === own || goal.index === own + 1)) return goalNames.same;
  const before = slot.parts[goal.index - 1];
  const [repetition] = addedRepetitions(tree, place, from);
  const start = owner.slots.length > 1 ? goalNames.atStartOfSlot(labelOf(owner), slot.name) : goalNames.atStart(labelOf(owner));
  const name = before ? goalNames.after(labelOf(before)) : start;
  return repetition ? goalNames.inEach(name, nameOfElement(repetition), labelOf(repetition.part)) : name;
}

const nameOfElement = ({ part: { type, kind }, names }: Repetition): string =>
  names.includes('group') && !names.includes('loop') ? elementNames.group! : (elementNames[type ?? kind] ?? elementNames.other!);

/** The area of a slot, and how many parts are around the slot in it. */
function areaOf(tree: PartTree, { slot, owner }: PlaceOfSlot): Pick<NamedGoal, 'area' | 'level'> {
  const around = [...ancestorsOf(tree, owner).toReversed(), owner];
  const [page, outermost] = around;
  const isBand = outermost?.kind === 'band';
  const member = outermost === undefined ? slot.member : tree.places.get(outermost.pointer)!.slot!.slot.member;
  const name = isBand ? outermost.name : member === 'body' ? bodyName : nameOfSlot(member);
  return { area: areaName(tree.pages.length > 1 ? page!.name : undefined, name), level: around.length - (isBand ? 2 : 1) };
}
