// Reads metrics, names and rights of a font file, from head, hhea, OS/2, post, name and hmtx.

import type { FaceMetrics, RaisedLook } from '../shaped-text.ts';
import { ByteReader, DamagedTable } from './byte-reader.ts';
import type { Sfnt } from './sfnt.ts';

/** The facts of a font file, without outlines and shaping. */
export interface FontFacts {
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  readonly postscriptName: string;
  readonly metrics: FaceMetrics;
  /** Advance in font units by glyph id. */
  readonly advances: Uint16Array;
  /** 0: short offsets in loca, 1: long. */
  readonly locaFormat: number;
  /** The tables of glyphs as pictures, with or without an additional outline. */
  readonly pictureTables: readonly string[];
  /** The tags of its OpenType features. Undefined: the font has tables of another kind, which cannot be listed. */
  readonly features: ReadonlySet<string> | undefined;
}

/** Raises DamagedTable with a sentence that completes "The font …". */
export function readFontFacts({ tables }: Sfnt): FontFacts {
  const head = openTable(tables, 'head');
  const hhea = openTable(tables, 'hhea');
  const maxp = openTable(tables, 'maxp');
  const hmtx = openTable(tables, 'hmtx');
  const os2 = tables.has('OS/2') ? new ByteReader(tables.get('OS/2')!) : undefined;
  const unitsPerEm = head.u16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384)
    throw new DamagedTable('is damaged (its em square is out of range). Give an intact file.');
  const glyphCount = maxp.u16(4);
  if (glyphCount === 0) throw new DamagedTable('has no glyphs. Give an intact file.');
  if (os2) checkEmbedding(os2);
  return {
    unitsPerEm,
    glyphCount,
    postscriptName: readPostscriptName(tables.get('name')) ?? 'Unnamed',
    metrics: readMetrics(head, hhea, os2, tables.get('post'), unitsPerEm),
    advances: readAdvances(hmtx, hhea.u16(34), glyphCount),
    locaFormat: head.i16(50),
    pictureTables: pictureTables.filter((tag) => tables.has(tag)),
    features: listFeatures(tables),
  };
}

/** OpenType 1.9, "Feature list table": in GSUB and GPOS, six bytes for each feature. A font without GPOS may have the older table kern. */
export function listFeatures(tables: ReadonlyMap<string, Uint8Array>): ReadonlySet<string> | undefined {
  if (tables.has('morx')) return undefined;
  const tags = new Set<string>(tables.has('kern') ? ['kern'] : []);
  for (const name of ['GSUB', 'GPOS']) {
    const table = new ByteReader(tables.get(name) ?? new Uint8Array());
    try {
      const list = table.u16(6);
      for (let i = 0; i < table.u16(list); i++) tags.add(table.tag(list + 2 + 6 * i));
    } catch (error) {
      // Shaping leaves a missing or damaged table out.
      if (!(error instanceof DamagedTable)) throw error;
    }
  }
  return tags;
}

/** OpenType 1.9, "Tables for color fonts" and "Tables related to bitmap glyphs". */
export const pictureTables: readonly string[] = ['COLR', 'SVG ', 'sbix', 'CBDT', 'EBDT'];

function openTable(tables: ReadonlyMap<string, Uint8Array>, tag: string): ByteReader {
  const table = tables.get(tag);
  if (!table) throw new DamagedTable(`has no ${tag} table. Give an intact font file.`);
  return new ByteReader(table);
}

/** OS/2 fsType, bit 1 alone: "must not be modified, embedded or exchanged" without the owner's permission. */
function checkEmbedding(os2: ByteReader): void {
  const usage = os2.length >= 10 ? os2.u16(8) & 0x000f : 0;
  if (usage === 2) throw new DamagedTable('forbids embedding (restricted licence). Use a font whose licence allows it.');
}

function readAdvances(hmtx: ByteReader, longMetrics: number, glyphCount: number): Uint16Array {
  const count = Math.min(longMetrics, glyphCount);
  if (count === 0) throw new DamagedTable('is damaged (it has no glyph widths). Give an intact file.');
  const advances = new Uint16Array(glyphCount);
  for (let glyph = 0; glyph < count; glyph++) advances[glyph] = hmtx.u16(glyph * 4);
  advances.fill(advances[count - 1]!, count);
  return advances;
}

function readMetrics(
  head: ByteReader,
  hhea: ByteReader,
  os2: ByteReader | undefined,
  post: Uint8Array | undefined,
  unitsPerEm: number,
): FaceMetrics {
  const em = (units: number) => Math.round((units * 100_000) / unitsPerEm) / 100;
  const postReader = post && post.length >= 16 ? new ByteReader(post) : undefined;
  const full = os2 && os2.length >= 78 ? os2 : undefined;
  // Bit 7 of fsSelection: the font asks for its typographic metrics instead of hhea's.
  const typographic = full && ((full.u16(62) & 0x80) !== 0 || (hhea.i16(4) === 0 && hhea.i16(6) === 0));
  const ascent = em(typographic ? full.i16(68) : hhea.i16(4));
  const descent = em(typographic ? full.i16(70) : hhea.i16(6));
  const lineGap = em(typographic ? full.i16(72) : hhea.i16(8));
  const heights = full && full.u16(0) >= 2 && full.length >= 90;
  const capHeight = heights && full.i16(88) > 0 ? em(full.i16(88)) : Math.round(ascent * 0.75);
  const xHeight = heights && full.i16(86) > 0 ? em(full.i16(86)) : Math.round(capHeight * 0.72);
  const weight = readWeight(head, full);
  const italicAngle = postReader ? postReader.i32(4) / 65536 : 0;
  return {
    ascent,
    descent: descent > 0 ? -descent : descent,
    lineGap,
    capHeight,
    xHeight,
    underlinePosition: postReader ? em(postReader.i16(8)) : -100,
    underlineThickness: (postReader && em(postReader.i16(10))) || 50,
    strikeoutPosition: (full && em(full.i16(28))) || Math.round(xHeight / 2),
    italicAngle,
    bbox: [em(head.i16(36)), em(head.i16(38)), em(head.i16(40)), em(head.i16(42))],
    flags: descriptorFlags(full, postReader, italicAngle),
    // No table holds the stem width; this line through common weights is what viewers' substitution needs (ISO 32000-2, table 120).
    stemV: Math.round(10 + (220 * (Math.min(Math.max(weight, 100), 900) - 50)) / 900),
    weight,
    raised: full && readRaised(full, em),
  };
}

/** ySubscriptYSize to ySuperscriptYOffset of OS/2. Undefined: the values are unusable. Some fonts have 0 or a whole em there. */
function readRaised(os2: ByteReader, em: (units: number) => number): FaceMetrics['raised'] {
  const sub: RaisedLook = { size: em(os2.i16(12)), rise: -em(os2.i16(16)) };
  const above: RaisedLook = { size: em(os2.i16(20)), rise: em(os2.i16(24)) };
  const isReadable = ({ size, rise }: RaisedLook) => size >= 400 && size <= 800 && Math.abs(rise) >= 50 && Math.abs(rise) <= 600;
  return isReadable(sub) && sub.rise < 0 && isReadable(above) && above.rise > 0 ? { sub, super: above } : undefined;
}

/** The weight of the face, 1 to 1000: usWeightClass of the table OS/2, else the bold bit of macStyle in head. */
function readWeight(head: ByteReader, os2: ByteReader | undefined): number {
  return os2 && os2.length >= 6 ? os2.u16(4) : (head.u16(44) & 1) !== 0 ? 700 : 400;
}

/**
 * What the tables OS/2 and post of a font file say of its style, in the bits that paint writes into the font descriptor (ISO 32000-2, table 121).
 * An embedded font with identity coding counts as symbolic (bit 3).
 */
function descriptorFlags(os2: ByteReader | undefined, post: ByteReader | undefined, italicAngle: number): number {
  const familyClass = os2 ? os2.u16(30) >> 8 : 0;
  const fixedPitch = post !== undefined && post.u32(12) !== 0;
  const serif = familyClass >= 1 && familyClass <= 7 && familyClass !== 6;
  const script = familyClass === 10;
  return (fixedPitch ? 1 : 0) | (serif ? 2 : 0) | 4 | (script ? 8 : 0) | (italicAngle !== 0 ? 64 : 0);
}

/** Name 6, from a Windows or Macintosh record; only characters that a PDF name holds without escapes. */
function readPostscriptName(table: Uint8Array | undefined): string | undefined {
  if (!table || table.length < 6) return undefined;
  const reader = new ByteReader(table);
  const count = reader.u16(2);
  const storage = reader.u16(4);
  for (let i = 0; i < count && 6 + i * 12 + 12 <= reader.length; i++) {
    const at = 6 + i * 12;
    if (reader.u16(at + 6) !== 6) continue;
    const platform = reader.u16(at);
    const start = storage + reader.u16(at + 10);
    const end = start + reader.u16(at + 8);
    if (end > reader.length || end - start > 400) continue;
    let name = '';
    for (let p = start; p < end; p++) if (platform === 1 || (p - start) % 2 === 1) name += String.fromCharCode(reader.u8(p));
    const clean = name.replace(/[^!-~]|[[\](){}<>/%#]/g, '').slice(0, 63);
    if (clean !== '') return clean;
  }
  return undefined;
}
