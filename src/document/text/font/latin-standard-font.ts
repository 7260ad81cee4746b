// The twelve standard fonts with a Latin alphabet, from PDFKit's metrics data.

import { codePointOfWinAnsi, winAnsiOf } from '../../../pdf-file/win-ansi.ts';
import type { FaceMetrics } from '../shaped-text.ts';
import type { StandardFont } from './standard-font.ts';

/** The contents of a module of PDFKit's metrics data; lengths in 1/1000 em. */
export interface AfmData {
  readonly bbox: readonly [number, number, number, number];
  readonly ascender: number;
  readonly descender: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly glyphNames: string;
  readonly glyphWidths: readonly number[];
  /** Amount, then the differences between the ids of the pairs with this kerning; id = left × glyphs + right. */
  readonly kernPairs: readonly (number | readonly number[])[];
}

/** The font `name` in WinAnsiEncoding. */
export function makeLatinFont(name: string, data: AfmData): StandardFont {
  const codes = listCodes();
  const widths = new Uint16Array(256);
  for (const [i, code] of codes.entries()) widths[code] = data.glyphWidths[i]!;
  // The data lists each glyph once and lacks Ydieresis, which is as wide as Y in all of these fonts.
  widths[0xff] = widths[0x9f]!;
  widths[0x9f] = widths[0x59]!;
  widths[0xa0] = widths[0x20]!;
  widths[0xad] = widths[0x2d]!;
  return {
    metrics: readMetrics(name, data),
    widths,
    kerning: readKerning(data, codes),
    codeOf: winAnsiOf,
    codePointOf: codePointOfWinAnsi,
    // A bullet, as viewers show.
    substitute: 0x95,
  };
}

/** The data is in the order of WinAnsi, without the codes that repeat a glyph and with ydieresis in the place of Ydieresis. */
function listCodes(): number[] {
  const codes: number[] = [];
  for (let code = 0x20; code < 0xff; code++) {
    if (code !== 0xa0 && code !== 0xad && codePointOfWinAnsi(code) !== 0) codes.push(code);
  }
  return codes;
}

function readKerning(data: AfmData, codes: readonly number[]): Map<number, number> {
  const kerning = new Map<number, number>();
  const count = data.glyphWidths.length;
  const codeOf = (index: number) => (codes[index] === 0x9f ? 0xff : codes[index]!);
  for (let i = 0; i + 1 < data.kernPairs.length; i += 2) {
    const amount = data.kernPairs[i]!;
    const deltas = data.kernPairs[i + 1]!;
    if (typeof amount !== 'number' || typeof deltas === 'number') continue;
    let pair = 0;
    for (const delta of deltas) {
      pair += delta;
      kerning.set(codeOf(Math.floor(pair / count)) * 256 + codeOf(pair % count), amount);
    }
  }
  return kerning;
}

function readMetrics(name: string, data: AfmData): FaceMetrics {
  const bold = name.includes('Bold');
  const slanted = /Oblique|Italic/.test(name);
  return {
    ascent: data.ascender,
    descent: data.descender,
    lineGap: 0,
    capHeight: data.capHeight,
    xHeight: data.xHeight,
    // As in all of these fonts' metrics files.
    underlinePosition: -100,
    underlineThickness: 50,
    strikeoutPosition: Math.round(data.xHeight / 2),
    italicAngle: slanted ? -12 : 0,
    bbox: data.bbox,
    flags: (name.startsWith('Courier') ? 1 : 0) | (name.startsWith('Times') ? 2 : 0) | 32 | (slanted ? 64 : 0),
    stemV: bold ? 140 : 85,
  };
}
