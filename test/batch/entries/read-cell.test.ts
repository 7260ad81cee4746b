import { expect, test } from 'vitest';
import { readLocaleMarks } from '../../../src/batch/entries/locale-marks.ts';
import { createCellReader, hasDecimalComma, plainDigits } from '../../../src/batch/entries/read-cell.ts';
import { nameFlag } from '../../../src/cli/command-line/name-flag.ts';
import { openNumberFormats } from '../../../src/input/sheet/number-format.ts';
import type { Cell, FormattedCell } from '../../../src/input/table.ts';
import type { Schema } from '../../../src/json/schema-parts.ts';

const read = (cell: Cell, schema: unknown, { locale = '', timeZone = 'UTC', commas = false } = {}) =>
  createCellReader(schema as Schema, schema as Schema, {
    marks: locale ? readLocaleMarks(locale, nameFlag) : undefined,
    timeZone,
    nameOption: nameFlag,
  })(cell, commas);

test.each([
  ['WAHR', 'de-DE', true],
  ['falsch', 'de', false],
  ['Ja', 'de-AT', true],
  ['VRAI', 'fr-CH', true],
  ['FAUX', 'fr', false],
  ['sí', 'es-ES', true],
  ['no', 'it-IT', false],
  ['TRUE', 'de-DE', true],
  ['1', 'fr', true],
])('%s is the truth value of a table in %s', (cell, locale, value) => {
  expect(read(cell, { type: 'boolean' }, { locale })).toEqual({ value });
  expect(read(cell, { type: 'string' }, { locale })).toEqual({ value: cell });
});

test('a truth value of another language is a fault that names what can stand there', () => {
  expect(read('VRAI', { type: 'boolean' }, { locale: 'de-DE' })).toEqual({
    fault: 'must be true or false (or 1, 0, yes, no, t, f, wahr, falsch, ja, nein)',
  });
  expect(read('WAHR', { type: 'boolean' })).toEqual({
    fault: 'must be true or false (or 1, 0, yes, no, t, f)',
    hint: 'say in which language the file is with --locale, such as --locale de-DE',
  });
  expect(read('WAHR', { type: ['boolean', 'string'] }, { locale: 'de' })).toEqual({ value: 'WAHR' });
});

const number = { type: 'number' };
const integer = { type: 'integer' };
const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };

const toFormat = await openNumberFormats(false);
const formatted = (value: number, code: string, stored: FormattedCell['stored'] = value): FormattedCell => ({
  stored,
  number: value,
  format: toFormat(code)!,
});

test.each<[Cell, unknown, unknown]>([
  ['007', text, '007'],
  [formatted(1068, '00000'), text, '01068'],
  [formatted(1068, '00000'), {}, '01068'],
  [formatted(7, '00000'), integer, 7],
  [formatted(7, '00000'), number, 7],
  [' a ', text, ' a '],
  ['1e3', {}, '1e3'],
  ['12.50', number, 12.5],
  [' -3 ', integer, -3],
  ['-0', number, 0],
  ['3.0', integer, 3],
  ['yes', { type: 'boolean' }, true],
  ['0', { type: ['boolean', 'null'] }, false],
  ['t', { type: 'boolean' }, true],
  ['f', { type: 'boolean' }, false],
  ['t', { type: ['boolean', 'string'] }, 't'],
  ['null', { type: ['number', 'null'] }, null],
  ['null', { type: ['string', 'null'] }, 'null'],
  ['5', { type: ['string', 'number'] }, 5],
  ['1', { type: ['boolean', 'number'] }, 1],
  ['007', { type: ['string', 'number'] }, '007'],
  ['12,50', { type: ['string', 'number'] }, '12,50'],
  ['2', { enum: [1, 2] }, 2],
  ['1', { enum: ['1', 1] }, '1'],
  ['4', { const: 4 }, 4],
  ['[1,"a"]', { type: 'array' }, [1, 'a']],
  ['{"a":1}', { type: 'object' }, { a: 1 }],
  ['2026-03-01', date, '2026-03-01'],
  ['2026-02-30', date, '2026-02-30'],
  ['2026-03-01T08:00:00Z', moment, '2026-03-01T08:00:00Z'],
  ['2026-03-01 00:00:00.000', date, '2026-03-01'],
  ['2026-03-01T08:00:00+02:00', date, '2026-03-01T08:00:00+02:00'],
  ['2026-03-01 08:00:00+02:00', moment, '2026-03-01T08:00:00+02:00'],
  ['2026-03-01 08:00:00+00', moment, '2026-03-01T08:00:00+00:00'],
  ['2026-03-01 08:00:00.123456-0330', moment, '2026-03-01T08:00:00.123456-03:30'],
  ['2026-03-01 08:00 UTC', moment, '2026-03-01T08:00:00Z'],
  ['2026-03-01T08:00:00.5', moment, '2026-03-01T08:00:00.5Z'],
  ['08:30:00Z', { type: 'string', format: 'time' }, '08:30:00Z'],
  [3, text, '3'],
  [0.1 + 0.2, text, '0.3'],
  [1e-7, text, '0.0000001'],
  [2.5, number, 2.5],
  [2.5, {}, 2.5],
  [1, { type: 'boolean' }, true],
  [true, { type: 'boolean' }, true],
  [true, text, 'true'],
  [{ date: '2026-03-01' }, date, '2026-03-01'],
  [{ date: '2026-03-01T00:00:00' }, date, '2026-03-01'],
  [{ date: '2026-03-01T08:30:00' }, text, '2026-03-01T08:30:00'],
  [formatted(12345678, '000-00-0000'), text, '012-34-5678'],
  [formatted(12345678, '000-00-0000'), {}, '012-34-5678'],
  [formatted(12345678, '000-00-0000'), number, 12345678],
  [formatted(10115, '00000'), {}, 10115],
  [formatted(0.19, '0%'), text, '19%'],
  [formatted(0.19, '0%'), {}, 0.19],
  [formatted(0.19, '0%'), { type: ['string', 'number'] }, 0.19],
  [formatted(1.5, '_(* 0.00_)'), text, '1.50'],
  [formatted(-7, '00000'), text, '-00007'],
  [formatted(46082.5, 'dd.mm.yyyy', { date: '2026-03-01T00:00:00' }), text, '01.03.2026'],
  [formatted(46082.5, 'dd.mm.yyyy', { date: '2026-03-01T00:00:00' }), date, '2026-03-01'],
  [formatted(46082.5, 'dd.mm.yyyy', { date: '2026-03-01T00:00:00' }), {}, '2026-03-01T00:00:00'],
  [formatted(0.3, 'hh:mm', '07:12:00'), text, '07:12'],
])('%j for %j is %j', (cell, schema, value) => {
  expect(read(cell, schema)).toEqual({ value });
});

test.each([
  [null, number],
  ['', text],
  [' ', number],
  ['\u00a0', date],
  [' ', { type: ['string', 'null'], format: 'date' }],
] as const)('%j for %j is left out', (cell, schema) => {
  expect(read(cell, schema)).toEqual({ empty: true });
});

test('spaces are a text', () => expect(read('  ', text)).toEqual({ value: '  ' }));

test.each<[Cell, unknown, string, string | undefined]>([
  ['abc', number, 'must be a number', undefined],
  ['12,50', number, 'must be a number', 'with --locale'],
  ['1.234,5', number, 'must be a number', 'with --locale'],
  ['1 234', number, 'must be a number', 'with --locale'],
  ['007', number, 'must be a number', 'do not begin with 0'],
  ['19 %', number, 'must be a number', 'such as 0.19'],
  ['12.50 €', number, 'must be a number', 'without its currency'],
  ['EUR 12', integer, 'must be a whole number', 'without its currency'],
  ['(1,234.50)', number, 'must be a number', 'write -1,234.50'],
  ['12.50-', number, 'must be a number', 'write -12.50'],
  ['(see below)', number, 'must be a number', undefined],
  ['46387', date, 'must be a date such as 2026-03-31', 'how a spreadsheet stores a day'],
  ['46387.5', moment, 'must be a date and time such as 2026-03-31T14:30:00Z', 'how a spreadsheet stores a day'],
  ['2.5', integer, 'must be a whole number', undefined],
  ['1e999', number, 'is too large for a number', undefined],
  ["1'234.50", number, 'must be a number', 'such as --locale de-CH'],
  ['1\u202f234,50', number, 'must be a number', 'such as --locale fr-FR'],
  ['1,234.50', number, 'must be a number', 'such as --locale en-US'],
  ['1,234', number, 'must be a number', 'such as --locale de-DE (1.234) or --locale en-US (1234)'],
  ["1'234,50", number, 'must be a number', undefined],
  ['NULL', number, 'must be a number', 'leave the cell empty where there is no value, or add --null NULL'],
  ['\\N', date, 'must be a date such as 2026-03-31', "or add --null '\\N'"],
  ['maybe', { type: 'boolean' }, 'must be true or false (or 1, 0, yes, no, t, f)', undefined],
  ['constructor', { type: 'boolean' }, 'must be true or false (or 1, 0, yes, no, t, f)', undefined],
  ['x', { type: ['number', 'boolean'] }, 'must be a number or true or false', undefined],
  ['{"a":1', { type: 'object' }, 'must be an object, written as JSON', 'the text ends inside the object'],
  ['{"a":1,"a":2}', { type: 'object' }, 'must be an object, written as JSON', 'appears twice'],
  ['[1]', { type: 'object' }, 'must be an object, written as JSON', undefined],
  ['01.03.2026', date, 'must be a date such as 2026-03-31', 'with --locale'],
  ['3/31/2026', date, 'must be a date such as 2026-03-31', 'such as --locale en-US'],
  ['3/4/2026', date, 'must be a date such as 2026-03-31', 'such as --locale en-GB (day first) or --locale en-US (month first)'],
  ['2026-03-31 00:00:00+00', date, 'must be a date such as 2026-03-31', undefined],
  ['2026-03-31 08:00:00', date, 'must be a date without a time of day', undefined],
  ['2026-03-31 08:00 CET', moment, 'must be a date and time such as 2026-03-31T14:30:00Z', undefined],
  ['2026/3/1', date, 'must be a date such as 2026-03-31', 'write 2026-03-01'],
  ['am 31/3/2026', date, 'must be a date such as 2026-03-31', undefined],
  ['soon', date, 'must be a date such as 2026-03-31', undefined],
  [2.5, integer, 'must be a whole number', undefined],
  [45000, date, 'must be a date', 'the cell is a number'],
  [true, number, 'must be a number', undefined],
  [{ date: '2026-03-01' }, number, 'must be a number', 'the cell is a date'],
  [{ date: '2026-03-01T08:30:00' }, date, 'must be a date without a time of day', undefined],
])('%j does not fit %j', (cell, schema, fault, hint) => {
  expect(read(cell, schema)).toEqual({ fault, ...(hint !== undefined && { hint: expect.stringContaining(hint) }) });
});

test('a percentage and an amount with its currency are told of as the locale writes numbers', () => {
  expect(read('19 %', number, { locale: 'de-DE' })).toMatchObject({ hint: expect.stringContaining('such as 0,19') });
  expect(read('1.234,50 €', number, { locale: 'de-DE' })).toMatchObject({
    hint: expect.stringContaining('without its currency'),
  });
});

test('a day as a spreadsheet stores it, and a number with its sign behind, get their remedy in each locale', () => {
  expect(read('46387', date, { locale: 'de-DE' })).toMatchObject({ hint: expect.stringContaining('how a spreadsheet stores') });
  expect(read('1.234,50-', number, { locale: 'de-DE' })).toMatchObject({ hint: 'write -1.234,50' });
});

test('thousands or thousandths: refused where the file writes decimals with a comma', () => {
  const readAny = createCellReader(number as Schema, true, { marks: undefined, timeZone: 'UTC', nameOption: nameFlag });
  expect(readAny('1.234', undefined)).toEqual({ ambiguous: true });
  expect(read('1.234', number, { commas: false })).toEqual({ value: 1.234 });
  expect(read('1.234', number, { commas: true })).toMatchObject({ hint: expect.stringContaining('may be 1.234 or 1234') });
  for (const plain of ['12.50', '0.123', '1234.567', '1.2345'])
    expect(read(plain, number, { commas: true })).toEqual({ value: Number(plain) });
});

test.each([
  ['12,5', true],
  ['1.234,50', true],
  ['1 234,50', true],
  ['1,234', false],
  ['1,234,567.5', false],
  ['1.5', false],
  ['a,5', false],
])('%s has a decimal comma: %s', (cell, expected) => expect(hasDecimalComma(cell)).toBe(expected));

test.each([
  ['de-DE', '1.234,50', 1234.5],
  ['de-DE', '-12,5', -12.5],
  ['de-DE', '1234', 1234],
  ['de-DE', '1.234', 1234],
  ['en-US', '1,234.50', 1234.5],
  ['fr-FR', '1 234,5', 1234.5],
  ['fr-FR', '1\u202f234,5', 1234.5],
  ['fr-FR', '1\u00a0234,5', 1234.5],
  ['de-CH', "1'234.5", 1234.5],
  ['de-CH', '1’234.5', 1234.5],
  ['en-IN', '12,34,567.5', 1234567.5],
  ['es-ES', '1.234,5', 1234.5],
  ['sv-SE', '\u22125,5', -5.5],
  ['ar-EG', '١٬٢٣٤٫٥', 1234.5],
])('%s reads the number %s', (locale, cell, value) => {
  expect(read(cell, number, { locale })).toEqual({ value });
});

test.each([
  ['de-DE', '12.50'],
  ['de-DE', '1.23,5'],
  ['de-DE', '1.234.5'],
  ['de-DE', '5,'],
  ['de-DE', '5,5x'],
  ['de-DE', ',5'],
  ['de-DE', '1 234'],
  ['de-DE', '007'],
  ['en-US', '1,2345'],
  ['de-CH', "1'234’567"],
])('%s does not read the number %s', (locale, cell) => {
  expect(read(cell, number, { locale })).toEqual({ fault: expect.stringContaining(`as ${locale} writes it, such as `) });
});

test.each([
  ['de-DE', '01.03.2026', '2026-03-01'],
  ['de-DE', '1. 3. 2026', '2026-03-01'],
  ['en-GB', '1/3/2026', '2026-03-01'],
  ['en-US', '3/1/2026', '2026-03-01'],
  ['en-US', '1.3.2026', '2026-03-01'],
  ['sv-SE', '2026-03-01', '2026-03-01'],
  ['ja-JP', '2026/03/01', '2026-03-01'],
  ['nl-NL', '1-3-2026', '2026-03-01'],
  ['de-DE', '2026-03-01', '2026-03-01'],
  ['th-TH', '1/3/2026', '2026-03-01'],
])('%s reads the day %s', (locale, cell, value) => {
  expect(read(cell, date, { locale })).toEqual({ value });
});

test.each([
  ['1.3.26', 'two digits'],
  ['31.02.2026', 'no such day'],
  ['März 2026', 'de-DE does not write a day like this'],
  ['1.3.2026 25:00', 'no such time'],
  ['1.3.2026 12:60', 'no such time'],
])('the day %s is refused with its reason', (cell, hint) => {
  expect(read(cell, date, { locale: 'de-DE' })).toMatchObject({ hint: expect.stringContaining(hint) });
});

test.each([
  ['Europe/Berlin', '01.07.2026 08:30', '2026-07-01T08:30:00+02:00'],
  ['Europe/Berlin', '01.01.2026 08:30:15', '2026-01-01T08:30:15+01:00'],
  ['Europe/Berlin', '2026-07-01 08:30:00.25', '2026-07-01T08:30:00.25+02:00'],
  ['America/New_York', '2026-01-01 00:30', '2026-01-01T00:30:00-05:00'],
  ['UTC', '01.07.2026', '2026-07-01T00:00:00Z'],
])('a moment in %s: %s', (timeZone, cell, value) => {
  expect(read(cell, moment, { locale: 'de-DE', timeZone })).toEqual({ value });
});

test('a moment without an offset is refused where each document has a zone of its own', () => {
  const unzoned = { marks: undefined, timeZone: undefined, nameOption: nameFlag };
  const readUnzoned = createCellReader(moment as Schema, moment as Schema, unzoned);
  for (const cell of ['2026-07-01 08:30', '2026-07-01', { date: '2026-07-01T08:30:00' }])
    expect(readUnzoned(cell, false)).toEqual({
      fault: 'must have an offset from UTC, because the time zone of the template comes from the data',
      hint: expect.stringContaining('write 2026-07-01T'),
    });
  expect(readUnzoned('2026-07-01T08:30:00+02:00', false)).toEqual({ value: '2026-07-01T08:30:00+02:00' });
});

test('a moment of a spreadsheet has the zone of the template', () => {
  expect(read({ date: '2026-07-01T08:30:00' }, moment, { timeZone: 'Europe/Berlin' })).toEqual({
    value: '2026-07-01T08:30:00+02:00',
  });
});

test('half days of the clock', () => {
  expect(read('3/1/2026, 8:30 PM', moment, { locale: 'en-US' })).toEqual({ value: '2026-03-01T20:30:00Z' });
});

test('a formatted number whose form depends on a language is shown in the locale, else in English with a warning', () => {
  const amount = formatted(1234.5, '#,##0.00 "€"');
  expect(read(amount, text, { locale: 'de-DE' })).toEqual({ value: '1.234,50 €' });
  expect(read(amount, text)).toEqual({
    value: '1,234.50 €',
    warning: 'shows 1,234.50 € in English; choose the language with --locale, such as --locale de-DE',
  });
  const month = formatted(46082, 'mmmm yyyy', { date: '2026-03-01' });
  expect(read(month, text, { locale: 'fr-FR' })).toEqual({ value: 'mars 2026' });
  expect(read(month, text)).toMatchObject({ value: 'March 2026', warning: expect.stringContaining('--locale') });
});

test('a format that shows nothing leaves the value out', () => {
  expect(read(formatted(0, '0;-0;'), text)).toEqual({ empty: true });
});

test('a format that pdfgen cannot show is told with its code', () => {
  const era = formatted(46082, 'ggge"年"', { date: '2026-03-01' });
  expect(read(era, text)).toEqual({
    value: '2026-03-01',
    warning:
      'pdfgen cannot show the number format "ggge\\"年\\"", so the cell gives 2026-03-01; choose another format, or type the text',
  });
});

test('a language whose formats are unknown is told where it would show another text', () => {
  expect(read(formatted(1234, '#,##0'), text, { locale: 'et-EE' })).toEqual({
    value: '1,234',
    warning: 'shows 1,234 in English; pdfgen does not know number formats in et-EE; type the text',
  });
  expect(read(formatted(0.19, '0%'), text, { locale: 'et-EE' })).toEqual({ value: '19%' });
});

test('digits that are lost are told', () => {
  expect(read(formatted(1234567890123456, '0000-0000-0000-0000'), text)).toMatchObject({
    value: '1234-5678-9012-3460',
    warning: expect.stringContaining('15 digits'),
  });
  expect(read('12345678901234567890', number)).toMatchObject({ warning: expect.stringContaining('loses digits') });
  const long = `0.${'123456789'.repeat(10_000)}`;
  expect(read(long, number)).toMatchObject({
    warning: expect.stringMatching(/^.{0,60}… loses digits and becomes 0\.12345678912345678$/),
  });
  expect(read(1234567890123456, text)).toMatchObject({
    value: '1234567890123460',
    warning: expect.stringContaining('15 digits'),
  });
});

test.each([
  [1234567890123450, true],
  [-9007199254740990, true],
  [12345678901234600, true],
  [999999999999999, false],
  [3613056000000000, false],
  [1e20, false],
  [6.02214076e23, false],
  [221.1, false],
])('the number %d of a workbook is doubtful if it may have had more than 15 digits', (value, isDoubtful) => {
  const result = read(value, number);
  expect(result).toEqual({ value, ...(isDoubtful && { warning: expect.stringContaining('15 digits') }) });
});

test.each([
  [1234567890123403, 1234567890123400],
  [4000001234567804, 4000001234567800],
  [9007199254740991, 9007199254740990],
])('the number %d of a workbook has 15 digits, and a warning when it loses one', (value, shown) => {
  expect(read(value, number)).toEqual({ value: shown, warning: expect.stringContaining('15 digits') });
});

test.each([
  [1e21, `1${'0'.repeat(21)}`],
  [-1.5e22, `-15${'0'.repeat(21)}`],
  [1.5e-8, '0.000000015'],
  [-2e-7, '-0.0000002'],
])('%d never shows an exponent', (value, digits) => expect(plainDigits(value)).toBe(digits));

test.each(['= 5', '=', '==A1', '=>', '=x', 'a=1', '=Anna'])('%s is no formula', (cell) => {
  expect(read(cell, text)).toEqual({ value: cell });
});

test.each(['xx-YY-zz', 'german', ''])('%j is no locale', (locale) => {
  expect(() => readLocaleMarks(locale, nameFlag)).toThrow('--locale takes a language');
});

test.each([
  ['#N/A', 'is the error of a formula'],
  ['#DIV/0!', 'is the error of a formula'],
  ['#NV', 'is the error of a formula'],
  ['#WERT!', 'is the error of a formula'],
  ['#NAME?', 'is the error of a formula'],
  ['#¡REF!', 'is the error of a formula'],
  ['Err:502', 'is the error of a formula'],
  ['9,00719925474099E+015', 'is a number that a spreadsheet has shortened'],
  ['4.91235E+12', 'is a number that a spreadsheet has shortened'],
  ['=1+1', 'looks like a formula'],
  ['=-A1*2', 'looks like a formula'],
  ['=SUM(A1:A9)', 'looks like a formula'],
  ['=$B$2', 'looks like a formula'],
  ['NULL', 'for no value; if it means that here, add --null NULL'],
  ['\\N', "for no value; if it means that here, add --null '\\N'"],
])('%s in a column of texts is doubtful', (cell, warning) => {
  for (const schema of [text, {}, { type: ['string', 'null'] }])
    expect(read(cell, schema)).toEqual({ value: cell, warning: expect.stringContaining(warning) });
});

test.each(['#1', '#A', 'N/A', '#neu!', 'Null', '1E5', 'E+12', 'Err: 502', '12E+3 kg'])('%s is a text like others', (cell) => {
  expect(read(cell, text)).toEqual({ value: cell });
});

test('a text that the schema lists is not doubtful', () => {
  expect(read('NULL', { enum: ['NULL', 'x'] })).toEqual({ value: 'NULL' });
});

test('a number that stays text, and that its file means otherwise than expressions read it, is doubted', () => {
  const warned = (text: string, schema: unknown, options = {}) => {
    const result = read(text, schema, options);
    return 'warning' in result ? [result.value, result.warning] : [result];
  };
  expect(warned('1.234', {}, { locale: 'de-DE' })).toEqual([
    '1.234',
    expect.stringMatching(/^1\.234 is 1234 in de-DE, but .* read as 1\.234; give /),
  ]);
  expect(warned('1.234', {}, { commas: true })).toEqual(['1.234', expect.stringMatching(/^1\.234 may be 1234 in a file with /)]);
  expect(warned('1.234', text, { locale: 'de-DE' })).toEqual([{ value: '1.234' }]);
  expect(warned('1.234', {}, { locale: 'en-US' })).toEqual([{ value: '1.234' }]);
  expect(warned('1.234', {})).toEqual([{ value: '1.234' }]);
  expect(warned('12.50', {}, { commas: true })).toEqual([{ value: '12.50' }]);
  expect(warned('1.234,50', {}, { locale: 'de-DE' })).toEqual([{ value: '1.234,50' }]);
});
