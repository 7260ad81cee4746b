import { expect, test } from 'vitest';
import { dejavu, noto, prepare, readLine, readLines } from './faces.ts';

const faces = [noto, dejavu];
const lineOf = (text: string, dir: 'auto' | 'ltr' | 'rtl' = 'auto') => prepare(text, { faces, options: { dir } }).wrap(1000)[0]!;

test('Hebrew runs from right to left and stands at the right edge', () => {
  const line = lineOf('שלום עולם');
  expect(readLine(line)).toBe('םלוע םולש');
  expect(line.segments[0]!.x).toBeCloseTo(1000 - line.width);
});

test('numbers and Latin words keep their own direction inside Hebrew', () => {
  expect(readLine(lineOf('מחיר 123 abc סוף'))).toBe('ףוס abc 123 ריחמ');
});

test('Hebrew inside an English sentence is turned round by itself', () => {
  const line = lineOf('one שלום עולם two');
  expect(readLine(line)).toBe('one םלוע םולש two');
  expect(line.segments[0]!.x).toBe(0);
});

test('brackets are mirrored and stand for themselves as text', () => {
  const line = lineOf('(אב)');
  const words = line.segments.flatMap(({ words }) => words);
  expect(words.map(({ clusters, actualText }) => actualText ?? clusters?.[0]?.[1])).toEqual([')', undefined, '(']);
});

test('the base direction can be given', () => {
  expect(readLine(lineOf('abc.', 'rtl'))).toBe('.abc');
  expect(lineOf('abc.', 'rtl').segments[0]!.x).toBeGreaterThan(900);
});

test('each line is put in order by itself', () => {
  const paragraph = prepare('אאא בבב גגג', { faces });
  const width = prepare('אאא בבב', { faces }).maxWidth;
  expect(readLines(paragraph.wrap(width))).toEqual(['בבב אאא', 'גגג']);
});

test('each part between line feeds has its own direction', () => {
  const [hebrew, english] = prepare('אב\nab', { faces }).wrap(500);
  expect(hebrew!.segments[0]!.x).toBeGreaterThan(400);
  expect(english!.segments[0]!.x).toBe(0);
});

test('Arabic letters are joined, and a ligature says its letters from left to right', () => {
  const isolated = lineOf('ب').segments[0]!.words[0]!.glyphs;
  const joined = lineOf('ببب').segments[0]!.words[0]!.glyphs;
  expect(joined).toHaveLength(3);
  expect(joined).not.toContain(isolated[0]);
  const [word] = lineOf('لا').segments[0]!.words;
  expect(word!.actualText).toBeUndefined();
  expect(word!.pieces).toBeUndefined();
  const own = new Map(word!.clusters);
  expect(word!.glyphs.map((glyph) => own.get(glyph) ?? dejavu.unicodeOf(glyph))).toEqual(['ا', 'ل']);
});
