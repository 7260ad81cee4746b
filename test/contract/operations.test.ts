import { expect, test } from 'vitest';
import { type OperationShape, paramsOf, wireNameOf } from '../../src/contract/operation-shape.ts';
import { operations } from '../../src/contract/operations.ts';

const all: readonly (readonly [string, OperationShape])[] = Object.entries(operations);

test.each(all)('the names in the path of %s are those of its params', (_, operation) => {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  expect(inPath).toEqual(paramsOf(operation).map((name) => wireNameOf(operation, name)));
});

test('programs name a template in one way', () => {
  const params = new Set(all.filter(([, { lookUp }]) => lookUp === 'template').flatMap(([, operation]) => paramsOf(operation)));
  expect([...params]).toEqual(['uuid']);
});
