import { expect, test } from 'vitest';
import { wordJoiner } from '../../../src/document/text/shaped-text.ts';
import { type SharingGlyph, shareText } from '../../../src/document/text/share-text.ts';
import { createRandom } from '../../support/random.ts';

const wide = (own?: string): SharingGlyph => ({ own, isWide: true });
const mark = (own?: string): SharingGlyph => ({ own, isWide: false });
const share = (text: string, glyphs: readonly SharingGlyph[]) => shareText(text, glyphs, (said, meant) => said === meant);

test('glyphs say what they say by themselves, and the silent one what is left', () => {
  expect(share('abc', [wide('a'), wide(), wide('c')])).toEqual(['a', 'b', 'c']);
  expect(share('abcd', [wide(), wide('d')])).toEqual(['abc', 'd']);
});

test('glyphs in another order say the text in its order', () => {
  expect(share('कि', [wide('ि'), wide('क')])).toEqual(['क', 'ि']);
});

test('of more glyphs than characters a mark without a width says nothing', () => {
  // Thai: the vowel is taken apart around the tone.
  expect(share('น้ำ', [wide('น'), mark('\u0e4d'), mark(), wide('า')])).toEqual(['น', wordJoiner, '้', 'ำ']);
});

test('an invisible character goes with the one before it', () => {
  expect(share('क\u200dष', [wide(), wide()])).toEqual(['क\u200d', 'ष']);
});

test('whatever the glyphs are, together they say the text', () => {
  const random = createRandom(3);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 40) }, () => pick(['a', 'b', '\u0301', '\u0e33', '😀'])).join('');
    const glyphs = Array.from({ length: 1 + Math.floor(random() * 40) }, () => ({
      own: random() < 0.5 ? pick(['a', 'b', 'ab', '\u0301']) : undefined,
      isWide: random() < 0.5,
    }));
    const said = share(text, glyphs);
    expect(said).toHaveLength(glyphs.length);
    expect(said.join('').replaceAll(wordJoiner, '')).toBe(text);
  }
});
