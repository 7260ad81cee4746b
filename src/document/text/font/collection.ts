// Reads collections of fonts (TTC, OTC), and cuts one font out of them as a file of its own.
import { counted, grouped } from '../../../words/counts.ts';
import { listNames } from '../../../words/nearest.ts';
import type { Resource } from '../../resources.ts';
import { ByteReader, DamagedTable, describeDamage, invalidFont } from './byte-reader.ts';
import { type FontNames, readNames } from './font-names.ts';
import { buildSfnt, maxUnpacked, readDirectory } from './sfnt.ts';

/** More than any collection in use has. */
const mostFonts = 1000;

/**
 * The font of a file by the part of its name after `#`: a number from 0, or a name. Undefined: the first. Raises ASSET_INVALID for a damaged collection,
 * and for a font that it does not have.
 */
export function pickFont(file: Resource, wanted: string | undefined): Resource {
  const { key, bytes } = file;
  const reader = new ByteReader(bytes);
  const isCollection = bytes.length >= 12 && reader.tag(0) === 'ttcf';
  if (!isCollection && wanted === undefined) return file;
  try {
    if (!isCollection) throw new DamagedTable(`is a single font: leave out "#${wanted}".`);
    const offsets = readOffsets(reader);
    const index = wanted === undefined ? 0 : findIndex(reader, offsets, wanted);
    return { key: `${key}#${index}`, bytes: cutOut(reader, offsets[index]!) };
  } catch (cause) {
    if (cause instanceof DamagedTable) throw invalidFont(`(SHA-256 ${key.slice(0, 12)})`, describeDamage(cause), cause);
    throw cause;
  }
}

/** The number of fonts in a file. Raises DamagedTable. */
export function countFonts(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes);
  return bytes.length >= 12 && reader.tag(0) === 'ttcf' ? readOffsets(reader).length : 1;
}

/** OpenType 1.9, "TTC header". */
function readOffsets(reader: ByteReader): readonly number[] {
  const count = reader.u32(8);
  if (count === 0) throw new DamagedTable('is an empty collection. Give an intact file.');
  if (count > mostFonts)
    throw new DamagedTable(
      `is a collection of ${counted(count, 'font')}; the most are ${grouped(mostFonts)}. Use the single font.`,
    );
  return Array.from({ length: count }, (_, i) => reader.u32(12 + 4 * i));
}

function cutOut(reader: ByteReader, offset: number): Uint8Array {
  const tables = readDirectory(reader, offset);
  let length = 0;
  for (const table of tables.values()) length += table.length;
  // Tables may lie over each other.
  if (length > maxUnpacked) throw new DamagedTable('holds a font of more than 128 MiB.');
  return buildSfnt(reader.u32(offset), tables);
}

function findIndex(reader: ByteReader, offsets: readonly number[], wanted: string): number {
  if (/^\d+$/.test(wanted) && Number(wanted) < offsets.length) return Number(wanted);
  // The fonts of a collection may share one table of names.
  const read = new Map<number, FontNames>();
  const names = offsets.map((offset) => {
    const table = readDirectory(reader, offset).get('name') ?? new Uint8Array();
    const known = read.get(table.byteOffset) ?? readNames(table);
    read.set(table.byteOffset, known);
    return known;
  });
  const same = (name: string) => name.toLowerCase() === wanted.toLowerCase();
  const own = names.findIndex((one) => one.own.some(same));
  if (own >= 0) return own;
  const family = names.flatMap((one, i) => (one.family.some(same) ? [i] : []));
  if (family.length === 1) return family[0]!;
  const listed = names.map(({ own: [name] }, i) => `#${i}${name === undefined ? '' : ` (${name})`}`);
  throw new DamagedTable(
    `is a collection ${family.length > 1 ? 'with several fonts' : 'without a font'} "${wanted}". Write one of: ${listNames(listed)}.`,
  );
}
