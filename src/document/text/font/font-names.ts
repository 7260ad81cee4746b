// Reads the names of a font file: the table name.
import { ByteReader } from './byte-reader.ts';

export interface FontNames {
  /** Its full name and its PostScript name. */
  readonly own: readonly string[];
  readonly family: readonly string[];
  readonly style: readonly string[];
  /** The licence as the font states it, and the address of the licence. */
  readonly licence: readonly string[];
}

/** OpenType 1.9, "name": the kinds of names in use, by their numbers. 16 and 17 are those of families with more than four styles. */
const kinds: Readonly<Record<number, keyof FontNames>> = {
  1: 'family',
  2: 'style',
  4: 'own',
  6: 'own',
  13: 'licence',
  14: 'licence',
  16: 'family',
  17: 'style',
};

/** English names come first. */
export function readNames(table: Uint8Array): FontNames {
  const found = { own: [] as string[], family: [] as string[], style: [] as string[], licence: [] as string[] };
  if (table.length < 6) return found;
  const reader = new ByteReader(table);
  const storage = reader.u16(4);
  for (let i = 0; i < reader.u16(2) && 18 + i * 12 <= reader.length; i++) {
    const at = 6 + i * 12;
    const kind = kinds[reader.u16(at + 6)];
    const start = storage + reader.u16(at + 10);
    const end = start + reader.u16(at + 8);
    if (kind === undefined || end > reader.length || end - start > (kind === 'licence' ? 4000 : 400)) continue;
    const isMac = reader.u16(at) === 1;
    const text = new TextDecoder(isMac ? 'macintosh' : 'utf-16be').decode(reader.slice(start, end));
    const isEnglish = isMac || reader.u16(at + 4) === 0x409;
    if (text !== '' && !found[kind].includes(text)) found[kind][isEnglish ? 'unshift' : 'push'](text);
  }
  // The full name is for people, the PostScript name for programs.
  return { ...found, own: found.own.toSorted((a, b) => Number(!a.includes(' ')) - Number(!b.includes(' '))) };
}
