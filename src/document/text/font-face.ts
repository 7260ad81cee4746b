// A face from a font file: metrics and characters from its tables, shaping by harfbuzz.
import type * as harfbuzzModule from 'harfbuzzjs';
import { buildWord, type GlyphSource, lettersOf } from './build-word.ts';
import { DamagedTable, invalidFont } from './byte-reader.ts';
import { CffOutlines } from './cff-subset.ts';
import { type CharacterMap, readCharacterMap } from './character-map.ts';
import { type FontFacts, readFontFacts } from './font-metrics.ts';
import type { Harfbuzz } from './harfbuzz.ts';
import { openSfnt, type Sfnt } from './sfnt.ts';
import { type Shaping, TextFace } from './text-face.ts';
import { TrueTypeOutlines } from './truetype-subset.ts';
import type { Face, FaceMetrics, FontProgram, Word } from './types.ts';

/** Opens a font file. Raises ASSET_INVALID for a damaged file, a kind that PDF cannot embed, or one whose rights forbid it. */
export function openFontFace(key: string, bytes: Uint8Array, harfbuzz: Harfbuzz): FontFace {
  try {
    const sfnt = openSfnt(bytes);
    const facts = readFontFacts(sfnt);
    const cmap = sfnt.tables.get('cmap');
    if (!cmap) throw new DamagedTable('has no character map. Use a version of it that has one.');
    return new FontFace(key, sfnt, facts, readCharacterMap(cmap, facts.glyphCount), harfbuzz);
  } catch (cause) {
    if (cause instanceof DamagedTable) throw invalidFont(`(SHA-256 ${key.slice(0, 12)})`, describe(cause), cause);
    throw cause;
  }
}

/** Messages of the reader name no remedy of their own. */
function describe(damage: DamagedTable): string {
  return damage.message.endsWith('.') ? damage.message : `is damaged: ${damage.message}. Give an intact file.`;
}

export class FontFace extends TextFace implements GlyphSource {
  readonly id: string;
  readonly postscriptName: string;
  readonly kind: Face['kind'];
  readonly metrics: FaceMetrics;
  readonly unitsPerEm: number;
  /** What the face holds in memory, roughly, in bytes. */
  readonly weight: number;
  readonly #map: CharacterMap;
  readonly #advances: Uint16Array;
  readonly #harfbuzz: Harfbuzz;
  readonly #font: harfbuzzModule.Font;
  readonly #outlines: TrueTypeOutlines | CffOutlines;

  constructor(key: string, sfnt: Sfnt, facts: FontFacts, map: CharacterMap, harfbuzz: Harfbuzz) {
    super();
    this.id = key;
    this.postscriptName = facts.postscriptName;
    this.metrics = facts.metrics;
    this.unitsPerEm = facts.unitsPerEm;
    this.weight = sfnt.bytes.length * 2 + 200_000;
    this.#map = map;
    this.#advances = facts.advances;
    this.#harfbuzz = harfbuzz;
    const cff = sfnt.tables.get('CFF ');
    this.kind = sfnt.tables.has('glyf') ? 'truetype' : 'cff';
    if (this.kind === 'truetype') this.#outlines = new TrueTypeOutlines(sfnt, facts);
    else if (cff) this.#outlines = new CffOutlines(cff, facts.postscriptName);
    else throw new DamagedTable('has no outlines that PDF can hold. Convert it to TTF or OTF.');
    this.#font = harfbuzz.openFont(sfnt.bytes);
  }

  has(codePoint: number): boolean {
    return this.#map.glyphOf(codePoint) !== 0;
  }

  unicodeOf(glyph: number): string | undefined {
    const codePoint = this.#map.codePointOf(glyph);
    if (codePoint === 0) return undefined;
    const text = String.fromCodePoint(codePoint);
    if (codePoint < 0xfb00 || codePoint > 0xfefc) return text;
    // Ligatures and joined forms with a code of their own stand for their letters. Right-to-left ones of several letters are
    // left as they are: readers would turn the letters round (see asOneCharacter).
    const letters = lettersOf(text);
    return codePoint < 0xfb1d || letters.length === 1 ? letters : text;
  }

  /** Whole thousandths, as a PDF's table of widths has them: adjustments of words are made against these. */
  advanceEm(glyph: number): number {
    return Math.round(((this.#advances[glyph] ?? 0) * 1000) / this.unitsPerEm);
  }

  subset(glyphs: ReadonlySet<number>): FontProgram {
    return this.#outlines.subset(glyphs);
  }

  shapeWord(text: string, shaping: Shaping): Word {
    return buildWord(text, this.#harfbuzz.shape(this.#font, text, shaping), shaping.rtl, shaping.spacingEm, this);
  }
}
