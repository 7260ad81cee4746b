// Makes data of a data schema that try a layout: long, short and empty.
import { maxDepths } from '../contract/max-depths.ts';
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
/** Most values of a sample: lists inside of lists multiply. Required members are still made up to twice as many. */
const mostValues = 5_000;
/** So many characters count as one value. */
const charactersOfValue = 100;
/** From here on, only required members and elements are made. */
const deepest = 24;

/**
 * Data that fit the data schema of a template. Patterns and formats take the value of the example. Conditions, `not`, `contains` and names of members
 * are not looked at, and a schema that asks for more than `mostValues` gets less: the caller validates what is made.
 */
export function makeSample(
  kind: SampleKind,
  { dataSchema, exampleData }: Readonly<Record<string, unknown>>,
  inferred: JsonSchema | undefined,
): Readonly<Record<string, unknown>> {
  const root = (saysNothing(dataSchema) ? (inferred ?? true) : dataSchema) as Schema;
  const made = new SampleMaker(kind, root).make(root, { example: exampleData, depth: 0, nth: 0 });
  return isObject(made) ? made : {};
}

/** Where a value stands. */
interface Spot {
  readonly example: unknown;
  readonly depth: number;
  /** Counts the elements of a list that must differ. Each number has other values, as far as the schema has them. */
  readonly nth: number;
}

class SampleMaker {
  readonly #kind: SampleKind;
  readonly #root: Schema;
  #values = 0;

  constructor(kind: SampleKind, root: Schema) {
    this.#kind = kind;
    this.#root = root;
  }

  /** Undefined: the sample is as large or as deep as it may be. */
  make(schema: Schema, spot: Spot): unknown {
    const { example, nth } = spot;
    if (this.#lastRoom === 0 || spot.depth > maxDepths.example) return undefined;
    this.#values++;
    const parts = this.#partsOf(schema, example);
    const types = typesOf({ allOf: parts.map(({ $ref, allOf, anyOf, oneOf, ...own }) => own) as JsonSchema[] }, this.#root);
    const choices = listChoices(parts).filter((choice) => typeOfValue(choice, types) !== undefined);
    if (choices.length > 0) return this.#choose(choices, nth);
    if (this.#kind === 'empty' && types?.has('null')) return null;
    const type =
      typeOfValue(example, types) ?? [...(types ?? [])].find((one) => one !== 'null') ?? (types ? 'null' : guess(parts));
    switch (type) {
      case 'object':
        return this.#makeObject(parts, spot);
      case 'array':
        return this.#makeArray(parts, spot);
      case 'string':
        return this.#makeText(parts, spot);
      case 'integer':
      case 'number':
        return this.#makeNumber(parts, type === 'integer', nth);
      case 'boolean':
        return (this.#kind !== 'empty') === (nth % 2 === 0);
      case 'null':
        return null;
    }
  }

  /** How many more values may be made. */
  get #room(): number {
    return Math.max(0, mostValues - this.#values);
  }

  /** How many more values may be made where the schema asks for them. */
  get #lastRoom(): number {
    return Math.max(0, 2 * mostValues - this.#values);
  }

  /** The schemas that hold together, with one branch of each choice: if possible one that has the type of the example. */
  #partsOf(schema: Schema, example: unknown): readonly JsonSchema[] {
    const types = typesOf(schema, this.#root);
    const whole: JsonSchema = types ? { type: [...types] } : {};
    const common = (branch: Schema) => typesOf({ allOf: [branch as JsonSchema, whole] }, this.#root);
    const all: JsonSchema[] = [];
    const add = (one: Schema, depth: number): void => {
      for (const part of conjuncts(one, this.#root)) {
        if (all.includes(part)) continue;
        all.push(part);
        for (const branches of [part.anyOf, part.oneOf] as (readonly Schema[] | undefined)[]) {
          if (!Array.isArray(branches) || branches.length === 0 || depth > 8) continue;
          const possible = (branches as readonly Schema[]).filter((branch) => branch !== false && common(branch)?.size !== 0);
          const fitting = possible.find((branch) => typeOfValue(example, common(branch)) !== undefined);
          add(fitting ?? possible[0] ?? true, depth + 1);
        }
      }
    };
    add(schema, 0);
    return all;
  }

  #choose(choices: readonly unknown[], nth: number): unknown {
    const sorted = choices.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
    if (this.#kind === 'long') sorted.reverse();
    return sorted[nth % sorted.length];
  }

  #makeObject(parts: readonly JsonSchema[], { example, depth, nth }: Spot): unknown {
    const given = isObject(example) ? example : {};
    const needed = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? (part.required as string[]) : [])));
    const isMap = parts.some((part) => isObject(part.additionalProperties));
    const names = new Set([
      ...parts.flatMap((part) => Object.keys(part.properties ?? {})),
      ...needed,
      // Members under names of the data's own, as in a map.
      ...(isMap ? Object.keys(given) : []),
    ]);
    const least = strictest(parts, 'minProperties', Math.max, 0);
    const most = strictest(parts, 'maxProperties', Math.min, Number.POSITIVE_INFINITY);
    for (let i = 1; names.size < Math.min(least, this.#lastRoom); i++) names.add(`member ${i}`);
    const isFull = this.#kind !== 'empty' && depth < deepest && this.#room > 0;
    const made = new Map<string, unknown>();
    // Required members are made first, so that they are there when the room ends.
    for (const name of [...names].sort((a, b) => Number(needed.has(b)) - Number(needed.has(a)))) {
      if (!needed.has(name) && (made.size >= most || (!isFull && made.size >= least))) continue;
      const schemas = schemasOf(name, parts);
      if (schemas.includes(false)) continue;
      const value = this.make(allOf(schemas), {
        example: Object.hasOwn(given, name) ? given[name] : undefined,
        depth: depth + 1,
        nth,
      });
      if (value !== undefined) made.set(name, value);
    }
    // In the order of the schema.
    return Object.fromEntries([...names].flatMap((name) => (made.has(name) ? [[name, made.get(name)]] : [])));
  }

  #makeArray(parts: readonly JsonSchema[], { example, depth, nth }: Spot): unknown {
    const given = Array.isArray(example) ? (example as unknown[]) : [];
    const least = strictest(parts, 'minItems', Math.max, 0);
    const forms = parts.map(elementsOf);
    const heads = Math.max(0, ...forms.map((form) => form.heads.length));
    const tail = given.slice(heads);
    const ends = forms.flatMap((form) => (form.rest === false ? [form.heads.length] : []));
    const most = Math.min(strictest(parts, 'maxItems', Math.min, Number.POSITIVE_INFINITY), ...ends);
    const isUnique = parts.some((part) => part.uniqueItems === true);
    const wished = { long: Math.max(manyElements, 2 * given.length), short: 1, empty: 0 }[this.#kind];
    // Lists in lists are kept shorter, so that the whole stays within what people print.
    const asked = depth < deepest ? Math.max(heads, Math.ceil(wished / (depth > 2 ? 8 : 1))) : 0;
    const count = Math.min(most, Math.max(least, Math.min(asked, this.#room)), this.#lastRoom);
    const made = Array.from({ length: count }, (_, i) => {
      const schemas = forms.flatMap((form): readonly Schema[] => [form.heads[i] ?? form.rest ?? true]);
      return this.make(allOf(schemas), {
        example: i < heads ? given[i] : tail[(i - heads) % Math.max(1, tail.length)],
        depth: depth + 1,
        nth: isUnique ? i : nth,
      });
    }).filter((element) => element !== undefined);
    return isUnique ? [...new Map(made.map((one) => [JSON.stringify(one), one])).values()] : made;
  }

  #makeText(parts: readonly JsonSchema[], { example, nth }: Spot): string {
    const given = typeof example === 'string' ? example : undefined;
    const format = parts.find((part) => part.format !== undefined)?.format;
    if (format !== undefined || parts.some((part) => part.pattern !== undefined)) return given ?? formatted[String(format)] ?? '';
    if (given !== undefined && fileName.test(given)) return given;
    const room = this.#lastRoom * charactersOfValue;
    const least = Math.min(strictest(parts, 'minLength', Math.max, 0), room);
    const most = Math.min(strictest(parts, 'maxLength', Math.min, Math.max(400, least)), room);
    const words = given?.trim() || longText;
    const text = {
      long: words.length > longText.length ? `${words} ${words}` : `${words} ${longText}`,
      short: words.split(/\s+/)[0]!,
      empty: '',
    }[this.#kind];
    const characters = [...(nth > 0 ? `${nth} ${text}` : text)].slice(0, most);
    while (characters.length < least) characters.push(...[...longText].slice(0, least - characters.length));
    this.#values += Math.floor(characters.length / charactersOfValue);
    return characters.join('');
  }

  #makeNumber(parts: readonly JsonSchema[], isWhole: boolean, nth: number): number {
    const least = strictest(parts, 'minimum', Math.max, Number.NEGATIVE_INFINITY);
    const most = strictest(parts, 'maximum', Math.min, Number.POSITIVE_INFINITY);
    const above = strictest(parts, 'exclusiveMinimum', Math.max, Number.NEGATIVE_INFINITY);
    const below = strictest(parts, 'exclusiveMaximum', Math.min, Number.POSITIVE_INFINITY);
    const wished = { long: isWhole ? 9_999_999 : 9_999_999.99, short: 1, empty: 0 }[this.#kind] + nth;
    const isWithin = (value: number) => value >= least && value <= most && value > above && value < below;
    const step = stepOf(parts, isWhole);
    if (isWithin(wished) && (step === undefined || isMultiple(wished, step))) return wished;
    const [low, high] = [Math.max(least, above), Math.min(most, below)];
    const near = Math.min(high, Math.max(low, wished));
    if (step === undefined) {
      const inner = [near, near - 1, near + 1, (low + high) / 2].find((value) => Number.isFinite(value) && isWithin(value));
      return inner ?? near;
    }
    const count = Math.round(near / step);
    const inner = [0, -1, 1, -2, 2].map((more) => multiple(count + more, step)).find(isWithin);
    return inner ?? multiple(count, step);
  }
}

/** A bound that several schemas set together. */
function strictest(
  parts: readonly JsonSchema[],
  name: string,
  pick: (...bounds: readonly number[]) => number,
  none: number,
): number {
  const bounds = parts.map((part) => part[name]).filter((bound) => typeof bound === 'number');
  return bounds.length === 0 ? none : pick(...bounds);
}

const allOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 ? schemas[0]! : { allOf: schemas as readonly JsonSchema[] };

/** The values of `const` and `enum` that all schemas allow. Empty: no schema names values, or they name none in common. */
function listChoices(parts: readonly JsonSchema[]): readonly unknown[] {
  const lists = parts.flatMap((part) => [
    ...(part.const === undefined ? [] : [[part.const]]),
    ...(Array.isArray(part.enum) ? [part.enum as readonly unknown[]] : []),
  ]);
  const others = lists.slice(1).map((list) => new Set(list.map((one) => JSON.stringify(one))));
  return (lists[0] ?? []).filter((one) => others.every((list) => list.has(JSON.stringify(one))));
}

/** What several schemas say together of a member. */
function schemasOf(name: string, parts: readonly JsonSchema[]): readonly Schema[] {
  return parts.flatMap((part): readonly Schema[] => {
    const own = (part.properties ?? {}) as Readonly<Record<string, Schema>>;
    if (Object.hasOwn(own, name)) return [own[name]!];
    // A pattern may name the member.
    return part.patternProperties === undefined && part.additionalProperties !== undefined ? [part.additionalProperties] : [];
  });
}

/** The schemas of the first elements, and of those after them: by `prefixItems` and `items`, or by `items` and `additionalItems` of the older dialects. */
function elementsOf({ prefixItems, items, additionalItems }: JsonSchema): {
  readonly heads: readonly Schema[];
  readonly rest: Schema | undefined;
} {
  const isOlder = Array.isArray(items);
  const heads = isOlder ? items : prefixItems;
  return {
    heads: Array.isArray(heads) ? (heads as readonly Schema[]) : [],
    rest: (isOlder ? additionalItems : items) as Schema | undefined,
  };
}

/** The step between numbers. Undefined: all numbers are allowed. */
function stepOf(parts: readonly JsonSchema[], isWhole: boolean): number | undefined {
  const step = parts.map((part) => part.multipleOf).find((one) => typeof one === 'number' && one > 0) as number | undefined;
  if (!isWhole) return step;
  // Of steps of 0.5, each second one is whole.
  for (let i = 1; step !== undefined && i <= 1_000; i++) if (Number.isInteger(multiple(i, step))) return multiple(i, step);
  return 1;
}

const largestCount = Number.MAX_SAFE_INTEGER;

/** Without the digits that floating point adds. */
const multiple = (count: number, step: number): number =>
  Number((Math.max(-largestCount, Math.min(largestCount, count)) * step).toPrecision(15)) + 0;

const isMultiple = (value: number, step: number): boolean => Number.isInteger(value / step);

/** A text that names a file, such as a picture: another text would name one that is missing. */
const fileName = /^\S+\.[a-z\d]{2,5}$/i;

/** Texts of the formats of a data schema, for data without an example. */
const formatted: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  'date-time': '2026-03-14T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'somebody@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  'idn-email': 'somebody@example.com',
  'idn-hostname': 'example.com',
  iri: 'https://example.com/',
  'iri-reference': '/page',
  'json-pointer': '/page',
  regex: 'a',
  'relative-json-pointer': '0/page',
  uri: 'https://example.com/',
  'uri-reference': '/page',
  'uri-template': '/pages/{page}',
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
function guess(parts: readonly JsonSchema[]): TypeName {
  if (parts.some((part) => part.properties !== undefined || part.required !== undefined)) return 'object';
  return parts.some((part) => part.items !== undefined) ? 'array' : 'string';
}
