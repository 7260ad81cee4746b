// Amounts without a currency, and numbers without words.
import { describe, expect, test } from 'vitest';
import { compileText } from '../../../src/document/expression/index.ts';
import { compile, layOut, pageTexts } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { printed, scopeOf } from './scope.ts';

const faults = (expression: string, lacksCurrency = true) =>
  compileText(`{{ ${expression} }}`, { schema: true, lacksCurrency, locals: [] }).diagnostics.map(
    ({ code, message }) => `${code}: ${message}`,
  );
const noCurrency = `wrong-arguments: "money" has no currency: write money: 'EUR', or set "currency" in the template.`;

describe('money without a currency', () => {
  test.each(['2.5 | money', "2.5 | money: ''", "2.5 | money: '', 3", 'x | money', 'x | default: 0 | money'])(
    '%s is an error in a template without a currency',
    (expression) => {
      expect(faults(expression)).toEqual([noCurrency]);
      expect(faults(expression, false)).toEqual([]);
    },
  );
  test.each(["2.5 | money: 'EUR'", '2.5 | money: currency', 'x | money: row.currency, 3'])('%s is none', (expression) => {
    expect(faults(expression)).toEqual([]);
  });

  const body = ['{{ 2.5 | money }}'];
  const messagesOf = async (more: object) =>
    (await compile({ pages: [{ body }], ...more })).diagnostics.map(({ severity, message }) => `${severity} ${message}`);
  test('the template knows its currency', async () => {
    const fault = `error ${noCurrency.slice(noCurrency.indexOf('"'))}`;
    expect(await messagesOf({})).toEqual([fault]);
    expect(await messagesOf({ currency: 'EUR' })).toEqual([]);
    expect(await messagesOf({ currency: '{{ currency }}' })).toEqual([]);
    await expect(renderPdf({ pages: [{ body }] })).rejects.toThrow('"money" has no currency');
  });

  test('a currency that is missing in the data is warned of', async () => {
    const laidOut = await layOut(
      ['{{ 2.5 | money }}', '{{ 3 | money: code }}', "{{ 4 | money: 'EUR' }}"],
      {},
      {},
      { currency: '{{ code }}' },
    );
    expect(pageTexts(laidOut)).toEqual([['2.50', '3.00', '€4.00']]);
    expect(laidOut.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'no-value: 2.5 | money has no currency and is printed without one.',
      'no-value: "money": the argument code is missing: the amount is printed without a currency.',
    ]);
  });
});

describe('a currency that the data lack', () => {
  const properties = { a: { type: 'number' }, c: { type: 'string' } };
  const made = async (text: string, data: object) => {
    const dataSchema = { type: 'object', required: ['a'], properties };
    const more = { currency: 'EUR', dataSchema };
    const laidOut = await layOut([text], data, {}, more, undefined, undefined, undefined, { currency: 'EUR' });
    return [...pageTexts(laidOut).flat(), ...laidOut.warnings.map(({ code, message }) => `${code}: ${message}`)];
  };
  const told = expect.stringMatching(
    /^no-value: "money": the argument (?:c )?is missing: the amount is printed without a currency\.$/,
  ) as string;
  test.each([
    ['{{ a | money: c }}', { a: 5 }],
    ['{{ a | money: c }}', { a: 5, c: '' }],
    ["{{ a | money: c ?? '' }}", { a: 5 }],
    ["{{ a | money: (a > 9 ? c : '') }}", { a: 5, c: 'USD' }],
  ])('is not that of the template: %s of %o', async (text, data) => {
    expect(await made(text, data)).toEqual(['5.00', told]);
  });
  test('is not that of the template beside digits, or where the data give something else', async () => {
    expect(await made('{{ a | money: c, 3 }}', { a: 5 })).toEqual(['5.000', told]);
    expect(await made('{{ a | money: c }}', { a: 5, c: '#,##0.00' })).toEqual([
      '5.00',
      expect.stringContaining('the amount is printed without a currency.'),
    ]);
    expect(await made("{{ a | money: '', 3 }}", { a: 5 })).toEqual(['€5.000']);
  });
  test("is not said to be '' in silence", () => {
    const found = (expression: string) =>
      compileText(`{{ ${expression} }}`, { schema: { type: 'object', required: ['a'], properties }, locals: [] }).diagnostics;
    const missing = "the argument is missing where this '' stands for it; write a value that it takes.";
    expect(found("a | money: c ?? ''")).toMatchObject([{ severity: 'warning', message: `"money": ${missing}` }]);
    expect(found("'2026-01-01' | date: (c | default: '')")).toMatchObject([{ message: `"date": ${missing}` }]);
    expect(found("a | money: c ?? 'CHF'")).toEqual([]);
  });
  test("is not advised to be '' or 0", () => {
    const advice = (expression: string) =>
      compileText(`{{ ${expression} }}`, {
        schema: { type: 'object', required: ['a'], properties: { ...properties, n: { type: 'integer' } } },
        locals: [],
      }).diagnostics.map(({ message }) => /write (.*?), or/.exec(message)?.[1]);
    expect(advice('a | money: c')).toEqual(['c ?? …, where … is a value that "money" takes']);
    expect(advice("a | money: ('U' & c)")).toEqual([`('U' & c) ?? …, where … is a value that "money" takes`]);
    expect(advice("a | money: ('U') & (c)")).toEqual([`(('U') & (c)) ?? …, where … is a value that "money" takes`]);
    expect(advice('a | round: n')).toEqual(['n ?? …, where … is a value that "round" takes']);
    expect(advice('a | round: n + 1')).toEqual(['(n + 1) ?? …, where … is a value that "round" takes']);
  });
});

describe('spell_out', () => {
  test.each([
    ['12.5', '12.5'],
    ['0.1', '0.1'],
    ['1000000000000', '1000000000000'],
  ])('of %s is an error', (number, shown) => {
    expect(faults(`${number} | spell_out`)).toEqual([
      `wrong-arguments: "spell_out" takes a whole number below 10^12, not ${shown}.`,
    ]);
  });
  test.each(['12', '12.0', '0', '999999999999', 'x'])('of %s is none', (number) => {
    expect(faults(`${number} | spell_out`)).toEqual([]);
  });

  const spelling = (q: unknown, locale: string) => {
    const warnings: string[] = [];
    const compiled = compileText('{{ q | spell_out }}', { schema: true, locals: [] });
    const text = compiled.printed({ ...scopeOf({ q }, { locale }), warn: (_, message) => void warnings.push(message) });
    return [text, ...warnings];
  };
  const needs = '"spell_out" takes whole numbers below 10^12 and knows English, German and French.';
  test('of a number that has no words prints its digits with a warning', () => {
    expect(spelling(12.5, 'de-DE')).toEqual(['12,5', `12.5 has no words in "de-DE" and is printed in digits: ${needs}`]);
    expect(spelling(-12.5, 'en-GB')).toEqual(['-12.5', `-12.5 has no words in "en-GB" and is printed in digits: ${needs}`]);
    expect(spelling(12, 'es-ES')).toEqual(['12', `12 has no words in "es-ES" and is printed in digits: ${needs}`]);
    expect(spelling(1e12, 'fr-FR')[0]).toBe('1000000000000');
  });
  test('of a whole number gives words alone', () => {
    expect(spelling(12, 'de-DE')).toEqual(['zwölf']);
    expect(spelling('12', 'fr-FR')).toEqual(['douze']);
    expect(printed('-7 | spell_out')).toBe('minus seven');
  });
});
