import { describe, expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';
import { formatNames } from '../../src/data/formats.ts';

const patient = { timeoutMs: 60_000 };
const breachesOf = (schema: unknown, data: unknown) => compileDataSchema(schema).check(data, patient);
const lines = (schema: unknown, data: unknown) => breachesOf(schema, data).map(({ path, message }) => `${path} ${message}`);

test.each([
  ['string', 1, 'a string, got 1'],
  ['number', '1', 'a number, got "1"'],
  ['integer', 1.5, 'a whole number, got 1.5'],
  ['boolean', 'yes', 'true or false, got "yes"'],
  ['object', [], 'an object, got an empty array'],
  ['array', {}, 'an array, got an empty object'],
  ['null', [1], 'null, got an array of 1'],
])('a value that is no %s', (type, data, words) => {
  expect(lines({ type }, data)).toEqual([`/data must be ${words}`]);
});

test.each([
  [{ minimum: 2 }, 1, 'must be at least 2, got 1'],
  [{ maximum: 2 }, 3, 'must be at most 2, got 3'],
  [{ exclusiveMinimum: 2 }, 2, 'must be more than 2, got 2'],
  [{ exclusiveMaximum: 2 }, 2, 'must be less than 2, got 2'],
  [{ multipleOf: 5 }, 7, 'must be a multiple of 5, got 7'],
  [{ minItems: 2 }, [1], 'must have at least 2 items, has 1'],
  [{ minItems: 1 }, [], 'must have at least 1 item, has 0'],
  [{ prefixItems: [true], unevaluatedItems: false }, [1, 2], 'must have at most 1 item'],
  [{ minProperties: 1 }, {}, 'must have at least 1 member, has 0'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 member, has 2'],
  [{ contains: { const: 1 }, minContains: 2, maxContains: 3 }, [1], 'must have 2 to 3 items that are 1, has 1'],
  [{ contains: { const: 1 }, minContains: 2 }, [1], 'must have at least 2 items that are 1, has 1'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, 'must be a string or null, got 5'],
  [{ const: 'a' }, 'b', 'must be "a", got "b"'],
  [{ type: 'number' }, 'x'.repeat(61), `must be a number, got "${'x'.repeat(59)}…"`],
  [{ type: 'number' }, 'x'.repeat(60), `must be a number, got "${'x'.repeat(60)}"`],
])('%j', (schema, data, message) => {
  expect(lines(schema, data)).toEqual([`/data ${message}`]);
});

test('null where a member may be left out is hinted at, and nowhere else', () => {
  const text = { type: 'string' };
  expect(lines({ properties: { a: text } }, { a: null })).toEqual([
    '/data/a must be a string, got null; leave an optional member out',
  ]);
  expect(lines({ items: text }, [null])).toEqual(['/data/0 must be a string, got null']);
  expect(lines(text, null)).toEqual(['/data must be a string, got null']);
  expect(lines({ properties: { a: text } }, { a: 1 })).toEqual(['/data/a must be a string, got 1']);
});

test('the known members are listed, up to ten of them', () => {
  const schema = (count: number) => ({
    additionalProperties: false,
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`member${'xyzuvwabcde'[i]}`, true])),
  });
  expect(lines(schema(2), { q: 1 })).toEqual(['/data must not have "q"; known members are "memberx" and "membery"']);
  expect(lines(schema(10), { q: 1 })[0]).toContain('known members are');
  expect(lines(schema(11), { q: 1 })).toEqual(['/data must not have "q"']);
  expect(lines({ additionalProperties: false }, { q: 1 })).toEqual(['/data must not have "q"']);
});

test.each(formatNames)('the message for a wrong %s names it in words', (format) => {
  const wrong = format === 'regex' ? '(' : '\\ {';
  expect(lines({ format }, wrong)).toEqual([expect.stringMatching(/^\/data must be an? [A-Za-z].{3,}, got "/)]);
});

describe('the form that is meant', () => {
  const short = 'must have at least 3 characters, got "x"';
  test.each([
    ['of numbers', [{ type: 'number', minimum: 5 }, { type: 'string' }], 3, ['/data must be at least 5, got 3']],
    ['of whole numbers', [{ type: 'integer', minimum: 5 }, { type: 'string' }], 3, ['/data must be at least 5, got 3']],
    ['of arrays', [{ type: 'array', minItems: 1 }, { type: 'object' }], [], ['/data must have at least 1 item, has 0']],
    ['of texts', [{ type: 'number' }, { type: ['string', 'null'], minLength: 3 }], 'x', [`/data ${short}`]],
    ['beside one that fits nothing', [false, { type: 'string', minLength: 3 }], 'x', [`/data ${short}`]],
    ['of constants, none near', [{ const: 'red' }, { const: 'green' }], 5, ['/data must be one of "red" or "green", got 5']],
    ['of null and constants', [{ type: 'null' }, { enum: [1, 2] }], 5, ['/data must be one of null, 1 or 2, got 5']],
    [
      'by a fault deeper in the data',
      [
        { required: ['a'], properties: { a: { type: 'string' } } },
        { required: ['b'], properties: { b: { type: 'string' } } },
      ],
      { a: 1 },
      ['/data/a must be a string, got 1'],
    ],
    ['by fewer faults', [{ required: ['a', 'b'] }, { required: ['c'] }], {}, ['/data must have "c"']],
    [
      'not, with as many faults',
      [{ required: ['a'] }, { required: ['c'] }],
      {},
      ['/data must fit one of 2 forms, got an empty object'],
    ],
    [
      'by fewer faults, all deeper in the data',
      [{ properties: { a: { type: 'string' }, b: { type: 'string' } } }, { properties: { a: { type: 'boolean' } } }],
      { a: 1, b: 1 },
      ['/data/a must be true or false, got 1'],
    ],
    [
      'not by a constant that is missing',
      [
        { required: ['kind', 'x'], properties: { kind: { const: 'a' } } },
        { required: ['kind'], properties: { kind: { const: 'b' } } },
      ],
      {},
      ['/data must have "kind"'],
    ],
  ])('%s', (_what, anyOf, data, expected) => {
    expect(lines({ anyOf }, data)).toEqual(expected);
  });
});

test('a schema inside of one with an $id of its own is found', () => {
  const inner = { $id: 'https://a.example/c.json', type: 'number' };
  expect(lines({ $ref: 'https://a.example/c.json', $defs: { c: inner } }, 'x')).toEqual(['/data must be a number, got "x"']);
});

test('draft-07 names a schema by an $id that is only a fragment', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { $ref: '#amount' } },
    definitions: { a: { $id: '#amount', type: 'number' } },
  };
  expect(lines(schema, { a: 'x' })).toEqual(['/data/a must be a number, got "x"']);
});

test('objects 65 levels deep are as deep as arrays', () => {
  let data: unknown = 1;
  for (let i = 0; i < 64; i++) data = { a: data };
  expect(breachesOf(true, data)).toEqual([]);
  expect(breachesOf(true, { a: data })).toMatchObject([{ keyword: 'depth', schemaPath: '#', params: { limit: 64 } }]);
});

test('the breach of a number that JSON cannot hold belongs to no rule of the schema', () => {
  expect(breachesOf(true, [Number.NaN])).toMatchObject([{ path: '/data/0', params: {}, schemaPath: '#' }]);
});

test.each([
  [5, 10, true],
  [5, 7, false],
  [3, -9, true],
  [2, 0, true],
])('with a multipleOf of %j, %j fits: %j', (multipleOf, data, fits) => {
  expect(breachesOf({ multipleOf }, data).length === 0).toBe(fits);
});

test('items are equal by value: members in any order, zero with any sign', () => {
  const hasEqual = (items: readonly unknown[]) => breachesOf({ uniqueItems: true }, items).length === 1;
  for (const pair of [
    [0, -0],
    [[0], [-0]],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [null, null],
    ['1', '1'],
  ])
    expect([pair, hasEqual(pair)]).toEqual([pair, true]);
  for (const pair of [
    [1, '1'],
    [[1], ['1']],
    [null, 'null'],
    ['[1]', [1]],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, []],
    [true, 1],
    [['a,b'], ['a', 'b']],
  ])
    expect([pair, hasEqual(pair)]).toEqual([pair, false]);
});
