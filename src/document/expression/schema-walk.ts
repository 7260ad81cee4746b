// Finds the members of a value in a JSON Schema.
import type { JsonSchema } from '../../contract/schema.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { conjuncts, type Schema, typesOf } from '../../json/schema-parts.ts';
import { isTruthy } from './values.ts';

/** The schema of a member and whether it is required; or that the member does not exist; or nothing. */
export type Member =
  | { readonly state: 'known'; readonly schema: Schema; readonly required: boolean }
  | {
      readonly state: 'unknown';
      readonly names: readonly string[];
      /** The schema whose `properties` a new member would join. */
      readonly among?: JsonSchema | undefined;
    }
  | { readonly state: 'open' };

const open: Member = { state: 'open' };

/** The member `key` of a value that `schema` describes. */
export function memberSchema(schema: Schema, key: string | number, root: Schema): Member {
  const known = new Map<Schema, Member>();
  // Schemas may refer to themselves, and many may refer to the same: each is looked at once.
  const find = (one: Schema): Member => {
    const found = known.get(one);
    if (found) return found;
    known.set(one, open);
    const member = findMember(one, key, root, find);
    known.set(one, member);
    return member;
  };
  return find(schema);
}

/** `find`: finds the member in a branch. */
function findMember(schema: Schema, key: string | number, root: Schema, find: (branch: Schema) => Member): Member {
  const parts = conjuncts(schema, root);
  if (parts.length === 0) return open;
  if (typeof key === 'number' || key === 'first' || key === 'last') {
    const list = parts.find((part) => part.items !== undefined || part.prefixItems !== undefined);
    if (list) {
      const least = Math.max(0, ...parts.map(({ minItems }) => (typeof minItems === 'number' ? minItems : 0)));
      return { state: 'known', schema: elementSchema(list, key, least), required: least >= leastItems(key) };
    }
  }
  if (key === 'size' && valueTypes(schema, root)?.has('object') === false)
    return { state: 'known', schema: { type: 'integer' }, required: true };
  const required = parts.some((part) => part.required?.includes(String(key)));
  const names: string[] = [];
  let among: JsonSchema | undefined;
  let isMap = false;
  for (const part of parts) {
    const { properties } = part;
    if (properties && Object.hasOwn(properties, String(key)))
      return { state: 'known', schema: properties[String(key)] as Schema, required };
    if (properties) names.push(...Object.keys(properties));
    if (properties) among ??= part;
    if (part.patternProperties) isMap = true;
    if (typeof part.additionalProperties === 'object' && !properties) {
      // Which patterns a name matches is not looked up: a pattern may take any time.
      const patterns = Object.values((part.patternProperties ?? {}) as Record<string, Schema>);
      return { state: 'known', schema: unionOf([part.additionalProperties, ...patterns]), required };
    }
  }
  const choices = parts.flatMap(choicesOf).map((branches) => branches.map(find));
  if (choices.length > 0) {
    const found = choices.flat();
    const known = found.filter((one) => one.state === 'known');
    if (known.length > 0) {
      const isRequired = required || choices.some((one) => one.every((branch) => branch.state === 'known' && branch.required));
      // A branch that does not know the member allows each value of it.
      const isOpen = choices.every((one) => one.some(({ state }) => state !== 'known'));
      const schemas = known.map((one) => one.schema);
      return {
        state: 'known',
        schema: unionOf(isRequired && isOpen ? [...schemas, { type: 'null' }] : schemas),
        required: isRequired,
      };
    }
    if (found.some((one) => one.state === 'open') && names.length === 0) return open;
    for (const one of found) {
      if (one.state !== 'unknown') continue;
      names.push(...one.names);
      among ??= one.among;
    }
  }
  const isClosed = parts.some((part) => part.additionalProperties === false);
  if ((names.length > 0 || isClosed) && !isMap) return { state: 'unknown', names: [...new Set(names)], among };
  const types = valueTypes(schema, root);
  if (types && !types.has('object')) return { state: 'unknown', names: types.has('array') ? ['size', 'first', 'last'] : [] };
  return open;
}

/** The branches of a schema, of which a value fits at least one in each choice. */
export function choicesOf(part: JsonSchema): readonly (readonly Schema[])[] {
  const choices = [part.anyOf, part.oneOf].filter((one): one is JsonSchema[] => Array.isArray(one) && one.length > 0);
  const { if: condition, then: yes, else: no } = part as Readonly<Record<string, Schema | undefined>>;
  const isConditional = condition !== undefined && (yes !== undefined || no !== undefined);
  const dependent = Object.values((part.dependentSchemas ?? {}) as Record<string, Schema>);
  return [...choices, ...(isConditional ? [[yes ?? true, no ?? true]] : []), ...dependent.map((one) => [one, true])];
}

/** The schema of one element of a list. `least`: the number of elements that the list has at least. */
function elementSchema(list: JsonSchema, key: number | 'first' | 'last', least: number): Schema {
  const first = (list.prefixItems ?? []) as readonly Schema[];
  const others = (list.items ?? true) as Schema;
  const at = key === 'first' ? 0 : key === 'last' ? -1 : key;
  if (at >= 0) return first[at] ?? others;
  return unionOf([...first.slice(Math.max(0, least + at)), others]);
}

/** The schema of the values that fit one of these schemas. */
export function unionOf(schemas: readonly Schema[]): Schema {
  const all = [...new Set(schemas.filter((one) => one !== false))];
  return all.length === 0 ? false : all.includes(true) ? true : all.length === 1 ? all[0]! : { anyOf: all as JsonSchema[] };
}

/** Whether "first" and "last" are elements of a value: an object may have members with these names. */
export const isList = (schema: Schema, root: Schema): boolean => valueTypes(schema, root)?.has('object') === false;

/** The number of elements that a list with this element has at least. */
export function leastItems(key: number | 'first' | 'last'): number {
  return typeof key !== 'number' ? 1 : key < 0 ? -key : key + 1;
}

/** The search looks at this many parts of a schema at most. */
const mostSearched = 10_000;

/** The JSON Pointer to a part of a schema, found by identity. Undefined: not a part of the schema. */
export function findPart(root: Schema, part: object): string | undefined {
  const found: (readonly [unknown, string])[] = [[root, '']];
  for (const [at, pointer] of found) {
    if (at === part) return pointer;
    if (typeof at !== 'object' || at === null || found.length > mostSearched) continue;
    for (const [name, member] of Object.entries(at)) found.push([member, pointer + pointerStep(name)]);
  }
  return undefined;
}

/** The types of a value as expressions tell them apart: without null, and a whole number is a number. Undefined: unknown. */
export function valueTypes(schema: Schema, root: Schema): ReadonlySet<string> | undefined {
  const types = typesOf(schema, root);
  if (types === undefined) return undefined;
  const found = new Set<string>();
  for (const type of types) if (type !== 'null') found.add(type === 'integer' ? 'number' : type);
  return found;
}

/** Whether a value that is there is a text. */
export function isTextSchema(schema: Schema, root: Schema): boolean {
  const types = valueTypes(schema, root);
  return types?.size === 1 && types.has('string');
}

/**
 * Why a value may be null. `schema`: the data schema allows it. `elements`: it comes from elements of a list, which may lack it. `unproved`: no schema
 * says whether it may be.
 */
export type Nullness = 'schema' | 'elements' | 'unproved';

/** Undefined: the value is never null. */
export function nullnessOf(schema: Schema, root: Schema): Nullness | undefined {
  const types = typesOf(schema, root);
  if (types === undefined) return 'unproved';
  if (!types.has('null')) return undefined;
  return ((schema as JsonSchema)['x-lacking'] as Nullness | undefined) ?? 'schema';
}

/** The schema of a value that elements of a list may lack. `doubt`: what the data may lack there. */
export function lackingSchema(schema: Schema, nullness: Nullness, root: Schema, doubt?: WithRoot): Schema {
  if (typeof schema !== 'object') return schema;
  const format = formatOf(schema, root);
  const lack = doubt && { 'x-lack': rootOf(doubt) };
  return { anyOf: [schema, { type: 'null' }], ...(format && { format }), 'x-lacking': nullness, ...lack };
}

/** The schema of the same values without null. */
export function withoutNull(schema: Schema, root: Schema): Schema {
  const types = typesOf(schema, root);
  return types?.has('null') ? { allOf: [schema], type: [...types].filter((type) => type !== 'null') } : schema;
}

/** Why the data may lack a value. */
export interface Lack {
  readonly why: string;
  /** How the schema can say that it is always there. */
  readonly must?: string | undefined;
  /** The names of others that may be missing too, and are needed as well. */
  readonly also?: readonly string[];
}

type WithRoot = Lack & { readonly root?: string };

const rootOf = ({ why, root = why, must }: WithRoot): Lack => ({ why: root, must });

/** The schema of a value that is made of another one, which the data may lack. */
export const withLack = (schema: Schema, doubt: WithRoot): JsonSchema => ({
  allOf: [schema as JsonSchema],
  'x-lack': rootOf(doubt),
});

/** What the data may lack where a value of the schema is missing. Undefined: the value itself. */
export const lackOf = (schema: Schema, root: Schema): Lack | undefined =>
  conjuncts(schema, root).find((part) => part['x-lack'] !== undefined)?.['x-lack'] as Lack | undefined;

/** Whether a schema allows a value that counts as false. Null does not count: it is a missing value. */
export function hasEmptyValue(schema: Schema, root: Schema): boolean {
  const types = valueTypes(schema, root);
  if (types === undefined) return true;
  const values = valuesOf(schema, root);
  if (values !== undefined) return values.some((value) => value !== null && !isTruthy(value));
  const parts = conjuncts(schema, root);
  const isOver = (word: string, least: number) => parts.some(({ [word]: limit }) => typeof limit === 'number' && limit > least);
  const isUnder = (word: string, most: number) => parts.some(({ [word]: limit }) => typeof limit === 'number' && limit < most);
  const isFull: Readonly<Record<string, () => boolean>> = {
    string: () => isOver('minLength', 0) || parts.some(({ format }) => format !== undefined && timeFormats.has(format as string)),
    number: () => isOver('minimum', 0) || isOver('exclusiveMinimum', -Number.MIN_VALUE) || isUnder('maximum', 0),
    array: () => isOver('minItems', 0),
    object: () => isOver('minProperties', 0) || parts.some(({ required = [] }) => required.length > 0),
  };
  return ![...types].every((type) => isFull[type]?.());
}

/** Formats that no empty text has. */
const timeFormats: ReadonlySet<string> = new Set(['date', 'time', 'date-time', 'duration']);

/**
 * How texts compare. `numbers`: the data schema has numbers there. `moments`: it has times with their offsets, which compare as points in time.
 * `texts`: it has other texts only. Else it says nothing about them.
 */
export type TextKind = 'numbers' | 'moments' | 'texts' | 'unknown';

/** How values of these schemas compare if they are texts. */
export function textKindOf(schemas: readonly Schema[], root: Schema): TextKind {
  const types = schemas.map((schema) => valueTypes(schema, root));
  if (types.some((one) => one?.has('number'))) return 'numbers';
  if (schemas.some((schema) => formatOf(schema, root) === 'date-time')) return 'moments';
  return types.includes(undefined) ? 'unknown' : 'texts';
}

/** `text or a number` */
export function typeWords(types: ReadonlySet<string>): string {
  return [...types]
    .map((type) => (type === 'string' ? 'text' : type === 'array' ? 'a list' : type === 'object' ? 'an object' : `a ${type}`))
    .join(' or ');
}

/** The members that a schema lists. */
export function namesOf(schema: Schema, root: Schema): readonly string[] {
  return conjuncts(schema, root).flatMap((part) => Object.keys(part.properties ?? {}));
}

/** The values that a schema allows; undefined: it does not list them. */
export function valuesOf(schema: Schema, root: Schema): readonly unknown[] | undefined {
  const parts = conjuncts(schema, root);
  const listed = parts.find((part) => part.enum !== undefined || part.const !== undefined);
  return listed?.enum ?? (listed && [listed.const]);
}

/** The `format` that a schema gives to texts. */
export function formatOf(schema: Schema, root: Schema): string | undefined {
  const format = conjuncts(schema, root).find((part) => part.format !== undefined)?.format;
  return typeof format === 'string' ? format : undefined;
}

/** The schema of a member. True: nothing is known. */
export function schemaOfMember(schema: Schema, key: string | number, root: Schema): Schema {
  const member = memberSchema(schema, key, root);
  return member.state === 'known' ? member.schema : true;
}

/** The schema of the elements of a list. */
export function itemSchema(schema: Schema, root: Schema): Schema {
  const list = conjuncts(schema, root).find((part) => part.items !== undefined || part.prefixItems !== undefined);
  if (list?.prefixItems === undefined) return schemaOfMember(schema, 0, root);
  const others = (list.items ?? true) as Schema;
  // The schema of a written list says in `items` what all elements are.
  return list['x-joined'] ? others : unionOf([...(list.prefixItems as readonly Schema[]), others]);
}
