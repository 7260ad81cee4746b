// Cuts a TrueType font down to the glyphs in use: renumbered without gaps, with the parts of composites, without hinting. The bytes depend on the set
// of glyphs alone.

import type { FontProgram, GlyphAliases } from '../shaped-text.ts';
import { ByteReader, DamagedTable, invalidFont } from './byte-reader.ts';
import type { FontFacts } from './font-metrics.ts';
import { buildSfnt, type Sfnt } from './sfnt.ts';
import { unseenWidth } from './unseen-glyphs.ts';

/** A glyph's description without instructions, of even length. */
interface GlyphOutline {
  readonly bytes: Uint8Array;
  /** For a composite: where in `bytes` the glyph ids of its parts stand. */
  readonly partsAt: readonly number[];
  readonly parts: readonly number[];
}

interface Nesting {
  readonly depth: number;
  readonly count: number;
}

/** OpenType 'glyf', composite flags. */
const wordArguments = 0x0001;
const oneScale = 0x0008;
const moreParts = 0x0020;
const twoScales = 0x0040;
const twoByTwo = 0x0080;
const hasInstructions = 0x0100;
/** Simple glyph flags. */
const shortX = 0x02;
const shortY = 0x04;
const repeated = 0x08;
const sameX = 0x10;
const sameY = 0x20;
/** Real fonts nest two or three deep. */
const deepestNesting = 16;
/** Glyphs that a viewer draws for one glyph: more than any has, also where signs are made of dots. */
const mostDrawn = 10_000;

const empty: GlyphOutline = { bytes: new Uint8Array(0), partsAt: [], parts: [] };

/** One contour of three points at the origin, which paints nothing: readers refuse a font without any outline. */
const dot: GlyphOutline = {
  bytes: Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0x31, 0x31, 0x31, 0),
  partsAt: [],
  parts: [],
};

export class TrueTypeOutlines {
  /** Several codes may have the same glyph. */
  readonly allowsAliases = true;
  readonly #name: string;
  readonly #facts: FontFacts;
  readonly #glyf: ByteReader;
  readonly #loca: Uint32Array;
  readonly #hmtx: ByteReader;
  readonly #longMetrics: number;
  readonly #head: Uint8Array;
  readonly #hhea: Uint8Array;
  readonly #maxp: Uint8Array;
  readonly #outlines = new Map<number, GlyphOutline>();
  readonly #nestings = new Map<number, Nesting>();

  /** Raises DamagedTable if loca does not fit glyf. */
  constructor({ tables }: Sfnt, facts: FontFacts) {
    this.#name = facts.postscriptName;
    this.#facts = facts;
    this.#glyf = new ByteReader(tables.get('glyf')!);
    this.#loca = readLoca(tables.get('loca'), facts, this.#glyf.length);
    this.#hmtx = new ByteReader(tables.get('hmtx')!);
    this.#head = tables.get('head')!;
    this.#hhea = tables.get('hhea')!;
    this.#maxp = tables.get('maxp')!;
    this.#longMetrics = Math.min(new ByteReader(this.#hhea).u16(34), facts.glyphCount);
    if (this.#head.length < 54 || this.#hhea.length < 36) throw new DamagedTable('a table is cut short');
  }

  /** A font without outlines. Raises DamagedTable. */
  static empty({ bytes, tables }: Sfnt, facts: FontFacts): TrueTypeOutlines {
    const none = new Map([...tables, ['glyf', new Uint8Array()], ['loca', new Uint8Array(2 * (facts.glyphCount + 1))]]);
    return new TrueTypeOutlines({ bytes, tables: none }, { ...facts, locaFormat: 0 });
  }

  /** `blank`: glyphs without their outlines. Raises ASSET_INVALID if a glyph in use is damaged. */
  subset(wanted: ReadonlySet<number>, aliases: GlyphAliases = new Map(), blank: ReadonlySet<number> = new Set()): FontProgram {
    try {
      return this.#build(wanted, aliases, blank);
    } catch (cause) {
      if (cause instanceof DamagedTable)
        throw invalidFont(this.#name, `has a damaged glyph: ${cause.message}. Give an intact file.`, cause);
      throw cause;
    }
  }

  #build(wanted: ReadonlySet<number>, aliases: GlyphAliases, blank: ReadonlySet<number>): FontProgram {
    const drawn = this.#close([...wanted].filter((id) => !blank.has(id)));
    // A blank glyph that is a part of another one keeps its outline.
    const ids = Uint16Array.from(new Set([...drawn, ...wanted])).sort();
    const isDrawn = new Set(drawn);
    const count = ids.length;
    const cidToGid = new Uint8Array((Math.max(ids[count - 1]!, ...aliases.keys()) + 1) * 2);
    let length = 0;
    const outlines: GlyphOutline[] = [];
    for (let i = 0; i < count; i++) {
      const id = ids[i]!;
      cidToGid[id * 2] = i >> 8;
      cidToGid[id * 2 + 1] = i & 255;
      const outline = isDrawn.has(id) ? this.#outline(id) : empty;
      outlines.push(outline);
      length += outline.bytes.length;
    }
    if (length === 0) {
      outlines[0] = dot;
      length = dot.bytes.length;
    }
    const glyf = new Uint8Array(length);
    const isShort = length <= 0x1fffe;
    const loca = new Uint8Array((count + 1) * (isShort ? 2 : 4));
    const hmtx = new Uint8Array(count * 4);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const { bytes, partsAt, parts } = outlines[i]!;
      glyf.set(bytes, at);
      for (let p = 0; p < parts.length; p++) {
        const place = at + partsAt[p]!;
        const part = parts[p]! * 2;
        glyf[place] = cidToGid[part]!;
        glyf[place + 1] = cidToGid[part + 1]!;
      }
      at += bytes.length;
      writeOffset(loca, i + 1, at, isShort);
      this.#copyMetrics(ids[i]!, hmtx, i * 4);
    }
    for (const [code, id] of aliases) cidToGid.copyWithin(code * 2, id * 2, id * 2 + 2);
    const tables = new Map([
      ['glyf', glyf],
      ['head', patch(this.#head.slice(0, 54), [[50, isShort ? 0 : 1]])],
      ['hhea', patch(this.#hhea.slice(0, 36), [[34, count]])],
      ['hmtx', hmtx],
      ['loca', loca],
      ['maxp', this.#shrinkMaxp(count)],
    ]);
    const cids = () => new Uint8Array(cidToGid.length / 2).keys();
    return { bytes: buildSfnt(0x00010000, tables), format: 'truetype', cidToGid, cids };
  }

  /** The wanted glyphs, including invisible ones, .notdef and the parts of composites, ascending. */
  #close(wanted: Iterable<number>): Uint16Array {
    const all = new Set<number>([0]);
    const add = (id: number): void => {
      if (all.has(id)) return;
      all.add(id);
      for (const part of this.#outline(id).parts) add(part);
    };
    for (const id of wanted) {
      this.#measureNesting(id, 0);
      add(id);
    }
    return Uint16Array.from(all).sort();
  }

  /** How deep a glyph is nested, and of how many glyphs a viewer draws it. Raises DamagedTable where that is more than any glyph needs. */
  #measureNesting(id: number, above: number): Nesting {
    const known = this.#nestings.get(id);
    if (known) return known;
    if (above > deepestNesting) throw new DamagedTable('a composite glyph contains itself');
    let [depth, count] = [0, 1];
    for (const part of this.#outline(id).parts) {
      const inner = this.#measureNesting(part, above + 1);
      depth = Math.max(depth, inner.depth + 1);
      count += inner.count;
    }
    if (depth > deepestNesting || count > mostDrawn) throw new DamagedTable('a composite glyph consists of far too many others');
    const nesting = { depth, count };
    this.#nestings.set(id, nesting);
    return nesting;
  }

  #outline(id: number): GlyphOutline {
    if (id >= this.#facts.glyphCount) return empty;
    let outline = this.#outlines.get(id);
    if (!outline) {
      outline = this.#strip(id);
      this.#outlines.set(id, outline);
    }
    return outline;
  }

  #strip(id: number): GlyphOutline {
    const start = this.#loca[id]!;
    const end = this.#loca[id + 1]!;
    if (end - start < 10) return empty;
    const glyph = new ByteReader(this.#glyf.slice(start, end));
    return glyph.i16(0) < 0 ? stripComposite(glyph, this.#facts.glyphCount) : stripSimple(glyph);
  }

  #copyMetrics(id: number, hmtx: Uint8Array, at: number): void {
    const { advances, glyphCount, unitsPerEm } = this.#facts;
    const advance = advances[id] ?? Math.round((unseenWidth(id, glyphCount) * unitsPerEm) / 1000);
    hmtx[at] = advance >> 8;
    hmtx[at + 1] = advance & 255;
    if (id >= glyphCount) return;
    const long = this.#longMetrics;
    const bearingAt = id < long ? id * 4 + 2 : long * 4 + (id - long) * 2;
    if (bearingAt + 2 > this.#hmtx.length) return;
    hmtx[at + 2] = this.#hmtx.bytes[bearingAt]!;
    hmtx[at + 3] = this.#hmtx.bytes[bearingAt + 1]!;
  }

  /** Without instructions, the font needs none of their resources: one zone, no storage, no functions, no stack. */
  #shrinkMaxp(count: number): Uint8Array {
    const maxp = new Uint8Array(32);
    maxp.set(this.#maxp.subarray(0, 32));
    return patch(maxp, [
      // Version 1: a font without outlines may have version 0.5.
      [0, 1],
      [2, 0],
      [4, count],
      [14, 1],
      [16, 0],
      [18, 0],
      [20, 0],
      [22, 0],
      [24, 0],
      [26, 0],
    ]);
  }
}

function readLoca(table: Uint8Array | undefined, facts: FontFacts, glyfLength: number): Uint32Array {
  if (!table) throw new DamagedTable('it has no loca table');
  const reader = new ByteReader(table);
  const offsets = new Uint32Array(facts.glyphCount + 1);
  let last = 0;
  for (let i = 0; i <= facts.glyphCount; i++) {
    const offset = facts.locaFormat === 0 ? reader.u16(i * 2) * 2 : reader.u32(i * 4);
    if (offset < last || offset > glyfLength) throw new DamagedTable('a glyph lies outside the glyf table');
    offsets[i] = offset;
    last = offset;
  }
  return offsets;
}

function stripSimple(glyph: ByteReader): GlyphOutline {
  const contours = glyph.i16(0);
  // No contour: a box without an outline paints nothing.
  if (contours === 0) return empty;
  const endsAt = 10;
  const points = glyph.u16(endsAt + contours * 2 - 2) + 1;
  const instructionsAt = endsAt + contours * 2;
  const dataAt = instructionsAt + 2 + glyph.u16(instructionsAt);
  let at = dataAt;
  let coordinates = 0;
  for (let left = points; left > 0; ) {
    const flag = glyph.u8(at++);
    const times = (flag & repeated) !== 0 ? Math.min(glyph.u8(at++) + 1, left) : 1;
    const x = (flag & shortX) !== 0 ? 1 : (flag & sameX) !== 0 ? 0 : 2;
    const y = (flag & shortY) !== 0 ? 1 : (flag & sameY) !== 0 ? 0 : 2;
    coordinates += (x + y) * times;
    left -= times;
  }
  const data = glyph.slice(dataAt, at + coordinates);
  const bytes = new Uint8Array((instructionsAt + 2 + data.length + 1) & ~1);
  bytes.set(glyph.slice(0, instructionsAt));
  bytes.set(data, instructionsAt + 2);
  return { bytes, partsAt: [], parts: [] };
}

function stripComposite(glyph: ByteReader, glyphCount: number): GlyphOutline {
  const partsAt: number[] = [];
  const parts: number[] = [];
  const cleared: number[] = [];
  let at = 10;
  for (let more = true; more; ) {
    const flags = glyph.u16(at);
    const part = glyph.u16(at + 2);
    if (part >= glyphCount) throw new DamagedTable('a composite glyph names a part that does not exist');
    partsAt.push(at + 2);
    parts.push(part);
    cleared.push(flags & ~hasInstructions);
    at += 4 + ((flags & wordArguments) !== 0 ? 4 : 2);
    at += (flags & oneScale) !== 0 ? 2 : (flags & twoScales) !== 0 ? 4 : (flags & twoByTwo) !== 0 ? 8 : 0;
    more = (flags & moreParts) !== 0;
  }
  const bytes = new Uint8Array((at + 1) & ~1);
  bytes.set(glyph.slice(0, at));
  for (const [i, place] of partsAt.entries()) {
    bytes[place - 2] = cleared[i]! >> 8;
    bytes[place - 1] = cleared[i]! & 255;
  }
  return { bytes, partsAt, parts };
}

function writeOffset(loca: Uint8Array, index: number, offset: number, isShort: boolean): void {
  if (isShort) {
    loca[index * 2] = offset >> 9;
    loca[index * 2 + 1] = (offset >> 1) & 255;
    return;
  }
  loca[index * 4] = offset >>> 24;
  loca[index * 4 + 1] = (offset >> 16) & 255;
  loca[index * 4 + 2] = (offset >> 8) & 255;
  loca[index * 4 + 3] = offset & 255;
}

function patch(table: Uint8Array, values: readonly (readonly [at: number, value: number])[]): Uint8Array {
  for (const [at, value] of values) {
    table[at] = value >> 8;
    table[at + 1] = value & 255;
  }
  return table;
}
