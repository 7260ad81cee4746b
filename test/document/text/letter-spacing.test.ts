import { readFileSync } from 'node:fs';
import * as harfbuzz from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { openSfnt } from '../../../src/document/text/font/sfnt.ts';
import type { Face, Piece, SaidPieces, Word } from '../../../src/document/text/shaped-text.ts';
import { createRandom } from '../../support/random.ts';
import { readShown } from '../../support/shown-strings.ts';
import { dejavu, devanagari, files, noto, prepare, thai } from './faces.ts';

interface Placed {
  readonly glyph: number;
  readonly x: number;
  readonly rise: number;
}

/** Where a viewer paints the glyphs of some words, in 1/1000 em, `spacing` added after each code. */
function paintedOf(words: readonly Word[], face: Face, spacing: number): Placed[] {
  const placed: Placed[] = [];
  let from = 0;
  for (const word of words) {
    let at = from;
    const paint = (pieces: readonly (Piece | SaidPieces)[]): void => {
      for (const piece of pieces) {
        if ('pieces' in piece) paint(piece.pieces);
        else {
          for (const part of readShown(`(${piece.tj})`)) {
            if (typeof part === 'number') at -= part;
            else {
              for (let i = 0; i < part.length; i += 2) {
                const glyph = Buffer.from(part, 'latin1').readUInt16BE(i);
                placed.push({ glyph, x: at, rise: piece.riseEm });
                at += piece.stretch === undefined ? face.advanceEm(glyph) + spacing : face.advanceEm(glyph) * piece.stretch;
              }
            }
          }
        }
      }
    };
    if (word.drawn) paint(word.drawn.pieces);
    at = from;
    paint(word.pieces ?? [{ tj: word.tj, riseEm: 0 }]);
    expect(at - from).toBeCloseTo(word.widthEm, 4);
    from = at;
  }
  return placed;
}

const opened = new Map<string, InstanceType<typeof harfbuzz.Face>>();

function openedBy(path: string) {
  const known = opened.get(path);
  if (known) return known;
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(openSfnt(readFileSync(path)).bytes)));
  opened.set(path, face);
  return face;
}

/** Where HarfBuzz places them, with `spacing` after each of its clusters. */
function shapedBy(path: string, text: string, script: string, rtl: boolean, spacing: number, joined: boolean): Placed[] {
  const face = openedBy(path);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.setDirection(rtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.setScript(script);
  buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  const features = joined ? [] : ['liga', 'clig'].map((tag) => new harfbuzz.Feature(tag, 0));
  harfbuzz.shape(new harfbuzz.Font(face), buffer, features);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const scale = 1000 / face.upem;
  let pen = rtl && !joined ? spacing : 0;
  return infos.map(({ codepoint, cluster }, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]!;
    const placed = { glyph: codepoint, x: pen + xOffset * scale, rise: yOffset * scale };
    const next = infos[i + 1]?.cluster;
    const isLinked = next !== undefined && '\u094d' === text[Math.max(cluster, next) - 1];
    pen += xAdvance * scale + (next === cluster || isLinked || joined ? 0 : spacing);
    return placed;
  });
}

const alphabets = [
  ['Latin', 'Latn', false, dejavu, files.dejavu, [...'aefxÉo', 'e\u0301\u0323', 'x\u0332', 'o\u0308'], false],
  ['Devanagari', 'Deva', false, devanagari, files.devanagari, ['क', 'कि', 'क्षि', 'र्त', 'में', 'द्ध', 'श्री', 'ँ', 'त्य'], false],
  ['Thai', 'Thai', false, thai, files.thai, ['ก', 'กำ', 'ที่', 'น้ำ', 'ปู่', 'ผู้', 'ำ'], false],
  ['Hebrew', 'Hebr', true, dejavu, files.dejavu, ['א', 'שׁ\u05b8', 'ב\u05bc\u05b0', 'ם', 'ו\u05b9'], false],
  ['Arabic', 'Arab', true, dejavu, files.dejavu, ['س', 'ل', 'ا', 'م', 'ب\u064e', 'ش\u0651\u064f', 'د'], true],
] as const;

test.each(alphabets)(
  'letters of %s are spaced by whole clusters, as HarfBuzz has them',
  (_, script, rtl, face, path, letters, joined) => {
    const random = createRandom(9);
    for (let round = 0; round < 60; round++) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 6) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('');
      for (const letterSpacing of [2, -0.5]) {
        const options = { faces: [face], style: { letterSpacing }, options: { dir: rtl ? ('rtl' as const) : ('auto' as const) } };
        const words = prepare(text, options)
          .wrap(1e6)[0]!
          .segments.flatMap((segment) => segment.words);
        const painted = paintedOf(words, face, letterSpacing * 100);
        for (const wanted of shapedBy(path, text, script, rtl, letterSpacing * 100, joined)) {
          const found = painted.find(
            ({ glyph, x, rise }) => glyph === wanted.glyph && Math.abs(x - wanted.x) < 4 && Math.abs(rise - wanted.rise) < 2,
          );
          const told = painted.map(({ glyph, x, rise }) => `${glyph}@${Math.round(x)},${Math.round(rise)}`);
          expect(found, `${text} ${letterSpacing}: ${JSON.stringify(wanted)} in ${told.join(' ')}`).toBeDefined();
        }
      }
    }
  },
);

test('letters that join are as wide with letter spacing as without, and keep their ligatures', () => {
  for (const text of ['سلام', 'لا إله', 'بِسْمِ']) {
    const options = { faces: [dejavu] };
    const plain = prepare(text, options).maxWidth;
    expect(prepare(text, { ...options, style: { letterSpacing: 3 } }).maxWidth).toBeCloseTo(plain, 1);
  }
});

test('what stands beside letters that join is spaced as ever', () => {
  const width = (letterSpacing: number) => prepare('ab سلام', { faces: [noto, dejavu], style: { letterSpacing } }).maxWidth;
  expect(width(3) - width(0)).toBeGreaterThan(5.9);
  expect(width(3) - width(0)).toBeLessThan(9.1);
});

test('a letter that two codes say has no gap between them, in which readers would find two words', () => {
  for (const text of ['क्ष', 'प्रश्न', 'क्षत्रिय']) {
    for (const letterSpacing of [6, 2.345, -0.5]) {
      const [line] = prepare(text, { faces: [devanagari], style: { letterSpacing } }).wrap(1e6);
      const words = line!.segments.flatMap((segment) => segment.words);
      expect(words[0]!.says?.[1], text).toMatch(/^\u094d/);
      const [base, unseen] = paintedOf(words, devanagari, letterSpacing * 100);
      expect(Math.abs(unseen!.x - base!.x - devanagari.advanceEm(base!.glyph)), text).toBeLessThan(1);
    }
  }
});
