// What a JSON Schema says of the members of a value. Schemas come from strangers: any keyword may hold anything.
import type { JsonSchema } from '../../contract/schema.ts';

export type Schema = JsonSchema | boolean;

/** What is known of a member: its schema and whether it must be there; that there is none of this name; or nothing. */
export type Member =
  | { readonly state: 'known'; readonly schema: Schema; readonly required: boolean }
  | { readonly state: 'unknown'; readonly names: readonly string[] }
  | { readonly state: 'open' };

const open: Member = { state: 'open' };

/** One question to a schema: schemas refer to themselves and branch, so the steps are counted. */
interface Walk {
  readonly root: Schema;
  /** Schemas on the way here. */
  readonly path: Set<JsonSchema>;
  steps: number;
}

const maxSteps = 2000;

function begin(root: Schema): Walk {
  return { root, path: new Set(), steps: 0 };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemasOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter((one): one is Schema => typeof one === 'boolean' || isSchema(one)) : [];
}

/** The schema that a `$ref` inside the root schema leads to; nothing is known of others. */
function resolveRef(ref: string, root: Schema): Schema {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return true;
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return true;
    at = (at as Record<string, unknown>)[name];
  }
  return at === false || isSchema(at) ? at : true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % stands for itself
  }
}

/** The schemas that hold together with this one: itself, what it refers to, what is in its `allOf`. `false` allows nothing. */
function conjuncts(schema: unknown, walk: Walk, all: (JsonSchema | false)[] = []): (JsonSchema | false)[] {
  if (schema === false) all.push(false);
  if (!isSchema(schema) || all.includes(schema) || ++walk.steps > maxSteps) return all;
  all.push(schema);
  if (typeof schema.$ref === 'string') conjuncts(resolveRef(schema.$ref, walk.root), walk, all);
  for (const one of schemasOf(schema.allOf)) conjuncts(one, walk, all);
  return all;
}

function knownConjuncts(schema: unknown, walk: Walk): JsonSchema[] {
  return conjuncts(schema, walk).filter((part) => part !== false);
}

/** Answers of one schema, kept: templates ask for the same members again and again. */
const answers = new WeakMap<object, { readonly root: Schema; readonly members: Map<string | number, Member> }>();

/** The member `key` of what `schema` describes. */
export function memberSchema(schema: Schema, key: string | number, root: Schema): Member {
  if (!isSchema(schema)) return schema === false ? { state: 'unknown', names: [] } : open;
  let kept = answers.get(schema);
  if (kept?.root !== root) {
    kept = { root, members: new Map() };
    answers.set(schema, kept);
  }
  let member = kept.members.get(key);
  if (!member) {
    member = findMember(schema, key, begin(root));
    kept.members.set(key, member);
  }
  return member;
}

function findMember(schema: Schema, key: string | number, walk: Walk): Member {
  const all = conjuncts(schema, walk);
  if (all.includes(false)) return { state: 'unknown', names: [] };
  const parts = all as JsonSchema[];
  if (parts.length === 0 || parts.some((part) => walk.path.has(part))) return open;
  for (const part of parts) walk.path.add(part);
  const member = findAmong(parts, schema, key, walk);
  for (const part of parts) walk.path.delete(part);
  return member;
}

function findAmong(parts: readonly JsonSchema[], schema: Schema, key: string | number, walk: Walk): Member {
  const types = collectTypes(schema, walk);
  const isList = types?.has('array') === true;
  const canBeObject = types === undefined || types.has('object');
  if (typeof key === 'number' || key === 'first' || key === 'last') {
    const element = elementSchema(parts, key);
    if (element !== undefined) return { state: 'known', schema: element, required: true };
    if (isList && !canBeObject) return open;
  }
  if (!canBeObject) {
    if (key === 'size' && (isList || types.has('string')))
      return { state: 'known', schema: { type: 'integer' }, required: true };
    if (types.size > 0) return { state: 'unknown', names: isList ? ['size', 'first', 'last'] : [] };
  }
  return propertySchema(parts, String(key), walk);
}

function elementSchema(parts: readonly JsonSchema[], key: string | number): Schema | undefined {
  const list = parts.find((part) => part.items !== undefined || part.prefixItems !== undefined);
  if (!list) return undefined;
  // Until 2019-09 a tuple is written in `items`, what follows it in `additionalItems`.
  const isTuple = Array.isArray(list.items);
  const prefix = schemasOf(isTuple ? list.items : list.prefixItems);
  const rest = isTuple ? list.additionalItems : list.items;
  const index = key === 'first' ? 0 : key;
  const found = (typeof index === 'number' ? prefix[index] : undefined) ?? rest;
  if (key === 'last' && prefix.length > 0) return true;
  return isSchema(found) ? found : true;
}

function propertySchema(parts: readonly JsonSchema[], key: string, walk: Walk): Member {
  const required = parts.some((part) => Array.isArray(part.required) && part.required.includes(key));
  const names: string[] = [];
  let isMap = false;
  let isClosed = false;
  for (const part of parts) {
    const { properties } = part;
    if (isSchema(properties)) {
      if (Object.hasOwn(properties, key)) {
        const found = properties[key] as unknown;
        if (found === false) return { state: 'unknown', names: Object.keys(properties).filter((name) => name !== key) };
        return { state: 'known', schema: isSchema(found) ? found : true, required };
      }
      names.push(...Object.keys(properties));
    } else if (isSchema(part.additionalProperties)) {
      return { state: 'known', schema: part.additionalProperties, required };
    }
    if (part.patternProperties) isMap = true;
    else if (part.additionalProperties === false) isClosed = true;
  }
  const inBranches = branchMember(parts, key, required, walk);
  if (inBranches?.state === 'known') return inBranches;
  if (inBranches?.state === 'open' && names.length === 0) return open;
  if (inBranches?.state === 'unknown') names.push(...inBranches.names);
  if (isMap || (names.length === 0 && !isClosed)) return open;
  return { state: 'unknown', names: [...new Set(names)] };
}

/** The member in `anyOf`, `oneOf`, `then` and `else`: known if one of them knows it, required if all require it. */
function branchMember(parts: readonly JsonSchema[], key: string, required: boolean, walk: Walk): Member | undefined {
  const choices = parts.flatMap((part) => [...schemasOf(part.anyOf), ...schemasOf(part.oneOf)]).filter((one) => !isNull(one));
  const conditions = parts.flatMap((part) => [part.then, part.else].filter(isSchema));
  const found: Member[] = [...choices, ...conditions].map((branch) => findMember(branch, key, walk));
  if (found.length === 0) return undefined;
  const known = found.filter((one) => one.state === 'known');
  if (known.length > 0) {
    const schemas = [...new Set(known.map((one) => one.schema))];
    return {
      state: 'known',
      schema: schemas.length === 1 ? schemas[0]! : schemas.includes(true) ? true : { anyOf: schemas as JsonSchema[] },
      required: required || (conditions.length === 0 && known.length === found.length && known.every((one) => one.required)),
    };
  }
  if (found.some((one) => one.state === 'open')) return open;
  return { state: 'unknown', names: found.flatMap((one) => (one.state === 'unknown' ? one.names : [])) };
}

function isNull(schema: Schema): boolean {
  return isSchema(schema) && schema.type === 'null';
}

/** The JSON types that a value may have, integer as number, null left out; undefined: nothing is known. */
export function typesOf(schema: Schema, root: Schema): ReadonlySet<string> | undefined {
  return collectTypes(schema, begin(root));
}

function collectTypes(schema: Schema, walk: Walk, depth = 0): ReadonlySet<string> | undefined {
  let types: Set<string> | undefined;
  const narrow = (more: Iterable<string>) => {
    const set = new Set([...more].map((type) => (type === 'integer' ? 'number' : type)));
    types = types ? new Set([...types].filter((type) => set.has(type))) : set;
  };
  if (depth > 32) return undefined;
  for (const part of knownConjuncts(schema, walk)) {
    if (typeof part.type === 'string') narrow([part.type]);
    else if (Array.isArray(part.type)) narrow(part.type.filter((type) => typeof type === 'string'));
    else if (part.const !== undefined) narrow([jsonType(part.const)]);
    else if (Array.isArray(part.enum)) narrow(part.enum.slice(0, maxSteps).map(jsonType));
    for (const branches of [schemasOf(part.anyOf), schemasOf(part.oneOf)]) {
      if (branches.length === 0) continue;
      const found = branches.map((branch) => collectTypes(branch, walk, depth + 1));
      if (walk.steps <= maxSteps && found.every((one) => one !== undefined)) narrow(found.flatMap((one) => [...one!]));
    }
  }
  (types as Set<string> | undefined)?.delete('null');
  return types;
}

/** The schema of the elements of a list. */
export function itemSchema(schema: Schema, root: Schema): Schema {
  if (!isSchema(schema)) return true;
  const member = memberSchema(schema, 0, root);
  return member.state === 'known' ? member.schema : true;
}

function jsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
