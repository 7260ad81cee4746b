// The names of expressions: which a part binds for its content, and which the content uses.
import { mapBySchema } from '../document/components/map-by-schema.ts';
import { readLetName, valueName } from '../document/expression/local-name.ts';
import { isObject } from '../json/is-object.ts';
import type { Part } from './part.ts';
import type { PartTree, PlaceOfSlot } from './part-tree.ts';
import { hasSum, waysToSumRows } from './sum-rows.ts';

/** A part that gives names to what is in it, and the names. */
export interface Binder {
  readonly part: Part;
  readonly names: readonly string[];
}

/** The parts around a slot that bind names for it, nearest first. */
export function bindersAt(tree: PartTree, slot: PlaceOfSlot | undefined): readonly Binder[] {
  const binders: Binder[] = [];
  const way: string[] = [];
  let inside: Part | undefined;
  for (let at = slot; at; at = tree.places.get(at.owner.pointer)?.slot) {
    way.unshift(at.slot.member);
    const names = inside && printsSum(at.owner, inside) ? [] : namesFor(at.owner, way);
    inside = at.owner;
    if (names.length > 0) binders.push({ part: at.owner, names });
  }
  return binders;
}

/** Whether rows of sums print the body of a column too. They have no element. */
const printsSum = ({ type, value }: Part, column: Part): boolean =>
  type === 'table' &&
  column.kind === 'column' &&
  isObject(column.value) &&
  hasSum(column.value) &&
  waysToSumRows(value).length > 0;

/** The names that a part binds in one of its slots. `way`: the slots that lead from the part to the place, outermost first. */
function namesFor({ kind, type, value }: Part, [slot, inner]: readonly string[]): readonly string[] {
  if (!isObject(value)) return [];
  const lets = letNames(value.let);
  const element = (otherwise = 'item') => [typeof value.as === 'string' ? value.as : otherwise, 'loop', ...lets];
  if (kind === 'page') return value.each === undefined ? lets : element();
  if (kind === 'column') {
    const own = value.value !== undefined && slot === 'body' ? [valueName] : [];
    return value.each === undefined ? own : [...element('column'), ...own];
  }
  if (kind === 'pair') return value.each === undefined ? [] : element();
  if (type === 'repeat') return slot === 'body' ? element() : [];
  if (type === 'list') return slot === 'body' ? element() : [];
  if (type === 'pairs') return slot === 'pairs' ? [] : element();
  if (type !== 'table' || slot === 'empty') return [];
  const sums = value.sums === undefined ? [] : ['sums'];
  const isOfElement = slot === 'rows' || (slot === 'columns' && inner === 'body');
  if (isOfElement) return [...element(), ...sums, ...(value.groups === undefined ? [] : ['group'])];
  return slot === 'groups' ? ['group', ...sums] : sums;
}

/** The names of `let`. Of a filter, the name without its parameters. */
const letNames = (values: unknown): readonly string[] =>
  isObject(values) ? Object.keys(values).map((written) => readLetName(written).name) : [];

/** The names that a part binds for anything in it. */
export const namesBoundIn = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => {
    const { value } = part;
    if (!isObject(value)) return [];
    const own = typeof value.as === 'string' ? [value.as] : [];
    return [...own, ...letNames(value.let)];
  });

/** The sources of all expressions in a component: bare ones, and those in bindings. */
export function expressionsIn(value: unknown): readonly string[] {
  const bare: string[] = [];
  const schema = { properties: { part: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/components' }] } } };
  mapBySchema(schema, { part: value }, '', {
    text(text, { 'x-expression': isExpression }) {
      if (isExpression) bare.push(text);
      return text;
    },
  });
  return [...bare, ...[...JSON.stringify(value ?? null).matchAll(/\{\{(.*?)\}\}/gs)].map(([, source]) => source!)];
}

/** Whether expressions can use a name as it is. */
export const isName = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);

/** Whether an expression may use a name. A text in quotes that holds it counts too. */
export const mayUse = (source: string, name: string): boolean =>
  isName(name) && new RegExp(`(?<![\\p{L}\\p{N}_$.])${name.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'u').test(source);
