import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { buildSfnt, openSfnt } from '../../../src/document/text/font/sfnt.ts';
import type { Face, Word } from '../../../src/document/text/shaped-text.ts';
import { devanagari, files, khmer, noto, prepare, readLines, signs, signsWoff, thai } from './faces.ts';

function wordsOf(text: string, face: Face): readonly Word[] {
  return prepare(text, { faces: [face] })
    .wrap(10_000)[0]!
    .segments.flatMap(({ words }) => words);
}

/** What a reader takes from the words: the text they carry, else that of their glyphs. */
function extract(words: readonly Word[], face: Face): string {
  return words
    .map(({ glyphs, says, actualText }) => actualText ?? (says ?? glyphs.map((glyph) => face.unicodeOf(glyph) ?? '?')).join(''))
    .join('');
}

test.each([
  ['Thai', thai, 'น้ำ กำลัง ที่ ปั๊ม ภาษาไทย เปื้อน ญี่ปุ่น ๑๒๓ ฿'],
  ['Devanagari', devanagari, 'हिन्दी किताब क्षेत्र धर्म कर्म्मिक श्री ज्ञान द्वितीय १२३ ₹'],
])('%s from a WOFF file is read as it was given', (_, face, text) => {
  expect(prepare(text, { faces: [face] }).missing).toEqual([]);
  expect(extract(wordsOf(text, face), face)).toBe(text);
});

test('a Thai sara am is taken apart around the tone mark', () => {
  const [word] = wordsOf('น้ำ', thai);
  // Nikhahit goes under the tone, sara aa behind them.
  expect(word!.glyphs.map((glyph) => thai.unicodeOf(glyph))).toEqual(['น', '\u0e4d', undefined, 'า']);
  expect(word!.actualText).toBe('น้ำ');
});

test('a Devanagari vowel sign i stands before its consonant', () => {
  const [word] = wordsOf('किताब', devanagari);
  expect(word!.glyphs.slice(1).map((glyph) => devanagari.unicodeOf(glyph))).toEqual(['क', 'त', 'ा', 'ब']);
  expect(word!.says).toEqual(['क', 'ि', 'त', 'ा', 'ब']);
  expect(word!.actualText).toBeUndefined();
});

test('a Devanagari conjunct is one glyph with its text; at the beginning of a word an unseen one says its marks', () => {
  const [word] = wordsOf('क्षेत्र', devanagari);
  expect(word!.says).toEqual(['क', '्ष', 'े', 'त्र']);
  expect(devanagari.advanceEm(word!.glyphs[1]!)).toBe(0);
  expect(extract([word!], devanagari)).toBe('क्षेत्र');
});

test('Thai breaks between words, Devanagari at spaces', () => {
  expect(readLines(prepare('ภาษาไทยยากมาก', { faces: [thai] }).wrap(38))).toEqual(['ภาษาไทย', 'ยากมาก']);
  expect(readLines(prepare('धर्म कर', { faces: [devanagari] }).wrap(20))).toHaveLength(2);
});

test('a Khmer stack is not parted where the dictionary ends a word inside it', () => {
  // Intl.Segmenter sees a word in យុត្; ្ដ is written below the letter before it.
  for (const word of ['យុត្ដិធម៌', 'សិទ្ធិឱ្យគេទទួលស្គាល់បុគ្គលិកលក្ខណៈគតិយុត្ដរបស់']) {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(word);
    buffer.setScript('Khmr');
    buffer.setDirection(harfbuzz.Direction.LTR);
    harfbuzz.shape(outlinesOf(openSfnt(readFileSync(files.khmer)).bytes), buffer);
    const whole = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
    expect(wordsOf(word, khmer).flatMap(({ glyphs }) => glyphs)).toEqual(whole);
  }
});

test('a Latin word among Thai takes the other face, and numbers keep their place', () => {
  const line = prepare('ราคา 1,500 บาท VAT 7%', { faces: [thai, noto] }).wrap(1000)[0]!;
  expect(line.segments.map(({ face }) => face.postscriptName)).toContain('NotoSans-Regular');
  expect(line.segments.flatMap(({ face, words }) => extract(words, face)).join('')).toBe('ราคา 1,500 บาท VAT 7%');
});

const outlinesOf = (file: Uint8Array) => new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)));
const drawn = new Set(wordsOf('\uf015\uf004\uf0e0\uf095\uf1ec\uf09d', signs).flatMap(({ glyphs }) => glyphs));

test('OpenType with CFF outlines opens as such', () => {
  expect(signs.kind).toBe('cff');
  expect(signs.postscriptName).toBe('FontAwesome');
  expect(drawn.size).toBe(6);
});

test('a CFF subset, opened again, has the same outlines', () => {
  const { bytes, format, cidToGid } = signs.subset(drawn)!;
  expect({ format, cidToGid }).toEqual({ format: 'cff', cidToGid: undefined });
  const whole = readFileSync(files.signs);
  // The subset has its glyphs in the order of their ids, .notdef first; the charset says which is which.
  const kept = [0, ...[...drawn].sort((a, b) => a - b)];
  const tables = new Map(openSfnt(whole).tables);
  const maxp = Buffer.from(tables.get('maxp')!);
  maxp.writeUInt16BE(kept.length, 4);
  const part = outlinesOf(buildSfnt(0x4f54544f, tables.set('CFF ', bytes).set('maxp', maxp)));
  for (const [index, glyph] of kept.entries()) {
    const outline = outlinesOf(whole).glyphToPath(glyph);
    expect(part.glyphToPath(index)).toBe(outline);
    if (glyph !== 0) expect(outline.length).toBeGreaterThan(20);
  }
});

test('a further code of a glyph leads to its outline in a CFF subset', () => {
  const [glyph] = drawn;
  const { bytes } = signs.subset(new Set([glyph!]), new Map([[signs.firstFreeCode!, glyph!]]))!;
  const tables = new Map(openSfnt(readFileSync(files.signs)).tables);
  const maxp = Buffer.from(tables.get('maxp')!);
  maxp.writeUInt16BE(3, 4);
  const part = outlinesOf(buildSfnt(0x4f54544f, tables.set('CFF ', bytes).set('maxp', maxp)));
  expect(part.glyphToPath(2)).toBe(part.glyphToPath(1));
  expect(part.glyphToPath(2)).toBe(outlinesOf(readFileSync(files.signs)).glyphToPath(glyph!));
});

test('a CFF subset depends on its glyphs alone and is small', () => {
  const once = signs.subset(drawn)!.bytes;
  expect(Buffer.compare(once, signs.subset(new Set([...drawn].reverse()))!.bytes)).toBe(0);
  expect(deflateSync(once).length).toBeLessThan(3000);
  expect(once.length).toBeLessThan(readFileSync(files.signs).length / 10);
});

test('a WOFF file made by others holds the same signs', () => {
  expect(signsWoff.kind).toBe('truetype');
  for (const codePoint of [0xf015, 0xf004, 0xf0e0, 0xf2e0]) expect(signsWoff.has(codePoint)).toBe(signs.has(codePoint));
});

test('a Korean text with kept words breaks at spaces only, and its words count as a whole', () => {
  const text = '모든 인간은 태어날 때부터 자유로우며';
  const kept = prepare(text, { options: { keepWords: true } });
  const free = prepare(text);
  expect(kept.minWidth).toBeCloseTo(free.minWidth * 5);
  const linesOf = (paragraph: typeof kept) => readLines(paragraph.wrap(kept.minWidth + 0.1));
  expect(linesOf(kept)).toEqual(['모든', '인간은', '태어날', '때부터', '자유로우며']);
  expect(linesOf(free)).not.toEqual(linesOf(kept));
});
