import { expect, test } from 'vitest';
import { openSfnt } from '../../src/document/text/font/sfnt.ts';
import { openFormFace } from '../../src/fill/form-face.ts';
import { CodeRoom } from '../../src/inspect/content/cmap.ts';
import { Dict, Name, Stream, type Value } from '../../src/pdf-file/objects.ts';
import { jost } from '../support/font-files.ts';

const resolve = (value: Value | undefined) => (value ?? null) as never;
const dict = (entries: Readonly<Record<string, Value | undefined>>) =>
  new Dict(
    new Map(Object.entries(entries).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
    resolve,
  );
const name = (text: string) => new Name(text);
const stream = (bytes: Uint8Array) => new Stream(dict({}), () => bytes);
const toUnicode = (map: string) => stream(Buffer.from(map));

const showsB = toUnicode('1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <42> <0042> endbfchar');

const open = (font: Dict) => openFormFace(font, 'form 1', new CodeRoom());

/** A font with a code for each character of WinAnsi, each half an em wide. */
const simple = (entries: Readonly<Record<string, Value | undefined>> = {}) =>
  dict({
    Subtype: name('Type1'),
    BaseFont: name('Own'),
    Encoding: name('WinAnsiEncoding'),
    FirstChar: 32,
    Widths: Array.from({ length: 224 }, () => 500),
    ...entries,
  });

/** A font whose code 0x0041 is the glyph of `A`. */
function composite(entries: Readonly<Record<string, Value | undefined>> = {}, isEmbedded = true) {
  const FontDescriptor = dict({ FontFile2: isEmbedded ? stream(openSfnt(jost.woff(400)).bytes) : undefined });
  const descendant = dict({ Subtype: name('CIDFontType2'), BaseFont: name('Jost'), DW: 600, FontDescriptor });
  return dict({
    Subtype: name('Type0'),
    BaseFont: name('Jost'),
    Encoding: name('Identity-H'),
    DescendantFonts: [descendant],
    ToUnicode: toUnicode('1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0041> <0041> endbfchar'),
    ...entries,
  });
}

test.each(['Type1', 'MMType1', 'TrueType'])('a simple font of the type %s shows what its encoding has', (type) => {
  const face = open(simple({ Subtype: name(type) }));
  expect([face?.has(0x41), face?.has(0x20ac), face?.has(0x416)]).toEqual([true, true, false]);
  expect(face?.advanceEm(0x41)).toBe(500);
});

test('a font drawn by operators shows nothing for sure', () => {
  expect(open(simple({ Subtype: name('Type3'), ToUnicode: showsB }))).toBeUndefined();
});

test('a subset shows what its map to Unicode lists, and nothing for sure without the map', () => {
  expect(open(simple({ BaseFont: name('ABCDEF+Own') }))).toBeUndefined();
  expect(open(simple({ BaseFont: name('ABCDEF+Own'), ToUnicode: showsB }))?.has(0x42)).toBe(true);
  expect(open(simple({ ToUnicode: showsB }))?.has(0x42)).toBe(true);
});

test('a composite font shows what its map to Unicode lists, if its program is in the file and its codes are glyphs', () => {
  const face = open(composite());
  expect([face?.has(0x41), face?.has(0x42)]).toEqual([true, false]);
  expect(open(composite({}, false))).toBeUndefined();
  expect(open(composite({ ToUnicode: undefined }))).toBeUndefined();
  expect(open(composite({ Encoding: name('UniGB-UCS2-H') }))).toBeUndefined();
});

test('quotation marks are not sure without an encoding, because encodings differ there', () => {
  expect([0x27, 0x60].map((code) => open(simple())?.has(code))).toEqual([true, true]);
  expect([0x27, 0x60].map((code) => open(simple({ Encoding: undefined }))?.has(code))).toEqual([false, false]);
});

test('a font without widths takes those of the standard font of its name', () => {
  const widthless = { FirstChar: undefined, Widths: undefined };
  expect(open(simple({ ...widthless, BaseFont: name('ArialMT') }))?.advanceEm(0x41)).toBe(667);
  expect(open(simple(widthless))).toBeUndefined();
});
