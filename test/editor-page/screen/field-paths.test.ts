import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { readParts } from '../../../src/editing/index.ts';
import { listFields } from '../../../src/editing/list-fields.ts';
import { fieldPaths, typeOf } from '../../../src/editor-page/screen/field-paths.ts';

const text: JsonSchema = { type: 'string' };
const objectOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ type: 'object', properties });
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const schema = objectOf({
  total: { type: 'number' },
  'due-date': text,
  lines: listOf(objectOf({ name: text, parts: listOf(objectOf({ sku: text })) })),
  notes: listOf(objectOf({ by: text })),
});
const example = { total: 5, 'due-date': 'May', lines: [{ name: 'Tea', parts: [{ sku: 'T1' }] }], notes: [{ by: 'Ada' }] };
const body = [
  'a',
  { repeat: 'lines', as: 'line', body: ['b', { repeat: 'line.parts', body: ['c'] }] },
  { table: 'lines', as: 'row', columns: ['{{ row.name }}', { body: [{ repeat: 'notes', as: 'note', body: ['d'] }] }] },
];
const tree = readParts({ pages: [{ body }] });
const pathsAt = (path: string) =>
  fieldPaths(tree, tree.places.get(`/pages/0/body${path}`)!.part, listFields(schema, schema), example);
const namesAt = (path: string) => pathsAt(path).map((field) => field.path);

const ofData = ['total', "data['due-date']", 'lines', 'notes'];

test('an expression can name what stands outside of lists', () => {
  expect(namesAt('/0')).toEqual(ofData);
  expect(pathsAt('/0').slice(0, 3)).toEqual([
    { path: 'total', type: 'number', isList: false, example: '5' },
    { path: "data['due-date']", type: 'text', isList: false, example: 'May' },
    { path: 'lines', type: 'list', isList: true, example: '' },
  ]);
});

test('within repetitions, it can name the fields of their elements, nearest first', () => {
  expect(namesAt('/1/body/0')).toEqual(['line.name', 'line.parts', ...ofData]);
  expect(namesAt('/1/body/1')).toEqual(['line.name', 'line.parts', ...ofData]);
  expect(namesAt('/1/body/1/body/0')).toEqual(['item.sku', 'line.name', 'line.parts', ...ofData]);
  expect(pathsAt('/1/body/1/body/0')[0]).toEqual({ path: 'item.sku', type: 'text', isList: false, example: 'T1' });
  expect(namesAt('/2/columns/1/body/0/body/0')).toEqual(['note.by', 'row.name', 'row.parts', ...ofData]);
  // The repetition itself stands outside of its elements.
  expect(namesAt('/1')).toEqual(ofData);
});

test('what a field holds is said in plain words', () => {
  const typesOf = (schema: JsonSchema) => listFields(objectOf({ a: schema }), objectOf({ a: schema })).map(typeOf);
  expect(typesOf({ type: ['integer', 'null'] })).toEqual(['whole number or nothing']);
  expect(typesOf({})).toEqual(['anything']);
});
