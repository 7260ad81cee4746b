// Sample data of schemas that ask for too much.
import { describe, expect, test } from 'vitest';
import { makeSample, type SampleKind, sampleKinds } from '../../src/live-pages/sample-data.ts';
import { objectOf } from '../support/schemas.ts';

const kinds = sampleKinds.map(({ id }) => id);

const sample = (kind: SampleKind, dataSchema: unknown, exampleData?: unknown) =>
  makeSample(kind, { dataSchema, exampleData }, undefined);

const samplesOf = (dataSchema: unknown, exampleData?: unknown) => kinds.map((kind) => sample(kind, dataSchema, exampleData));

/** Counts the values inside of a value. */
const count = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce((sum: number, one) => sum + count(one), 0) : 1;

describe('each sample is bounded', () => {
  test.each<[string, unknown]>([
    [
      'a required member that contains itself',
      { type: 'object', required: ['a', 'b'], properties: { a: { $ref: '#' }, b: { $ref: '#' } } },
    ],
    ['a reference to itself', { $ref: '#' }],
    [
      'very long lists in each other',
      { type: 'object', required: ['a'], properties: { a: { type: 'array', minItems: 1e9, items: { $ref: '#' } } } },
    ],
    ['very long texts', objectOf({ a: { type: 'array', minItems: 900, items: { type: 'string', minLength: 1e9 } } })],
    ['very many members', { type: 'object', minProperties: 1e9, additionalProperties: { type: 'object', minProperties: 1e9 } }],
    [
      'many branches',
      { type: 'object', required: ['a'], properties: { a: { anyOf: Array.from({ length: 900 }, () => ({ $ref: '#' })) } } },
    ],
  ])('of %s', (_, schema) => {
    for (const made of samplesOf(schema)) {
      expect(count(made)).toBeLessThan(11_000);
      expect(JSON.stringify(made).length).toBeLessThan(2_000_000);
    }
  });
});
