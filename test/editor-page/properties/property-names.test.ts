import { expect, test } from 'vitest';
import { partAt, readParts } from '../../../src/editing/index.ts';
import { nameOfProperty } from '../../../src/editor-page/properties/property-names.ts';

const body = [{ text: 'Due', border: { color: 'red' }, odd: 1 }];
const tree = readParts({ pages: [{ size: 'A4', header: ['Top'], body }] });
const nameOf = (pointer: string, ...path: readonly string[]) => nameOfProperty(partAt(tree, pointer)!, path);

test('a property is called as in the panel, and its members after it', () => {
  expect(nameOf('/pages/0', 'size')).toBe('Paper size');
  expect(nameOf('/pages/0/header', 'on')).toBe('Pages');
  expect(nameOf('/pages/0/body/0', 'align')).toBe('Alignment');
  expect(nameOf('/pages/0/body/0', 'border', 'color')).toBe('Border, Line colour');
});

test('what has no name keeps the one that it has in the template', () => {
  expect(nameOf('/pages/0/body/0', 'odd')).toBe('odd');
  expect(nameOf('/pages/0/body/0', 'constructor')).toBe('constructor');
});
