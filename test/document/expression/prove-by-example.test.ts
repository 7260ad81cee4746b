import { describe, expect, test } from 'vitest';
import { inferSchema } from '../../../src/data/infer-schema.ts';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';

const example = {
  customer: { name: 'Ada', note: null },
  lines: [
    { name: 'Bolt', price: '12.50', parts: [{ sku: 'a' }] },
    { name: 'Nut', price: '0.10', parts: [], remark: 'new' },
  ],
  total: 12.6,
  issued: '2026-05-17',
  tags: ['a', 'b'],
  none: [],
};
const names = { schema: true, inferred: inferSchema(example, { allowNumbers: true }), locals: [] } as const;

describe('text with a fault that the example shows', () => {
  test.each([
    ['{{ custmer.name }}', 'unknown-path', 'The schema inferred from the example has no "custmer"; did you mean "customer"?'],
    ['{{ customer.nam }}', 'unknown-path', 'The schema inferred from the example has no "customer.nam"; did you mean "name"?'],
    [
      '{{ customer.phone }}',
      'unknown-path',
      'The schema inferred from the example has no "customer.phone"; there are: name, note. To use "phone", add it to the example data',
    ],
    ["{{ lines | sum: 'prize' }}", 'unknown-path', 'The schema inferred from the example has no "prize"; did you mean "price"?'],
    [
      '{{ customer.name | money }}',
      'wrong-type',
      '"money" needs a number, but the schema inferred from the example gives text here.',
    ],
    ['{{ tags }}', 'wrong-type', expect.stringMatching(/^This is a list.*\(The schema is inferred from the example\.\)$/)],
    ['{{ total == "x" }}', 'wrong-type', expect.stringContaining('the schema inferred from the example gives a number here')],
    [
      "{{ lines | sum: 'name' }}",
      'wrong-type',
      expect.stringMatching(/by the schema inferred from the example "name" is text\.$/),
    ],
  ])('%s has one warning', (source, code, message) => {
    expect(compileText(source, names).diagnostics).toEqual([{ severity: 'warning', code, offset: expect.any(Number), message }]);
  });
});

test.each([
  '{{ customer.name }}',
  '{{ customer.note }}',
  '{{ customer.note.deep }}',
  '{{ lines[1].remark }}',
  '{{ lines[0].name }}',
  '{{ lines.size }}',
  "{{ lines | sum: 'price' | money: 'EUR' }}",
  '{{ lines[0].price * 2 }}',
  "{{ lines | map: 'name' | join: ', ' }}",
  '{{ none[0].anything }}',
  '{{ none | size }}',
  "{{ issued | date: 'medium' }}",
  "{{ issued > '2026-01-01' }}",
  "{{ tags | join: ', ' }}",
  '{{ page.number }} {{ doc.title }}',
  'no bindings',
])('%s has none', (source) => {
  expect(compileText(source, names).diagnostics).toEqual([]);
});

test.each([
  ['positions', ['warning unknown-path']],
  ['customer.phone', ['warning unknown-path']],
  ['customer.phone | default: 1', []],
  ['customer.phone == 1', []],
  ['customer.nam == 1', ['warning unknown-path']],
])('a list or condition that the example lacks: %s', (source, found) => {
  const { diagnostics } = compileExpression(source, names);
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(found);
});

test('a fault that needs no schema is told once', () => {
  expect(compileText('{{ custmer.name | unknwon }}', names).diagnostics).toEqual(
    compileText('{{ custmer.name | unknwon }}', { ...names, inferred: undefined }).diagnostics,
  );
  expect(compileText('{{ custmer + }}', names).diagnostics).toHaveLength(1);
});

test('the example changes no value: members that it lacks, and values of other types, are printed', () => {
  const scope = (data: unknown) => ({
    data,
    locals: [],
    loop: undefined,
    page: { number: undefined, total: undefined },
    doc: { title: undefined, date: undefined },
    format: { locale: 'en-US', currency: undefined, timezone: 'UTC' },
  });
  const text = (source: string, data: unknown) => compileText(source, names).printed(scope(data));
  expect(text('{{ customer.phone }}', { customer: { phone: '123' } })).toBe('123');
  expect(text('{{ customer.name | upcase }}', { customer: { name: 7 } })).toBe('7');
  expect(text('{{ customer.name | number: 2 }}', { customer: { name: 7 } })).toBe('7.00');
  expect(text('{{ tags }}', { tags: 'plain' })).toBe('plain');
  // Compared as without any schema: as numbers, because both look like numbers.
  expect(text("{{ customer.name < '9' ? 'less' : 'more' }}", { customer: { name: '10' } })).toBe(
    compileText("{{ customer.name < '9' ? 'less' : 'more' }}", { ...names, inferred: undefined }).printed(
      scope({ customer: { name: '10' } }),
    ),
  );
});

test('the elements of a list are those of the example', () => {
  const list = compileExpression('lines', names);
  expect(list.items()).toBe(true);
  const inside = { ...names, locals: [{ name: 'line', schema: list.items(), inferred: list.inferred?.items() }] };
  expect(compileText('{{ line.name }} {{ line.remark }}', inside).diagnostics).toEqual([]);
  expect(compileText('{{ line.nmae }}', inside).diagnostics).toMatchObject([
    { severity: 'warning', code: 'unknown-path', message: expect.stringContaining('did you mean "name"?') },
  ]);
  expect(compileExpression('customer', names).inferred?.mayBeList()).toBe(false);
  expect(compileExpression('customer', names).mayBeList()).toBe(true);
});
