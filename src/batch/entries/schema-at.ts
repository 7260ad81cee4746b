// Finds the part of a data schema that describes a path in the data.
import type { JsonSchema } from '../../contract/schema.ts';
import { formatPath, type PathStep } from '../../input/parse-path.ts';
import { conjuncts, type Schema, typesOf } from '../../json/schema-parts.ts';

/** The schema of the value that a column or an element gives for a path; `true`: no rules; `false`: nothing is allowed there. */
export function schemaAt(root: Schema, steps: readonly PathStep[]): Schema {
  return steps.reduce<Schema>((schema, step) => memberOf(schema, step, root), root);
}

/** Schemas may refer to themselves, and many may refer to the same: each is looked at once. */
function memberOf(schema: Schema, step: PathStep, root: Schema): Schema {
  const known = new Map<Schema, Schema>();
  const find = (one: Schema): Schema => {
    const found = known.get(one);
    if (found !== undefined) return found;
    known.set(one, true);
    const member = findMember(one, step, root, find);
    known.set(one, member);
    return member;
  };
  return find(schema);
}

/** `find`: finds the member in a branch. */
function findMember(schema: Schema, step: PathStep, root: Schema, find: (branch: Schema) => Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const types = typesOf(schema, root);
  if (types && !types.has(typeof step === 'number' ? 'array' : 'object')) return false;
  const parts = conjuncts(schema, root);
  const found: Schema[] = [];
  // A schema with a list of members refuses other names, unless one of its parts knows the name.
  let refused = false;
  for (const part of parts) {
    const described = typeof step === 'number' ? elementOf(part, step) : propertyOf(part, step);
    if (described === 'refused') refused = true;
    else if (described !== undefined) found.push(described);
    const branches = branchesOf(part);
    if (branches.length === 0) continue;
    const below = branches.map(find);
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

/** The alternatives: at least one of these schemas holds. */
function branchesOf(part: JsonSchema): readonly Schema[] {
  const conditional = [part.then, part.else].filter((one) => one !== undefined) as Schema[];
  // For a condition with a single branch, the other branch has no rules.
  return [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...conditional, ...(conditional.length === 1 ? [true] : [])];
}

/** Every value of a keyword that may hold at a place: the `format`s, the values of `enum`. */
export function keywordsAt(schema: Schema, keyword: string, root: Schema): readonly unknown[] {
  const parts = new Set<JsonSchema>();
  const visit = (one: Schema): void => {
    for (const part of conjuncts(one, root)) {
      if (parts.has(part)) continue;
      parts.add(part);
      branchesOf(part).forEach(visit);
    }
  };
  visit(schema);
  return [...parts].flatMap((part) => (part[keyword] === undefined ? [] : [part[keyword]]));
}

/** A schema that refers to itself in many members has paths without end. */
const mostVisits = 3_000;

/** Paths of the schema's values, to suggest the nearest; an element is `[0]`. */
export function listPaths(root: Schema, at: Schema = root): readonly string[] {
  const paths: string[] = [];
  let visits = 0;
  const visit = (schema: Schema, steps: readonly PathStep[]): void => {
    if (steps.length > 6 || paths.length >= 500) return;
    const names = new Set(keywordsAt(schema, 'properties', root).flatMap((one) => Object.keys(one as object)));
    for (const name of names) {
      if (++visits > mostVisits) return;
      visit(memberOf(schema, name, root), [...steps, name]);
    }
    const hasElements = names.size === 0 && typesOf(schema, root)?.has('array') === true;
    const element = hasElements ? memberOf(schema, 0, root) : false;
    if (element !== false && element !== true) visit(element, [...steps, 0]);
    else if (names.size === 0 && steps.length > 0) paths.push(formatPath(steps));
  };
  visit(at, []);
  return paths;
}
