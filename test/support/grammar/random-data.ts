// The data schema of random templates, and data that fit it: members are missing, texts are odd, lists are empty or long.
import type { JsonSchema } from '../../../src/contract/schema.ts';
import type { Dice } from './dice.ts';

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const part = {
  type: 'object',
  required: ['name', 'count'],
  properties: { name: text, count: { type: 'integer', minimum: 0 } },
} as const;
const customer = {
  type: 'object',
  required: ['name'],
  properties: { name: text, street: text, 'vat-id': text, tags: { type: 'array', items: text } },
} as const;
const line = {
  type: 'object',
  required: ['name', 'quantity', 'price', 'parts'],
  properties: {
    name: text,
    quantity: number,
    price: number,
    detail: text,
    discount: { type: ['number', 'null'] },
    tone: text,
    due: { type: 'string', format: 'date' },
    done: { type: 'boolean' },
    parts: { type: 'array', items: part },
  },
} as const;

/** The types of all values that the expressions of random templates find. */
export const dataSchema = {
  type: 'object',
  required: ['title', 'total', 'share', 'paid', 'lines', 'words', 'numbers', 'customer', 'day'],
  properties: {
    title: text,
    note: text,
    total: number,
    share: { type: 'number', minimum: 0, maximum: 1 },
    odd: { type: ['string', 'number', 'null'] },
    paid: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    tone: text,
    look: text,
    language: text,
    photo: text,
    sheet: {},
    anything: {},
    customer,
    lines: { type: 'array', items: line },
    words: { type: 'array', items: text },
    numbers: { type: 'array', items: number },
    table: { type: 'array', items: { type: 'array', items: number } },
  },
} as const satisfies JsonSchema;

const texts: readonly string[] = [
  ...['', ' ', 'Ada', 'Ada Lovelace'],
  ...['Thank you for your order, which we have delivered in the week of the eighteenth of April.'],
  ...[
    'Donaudampfschifffahrtsgesellschaftskapitän',
    'two\nlines',
    'a\ttab',
    'שלום 123 עולם',
    'مرحبا',
    'がんばれ。「はい」',
    '한국어 문장입니다',
  ],
  ...['👩‍👩‍👧 ✓', 'e\u0301\u0301\u0301', '\u0007bell', '\ud800', '\u{13080}', '{{ title }}', '**no mark**', '12.50', '-1'],
  ...['50%', '2026-02-30', 'https://example.com/ü?a=1#b', '#terms', '<b>&amp;', 'x'.repeat(300)],
];

/** Values that the data bring for members with a meaning. Others are odd. */
const meant: Readonly<Record<string, readonly unknown[]>> = {
  tone: ['#0f5c63', '#abc', 'accent', 'accent/20', 'nothing', ''],
  look: ['strong', 'box', 'nowhere', ''],
  language: ['de', 'en-GB', 'ar', 'x', ''],
  photo: [
    ...['dot.png', 'none.png', 'data:image/png;base64,AAAA', ''],
    'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==',
    'data:image/webp;base64,UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAAdQrSYUuf+BiOh/AAA=',
  ],
  sheet: ['A6', [80, 60], [-1, 3], 'A99', null, [60, 60]],
  day: ['2026-03-31', '2024-02-29', '0001-01-01'],
  due: ['2026-03-31', '1999-12-31'],
  moment: ['2025-03-09T14:05:00Z', '2025-03-09T14:05:00+02:00'],
};

const anything: readonly unknown[] = [null, '', 'text', 0, 3, true, [], [1, 'a', null], {}, { name: 'a', items: [1] }];
const numbers = [0, 1, 2, 3, 4.5, 12, -1, 0.1, 99.99, 1234567.891, 1e21, 1e-7, -0];

export function makeData(dice: Dice, schema: JsonSchema = dataSchema, name = ''): unknown {
  const known = meant[name];
  if (known && dice.chance(0.9)) return dice.pick(known.filter((value) => schema.format === undefined || value !== ''));
  const type = Array.isArray(schema.type) ? dice.pick(schema.type as readonly string[]) : schema.type;
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([member]) => schema.required?.includes(member) || dice.chance(0.75),
    );
    return Object.fromEntries(members.map(([member, own]) => [member, makeData(dice, own, member)]));
  }
  if (type === 'array') {
    const length = dice.pick([0, 1, 2, 3, 3, 5, name === 'lines' ? 25 : 4]);
    return Array.from({ length }, () => makeData(dice, schema.items!));
  }
  if (type === 'boolean') return dice.chance(0.5);
  if (type === 'null') return null;
  if (type === 'integer') return dice.upTo(8);
  if (type === 'number') return schema.maximum === 1 ? dice.pick([0, 0.25, 0.5, 1]) : dice.pick(numbers);
  if (type === undefined) return dice.pick(anything);
  if (schema.format === 'date') return '2026-05-01';
  if (schema.format === 'date-time') return '2026-05-01T00:00:00Z';
  return dice.chance(0.6) ? dice.pick(texts.slice(2, 5)) : dice.pick(texts);
}
