import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { formsOf } from '../../../src/editor-page/properties/part-schema.ts';
import { readScalar, showScalar } from '../../../src/editor-page/properties/scalars.ts';
import { schemas } from './every-part.ts';

const formsIn = (schema: JsonSchema, member: string) => formsOf(schema.properties![member]!);
const text = schemas.components.text!;
const of = (member: string, type = 'text') => formsIn(schemas.components[type]!, member);
const size = formsIn(schemas.page, 'size');
const columnWidth = formsOf(schemas.childProperties.column.width!);

describe('a text is read', () => {
  test.each([
    ['a number', of('size'), '12', 12],
    ['a number with decimals', of('size'), ' 9.5 ', 9.5],
    ['a decimal comma', of('size'), '9,5', 9.5],
    ['a decimal comma with three digits behind zero', of('height'), '0,125', 0.125],
    ['a decimal comma with four digits behind it', of('height'), '1,2345', 1.2345],
    ['a number with its unit', of('height'), '12 mm', 12],
    ['points in a template with another unit', of('size'), '12pt', 12],
    ['a negative number', of('letterSpacing'), '-0.5', -0.5],
    ['a plus', of('letterSpacing'), '+2', 2],
    ['zero without its sign', of('letterSpacing'), '-0', 0],
    ['a binding for a number', of('size'), '{{ big }}', '{{ big }}'],
    ['a share', of('width'), '50%', '50%'],
    ['a share with spaces around', of('width'), ' 50% ', '50%'],
    ['a word beside numbers', of('lineHeight'), 'Auto', 'auto'],
    ['the name of a size', size, 'a4', 'A4'],
    ['two numbers', size, '210, 297', [210, 297]],
    ['two numbers as people write them', size, '210 x 297', [210, 297]],
    ['a binding for a size', size, '{{ size }}', '{{ size }}'],
    ['a share of what is left', columnWidth, '2*', '2*'],
    ['a text as it is', of('lang'), ' de ', ' de '],
    ['a text that looks like a number', of('lang'), '12', '12'],
    ['four radii', of('radius', 'rect'), '1, 2, 3, 4', [1, 2, 3, 4]],
    ['one radius', of('radius', 'rect'), '3', 3],
  ])('%s', (_, forms, written, value) => expect(readScalar(forms, written, 'mm')).toEqual({ value }));
});

describe('a text is refused with what may be written', () => {
  test.each([
    [of('size'), '0', 'Write a number above 0, at most 1000 in pt, or a field of the data such as {{ total }}.'],
    [of('size'), '1,000', 'Write 1000 or 1.000: the comma can mean both.'],
    [of('height'), '-12,500 mm', 'Write -12500 or -12.500: the comma can mean both.'],
    [of('size'), '1001', 'Write a number above 0, at most 1000 in pt, or a field of the data such as {{ total }}.'],
    [of('size'), 'big', 'Write a number above 0, at most 1000 in pt, or a field of the data such as {{ total }}.'],
    [of('height'), '12 pt', 'Write a number from 0 to 100000 in mm, or a field of the data such as {{ total }}.'],
    [of('height'), '12 cm', 'Write a number from 0 to 100000 in mm, or a field of the data such as {{ total }}.'],
    [of('opacity'), '1.5', 'Write a number from 0 to 1, or a field of the data such as {{ total }}.'],
    [of('opacity'), '-0.1', 'Write a number from 0 to 1, or a field of the data such as {{ total }}.'],
    [of('maxLines'), '1.5', 'Write a whole number from 1 to 10000, or a field of the data such as {{ total }}.'],
    [
      of('width'),
      '50 %x',
      'Write a number from 0 to 100000 in mm, or a field of the data such as {{ total }}, or a share such as 50%.',
    ],
    [of('lineHeight'), '11', 'Write a number from 0.5 to 10, or a field of the data such as {{ total }}, or “auto”, “normal”.'],
    [
      columnWidth,
      'wide',
      'Write a number above 0, at most 100000 in mm, or a field of the data such as {{ total }}, or “auto”, or a share such as 50% or 2*.',
    ],
    [of('color'), '#12', 'Write a colour such as #1f3a5f, or the name of a colour.'],
    [
      size,
      '210',
      'Write “A3”, “A4”, “A5”, “A6”, “B4”, “B5”, “letter”, “legal”, “tabloid”, “executive”, or 2 numbers, or a field of the data such as {{ total }}.',
    ],
    [
      size,
      '0, 10',
      'Write “A3”, “A4”, “A5”, “A6”, “B4”, “B5”, “letter”, “legal”, “tabloid”, “executive”, or 2 numbers, or a field of the data such as {{ total }}.',
    ],
    [of('id'), '', 'This text cannot stand here.'],
    [of('id'), 'x'.repeat(101), 'This text cannot stand here.'],
    [of('count'), '{{ x }}', 'Write another text.'],
  ])('%#: %s', (forms, written, fault) => expect(readScalar(forms, written, 'mm')).toEqual({ fault }));
});

describe('a value is shown', () => {
  test.each([
    ['a number', of('size'), 9.5, '9.5'],
    ['a binding', of('size'), '{{ big }}', '{{ big }}'],
    ['a very small number', of('size'), 1e-7, '1e-7'],
    ['a faulty number, to be mended', of('size'), -3, '-3'],
    ['a faulty name of a colour, to be mended', of('color'), 'dark red', 'dark red'],
    ['a list of numbers', size, [210, 297], '210, 297'],
    ['an empty text', of('alt'), '', ''],
    ['nothing', of('alt'), undefined, ''],
  ])('%s', (_, forms, value, shown) => expect(showScalar(forms, value)).toBe(shown));

  test.each([
    ['an object', of('size'), { a: 1 }],
    ['a boolean', of('size'), true],
    ['null', of('size'), null],
    ['a list of texts', size, ['210', '297']],
    ['a list of another length', size, [1, 2, 3]],
    ['a text that would be read as a number', of('amount', 'payment'), '12'],
    ['a number where a text is asked for', of('lang'), 12],
  ])('%s is not: it would become another value', (_, forms, value) => expect(showScalar(forms, value)).toBeUndefined());
});

test('the schema of a text has the forms that are published', () => {
  expect(formsOf(text.properties!.size!)).toHaveLength(2);
});
