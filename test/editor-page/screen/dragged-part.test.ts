import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import type { EditorModel } from '../../../src/editor-page/editor-model.ts';
import { draggedPart } from '../../../src/editor-page/screen/dragged-part.ts';

const template = {
  define: { block: { body: ['in a block'] } },
  pages: [
    {
      header: ['head'],
      body: ['a', { table: 'lines', columns: ['x', { body: ['y'] }], rows: [{ cells: ['sum', '1'] }] }, { use: 'block' }],
    },
  ],
};
const tree = readParts(template);
const model = { tree: signal(tree) } as unknown as EditorModel;
const nameOf = (pointer: string) => draggedPart(model, tree.places.get(pointer)!.part)?.name;

test('components and columns are dragged, and what stays in its list is not', () => {
  const table = '/pages/0/body/1';
  expect(nameOf('/pages/0/body/0')).toBe('Text: a');
  expect(nameOf(table)).toBe('Table: Lines');
  expect(nameOf(`${table}/columns/0`)).toBe('Column: x');
  expect(nameOf(`${table}/columns/1`)).toBe('Column: y');
  // A part that was read before the tree was read again.
  const earlier = readParts(template).places.get(`${table}/columns/1`)!.part;
  expect(draggedPart(model, earlier)?.name).toBe('Column: y');
  expect(nameOf(`${table}/columns/1/body/0`)).toBe('Text: y');
  for (const pointer of ['/pages/0', '/pages/0/header', `${table}/rows/0`, `${table}/rows/0/cells/0`])
    expect([pointer, nameOf(pointer)]).toEqual([pointer, undefined]);
});
