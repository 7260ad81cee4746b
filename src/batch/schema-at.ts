// Finds the part of a data schema that describes a path in the data.
import type { JsonSchema } from '../contract/schema.ts';
import { formatPath, type PathStep } from '../input/parse-path.ts';

export type Schema = JsonSchema | boolean;

/** Schemas may refer to themselves: references are followed to this depth. */
const maxDepth = 24;

/** The schema of the value at a path; `true`: no rules; `false`: nothing is allowed there. */
export function schemaAt(root: Schema, steps: readonly PathStep[]): Schema {
  return steps.reduce<Schema>((schema, step) => memberOf(schema, step, root), root);
}

function memberOf(schema: Schema, step: PathStep, root: Schema, depth = 0): Schema {
  if (typeof schema === 'boolean' || depth > maxDepth) return schema !== false;
  const types = typesOf(schema, root);
  if (types && !types.has(typeof step === 'number' ? 'array' : 'object')) return false;
  const parts = conjuncts(schema, root);
  const found: Schema[] = [];
  // A schema with a list of members refuses other names, unless one of its parts knows the name.
  let refused = false;
  for (const part of parts) {
    const own = typeof step === 'number' ? elementOf(part, step) : propertyOf(part, step);
    if (own === 'refused') refused = true;
    else if (own !== undefined) found.push(own);
    const branches = branchesOf(part);
    if (branches.length === 0) continue;
    const below = branches.map((branch) => memberOf(branch, step, root, depth + 1));
    const admitting = below.filter((one) => one !== false);
    if (admitting.length === 0) refused = true;
    else if (admitting.every((one) => one !== true))
      found.push(admitting.length === 1 ? admitting[0]! : { anyOf: admitting as JsonSchema[] });
  }
  if (found.includes(false)) return false;
  const known = found.filter((one) => one !== true) as JsonSchema[];
  if (known.length > 0) return known.length === 1 ? known[0]! : { allOf: known };
  return found.length > 0 || !refused;
}

/** `refused`: the part lists members without this name; undefined: it does not list members. */
function propertyOf(part: JsonSchema, name: string): Schema | 'refused' | undefined {
  const { properties, additionalProperties } = part;
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  const patterns = (part.patternProperties ?? {}) as Readonly<Record<string, Schema>>;
  const pattern = Object.keys(patterns).find((source) => matches(source, name));
  if (pattern !== undefined) return patterns[pattern];
  if (additionalProperties !== undefined) return additionalProperties === false ? 'refused' : additionalProperties;
  if (part.unevaluatedProperties !== undefined)
    return part.unevaluatedProperties === false ? 'refused' : (part.unevaluatedProperties as Schema);
  return properties ? 'refused' : undefined;
}

function matches(source: string, name: string): boolean {
  try {
    return new RegExp(source, 'u').test(name);
  } catch {
    return true; // the check of the data decides
  }
}

function elementOf(part: JsonSchema, index: number): Schema | 'refused' | undefined {
  // In draft-07, `items` may list the first elements, and `additionalItems` describes the rest.
  const items = part.items as Schema | readonly Schema[] | undefined;
  const first = (part.prefixItems ?? (Array.isArray(items) ? items : [])) as readonly Schema[];
  if (index < first.length) return first[index];
  const rest = Array.isArray(items) ? (part.additionalItems as Schema | undefined) : (items as Schema | undefined);
  return rest === false ? 'refused' : rest;
}

/** The schemas that hold together with this one: itself, its reference, its `allOf`. */
function conjuncts(schema: Schema, root: Schema, depth = 0): JsonSchema[] {
  if (typeof schema === 'boolean' || depth > maxDepth) return [];
  const all = [schema];
  if (typeof schema.$ref === 'string') all.push(...conjuncts(resolveRef(schema.$ref, root), root, depth + 1));
  for (const one of (schema.allOf ?? []) as readonly Schema[]) all.push(...conjuncts(one, root, depth + 1));
  return all;
}

/** The alternatives: at least one of these schemas holds. */
function branchesOf(part: JsonSchema): readonly Schema[] {
  const conditional = [part.then, part.else].filter((one) => one !== undefined) as Schema[];
  // For a condition with a single branch, the other branch has no rules.
  return [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...conditional, ...(conditional.length === 1 ? [true] : [])];
}

function resolveRef(ref: string, root: Schema): Schema {
  let at: unknown = root;
  for (const step of ref.startsWith('#/') ? ref.slice(2).split('/') : []) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return true;
    at = (at as Record<string, unknown>)[name];
  }
  return ref === '#' || ref.startsWith('#/') ? (at as Schema) : true;
}

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** The possible types of a value; undefined: any. */
export function typesOf(schema: Schema, root: Schema, depth = 0): ReadonlySet<TypeName> | undefined {
  if (depth > maxDepth) return undefined;
  let types: ReadonlySet<TypeName> | undefined;
  const narrow = (more: readonly TypeName[]) => {
    types = types ? intersect(types, new Set(more)) : new Set(more);
  };
  for (const part of conjuncts(schema, root)) {
    if (part.type !== undefined) narrow([part.type].flat() as TypeName[]);
    if (part.const !== undefined) narrow([jsonType(part.const)]);
    else if (part.enum) narrow(part.enum.map(jsonType));
    for (const branches of [part.anyOf, part.oneOf]) {
      const found = branches?.map((branch) => typesOf(branch, root, depth + 1)) ?? [];
      if (found.length > 0 && found.every((one) => one !== undefined)) narrow(found.flatMap((one) => [...one!]));
    }
  }
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

/** Every value of a keyword that may hold at a place: the `format`s, the values of `enum`. */
export function keywordsAt(schema: Schema, keyword: string, root: Schema, depth = 0): readonly unknown[] {
  if (depth > maxDepth) return [];
  return conjuncts(schema, root).flatMap((part) => [
    ...(part[keyword] === undefined ? [] : [part[keyword]]),
    ...branchesOf(part).flatMap((branch) => keywordsAt(branch, keyword, root, depth + 1)),
  ]);
}

/** Paths of the schema's values, to suggest the nearest; an element is `[0]`. */
export function listPaths(root: Schema, at: Schema = root): readonly string[] {
  const paths: string[] = [];
  const visit = (schema: Schema, steps: readonly PathStep[]): void => {
    if (steps.length > 6 || paths.length >= 500) return;
    const names = new Set(keywordsAt(schema, 'properties', root).flatMap((one) => Object.keys(one as object)));
    for (const name of names) visit(memberOf(schema, name, root), [...steps, name]);
    const hasElements = names.size === 0 && typesOf(schema, root)?.has('array') === true;
    const element = hasElements ? memberOf(schema, 0, root) : false;
    if (element !== false && element !== true) visit(element, [...steps, 0]);
    else if (names.size === 0 && steps.length > 0) paths.push(formatPath(steps));
  };
  visit(at, []);
  return paths;
}
