// How a number without a filter is written: for people as the locale writes it, for programs plain.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import { createRandom } from '../../../support/random.ts';
import { printed, scopeOf } from '../scope.ts';

const open = { schema: true, locals: [] } as const;
const values = { q: 1.234, n: -0.5, sizes: [1.5, 2.25], list: [{ a: 2.5 }, { a: 10 }], text: '1.5', whole: 7, none: null };
const inGerman = { locale: 'de-DE' };

const both = (expression: string) => {
  const compiled = compileText(`{{ ${expression} }}`, open);
  expect(compiled.diagnostics).toEqual([]);
  const scope = scopeOf(values, inGerman);
  return [compiled.printed(scope), compiled.plain(scope)];
};

describe('in German, for people and for programs', () => {
  test.each([
    ['q', '1,234', '1.234'],
    ['-q', '-1,234', '-1.234'],
    ['n', '-0,5', '-0.5'],
    ['whole', '7', '7'],
    ['1234567.5', '1234567,5', '1234567.5'],
    ['q + 1', '2,234', '2.234'],
    ['1 / 8', '0,125', '0.125'],
    ['1.5 > 1 ? q : n', '1,234', '1.234'],
    ['none | default: q', '1,234', '1.234'],
    ['list[0].a', '2,5', '2.5'],
    ["list | sum: 'a'", '12,5', '12.5'],
    ["list | avg: 'a'", '6,25', '6.25'],
    ['sizes | first', '1,5', '1.5'],
    ['sizes | max', '2,25', '2.25'],
    ['q | round: 1', '1,2', '1.2'],
    ['150 | minor', '1,5', '1.5'],
    // Text that a filter makes of numbers.
    ["sizes | join: ' / '", '1,5 / 2,25', '1.5 / 2.25'],
    ["list | map: 'a' | join", '2,5 10', '2.5 10'],
    ['sizes | join | upcase', '1,5 2,25', '1.5 2.25'],
    ["none | default: (sizes | join: '; ')", '1,5; 2,25', '1.5; 2.25'],
    ["q > 1 ? (sizes | join: '; ') : ''", '1,5; 2,25', '1.5; 2.25'],
    ['q | upcase', '1,234', '1.234'],
    ['q | downcase', '1,234', '1.234'],
    ['q | capitalize', '1,234', '1.234'],
    ['q | strip', '1,234', '1.234'],
    ['q | newline_to_br', '1,234', '1.234'],
    ['q | truncate: 3', '...', '...'],
    ['q | truncate: 9', '1,234', '1.234'],
    ['n | pad: 6', '  -0,5', '  -0.5'],
    ["n | enum: 1, 'one'", '-0,5', '-0.5'],
    ["whole | enum: 7, (sizes | join: '; ')", '1,5; 2,25', '1.5; 2.25'],
    // Codes stay plain.
    ['q | slugify', '1-234', '1-234'],
    ['q | iban', '1.23 4', '1.23 4'],
    ['q | phone', '1.234', '1.234'],
    ['sizes | json', '[1.5,2.25]', '[1.5,2.25]'],
    ['q | json', '1.234', '1.234'],
    // Text is text, and formats are formats.
    ['text', '1.5', '1.5'],
    ['text + 0', '1,5', '1.5'],
    ['q | number: 1', '1,2', '1,2'],
  ])('%s', (expression, forPeople, forPrograms) => {
    expect(both(expression)).toEqual([forPeople, forPrograms]);
  });

  test('comparisons, look-ups, sorting and sizes are those of the plain numbers', () => {
    for (const [expression, expected] of [
      ["(sizes | join: ' ') == '1.5 2.25'", 'true'],
      ["(q | upcase) == '1.234'", 'true'],
      ["(q | upcase) == '1.234' ? 'same' : 'other'", 'same'],
      ["(sizes | join: ' ') | enum: '1.5 2.25', 'found', 'lost'", 'found'],
      ["q | enum: 1.234, 'found', 'lost'", 'found'],
      ["q | enum: '1.234', 'found', 'lost'", 'found'],
      ["list | where: 'a', 2.5 | size", '1'],
      ["list | where: 'a', (2.5 | upcase) | size", '1'],
      ["list | sort: 'a' | map: 'a' | join", '2,5 10'],
      ["list | group: 'a' | map: 'key' | join", '2,5 10'],
      ['(q | upcase | size)', '5'],
      ['(sizes | join | upcase).size', '8'],
      ["'2.5' | enum: (2.5 | upcase), 'found', 'lost'", 'found'],
    ] as const)
      expect([expression, printed(expression, values, inGerman)]).toEqual([expression, expected]);
  });

  test('a bare expression sees the plain number', () => {
    const { evaluate, test: holds } = compileExpression("(sizes | join) == '1.5 2.25'", open);
    expect([evaluate(scopeOf(values, inGerman)), holds(scopeOf(values, inGerman))]).toEqual([true, true]);
    expect(compileExpression('sizes | join', open).evaluate(scopeOf(values, inGerman))).toBe('1.5 2.25');
  });
});

test('digits, decimal sign and minus are those of Intl in every locale, without groups', () => {
  const locales = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'ar-EG', 'fa-IR', 'he-IL', 'hi-IN-u-nu-deva', 'th-TH-u-nu-thai'];
  locales.push('bn-BD', 'my-MM', 'ff-Adlm-GN', 'zh-CN-u-nu-hanidec', 'ar-EG-u-nu-latn', 'et-EE', 'sl-SI', 'lt-LT');
  const next = createRandom(7);
  for (const locale of locales) {
    const format = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20, signDisplay: 'negative' });
    for (let i = 0; i < 50; i++) {
      const q = Math.round((next() - 0.5) * 10 ** (1 + (i % 15))) / 10 ** (i % 6);
      expect([locale, q, printed('q', { q }, { locale })]).toEqual([locale, q, format.format(`${q}` as unknown as number)]);
    }
  }
});

test('no digit of a number is lost, and there is no exponent', () => {
  for (const [expression, expected] of [
    ['1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1 * 1.1', '3,138428376721'],
    ['12345678901234567890.12345678901234567890', '12345678901234567890,1234567890123456789'],
    ['big', `1${'0'.repeat(21)}`],
    ['tiny', '0,0000001'],
    ['0.1 + 0.2', '0,3'],
    ['0 - 0', '0'],
    ['minus', '0'],
    [`0.${'1'.repeat(150)}`, `0,${'1'.repeat(150)}`],
  ] as const)
    expect([expression, printed(expression, { big: 1e21, tiny: 1e-7, minus: -0 }, inGerman)]).toEqual([expression, expected]);
});

test('a code of figures has one kind of digits', () => {
  expect(printed("7 | pad: 3, '0'", {}, { locale: 'ar-EG' })).toBe('٠٠٧');
  expect(printed("'7' | pad: 3, '0'", {}, { locale: 'ar-EG' })).toBe('007');
  expect(printed("7 | pad: 3, '0'", {}, inGerman)).toBe('007');
});

test('the length of a number as text does not depend on the locale', () => {
  expect(printed('(n | upcase).size', { n: -0.5 }, { locale: 'ar-EG' })).toBe('٤');
  expect(printed('n | upcase | size', { n: -0.5 }, { locale: 'ar-EG' })).toBe('٤');
});

test('page numbers and counts have the digits of the locale', () => {
  expect(printed('page.number', {}, { locale: 'fa-IR' })).toBe('۲');
  expect(printed("'terms' | page_number", {}, { locale: 'ar-EG' })).toBe('٤');
});

test('numbers of every size are written with the digits of their shortest text', () => {
  const next = createRandom(11);
  for (let i = 0; i < 2000; i++) {
    const q = (next() - 0.5) * 10 ** Math.round((next() - 0.5) * 60);
    const written = printed('q', { q }, inGerman);
    expect([q, Number(written.replace(',', '.')), /[e.]/.test(written)]).toEqual([q, q, false]);
  }
});
