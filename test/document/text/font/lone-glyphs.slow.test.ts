import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { findFractions, fractionTag, Harfbuzz } from '../../../../src/document/text/font/harfbuzz.ts';
import { LoneGlyphs } from '../../../../src/document/text/font/lone-glyphs.ts';
import type { Shaping } from '../../../../src/document/text/text-face.ts';
import { createRandom } from '../../../support/random.ts';
import { trialCount } from '../../../support/trials.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const folders = ['src/fonts/noto-sans', 'node_modules/dejavu-fonts-ttf/ttf'].map(at);
const fonts = [
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ttf'))
      .map((name) => `${folder}/${name}`),
  ),
  at('node_modules/font-awesome/fonts/FontAwesome.otf'),
];

const plain: Shaping = { script: 'Latn', rtl: false, lang: '', features: [], spacingEm: 0 };
const shapings: Shaping[] = [
  plain,
  { ...plain, lang: 'tr' },
  { ...plain, script: 'Cyrl', lang: 'sr' },
  { ...plain, features: [['frac', 1]] },
  { ...plain, features: [['kern', 0]] },
];
const shaper = new Harfbuzz(harfbuzz);

const alphabets = [
  '0123456789.,',
  '0123456789.,:/-+%€$£ ()#',
  String.fromCharCode(...Array.from({ length: 0x22f }, (_, i) => i + 0x21)),
];

test.each(fonts)('words put together are as HarfBuzz shapes them: %s', (file) => {
  const font = shaper.openFont(readFileSync(file));
  const random = createRandom(7);
  let together = 0;
  for (const shaping of shapings) {
    const lone = new LoneGlyphs((character) => shaper.shapeAlone(font, character, shaping));
    for (const alphabet of alphabets)
      for (let n = 0; n < trialCount('lone-glyphs.slow'); n++) {
        const text = Array.from(
          { length: 1 + Math.floor(random() * 9) },
          () => alphabet[Math.floor(random() * alphabet.length)],
        ).join('');
        // Fractions are shaped as a whole.
        if (shaping.features.some(([tag]) => tag === fractionTag) && findFractions(text).length > 0) continue;
        const run = lone.run(text);
        if (!run) continue;
        together++;
        expect(run, text).toEqual(shaper.shape(font, text, shaping));
      }
  }
  expect(together).toBeGreaterThan(100);
});

test('characters that kern, join or lie outside of Latin are left to HarfBuzz', () => {
  const font = shaper.openFont(readFileSync(at('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));
  const lone = new LoneGlyphs((character) => shaper.shapeAlone(font, character, plain));
  expect(lone.run('1.234,50')).toHaveLength(8 * 5);
  expect(['AV', 'To', 'fi', '10-20', '1२', 'e\u0301', '\u00ad1'].map((text) => lone.run(text))).toEqual(Array(7).fill(undefined));
});
