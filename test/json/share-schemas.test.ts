import { expect, test } from 'vitest';
import { shareEqual } from '../../src/json/share-schemas.ts';

const long = (title: string) => ({
  type: 'object',
  title,
  properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
});

test('equal schemas stand once, also within each other, and are named in the order of their use', () => {
  const outer = { description: 'Holds the same', items: long('A'), allOf: [long('B')] };
  const shared = shareEqual({ properties: { a: long('A'), b: outer, c: outer }, $defs: { own: long('B') } });
  expect(shared.properties).toEqual({ a: { $ref: '#/$defs/_0' }, b: { $ref: '#/$defs/_1' }, c: { $ref: '#/$defs/_1' } });
  expect(shared.$defs!._1).toEqual({ ...outer, items: { $ref: '#/$defs/_0' }, allOf: [{ $ref: '#/$defs/_2' }] });
  expect([shared.$defs!._0, shared.$defs!._2, shared.$defs!.own]).toEqual([long('A'), long('B'), long('B')]);
});

test('short schemas, references and values that are no schemas stay', () => {
  const value = long('value');
  const reference = { $ref: `#/$defs/${'a'.repeat(60)}` };
  const schema = {
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: reference, d: reference },
    enum: [value, value],
    default: value,
  };
  expect(shareEqual(schema)).toEqual({ ...schema, $defs: {} });
});
