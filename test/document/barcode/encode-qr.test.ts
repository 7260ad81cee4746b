import { expect, test } from 'vitest';
import { encodeQr } from '../../../src/document/barcode/encode-qr.ts';
import type { Modules } from '../../../src/document/barcode/modules.ts';

function modulesOf(text: string): Modules {
  const modules = encodeQr(text, { ecc: 'medium' });
  if ('error' in modules) throw new Error(modules.error);
  return modules;
}

test('a code is square, has no border, and its rectangles do not overlap', () => {
  const { width, height, rects } = modulesOf('https://example.com/4711');
  expect(width).toBe(height);
  expect((width - 17) % 4).toBe(0);
  const dark = new Uint8Array(width * height);
  for (let i = 0; i < rects.length; i += 4) {
    for (let y = 0; y < rects[i + 3]!; y++)
      for (let x = 0; x < rects[i + 2]!; x++) dark[(rects[i + 1]! + y) * width + rects[i]! + x]!++;
  }
  expect(Math.max(...dark)).toBe(1);
  // The finder pattern at the top left: seven dark modules, then a light one.
  expect([...dark.subarray(0, 8)]).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
});

test('more correction makes a larger code', () => {
  const text = 'A text of some length, so that versions differ between levels.';
  const sizeOf = (ecc: 'low' | 'high') => (encodeQr(text, { ecc }) as Modules).width;
  expect(sizeOf('high')).toBeGreaterThan(sizeOf('low'));
});

test('a text that is empty or too long is an error with a reason', () => {
  expect(encodeQr('', { ecc: 'low' })).toEqual({ error: 'An empty text cannot be a QR code.' });
  expect(encodeQr('ü'.repeat(1500), { ecc: 'low' })).toEqual({
    error: 'The text is too long for a QR code with error correction "low" (3000 bytes).',
  });
  expect(encodeQr('x'.repeat(1_000_000), { ecc: 'low' })).toHaveProperty('error');
});
