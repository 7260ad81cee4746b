import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openNumberFormats } from '../../../src/input/sheet/number-format.ts';

// By code and number, what LibreOffice Calc 7.4 (in English) and SheetJS's ssf 0.11.2 both show, without the spaces around it.
const shownBy: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('number-formats.json', import.meta.url), 'utf8'),
);

const toFormat = await openNumberFormats(false);

test('numbers are shown as spreadsheets show them', () => {
  const formats = Object.entries(shownBy);
  const shown = formats.map(([code, cases]) => [
    code,
    Object.fromEntries(Object.keys(cases).map((number) => [number, toFormat(code)?.show(Number(number))])),
  ]);
  expect(formats.length).toBeGreaterThanOrEqual(300);
  expect(Object.fromEntries(shown)).toEqual(shownBy);
});

test('built-in formats are known by their number; those of the system are not', () => {
  const shown = (id: number, number: number) => toFormat(id)?.show(number);
  expect([4, 10, 11, 13, 20, 38, 46].map((id) => shown(id, 1.25)).join()).toBe('1.25,125.00%,1.25E+00,1  1/4,6:00,1,30:00:00');
  for (const format of [0, 14, 22, 49, 'General', '@', '[$-F800]dddd', '[$-x-sysdate]d'])
    expect(toFormat(format)).toBeUndefined();
});

test('dates of a workbook that counts from 1904 are shown as such', async () => {
  const from1904 = await openNumberFormats(true);
  expect([from1904('yyyy-mm-dd')?.show(44620), from1904('0')?.show(44620)]).toEqual(['2026-03-01', '44620']);
});

test.each(['000-00-0000', '"INV-"00000', '(000) 000-0000', '00000', '00 00', '00"."00'])('%s shows an identifier', (code) => {
  expect(toFormat(code)?.isIdentifier).toBe(true);
});

test.each(['0', '0.00', '00.00', '#,##0', '0,000', '00%', '0.00E+00', '00/00', '"00"0', 'yyyy-mm-dd', '[h]:mm'])(
  '%s does not',
  (code) => {
    expect(toFormat(code)?.isIdentifier).toBe(false);
  },
);

test.each([
  // Digits and calendars of other scripts.
  ['[DBNum1]0', 12],
  ['[$-D000000]0', 12],
  ['[$-107041E]d mmmm yyyy', 46082],
  // The nearest fraction has too many digits.
  ['?/?', 12.0625],
  // Not a format.
  ['"0', 1],
] as const)('%s is not shown wrongly', (code, number) => expect(toFormat(code)?.show(number)).toBeUndefined());

test.each([
  ['[$-10409]0.0', '12.0'],
  ['[$-1010409]0.0', '12.0'],
  ['[$-en-US]0.0', '12.0'],
  ['[$€-407]0.0', '€12.0'],
])('%s is shown: its locale chooses no marks', (code, shown) => expect(toFormat(code)?.show(12)).toBe(shown));

// As Excel and LibreOffice do; `d/m/yyyy` is what LibreOffice writes for `d.m.yyyy` of German cells.
test.each([
  ['dd/mm/yyyy', '', '01/03/2026'],
  ['dd/mm/yyyy', 'en-US', '01/03/2026'],
  ['dd/mm/yyyy', 'de-DE', '01.03.2026'],
  ['dd/mm/yyyy', 'sv-SE', '01-03-2026'],
  ['[$-407]d/\\ mmmm\\ yyyy', '', '1. März 2026'],
  ['[$-10407]d/m/yyyy', 'fr-FR', '1.3.2026'],
  ['[$-de-AT]d/m/yyyy', '', '1.3.2026'],
  ['[$-409]d/m/yyyy', 'de-DE', '1/3/2026'],
  ['d"/"m\\/yyyy h:mm AM/PM', 'de-DE', '1/3/2026 12:00 AM'],
])('in days, %s is shown with the separator of its language, or else of the locale %j', (code, locale, shown) =>
  expect(toFormat(code)?.show(46082, locale)).toBe(shown),
);
