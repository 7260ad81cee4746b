import { readFileSync } from 'node:fs';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import type { Word } from '../../../src/document/text/shaped-text.ts';
import { readShown } from '../../support/shown-strings.ts';
import { dejavu, engine, files, noto, prepare } from './faces.ts';

const words = 'AVATAR Tooth office LTe Wolke fjord 1,234.56 12.07.2024 Grüße To. VAT-ID (Yes) "quoted" T\u00e4glich'.split(' ');

/** Advance of a text shaped whole, in font units. */
function shapeWhole(path: string, text: string): { advance: number; unitsPerEm: number } {
  const face = new harfbuzz.Face(new harfbuzz.Blob(readFileSync(path)));
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.setDirection(harfbuzz.Direction.LTR);
  buffer.setScript('Latn');
  harfbuzz.shape(new harfbuzz.Font(face), buffer);
  return { advance: buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0), unitsPerEm: face.upem };
}

/** Where a viewer ends that shows the word with the face's widths, in 1/1000 em. */
function advanceOf(word: Word, widthOf: (code: number) => number, bytes: number): number {
  let at = 0;
  for (const part of readShown(`(${word.tj})`)) {
    if (typeof part === 'number') at -= part;
    else for (let i = 0; i < part.length; i += bytes) at += widthOf(Buffer.from(part, 'latin1').readUIntBE(i, bytes));
  }
  return at;
}

test.each([files.noto, files.dejavu])('a word is as wide as harfbuzz shapes it, kerning and ligatures included', (path) => {
  const face = path === files.noto ? noto : dejavu;
  for (const text of words) {
    const shaped = prepare(text, { faces: [face] }).wrap(1000)[0]!.segments[0]!.words[0]!;
    const { advance, unitsPerEm } = shapeWhole(path, text);
    expect(Math.abs(shaped.widthEm - (advance * 1000) / unitsPerEm)).toBeLessThan(2);
  }
});

test('what a page shows of a word ends where the word is said to end', () => {
  for (const face of [noto, dejavu]) {
    for (const text of words) {
      const word = prepare(text, { faces: [face] }).wrap(1000)[0]!.segments[0]!.words[0]!;
      expect(advanceOf(word, (code) => face.advanceEm(code), 2)).toBeCloseTo(word.widthEm, 6);
    }
  }
});

test('a ligature extracts as its letters', () => {
  const [word] = prepare('office', { faces: [dejavu] }).wrap(1000)[0]!.segments[0]!.words;
  expect(word!.glyphs.length).toBeLessThan(6);
  expect(word!.actualText).toBeUndefined();
  expect(word!.glyphs.map((glyph) => dejavu.unicodeOf(glyph)).join('')).toBe('office');
});

test('glyphs without a character of their own bring their text', () => {
  const [word] = prepare('ab', { style: { features: { smcp: 1 } } }).wrap(1000)[0]!.segments[0]!.words;
  expect(word!.says).toEqual(['a', 'b']);
});

test('a raised mark is painted apart and the word says its text', () => {
  const [word] = prepare('F\u0301', { faces: [noto] }).wrap(1000)[0]!.segments[0]!.words;
  expect(word!.pieces?.some((piece) => 'riseEm' in piece && piece.riseEm !== 0)).toBe(true);
  expect(word!.actualText).toBe('F\u0301');
});

test('a standard font has widths, kerning and codes of WinAnsi', () => {
  const helvetica = engine.standardFace('Helvetica');
  const [word] = prepare('AV €', { faces: [helvetica] }).wrap(1000)[0]!.segments[0]!.words;
  expect(word).toMatchObject({ tj: 'A)70(V', glyphs: [0x41, 0x56], widthEm: 667 + 667 - 70 });
  expect(prepare('€Ÿÿ', { faces: [helvetica] }).wrap(1000)[0]!.segments[0]!.words[0]).toMatchObject({
    glyphs: [0x80, 0x9f, 0xff],
    widthEm: 556 + 667 + 500,
  });
  expect(helvetica.has(0x20ac)).toBe(true);
  expect(helvetica.has(0x3b1)).toBe(false);
  expect(helvetica.subset(new Set([65]))).toBeUndefined();
  expect(() => engine.standardFace('Arial')).toThrow(expect.objectContaining({ code: 'ASSET_INVALID' }));
});
