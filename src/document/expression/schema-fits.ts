// Proves that every value of one schema is accepted by another: its types, its listed values, its required members and its elements.
// Other rules of a schema, such as `minimum` and `pattern`, are left to the check of the data.
import type { JsonSchema } from '../../contract/schema.ts';
import { conjuncts, type Schema, typesOf } from '../../json/schema-parts.ts';
import { listNames } from '../../words/nearest.ts';
import { memberSchema, namesOf, valuesOf } from './schema-walk.ts';

/** Where a value of a schema is not accepted, in words. */
export interface Misfit {
  /** The names of the members that lead to the value; `0` stands for an element. */
  readonly path: readonly string[];
  /** What is accepted: `text`. */
  readonly wanted: string;
  /** The type of the unfit value, for messages: `a number`. Undefined: it may be missing. */
  readonly given: string | undefined;
}

/** Schemas that go deeper, or that need more steps, are taken to fit: no author writes them, and a wrong value only prints wrongly. */
const mostLevels = 32;
const mostSteps = 100_000;

/** The first value of `given` that `wanted` does not accept. Undefined: it accepts all of them, or nothing is known of them. */
export function findMisfit(given: Schema, wanted: Schema, root: Schema): Misfit | undefined {
  return new Comparison(root).find(given, wanted, []);
}

class Comparison {
  readonly #root: Schema;
  /** The answers so far, by both schemas. Schemas may refer to themselves: a pair that is being compared fits until something else does not. */
  readonly #answers = new Map<Schema, Map<Schema, Misfit | undefined>>();
  #steps = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  find(given: Schema, wanted: Schema, path: readonly string[]): Misfit | undefined {
    const parts = conjuncts(given, this.#root);
    if (parts.length === 0 || given === wanted || wanted === true) return undefined;
    if (path.length > mostLevels || ++this.#steps > mostSteps) return undefined;
    const answers = this.#answers.get(given) ?? new Map<Schema, Misfit | undefined>();
    if (answers.has(wanted)) return answers.get(wanted);
    this.#answers.set(given, answers.set(wanted, undefined));
    const misfit = this.#compare(given, parts, wanted, path);
    answers.set(wanted, misfit);
    return misfit;
  }

  #compare(given: Schema, parts: readonly JsonSchema[], wanted: Schema, path: readonly string[]): Misfit | undefined {
    const root = this.#root;
    // A schema that is only a choice: each of its branches must be accepted.
    const branches = branchesOf(parts);
    if (branches) return firstOf(branches, (branch) => this.find(branch, wanted, path));
    if (wanted === false) return { path, wanted: 'nothing', given: describeType(given, root) };
    for (const part of conjuncts(wanted, root)) {
      const misfit = this.#findInPart(given, part, wanted, path) ?? this.#findInChoice(given, part, wanted, path);
      if (misfit) return misfit;
    }
    return undefined;
  }

  #findInPart(given: Schema, part: JsonSchema, wanted: Schema, path: readonly string[]): Misfit | undefined {
    const root = this.#root;
    const types = typesOf(given, root);
    const fault = (): Misfit => ({ path, wanted: describeType(wanted, root), given: describeType(given, root) });
    const accepted = part.type === undefined ? undefined : new Set([part.type].flat());
    const isAccepted = (type: string) => accepted!.has(type) || (type === 'integer' && accepted!.has('number'));
    if (accepted && types && ![...types].every(isAccepted)) return fault();
    const listed = part.enum ?? (part.const === undefined ? undefined : [part.const]);
    if (listed && types) {
      const values = valuesOf(given, root);
      if (!values?.every((value) => listed.includes(value))) return fault();
    }
    return this.#findInMembers(given, part, types, path) ?? this.#findInElements(given, part, types, path);
  }

  /** At least one branch must accept the whole value. */
  #findInChoice(given: Schema, part: JsonSchema, wanted: Schema, path: readonly string[]): Misfit | undefined {
    for (const branches of [part.anyOf, part.oneOf]) {
      if (!branches || branches.some((branch) => !this.find(given, branch, path))) continue;
      return { path, wanted: describeType(wanted, this.#root), given: describeType(given, this.#root) };
    }
    return undefined;
  }

  #findInMembers(
    given: Schema,
    part: JsonSchema,
    types: ReadonlySet<string> | undefined,
    path: readonly string[],
  ): Misfit | undefined {
    if (types && !types.has('object')) return undefined;
    const root = this.#root;
    const properties = (part.properties ?? {}) as Readonly<Record<string, Schema>>;
    const required = part.required ?? [];
    for (const name of new Set([...required, ...Object.keys(properties)])) {
      const own = Object.hasOwn(properties, name) ? properties[name]! : true;
      const member = memberSchema(given, name, root);
      const isThere = (member.state === 'known' && member.required) || (member.state === 'open' && types === undefined);
      if (!isThere && required.includes(name))
        return { path: [...path, name], wanted: describeType(own, root), given: undefined };
      const misfit = member.state === 'known' ? this.find(member.schema, own, [...path, name]) : undefined;
      if (misfit) return misfit;
    }
    const { additionalProperties: others } = part;
    if (typeof others !== 'object') return undefined;
    const names = namesOf(given, root).filter((name) => !Object.hasOwn(properties, name));
    const maps = conjuncts(given, root).flatMap(({ additionalProperties: more }) => (typeof more === 'object' ? [more] : []));
    return (
      firstOf(maps, (map) => this.find(map, others, [...path, '*'])) ??
      firstOf(names, (name) => {
        const member = memberSchema(given, name, root);
        return member.state === 'known' ? this.find(member.schema, others, [...path, name]) : undefined;
      })
    );
  }

  #findInElements(
    given: Schema,
    { items }: JsonSchema,
    types: ReadonlySet<string> | undefined,
    path: readonly string[],
  ): Misfit | undefined {
    if (items === undefined || (types && !types.has('array'))) return undefined;
    const list = conjuncts(given, this.#root).find(({ prefixItems }) => prefixItems);
    const written = list?.prefixItems as Schema[] | undefined;
    if (written && list) {
      const others = list['x-joined'] || list.items === undefined ? [] : [list.items as Schema];
      return firstOf([...written, ...others].entries(), ([i, element]) => this.find(element, items, [...path, String(i)]));
    }
    const element = memberSchema(given, 0, this.#root);
    return element.state === 'known' ? this.find(element.schema, items, [...path, '0']) : undefined;
  }
}

function firstOf<T, R>(all: Iterable<T>, find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const aboutValues = ['type', 'enum', 'const', 'properties', 'required', 'items', 'additionalProperties', 'prefixItems', 'allOf'];

/** The branches of a schema that has only branches. */
function branchesOf(parts: readonly JsonSchema[]): readonly Schema[] | undefined {
  const choices = parts.filter(({ anyOf, oneOf }) => anyOf ?? oneOf);
  const [choice] = choices;
  if (choices.length !== 1 || (choice!.anyOf && choice!.oneOf)) return undefined;
  return parts.some((part) => aboutValues.some((name) => part[name] !== undefined))
    ? undefined
    : (choice!.anyOf ?? choice!.oneOf);
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The values of a schema in words: `text or a number`, `"left" or "right"`. */
export function describeType(schema: Schema, root: Schema): string {
  const values = valuesOf(schema, root);
  if (values)
    return values.length === 1 ? JSON.stringify(values[0]) : `one of ${listNames(values.map((value) => String(value)))}`;
  const types = typesOf(schema, root);
  if (types === undefined || types.size === 0) return 'a value';
  return [...types].map((type) => words[type] ?? type).join(' or ');
}

/** The schema of a written value. `schemaOf`: of a text in it, which may have bindings. */
export function literalSchema(value: unknown, schemaOf: (text: string, path: readonly string[]) => Schema): JsonSchema {
  const describe = (one: unknown, path: readonly string[]): JsonSchema => {
    if (typeof one === 'string') {
      const schema = schemaOf(one, path);
      return typeof schema === 'object' ? schema : {};
    }
    if (Array.isArray(one)) {
      const prefixItems = one.map((element, i) => describe(element, [...path, String(i)]));
      const kinds = new Map(prefixItems.map((element) => [JSON.stringify(widenLiteral(element)), widenLiteral(element)]));
      const items = kinds.size === 1 ? [...kinds.values()][0]! : { anyOf: [...kinds.values()] as JsonSchema[] };
      return {
        type: 'array',
        minItems: one.length,
        prefixItems,
        ...(one.length > 0 && { items: items as JsonSchema, 'x-joined': true }),
      };
    }
    if (typeof one === 'object' && one !== null) {
      const properties = Object.fromEntries(
        Object.entries(one).map(([name, member]) => [name, describe(member, [...path, name])]),
      );
      return { type: 'object', required: Object.keys(one), properties };
    }
    return { type: one === null ? 'null' : Number.isInteger(one) ? 'integer' : typeof one, const: one };
  };
  return describe(value, []);
}

/** The schema of all values like a written one. */
export function widenLiteral(schema: Schema): Schema {
  if (typeof schema !== 'object') return schema;
  const { const: _const, prefixItems: _prefixItems, properties, ...rest } = schema;
  if (!properties) return rest;
  const wide = Object.entries(properties).map(([name, member]) => [name, widenLiteral(member as Schema)]);
  return { ...rest, properties: Object.fromEntries(wide) as Record<string, JsonSchema> };
}
