// Prints fields of the data: the text of a field, and the name of the element of its list.
import { reservedNames } from '../document/expression/scope.ts';
import { columnTexts, refusals } from '../editor-words/index.ts';
import { conjuncts, type Schema, typesOf } from '../json/schema-parts.ts';
import { bindersAt, isName } from './names-in-use.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';
import { type Goal, insertPart } from './place-parts.ts';
import { type ComposedEdit, EditError } from './plan.ts';
import { withSubstitute } from './text-pieces.ts';

/** A field of the data. */
export interface DataField {
  /** The names that lead to it, from the data, or from an element of `list`. */
  readonly path: readonly string[];
  /** The list in whose elements it stands, by the names that lead to it. Undefined: in none. */
  readonly list?: readonly string[] | undefined;
  /** Its schema, in which references lead into `root`. */
  readonly schema: Schema;
  readonly root: Schema;
  /** The schema lets it be missing, or what holds it. Default: false. */
  readonly mayBeMissing?: boolean;
}

/** Inserts a field as a text. Raises EditError for a field of a list outside of the parts that print its elements. */
export function insertField(tree: PartTree, goal: Goal, field: DataField): ComposedEdit {
  const element = field.list && elementAt(tree, tree.slots.get(goal.slot), field.list);
  if (field.list && element === undefined) throw new EditError(refusals.fieldOfList);
  refuseFieldOfFields(field);
  return insertPart(tree, goal, bindingOf(field, element));
}

/** Whether a field is a list, which becomes a table. */
export const isListField = ({ schema, root }: DataField): boolean => typesOf(schema, root)?.has('array') ?? false;

/** Raises EditError for a field that no text can print. */
export function refuseFieldOfFields({ schema, root }: DataField): void {
  if (!isPrinted(schema, root)) throw new EditError(refusals.fieldOfFields);
}

/** A text that prints the field, and nothing if the value is missing. `element`: the name of the element of its list. */
export function bindingOf(field: DataField, element: string | undefined): string {
  const path = expressionOf(field.path, element);
  // A condition takes a missing value for false.
  if (isFlag(field)) return `{{ ${path} ? '${columnTexts.yes}' : '${columnTexts.no}' }}`;
  const filter = filterOf(field);
  const expression = filter === undefined ? ` ${path} ` : ` ${path} | ${filter} `;
  return `{{${withSubstitute(expression, field.mayBeMissing ? '' : undefined)}}}`;
}

/** The filter that formats the values of a field. Undefined: none. */
function filterOf(field: DataField): string | undefined {
  if (isNumber(field)) return isShare(field) ? 'percent' : 'number';
  const format = conjuncts(field.schema, field.root).find((one) => typeof one.format === 'string')?.format;
  return format === 'date' ? 'date' : format === 'date-time' ? 'datetime' : undefined;
}

const isFlag = (field: DataField): boolean => hasTypes(field, ['boolean']);

/** Whether the values of a field are known to be short: numbers, flags and dates. */
export const isShort = (field: DataField): boolean => isFlag(field) || filterOf(field) !== undefined;

export const isNumber = (field: DataField): boolean => hasTypes(field, ['number', 'integer']);

/** Whether a field has values of these types only, beside null. */
function hasTypes({ schema, root }: DataField, among: readonly string[]): boolean {
  const types = [...(typesOf(schema, root) ?? [])].filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => among.includes(type));
}

/** Whether the schema lets a number go from 0 to 1, as rates and discounts do. */
function isShare({ schema, root }: DataField): boolean {
  const parts = conjuncts(schema, root);
  const isInteger = typesOf(schema, root)?.has('number') === false;
  return !isInteger && parts.some(({ minimum }) => minimum === 0) && parts.some(({ maximum }) => maximum === 1);
}

/** Whether a text can print a value of a schema. */
export function isPrinted(schema: Schema, root: Schema): boolean {
  const types = typesOf(schema, root);
  return !types || ![...types].some((type) => type === 'array' || type === 'object');
}

/** The names as an expression: `order.lines`, `l['unit-price']`. A member of the data whose name is reserved is reached by `data`. */
export function expressionOf(path: readonly string[], element?: string): string {
  const [first = ''] = path;
  const needsData = element === undefined && (!isName(first) || (reservedNames as readonly string[]).includes(first));
  const start = element ?? (needsData ? 'data' : first);
  const rest = element === undefined && !needsData ? path.slice(1) : path;
  return rest.reduce((source, name) => source + (isName(name) ? `.${name}` : `['${name.replaceAll(/['\\]/g, '\\$&')}']`), start);
}

/** The name of the element of a list in a slot. `outer`: the name of the element in which the list stands. Undefined: no part around prints the list. */
export function elementAt(
  tree: PartTree,
  slot: PlaceOfSlot | undefined,
  list: readonly string[],
  outer?: string,
): string | undefined {
  const printed = expressionOf(list, outer);
  const binder = bindersAt(tree, slot).find(({ part, names }) => {
    const value = part.value as Readonly<Record<string, unknown>>;
    return names.includes('loop') && [value.each, value[part.type ?? '']].includes(printed);
  });
  return binder?.names[0];
}

/** The name of the element of the innermost of some lists in a slot. `lists`: as of `ListedField`. Undefined: the parts around do not print all of them. */
export function innermostElementAt(
  tree: PartTree,
  slot: PlaceOfSlot | undefined,
  lists: readonly (readonly string[])[],
): string | undefined {
  let element: string | undefined;
  for (const [i, list] of lists.entries()) {
    if (i > 0 && element === undefined) return undefined;
    element = elementAt(tree, slot, list, element);
  }
  return element;
}

/** A name for the elements of a list: `line` of `lines`, unless it is taken around the goal. */
export function elementName(tree: PartTree, goal: Goal, list: string): string {
  const single = list.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  const taken = [...reservedNames, ...bindersAt(tree, tree.slots.get(goal.slot)).flatMap(({ names }) => names), list];
  const candidates = [
    isName(single) ? single : 'item',
    'item',
    'element',
    ...Array.from({ length: 99 }, (_, i) => `item${i + 2}`),
  ];
  return candidates.find((name) => !taken.includes(name))!;
}
