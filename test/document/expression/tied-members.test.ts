import { describe, expect, test } from 'vitest';
import { compileExpression, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import { tiedMembers } from '../../../src/document/expression/tied-members.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { chainOfBranches } from '../../support/chain-of-branches.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const properties = { a: text, b: number, c: text, x: { type: ['string', 'null'] } };
const needs = (...required: string[]) => ({ required });
const tied = (schema: Schema, there: readonly string[], missing: readonly string[], root = schema) =>
  [...tiedMembers(schema, root, new Set(there), new Set(missing))]
    .filter((name) => !there.includes(name))
    .sort()
    .join(' ');

describe('what is missing rules out branches, and what the others require is there', () => {
  test.each([
    ['anyOf', { anyOf: [needs('a'), needs('b')] }, [], ['a'], 'b'],
    ['oneOf', { oneOf: [needs('a'), needs('b', 'c')] }, [], ['a'], 'b c'],
    ['a branch of more than two', { anyOf: [needs('a'), needs('b', 'c'), needs('c')] }, [], ['a'], 'c'],
    ['a branch with more', { anyOf: [needs('a', 'c'), needs('b')] }, [], ['c'], 'b'],
    ['what all branches require', { anyOf: [needs('a', 'c'), needs('b', 'c')] }, [], [], 'c'],
    ['nothing is missing', { anyOf: [needs('a'), needs('b')] }, [], [], ''],
    ['another one is missing', { anyOf: [needs('a'), needs('b')] }, [], ['c'], ''],
    ['a branch that is always open', { anyOf: [needs('a'), {}] }, [], ['a'], ''],
    ['a branch that is false', { anyOf: [needs('a'), false, needs('b')] }, [], ['a'], 'b'],
    [
      'branches in branches',
      { anyOf: [needs('a'), { oneOf: [needs('b'), { allOf: [needs('c'), needs('b')] }] }] },
      [],
      ['a'],
      'b',
    ],
    ['two ties', { allOf: [{ anyOf: [needs('a'), needs('b')] }, { oneOf: [needs('b'), needs('c')] }] }, [], ['b'], 'a c'],
    ['a tie behind a tie', { anyOf: [needs('a'), needs('b')], dependentRequired: { b: ['c'] } }, [], ['a'], 'b c'],
    ['dependentRequired', { dependentRequired: { a: ['b', 'c'] } }, ['a'], [], 'b c'],
    ['dependentRequired of what is required', { ...needs('a'), dependentRequired: { a: ['b'] } }, [], [], 'a b'],
    ['dependentRequired of what is missing', { dependentRequired: { a: ['b'] } }, [], ['a'], ''],
    // It may be there as null.
    ['a member that may be null', { anyOf: [needs('x'), needs('b')] }, [], ['x'], ''],
    ['a member that may be null and is needed', { anyOf: [needs('a'), needs('x')] }, [], ['a'], ''],
    ['a branch that excludes null', { anyOf: [{ ...needs('x'), properties: { x: text } }, needs('b')] }, [], ['x'], 'b'],
    ['no branch is left', { anyOf: [needs('a'), needs('a', 'b')] }, [], ['a'], ''],
  ] as const)('%s', (_, ties, there, missing, found) => {
    expect(tied({ type: 'object', properties, ...ties } as Schema, there, missing)).toBe(found);
  });
  test('also through references, and branches that meet again and again', () => {
    const root = { $defs: { a: { properties, ...needs('a') }, self: { anyOf: [{ $ref: '#/$defs/self' }, needs('b')] } } };
    const schema = { properties, anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/self' }] };
    expect(tied(schema, [], ['a'], root)).toBe('');
    expect(tied({ properties, anyOf: [{ $ref: '#/$defs/a' }, needs('b')] }, [], ['a'], root)).toBe('b');
    const chain = chainOfBranches(60, { type: 'object', required: ['a'], properties: { a: text } });
    expect(tied(chain, [], ['b'])).toBe('');
  });
});

test('1,600 choices take little time', () => {
  const names = Array.from({ length: 40 }, (_, i) => `a${i}`);
  const allOf = names.flatMap((one) => names.map((other) => ({ anyOf: [needs(one), needs(other)] })));
  const r = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])), allOf };
  const schema = { type: 'object', required: ['r'], properties: { r } };
  const before = process.cpuUsage();
  for (let i = 0; i < 5; i++) compileText(`A {{ r.a${i} ?? r.a${i + 1} ?? r.a${i + 2} }}`, { schema, locals: [] });
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(1.5);
});

describe('in an expression', () => {
  const result = { type: 'object', properties: { text, value: number, unit: text }, anyOf: [needs('text'), needs('value')] };
  const schema = {
    type: 'object',
    ...needs('r', 'list'),
    properties: { r: result, list: { type: 'array', items: result }, company: { type: 'string', minLength: 1 }, person: text },
    oneOf: [needs('company'), needs('person')],
  };
  const found = (source: string, condition?: string, outcome?: 'true' | 'false') => {
    const names = { schema, locals: [{ name: 'l', schema: result }] };
    const inside = condition === undefined ? names : namesWhere(compileExpression(condition, names), names, outcome);
    return compileText(`- ${source}`, inside).diagnostics.length;
  };
  test.each([
    ['{{ r.text ?? (r.value | number) }}'],
    ['{{ l.text ?? (l.value | number) }}'],
    ["{{ l.text == null ? l.value : '' }}"],
    ['{{ company ?? person }}'],
    ["{{ not company ? person : '' }}"],
    ["{{ list | map: 'text ?? (value | number)' | join: ', ' }}"],
  ])('%s is proved', (source) => {
    expect(found(source)).toBe(0);
  });
  test('a condition around proves it too', () => {
    expect(found('{{ l.value }}', 'l.text', 'true')).toBe(1);
    expect(found('{{ l.value }}', 'l.text == null')).toBe(0);
    expect(found('{{ l.value }}', 'l.text != null', 'false')).toBe(0);
    expect(found('{{ person }}', 'company', 'false')).toBe(0);
  });
  test('an empty text is no missing one', () => {
    expect(found('{{ r.value }}', 'r.text', 'false')).toBe(1);
    expect(found('{{ company }}', 'person', 'false')).toBe(1);
    expect(found('{{ r.text ?? r.unit }}')).toBe(1);
  });
});
