// Whether every value of a schema is accepted by another.
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { findMisfit, literalSchema } from '../../../src/document/expression/schema-fits.ts';
import { objectOf } from '../../support/schemas.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const withMember = (name: string, schema: JsonSchema, isRequired = true): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  ...(isRequired && { required: [name] }),
});
const root: JsonSchema = {
  $defs: {
    node: { type: 'object', required: ['next'], properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } } },
    named: withMember('p', text),
    counted: withMember('p', number),
  },
};
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const misfit = (given: JsonSchema, wanted: JsonSchema) => {
  const found = findMisfit(given, wanted, root);
  return found && `${found.path.join('.')}: ${found.wanted} / ${found.given ?? 'missing'}`;
};

test.each<[string, JsonSchema, JsonSchema]>([
  ['the same', text, { type: 'string' }],
  ['anything', text, {}],
  ['a whole number where a number is wanted', { type: 'integer' }, number],
  ['each branch of a choice', { anyOf: [text, { type: 'integer' }] }, { type: ['string', 'number'] }],
  ['each branch, in another choice', { oneOf: [withMember('a', text), number] }, { anyOf: [number, withMember('a', text)] }],
  ['listed values that are fewer', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['a listed value of the right type', { const: 5 }, number],
  ['an object with more members', { ...withMember('a', text), required: ['a'] }, { type: 'object' }],
  ['an object that may lack what is not required', { type: 'object' }, withMember('a', text, false)],
  ['a list with elements of the right type', { type: 'array', items: { type: 'integer' } }, { type: 'array', items: number }],
  ['a schema that refers to itself', ref('node'), ref('node')],
  ['a copy of a schema that refers to itself', { allOf: [ref('node')] }, withMember('next', { type: ['object', 'null'] })],
  ['a value of which nothing is known', {}, withMember('a', text)],
  ['what other keywords would refuse', number, { type: 'number', minimum: 5 }],
])('%s fits', (_name, given, wanted) => {
  expect(misfit(given, wanted)).toBeUndefined();
});

test.each<[string, JsonSchema, JsonSchema, string]>([
  ['another type', text, number, ': a number / text'],
  ['a number where a whole number is wanted', number, { type: 'integer' }, ': a whole number / a number'],
  ['null', { type: ['string', 'null'] }, text, ': text / text or null'],
  ['a choice with a wrong branch', { anyOf: [text, number] }, text, ': text / a number'],
  ['no branch of a choice', text, { anyOf: [number, { type: 'boolean' }] }, ': a number or true or false / text'],
  ['any text where values are listed', text, { enum: ['a', 'b'] }, ': one of a, b / text'],
  ['nothing', text, { not: {}, enum: [] }, ': one of  / text'],
  ['a member of another type', withMember('a', text), withMember('a', number), 'a: a number / text'],
  ['a member that may be missing', withMember('a', text, false), withMember('a', text), 'a: text / missing'],
  ['a member that is unknown', withMember('b', text), withMember('a', text), 'a: text / missing'],
  ['an open object where a member is required', { type: 'object' }, withMember('a', text), 'a: text / missing'],
  [
    'a member that is there in one branch only',
    { oneOf: [withMember('a', text), withMember('b', text)] },
    withMember('a', text),
    'a: text / missing',
  ],
  ['elements of another type', { type: 'array', items: text }, { type: 'array', items: number }, '0: a number / text'],
  [
    'members of a map',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: number },
    '*: a number / text',
  ],
  [
    'a member where a map is wanted',
    withMember('a', text),
    { type: 'object', additionalProperties: number },
    'a: a number / text',
  ],
  [
    'the same fault on both ways of a choice',
    { type: 'object', required: ['x', 'y'], properties: { x: ref('named'), y: ref('named') } },
    { anyOf: [withMember('x', ref('counted')), withMember('y', ref('counted'))] },
    ': an object / an object',
  ],
])('%s does not fit', (_name, given, wanted, message) => {
  expect(misfit(given, wanted)).toBe(message);
});

test('a false schema accepts nothing', () => {
  expect(findMisfit(text, false, root)).toMatchObject({ wanted: 'nothing', given: 'text' });
});

test('the schema of a written value lists the value and its members, and says nothing of a text of which nothing is known', () => {
  const schemaOf = (value: unknown) => literalSchema(value, () => true);
  expect(schemaOf('{{ a }}')).toEqual({});
  expect(schemaOf(null)).toEqual({ type: 'null', const: null });
  expect(schemaOf(5)).toEqual({ type: 'integer', const: 5 });
  expect(schemaOf([])).toEqual({ type: 'array', minItems: 0, prefixItems: [] });
  expect(schemaOf([1, 2])).toMatchObject({ minItems: 2, items: { type: 'integer' } });
  expect(schemaOf({ a: null, b: 1.5 })).toEqual(
    objectOf({ a: { type: 'null', const: null }, b: { type: 'number', const: 1.5 } }),
  );
});
