// Takes a JSON Schema apart: the schemas that hold together, and the types that they leave to a value.
import type { JsonSchema } from '../contract/schema.ts';
import { pointerKeys, pointerOfFragment } from './json-pointer.ts';

export type Schema = JsonSchema | boolean;

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** Members that say nothing about the values. */
const annotations: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples']);

/** Whether a schema says nothing of the members of an object: it is missing, `true`, `{}` or no more than `{ "type": "object" }`. */
export function saysNothing(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === undefined || schema === true;
  return Object.entries(schema).every(([name, value]) => annotations.has(name) || (name === 'type' && value === 'object'));
}

/** The schemas that hold together with this one: itself, its reference, its `allOf`. Each is listed once, because schemas may refer to themselves. */
export function conjuncts(schema: Schema, root: Schema): JsonSchema[] {
  if (typeof schema === 'object' && schema.$ref === undefined && schema.allOf === undefined) return [schema];
  const all = new Set<JsonSchema>();
  const add = (one: Schema): void => {
    if (typeof one !== 'object' || one === null || all.has(one)) return;
    all.add(one);
    if (typeof one.$ref === 'string') add(resolveRef(one.$ref, root));
    if (Array.isArray(one.allOf)) for (const part of one.allOf as Schema[]) add(part);
  };
  add(schema);
  return [...all];
}

/** The schema of a `$ref` inside the root schema; `true` for other references, and for those that lead nowhere. */
export function resolveRef(ref: string, root: Schema): Schema {
  const pointer = ref === '#' || ref.startsWith('#/') ? pointerOfFragment(ref.slice(1)) : undefined;
  if (pointer === undefined) return true;
  let at: unknown = root;
  for (const name of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return true;
    at = (at as Record<string, unknown>)[name];
  }
  return at as Schema;
}

/** The possible types of a value; undefined: any. */
export function typesOf(schema: Schema, root: Schema): ReadonlySet<TypeName> | undefined {
  return findTypes(schema, root, new Map());
}

/** `known`: the types of the schemas that were looked at, each once. A schema that leads back to itself adds nothing to its types. */
function findTypes(
  schema: Schema,
  root: Schema,
  known: Map<Schema, ReadonlySet<TypeName> | undefined>,
): ReadonlySet<TypeName> | undefined {
  if (known.has(schema)) return known.get(schema);
  known.set(schema, undefined);
  let types: ReadonlySet<TypeName> | undefined;
  const narrow = (more: readonly TypeName[]) => {
    types = types ? intersect(types, new Set(more)) : new Set(more);
  };
  for (const part of conjuncts(schema, root)) {
    if (part.type !== undefined) narrow((typeof part.type === 'string' ? [part.type] : part.type) as TypeName[]);
    if (part.const !== undefined) narrow([jsonType(part.const)]);
    else if (Array.isArray(part.enum)) narrow(part.enum.map(jsonType));
    for (const branches of [part.anyOf, part.oneOf]) {
      const found = Array.isArray(branches) ? branches.map((branch) => findTypes(branch as Schema, root, known)) : [];
      if (found.length > 0 && found.every((one) => one !== undefined)) narrow(found.flatMap((one) => [...one!]));
    }
  }
  known.set(schema, types);
  return types;
}

/** The common types. Of integer and number, keeps integer, the narrower type. */
function intersect(a: ReadonlySet<TypeName>, b: ReadonlySet<TypeName>): ReadonlySet<TypeName> {
  const both = new Set<TypeName>();
  for (const type of ['string', 'boolean', 'null', 'array', 'object'] as const) if (a.has(type) && b.has(type)) both.add(type);
  if (a.has('number') && b.has('number')) both.add('number');
  else if ((a.has('integer') || a.has('number')) && (b.has('integer') || b.has('number'))) both.add('integer');
  return both;
}

function jsonType(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}
