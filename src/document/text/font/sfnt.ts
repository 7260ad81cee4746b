// Reads the container of a font file: TrueType and OpenType as they are, WOFF 1 unpacked.
import { inflate } from '../../../platform/index.ts';
import { ByteReader, DamagedTable } from './byte-reader.ts';

/** A font file's tables by tag. */
export interface Sfnt {
  /** The whole file as plain TrueType or OpenType. */
  readonly bytes: Uint8Array;
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

const maxTables = 256;
/** Larger than any font in use. The limit stops a file that unpacks to gigabytes. */
export const maxUnpacked = 128 * 1024 * 1024;

/** Raises DamagedTable with a sentence that completes "The font …". */
export function openSfnt(bytes: Uint8Array): Sfnt {
  if (bytes.length < 12) throw new DamagedTable('is empty or cut short. Give the whole file.');
  const reader = new ByteReader(bytes);
  const signature = reader.tag(0);
  switch (signature) {
    case '\u0000\u0001\u0000\u0000':
    case 'true':
    case 'OTTO':
      return { bytes: reader.bytes, tables: readDirectory(reader) };
    case 'wOFF':
      return unpackWoff(reader);
    default:
      throw new DamagedTable('is not a font file that pdfgen knows. Give a TTF, OTF, TTC, WOFF or WOFF2 file.');
  }
}

/** More than any collection has. */
const mostFonts = 1000;

/** Tables become a half or a third of their size. */
const mostPacked = 30;

/** The tags of the tables of a font file, or of all fonts of a collection. Empty for another file: opening it then names the fault. */
export function listTables(bytes: Uint8Array): ReadonlySet<string> {
  const tags = new Set<string>();
  try {
    const reader = new ByteReader(bytes);
    const isWoff = reader.tag(0) === 'wOFF';
    const fonts = reader.tag(0) === 'ttcf' ? Math.min(reader.u32(8), mostFonts) : 0;
    const starts = fonts > 0 ? Array.from({ length: fonts }, (_, i) => reader.u32(12 + 4 * i)) : [0];
    const [header, size] = isWoff ? [44, 20] : [12, 16];
    for (const start of starts) {
      const count = reader.u16(start + (isWoff ? 12 : 4));
      for (let i = 0; i < count; i++) tags.add(reader.tag(start + header + i * size));
    }
  } catch (error) {
    if (!(error instanceof DamagedTable)) throw error;
  }
  return tags;
}

/** The tables of the font whose directory begins at `start`. */
export function readDirectory(reader: ByteReader, start = 0): Map<string, Uint8Array> {
  const count = reader.u16(start + 4);
  if (count === 0 || count > maxTables) throw new DamagedTable('has a damaged table directory. Give an intact file.');
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < count; i++) {
    const at = start + 12 + i * 16;
    const offset = reader.u32(at + 8);
    tables.set(reader.tag(at), reader.slice(offset, offset + reader.u32(at + 12)));
  }
  return tables;
}

/** WOFF File Format 1.0, sections 3 and 4: tables compressed one by one. */
function unpackWoff(reader: ByteReader): Sfnt {
  const count = reader.u16(12);
  if (count === 0 || count > maxTables) throw new DamagedTable('has a damaged table directory. Give an intact file.');
  const tables = new Map<string, Uint8Array>();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const at = 44 + i * 20;
    const offset = reader.u32(at + 4);
    const packed = reader.slice(offset, offset + reader.u32(at + 8));
    const length = reader.u32(at + 12);
    total += length;
    if (total > Math.min(maxUnpacked, 1_000_000 + mostPacked * reader.length))
      throw new DamagedTable('unpacks to far more than fonts of its size do. Use it as TTF or OTF.');
    const table = packed.length === length ? packed : inflateTable(packed, length);
    tables.set(reader.tag(at), table);
  }
  return { bytes: buildSfnt(reader.u32(4), tables), tables };
}

function inflateTable(packed: Uint8Array, length: number): Uint8Array {
  let table: Uint8Array | undefined;
  try {
    table = inflate(packed, Math.max(length, 1), length);
  } catch (cause) {
    throw new DamagedTable('has a damaged compressed table. Give an intact file.', { cause });
  }
  if (table?.length !== length) throw new DamagedTable('has a damaged compressed table. Give an intact file.');
  return new Uint8Array(table.buffer, table.byteOffset, table.length);
}

/** Builds a font file from tables, sorted by tag, with checksums (OpenType, "Organization of an OpenType Font"). */
export function buildSfnt(version: number, tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = sorted.length;
  const headerLength = 12 + count * 16;
  let length = headerLength;
  for (const [, table] of sorted) length += (table.length + 3) & ~3;
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  const power = 31 - Math.clz32(count);
  view.setUint32(0, version);
  view.setUint16(4, count);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, count * 16 - (16 << power));
  let at = headerLength;
  let headAt = -1;
  for (const [i, [tag, table]] of sorted.entries()) {
    out.set(table, at);
    if (tag === 'head' && table.length >= 12) {
      headAt = at;
      view.setUint32(at + 8, 0);
    }
    const entry = 12 + i * 16;
    for (let c = 0; c < 4; c++) out[entry + c] = tag.charCodeAt(c);
    const end = (at + table.length + 3) & ~3;
    view.setUint32(entry + 4, checksum(view, at, end));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at = end;
  }
  if (headAt >= 0) view.setUint32(headAt + 8, (0xb1b0afba - checksum(view, 0, length)) >>> 0);
  return out;
}

function checksum(view: DataView, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 4) sum = (sum + view.getUint32(at)) | 0;
  return sum >>> 0;
}
