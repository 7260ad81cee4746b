// The standard 14 fonts of PDF (ISO 32000-2, 9.6.2.2) as faces: metrics by name, nothing embedded.

import { PdfgenError } from '../../../contract/errors.ts';
import { standardMetrics } from '../../../platform/index.ts';
import { isIgnorable, isSpaceSeparator } from '../character-kind.ts';
import type { FaceMetrics, InkBox, Word } from '../shaped-text.ts';
import { shownByte, shownShift } from '../shown-string.ts';
import { type Shaping, TextFace } from '../text-face.ts';
import { type AfmData, makeLatinFont } from './latin-standard-font.ts';
import type { StandardFont } from './standard-font.ts';
import { makeSymbol } from './symbol-font.ts';
import { makeZapfDingbats } from './zapf-dingbats-font.ts';

/** Makes each font by its name. */
const makers: Readonly<Record<string, () => StandardFont>> = {
  ...Object.fromEntries(
    [
      ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
      ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
      ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
    ].map((name) => [name, () => makeLatinFont(name, standardMetrics(name) as AfmData)]),
  ),
  Symbol: makeSymbol,
  ZapfDingbats: makeZapfDingbats,
};

/** One of the standard 14 fonts. Raises ASSET_INVALID for any other name. */
export function openStandardFace(name: string): StandardFace {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make === undefined) {
    throw new PdfgenError('ASSET_INVALID', `"${name}" is not a standard font. There are: ${Object.keys(makers).join(', ')}.`);
  }
  return new StandardFace(name, make());
}

/** Digits, signs and letters without a part below the baseline in any of the fonts. */
const staysAbove = /^[ \u00a0\d.:!?'"%&*+\-–—−=<>#€£°•A-IK-PR-ZÀ-ÆÈ-ÖØ-Ýa-ehik-or-xzà-æè-ïñ-öù-ü]$/u;

const isLow = /^[acegm-su-z.,:;]$/;
const isAccented = /^[À-ÖØ-Ýà-öø-ÿŠšŽžŸ]$/;

export class StandardFace extends TextFace {
  readonly id: string;
  readonly postscriptName: string;
  readonly kind = 'standard';
  readonly metrics: FaceMetrics;
  readonly firstFreeCode = undefined;
  readonly features = new Set(['kern']);
  readonly #font: StandardFont;

  constructor(name: string, font: StandardFont) {
    super();
    this.id = name;
    this.postscriptName = name;
    this.metrics = font.metrics;
    this.#font = font;
  }

  has(codePoint: number): boolean {
    return this.#font.codeOf(codePoint) !== 0;
  }

  unicodeOf(glyph: number): string | undefined {
    const codePoint = this.#font.codePointOf(glyph);
    return codePoint === 0 ? undefined : String.fromCharCode(codePoint);
  }

  advanceEm(glyph: number): number {
    return this.#font.widths[glyph] ?? 0;
  }

  /** No table holds it, so the box is as wide as the glyph, and has the height of its kind of letter. */
  inkEm(glyph: number): InkBox | undefined {
    const character = this.unicodeOf(glyph) ?? '';
    if (/^\s?$/u.test(character)) return undefined;
    const { descent, xHeight, capHeight, bbox } = this.metrics;
    const top = isLow.test(character) ? xHeight : isAccented.test(character) ? bbox[3] : capHeight;
    return { left: 0, bottom: staysAbove.test(character) ? 0 : descent, right: this.advanceEm(glyph), top };
  }

  subset(): undefined {
    return undefined;
  }

  unseenWord(): undefined {}

  blankEm(): number {
    return 0;
  }

  shapeWord(text: string, { features, spacingEm }: Shaping): Word {
    const { widths, kerning, substitute } = this.#font;
    const kerned = !features.some(([tag, value]) => tag === 'kern' && value === 0);
    const glyphs: number[] = [];
    let isExact = true;
    let widthEm = 0;
    let tj = '';
    let previous = 0;
    for (const character of compose(text)) {
      const codePoint = character.codePointAt(0)!;
      const known = this.#codeFor(codePoint);
      if (known === 0 && isIgnorable(codePoint)) continue;
      // A stand-in sign shows a character outside the encoding, which is reported as missing.
      const code = known || substitute;
      const kern = kerned ? (kerning.get(previous * 256 + code) ?? 0) : 0;
      if (kern !== 0) tj += shownShift(kern);
      tj += shownByte(code);
      widthEm += kern + widths[code]! + spacingEm;
      glyphs.push(code);
      // Two signs may share a code (Δ and ∆ in Symbol), so the code does not tell them apart.
      if (known > 0x20 && this.#font.codePointOf(code) !== codePoint) isExact = false;
      previous = code;
    }
    return {
      widthEm,
      tj,
      glyphs,
      says: undefined,
      actualText: isExact ? undefined : text,
      pieces: undefined,
      drawn: undefined,
    };
  }

  /** The code of a character; every kind of space has the code of the space. */
  #codeFor(codePoint: number): number {
    return this.#font.codeOf(codePoint) || (isSpaceSeparator(codePoint) ? 0x20 : 0);
  }
}

/** A letter and its accent have one common code, or none. */
function compose(text: string): string {
  return /[\u0300-\u036f]/.test(text) ? text.normalize('NFC') : text;
}
