// Inserts, moves, duplicates and deletes parts, in slots that hold one component or a list.

import { editNotes, refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { childPropertiesIn, fitInto, misplacedIn } from './child-properties.ts';
import { withoutNames } from './copy-part.ts';
import { follow } from './follow.ts';
import { getValue, join, splitPointer } from './operations.ts';
import type { Part, Slot } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';
import { whyNotIn } from './placement.ts';
import { type ComposedEdit, EditError, Plan } from './plan.ts';
import { keepProvided } from './provided-names.ts';
import { putProperty } from './set-property.ts';
import { duplicateColumn, moveColumn, removeColumn } from './table-columns.ts';

/** A place for a component: before the part with this index in a slot, or behind the last one. */
export interface Goal {
  /** Pointer of the slot; `/pages` for page layouts. */
  readonly slot: string;
  readonly index: number;
  /** The place in a frame, for a goal in one. */
  readonly at?: Readonly<Record<string, unknown>> | undefined;
}

/** Puts a new component at a goal, and selects it. Raises EditError if it cannot stand there. */
export function insertPart(tree: PartTree, goal: Goal, component: unknown): ComposedEdit {
  const place = slotOf(tree, goal.slot);
  refuse(whyNotIn(tree, component, place, undefined));
  const plan = new Plan(tree);
  const { kind } = place.slot;
  const placed = goal.at && kind === 'placedComponent' ? withPlace(component, goal.at) : component;
  return plan.edit(putIn(plan, place.slot, goal.index, fitInto(kind, placed)));
}

/**
 * Moves a part: a component to any goal, a page layout to a place in `/pages`, a row, group or pair within its list. Raises EditError if it cannot stand there.
 */
export function movePart(tree: PartTree, part: Part, goal: Goal): ComposedEdit {
  const from = tree.places.get(part.pointer)?.slot;
  const value = getValue(tree.written, part.pointer);
  if (part.kind === 'column' && goal.slot === from?.slot.pointer) return moveColumn(tree, part, goal.index);
  if (!from || from.slot.kind === 'part') return moveInList(tree, part, goal);
  const place = slotOf(tree, goal.slot);
  const { slot } = place;
  if (part.kind === 'cell') throw new EditError(refusals.cellStays);
  refuse(whyNotIn(tree, value, place, part));
  const plan = new Plan(tree);
  const isSame = slot.pointer === from.slot.pointer;
  const own = from.slot.parts.findIndex(({ pointer }) => pointer === part.pointer);
  if (isSame && (goal.index === own || goal.index === own + 1)) return plan.edit(part.pointer);
  for (const name of misplacedIn(slot.kind, value)) plan.do({ op: 'unset', at: join(part.pointer, name) });
  if (goal.at) putProperty(plan, part, 'at', goal.at);
  const list = asList(plan, slot);
  // The goal may be around the part.
  const source = asElement(plan, part, from.slot);
  const goalList = follow(list, { op: 'remove', at: source })!;
  const length = (plan.get(list) as readonly unknown[]).length;
  const index = Math.min(goal.index, length) - (isSame && goal.index > own ? 1 : 0);
  const move = { op: 'move', from: source, to: join(goalList, index) } as const;
  plan.do(move);
  shorten(plan, slot, move.to);
  if (!isSame) tidy(plan, tree, from, follow(splitPointer(source).parent, move)!);
  return keepProvided(tree, plan.edit(plan.follow(part.pointer)));
}

/** Puts a copy behind a part, and selects it. Raises EditError for cells and bands. */
export function duplicatePart(tree: PartTree, part: Part): ComposedEdit {
  if (part.kind === 'column') return duplicateColumn(tree, part);
  const place = tree.places.get(part.pointer)?.slot;
  const copy = withoutNames(getValue(tree.written, part.pointer));
  const plan = new Plan(tree);
  if (part.kind === 'cell' || part.kind === 'band') throw new EditError(refusals.notDuplicated(part.name));
  if (!place || place.slot.kind === 'part') {
    const { parent, key } = splitPointer(part.pointer);
    const at = join(parent, Number(key) + 1);
    plan.do({ op: 'insert', at, value: copy });
    return plan.edit(at);
  }
  refuse(whyNotIn(tree, copy, place, undefined));
  const index = place.slot.parts.findIndex(({ pointer }) => pointer === part.pointer);
  return plan.edit(putIn(plan, place.slot, index + 1, copy));
}

/**
 * Deletes a part, and selects none, so that nothing else is deleted by accident. A cell becomes empty, and stays selected. A part that needs at least one other, such as a row its columns, goes with the last of them,
 * and `notes` says so. Raises EditError for the last page layout, and for a part whose mark, anchor or counter is used elsewhere.
 */
export function removePart(tree: PartTree, part: Part): ComposedEdit {
  if (part.kind === 'column') return keepProvided(tree, removeColumn(tree, part));
  const plan = new Plan(tree);
  takeAway(plan, tree, part);
  return keepProvided(tree, plan.edit(part.kind === 'cell' ? part.pointer : null));
}

/** The slot with this pointer. Raises EditError for an unknown slot. */
export function slotOf(tree: PartTree, pointer: string): PlaceOfSlot {
  const found = tree.slots.get(pointer);
  if (!found) throw new EditError(refusals.noSlot);
  return found;
}

export function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new EditError(reason);
}

/** Puts a component into a slot. Returns its pointer. */
export function putIn(plan: Plan, slot: Slot, index: number, component: unknown): string {
  const list = asList(plan, slot);
  const at = join(list, Math.min(index, (plan.get(list) as readonly unknown[]).length));
  plan.do({ op: 'insert', at, value: component });
  return shorten(plan, slot, at);
}

/** Writes a slot as a list. Returns its pointer. */
function asList(plan: Plan, slot: Slot): string {
  const now = plan.follow(slot.pointer);
  const value = plan.get(now);
  if (slot.form === 'short') {
    plan.do({ op: 'set', at: now, value: { body: [value] } });
    return join(now, 'body');
  }
  if (value === undefined) plan.put(now, []);
  else if (!Array.isArray(value)) plan.do({ op: 'set', at: now, value: [value], carried: [{ from: '', to: '/0' }] });
  return now;
}

/** Writes the only component of a slot that was empty without a list, where this is possible. Returns its pointer. */
function shorten(plan: Plan, slot: Slot, at: string): string {
  const value = plan.get(at);
  if (slot.form !== 'absent' || slot.isList || Array.isArray(value)) return at;
  const { parent } = splitPointer(at);
  plan.do({ op: 'set', at: parent, value, carried: [{ from: '/0', to: '' }] });
  return parent;
}

/** Makes a part an element of a list, if it is not. Returns its pointer. */
function asElement(plan: Plan, part: Part, slot: Slot): string {
  const now = plan.follow(part.pointer);
  const value = plan.get(now);
  if (slot.form !== 'one' && Array.isArray(plan.get(splitPointer(now).parent))) return now;
  plan.do({ op: 'set', at: now, value: [value], carried: [{ from: '', to: '/0' }] });
  return join(now, 0);
}

/** Clears up a slot that a part has left. `list`: its pointer of now, where a list stands. */
function tidy(plan: Plan, tree: PartTree, { slot, owner }: PlaceOfSlot, list: string): void {
  const left = (plan.get(list) as readonly unknown[]).length;
  const isOwnList = slot.form === 'list' && list === plan.follow(slot.pointer);
  if (isOwnList && left >= slot.least && !(left === 0 && isHole(owner))) return;
  if (slot.form === 'one' && slot.isRequired) {
    const empty = emptyContent({ slot, owner });
    if (empty === '') plan.put(list, empty);
    return;
  }
  const isMain = slot.isRequired || slot.member === owner.type;
  if (!isOwnList || !isMain) plan.takeOut(list);
  else {
    plan.note(editNotes.ownerWent(owner.name));
    takeAway(plan, tree, owner);
  }
}

/** Whether a part is seen only by what is in it, and would leave empty space. */
const isHole = ({ type, value }: Part): boolean =>
  type === 'frame' && isObject(value) && value.background === undefined && value.border === undefined;

/** Takes a part away, with what cannot be without it. */
function takeAway(plan: Plan, tree: PartTree, part: Part): void {
  const place = tree.places.get(part.pointer)?.slot;
  const now = plan.follow(part.pointer);
  if (part.kind === 'cell') {
    plan.put(now, emptyCell(plan.get(now)));
    return;
  }
  if (!place) {
    if (tree.pages.length < 2) throw new EditError(refusals.lastPage);
    plan.do({ op: 'remove', at: now });
    return;
  }
  const element = asElement(plan, part, place.slot);
  plan.do({ op: 'remove', at: element });
  tidy(plan, tree, place, splitPointer(element).parent);
}

/** What stands in a slot that must be there: an empty text in a column, whose cells may line up by texts, and in a pair. */
const emptyContent = ({ owner: { kind } }: PlaceOfSlot): unknown => (kind === 'column' || kind === 'pair' ? '' : []);

/** A cell without its component. */
function emptyCell(cell: unknown): unknown {
  if (!isObject(cell)) return '';
  const kept = Object.entries(cell).filter(([name]) => childPropertiesIn('cell').includes(name));
  return kept.length === 0 ? '' : Object.fromEntries(kept);
}

function moveInList(tree: PartTree, part: Part, goal: Goal): ComposedEdit {
  const { parent, key } = splitPointer(part.pointer);
  const plan = new Plan(tree);
  const list = plan.get(parent);
  if (!Array.isArray(list) || goal.slot !== parent) throw new EditError(refusals.staysInList(part.name));
  const own = Number(key);
  const index = Math.min(goal.index, list.length) - (goal.index > own ? 1 : 0);
  if (index === own) return plan.edit(part.pointer);
  plan.do({ op: 'move', from: part.pointer, to: join(parent, index) });
  return plan.edit(plan.follow(part.pointer));
}

function withPlace(component: unknown, at: Goal['at']): unknown {
  if (typeof component === 'string') return { text: component, at };
  return isObject(component) ? { ...component, at } : { stack: component, at };
}
