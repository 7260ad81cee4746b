import { expect, test } from 'vitest';
import { keywordsAt, listPaths, schemaAt } from '../../../src/batch/entries/schema-at.ts';
import { parsePath } from '../../../src/input/parse-path.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { chainOfBranches } from '../../support/chain-of-branches.ts';

const at = (schema: Schema, path: string) => schemaAt(schema, parsePath(path, path));
const text = { type: 'string' } as const;

test.each([
  ['a member', { properties: { a: text } }, 'a', text],
  ['a member that is not listed', { properties: { a: text } }, 'b', false],
  ['anything, where nothing is listed', { type: 'object' }, 'b.c[3]', true],
  ['nothing below a text', { properties: { a: text } }, 'a.b', false],
  ['no member of a list', { properties: { a: { type: 'array' } } }, 'a.b', false],
  ['a member by $ref', { $defs: { t: { properties: { b: text } } }, properties: { a: { $ref: '#/$defs/t' } } }, 'a.b', text],
  ['a member by allOf', { allOf: [{ properties: { a: text } }, { properties: { b: true } }] }, 'a', text],
  ['a member of one branch', { anyOf: [{ properties: { a: text } }, { properties: { b: true } }] }, 'a', text],
  ['none of any branch', { oneOf: [{ properties: { a: text } }, { properties: { b: true } }] }, 'c', false],
  ['a member beside branches that only require', { properties: { a: text }, anyOf: [{ required: ['a'] }] }, 'c', false],
  ['additional members', { properties: { a: true }, additionalProperties: text }, 'b', text],
  ['additional members of any kind', { properties: { a: true }, additionalProperties: true }, 'b', true],
  ['no additional members', { additionalProperties: false }, 'b', false],
  ['members by pattern', { patternProperties: { '^x-': text }, additionalProperties: false }, 'x-a', text],
  ['members by a pattern of Unicode', { patternProperties: { '^\\p{L}$': text }, additionalProperties: false }, '["ä"]', text],
  ['an element', { properties: { a: { items: text } } }, 'a[7]', text],
  ['the first elements', { properties: { a: { prefixItems: [text], items: false } } }, 'a[0]', text],
  ['no further elements', { properties: { a: { prefixItems: [text], items: false } } }, 'a[1]', false],
  ['the first elements of draft-07', { properties: { a: { items: [true, text] } } }, 'a[1]', text],
] as const)('finds %s', (_name, schema, path, expected) => {
  expect(at(schema as unknown as Schema, path)).toEqual(expected);
});

test('a schema that holds itself is followed as deep as the path', () => {
  expect(at({ properties: { below: { $ref: '#' }, name: text } } as const, 'below.below.name')).toEqual(text);
  expect(at({ allOf: [{ $ref: '#' }] }, 'a')).toBe(true);
});

test('keywords are found through references and branches', () => {
  const root = { $defs: { d: { format: 'date' } }, anyOf: [{ $ref: '#/$defs/d' }, { format: 'time' }] } as Schema;
  expect(keywordsAt(root, 'format', root)).toEqual(['date', 'time']);
});

test('the paths of a schema are listed, names that are no words in quotes', () => {
  const root: Schema = {
    properties: { a: { properties: { 'b c': text } }, lines: { type: 'array', items: { properties: { price: {} } } } },
  };
  expect(listPaths(root)).toEqual(['a["b c"]', 'lines[0].price']);
});

test('a schema whose branches meet again and again is looked at once', () => {
  const root = chainOfBranches(60, { properties: { a: { format: 'date', ...text } } });
  expect(at(root, 'a')).not.toBe(true);
  expect(at(root, 'b')).toBe(false);
  expect(keywordsAt(at(root, 'a'), 'format', root)).toEqual(['date']);
});

test('the paths of a schema that holds itself in many members come to an end', () => {
  const names = Array.from({ length: 40 }, (_, i) => [`m${i}`, { $ref: '#' }]);
  expect(listPaths({ type: 'object', properties: Object.fromEntries(names) })).toEqual([]);
});
