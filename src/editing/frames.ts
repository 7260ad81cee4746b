// Places parts by coordinates: puts a part into a frame of its own, moves and resizes it there.
import type { Unit } from '../document/template/units.ts';
import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { childPropertiesIn } from './child-properties.ts';
import { getValue, join, splitPointer } from './operations.ts';
import type { Part, SlotKind } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { refuse } from './place-parts.ts';
import { whyNotIn } from './placement.ts';
import { type ComposedEdit, EditError, Plan } from './plan.ts';
import { putProperty } from './set-property.ts';
import { unitOf } from './template-unit.ts';

/** A place in a frame, in the unit of the template, from the left and top edge of the frame. What is undefined stays as it is. */
export interface FramePlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly w?: number | undefined;
  readonly h?: number | undefined;
}

/** Properties that say how a part stands in the flow around it, so they belong to the frame. */
const flowProperties = ['margin', 'break', 'keepWithNext'];

/** Whether a part stands directly in a frame, background or foreground. */
export const isPlaced = (tree: PartTree, part: Part): boolean =>
  tree.places.get(part.pointer)?.slot?.slot.kind === 'placedComponent';

/**
 * Puts a part into a frame where it stands, at a place in it. A frame for a part with a height is as high as the part reaches. Width and height are rounded
 * up, so that the part has the room that it had. The part stays selected. Raises EditError for a part that cannot stand in a frame.
 */
export function placeFreely(tree: PartTree, part: Part, placement: FramePlace): ComposedEdit {
  const { plan, inside } = wrapInFrame(tree, part);
  const at = roundedPlacement(tree, placement, roundUp);
  const { h, y = 0 } = at;
  if (h !== undefined)
    plan.put(join(splitPointer(splitPointer(inside).parent).parent, 'height'), round(y + h, decimals[unitOf(tree)]));
  const value = plan.get(inside);
  if (isObject(value)) plan.put(join(inside, 'at'), at);
  else if (typeof value === 'string') plan.do({ op: 'set', at: inside, value: { at, text: value } });
  else {
    const carried = (value as readonly unknown[]).map((_, i) => ({ from: join('', i), to: join('/stack', i) }));
    plan.do({ op: 'set', at: inside, value: { at, stack: value }, carried });
  }
  return plan.edit(inside);
}

/**
 * Moves or resizes a part in a frame, background or foreground. A length that is written as a percentage stays one. `area`: size of the frame, in the unit of
 * the template, for percentages. Raises EditError for a part elsewhere, and for a length that the data give.
 */
export function placePart(
  tree: PartTree,
  part: Part,
  placement: FramePlace,
  area: { readonly width: number; readonly height: number },
): ComposedEdit {
  if (!isPlaced(tree, part)) throw new EditError(refusals.noPlace(part.name));
  const plan = new Plan(tree);
  const given = isObject(part.value) && isObject(part.value.at) ? part.value.at : {};
  let pointer = part.pointer;
  for (const [name, length] of Object.entries(roundedPlacement(tree, placement))) {
    const written = given[name];
    if (typeof written === 'string' && !written.endsWith('%')) throw new EditError(refusals.boundPlace);
    const whole = name === 'x' || name === 'w' ? area.width : area.height;
    const value = typeof written === 'string' ? `${round((100 * length) / whole, 2)}%` : length;
    if (value !== written) pointer = putProperty(plan, part, ['at', name], value);
  }
  return plan.edit(pointer);
}

/** Decimals of a length in each unit: about a tenth of a millimetre. */
const decimals: Readonly<Record<Unit, number>> = { mm: 1, cm: 2, in: 3, pt: 1 };

/** The placement in rounded lengths. `roundSize`: rounds width and height. */
function roundedPlacement(tree: PartTree, placement: FramePlace, roundSize = round): Readonly<Record<string, number>> {
  const lengths = Object.entries(placement).filter((one): one is [string, number] => one[1] !== undefined);
  const rounding = (name: string) => (name === 'w' || name === 'h' ? roundSize : round);
  return Object.fromEntries(lengths.map(([name, length]) => [name, rounding(name)(length, decimals[unitOf(tree)])]));
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Less than a thousandth of the last digit above is an error of computing. */
const roundUp = (value: number, digits: number): number => round(Math.ceil(value * 10 ** digits - 0.001) / 10 ** digits, digits);

/** Puts a part into a frame. `inside`: its pointer there. */
function wrapInFrame(tree: PartTree, part: Part): { readonly plan: Plan; readonly inside: string } {
  const place = tree.places.get(part.pointer)?.slot;
  if (!place || place.slot.kind === 'part' || (part.kind === 'cell' && part.type === undefined))
    throw new EditError(refusals.notWrapped(part.name));
  const plan = new Plan(tree);
  const value = getValue(tree.written, part.pointer);
  const kinds = place.slot.kind;
  const outer = isObject(value) ? Object.entries(value).filter(([name]) => isOuter(name, kinds, place.owner.type)) : [];
  const names = outer.map(([name]) => name);
  const inner = isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : value;
  const wrapped = { ...Object.fromEntries(outer), frame: [inner] };
  refuse(whyNotWrapped(tree, part, wrapped));
  const inside = '/frame/0';
  // A cell stays the cell: only what is in it moves.
  const moved =
    part.kind !== 'cell' ? [''] : typeof inner === 'object' ? Object.keys(inner as object).map((name) => join('', name)) : [];
  plan.do({ op: 'set', at: part.pointer, value: wrapped, carried: moved.map((from) => ({ from, to: inside + from })) });
  return { plan, inside: part.pointer + inside };
}

/** What the part around asks for, what places the part in the flow, and the condition by which a row or a choice counts its children. */
const isOuter = (name: string, kind: SlotKind, around: string | undefined): boolean =>
  childPropertiesIn(kind).includes(name) ||
  flowProperties.includes(name) ||
  (name === 'when' && (kind === 'column' || kind === 'cell' || around === 'choose'));

/** Why a part cannot stand in a frame, by the rules of the slot of an empty one in its place. */
function whyNotWrapped(tree: PartTree, part: Part, wrapped: { readonly frame: readonly unknown[] }): string | undefined {
  const place = tree.places.get(part.pointer)!.slot!;
  const owner: Part = { ...part, kind: 'component', type: 'frame', value: {}, slots: [] };
  const slot = {
    ...place.slot,
    pointer: `${part.pointer}/frame`,
    member: 'frame',
    kind: 'placedComponent',
    form: 'list',
    parts: [],
    most: 50,
  } as const;
  const inPlace = place.slot.kind === 'cell' ? undefined : whyNotIn(tree, wrapped, place, undefined);
  return inPlace ?? whyNotIn(tree, wrapped.frame[0], { slot, owner }, undefined);
}
