// Reads the font's own map from characters to glyphs (cmap) into tables for both directions.
import { ByteReader, DamagedTable } from './byte-reader.ts';

/** Characters to glyphs and back. */
export interface CharacterMap {
  /** 0: the font has no glyph. */
  glyphOf(codePoint: number): number;
  /** The lowest code point of a glyph, or 0. An ideograph comes before the radical that looks like it. */
  codePointOf(glyph: number): number;
}

/** Sub-tables that hold Unicode, best first: full repertoire before the Basic Multilingual Plane, symbol fonts last. */
const preference = ['3/10', '0/6', '0/4', '3/1', '0/3', '0/2', '0/1', '0/0', '3/0'];

export function readCharacterMap(table: Uint8Array, glyphCount: number): CharacterMap {
  const reader = new ByteReader(table);
  const found = new Map<string, number>();
  const count = reader.u16(2);
  for (let i = 0; i < count; i++) {
    const at = 4 + i * 8;
    found.set(`${reader.u16(at)}/${reader.u16(at + 2)}`, reader.u32(at + 4));
  }
  const chosen = preference.find((key) => found.has(key));
  if (chosen === undefined) throw new DamagedTable('has no Unicode character map. Use a version of it that has one.');
  const map = new FilledMap(glyphCount);
  fill(reader, found.get(chosen)!, map);
  // Symbol fonts put their characters at U+F000; text uses them by the low byte.
  if (chosen === '3/0') for (let code = 0xf0ff; code >= 0xf020; code--) map.add(code - 0xf000, map.glyphOf(code));
  return map;
}

class FilledMap implements CharacterMap {
  readonly #basic = new Uint16Array(0x10000);
  readonly #beyond = new Map<number, number>();
  readonly #reverse: Uint32Array;

  constructor(glyphCount: number) {
    this.#reverse = new Uint32Array(glyphCount);
  }

  glyphOf(codePoint: number): number {
    return codePoint < 0x10000 ? this.#basic[codePoint]! : (this.#beyond.get(codePoint) ?? 0);
  }

  codePointOf(glyph: number): number {
    return this.#reverse[glyph] ?? 0;
  }

  add(codePoint: number, glyph: number): void {
    if (glyph === 0 || glyph >= this.#reverse.length) return;
    if (codePoint < 0x10000) this.#basic[codePoint] = glyph;
    else this.#beyond.set(codePoint, glyph);
    // Some fonts map tab and line end to their space; painted text never has these characters.
    if (codePoint < 0x20) return;
    const known = this.#reverse[glyph]!;
    if (known === 0 || isRadical(known) || (codePoint < known && !isRadical(codePoint))) this.#reverse[glyph] = codePoint;
  }
}

/** CJK Radicals Supplement and Kangxi Radicals: dictionaries use these, texts use the ideographs. */
function isRadical(codePoint: number): boolean {
  return codePoint >= 0x2e80 && codePoint < 0x2fe0;
}

function fill(reader: ByteReader, at: number, map: FilledMap): void {
  const format = reader.u16(at);
  if (format === 4) fillSegments(reader, at, map);
  else if (format === 12 || format === 13) fillGroups(reader, at, map, format === 12 ? 1 : 0);
  else if (format === 6) fillTrimmed(reader, at, map);
  else if (format === 0) for (let code = 0; code < 256; code++) map.add(code, reader.u8(at + 6 + code));
  else
    throw new DamagedTable(
      `has a character map of format ${format}, which is not supported. Convert the font to TTF with a current tool.`,
    );
}

function fillSegments(reader: ByteReader, at: number, map: FilledMap): void {
  const count = reader.u16(at + 6) >> 1;
  const ends = at + 14;
  const starts = ends + count * 2 + 2;
  const deltas = starts + count * 2;
  const offsets = deltas + count * 2;
  let previousEnd = -1;
  for (let i = 0; i < count; i++) {
    const end = reader.u16(ends + i * 2);
    const start = reader.u16(starts + i * 2);
    // Segments are sorted. Overlapping segments would make a hostile table cost 65,536 steps for each of 32,768 segments.
    if (end <= previousEnd || start <= previousEnd) {
      if (end <= previousEnd) continue;
    }
    const delta = reader.u16(deltas + i * 2);
    const offset = reader.u16(offsets + i * 2);
    for (let code = Math.max(start, previousEnd + 1); code <= end && code < 0xffff; code++) {
      if (offset === 0) map.add(code, (code + delta) & 0xffff);
      else {
        const place = offsets + i * 2 + offset + (code - start) * 2;
        if (place + 2 > reader.length) break;
        const glyph = reader.u16(place);
        if (glyph !== 0) map.add(code, (glyph + delta) & 0xffff);
      }
    }
    previousEnd = end;
  }
}

function fillGroups(reader: ByteReader, at: number, map: FilledMap, step: number): void {
  const count = reader.u32(at + 12);
  let next = 0;
  for (let i = 0; i < count; i++) {
    const group = at + 16 + i * 12;
    const start = reader.u32(group);
    const end = Math.min(reader.u32(group + 4), 0x10ffff);
    const glyph = reader.u32(group + 8);
    for (let code = Math.max(start, next); code <= end; code++) map.add(code, glyph + (code - start) * step);
    next = Math.max(next, end + 1);
  }
}

function fillTrimmed(reader: ByteReader, at: number, map: FilledMap): void {
  const first = reader.u16(at + 6);
  const count = reader.u16(at + 8);
  for (let i = 0; i < count; i++) map.add(first + i, reader.u16(at + 10 + i * 2));
}
