// Contents that are no code of their kind, with the reason, and properties that a kind does not have.
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCode, type SymbologyName } from '../../../src/document/barcode/symbologies.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { diagnose, explain, layOut, testResources } from '../../support/render.ts';

const encode = (symbology: SymbologyName, text: string, checkDigit?: 'given' | 'computed') =>
  encodeCode(symbology, text, { checkDigit, ec: undefined });
const faultOf = (...args: Parameters<typeof encode>) => {
  const code = encode(...args);
  return 'error' in code ? code.error : undefined;
};

beforeAll(() => withDemanded(testResources, () => void encode('aztec', 'x')));

describe('codes of goods', () => {
  test.each<[SymbologyName, string, string]>([
    ['ean13', '5901234123458', 'The check digit of 5901234123458 is 8, but its other digits give 7.'],
    ['ean8', '96385075', 'The check digit of 96385075 is 5, but its other digits give 4.'],
    ['upca', '012345678906', 'The check digit of 012345678906 is 6, but its other digits give 5.'],
    ['upce', '01234566', 'The check digit of 01234566 is 6, but its other digits give 5.'],
    ['itf14', '15400141288764', 'The check digit of 15400141288764 is 4, but its other digits give 3.'],
    ['ean13', '59012341234x7', '"x" is no digit, and EAN-13 has digits only.'],
    ['ean13', '5,901E+12', '"," is no digit, and EAN-13 has digits only.'],
    [
      'ean13',
      '12345',
      "The value has 5 digits, and EAN-13 needs 13. If a number has lost its leading zeros, make it a text, or add them: {{ … | pad: 13, '0' }}.",
    ],
    ['upce', '21234565', 'UPC-E begins with 0 or 1.'],
  ])('%s of %s', (symbology, text, fault) => {
    expect(faultOf(symbology, text)).toBe(fault);
  });
  test('a number of a workbook, which has lost its leading 0, is not completed to another number', () => {
    const lost = `The value has 11 digits, and UPC-A needs 12. If a number has lost its leading zeros, make it a text, or add them: {{ … | pad: 12, '0' }}. If its check digit is missing, write "checkDigit": "computed".`;
    expect(faultOf('upca', '12345678905')).toBe(lost);
    expect(faultOf('upca', '1234567890', 'computed')).toBe(
      'The value has 10 digits, and UPC-A needs 11 before its computed check digit.',
    );
  });
  test.each<[SymbologyName, string, string]>([
    ['ean13', '590123412345', '5901234123457'],
    ['ean8', '9638507', '96385074'],
    ['upca', '01234567890', '012345678905'],
    ['itf14', '1540014128876', '15400141288763'],
    // The last digit of a UPC-E says where its zeros are.
    ['upce', '0123450', '01234505'],
    ['upce', '0123453', '01234531'],
    ['upce', '0123454', '01234543'],
    ['upce', '0123459', '01234596'],
  ])('the check digit of %s %s is computed', (symbology, text, printed) => {
    const computed = encode(symbology, text, 'computed');
    expect(computed).toMatchObject({ printed });
    expect(encode(symbology, printed, 'given')).toEqual(computed);
  });
  test('spaces and hyphens between digits are left out', () => {
    expect(encode('ean13', '978-3-16 148410-0')).toEqual(encode('ean13', '9783161484100'));
  });
});

test.each<[SymbologyName, string, string | RegExp]>([
  ['code39', 'abc', /must contain only digits, capital letters/],
  ['code39', 'ABC-12Z', /check digit/i],
  ['codabar', '1234', /start and stop characters must be one of A B C or D/],
  ['codabar', 'A12x4A', /must contain only digits and symbols/],
  ['microqr', 'Grüße', 'A Micro QR code has no character "ü". Use "symbology": "qr".'],
  ['microqr', 'x'.repeat(40), /Maximum length exceeded/],
  ['datamatrix', 'x'.repeat(2336), 'The text has 2,336 characters; Data Matrix takes up to 2,335.'],
  ['aztec', 'x'.repeat(2001), /takes up to 2,000/],
  ['pdf417', 'x'.repeat(1851), /takes up to 1,850/],
  ['code39', 'A'.repeat(513), /takes up to 512/],
  ['code128', 'A'.repeat(513), 'The text has 513 characters; Code 128 takes up to 512.'],
  ['gs1-128', '09521234543213', 'It is no list of GS1 elements, such as (01)09521234543213(10)A7.'],
  ['gs1-128', '7', /no list of GS1 elements/],
  ['gs1-datamatrix', '(', /no list of GS1 elements/],
  ['gs1-128', '(240)A(', /no list of GS1 elements/],
  ['gs1-128', '(01)09521234543214', 'AI 01: The check digit of 09521234543214 is 4, but its other digits give 3.'],
  ['gs1-128', '(10)A7(00)340123450000000018', 'AI 00: The check digit of 340123450000000018 is 8, but its other digits give 7.'],
  ['gs1-128', '(17)261332', "AI 17: Invalid month. A date has six digits, as in {{ … | date: 'yyMMdd' }}."],
  [
    'gs1-datamatrix',
    '(01)09521234543213(17)2026-12-31',
    "AI 17: Too long. A date has six digits, as in {{ … | date: 'yyMMdd' }}.",
  ],
  ['gs1-128', '(01)x', 'AI 01: "x" is no digit, and its value has 14 digits only.'],
  ['gs1-128', '(10)A7(00)34012345000000001', 'AI 00: The value has 17 digits, and needs 18, with its check digit.'],
  ['gs1-128', '(00)3 4012345 000000001 7', 'AI 00: " " is no digit, and its value has 18 digits only.'],
  ['gs1-datamatrix', '(414)95212345432133', 'AI 414: The value has 14 digits, and needs 13, with its check digit.'],
  ['gs1-datamatrix', '(21)a b', /AI 21/],
  ['gs1-datamatrix', '(9999)1', /AI 9999/],
])('%s of %s says why it is none', (symbology, text, fault) => {
  expect(faultOf(symbology, text, text === 'ABC-12Z' ? 'given' : undefined)).toMatch(fault);
});

test('a wrong value leaves the code out, with a warning that names its data', async () => {
  const body = { repeat: 'codes', as: 'c', body: { barcode: '{{ c }}', symbology: 'ean13', alt: '' } };
  const { warnings, pages } = await layOut([body], { codes: ['5901234123457', '123', ''] }, { size: [300, 300] });
  expect(warnings).toMatchObject([
    {
      code: 'bad-barcode',
      dataPath: '/codes/1',
      message: expect.stringContaining('The barcode is left out: The value has 3 digits'),
    },
    { code: 'empty-barcode', dataPath: '/codes/2' },
  ]);
  expect(pages[0]!.items.filter(({ kind }) => kind === 'text')).toHaveLength(3);
});

test('properties that a kind does not have are warned of', async () => {
  const report = async (symbology: string, more: object) =>
    diagnose({ pages: [{ body: [{ barcode: '{{ code }}', symbology, alt: '', ...more }] }] });
  const at = (property: string) => [`warning no-effect /pages/0/body/0/${property}`];
  expect(await report('datamatrix', { height: 5 })).toEqual(at('height'));
  expect(await report('aztec', { showText: true })).toEqual(at('showText'));
  expect(await report('pdf417', { ec: 'high' })).toEqual(at('ec'));
  expect(await report('ean13', { ec: 'high' })).toEqual(at('ec'));
  expect(await report('code128', { checkDigit: 'computed' })).toEqual(at('checkDigit'));
  expect(await report('gs1-128', { checkDigit: 'given' })).toEqual(at('checkDigit'));
  // The property that is written: turned by a quarter, the height of the code is its length, and alone each of both sets its size.
  expect(await report('datamatrix', { width: 5, height: 20, rotate: 90 })).toEqual(at('width'));
  expect(await report('datamatrix', { width: 5, rotate: 90 })).toEqual([]);
  expect(await report('datamatrix', { height: 20, rotate: 90 })).toEqual([]);
  expect(await report('code39', { checkDigit: 'computed', height: 5, showText: true })).toEqual([]);
  expect(await report('ean13', { checkDigit: 'computed', height: 5, showText: false })).toEqual([]);
});

test('a content that the template writes is checked with the template', async () => {
  const messages = (barcode: string, symbology: string) => explain({ pages: [{ body: [{ barcode, symbology, alt: '' }] }] });
  const at = 'error wrong-value /pages/0/body/0/barcode';
  expect(await messages('4006381333932', 'ean13')).toEqual([
    `${at} The check digit of 4006381333932 is 2, but its other digits give 1.`,
  ]);
  expect(await messages('Größe', 'code128')).toEqual([`${at} Code 128 has no character "ö"; use ASCII characters only.`]);
  expect(await messages('(00)376123450000001234', 'gs1-128')).toEqual([expect.stringContaining(at)]);
  expect(await messages('4006381333931', 'ean13')).toEqual([]);
  expect(await messages('{{ "4006381333932" }}', 'ean13')).toEqual([]);
});
