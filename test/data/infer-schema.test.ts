import { expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';
import { inferSchema } from '../../src/data/infer-schema.ts';

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

test.each([
  ['date-time', ['2026-03-31T10:00:00Z', '2026-12-09T23:59:59.125+01:00', '2026-10-30T09:07:30-11:30']],
  ['date', ['2026-01-01', '2026-10-31', '2026-12-29']],
  ['email', ['a@example.com', 'a.b+c-d@mail.example-x.de', 'A_1@EXAMPLE.COM']],
  ['uri', ['https://example.com', 'http://a.de:8080/x?y=1#z', 'mailto:a.b@example.com', 'HTTPS://EXAMPLE.COM/a%20b']],
  [
    undefined,
    [
      ...['2026-03-31T24:00:00Z', '2026-03-31T10:60:00Z', '2026-03-31T10:00:60Z', '2026-03-31T10:00:00', '2026-03-31T1a:00:00Z'],
      ...[
        '2026-03-31T10:0a:00Z',
        '2026-03-31 10:00:00Z',
        '2026-03-31T10:00:00.Z',
        '2026-03-31T10:00:00+0100',
        '2026-03-31T10:00:00Zulu',
      ],
      ...['2026-13-01', '2026-00-10', '2026-01-32', '2026-01-00', '2026-1-1', 'on 2026-01-01', '2026-01-01.'],
      ...['a@b', '@example.com', 'a b@example.com', 'a@example.', 'a@-x.com'],
      ...['ftp://example.com', 'https://', 'https://exa mple.com', 'mailto:a', 'mailto:@b', 'see https://example.com', '/a'],
    ],
  ],
])('the format %s is seen in a text', (format, texts) => {
  for (const text of texts) expect([text, inferSchema(text).format]).toEqual([text, format]);
});

test('a member that some items lack is not required, and no empty list of required members is written', () => {
  expect(inferSchema([{ a: 1 }, { b: 2 }]).items).toEqual({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    additionalProperties: false,
  });
});

test('numbers as texts allow both only where asked for', () => {
  for (const text of ['12', ' -1.50 ', '.5', '1e3'])
    expect(inferSchema(text, { allowNumbers: true }).type).toEqual(['string', 'number']);
  for (const text of ['', '.', '1,5', 'a1', '1 2']) expect(inferSchema(text, { allowNumbers: true }).type).toBe('string');
  expect(inferSchema('12').type).toBe('string');
});

test('an example of 64 levels is read, a deeper one is refused, of arrays and of objects', () => {
  for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ a: inner })]) {
    let example: unknown = 1;
    for (let i = 0; i < 64; i++) example = wrap(example);
    expect(() => inferSchema(example)).not.toThrow();
    expect(() => inferSchema(wrap(example))).toThrow(RangeError);
  }
});
