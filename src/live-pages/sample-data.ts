// Makes data of a data schema that try a layout: long, short and empty.
import { maxDepths } from '../contract/max-depths.ts';
import type { JsonSchema } from '../contract/schema.ts';
import { sampleWords } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { conjuncts, type Schema, saysNothing, typesOf } from '../json/schema-parts.ts';
import {
  allOf,
  elementsOf,
  guess,
  isMultiple,
  listChoices,
  multiple,
  schemasOf,
  stepOf,
  strictest,
  typeOfValue,
} from './sample-schema.ts';

export const sampleKinds = [
  { id: 'long', label: sampleWords.long },
  { id: 'short', label: sampleWords.short },
  { id: 'empty', label: sampleWords.empty },
] as const;

export type SampleKind = (typeof sampleKinds)[number]['id'];

/** Elements of a long list, if its schema allows them. */
const manyElements = 40;
const longText = sampleWords.text;
/** Most values of a sample: lists inside of lists multiply. Required members are still made up to twice as many. */
const mostValues = 5_000;
/** So many characters count as one value. */
const charactersOfValue = 100;
/** From here on, only required members and elements are made. */
const deepest = 24;

export interface SampleOptions {
  /**
   * Elements that repeat an element of the example get names of their own, such as `terms-2` for `terms`: a template may make anchors of them. A pattern
   * of the schema may refuse them.
   */
  readonly renames: boolean;
}

/**
 * Data that fit the data schema of a template. Patterns and formats take the value of the example. Conditions, `not`, `contains` and names of members
 * are not looked at, and a schema that asks for more than `mostValues` gets less: the caller validates what is made.
 */
export function makeSample(
  kind: SampleKind,
  { dataSchema, exampleData }: Readonly<Record<string, unknown>>,
  inferred: JsonSchema | undefined,
  { renames }: SampleOptions = { renames: false },
): Readonly<Record<string, unknown>> {
  const root = (saysNothing(dataSchema) ? (inferred ?? true) : dataSchema) as Schema;
  const made = new SampleMaker(kind, root, renames).make(root, { example: exampleData, depth: 0, nth: 0, ending: '' });
  return isObject(made) ? made : {};
}

/** Where a value stands. */
interface Spot {
  readonly example: unknown;
  readonly depth: number;
  /** Index in a list whose elements must differ. Each index gives other values, as far as the schema allows them. */
  readonly nth: number;
  /** The end of names here, such as `-2` in the second element that is made from one element of the example. */
  readonly ending: string;
  /** The value is a name. */
  readonly isName?: boolean;
  /** Members that are names. */
  readonly names?: ReadonlySet<string>;
}

class SampleMaker {
  readonly #kind: SampleKind;
  readonly #root: Schema;
  readonly #renames: boolean;
  #values = 0;

  constructor(kind: SampleKind, root: Schema, renames: boolean) {
    this.#kind = kind;
    this.#root = root;
    this.#renames = renames;
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

  #makeObject(parts: readonly JsonSchema[], { example, depth, nth, ending, names: ofNames }: Spot): unknown {
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
        ending,
        isName: ofNames?.has(name) ?? false,
      });
      if (value !== undefined) made.set(name, value);
    }
    // In the order of the schema.
    return Object.fromEntries([...names].flatMap((name) => (made.has(name) ? [[name, made.get(name)]] : [])));
  }

  #makeArray(parts: readonly JsonSchema[], { example, depth, nth, ending }: Spot): unknown {
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
    const names = this.#renames ? namesIn(tail) : undefined;
    const made = Array.from({ length: count }, (_, i) => {
      const round = Math.max(0, Math.floor((i - heads) / Math.max(1, tail.length)));
      const schemas = forms.flatMap((form): readonly Schema[] => [form.heads[i] ?? form.rest ?? true]);
      return this.make(allOf(schemas), {
        example: i < heads ? given[i] : tail[(i - heads) % Math.max(1, tail.length)],
        depth: depth + 1,
        nth: isUnique ? i : nth,
        // Below an element with an ending, the first round has a number too: -2-1 is not the -2 of another list.
        ending: round > 0 || ending !== '' ? `${ending}-${round + 1}` : '',
        ...(names && { names }),
      });
    }).filter((element) => element !== undefined);
    return isUnique ? [...new Map(made.map((one) => [JSON.stringify(one), one])).values()] : made;
  }

  #makeText(parts: readonly JsonSchema[], { example, nth, ending, isName = false }: Spot): string {
    const format = parts.find((part) => part.format !== undefined)?.format;
    const given = typeof example === 'string' ? example + (isName && format === undefined ? ending : '') : undefined;
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

/** Members whose texts are one word, and another one in each element: names of the elements. */
function namesIn(elements: readonly unknown[]): ReadonlySet<string> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of elements.filter(isObject).flatMap((one) => Object.entries(one)))
    if (typeof value === 'string') texts.set(name, [...(texts.get(name) ?? []), value]);
  const isName = (all: readonly string[]) =>
    all.every((text) => /^\S+$/.test(text) && !fileName.test(text)) && new Set(all).size === all.length;
  return new Set([...texts].filter(([, all]) => isName(all)).map(([name]) => name));
}

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
