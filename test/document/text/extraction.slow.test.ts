// Text as readers find it that know the codes' own texts alone.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import type { FontSubset } from '../../../src/document/paint/fonts.ts';
import type { Face, TextStyle } from '../../../src/document/text/shaped-text.ts';
import { createRandom } from '../../support/random.ts';
import { plain, readCodes, wordsOf } from '../../support/read-codes.ts';
import { trialCount } from '../../support/trials.ts';
import { makePage, writePdf } from '../paint/samples.ts';
import {
  dejavu,
  devanagari,
  khmer,
  naskh,
  nastaliq,
  noto,
  notoBold,
  prepare,
  signs,
  signsWoff,
  tamil,
  thaana,
  thai,
} from './faces.ts';

/** Article 1 of the Universal Declaration of Human Rights, by language. */
const corpus: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./human-rights.json', import.meta.url), 'utf8'),
);

const facesOf: Readonly<Record<string, readonly Face[]>> = {
  ar: [naskh],
  dv: [thaana, naskh],
  fa: [naskh],
  hi: [devanagari],
  km: [khmer],
  mr: [devanagari],
  ne: [devanagari],
  ps: [naskh],
  sa: [devanagari],
  ta: [tamil],
  th: [thai],
  ug: [naskh],
  ur: [nastaliq],
};

function write(
  texts: readonly string[],
  faces: readonly Face[],
  style: Partial<TextStyle> = {},
  fontSubset?: FontSubset,
): Buffer {
  const items: PageItem[] = texts.flatMap((text, i) =>
    prepare(text, { faces, style })
      .wrap(100_000)
      .flatMap(({ segments }) =>
        segments.map((segment): PageItem => ({ kind: 'text', x: 0, y: 20 * (i + 1), segment, tag: undefined })),
      ),
  );
  return writePdf([{ ...makePage(items), width: 100_000, height: 100_000 }], fontSubset ? { fontSubset } : {}).file;
}

const sorted = (words: readonly string[]) => words.map((word) => word.normalize('NFC')).sort();
const wordsIn = (text: string) => plain(text).split(' ').filter(Boolean);

test.each(Object.entries(corpus))('%s is read word by word', (lang, text) => {
  const faces = [...(facesOf[lang] ?? []), noto, dejavu];
  expect(prepare(text, { faces }).missing).toEqual([]);
  for (const fontSubset of ['document', 'template'] as const) {
    const [line] = readCodes(write([text], faces, { lang }, fontSubset));
    expect(sorted(wordsOf(line!))).toEqual(sorted(wordsIn(text)));
  }
});

test('fifty languages are read', () => {
  expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(50);
});

/** Words of a language's own characters in any order: clusters that no dictionary has, marks without a base among them. */
function makeWords(characters: readonly string[], random: () => number): string {
  const pick = () => characters[Math.floor(random() * characters.length)]!;
  return Array.from({ length: 12 }, () => Array.from({ length: 1 + Math.floor(random() * 7) }, pick).join('')).join(' ');
}

test.each(['en', 'vi', 'yo', 'el-polyton', 'ru', 'hy', 'yi', 'ar', 'ur', 'ug', 'hi', 'sa', 'ta', 'th', 'lo', 'km', 'dv'])(
  'random words of the letters of %s are read',
  (lang) => {
    const random = createRandom(7);
    const faces = [...(facesOf[lang] ?? []), noto, dejavu];
    const characters = [...new Set(corpus[lang]!.replace(/[^\p{L}\p{M}]/gu, ''))];
    for (let round = 0; round < trialCount('extraction.slow'); round++) {
      const texts = [makeWords(characters, random), makeWords(characters, random)];
      const style = round % 3 === 0 ? { features: { liga: round % 2 } } : {};
      const lines = readCodes(write(texts, faces, { lang, ...style }));
      for (const [i, text] of texts.entries())
        expect(sorted(wordsOf(lines[i]!)), JSON.stringify(text)).toEqual(sorted(wordsIn(text)));
    }
  },
);

test('the bytes of a document do not show what was written before it', () => {
  const faces = [nastaliq, devanagari, noto, dejavu];
  const texts = [corpus.ur!, corpus.hi!, corpus.ar!];
  const others = [corpus.sa!, corpus.ps!, corpus.fa!, corpus.mr!];
  for (const fontSubset of ['document', 'template'] as const) {
    const first = write(texts, faces, {}, fontSubset);
    write(others, faces, {}, fontSubset);
    expect(write(texts, faces, {}, fontSubset).equals(first)).toBe(true);
  }
});

test('each code that is painted is mapped to a text, in fonts of all kinds', () => {
  for (const face of [noto, notoBold, dejavu, signs, signsWoff]) {
    const texts = ['office \uf015 \u{1f600} 人 \u0301x', 'a\u0302\u0323 ﬃ … \uf004\uf0e0'];
    expect(readCodes(write(texts, [face])).join('')).not.toContain('?');
  }
});

test('no word from left to right begins with a wide glyph that says a mark', () => {
  const begins = (text: string, faces: readonly Face[]) =>
    prepare(text, { faces })
      .wrap(100_000)[0]!
      .segments.flatMap(({ face, words }) => words.map((word) => ({ face, glyph: word.glyphs[0]!, said: word.says?.[0] })));
  for (const lang of ['hi', 'sa', 'mr', 'ta', 'km', 'th', 'yo']) {
    for (const { face, glyph, said } of begins(corpus[lang]!, [...(facesOf[lang] ?? []), noto, dejavu]))
      expect(/\p{Mn}/u.test(said ?? '') && face.advanceEm(glyph) > 0).toBe(false);
  }
});
