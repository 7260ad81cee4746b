// Where a component may stand, so that a template that compiles still does. The engine has the last word: these are the rules that a move can break.
import { isObject } from '../json/is-object.ts';
import { isWithin } from './follow.ts';
import { bindersAt, expressionsIn, mayUse, namesBoundIn } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';
import { refusals } from './words.ts';

/** Why a component cannot stand in a slot, as a sentence. Undefined: it can. `from`: the part that it is now; undefined: it is new. */
export function whyNotIn(tree: PartTree, value: unknown, goal: PlaceOfSlot, from: Part | undefined): string | undefined {
  const { slot, owner } = goal;
  if (slot.kind === 'cell' || slot.kind === 'part') return refusals.noComponents(owner.name);
  if (owner.isReadOnly) return refusals.inDefinition;
  if (from && isWithin(slot.pointer, from.pointer) && !isSlotAround(goal, from)) return refusals.inItself;
  if (slot.form !== 'absent' && slot.parts.length >= slot.most) return refusals.noRoom(owner.name);
  return whyNotSlot(goal) ?? whyNotNames(tree, value, goal, from) ?? whyNotKind(tree, value, goal);
}

/** A component alone in a slot has the pointer of the slot. */
const isSlotAround = ({ slot }: PlaceOfSlot, from: Part): boolean => slot.parts.some(({ pointer }) => pointer === from.pointer);

function whyNotSlot({ slot, owner }: PlaceOfSlot): string | undefined {
  if (!isObject(owner.value)) return undefined;
  const { use, align } = owner.value;
  if (owner.kind === 'page' && use !== undefined && slot.form === 'absent') return refusals.pageOfDefinition;
  if (owner.type === 'use' && slot.form === 'absent') return refusals.noContentOfBlock;
  if (owner.kind === 'column' && align === 'decimal' && slot.member === 'body') return refusals.decimals;
  // Its content would have no element: the items or pairs are written.
  const isOfData = ['list', 'pairs'].includes(owner.type ?? '') && slot.form === 'absent';
  return isOfData ? refusals.ownList : undefined;
}

/** Names that the parts around give to the component, and that it would lose, or that it would hide. */
function whyNotNames(tree: PartTree, value: unknown, goal: PlaceOfSlot, from: Part | undefined): string | undefined {
  const around = bindersAt(tree, goal);
  if (!from) return undefined;
  const before = bindersAt(tree, tree.places.get(from.pointer)?.slot);
  const keeps = (part: Part, name: string) => around.some((one) => one.part.pointer === part.pointer && one.names.includes(name));
  const sources = expressionsIn(value);
  const uses = (name: string) => sources.some((source) => mayUse(source, name));
  for (const { part, names } of before) {
    const lost = names.find((name) => !keeps(part, name) && uses(name));
    if (lost !== undefined) return refusals.usesName(lost, part.name);
  }
  const gained = around.filter(({ part }) => !before.some((one) => one.part.pointer === part.pointer));
  const inside = namesBoundIn(tree.parts.filter(({ pointer }) => isWithin(pointer, from.pointer)));
  const hidden = gained.flatMap(({ names }) => names).find((name) => name !== 'loop' && (inside.includes(name) || uses(name)));
  return hidden === undefined ? undefined : refusals.otherName(hidden);
}

/** A kind of place by the slots around it. */
interface Surroundings {
  readonly isPlaced: boolean;
  readonly isBand: boolean;
  /** A sheet's background or foreground. */
  readonly isSheet: boolean;
  readonly repeats: boolean;
  readonly isBody: boolean;
  readonly types: ReadonlySet<string>;
}

function surroundingsOf(tree: PartTree, goal: PlaceOfSlot): Surroundings {
  const around: PlaceOfSlot[] = [];
  for (let at: PlaceOfSlot | undefined = goal; at; at = tree.places.get(at.owner.pointer)?.slot) around.push(at);
  const page = around.findLast(({ owner }) => owner.kind === 'page')?.slot.member;
  const isSheet = page === 'background' || page === 'overlay';
  const repeated = (slot: PlaceOfSlot) => {
    const { member } = slot.slot;
    return member === 'separator' || (slot.owner.kind !== 'page' && (member === 'header' || member === 'footer'));
  };
  return {
    isPlaced: isSheet || around.some(({ slot }) => slot.kind === 'placedComponent'),
    isBand: page === 'header' || page === 'footer',
    isSheet,
    isBody: page === 'body',
    repeats: around.some(repeated),
    types: new Set(around.flatMap(({ owner: { type, kind } }) => [type ?? '', kind])),
  };
}

/** Properties and components that have a meaning in some places only. */
function whyNotKind(tree: PartTree, value: unknown, goal: PlaceOfSlot): string | undefined {
  const around = surroundingsOf(tree, goal);
  const parts = [...objectsIn(value)];
  const has = (name: string) => parts.some((part) => Object.hasOwn(part, name));
  const styles = new Set(parts.flatMap(({ style }) => [style].flat()));
  const named = Object.entries(isObject(tree.written.styles) ? tree.written.styles : {});
  const isNumbered =
    has('number') || named.some(([name, style]) => styles.has(name) && isObject(style) && Object.hasOwn(style, 'number'));
  const inTypes = (...types: readonly string[]) => types.some((type) => around.types.has(type));
  const isFlowFree = around.isBody && !around.isPlaced && !inTypes('row', 'list', 'flow', 'column', 'row', 'cell', 'pairs');
  if (has('flow') && !isFlowFree) return refusals.flow;
  if (has('watermark') && !(around.isSheet && goal.owner.kind === 'page')) return refusals.watermark;
  const hasNotes = has('footnotes');
  if (hasNotes && (!around.isBody || around.isPlaced || around.repeats || inTypes('flow', 'use', 'table', 'pairs')))
    return refusals.footnotes;
  if ((has('count') || isNumbered) && (!around.isBody || around.repeats)) return refusals.numbered;
  const sources = expressionsIn(value);
  if (!around.isBand && sources.some((source) => /\|\s*mark\b/.test(source))) return refusals.marks;
  if (!around.isBand && !around.isSheet && decidesByPage(value)) return refusals.pageNumber;
  if (has('field') && (around.isBand || around.isSheet)) return refusals.field;
  return has('toc') && around.isBand ? refusals.contents : undefined;
}

/** Whether a condition in a component asks for the page. */
const decidesByPage = (value: unknown): boolean =>
  [...objectsIn(value)].some(({ when }) => typeof when === 'string' && mayUse(when, 'page'));

/** All objects in a value. */
export function* objectsIn(value: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}
