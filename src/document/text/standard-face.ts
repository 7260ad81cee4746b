// The standard 14 fonts of PDF (ISO 32000-2, 9.6.2.2): metrics by name, nothing embedded.
import { createRequire } from 'node:module';
import { PdfgenError } from '../../contract/errors.ts';
import { type Shaping, TextFace } from './text-face.ts';
import type { FaceMetrics, Word } from './types.ts';
import { codePointOfWinAnsi, winAnsiOf } from './win-ansi.ts';

/** Names of the metrics data by name of the font. */
const dataNames: Readonly<Record<string, string>> = {
  Courier: 'Courier',
  'Courier-Bold': 'CourierBold',
  'Courier-Oblique': 'CourierOblique',
  'Courier-BoldOblique': 'CourierBoldOblique',
  Helvetica: 'Helvetica',
  'Helvetica-Bold': 'HelveticaBold',
  'Helvetica-Oblique': 'HelveticaOblique',
  'Helvetica-BoldOblique': 'HelveticaBoldOblique',
  'Times-Roman': 'TimesRoman',
  'Times-Bold': 'TimesBold',
  'Times-Italic': 'TimesItalic',
  'Times-BoldItalic': 'TimesBoldItalic',
};

interface AfmData {
  readonly bbox: readonly [number, number, number, number];
  readonly ascender: number;
  readonly descender: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly glyphNames: string;
  readonly glyphWidths: readonly number[];
  /** Amount, then the differences between ids of the pairs kerned by it; id = left × glyphs + right. */
  readonly kernPairs: readonly (number | readonly number[])[];
}

/** Raises ASSET_INVALID for a name that is none of the fonts with a Latin alphabet. */
export function openStandardFace(name: string): StandardFace {
  const data = Object.hasOwn(dataNames, name) ? dataNames[name] : undefined;
  if (data === undefined) {
    throw new PdfgenError(
      'ASSET_INVALID',
      `"${name}" is not a standard font for text. There are: ${Object.keys(dataNames).join(', ')}.`,
    );
  }
  // Read when first asked for and at once: most documents use none of them.
  const load: (id: string) => AfmData = createRequire(import.meta.url);
  return new StandardFace(name, load(`pdfkit/standard-fonts/${data}`));
}

export class StandardFace extends TextFace {
  readonly id: string;
  readonly postscriptName: string;
  readonly kind = 'standard';
  readonly metrics: FaceMetrics;
  /** By WinAnsi code. */
  readonly #widths = new Uint16Array(256);
  /** By left code × 256 + right code. */
  readonly #kerning = new Map<number, number>();

  constructor(name: string, data: AfmData) {
    super();
    this.id = name;
    this.postscriptName = name;
    this.metrics = readMetrics(name, data);
    const codes = listCodes();
    for (const [i, code] of codes.entries()) this.#widths[code] = data.glyphWidths[i]!;
    // The data lists each glyph once and lacks Ydieresis, which is as wide as Y in all of these fonts.
    this.#widths[0xff] = this.#widths[0x9f]!;
    this.#widths[0x9f] = this.#widths[0x59]!;
    this.#widths[0xa0] = this.#widths[0x20]!;
    this.#widths[0xad] = this.#widths[0x2d]!;
    this.#readKerning(data, codes);
  }

  has(codePoint: number): boolean {
    return winAnsiOf(codePoint) !== 0;
  }

  unicodeOf(glyph: number): string | undefined {
    const codePoint = codePointOfWinAnsi(glyph);
    return codePoint === 0 ? undefined : String.fromCharCode(codePoint);
  }

  advanceEm(glyph: number): number {
    return this.#widths[glyph] ?? 0;
  }

  subset(): undefined {
    return undefined;
  }

  shapeWord(text: string, { features, spacingEm }: Shaping): Word {
    const kerned = !features.some(([tag, value]) => tag === 'kern' && value === 0);
    const glyphs: number[] = [];
    let widthEm = 0;
    let tj = '<';
    let previous = 0;
    for (const character of text) {
      // What the encoding lacks is shown as a bullet, as viewers do, and is reported as missing.
      const code = winAnsiOf(character.codePointAt(0)!) || 0x95;
      const kern = kerned ? (this.#kerning.get(previous * 256 + code) ?? 0) : 0;
      if (kern !== 0) tj += `>${-kern}<`;
      tj += code.toString(16).padStart(2, '0');
      widthEm += kern + this.#widths[code]! + spacingEm;
      glyphs.push(code);
      previous = code;
    }
    return { widthEm, tj: `${tj}>`, glyphs, clusters: undefined, actualText: undefined, pieces: undefined };
  }

  #readKerning(data: AfmData, codes: readonly number[]): void {
    const count = data.glyphWidths.length;
    const codeOf = (index: number) => (codes[index] === 0x9f ? 0xff : codes[index]!);
    for (let i = 0; i + 1 < data.kernPairs.length; i += 2) {
      const amount = data.kernPairs[i]!;
      const deltas = data.kernPairs[i + 1]!;
      if (typeof amount !== 'number' || typeof deltas === 'number') continue;
      let pair = 0;
      for (const delta of deltas) {
        pair += delta;
        this.#kerning.set(codeOf(Math.floor(pair / count)) * 256 + codeOf(pair % count), amount);
      }
    }
  }
}

/** The data is in the order of WinAnsi, without the codes that repeat a glyph and with ydieresis in the place of Ydieresis. */
function listCodes(): number[] {
  const codes: number[] = [];
  for (let code = 0x20; code < 0xff; code++) {
    if (code !== 0xa0 && code !== 0xad && codePointOfWinAnsi(code) !== 0) codes.push(code);
  }
  return codes;
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
