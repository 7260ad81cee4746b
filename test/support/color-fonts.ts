// Makes colour fonts: adds the tables for pictures of glyphs to a TrueType font (OpenType 1.9.1, "COLR", "CPAL", "CBLC", "CBDT", "sbix").
import { buildSfnt, openSfnt } from '../../src/document/text/font/sfnt.ts';

/** `u8` to `u32`: whole numbers of this size. Negative ones are written in two's complement. */
type Field = readonly ['u8' | 'u16' | 'u32', ...number[]] | Uint8Array;

export function fields(...list: readonly Field[]): Buffer {
  return Buffer.concat(
    list.map((field) => {
      if (field instanceof Uint8Array) return field;
      const [kind, ...values] = field;
      const size = { u8: 1, u16: 2, u32: 4 }[kind];
      const bytes = Buffer.alloc(size * values.length);
      for (const [i, value] of values.entries()) bytes.writeUIntBE(value < 0 ? value + 256 ** size : value, i * size, size);
      return bytes;
    }),
  );
}

/** A font with further tables; `undefined` leaves a table out. */
export function withTables(font: Uint8Array, tables: Readonly<Record<string, Uint8Array | undefined>>): Uint8Array {
  const all = new Map(openSfnt(font).tables);
  for (const [tag, table] of Object.entries(tables)) {
    if (table) all.set(tag, table);
    else all.delete(tag);
  }
  return buildSfnt(0x00010000, all);
}

/** The entry of a layer for the colour of the text. */
export const textColor = 0xffff;

/** Layers of a glyph from below: the glyph of each with its entry in the palette. */
export type Layers = readonly (readonly [glyph: number, entry: number])[];

/** COLR version 0 with one palette of `[red, green, blue, alpha]`. */
export function withLayers(
  font: Uint8Array,
  glyphs: Readonly<Record<number, Layers>>,
  palette: readonly (readonly [number, number, number, number])[],
): Uint8Array {
  const entries = Object.entries(glyphs).map(([glyph, layers]) => [Number(glyph), layers] as const);
  const all = entries.flatMap(([, layers]) => layers);
  const before = (i: number) => entries.slice(0, i).reduce((sum, [, layers]) => sum + layers.length, 0);
  const COLR = fields(
    ['u16', 0, entries.length],
    ['u32', 14, 14 + 6 * entries.length],
    ['u16', all.length],
    ...entries.map(([glyph, layers], i): Field => ['u16', glyph, before(i), layers.length]),
    ['u16', ...all.flat()],
  );
  return withTables(font, { COLR, CPAL: makePalette(palette) });
}

/** COLR version 1 with a paint for one glyph, and one palette of `[red, green, blue, alpha]`. */
export function withPaints(
  font: Uint8Array,
  glyph: number,
  paint: Uint8Array = paintGlyph(glyph, paintSolid(0)),
  palette: readonly (readonly [number, number, number, number])[] = [[255, 0, 0, 255]],
): Uint8Array {
  const COLR = fields(
    ['u16', 1, 0],
    ['u32', 0, 0],
    ['u16', 0],
    ['u32', 34, 0, 0, 0, 0],
    ['u32', 1],
    ['u16', glyph],
    ['u32', 10],
    paint,
  );
  return withTables(font, { COLR, CPAL: makePalette(palette) });
}

const makePalette = (palette: readonly (readonly [number, number, number, number])[]): Buffer =>
  fields(
    ['u16', 0, palette.length, 1, palette.length],
    ['u32', 14],
    ['u16', 0],
    ...palette.map(([red, green, blue, alpha]): Field => ['u8', blue, green, red, alpha]),
  );

const u24 = (value: number): Field => ['u8', value >> 16, (value >> 8) & 255, value & 255];
/** F2DOT14 */
const part = (value: number): number => Math.round(value * 0x4000);

/** Fills the outline of a glyph. */
export const paintGlyph = (glyph: number, paint: Uint8Array): Buffer => fields(['u8', 10], u24(6), ['u16', glyph], paint);
export const paintSolid = (entry: number, alpha = 1): Buffer => fields(['u8', 2], ['u16', entry, part(alpha)]);
/** Paints two by a mode of PaintComposite. */
export const paintComposite = (source: Uint8Array, mode: number, below: Uint8Array): Buffer =>
  fields(['u8', 32], u24(8), ['u8', mode], u24(8 + source.length), source, below);

/** `[offset, entry, alpha]` */
type Stops = readonly (readonly [number, number, number])[];
const makeLine = (stops: Stops, extend: number): Buffer =>
  fields(
    ['u8', extend],
    ['u16', stops.length],
    ...stops.map(([at, entry, alpha]): Field => ['u16', part(at), entry, part(alpha)]),
  );

/** From the first point to the second; the third one is in the direction of equal colours. */
export const paintLine = (points: readonly number[], stops: Stops, extend = 0): Buffer =>
  fields(['u8', 4], u24(16), ['u16', ...points], makeLine(stops, extend));
/** Two circles: x, y, radius. */
export const paintCircles = (circles: readonly number[], stops: Stops): Buffer =>
  fields(['u8', 6], u24(16), ['u16', ...circles], makeLine(stops, 0));
export const paintSweep = (stops: Stops): Buffer => fields(['u8', 8], u24(12), ['u16', 0, 0, 0, part(1)], makeLine(stops, 0));

/** A picture of a glyph, 100 pixels to the em, with its left and upper edge in pixels from the origin. */
export interface PixelGlyph {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

const ppem = 100;

/** CBLC and CBDT with one strike, for a run of glyphs from `first`. `kind`: of the list; kinds 2 and 5 hold one size of file and its metrics. */
export function withBitmaps(
  font: Uint8Array,
  first: number,
  glyphs: readonly PixelGlyph[],
  kind: 1 | 2 | 3 | 4 | 5 = 1,
): Uint8Array {
  const sharesMetrics = kind === 2 || kind === 5;
  const longest = Math.max(...glyphs.map(({ png }) => png.length));
  const pictures = glyphs.map(({ png, width, height, left, top }) =>
    sharesMetrics
      ? fields(['u32', png.length], png, Buffer.alloc(longest - png.length))
      : fields(['u8', height, width, left, top, 100], ['u32', png.length], png),
  );
  const starts = [0, ...pictures.map((_, i) => pictures.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0))];
  const last = first + glyphs.length - 1;
  const { width, height, left, top } = glyphs[0]!;
  const same = [
    ['u32', pictures[0]!.length],
    ['u8', height, width, left, top, 100, 0, 0, 100],
  ] as const;
  const ids = glyphs.map((_, i) => first + i);
  const subtable = fields(
    ['u16', kind, sharesMetrics ? 19 : 17],
    ['u32', 4],
    ...{
      1: [['u32', ...starts] as const],
      2: same,
      3: [['u16', ...starts] as const],
      4: [['u32', ids.length] as const, ['u16', ...starts.flatMap((start, i) => [ids[i] ?? 0, start])] as const],
      5: [...same, ['u32', ids.length] as const, ['u16', ...ids] as const],
    }[kind],
  );
  const line = ['u8', 80, -20, 100, ...Array<number>(9).fill(0)] as const;
  const CBLC = fields(
    ['u16', 3, 0],
    ['u32', 1, 56, 8 + subtable.length, 1, 0],
    line,
    line,
    ['u16', first, last],
    ['u8', ppem, ppem, 32, 1],
    ['u16', first, last],
    ['u32', 8],
    subtable,
  );
  return withTables(font, { CBLC, CBDT: fields(['u16', 3, 0], ...pictures) });
}

/** sbix with one strike. `kind`: of the picture's file. */
export function withSbix(font: Uint8Array, glyphs: Readonly<Record<number, PixelGlyph>>, kind = 'png '): Uint8Array {
  const count = new DataView(openSfnt(font).tables.get('maxp')!.slice().buffer).getUint16(4);
  const pictures = Array.from({ length: count }, (_, glyph) => {
    const { png, height, left, top } = glyphs[glyph] ?? {};
    return png ? fields(['u16', left!, top! - height!], Buffer.from(kind, 'latin1'), png) : Buffer.alloc(0);
  });
  const header = 4 + 4 * (count + 1);
  const offsets = [0, ...pictures.map((_, i) => pictures.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0))];
  const strike = fields(['u16', ppem, 72], ['u32', ...offsets.map((offset) => offset + header)], ...pictures);
  return withTables(font, { sbix: fields(['u16', 1, 1], ['u32', 1, 12], strike) });
}

/** The bytes of a table. */
export const tableOf = (font: Uint8Array, tag: string): Uint8Array => openSfnt(font).tables.get(tag)!;
