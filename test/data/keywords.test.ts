// The forms of keywords' values: what is refused with which words, and which keywords apply to the same value.
import { describe, expect, test } from 'vitest';
import type { PdfgenError } from '../../src/contract/errors.ts';
import { compileDataSchema } from '../../src/data/data-schema.ts';

function faultsOf(schema: unknown) {
  try {
    compileDataSchema(schema);
    return [];
  } catch (error) {
    return (error as PdfgenError).errors!.map(({ path, message, keyword }) => ({ path, message, keyword }));
  }
}

const wrong: Readonly<Record<string, readonly [words: string, ...values: unknown[]]>> = {
  title: ['a string', 1, null, ['a']],
  $comment: ['a string', true],
  pattern: ['a string', 1],
  format: ['a string', 1],
  $ref: ['a string', 1],
  minimum: ['a number', '1', null],
  multipleOf: ['a number above 0', 0, -1, '1'],
  maxLength: ['a whole number from 0', -1, 1.5, '1'],
  uniqueItems: ['true or false', 1, 'true'],
  enum: ['an array of one value or more', 'a', []],
  examples: ['an array', {}, 'a'],
  $vocabulary: ['an object', 1, []],
  required: ['an array of different names', 'a', ['a', 'a'], [1]],
  dependentRequired: ['an object of arrays of names', 1, []],
  dependencies: ['an object of schemas or arrays of names', 1, []],
  allOf: ['an array of one schema or more', {}, [], 1],
  prefixItems: ['an array of one schema or more', {}, []],
  properties: ['an object of schemas', [], 1, null],
  patternProperties: ['an object of schemas', [], 'x', null],
  dependentSchemas: ['an object of schemas', [], 1],
  not: ['a schema: an object, true or false', 3, []],
  additionalProperties: ['a schema: an object, true or false', 'no', []],
};
const rows = Object.entries(wrong).flatMap(([keyword, [words, ...values]]) => values.map((value) => ({ keyword, words, value })));

test.each(rows)('$keyword must be $words: $value', ({ keyword, words, value }) => {
  const found = faultsOf({ [keyword]: value });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ path: `/dataSchema/${keyword}` });
  expect(found[0]!.message.startsWith(`must be ${words}, got `)).toBe(true);
});

test.each([
  [{ pattern: '(' }, 'pattern'],
  [{ format: 'dat' }, 'format'],
  [{ type: 'strin' }, 'type'],
  [{ dependentRequired: { a: [1] } }, 'dependentRequired'],
  [{ $ref: '#/nowhere' }, '$ref'],
  [{ typ: 1 }, 'unknown-keyword'],
  [{ $id: 'http://[' }, '$id'],
])('the fault of %j has the keyword %s', (schema, keyword) => {
  expect(faultsOf(schema).map((one) => one.keyword)).toEqual([keyword]);
});

test.each([
  [{ wholly: 1 }, 'unknown keyword "wholly"; annotations of your own begin with "x-"'],
  [{ typ: 1 }, 'unknown keyword "typ"; did you mean "type"?'],
  [{ $recursiveAnchor: true }, 'unknown keyword "$recursiveAnchor" in 2020-12; 2019-09 has it'],
  [{ additionalItems: true }, 'unknown keyword "additionalItems" in 2020-12; draft-07 and 2019-09 have it'],
])('%j', (schema, message) => {
  expect(faultsOf(schema).map((one) => one.message)).toEqual([message]);
});

test('several faults are counted in the message of the error', () => {
  expect(() => compileDataSchema({ minimum: 'a', maximum: 'b', title: 1 })).toThrow('(and 2 more)');
  expect(() => compileDataSchema({ minimum: 'a' })).not.toThrow('more)');
});

test('an $id that stands twice is refused', () => {
  const inner = { $id: 'https://a.example/c.json' };
  expect(faultsOf({ $defs: { a: inner, b: inner } }).map((one) => one.message)).toEqual([
    '"https://a.example/c.json" is used twice',
  ]);
});

describe('a schema that leads back to itself', () => {
  const deeper = {
    ...{ properties: { a: { $ref: '#' } }, patternProperties: { '^a': { $ref: '#' } }, additionalProperties: { $ref: '#' } },
    ...{ prefixItems: [{ $ref: '#' }], items: { $ref: '#' }, contains: { $ref: '#' }, propertyNames: { $ref: '#' } },
    ...{ unevaluatedItems: { $ref: '#' }, unevaluatedProperties: { $ref: '#' } },
  };
  test.each(Object.entries(deeper))('through %s goes deeper into the data', (keyword, value) => {
    expect(faultsOf({ [keyword]: value })).toEqual([]);
  });

  const here = {
    ...{ allOf: [{ $ref: '#' }], anyOf: [{ $ref: '#' }], oneOf: [true, { $ref: '#' }], not: { $ref: '#' } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...{ if: { $ref: '#' }, then: { $ref: '#' }, else: { $ref: '#' }, dependentSchemas: { a: { $ref: '#' } } },
    ...{ dependencies: { a: { $ref: '#' } } },
  };
  test.each(Object.entries(here))('through %s never ends', (keyword, value) => {
    expect(faultsOf({ [keyword]: value }).map((one) => one.message)).toEqual([expect.stringContaining('never end')]);
  });
});

describe('items in draft-07', () => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  test.each([
    [{ items: { type: 'number' } }, []],
    [{ items: [{ type: 'number' }, true] }, []],
    [{ items: { type: 'numbr' } }, ['/dataSchema/items/type']],
    [{ items: [true, { type: 'numbr' }] }, ['/dataSchema/items/1/type']],
    [{ items: 3 }, ['/dataSchema/items']],
  ])('%j', (schema, paths) => {
    expect(faultsOf({ $schema, ...schema }).map(({ path }) => path)).toEqual(paths);
  });
});
