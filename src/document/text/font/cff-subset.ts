// Cuts a CFF font down to the glyphs in use. The result is always CID-keyed, with the file's glyph ids as CIDs, so that the codes in
// a page hold for any subset (ISO 32000-2, 9.7.4.2: a CID finds its glyph by the charset).

import type { FontProgram, GlyphAliases } from '../shaped-text.ts';
import { ByteReader, DamagedTable, invalidFont } from './byte-reader.ts';
import { type CffDict, operator, readDict, readIndex, writeDict, writeIndex } from './cff-table.ts';
import { ComposedGlyph, type Subroutines, type TraceWork, traceCharstring, workOf } from './charstring-trace.ts';
import type { FontFacts } from './font-metrics.ts';
import { unseenWidth } from './unseen-glyphs.ts';

/** One of the font's sets of hints and local subroutines. */
interface FontDict {
  readonly dict: CffDict;
  readonly privateDict: CffDict;
  readonly subrs: readonly Uint8Array[];
}

const endchar = Uint8Array.of(14);
const returns = Uint8Array.of(11);
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

export const openCffOutlines = (...given: ConstructorParameters<typeof CffOutlines>): CffOutlines => new CffOutlines(...given);

export class CffOutlines {
  readonly #bytes: Uint8Array;
  readonly #name: string;
  readonly #top: CffDict;
  readonly #unitsPerEm: number;
  readonly #advances: Uint16Array;
  readonly #glyphs: readonly Uint8Array[];
  readonly #globalSubrs: readonly Uint8Array[];
  readonly #fonts: readonly FontDict[];
  readonly #fontOf: (glyph: number) => number;
  #allowsAliases: boolean | undefined;

  /** Raises DamagedTable. */
  constructor(bytes: Uint8Array, { postscriptName, unitsPerEm, advances }: FontFacts) {
    const table = new ByteReader(bytes);
    this.#bytes = bytes;
    this.#name = postscriptName;
    this.#unitsPerEm = unitsPerEm;
    this.#advances = advances;
    const names = readIndex(table, table.u8(2));
    const tops = readIndex(table, names.end);
    const strings = readIndex(table, tops.end);
    this.#globalSubrs = readIndex(table, strings.end).items;
    this.#top = readDict(tops.items[0] ?? new Uint8Array(0));
    if ((this.#top.get(operator.charstringType)?.[0] ?? 2) !== 2) throw new DamagedTable('its outlines are of an outdated kind');
    this.#glyphs = readIndex(table, offsetOf(this.#top, operator.charStrings)).items;
    if (this.#top.has(operator.ros)) {
      this.#fonts = readIndex(table, offsetOf(this.#top, operator.fdArray)).items.map((item) =>
        readFontDict(table, readDict(item)),
      );
      this.#fontOf = readFdSelect(table, offsetOf(this.#top, operator.fdSelect), this.#glyphs.length);
    } else {
      this.#fonts = [readFontDict(table, new Map([[operator.privateDict, this.#top.get(operator.privateDict) ?? [0, 0]]]))];
      this.#fontOf = () => 0;
    }
  }

  /** False if a glyph is composed of others, or damaged: the whole file is then embedded, with one code for each glyph. */
  get allowsAliases(): boolean {
    const work = workOf(this.#bytes);
    this.#allowsAliases ??= this.#top.has(operator.ros) || !this.#glyphs.some((glyph) => this.#isComposed(glyph, work));
    return this.#allowsAliases;
  }

  #isComposed(glyph: Uint8Array, work: TraceWork): boolean {
    try {
      const [local, global] = [this.#fonts[0]!.subrs, this.#globalSubrs].map((items) => ({ items, used: new Set<number>() }));
      traceCharstring(glyph, local!, global!, work);
      return false;
    } catch (cause) {
      if (cause instanceof ComposedGlyph || cause instanceof DamagedTable) return true;
      throw cause;
    }
  }

  /** `blank`: glyphs without their outlines. Raises ASSET_INVALID if a glyph in use is damaged. */
  subset(wanted: ReadonlySet<number>, aliases: GlyphAliases = new Map(), blank: ReadonlySet<number> = new Set()): FontProgram {
    try {
      return { ...this.#build(wanted, aliases, blank), format: 'cff', cidToGid: undefined };
    } catch (cause) {
      // In a whole font that is keyed by name, the glyph ids are the CIDs as well (same clause).
      if (cause instanceof ComposedGlyph && !this.#top.has(operator.ros))
        return { bytes: this.#bytes, format: 'cff', cidToGid: undefined, cids: () => this.#glyphs.keys() };
      if (cause instanceof DamagedTable || cause instanceof ComposedGlyph) {
        throw invalidFont(
          this.#name,
          `has a damaged glyph: ${cause.message || 'it is composed of others'}. Give an intact file.`,
          cause,
        );
      }
      throw cause;
    }
  }

  /** The subset repeats a glyph for each of its aliases, because a charset gives a glyph one CID. */
  #build(wanted: ReadonlySet<number>, aliases: GlyphAliases, blank: ReadonlySet<number>): Pick<FontProgram, 'bytes' | 'cids'> {
    const ids = Uint16Array.from(new Set([0, ...wanted, ...aliases.keys()])).sort();
    const glyphs = ids.map((id) => aliases.get(id) ?? id);
    const global: Subroutines = { items: this.#globalSubrs, used: new Set() };
    const locals: Subroutines[] = this.#fonts.map(({ subrs }) => ({ items: subrs, used: new Set() }));
    const fontNumbers = new Uint8Array(ids.length);
    const work = workOf(this.#bytes);
    for (const [i, id] of glyphs.entries()) {
      if (id >= this.#glyphs.length || blank.has(id)) continue;
      const font = this.#fontOf(id);
      const local = locals[font];
      if (!local) throw new DamagedTable('a glyph names a font dictionary that does not exist');
      fontNumbers[i] = font;
      traceCharstring(this.#glyphs[id]!, local, global, work);
    }
    const charStrings = writeIndex(
      [...glyphs].map((id) => (blank.has(id) ? this.#blankCharstring(this.#advances[id] ?? 0) : this.#charstring(id))),
    );
    return { bytes: this.#assemble(ids, fontNumbers, charStrings, pruned(global), locals.map(pruned)), cids: () => ids };
  }

  #charstring(id: number): Uint8Array {
    if (id < this.#glyphs.length) return this.#glyphs[id]!.length > 0 ? this.#glyphs[id]! : endchar;
    return this.#blankCharstring(Math.round((unseenWidth(id, this.#glyphs.length) * this.#unitsPerEm) / 1000));
  }

  /** No outline. The width is relative to the nominal width of the first font dictionary. */
  #blankCharstring(width: number): Uint8Array {
    const { privateDict } = this.#fonts[0]!;
    if (width === (privateDict.get(operator.defaultWidthX)?.[0] ?? 0)) return endchar;
    const offset = width - Math.round(privateDict.get(operator.nominalWidthX)?.[0] ?? 0);
    return Uint8Array.of(28, (offset >> 8) & 255, offset & 255, 14);
  }

  #assemble(
    ids: Uint16Array,
    fontNumbers: Uint8Array,
    charStrings: Uint8Array,
    globalSubrs: Uint8Array,
    localSubrs: readonly Uint8Array[],
  ): Uint8Array {
    const charset = new Uint8Array(1 + (ids.length - 1) * 2);
    for (let i = 1; i < ids.length; i++) {
      charset[i * 2 - 1] = ids[i]! >> 8;
      charset[i * 2] = ids[i]! & 255;
    }
    const fdSelect = Uint8Array.of(0, ...fontNumbers);
    const head = [Uint8Array.of(1, 0, 4, 4), writeIndex([ascii(this.#name)])];
    // The strings 391 and 392: the first after the standard ones.
    const afterTop = [writeIndex([ascii('Adobe'), ascii('Identity')]), globalSubrs];
    // Written twice: the first time for its length, which does not depend on the offsets.
    let offsets = { charset: 0, fdSelect: 0, charStrings: 0, fdArray: 0 };
    const writeTop = () => writeIndex([writeDict(this.#topEntries(ids[ids.length - 1]! + 1, offsets))]);
    let at = totalLength([...head, writeTop(), ...afterTop]);
    offsets = { charset: at, fdSelect: at + charset.length, charStrings: at + charset.length + fdSelect.length, fdArray: 0 };
    at = offsets.charStrings + charStrings.length;
    const privates: Uint8Array[] = [];
    const fontDicts: Uint8Array[] = [];
    for (const [i, { dict, privateDict }] of this.#fonts.entries()) {
      const subrs = localSubrs[i]!;
      const entries = [...privateDict].filter(([code]) => code !== operator.subrs);
      const length = writeDict([...entries, [operator.subrs, [0]]]).length;
      const written = subrs.length > 2 ? writeDict([...entries, [operator.subrs, [length]]]) : writeDict(entries);
      privates.push(written);
      if (subrs.length > 2) privates.push(subrs);
      const matrix = dict.get(operator.fontMatrix);
      fontDicts.push(
        writeDict([...(matrix ? [[operator.fontMatrix, matrix] as const] : []), [operator.privateDict, [written.length, at]]]),
      );
      at += written.length + (subrs.length > 2 ? subrs.length : 0);
    }
    offsets = { ...offsets, fdArray: at };
    return joinBytes([...head, writeTop(), ...afterTop, charset, fdSelect, charStrings, ...privates, writeIndex(fontDicts)]);
  }

  #topEntries(
    cidCount: number,
    offsets: { charset: number; fdSelect: number; charStrings: number; fdArray: number },
  ): [number, readonly number[]][] {
    const entries: [number, readonly number[]][] = [[operator.ros, [391, 392, 0]]];
    for (const code of [operator.fontMatrix, operator.fontBBox]) {
      const operands = this.#top.get(code);
      if (operands) entries.push([code, operands]);
    }
    entries.push(
      [operator.cidCount, [cidCount]],
      [operator.charset, [offsets.charset]],
      [operator.fdSelect, [offsets.fdSelect]],
      [operator.charStrings, [offsets.charStrings]],
      [operator.fdArray, [offsets.fdArray]],
    );
    return entries;
  }
}

function offsetOf(dict: CffDict, code: number): number {
  const offset = dict.get(code)?.[0];
  if (offset === undefined) throw new DamagedTable('its CFF table is incomplete');
  return offset;
}

function readFontDict(table: ByteReader, dict: CffDict): FontDict {
  const [size = 0, offset = 0] = dict.get(operator.privateDict) ?? [];
  const privateDict = readDict(table.slice(offset, offset + size));
  const subrsAt = privateDict.get(operator.subrs)?.[0];
  return { dict, privateDict, subrs: subrsAt === undefined ? [] : readIndex(table, offset + subrsAt).items };
}

function readFdSelect(table: ByteReader, at: number, glyphCount: number): (glyph: number) => number {
  const format = table.u8(at);
  if (format === 0) {
    const numbers = table.slice(at + 1, at + 1 + glyphCount);
    return (glyph) => numbers[glyph] ?? 0;
  }
  if (format !== 3) throw new DamagedTable('its CFF table is of an unknown kind');
  const numbers = new Uint8Array(glyphCount);
  const count = table.u16(at + 1);
  for (let i = 0; i < count; i++) {
    const range = at + 3 + i * 3;
    numbers.fill(table.u8(range + 2), table.u16(range), Math.min(table.u16(range + 3), glyphCount));
  }
  return (glyph) => numbers[glyph] ?? 0;
}

/** Subroutines keep their numbers. A subroutine that is not called only returns. */
function pruned({ items, used }: Subroutines): Uint8Array {
  return writeIndex(used.size === 0 ? [] : items.map((item, number) => (used.has(number) ? item : returns)));
}

function totalLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(totalLength(parts));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
