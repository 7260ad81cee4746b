// QR codes with a picture in the middle are read in every size, and the picture hides what it may.
import { expect, test } from 'vitest';
import type { Code } from '../../../src/document/barcode/modules.ts';
import { encodeCode } from '../../../src/document/barcode/symbologies.ts';
import { clearSquare, logoSquare } from '../../../src/document/components/barcode/logo.ts';
import { readPageBarcodes } from '../../support/read-barcodes.ts';
import { diagnose, layOut } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { makePng } from '../image/make-image.ts';

const red = makePng({ width: 8, height: 8, bits: 8, colorType: 2, sample: (_x, _y, i) => (i === 0 ? 200 : 20) });
const codeOf = (value: string) => encodeCode('qr', value, { checkDigit: undefined, ec: 'high' }) as Code;

test.each([4, 40, 120, 250, 400, 700])('%i characters', async (length) => {
  const value = 'https://example.com/'.repeat(40).slice(0, length);
  const body = [{ barcode: value, symbology: 'qr', logo: 'logo.png', width: codeOf(value).width * 0.5, alt: '' }];
  const pdf = await renderPdf({ pages: [{ size: [90, 90], margin: 5, body }] }, { images: { 'logo.png': red } });
  expect(await readPageBarcodes(pdf, 200)).toEqual([{ format: 'QRCode', text: value }]);
});

test('the square is in the middle, in whole modules, and everything outside of it stays', () => {
  for (const length of [4, 40, 120, 250, 400, 700]) {
    const code = codeOf('x'.repeat(length));
    const { from, to } = logoSquare(code);
    expect(from).toBe(code.width - to);
    expect(Number.isInteger(from)).toBe(true);
    expect((to - from) / code.width).toBeLessThanOrEqual(0.28);
    expect((to - from) / code.width).toBeGreaterThan(0.17);
    const dark = ({ rects }: Code) => {
      const cells = new Set<string>();
      for (let i = 0; i < rects.length; i += 4)
        for (let x = rects[i]!; x < rects[i]! + rects[i + 2]!; x++)
          for (let y = rects[i + 1]!; y < rects[i + 1]! + rects[i + 3]!; y++) {
            expect(cells.has(`${x} ${y}`)).toBe(false);
            cells.add(`${x} ${y}`);
          }
      return cells;
    };
    const isInside = (cell: string) => cell.split(' ').every((at) => Number(at) >= from && Number(at) < to);
    expect([...dark(clearSquare(code, { from, to }))].toSorted()).toEqual(
      [...dark(code)].filter((cell) => !isInside(cell)).toSorted(),
    );
  }
});

test('a logo that is missing in the data is told, an empty one leaves the code whole', async () => {
  const logos = async (logo: string) => {
    const code = { barcode: 'x', symbology: 'qr', logo: '{{ logo }}', alt: '' };
    const { pages, warnings } = await layOut([code], { logo }, { size: [300, 300] });
    const [modules] = pages[0]!.items;
    return [warnings.map(({ code: name }) => name), modules?.kind === 'modules' && modules.rects] as const;
  };
  const { rects } = codeOf('x');
  expect(await logos('')).toEqual([[], rects]);
  expect(await logos('gone.png')).toEqual([['missing-image'], rects]);
});

test('too little error correction, other codes and missing assets are told when the template is checked', async () => {
  const report = (more: object) =>
    diagnose({ pages: [{ body: [{ barcode: 'A', symbology: 'qr', logo: '{{ logo }}', alt: '', ...more }] }] });
  for (const ec of ['low', 'medium']) expect(await report({ ec })).toEqual(['error wrong-value /pages/0/body/0/ec']);
  for (const right of [{ ec: 'quartile' }, { ec: 'high' }, {}]) expect(await report(right)).toEqual([]);
  expect(await report({ symbology: 'aztec' })).toEqual(['warning no-effect /pages/0/body/0/logo']);
  expect(await report({ logo: 'gone.png' })).toEqual(['error missing-asset /pages/0/body/0/logo']);
});
