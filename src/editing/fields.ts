// What becomes of a field of the data that is dropped on a page or a table.
import { reservedNames } from '../document/expression/scope.ts';
import { conjuncts, type Schema, typesOf } from '../json/schema-parts.ts';
import { inWords } from './field-names.ts';
import { bindersAt } from './names-in-use.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';
import { type Goal, insertPart } from './place-parts.ts';
import { type ComposedEdit, EditError } from './plan.ts';
import { insertColumn } from './table-columns.ts';
import { fieldWords, refusals } from './words.ts';

/** A field of the data. */
export interface DataField {
  /** The names that lead to it, from the data, or from an element of `list`. */
  readonly path: readonly string[];
  /** The list in whose elements it stands, by the names that lead to it. Undefined: in none. */
  readonly list?: readonly string[] | undefined;
  /** Its schema, in which references lead into `root`. */
  readonly schema: Schema;
  readonly root: Schema;
}

/** Most columns of a table that is made of a list. */
const mostColumns = 6;

/** Inserts a field as a text. Raises EditError for a field of a list outside of the parts that print its elements. */
export function insertField(tree: PartTree, goal: Goal, field: DataField): ComposedEdit {
  const element = field.list && elementAt(tree, tree.slots.get(goal.slot), field.list);
  if (field.list && element === undefined) throw new EditError(refusals.fieldOfList);
  refuseFieldOfFields(field);
  return insertPart(tree, goal, bindingOf(field, element));
}

/** Inserts a field as a column before the one with this index, formatted and aligned by its type. Raises EditError for a field of another list. */
export function insertFieldColumn(tree: PartTree, table: Part, index: number, field: DataField): ComposedEdit {
  const { table: list, as = 'item' } = table.value as { readonly table?: unknown; readonly as?: string };
  const isOther = field.list !== undefined && list !== expressionOf(field.list);
  if (isOther) throw new EditError(refusals.otherList(String(list)));
  refuseFieldOfFields(field);
  // The column takes its room from those that share what is left, and a number needs little of it.
  const width = isNumber(field) ? { width: 'auto' } : {};
  return insertColumn(tree, table, index, { ...width, ...columnOf(field, field.list && as) });
}

/** Inserts a list as a table, with a column for each of its first fields. `field`: the list. Raises EditError if its elements have no fields. */
export function insertTable(tree: PartTree, goal: Goal, field: DataField): ComposedEdit {
  const { root } = field;
  const element = field.list && elementAt(tree, tree.slots.get(goal.slot), field.list);
  if (field.list && element === undefined) throw new EditError(refusals.listOfList);
  const items = conjuncts(field.schema, root).flatMap(({ items: one }) => (one === undefined ? [] : [one]));
  const members = items.flatMap((one) => conjuncts(one, root)).flatMap(({ properties = {} }) => Object.entries(properties));
  const printed = members.filter(([, schema]) => isPrinted(schema, root)).slice(0, mostColumns);
  if (printed.length === 0) throw new EditError(refusals.noFields);
  const as = elementName(tree, goal, field.path.at(-1) ?? '');
  const columns = printed.map(([name, schema]) => columnOf({ path: [name], schema, root }, as));
  return insertPart(tree, goal, { table: expressionOf(field.path, element), as, columns });
}

/** Whether a field is a list, which becomes a table. */
export const isListField = ({ schema, root }: DataField): boolean => typesOf(schema, root)?.has('array') ?? false;

function refuseFieldOfFields({ schema, root }: DataField): void {
  if (!isPrinted(schema, root)) throw new EditError(refusals.fieldOfFields);
}

function columnOf(field: DataField, element: string | undefined): Readonly<Record<string, unknown>> {
  const align = isNumber(field) ? { align: 'right' } : {};
  return { header: titleOf(field), ...align, body: bindingOf(field, element) };
}

/** A text that prints the field. `element`: the name of the element of its list. */
export function bindingOf(field: DataField, element: string | undefined): string {
  const path = expressionOf(field.path, element);
  const types = typesOf(field.schema, field.root);
  if (isNumber(field)) return `{{ ${path} | ${isShare(field) ? 'percent' : 'number'} }}`;
  if (types?.has('boolean') && ![...types].some((type) => type !== 'boolean' && type !== 'null'))
    return `{{ ${path} ? '${fieldWords.yes}' : '${fieldWords.no}' }}`;
  const format = conjuncts(field.schema, field.root).find((one) => typeof one.format === 'string')?.format;
  const filter = format === 'date' ? ' | date' : format === 'date-time' ? ' | datetime' : '';
  return `{{ ${path}${filter} }}`;
}

const isNumber = ({ schema, root }: DataField): boolean => {
  const types = [...(typesOf(schema, root) ?? [])].filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
};

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

/** `unitPrice` becomes `Unit price`. The title of the schema goes first. */
function titleOf({ path, schema, root }: DataField): string {
  const title = conjuncts(schema, root).find((one) => typeof one.title === 'string')?.title;
  if (title !== undefined) return title;
  return inWords([path.at(-1) ?? '']);
}

const isName = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);

/** The names as an expression: `order.lines`, `l['unit-price']`. A member of the data whose name is reserved is reached by `data`. */
export function expressionOf(path: readonly string[], element?: string): string {
  const [first = ''] = path;
  const needsData = element === undefined && (!isName(first) || (reservedNames as readonly string[]).includes(first));
  const start = element ?? (needsData ? 'data' : first);
  const rest = element === undefined && !needsData ? path.slice(1) : path;
  return rest.reduce((source, name) => source + (isName(name) ? `.${name}` : `['${name.replaceAll(/['\\]/g, '\\$&')}']`), start);
}

/** The name of the element of a list in a slot. Undefined: no part around prints the list. */
export function elementAt(tree: PartTree, slot: PlaceOfSlot | undefined, list: readonly string[]): string | undefined {
  const printed = expressionOf(list);
  const binder = bindersAt(tree, slot).find(({ part, names }) => {
    const value = part.value as Readonly<Record<string, unknown>>;
    return names.includes('loop') && [value.each, value[part.type ?? '']].includes(printed);
  });
  return binder?.names[0];
}

/** A name for the elements of a list: `line` of `lines`, unless it is taken around the goal. */
function elementName(tree: PartTree, goal: Goal, list: string): string {
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
