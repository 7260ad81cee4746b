import { expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';

const text = { type: 'string' };
const messageOf = (schema: unknown, data: unknown) =>
  compileDataSchema(schema)
    .check(data, { timeoutMs: 60_000 })
    .map(({ message }) => message)
    .join(' ; ');

test.each<[forms: unknown[], message: string]>([
  [
    [{ type: 'string', format: 'date' }, { type: 'null' }, { type: 'integer', minimum: 5 }],
    'a date such as 2026-03-31, null or a whole number from 5',
  ],
  [[{ type: 'string', pattern: '^x' }, { const: 'y' }], 'a string that matches "^x" or "y"'],
  [[{ enum: ['a', 'b'] }, { type: 'number', minimum: 1, maximum: 2 }], '"a" or "b" or a number from 1 to 2'],
  [[{ type: 'number', maximum: 2 }, { type: 'array' }], 'a number up to 2 or an array'],
  [[{ $ref: '#/$defs/iban' }, { type: 'null' }], 'an object with "iban" or null'],
])('a value that fits none of %j', (forms, message) => {
  const $defs = { iban: { type: 'object', required: ['iban'], properties: { iban: text } } };
  expect(messageOf({ anyOf: forms, $defs }, true)).toBe(`must be ${message}, got true`);
  expect(messageOf({ oneOf: forms, $defs }, true)).toBe(`must be ${message}, got true`);
});

test('objects are told apart by their constants, or by what they need', () => {
  const card = { type: 'object', required: ['kind'], properties: { kind: { const: 'card' }, no: text } };
  const bank = { type: 'object', required: ['iban', 'bic'] };
  expect(messageOf({ anyOf: [card, bank] }, 5)).toBe(
    'must be an object with "kind" "card" or an object with "iban" and "bic", got 5',
  );
});

test.each<[why: string, forms: unknown[]]>([
  ['two forms have one name', [{ type: 'object' }, { type: 'object', minProperties: 1 }]],
  ['a form has no name', [{ allOf: [{ type: 'object' }] }, { allOf: [{ type: 'array' }] }]],
  ['there are many', Array.from({ length: 7 }, (_, i) => ({ type: 'number', minimum: i }))],
  ['the names are long', Array.from({ length: 6 }, (_, i) => ({ type: 'object', required: [`${i}`.repeat(50)] }))],
])('forms are counted where %s', (_why, forms) => {
  expect(messageOf({ anyOf: forms }, '')).toBe(`must fit one of ${forms.length} forms, got ""`);
});

test('a value that must not be shown is not', () => {
  expect(
    messageOf(
      { properties: { pin: { writeOnly: true, anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] } } },
      { pin: 5 },
    ),
  ).toBe('must be null or a date such as 2026-03-31');
});

test.each<[schema: object, data: unknown[], message: string]>([
  [{ contains: { const: 'main' }, maxContains: 1 }, ['x'], 'exactly 1 item that is "main", has 0'],
  [{ contains: { const: 'main' }, maxContains: 1 }, ['main', 'main'], 'exactly 1 item that is "main", has 2'],
  [{ contains: { type: 'number' }, minContains: 0, maxContains: 2 }, [1, 2, 3], 'at most 2 items that are a number, has 3'],
  [
    { contains: { $ref: '#/$defs/day' }, minContains: 2 },
    ['2026-01-01', 'x'],
    'at least 2 items that are a date such as 2026-03-31, has 1',
  ],
  [{ contains: { minimum: 3 } }, [1], 'at least 1 item matching "contains", has 0'],
  [{ contains: false }, [1], 'at least 1 item matching "contains", has 0'],
])('%j with %j', (schema, data, message) => {
  expect(messageOf({ ...schema, $defs: { day: { type: 'string', format: 'date' } } }, data)).toBe(`must have ${message}`);
});
