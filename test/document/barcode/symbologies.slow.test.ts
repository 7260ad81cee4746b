// Every kind of code is read again from the page at 300 dpi: at the smallest size that is not warned about, and turned.
import { expect, test } from 'vitest';
import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader';
import { encodeCode, type SymbologyName, symbologies, symbologyNames } from '../../../src/document/barcode/symbologies.ts';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { readPageBarcodes } from '../../support/read-barcodes.ts';
import { layOut, testResources } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';

interface Sample {
  readonly value: string;
  /** What a scanner says, if it is not the value. */
  readonly read?: string;
  readonly format: ReadInputBarcodeFormat;
  readonly checkDigit?: 'given' | 'computed';
}

const gs1 = '(01)09521234543213(10)AB-12(17)261231';
const mixed = 'Grüße 12€ ^1 日本';

const samples: Readonly<Record<SymbologyName, readonly Sample[]>> = {
  qr: [{ value: 'https://example.com/2026-0417', format: 'QRCode' }],
  microqr: [{ value: '12345', format: 'MicroQRCode' }],
  datamatrix: [
    { value: 'https://example.com/2026-0417', format: 'DataMatrix' },
    { value: mixed, format: 'DataMatrix' },
  ],
  'gs1-datamatrix': [{ value: gs1, read: '0109521234543213' + '10AB-12\u001d' + '17261231', format: 'DataMatrix' }],
  aztec: [
    { value: 'ticket 4711', format: 'Aztec' },
    { value: mixed, format: 'Aztec' },
  ],
  pdf417: [
    { value: 'BOARDING/LH123', format: 'PDF417' },
    { value: mixed, format: 'PDF417' },
  ],
  code128: [{ value: 'PO-4711a', format: 'Code128' }],
  code39: [
    { value: 'ABC-123', format: 'Code39' },
    { value: 'ABC-12', read: 'ABC-12T', format: 'Code39', checkDigit: 'computed' },
  ],
  codabar: [{ value: 'A40156B', format: 'Codabar' }],
  ean13: [
    { value: '5901234123457', format: 'EAN13' },
    { value: '978-3-16-148410', read: '9783161484100', format: 'EAN13', checkDigit: 'computed' },
  ],
  ean8: [{ value: '96385074', format: 'EAN8' }],
  // ZXing says these two as EAN-13.
  upca: [{ value: '012345678905', read: '0012345678905', format: 'UPCA' }],
  upce: [{ value: '01234565', read: '0012345000065', format: 'UPCE' }],
  itf14: [{ value: '15400141288763', format: 'ITF' }],
  'gs1-128': [{ value: '(01)09521234543213(10)A7', read: '0109521234543213' + '10A7', format: 'Code128' }],
};

const cases = symbologyNames.flatMap((symbology) => samples[symbology].map((sample) => ({ symbology, ...sample })));
type Case = (typeof cases)[number];

const mm = 72 / 25.4;

/** `width` in the unit of the template. */
const bodyOf = ({ symbology, value, checkDigit }: Case, width: number) => ({
  barcode: value,
  symbology,
  alt: '',
  ...(checkDigit && { checkDigit }),
  width,
});

/** The code alone on a sheet. `width` in mm; `rotate` in degrees. */
function sheetWith(one: Case, width: number, rotate?: number) {
  const child = rotate === undefined ? { at: { x: 5, y: 5 } } : { at: { x: 35, y: 5, rotate } };
  return {
    unit: 'mm',
    pages: [{ size: [90, 90], margin: 0, body: [{ frame: [{ ...bodyOf(one, width), ...child }], height: 89 }] }],
  };
}

/** The narrowest width in mm that is not warned about. The quiet zones of bars are in it. */
function leastWidth({ symbology, value, checkDigit }: Case): number {
  const { form, leastModule, quietZone } = symbologies[symbology];
  const code = encodeCode(symbology, value, { checkDigit, ec: undefined });
  if ('error' in code) throw new Error(code.error);
  const modules = form === 'bars' ? code.width + quietZone[0] + quietZone[1] : code.width;
  return modules * leastModule;
}

test.each(cases)('$symbology of $value is read at its smallest, and turned', async (one) => {
  const expected = [{ format: one.format, text: one.read ?? one.value }];
  const read = async (...place: [width: number, rotate?: number]) =>
    readPageBarcodes(await renderPdf(sheetWith(one, ...place)), 300, { formats: [one.format] });
  const least = await withDemanded(testResources, () => leastWidth(one));
  const warnings = async (width: number) =>
    (await layOut([bodyOf(one, width * mm)], {}, { size: [600, 600] })).warnings.map(({ code }) => code);
  expect(await warnings(least)).toEqual([]);
  expect(await warnings(least * 0.99)).toEqual(['barcode-too-small']);
  expect(await read(least)).toEqual(expected);
  // ZXing finds no stacked code that lies at a slant.
  for (const degrees of one.symbology === 'pdf417' ? [90] : [20, 90])
    expect(await read(least * 1.3, degrees), `turned by ${degrees}`).toEqual(expected);
});
