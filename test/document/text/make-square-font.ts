// Makes small TrueType fonts whose glyphs are boxes in a square of 1000 units, with the features for full-width punctuation.
import { buildSfnt } from '../../../src/document/text/font/sfnt.ts';

/** The left and right edge of the box of each character. */
export type Boxes = Readonly<Record<string, readonly [left: number, right: number]>>;

/** The features of a font: `halt` gives each sign its shift and width, `chws` lists pairs that stand closer by half a square, `locl` replaces signs. */
export interface PunctuationFeatures {
  readonly halt?: Readonly<Record<string, readonly [shift: number, less: number]>>;
  readonly chws?: readonly string[];
  readonly locl?: Readonly<Record<string, string>>;
}

export function makeSquareFont(boxes: Boxes, features: PunctuationFeatures = {}): Uint8Array {
  const characters = Object.keys(boxes).sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
  const glyphOf = (character: string) => characters.indexOf(character) + 1;
  const outlines = [new Uint8Array(), ...characters.map((character) => outlineOf(...boxes[character]!))];
  const offsets = outlines.map((_, i) => outlines.slice(0, i).reduce((sum, outline) => sum + outline.length, 0));
  const total = outlines.reduce((sum, outline) => sum + outline.length, 0);
  const count = outlines.length;
  const tables = new Map<string, Uint8Array>([
    ['head', numbers([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, ...Array(8).fill(0), 0, 0, 1000, 880, 0, 8, 2, 1, 0])],
    ['hhea', numbers([1, 0, 880, -120, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, count])],
    ['maxp', numbers([1, 0, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['hmtx', numbers(outlines.flatMap((_, i) => [1000, i === 0 ? 0 : boxes[characters[i - 1]!]![0]]))],
    ['loca', numbers([...offsets, total].flatMap((offset) => [offset >> 16, offset & 0xffff]))],
    ['glyf', joined(outlines)],
    ['cmap', makeCharacterMap(characters.map((character) => character.codePointAt(0)!))],
    ['post', numbers([3, 0, ...Array(14).fill(0)])],
  ]);
  const { halt, chws, locl } = features;
  if (locl) {
    const signs = Object.keys(locl).sort((a, b) => glyphOf(a) - glyphOf(b));
    const coverage = [1, signs.length, ...signs.map(glyphOf)];
    const subtable = [2, 6 + 2 * signs.length, signs.length, ...signs.map((sign) => glyphOf(locl[sign]!)), ...coverage];
    tables.set('GSUB', makeLookup('locl', 1, subtable));
  }
  if (halt) {
    const signs = Object.keys(halt).sort((a, b) => glyphOf(a) - glyphOf(b));
    const values = signs.flatMap((sign) => [halt[sign]![0], -halt[sign]![1]]);
    const subtable = [2, 8 + 2 * values.length, 5, signs.length, ...values, 1, signs.length, ...signs.map(glyphOf)];
    tables.set('GPOS', makeLookup('halt', 1, subtable));
  } else if (chws) {
    const firsts = [...new Set(chws.map((pair) => pair[0]!))].sort((a, b) => glyphOf(a) - glyphOf(b));
    const sets = firsts.map((first) => {
      const seconds = chws.filter((pair) => pair[0] === first).map((pair) => glyphOf(pair[1]!));
      return [seconds.length, ...seconds.sort((a, b) => a - b).flatMap((second) => [second, -500])];
    });
    const begin = 10 + 2 * sets.length;
    const placed = sets.map((_, i) => begin + 2 * sets.slice(0, i).flat().length);
    const subtable = [1, begin + 2 * sets.flat().length, 4, 0, sets.length, ...placed, ...sets.flat(), 1, firsts.length];
    tables.set('GPOS', makeLookup('chws', 2, [...subtable, ...firsts.map(glyphOf)]));
  }
  return buildSfnt(0x00010000, tables);
}

function numbers(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setInt16(i * 2, value);
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A simple glyph with one contour of four points. */
function outlineOf(left: number, right: number): Uint8Array {
  const header = numbers([1, left, 0, right, 700, 3, 0]);
  const flags = Uint8Array.from([1, 1, 1, 1]);
  return joined([header, flags, numbers([left, 0, right - left, 0]), numbers([0, 700, 0, -700])]);
}

/** A map of format 12. */
function makeCharacterMap(codePoints: readonly number[]): Uint8Array {
  const long = (value: number) => [value >> 16, value & 0xffff];
  const groups = codePoints.flatMap((code, i) => [...long(code), ...long(code), ...long(i + 1)]);
  const length = 16 + groups.length * 2;
  return numbers([0, 1, 3, 10, 0, 12, 12, 0, ...long(length), 0, 0, ...long(codePoints.length), ...groups]);
}

/** A table GSUB or GPOS with one feature of one lookup (OpenType 1.9.1, "GSUB", "GPOS"). */
function makeLookup(tag: string, type: number, subtable: readonly number[]): Uint8Array {
  const named = (name: string) => [name.charCodeAt(0) * 256 + name.charCodeAt(1), name.charCodeAt(2) * 256 + name.charCodeAt(3)];
  const scripts = [1, ...named('DFLT'), 8, 4, 0, 0, 0xffff, 1, 0];
  const featureList = [1, ...named(tag), 8, 0, 1, 0];
  const lookups = [1, 4, type, 0, 1, 8, ...subtable];
  const at = 10;
  const atFeatures = at + scripts.length * 2;
  return numbers([1, 0, at, atFeatures, atFeatures + featureList.length * 2, ...scripts, ...featureList, ...lookups]);
}
