// Copies parts as text, also into another template.
import { type Unit, units } from '../document/template/units.ts';
import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { withoutNames } from './copy-part.ts';
import { bindersAt, expressionsIn, mayUse } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { type Goal, insertPart } from './place-parts.ts';
import { type ComposedEdit, EditError } from './plan.ts';
import { scaleLengths } from './scale-lengths.ts';
import { isUnit, ptPerUnit, unitOf } from './template-unit.ts';
import { hasNeed, type Need, needsOf } from './uses.ts';

/** Says that a JSON text is a part of a template, and in which form. */
const marker = 'pdfgen/part';
const form = 1;

/** A part that was copied. */
interface CopiedPart {
  readonly [marker]: typeof form;
  readonly unit: Unit;
  /** Names that the parts around gave to its expressions. */
  readonly names: readonly string[];
  readonly part: unknown;
}

/** A part that is pasted. */
export interface PastedPart {
  readonly edit: ComposedEdit;
  /** Names in the part that this template does not have. The template does not compile until they are added. */
  readonly missing: readonly Need[];
}

/** The text of a component for the clipboard. Raises EditError for other parts. */
export function copyPart(tree: PartTree, part: Part): string {
  if (part.kind !== 'component') throw new EditError(refusals.notCopied(part.name));
  const { value } = part;
  const sources = expressionsIn(value);
  const names = bindersAt(tree, tree.places.get(part.pointer)?.slot)
    .flatMap((binder) => binder.names)
    .filter((name) => sources.some((source) => mayUse(source, name)));
  const copied: CopiedPart = { [marker]: form, unit: unitOf(tree), names: [...new Set(names)], part: value };
  return JSON.stringify(copied);
}

/** The component in a text of the clipboard. Undefined: the text is no part. */
export const copiedPart = (text: string): unknown => readPart(text)?.part;

/**
 * Inserts a part from the clipboard, with its lengths in the unit of this template and without its `id`s. `known`: files and font families that stand outside of
 * the document. Raises EditError if the text is no part, and if the part cannot stand there.
 */
export function pastePart(
  tree: PartTree,
  goal: Goal,
  text: string,
  known: { readonly files: readonly string[]; readonly fonts: readonly string[] },
): PastedPart {
  const copied = readPart(text);
  if (!copied) throw new EditError(refusals.noPart);
  const factor = units[copied.unit] / ptPerUnit(tree);
  const component = scaleLengths(withoutNames(copied.part), factor);
  const given = bindersAt(tree, tree.slots.get(goal.slot)).flatMap(({ names }) => names);
  const names = copied.names.filter((name) => !given.includes(name)).map((name): Need => ({ kind: 'name', name }));
  const missing = needsOf(component).filter((need) => !hasNeed(tree.written, need, known));
  return { edit: insertPart(tree, goal, component), missing: [...missing, ...names] };
}

function readPart(text: string): CopiedPart | undefined {
  const value = parse(text);
  if (!isObject(value) || value[marker] !== form) return undefined;
  const { unit, names, part } = value;
  if (!isUnit(unit) || !isTexts(names)) return undefined;
  const isComponent = typeof part === 'string' || (typeof part === 'object' && part !== null);
  return isComponent ? { [marker]: form, unit, names, part } : undefined;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Undefined: the text is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
