// A face from a font file: metrics and characters from its tables, shaping by harfbuzz.
import type * as harfbuzzModule from 'harfbuzzjs';
import type { Resource } from '../../resources.ts';
import { buildRightToLeftWord } from '../build-right-to-left-word.ts';
import { buildWord, type GlyphSource, lettersOf } from '../build-word.ts';
import type { Side } from '../full-width.ts';
import { isJoined } from '../letter-spacing.ts';
import type { Face, FaceMetrics, FontProgram, GlyphAliases, InkBox, Word } from '../shaped-text.ts';
import { shownCode, shownShift } from '../shown-string.ts';
import { type Neighbours, type Shaping, TextFace } from '../text-face.ts';
import { measureBlank } from './blank-half.ts';
import { DamagedTable, describeDamage, invalidFont } from './byte-reader.ts';
import { CffOutlines } from './cff-subset.ts';
import { type CharacterMap, readCharacterMap } from './character-map.ts';
import { type FontFacts, readFontFacts } from './font-metrics.ts';
import { findFractions, fractionTag, type Harfbuzz } from './harfbuzz.ts';
import { LoneGlyphs } from './lone-glyphs.ts';
import { openSfnt, type Sfnt } from './sfnt.ts';
import { TrueTypeOutlines } from './truetype-subset.ts';
import { nudge, unseenAdvance, unseenCharacter, unseenCount, unseenGlyph, unseenWidth } from './unseen-glyphs.ts';

/** A font file without axes, or with its axes set. */
export interface FontResource extends Resource {
  readonly instance?: string;
}

/** Opens a font file. Raises ASSET_INVALID for a damaged file, a kind that PDF cannot embed, or a font whose rights forbid it. */
export function openFontFace(file: FontResource, harfbuzz: Harfbuzz): FontFace {
  const { key, instance } = file;
  try {
    const sfnt = openSfnt(file.bytes);
    const facts = readFontFacts(sfnt);
    const cmap = sfnt.tables.get('cmap');
    if (!cmap) throw new DamagedTable('has no character map. Use a version of it that has one.');
    return new FontFace(key, instance, sfnt, facts, readCharacterMap(cmap, facts.glyphCount), harfbuzz);
  } catch (cause) {
    if (cause instanceof DamagedTable) throw invalidFont(`(SHA-256 ${key.slice(0, 12)})`, describeDamage(cause), cause);
    throw cause;
  }
}

/** Characters that paint nothing; U+2800 is the pattern of Braille without dots. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

export class FontFace extends TextFace implements GlyphSource {
  readonly id: string;
  readonly postscriptName: string;
  readonly kind: Face['kind'];
  readonly metrics: FaceMetrics;
  readonly unitsPerEm: number;
  readonly instance: string | undefined;
  readonly hasPictures: boolean;
  readonly features: ReadonlySet<string> | undefined;
  /** Approximate memory of the face, in bytes. */
  readonly weight: number;
  readonly #map: CharacterMap;
  readonly #advances: Uint16Array;
  readonly #harfbuzz: Harfbuzz;
  readonly #font: harfbuzzModule.Font;
  readonly #outlines: TrueTypeOutlines | CffOutlines;
  readonly #alone = new WeakMap<Shaping, LoneGlyphs>();

  constructor(key: string, instance: string | undefined, sfnt: Sfnt, facts: FontFacts, map: CharacterMap, harfbuzz: Harfbuzz) {
    super();
    this.id = key;
    // Adobe Technical Note 5902: the PostScript name of an instance.
    this.postscriptName = `${facts.postscriptName}${instance ?? ''}`.slice(0, 100);
    this.metrics = facts.metrics;
    this.unitsPerEm = facts.unitsPerEm;
    this.instance = instance;
    this.hasPictures = facts.hasPictures;
    this.features = facts.features;
    this.weight = sfnt.bytes.length * 2 + 200_000;
    this.#map = map;
    this.#advances = facts.advances;
    this.#harfbuzz = harfbuzz;
    const cff = sfnt.tables.get('CFF ');
    this.kind = sfnt.tables.has('glyf') ? 'truetype' : 'cff';
    if (this.kind === 'truetype') this.#outlines = new TrueTypeOutlines(sfnt, facts);
    else if (cff) this.#outlines = new CffOutlines(cff, facts);
    else if (facts.hasPictures)
      throw new DamagedTable(
        'holds pictures of its characters and no outlines, so nothing of it can be drawn. Use a font with outlines.',
      );
    else if (sfnt.tables.has('CFF2'))
      throw new DamagedTable(
        'has outlines of the kind CFF2, which PDF cannot hold. Use its version with TrueType outlines (TTF).',
      );
    else throw new DamagedTable('has no outlines that PDF can hold. Convert it to TTF or OTF.');
    this.#font = harfbuzz.openFont(sfnt.bytes);
  }

  has(codePoint: number): boolean {
    const glyph = this.#map.glyphOf(codePoint);
    return glyph !== 0 && !(this.hasPictures && this.#isUndrawn(glyph, codePoint));
  }

  /** Whether a visible character has a glyph that is a picture without an outline. */
  #isUndrawn(glyph: number, codePoint: number): boolean {
    return this.#font.glyphToPath(glyph) === '' && !invisible.test(String.fromCodePoint(codePoint));
  }

  unicodeOf(glyph: number): string | undefined {
    if (glyph >= this.#advances.length) return unseenCharacter(glyph, this.#advances.length);
    const codePoint = this.#map.codePointOf(glyph);
    if (codePoint === 0) return undefined;
    const text = String.fromCodePoint(codePoint);
    if (codePoint < 0xfb00 || codePoint > 0xfefc) return text;
    // Ligatures and joined forms with their own code stand for their letters, but readers would reverse the letters of right-to-left ligatures.
    const letters = lettersOf(text);
    return codePoint < 0xfb1d || letters.length === 1 ? letters : text;
  }

  /** Whole thousandths, as in a PDF's table of widths. Adjustments of words are relative to these. */
  advanceEm(glyph: number): number {
    const advance = this.#advances[glyph];
    return advance === undefined ? unseenWidth(glyph, this.#advances.length) : Math.round((advance * 1000) / this.unitsPerEm);
  }

  inkEm(glyph: number): InkBox | undefined {
    const extents = glyph < this.#advances.length ? this.#font.glyphExtents(glyph) : undefined;
    if (!extents || extents.width === 0) return undefined;
    const { xBearing, yBearing, width, height } = extents;
    const scale = 1000 / this.unitsPerEm;
    // The height of extents points down.
    return {
      left: xBearing * scale,
      bottom: (yBearing + height) * scale,
      right: (xBearing + width) * scale,
      top: yBearing * scale,
    };
  }

  unseenGlyph(character: string): number | undefined {
    return unseenGlyph(character, this.#advances.length);
  }

  unseenWord(character: string, spacingEm: number): Word | undefined {
    const glyph = this.unseenGlyph(character);
    if (glyph === undefined) return undefined;
    const code = shownCode(glyph);
    const word = { widthEm: 0, glyphs: [glyph], says: undefined, actualText: undefined, drawn: undefined };
    const advance = this.advanceEm(glyph) + spacingEm;
    if (spacingEm === 0) return { ...word, tj: `${shownShift(-nudge)}${code}${shownShift(nudge - advance)}`, pieces: undefined };
    // So close to the next letter, readers would see a separate word, and take the spacing for a space.
    const first = { tj: `${shownShift(-unseenAdvance)}${code}`, riseEm: 0 };
    const last = { tj: `${shownShift(unseenAdvance - advance)}${code}${shownShift(-advance)}`, riseEm: 0 };
    return { ...word, tj: '', glyphs: [glyph, glyph], pieces: [{ actualText: character, pieces: [first, last] }] };
  }

  get firstFreeCode(): number | undefined {
    const first = this.#advances.length + unseenCount;
    return first <= 0xffff && this.#outlines.allowsAliases ? first : undefined;
  }

  subset(glyphs: ReadonlySet<number>, aliases?: GlyphAliases): FontProgram {
    return this.#outlines.subset(glyphs, aliases);
  }

  shapeWord(text: string, shaping: Shaping, beside?: Neighbours): Word {
    const { rtl, script, spacingEm } = shaping;
    const spacing = { shownEm: spacingEm, clusterEm: isJoined(script) ? 0 : spacingEm };
    const isWhole = rtl || (shaping.features.some(([tag]) => tag === fractionTag) && findFractions(text).length > 0);
    const run =
      (isWhole ? undefined : this.#loneGlyphs(shaping).run(text)) ?? this.#harfbuzz.shape(this.#font, text, shaping, beside);
    return (rtl && buildRightToLeftWord(text, run, spacing, this)) || buildWord(text, run, rtl, spacing, this);
  }

  blankEm(sign: string, side: Side, shaping: Shaping): number {
    const { unitsPerEm, features } = this;
    return measureBlank(sign, side, shaping.features, {
      unitsPerEm,
      features,
      inkEm: (glyph) => this.inkEm(glyph),
      shape: (text, asked) => this.#harfbuzz.shape(this.#font, text, { ...shaping, features: asked }),
    });
  }

  #loneGlyphs(shaping: Shaping): LoneGlyphs {
    let known = this.#alone.get(shaping);
    if (!known) {
      known = new LoneGlyphs((character) => this.#harfbuzz.shapeAlone(this.#font, character, shaping));
      this.#alone.set(shaping, known);
    }
    return known;
  }
}
