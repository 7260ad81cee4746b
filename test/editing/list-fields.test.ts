import { expect, test } from 'vitest';
import { listFields } from '../../src/editing/list-fields.ts';
import type { Schema } from '../../src/json/schema-parts.ts';

const list = (schema: Schema) =>
  listFields(schema, schema).map(({ path, list: own, lists, types, isNeeded }) =>
    [
      `${[...lists.map((names) => `${names.join('.')}[]`), path.join('.')].join('.')} ${types.join('|')}`,
      isNeeded ? 'needed' : '',
      own ? `in ${own.join('.')}` : '',
    ]
      .filter((text) => text !== '')
      .join(', '),
  );

test('the fields of objects, and of the elements of lists', () => {
  const parts = { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } };
  const lines = { type: 'array', items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, parts } } };
  const order = { type: 'object', properties: { lines } };
  expect(list({ type: 'object', required: ['order'], properties: { order } } as Schema)).toEqual([
    'order object, needed',
    'order.lines array',
    'order.lines[].name string, needed, in order.lines',
    'order.lines[].parts array, in order.lines',
    'order.lines[].parts[].size integer',
  ]);
});

test('what several schemas say of a field holds together', () => {
  const schema = {
    $defs: { name: { properties: { name: { type: ['string', 'null'] } } } },
    allOf: [{ $ref: '#/$defs/name' }, { required: ['name'], properties: { name: {} } }],
    anyOf: [{ properties: { a: {} } }, { properties: { b: { type: 'number' } } }],
  };
  expect(list(schema as unknown as Schema)).toEqual(['name string|null, needed', 'a ', 'b number']);
});

test('a schema that contains itself is shown once', () => {
  const schema = { $defs: { node: { properties: { name: {}, inner: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
  expect(list(schema as unknown as Schema)).toEqual(['name ', 'inner ']);
  expect(list(true)).toEqual([]);
});
