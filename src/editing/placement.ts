// Where a component may stand, so that a template that compiles still does. The engine has the last word: these are the rules that a move can break.

import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { type ComponentTraits, traitsOf } from './component-traits.ts';
import { isWithin } from './follow.ts';
import { type Binder, bindersAt, mayUse, namesBoundIn } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';

/** Why a component is not allowed in a slot, as a sentence. Undefined: it is allowed. */
export type Placement = (goal: PlaceOfSlot) => string | undefined;

/** The places of a component. `from`: the part that it is now; undefined: it is new. */
export function createPlacement(tree: PartTree, component: unknown, from: Part | undefined): Placement {
  const traits = traitsOf(tree, component);
  const whyNotNames = from ? placementOfNames(tree, traits, from) : () => undefined;
  return (goal) => {
    const { slot, owner } = goal;
    if (slot.kind === 'cell' || slot.kind === 'part') return refusals.noComponents(owner.name);
    if (owner.isReadOnly) return refusals.inDefinition;
    if (from && isWithin(slot.pointer, from.pointer) && !isSlotAround(goal, from)) return refusals.inItself;
    if (slot.form !== 'absent' && slot.parts.length >= slot.most) return refusals.noRoom(owner.name);
    return whyNotSlot(goal) ?? whyNotNames(bindersAt(tree, goal)) ?? whyNotTraits(traits, surroundingsOf(tree, goal));
  };
}

/** Why a component is not allowed in a slot. Undefined: it is allowed. */
export const whyNotIn = (tree: PartTree, component: unknown, goal: PlaceOfSlot, from: Part | undefined): string | undefined =>
  createPlacement(tree, component, from)(goal);

/** A component alone in a slot has the pointer of the slot. */
const isSlotAround = ({ slot }: PlaceOfSlot, from: Part): boolean => slot.parts.some(({ pointer }) => pointer === from.pointer);

function whyNotSlot({ slot, owner }: PlaceOfSlot): string | undefined {
  if (!isObject(owner.value)) return undefined;
  const { use, align } = owner.value;
  if (owner.kind === 'column' && align === 'decimal' && slot.member === 'body') return refusals.decimals;
  if (slot.form !== 'absent') return undefined;
  if (owner.kind === 'page' && use !== undefined) return refusals.pageOfDefinition;
  if (owner.type === 'use') return refusals.noContentOfBlock;
  // Its items or pairs are written, so there is no element of the data.
  return owner.type === 'list' || owner.type === 'pairs' ? refusals.ownList : undefined;
}

/** Names that the parts around give to a component, and that it would lose elsewhere, or that would mean something else. */
function placementOfNames(
  tree: PartTree,
  { sources }: ComponentTraits,
  from: Part,
): (around: readonly Binder[]) => string | undefined {
  const before = bindersAt(tree, tree.places.get(from.pointer)?.slot);
  const inside = namesBoundIn(tree.parts.filter(({ pointer }) => isWithin(pointer, from.pointer)));
  const uses = (name: string) => sources.some((source) => mayUse(source, name));
  const isSame = (a: Binder, b: Binder) => a.part.pointer === b.part.pointer;
  return (around) => {
    for (const binder of before) {
      const kept = around.find((one) => isSame(one, binder))?.names ?? [];
      const lost = binder.names.find((name) => !kept.includes(name) && uses(name));
      if (lost !== undefined) return refusals.usesName(lost, binder.part.name);
    }
    const gained = around.filter((binder) => !before.some((one) => isSame(one, binder))).flatMap(({ names }) => names);
    const hidden = gained.find((name) => name !== 'loop' && (inside.includes(name) || uses(name)));
    return hidden === undefined ? undefined : refusals.otherName(hidden);
  };
}

/** What kind of place a slot is, by the slots around it. */
interface Surroundings {
  /** The member of the page layout in which it is. */
  readonly area: string | undefined;
  /** It stands directly in the page layout. */
  readonly isOutermost: boolean;
  /** It or a part around has a place by coordinates. */
  readonly isPlaced: boolean;
  /** It is printed more than once: a separator, a header or a footer of a part. */
  readonly repeats: boolean;
  /** The types and kinds of the parts around. */
  readonly within: ReadonlySet<string>;
}

function surroundingsOf(tree: PartTree, goal: PlaceOfSlot): Surroundings {
  const around: PlaceOfSlot[] = [];
  for (let at: PlaceOfSlot | undefined = goal; at; at = tree.places.get(at.owner.pointer)?.slot) around.push(at);
  const area = around.find(({ owner }) => owner.kind === 'page')?.slot.member;
  return {
    area,
    isOutermost: goal.owner.kind === 'page',
    isPlaced: around.some(({ slot }) => slot.kind === 'placedComponent'),
    repeats: around.some(
      ({ slot, owner }) => slot.member === 'separator' || (owner.kind !== 'page' && ['header', 'footer'].includes(slot.member)),
    ),
    within: new Set(around.flatMap(({ owner }) => [owner.type ?? '', owner.kind, hasElementsInRows(owner) ? 'row' : ''])),
  };
}

const hasElementsInRows = ({ type, value }: Part): boolean => type === 'repeat' && isObject(value) && (value.columns ?? 1) !== 1;

function whyNotTraits(
  traits: ComponentTraits,
  { area, isOutermost, isPlaced, repeats, within }: Surroundings,
): string | undefined {
  const isIn = (...kinds: readonly string[]) => kinds.some((kind) => within.has(kind));
  const isBody = area === 'body';
  const isBand = area === 'header' || area === 'footer';
  if (traits.has('flow') && (!isBody || isPlaced || isIn('row', 'list', 'flow', 'column', 'cell', 'pairs'))) return refusals.flow;
  if (traits.has('watermark') && !(isOutermost && (area === 'background' || area === 'overlay'))) return refusals.watermark;
  if (traits.has('footnotes') && (!isBody || isPlaced || repeats || isIn('flow', 'use', 'table', 'pairs')))
    return refusals.footnotes;
  if (traits.isNumbered && (!isBody || repeats)) return refusals.numbered;
  if (traits.printsMarks && !isBand) return refusals.marks;
  if (traits.decidesByPage && isBody) return refusals.pageNumber;
  if (traits.has('field') && !isBody) return refusals.field;
  return traits.has('toc') && isBand ? refusals.contents : undefined;
}
