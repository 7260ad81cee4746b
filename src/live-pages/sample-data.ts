// Makes data of a data schema that try a layout: long, short and empty.
import type { JsonSchema } from '../contract/schema.ts';
import { isObject } from '../json/is-object.ts';
import { conjuncts, type Schema, saysNothing, type TypeName, typesOf } from '../json/schema-parts.ts';

export const sampleKinds = [
  { id: 'long', label: 'Long: long texts, many elements' },
  { id: 'short', label: 'Short: short texts, one element' },
  { id: 'empty', label: 'Empty: only what must be there' },
] as const;

export type SampleKind = (typeof sampleKinds)[number]['id'];

/** Elements of a long list, if its schema allows them. */
const manyElements = 40;
const longText = 'A text that is a good deal longer than the one that somebody had in mind when this was laid out';
/** Most values of a sample. Lists inside of lists would otherwise grow without bounds. */
const mostValues = 20_000;
const deepest = 24;

/** Data that fit the data schema of a template, or nearly: patterns and conditions take the value of the example. */
export function makeSample(
  kind: SampleKind,
  { dataSchema, exampleData }: Readonly<Record<string, unknown>>,
  inferred: JsonSchema | undefined,
): Readonly<Record<string, unknown>> {
  const root = (saysNothing(dataSchema) ? (inferred ?? true) : dataSchema) as Schema;
  const made = new SampleMaker(kind, root).make(root, exampleData, 0);
  return isObject(made) ? made : {};
}

class SampleMaker {
  readonly #kind: SampleKind;
  readonly #root: Schema;
  #values = 0;

  constructor(kind: SampleKind, root: Schema) {
    this.#kind = kind;
    this.#root = root;
  }

  make(schema: Schema, example: unknown, depth: number): unknown {
    this.#values++;
    const parts = this.#partsOf(schema, example);
    const find = (name: string) => parts.find((part) => part[name] !== undefined)?.[name];
    const choices = find('const') === undefined ? find('enum') : [find('const')];
    if (Array.isArray(choices) && choices.length > 0) return this.#choose(choices);
    const types = typesOf(schema, this.#root);
    if (this.#kind === 'empty' && types?.has('null')) return null;
    const type =
      typeOfValue(example, types) ?? [...(types ?? [])].find((one) => one !== 'null') ?? (types ? 'null' : guess(parts));
    switch (type) {
      case 'object':
        return this.#makeObject(parts, example, depth);
      case 'array':
        return this.#makeArray(parts, example, depth);
      case 'string':
        return this.#makeText(find, example);
      case 'integer':
      case 'number':
        return this.#makeNumber(find, type === 'integer');
      case 'boolean':
        return this.#kind !== 'empty';
      default:
        return type === 'null' ? null : example;
    }
  }

  /** The schemas that hold together, with one branch of each choice: the first that has the type of the example. */
  #partsOf(schema: Schema, example: unknown): readonly JsonSchema[] {
    const all: JsonSchema[] = [];
    const add = (one: Schema, depth: number): void => {
      for (const part of conjuncts(one, this.#root)) {
        if (all.includes(part)) continue;
        all.push(part);
        for (const branches of [part.anyOf, part.oneOf]) {
          if (!Array.isArray(branches) || branches.length === 0 || depth > 8) continue;
          const fitting = (branches as Schema[]).find(
            (branch) => typeOfValue(example, typesOf(branch, this.#root)) !== undefined,
          );
          add(fitting ?? (branches[0] as Schema), depth + 1);
        }
      }
    };
    add(schema, 0);
    return all;
  }

  #choose(choices: readonly unknown[]): unknown {
    const sorted = choices.toSorted((a, b) => String(a).length - String(b).length);
    return this.#kind === 'long' ? sorted.at(-1) : sorted[0];
  }

  #makeObject(parts: readonly JsonSchema[], example: unknown, depth: number): unknown {
    const given = isObject(example) ? example : {};
    const needed = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? (part.required as string[]) : [])));
    const members = new Map<string, Schema[]>();
    for (const part of parts)
      for (const [name, member] of Object.entries((part.properties ?? {}) as Readonly<Record<string, Schema>>))
        members.set(name, [...(members.get(name) ?? []), member]);
    // Members under names of the data's own, as in a map.
    const others = parts.map(({ additionalProperties }) => additionalProperties).find((one) => isObject(one)) as
      | Schema
      | undefined;
    for (const name of Object.keys(given)) if (others !== undefined && !members.has(name)) members.set(name, [others]);
    for (const name of needed) if (!members.has(name)) members.set(name, [true]);
    const isFull = this.#kind !== 'empty' && depth < deepest && this.#values < mostValues;
    const chosen = [...members].filter(([name]) => needed.has(name) || isFull);
    return Object.fromEntries(
      chosen.flatMap(([name, schemas]) => {
        const made = this.make(schemas.length === 1 ? schemas[0]! : { allOf: schemas }, given[name], depth + 1);
        return made === undefined ? [] : [[name, made]];
      }),
    );
  }

  #makeArray(parts: readonly JsonSchema[], example: unknown, depth: number): unknown {
    const given = Array.isArray(example) ? (example as unknown[]) : [];
    const bound = (name: 'minItems' | 'maxItems') => parts.map((part) => part[name]).find((one) => typeof one === 'number');
    const least = Number(bound('minItems') ?? 0);
    const most = Number(bound('maxItems') ?? Number.POSITIVE_INFINITY);
    const isUnique = parts.some((part) => part.uniqueItems === true);
    const wished = { long: Math.max(manyElements, 2 * given.length), short: 1, empty: 0 }[this.#kind];
    const isFull = depth < deepest && this.#values < mostValues;
    // Lists in lists are kept shorter, so that the whole stays within what people print.
    const asked = isFull ? Math.ceil(wished / (depth > 2 ? 8 : 1)) : 0;
    const count = isUnique ? Math.max(least, Math.min(asked, given.length)) : Math.min(most, Math.max(least, asked));
    const heads = parts.find((part) => Array.isArray(part.prefixItems))?.prefixItems as Schema[] | undefined;
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items as Schema]));
    return Array.from({ length: heads ? Math.max(count, Math.min(heads.length, most)) : count }, (_, i) => {
      const sample = given[i % Math.max(1, given.length)];
      if (isUnique) return sample;
      const schema = heads?.[i] ?? (items.length === 1 ? items[0]! : { allOf: items });
      return this.make(schema, sample, depth + 1) ?? null;
    });
  }

  #makeText(find: (name: string) => unknown, example: unknown): string {
    const given = typeof example === 'string' ? example : undefined;
    const format = find('format');
    if (find('pattern') !== undefined || format !== undefined) return given ?? formatted[String(format)] ?? '';
    const least = Number(find('minLength') ?? 0);
    const most = Number(find('maxLength') ?? 400);
    const words = given?.trim() || longText;
    const text =
      this.#kind === 'long'
        ? words.length > longText.length
          ? `${words} ${words}`
          : `${words} ${longText}`
        : this.#kind === 'short'
          ? (words.split(/\s+/)[0] ?? 'a')
          : '';
    const characters = [...text].slice(0, most);
    while (characters.length < least) characters.push(...[...longText].slice(0, least - characters.length));
    return characters.join('');
  }

  #makeNumber(find: (name: string) => unknown, isWhole: boolean): number {
    const step = typeof find('multipleOf') === 'number' ? (find('multipleOf') as number) : isWhole ? 1 : 0.01;
    const limit = (name: string, beyond: string, none: number, by: number): number => {
      const open = find(beyond);
      return typeof open === 'number' ? open + by : Number(find(name) ?? none);
    };
    const least = limit('minimum', 'exclusiveMinimum', Number.NEGATIVE_INFINITY, step);
    const most = limit('maximum', 'exclusiveMaximum', Number.POSITIVE_INFINITY, -step);
    const wished = { long: isWhole ? 9_999_999 : 9_999_999.99, short: 1, empty: 0 }[this.#kind];
    const within = Math.min(most, Math.max(least, wished));
    const steps = within === least ? Math.ceil(within / step) : Math.floor(within / step + 1e-9);
    return Number((steps * step).toFixed(6));
  }
}

/** Texts of the formats that JSON Schema names, for data without an example. */
const formatted: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  'date-time': '2026-03-14T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'somebody@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/page',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** The type of a value among those that a schema leaves. Undefined: it has none of them. */
function typeOfValue(value: unknown, types: ReadonlySet<TypeName> | undefined): TypeName | undefined {
  if (value === undefined) return undefined;
  const names: readonly TypeName[] =
    value === null
      ? ['null']
      : Array.isArray(value)
        ? ['array']
        : typeof value === 'number'
          ? Number.isInteger(value)
            ? ['integer', 'number']
            : ['number']
          : [typeof value as TypeName];
  return names.find((name) => types === undefined || types.has(name));
}

/** The type of a schema that names none. */
function guess(parts: readonly JsonSchema[]): TypeName | undefined {
  if (parts.some((part) => part.properties !== undefined || part.required !== undefined)) return 'object';
  return parts.some((part) => part.items !== undefined) ? 'array' : undefined;
}
