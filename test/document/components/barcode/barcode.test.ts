// Barcodes that scanners cannot read because their modules are too small.
import { expect, test } from 'vitest';
import { encodeCode128 } from '../../../../src/document/barcode/encode-code128.ts';
import { encodeQr } from '../../../../src/document/barcode/encode-qr.ts';
import { explain, itemsOf, layOut } from '../../../support/render.ts';

const mm = 72 / 25.4;
const page = { size: [600, 600] };
const code = (symbology: string, width: number | string | undefined, value = 'https://example.com/A-17') => ({
  barcode: value,
  symbology,
  ...(width !== undefined && { width }),
  alt: '',
});
const warnings = async (component: object, data: unknown = {}) =>
  (await layOut([component], data, page)).warnings.map(({ code: name, message }) => `${name}: ${message}`);
const widthOf = (modules: ReturnType<typeof encodeQr>) => ('error' in modules ? Number.NaN : modules.width);

const qrModules = (value: string) => widthOf(encodeQr(value, { ecc: 'medium' }));
const barModules = (value: string) => widthOf(encodeCode128(value)) + 20;

test.each([
  ['qr', 0.25, qrModules],
  ['code128', 0.19, barModules],
] as const)('%s: a module of %s mm is enough, a smaller one is warned of', async (symbology, least, count) => {
  for (const value of ['7', 'A-17', 'https://example.com/orders/2026/A-17', 'x'.repeat(60)]) {
    const enough = count(value) * least * mm;
    expect(await warnings(code(symbology, enough, value))).toEqual([]);
    expect(await warnings(code(symbology, enough * 1.5, value))).toEqual([]);
    for (const share of [0.98, 0.5, 0.1])
      expect(await warnings(code(symbology, enough * share, value))).toEqual([expect.stringMatching(/^barcode-too-small: /)]);
  }
});

test('the message says the size that is needed, and where the quiet zone is', async () => {
  expect(qrModules('https://example.com/A-17')).toBe(25);
  expect(await warnings(code('qr', 5 * mm))).toEqual([
    'barcode-too-small: A module of the QR code is 0.2 mm wide, and scanners need 0.25 mm. Make its "width" at least 6.3 mm, or its value shorter. The quiet zone is not in the width: leave 4 modules (1 mm) free on each side.',
  ]);
  const modules = barModules('A-17');
  expect(await warnings(code('code128', modules * 0.15 * mm, 'A-17'))).toEqual([
    `barcode-too-small: A module of the Code 128 is 0.15 mm wide, and scanners need 0.19 mm. Make its "width" at least ${Math.ceil(modules * 1.9) / 10} mm, or its value shorter. The quiet zones are in the width.`,
  ]);
});

test('the default sizes are warned of only if the value is too long for them', async () => {
  expect(await warnings(code('qr', undefined))).toEqual([]);
  expect(await warnings(code('qr', undefined, 'x'.repeat(600)))).toEqual([]);
  expect(await warnings(code('qr', undefined, 'x'.repeat(1000)))).toEqual([expect.stringContaining('barcode-too-small')]);
  expect(await warnings(code('code128', undefined, 'x'.repeat(30)))).toEqual([]);
});

test('a share of a narrow place is warned of, and the data that make a code too long are named', async () => {
  expect(await warnings(code('qr', '1%'))).toEqual([expect.stringContaining('barcode-too-small')]);
  expect(await warnings(code('qr', '20%'))).toEqual([]);
  const list = { repeat: 'codes', as: 'c', body: code('qr', 10 * mm, '{{ c }}') };
  const laidOut = await layOut([list], { codes: ['short', 'x'.repeat(300)] }, page);
  expect(laidOut.warnings).toMatchObject([{ code: 'barcode-too-small', dataPath: '/codes/1' }]);
});

test('bars that are too low are warned of, and only bars have a height', async () => {
  const of = (symbology: string, height: number) => warnings({ ...code(symbology, undefined, '5901234123457'), height });
  for (const symbology of ['ean13', 'code128', 'code39']) {
    expect(await of(symbology, 5 * mm)).toEqual([]);
    for (const height of [0, 1, 4.9 * mm])
      expect(await of(symbology, height)).toEqual([expect.stringMatching(/^barcode-too-small: The bars of/)]);
  }
  expect(await of('ean13', 0)).toEqual([
    'barcode-too-small: The bars of the EAN-13 are 0 mm high, and scanners need 5 mm. Make its "height" larger.',
  ]);
  expect(await of('datamatrix', 0)).toEqual([]);
});

test('a code that would lack a part of its text is told when the document is made, and lint advises to leave it out', async () => {
  const body = [{ barcode: 'A{{ n }}', symbology: 'qr', alt: 'c' }];
  expect((await layOut(body, { q: 1 })).warnings).toMatchObject([
    { code: 'no-value', message: '"n" is missing and prints nothing.' },
  ]);
  const dataSchema = { type: 'object', properties: { n: { type: 'string' } } };
  expect(await explain({ dataSchema, pages: [{ body }] })).toEqual([
    expect.stringContaining(': write "when": "n != null" in this component, or'),
  ]);
});

test('a code that is turned by a quarter is as wide as its "width" says, also in a row, without a warning', async () => {
  const turned = (symbology: string, more: object = {}) => ({ ...code(symbology, 60), rotate: 90, ...more });
  const widths = async (body: object) => {
    const laidOut = await layOut([body], {}, page);
    const modules = itemsOf(laidOut, 'group').flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'modules' ? [item] : [])),
    );
    const across = modules.flatMap(({ rects, scaleY }) =>
      rects.flatMap((value, i) => (i % 4 === 1 ? [value * scaleY, (value + rects[i + 2]!) * scaleY] : [])),
    );
    return {
      width: Math.round(Math.max(...across) - Math.min(...across)),
      warnings: laidOut.warnings.map(({ code: name }) => name),
    };
  };
  for (const body of [turned('qr'), { row: [turned('qr'), 'x'] }, turned('pdf417'), turned('qr', { height: 60 })])
    expect(await widths(body)).toEqual({ width: 60, warnings: [] });
  expect(await explain({ pages: [{ body: [turned('qr', { height: 60 })] }] })).toEqual([
    expect.stringContaining('"width" has no effect on a turned QR code: "height" sets its width too'),
  ]);
  expect(await explain({ pages: [{ body: [turned('qr'), { row: [turned('qr', { height: 60 })] }] }] })).toEqual([]);
});
