// Fonts packed as WOFF2 beside the same fonts as they are.
import { readFileSync } from 'node:fs';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';

const engine = await loadTextEngine();

let keys = 0;

/** Opens a font as a template does that names it. */
async function open(bytes: Uint8Array, font = '', file = 'Own.woff2') {
  const resources = createFileResources({ [file]: { bytes, sha256: `font-files.test ${keys++}` } });
  const name = `${file}${font}`;
  await resources.loadFonts({ fonts: { own: { regular: name } } });
  return { face: engine.openFace(resources.font(name)!), resources };
}

test('a font packed as WOFF2 has the glyphs, advances and outlines of the file', async () => {
  const plain = readFileSync(new URL('../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url));
  const { face, resources } = await open(await compress(plain));
  const { face: same } = await open(plain, '', 'Own.ttf');
  expect(face.metrics).toEqual(same.metrics);
  const glyphs = Array.from({ length: 900 }, (_, glyph) => glyph);
  const whole = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(plain)));
  const unpacked = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(resources.font('Own.woff2')!.bytes)));
  for (const glyph of glyphs) {
    expect([face.unicodeOf(glyph), face.advanceEm(glyph)]).toEqual([same.unicodeOf(glyph), same.advanceEm(glyph)]);
    expect(unpacked.glyphToPath(glyph)).toBe(whole.glyphToPath(glyph));
  }
});
