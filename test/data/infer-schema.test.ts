import { expect, test } from 'vitest';
import { compileDataSchema, inferSchema } from '../../src/data/index.ts';

const example = {
  number: 'RE-1',
  date: '2026-03-31',
  sent: '2026-03-31T10:00:00Z',
  total: 12.5,
  count: 3,
  paid: false,
  note: null,
  customer: { email: 'a@example.com', web: 'https://example.com/x' },
  lines: [
    { text: 'A', qty: 1, price: 1 },
    { text: 'B', qty: 2, price: 1.5, discount: null },
    { text: 'C', qty: 2, price: 1.5, discount: 0.1 },
  ],
  tags: [],
};

test('types, formats, required and optional members come from the example', () => {
  expect(inferSchema(example)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      number: { type: 'string' },
      date: { type: 'string', format: 'date' },
      sent: { type: 'string', format: 'date-time' },
      total: { type: 'number' },
      count: { type: 'integer' },
      paid: { type: 'boolean' },
      note: {},
      customer: {
        type: 'object',
        properties: { email: { type: 'string', format: 'email' }, web: { type: 'string', format: 'uri' } },
        required: ['email', 'web'],
        additionalProperties: false,
      },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            qty: { type: 'integer' },
            price: { type: 'number' },
            discount: { type: ['number', 'null'] },
          },
          required: ['text', 'qty', 'price'],
          additionalProperties: false,
        },
      },
      tags: { type: 'array', items: {} },
    },
    required: Object.keys(example),
    additionalProperties: false,
  });
});

test.each([
  [example],
  [[1, 'a', null]],
  ['2026-01-01'],
  [{ d: ['2026-01-01', 'later'] }],
  [null],
  [{ constructor: 1, toString: 'x' }],
])('the example fits the schema inferred from it: %j', (value) => {
  expect(compileDataSchema(inferSchema(value)).check(value, { timeoutMs: 60_000 })).toEqual([]);
});
