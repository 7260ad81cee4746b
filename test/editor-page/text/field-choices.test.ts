import { describe, expect, test } from 'vitest';
import { fieldChoices, filterChoices } from '../../../src/editor-page/text/field-choices.ts';
import { formats, inFormat, suitingFilters, suitingFormats } from '../../../src/editor-page/text/formats.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';
import { listOf, objectOf } from '../../support/schemas.ts';

const line = objectOf({ unitPrice: { type: 'number' }, tags: listOf({ type: 'string' }) }, '');
const schema = objectOf(
  {
    number: { type: 'string' },
    total: { type: 'number' },
    customer: objectOf({ name: { type: 'string' }, address: { properties: { city: {} } } }, ''),
    lines: listOf(line),
  },
  '',
) as unknown as Schema;

describe('the fields that a text can print', () => {
  const shown = (names: Parameters<typeof fieldChoices>[1]) =>
    fieldChoices(schema, names).map(({ group, name, binding }) => `${group} / ${name} / ${binding}`);
  test('are those of the data outside of lists, by the object that holds them', () => {
    expect(shown([])).toEqual([
      "Document / Number / {{ number ?? '' }}",
      "Document / Total / {{ (total | number) ?? '' }}",
      "Customer / Name / {{ customer.name ?? '' }}",
      "Customer address / City / {{ customer.address.city ?? '' }}",
      'Pages / Page number / {{ page.number }}',
      'Pages / Number of pages / {{ page.total }}',
      'Pages / Date of the document / {{ doc.date | date }}',
    ]);
  });
  test('begin with those of the elements around the text, the nearest first', () => {
    const names = [
      { name: 'line', schema: line as unknown as Schema },
      { name: 'tag', schema: { type: 'string' } as Schema },
    ];
    expect(shown(names).slice(0, 3)).toEqual([
      'This tag / Tag / {{ tag }}',
      "This line / Unit price / {{ (line.unitPrice | number) ?? '' }}",
      "Document / Number / {{ number ?? '' }}",
    ]);
  });
  test('are found by words of their names and paths, in any order', () => {
    const found = (typed: string) => filterChoices(fieldChoices(schema, []), typed).map(({ expression }) => expression);
    expect(found('city cust')).toEqual(['customer.address.city']);
    expect(found('customer.n')).toEqual(['customer.name']);
    expect(found('{{ TOTAL')).toEqual(['total', 'page.total']);
    expect(found('xyz')).toEqual([]);
    expect(found('')).toHaveLength(7);
  });
});

describe('the formats that suit a binding', () => {
  const suiting = (printed: Readonly<Record<string, string | null>>) =>
    suitingFormats(
      ' a ',
      new Map(
        [undefined, ...formats.map(({ filter }) => filter)].map((filter) => {
          const text = printed[filter ?? 'plain'];
          return [inFormat(' a ', filter, []), { text: text ?? undefined, fault: text === null ? 'no' : undefined }] as const;
        }),
      ),
      [],
    ).map(({ filter }) => filter);
  test('are without those that the engine refuses or that print nothing', () => {
    const none = Object.fromEntries(formats.map(({ filter }) => [filter, null]));
    expect(suiting({ ...none, plain: 'x', upcase: 'X', iban: 'x', "date: 'short'": '' })).toEqual(['upcase', 'iban']);
  });
  test('of a number are those of numbers', () => {
    expect(suiting({ plain: '1', number: '1', money: '1 €', upcase: '1', phone: '1' })).not.toContain('upcase');
    expect(suiting({ plain: '1', number: '1', money: '1 €', upcase: '1', phone: '1' })).toContain('money');
  });
  test('begin with the filters of the template that take the value', () => {
    const own = ['acct', 'roman_page', 'short'];
    const texts = { acct: '(1)', roman_page: undefined, short: '1' };
    const printed = new Map(
      own.map((filter) => {
        const text = texts[filter as keyof typeof texts];
        return [inFormat(' a | money ', filter, own), { text, fault: text === undefined ? 'no' : undefined }] as const;
      }),
    );
    expect([...printed.keys()][0]).toBe(' a | acct ');
    expect(suitingFilters(' a | short ', printed, own)).toEqual(['acct', 'short']);
  });
  test('are all while nothing is known', () => {
    expect(suiting({})).toHaveLength(formats.length);
  });
});
