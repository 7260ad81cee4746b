import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { first, messages, run } from './rows.ts';

describe('number patterns in place of a number of decimals', () => {
  test.each([
    ["number: '0.00'", 'write number: 2.'],
    ["number: '#,##0.00'", 'write number: 2.'],
    ["number: '#.##0,00'", 'write number: 2.'],
    ["number: '0,0.00'", 'write number: 2.'],
    ["number: '#,##0'", 'write number: 0.'],
    ["number: '0.0##'", 'write number: 1, 3.'],
    ["number: '%.2f'", 'write number: 2.'],
    ["number: '%f'", 'write number: 6.'],
    ["number: '%d'", 'write number: 0.'],
    ["number: '%05i'", 'write number: 0.'],
    ["number: 'N2'", 'write number: 2.'],
    ["number: '1.2-2'", 'write number: 2.'],
    ["number: 0, '0.##'", 'write number: 0, 2.'],
    ["number: '0.00 €'", 'write number: 2.'],
    ["money: 'EUR', '0.00'", "write money: 'EUR', 2."],
    ["money: '#,##0.00'", "write money: 'EUR', 2."],
    ["percent: '0.0'", 'write percent: 1.'],
    ["percent: '0%'", 'write percent: 0.'],
    ['money: EUR', "Text stands in quotes: money: 'EUR'."],
    ["round: '0.00'", 'write round: 2.'],
    ["minor: '0'", ''],
    ['number: 2.5', 'takes a whole number, not 2.5; write 2.'],
    ["number: 'two'", 'takes a whole number, not "two".'],
    ['number: true', 'takes a whole number, not true.'],
    ['number: 21', 'takes 0 to 20, not 21.'],
    ["number: 'de-DE'", 'takes a whole number'],
    ['money: 2', "money: 'EUR', 2"],
    ["money: '€'", 'did you mean "EUR"?'],
    ["money: 'EURO'", 'did you mean "EUR"?'],
    ["money: 'dollars'", 'did you mean "USD"?'],
    ["pad: 'x', 3", 'takes a whole number, not "x"'],
    ["truncate: '…'", 'takes a whole number'],
  ])('total | %s', (filter, right) => {
    const found = messages(`${filter.startsWith('pad') || filter.startsWith('tr') ? 'day' : 'total'} | ${filter}`);
    expect(found).toHaveLength(right === '' ? 0 : 1);
    expect(found[0] ?? '').toContain(right);
  });
  test('a number of decimals is one, also as text', () => {
    for (const good of ['2', "'2'", 'digits', '0, 2', '(digits + 1)', 'digits + 1', '20'])
      expect(messages(`total | number: ${good}`)).toEqual([]);
    for (const good of ["'EUR'", "'eur', 2", "''", "'', 0", 'column', 'column, digits'])
      expect(messages(`total | money: ${good}`)).toEqual([]);
    expect(run("x | number: '2'", { x: 1 }).text).toBe('1.00');
  });
  test('given by a binding they are warned of, and the default holds', () => {
    expect(run('4.9 | number: p', { p: '0.00' })).toEqual({
      text: '4.9',
      warnings: ['"number" takes a number of decimals, not the pattern "0.00"; write number: 2: it is left out.'],
    });
    expect(run('4.9 | money: c', { c: '€' })).toEqual({
      text: '4.90\u00a0€',
      warnings: ['"money": "€" is not a currency; did you mean "EUR"? It is printed as it is.'],
    });
    expect(run('4.9 | money: c', { c: 'EUR' })).toEqual({ text: '€4.90', warnings: [] });
    expect(run('4.9 | number: p', {}).text).toBe('4.9');
  });
  test('any pattern of places names as many decimals as it has', () => {
    const random = createRandom(3);
    for (let i = 0; i < 500; i++) {
      const whole = ['0', '#', '#,##0', '0,000', '# ##0', "#'##0"][Math.floor(random() * 6)]!;
      const least = Math.floor(random() * 5);
      const more = Math.floor(random() * 3);
      if (least + more === 0) continue;
      const pattern = `${whole}.${'0'.repeat(least)}${'#'.repeat(more)}`;
      expect(first(`total | number: "${pattern}"`), pattern).toContain(
        `write number: ${more === 0 ? least : `${least}, ${least + more}`}.`,
      );
    }
  });
});
