// Glyphs of pixels in a font file: CBLC with CBDT, and sbix (OpenType 1.9.1). Of several sizes, the largest counts.
import { ByteReader, DamagedTable } from './byte-reader.ts';

/** The picture of a glyph. Lengths in 1/1000 em. */
export interface BitmapGlyph {
  /** The file of the picture, in most fonts a PNG. */
  readonly bytes: Uint8Array;
  readonly left: number;
  /** The upper edge above the baseline; `bottom`: the lower edge. Each kind of table gives one of them. */
  readonly edge: { readonly top: number } | { readonly bottom: number };
  /** Pixels in an em, across and down. */
  readonly ppem: readonly [x: number, y: number];
}

/** The picture of a glyph. Undefined: no picture. Raises DamagedTable. */
export type FindBitmap = (glyph: number) => BitmapGlyph | undefined;

type Tables = ReadonlyMap<string, Uint8Array>;

/** Undefined: the font has no such tables. Raises DamagedTable. */
export function openBitmaps(tables: Tables): FindBitmap | undefined {
  const [places, data, strikes] = ['CBLC', 'CBDT', 'sbix'].map((tag) => tables.get(tag));
  if (places && data) return openCblc(new ByteReader(places), new ByteReader(data));
  return strikes && openSbix(new ByteReader(strikes));
}

/** There are no more glyphs. */
const most = 0x10000;

interface Range {
  readonly first: number;
  readonly last: number;
  /** Where its index subtable begins. */
  readonly at: number;
}

function openCblc(cblc: ByteReader, cbdt: ByteReader): FindBitmap {
  const sizes = Array.from({ length: Math.min(cblc.u32(4), most) }, (_, i) => 8 + 48 * i);
  const size = largest(sizes, (at) => cblc.u8(at + 45));
  if (size === undefined) return () => undefined;
  const ppem = [cblc.u8(size + 44), cblc.u8(size + 45)] as const;
  if (ppem[0] === 0 || ppem[1] === 0) throw new DamagedTable('a size of its bitmaps is 0');
  const [list, count] = [cblc.u32(size), cblc.u32(size + 8)];
  if (count > most) throw new DamagedTable('it has more lists of bitmaps than glyphs');
  const ranges = Array.from({ length: count }, (_, i): Range => {
    const at = list + 8 * i;
    return { first: cblc.u16(at), last: cblc.u16(at + 2), at: list + cblc.u32(at + 4) };
  });
  const inLists = ranges.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
  if (inLists > most) throw new DamagedTable('its lists of bitmaps have more glyphs than a font');
  const rangeOf = new Map<number, Range>();
  for (const range of ranges.toReversed()) for (let glyph = range.first; glyph <= range.last; glyph++) rangeOf.set(glyph, range);
  return (glyph) => {
    const range = rangeOf.get(glyph);
    const place = range && placeOf(glyph, range, cblc);
    if (!place || place.start === place.end) return undefined;
    return readCbdt(cbdt.slice(place.start, place.end), cblc, place, ppem);
  };
}

interface BitmapPlace {
  readonly start: number;
  readonly end: number;
  /** How the picture is stored. */
  readonly format: number;
  /** Where the metrics of all its glyphs stand in CBLC. Undefined: each picture begins with its own. */
  readonly metricsAt: number | undefined;
}

/** The index subtables of five formats. */
function placeOf(glyph: number, { first, at }: Range, cblc: ByteReader): BitmapPlace | undefined {
  const [kind, format, data] = [cblc.u16(at), cblc.u16(at + 2), cblc.u32(at + 4)];
  const own = { format, metricsAt: undefined };
  const index = glyph - first;
  if (kind === 1 || kind === 3) {
    const offset = (i: number) => data + (kind === 1 ? cblc.u32(at + 8 + 4 * i) : cblc.u16(at + 8 + 2 * i));
    return { ...own, start: offset(index), end: offset(index + 1) };
  }
  if (kind === 4) {
    const found = indexOfGlyph(glyph, cblc.u32(at + 8), (i) => cblc.u16(at + 12 + 4 * i));
    const offset = (i: number) => data + cblc.u16(at + 14 + 4 * i);
    return found === undefined ? undefined : { ...own, start: offset(found), end: offset(found + 1) };
  }
  if (kind !== 2 && kind !== 5) throw new DamagedTable('a list of its bitmaps is of an unknown kind');
  const found = kind === 2 ? index : indexOfGlyph(glyph, cblc.u32(at + 20), (i) => cblc.u16(at + 24 + 2 * i));
  if (found === undefined) return undefined;
  const length = cblc.u32(at + 8);
  const start = data + length * found;
  return { start, end: start + length, format, metricsAt: at + 12 };
}

/** The list is sorted. */
function indexOfGlyph(glyph: number, count: number, glyphAt: (index: number) => number): number | undefined {
  let [from, to] = [0, Math.min(count, most)];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (glyphAt(middle) < glyph) from = middle + 1;
    else to = middle;
  }
  return from < Math.min(count, most) && glyphAt(from) === glyph ? from : undefined;
}

/** Formats 17 (small metrics), 18 (big metrics) and 19 (metrics of the list). */
function readCbdt(
  bytes: Uint8Array,
  cblc: ByteReader,
  { format, metricsAt }: BitmapPlace,
  ppem: BitmapGlyph['ppem'],
): BitmapGlyph {
  const glyph = new ByteReader(bytes);
  const header = { 17: 5, 18: 8, 19: 0 }[format];
  if (header === undefined || (format === 19 && metricsAt === undefined))
    throw new DamagedTable('a bitmap is stored in an unknown way');
  const [metrics, at] = metricsAt === undefined || format !== 19 ? [glyph, 0] : [cblc, metricsAt];
  const signed = (place: number) => (metrics.u8(place) << 24) >> 24;
  return {
    bytes: glyph.slice(header + 4, header + 4 + glyph.u32(header)),
    left: (signed(at + 2) * 1000) / ppem[0],
    edge: { top: (signed(at + 3) * 1000) / ppem[1] },
    ppem,
  };
}

function openSbix(sbix: ByteReader): FindBitmap {
  const strikes = Array.from({ length: Math.min(sbix.u32(4), most) }, (_, i) => sbix.u32(8 + 4 * i));
  const strike = largest(strikes, (at) => sbix.u16(at));
  if (strike === undefined) return () => undefined;
  const ppem = sbix.u16(strike);
  if (ppem === 0) throw new DamagedTable('a size of its bitmaps is 0');
  const find = (glyph: number, isCopy = false): BitmapGlyph | undefined => {
    const [start, end] = [strike + sbix.u32(strike + 4 + 4 * glyph), strike + sbix.u32(strike + 8 + 4 * glyph)];
    if (start === end) return undefined;
    const picture = new ByteReader(sbix.slice(start, end));
    // The picture of another glyph.
    if (picture.tag(4) === 'dupe') return isCopy ? undefined : find(picture.u16(8), true);
    const em = (pixels: number) => (pixels * 1000) / ppem;
    return {
      bytes: picture.slice(8, picture.length),
      left: em(picture.i16(0)),
      edge: { bottom: em(picture.i16(2)) },
      ppem: [ppem, ppem],
    };
  };
  return find;
}

function largest(places: readonly number[], sizeOf: (at: number) => number): number | undefined {
  return places.reduce<number | undefined>(
    (best, at) => (best === undefined || sizeOf(at) > sizeOf(best) ? at : best),
    undefined,
  );
}
