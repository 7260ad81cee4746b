// Where a component may stand, so that a template that compiles still does. The engine has the last word: these are the rules that a move can break.
import { isObject } from '../json/is-object.ts';
import { isWithin } from './follow.ts';
import { bindersAt, expressionsIn, mayUse, namesBoundIn } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';

/** Why a component cannot stand in a slot, as a sentence. Undefined: it can. `from`: the part that it is now; undefined: it is new. */
export function whyNotIn(tree: PartTree, value: unknown, goal: PlaceOfSlot, from: Part | undefined): string | undefined {
  const { slot, owner } = goal;
  if (slot.kind === 'cell' || slot.kind === 'part') return `${owner.name} takes no components there.`;
  if (owner.isReadOnly) return 'It stands in a definition, which is not changed here.';
  if (from && isWithin(slot.pointer, from.pointer) && !isSlotAround(goal, from)) return 'A part cannot stand in itself.';
  if (slot.form !== 'absent' && slot.parts.length >= slot.most) return `${owner.name} has no room for more.`;
  return whyNotSlot(goal) ?? whyNotNames(tree, value, goal, from) ?? whyNotKind(tree, value, goal);
}

/** A component alone in a slot has the pointer of the slot. */
const isSlotAround = ({ slot }: PlaceOfSlot, from: Part): boolean => slot.parts.some(({ pointer }) => pointer === from.pointer);

function whyNotSlot({ slot, owner }: PlaceOfSlot): string | undefined {
  if (!isObject(owner.value)) return undefined;
  const { use, align, stack } = owner.value;
  if (owner.kind === 'page' && use !== undefined && slot.form === 'absent')
    return 'The definition of the page layout says what stands there.';
  if (owner.type === 'use' && slot.form === 'absent') return 'The block has no place for content, or it is empty on purpose.';
  if (owner.kind === 'column' && align === 'decimal' && slot.member === 'body') return 'A column of decimals holds one text.';
  // The content of a list of the data, which the part does not have, would have no element.
  const isOfData = ['list', 'pairs'].includes(owner.type ?? '') && slot.form === 'absent' && stack === undefined;
  return isOfData ? 'The part takes its content from its own list.' : undefined;
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
    if (lost !== undefined) return `It uses "${lost}", which only ${part.name} gives.`;
  }
  const gained = around.filter(({ part }) => !before.some((one) => one.part.pointer === part.pointer));
  const inside = namesBoundIn(tree.parts.filter(({ pointer }) => isWithin(pointer, from.pointer)));
  const hidden = gained.flatMap(({ names }) => names).find((name) => name !== 'loop' && (inside.includes(name) || uses(name)));
  return hidden === undefined ? undefined : `"${hidden}" means something else there.`;
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
  if (has('flow') && !isFlowFree) return 'Text columns stand in the body of a page only.';
  if (has('watermark') && !(around.isSheet && goal.owner.kind === 'page'))
    return 'A watermark stands in the background or foreground of a page.';
  const hasNotes = has('footnotes');
  if (hasNotes && (!around.isBody || around.isPlaced || around.repeats || inTypes('flow', 'use', 'table', 'pairs')))
    return 'A text with footnotes stands in the body of a page.';
  if ((has('count') || isNumbered) && (!around.isBody || around.repeats)) return 'What is numbered stands in the body of a page.';
  const sources = expressionsIn(value);
  if (!around.isBand && sources.some((source) => /\|\s*mark\b/.test(source)))
    return 'It prints what a page says, which only headers and footers can.';
  if (!around.isBand && !around.isSheet && decidesByPage(value))
    return 'It depends on the number of the page, which only headers and footers know.';
  if (has('field') && (around.isBand || around.isSheet)) return 'A form field stands in the body of a page.';
  return has('toc') && around.isBand ? 'A table of contents stands in the body of a page.' : undefined;
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
