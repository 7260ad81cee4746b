import { expect, test } from 'vitest';
import { conjuncts, type Schema, typesOf } from '../../src/json/schema-parts.ts';
import { chainOfBranches } from '../support/chain-of-branches.ts';

test.each([
  [{ type: ['number', 'null'] }, ['number', 'null']],
  [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, ['integer']],
  [{ enum: [1, 'a', null] }, ['integer', 'string', 'null']],
  [{ anyOf: [{ type: 'string' }, { const: 2.5 }] }, ['string', 'number']],
] as const)('types of %j', (schema, types) => {
  expect([...(typesOf(schema as unknown as Schema, true) ?? [])].sort()).toEqual([...types].sort());
});

test('a branch that says nothing leaves the type open', () => {
  expect(typesOf({ anyOf: [{ type: 'string' }, {}] }, true)).toBeUndefined();
});

test.each(['#/$defs/%zz', '#/$defs/missing', 'https://schema.invalid/other', '#anchor'])(
  'the reference %s leads nowhere',
  ($ref) => {
    const schema: Schema = { $ref };
    expect(conjuncts(schema, schema)).toEqual([schema]);
  },
);

test('types are found below branches that meet again and again', () => {
  const root = chainOfBranches(60, { type: 'string' });
  expect(typesOf(root, root)).toEqual(new Set(['string']));
});

test('schemas that hold together are listed once, however they refer to each other', () => {
  const chain = Array.from({ length: 60 }, (_, i) => [`d${i}`, { allOf: [0, 1, 2].map(() => ({ $ref: `#/$defs/d${i + 1}` })) }]);
  const root: Schema = { $defs: { ...Object.fromEntries(chain), d60: { $ref: '#' } }, $ref: '#/$defs/d0' };
  // The root, the last definition, and each of the others with its three references.
  expect(conjuncts(root, root)).toHaveLength(1 + 1 + 60 * 4);
});

test('keywords whose values are invalid leave the type open', () => {
  for (const schema of [{ enum: 5 }, { anyOf: 7 }, { oneOf: {} }]) expect(typesOf(schema as never, true)).toBeUndefined();
});
