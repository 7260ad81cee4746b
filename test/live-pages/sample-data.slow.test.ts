import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/schema.ts';
import { compileDataSchema } from '../../src/data/data-schema.ts';
import { inferSchema } from '../../src/data/infer-schema.ts';
import { makeSample, type SampleKind, sampleKinds } from '../../src/live-pages/sample-data.ts';
import { createDice, type Dice } from '../support/grammar/dice.ts';
import { dataSchema as grammarSchema, makeData } from '../support/grammar/random-data.ts';
import { trialSeeds } from '../support/trials.ts';

const kinds = sampleKinds.map(({ id }) => id);
const sample = (kind: SampleKind, dataSchema: unknown, exampleData?: unknown) =>
  makeSample(kind, { dataSchema, exampleData }, undefined);
const samplesOf = (dataSchema: unknown, exampleData?: unknown) => kinds.map((kind) => sample(kind, dataSchema, exampleData));

/** Checks data as `pdfgen generate single` does. */
function checkerOf(schema: unknown): (data: unknown) => readonly string[] {
  const compiled = compileDataSchema(schema);
  return (data) => compiled.check(data, { timeoutMs: 60_000 }).map(({ path, message }) => `${path} ${message}`);
}

/** The samples of a member. */
const of = (member: unknown, example?: unknown) =>
  samplesOf({ type: 'object', required: ['a'], properties: { a: member } }, { a: example }).map(({ a }) => a);

/** Counts the values inside of a value. */
const count = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce((sum: number, one) => sum + count(one), 0) : 1;

/** A schema without patterns, conditions, `not`, `contains` and contradictions. */
function makeSchema(dice: Dice, depth: number, defs: readonly string[]): JsonSchema {
  const inner = () => makeSchema(dice, depth + 1, defs);
  const bounds = (least: string, most: string, range: number): JsonSchema => {
    const low = dice.upTo(range);
    return { ...(dice.chance(0.4) && { [least]: low }), ...(dice.chance(0.4) && { [most]: low + dice.upTo(range) }) };
  };
  const makers: readonly (() => JsonSchema)[] = [
    () => ({ type: 'string', ...bounds('minLength', 'maxLength', 30) }),
    () => ({
      type: 'string',
      format: dice.pick(['date', 'date-time', 'email', 'uri', 'uuid', 'time', 'iri', 'regex', 'uri-template']),
    }),
    () => ({ type: 'integer', ...bounds('minimum', 'maximum', 90) }),
    () => ({
      type: 'number',
      ...bounds('minimum', 'maximum', 9),
      ...(dice.chance(0.3) && { exclusiveMaximum: 40, exclusiveMinimum: -2 }),
    }),
    () => ({ type: 'number', exclusiveMinimum: dice.upTo(9), maximum: 9, exclusiveMaximum: 9.5 }),
    () => ({ type: dice.pick(['number', 'integer']), minimum: dice.upTo(50), multipleOf: dice.pick([0.01, 0.1, 0.5, 5, 12]) }),
    () => ({ type: 'boolean' }),
    () => ({ type: ['null', dice.pick(['string', 'number', 'boolean'])] }),
    () => ({ enum: dice.some(1, 4, () => dice.pick(['red', 'green', 3, null, 2.5, true, { a: 1 }])) }),
    () => ({ const: dice.pick(['fixed', 0, false, null]) }),
    () => ({
      anyOf: [{ type: 'string' }, { type: 'object', required: ['deep'], properties: { deep: inner() } }, { type: 'number' }],
    }),
    () => ({
      type: dice.pick(['string', 'number']),
      oneOf: [
        { type: 'number', minimum: 2 },
        { type: 'string', minLength: 2 },
      ],
    }),
    () => ({ allOf: [{ type: 'string', minLength: 3 }, { minLength: 2, maxLength: 50 }, { maxLength: 20 }] }),
    () => ({}),
    () => ({ $ref: `#/$defs/${dice.pick(defs)}` }),
  ];
  const nested: readonly (() => JsonSchema)[] = [
    () => makeObject(),
    () => makeObject(),
    () => ({ type: 'array', items: inner(), ...bounds('minItems', 'maxItems', 4) }),
    () => ({
      type: 'array',
      items: { type: dice.pick(['string', 'integer', 'number']) },
      uniqueItems: true,
      minItems: dice.upTo(9),
    }),
    () => ({ type: 'array', prefixItems: [inner(), inner()], items: (dice.chance(0.5) ? false : inner()) as JsonSchema }),
  ];
  const makeObject = (): JsonSchema => {
    const names = [...new Set(dice.some(1, 4, () => dice.pick(['name', 'price', 'lines', 'constructor', 'toString', ''])))];
    const isClosed = dice.chance(0.3);
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, inner()])),
      required: [...names.filter(() => dice.chance(0.5)), ...(isClosed || dice.chance(0.7) ? [] : ['more'])],
      ...(isClosed && { additionalProperties: false, minProperties: dice.upTo(names.length) }),
      ...(!isClosed && dice.chance(0.3) && { additionalProperties: inner(), minProperties: dice.upTo(9) }),
    };
  };
  return depth === 0 ? makeObject() : dice.pick(depth > 4 ? makers : [...makers, ...nested, ...nested])();
}

test('of random schemas, all samples fit, with example data and without', () => {
  for (const seed of trialSeeds('sample-data.slow schemas')) {
    const dice = createDice(seed);
    const defs = ['first', 'second'];
    const dataSchema = {
      ...makeSchema(dice, 0, defs),
      // What refers to itself is a choice, or it would have no end.
      $defs: {
        first: makeSchema(dice, 3, ['second']),
        second: {
          type: ['object', 'null'],
          properties: { next: { $ref: '#/$defs/second' }, all: { type: 'array', items: { $ref: '#/$defs/first' } } },
        },
      },
    };
    const example = sample('short', dataSchema);
    const check = checkerOf(dataSchema);
    for (const kind of kinds)
      for (const given of [undefined, example, 7, { name: [], lines: {} }]) {
        const made = sample(kind, dataSchema, given);
        expect(count(made)).toBeLessThan(11_000);
        const found = check(made);
        if (found.length > 0) expect(found, `seed ${seed}, ${kind}: ${JSON.stringify(dataSchema)}`).toEqual([]);
      }
  }
});

test('of the data of random templates, all samples fit', () => {
  for (const seed of trialSeeds('sample-data.slow templates')) {
    const exampleData = makeData(createDice(seed)) as Readonly<Record<string, unknown>>;
    for (const schema of [grammarSchema, inferSchema(exampleData)]) {
      const check = checkerOf(schema);
      if (check(exampleData).length === 0) for (const made of samplesOf(schema, exampleData)) expect(check(made)).toEqual([]);
    }
  }
});

describe('a sample of', () => {
  test('a text: longer than the example, its first word, and nothing', () => {
    const [long, short, empty] = of({ type: 'string' }, 'Ada Lovelace') as string[];
    expect(long).toMatch(/^Ada Lovelace A text/);
    expect([short, empty]).toEqual(['Ada', '']);
    expect(of({ type: 'string', maxLength: 5 }, 'Ada Lovelace')).toEqual(['Ada L', 'Ada', '']);
    expect((of({ type: 'string', minLength: 6 }, 'Ada') as string[])[2]).toHaveLength(6);
  });

  test('a text with a pattern or a format: the example', () => {
    expect(of({ type: 'string', pattern: '^A' }, 'A-1')).toEqual(['A-1', 'A-1', 'A-1']);
    expect(of({ type: 'string', format: 'date' }, '2020-02-29')).toEqual(['2020-02-29', '2020-02-29', '2020-02-29']);
    expect(of({ type: 'string', format: 'date' })).toEqual(['2026-03-14', '2026-03-14', '2026-03-14']);
  });

  test('a text that names a file: the example', () => {
    const document = { dataSchema: { type: 'object', required: ['seal'], properties: { seal: { type: 'string' } } } };
    for (const { id } of sampleKinds)
      expect(makeSample(id, { ...document, exampleData: { seal: 'seal-2.svg' } }, undefined)).toEqual({ seal: 'seal-2.svg' });
    expect(makeSample('short', { ...document, exampleData: { seal: 'See app.js now' } }, undefined)).toEqual({ seal: 'See' });
  });

  test('a number: many digits, 1 and 0, within its bounds and steps', () => {
    expect(of({ type: 'number' })).toEqual([9_999_999.99, 1, 0]);
    expect(of({ type: 'integer', maximum: 50 })).toEqual([50, 1, 0]);
    expect(of({ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 })).toEqual([1.5, 1.5, 1.5]);
    expect(of({ type: 'number', minimum: 0.5, multipleOf: 10 })).toEqual([10_000_000, 10, 10]);
    expect(of({ type: 'integer', minimum: 1.2, multipleOf: 0.5 })).toEqual([9_999_999, 2, 2]);
  });

  test.each([0, -1, 1e-300, Number.MIN_VALUE])('a number with the step %d: a number', (multipleOf) => {
    for (const made of of({ type: 'number', multipleOf })) expect(made).toSatisfy(Number.isFinite);
  });

  test('a list: many elements, one and none', () => {
    const lengths = (member: unknown, example?: unknown) => (of(member, example) as unknown[][]).map(({ length }) => length);
    expect(lengths({ type: 'array', items: { type: 'string' } })).toEqual([40, 1, 0]);
    expect(lengths({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3 })).toEqual([3, 2, 2]);
    expect(lengths({ type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true })).toEqual([2, 1, 0]);
    expect(lengths({ type: 'array', items: { type: 'string' } }, Array(30).fill('a'))).toEqual([60, 1, 0]);
  });

  test('an object: all members, and only the required ones when it is empty', () => {
    const schema = { type: 'object', required: ['b'], properties: { a: { type: 'string' }, b: { type: 'boolean' } } };
    expect(sample('long', schema)).toEqual({ a: expect.any(String), b: true });
    expect(sample('empty', schema)).toEqual({ b: false });
    expect(Object.keys(sample('long', schema))).toEqual(['a', 'b']);
  });

  test('an object: no member that its schema refuses, and no more than it allows', () => {
    const properties = { a: false, b: { type: 'boolean' }, c: { type: 'boolean' } };
    expect(sample('long', { type: 'object', properties, maxProperties: 1 })).toEqual({ b: true });
    expect(sample('long', { type: 'object', properties })).toEqual({ b: true, c: true });
  });

  test('a choice: no branch that is refused', () => {
    expect(of({ anyOf: [false, { const: 3 }] })).toEqual([3, 3, 3]);
  });

  test('a map: the names of the example', () => {
    const [long, , empty] = of({ type: 'object', additionalProperties: { type: 'integer' } }, { x: 1, y: 2 });
    expect(long).toEqual({ x: 9_999_999, y: 9_999_999 });
    expect(empty).toEqual({});
  });

  test('a choice: the longest value, the shortest, and null if there is nothing', () => {
    expect(of({ enum: ['paid', 'no'] })).toEqual(['paid', 'no', 'no']);
    expect(of({ enum: [{ toString: 1 }, 'no'] })).toEqual([{ toString: 1 }, 'no', 'no']);
    expect(of({ type: ['string', 'null'] }, 'a').at(-1)).toBeNull();
    expect(of({ oneOf: [{ type: 'string' }, { type: 'number' }] }, 3)).toEqual([9_999_999.99, 1, 0]);
  });

  test('a template without a data schema: as its example data say', () => {
    const exampleData = { name: 'Ada' };
    expect(makeSample('short', { exampleData }, inferSchema(exampleData))).toEqual({ name: 'Ada' });
    expect(makeSample('short', { exampleData: [] }, undefined)).toEqual({});
  });
});

describe('elements that are made of one element of the example', () => {
  const text = { type: 'string' };
  const word = { type: 'string', pattern: '^[a-z][a-z0-9-]*$' };
  const listOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
  const long = (list: object, example: unknown, renames = true) =>
    makeSample('long', { dataSchema: { type: 'object', properties: { a: list } }, exampleData: { a: example } }, undefined, {
      renames,
    }).a as readonly Readonly<Record<string, unknown>>[];

  test('have names of their own, also in lists inside of them', () => {
    const made = long(listOf({ id: word, parts: listOf({ id: word }) }), [
      { id: 'terms', parts: [{ id: 'price' }] },
      { id: 'fees', parts: [{ id: 'rates' }, { id: 'dates' }] },
    ]);
    expect(made.length).toBe(40);
    expect(made.slice(0, 5).map(({ id }) => id)).toEqual(['terms', 'fees', 'terms-2', 'fees-2', 'terms-3']);
    const ids = made.flatMap(({ parts }) => (parts as readonly { readonly id: string }[]).map(({ id }) => id));
    expect(ids.slice(0, 2)).toEqual(['price', 'price-2']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('keep what is no name: several words, files, formats, and what two elements of the example share', () => {
    const properties = {
      words: word,
      file: text,
      day: { type: 'string', format: 'date' },
      unit: word,
      count: { type: 'integer' },
    };
    const made = long(listOf(properties), [
      { words: 'two words', file: 'a.png', day: '2026-01-01', unit: 'pcs', count: 1 },
      { words: 'x', file: 'b.png', day: '2026-01-02', unit: 'pcs', count: 2 },
    ]);
    expect(made.slice(2, 4)).toEqual(made.slice(0, 2));
    expect(made[2]).toMatchObject({ words: 'two words', file: 'a.png', day: '2026-01-01', unit: 'pcs' });
  });

  test('have the first elements of a fixed length, and all names without the option, as the example has them', () => {
    const list = {
      type: 'array',
      prefixItems: [{ type: 'object', properties: { id: word } }],
      items: listOf({ id: word }).items,
    };
    const example = [{ id: 'first' }, { id: 'second' }];
    const idsOf = (renames: boolean) => long(list, example, renames).map(({ id }) => id);
    expect(idsOf(true).slice(0, 3)).toEqual(['first', 'second', 'second-2']);
    expect(new Set(idsOf(false))).toEqual(new Set(['first', 'second']));
  });
});

test('lists in lists of lists are shorter', () => {
  const list = (items: object) => ({ type: 'array', items });
  const object = (a: object) => ({ type: 'object', required: ['a'], properties: { a } });
  const lengths = (value: unknown): readonly number[] =>
    Array.isArray(value)
      ? [value.length, ...lengths(value[0])]
      : typeof value === 'object' && value !== null
        ? lengths((value as { readonly a: unknown }).a)
        : [];
  expect(lengths(sample('long', object(list({ type: 'string' }))))).toEqual([40]);
  expect(lengths(sample('long', object(list(list({ type: 'string' })))))).toEqual([40, 40]);
  expect(lengths(sample('long', object(list(object(list({ type: 'string' }))))))).toEqual([40, 5]);
});

test('members that a pattern may name are not made of `additionalProperties`', () => {
  const schema = {
    type: 'object',
    required: ['x-a'],
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: { type: 'integer' },
  };
  for (const kind of kinds) expect(sample(kind, schema, { 'x-a': 'text' })['x-a'], kind).toEqual(expect.any(String));
  expect(sample('long', { ...schema, additionalProperties: false }, { 'x-a': 'text' })).toHaveProperty('x-a');
  const { patternProperties, ...plain } = schema;
  expect(sample('long', plain, { 'x-a': 'text' })['x-a']).toEqual(expect.any(Number));
});
