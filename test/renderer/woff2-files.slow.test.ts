// Fonts packed as WOFF2 beside the same fonts as they are.
import { readFileSync } from 'node:fs';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import { openFont } from './open-font.ts';

test('a font packed as WOFF2 has the glyphs, advances and outlines of the file', async () => {
  const plain = readFileSync(new URL('../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url));
  const { face, resources } = await openFont(await compress(plain));
  const { face: same } = await openFont(plain, '', 'Own.ttf');
  expect(face.metrics).toEqual(same.metrics);
  const glyphs = Array.from({ length: 900 }, (_, glyph) => glyph);
  const whole = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(plain)));
  const unpacked = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(resources.font('Own.woff2')!.bytes)));
  for (const glyph of glyphs) {
    expect([face.unicodeOf(glyph), face.advanceEm(glyph)]).toEqual([same.unicodeOf(glyph), same.advanceEm(glyph)]);
    expect(unpacked.glyphToPath(glyph)).toBe(whole.glyphToPath(glyph));
  }
});
