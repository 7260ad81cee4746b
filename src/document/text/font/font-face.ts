// A face from a font file: metrics and characters from its tables, shaping by harfbuzz.
import type * as harfbuzzModule from 'harfbuzzjs';
import { PdfgenError } from '../../../contract/errors.ts';
import { onDemand } from '../../on-demand.ts';
import type { Resource } from '../../resources.ts';
import { type Path, transformPath } from '../../vector/path.ts';
import { buildRightToLeftWord } from '../build-right-to-left-word.ts';
import { buildWord, type GlyphSource, lettersOf } from '../build-word.ts';
import type { Side } from '../full-width.ts';
import { isJoined, type Spacing, spacingAfter, spacingBefore } from '../letter-spacing.ts';
import type {
  Face,
  FaceMetrics,
  FontProgram,
  GlyphAliases,
  GlyphPicture,
  InkBox,
  PicturedGlyph,
  TypingFont,
  Word,
} from '../shaped-text.ts';
import { shownCode, shownShift } from '../shown-string.ts';
import { type Neighbours, type Shaping, TextFace } from '../text-face.ts';
import { measureBlank } from './blank-half.ts';
import { ByteReader, DamagedTable, describeDamage, invalidFont } from './byte-reader.ts';
import { type CffOutlines, openCffOutlines } from './cff-subset.ts';
import { type CharacterMap, readCharacterMap } from './character-map.ts';
import { type FontFacts, readFontFacts } from './font-metrics.ts';
import { outlineOf } from './glyph-outline.ts';
import type { GlyphPictures } from './glyph-pictures.ts';
import { findFractions, fractionTag, type GlyphRun, glyphStride, type Harfbuzz } from './harfbuzz.ts';
import { fontMaker } from './harfbuzz-subset.ts';
import { LoneGlyphs } from './lone-glyphs.ts';
import { openSfnt, type Sfnt } from './sfnt.ts';
import { TrueTypeOutlines } from './truetype-subset.ts';
import { nudge, unseenAdvance, unseenCharacter, unseenCount, unseenGlyph, unseenWidth } from './unseen-glyphs.ts';

/** A font file without axes, or with its axes set. */
export interface FontResource extends Resource {
  readonly instance?: string;
}

const picturesOpener = onDemand('colour fonts', async () => (await import('./glyph-pictures.ts')).openPictures);

/**
 * Opens a font file. Raises ASSET_INVALID for a damaged file, a kind that PDF cannot embed, or a font whose rights forbid it. Only for work inside of
 * `withDemanded`.
 */
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

/** The most glyphs that a font makes of a word, and of each of its letters. Fonts take a letter apart into some ten. */
const mostGlyphs = 200;
const mostGlyphsOfLetter = 32;

const plainShaping: Shaping = { script: 'Zyyy', rtl: false, lang: '', features: [], spacingEm: 0 };

/** Why the colours of a font are not painted. `lost`: the tables that hold them. */
function describeFault(lost: readonly string[], { tables }: Sfnt): string {
  const layers = tables.get('COLR');
  const version = layers && layers.length >= 2 ? new ByteReader(layers).u16(0) : 0;
  const kinds = lost.map((tag) => (tag === 'COLR' && version > 0 ? `COLR version ${version}` : tag.trim()));
  return `is a colour font whose colours cannot be drawn (${kinds.join(', ')})`;
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
  readonly colorFault: string | undefined;
  override readonly hasPictures: boolean;
  readonly features: ReadonlySet<string> | undefined;
  /** Approximate memory of the face, in bytes. */
  readonly weight: number;
  readonly #bytes: Uint8Array;
  readonly #map: CharacterMap;
  readonly #advances: Uint16Array;
  readonly #harfbuzz: Harfbuzz;
  readonly #font: harfbuzzModule.Font;
  readonly #outlines: TrueTypeOutlines | CffOutlines;
  readonly #mayLackOutlines: boolean;
  readonly #pictures: GlyphPictures | undefined;
  readonly #alone = new WeakMap<Shaping, LoneGlyphs>();
  readonly #typing = new WeakMap<readonly number[], TypingFont>();

  constructor(key: string, instance: string | undefined, sfnt: Sfnt, facts: FontFacts, map: CharacterMap, harfbuzz: Harfbuzz) {
    super();
    this.id = key;
    // Adobe Technical Note 5902: the PostScript name of an instance.
    this.postscriptName = `${facts.postscriptName}${instance ?? ''}`.slice(0, 100);
    this.metrics = facts.metrics;
    this.unitsPerEm = facts.unitsPerEm;
    this.instance = instance;
    this.features = facts.features;
    this.weight = sfnt.bytes.length * 2 + 200_000;
    this.#bytes = sfnt.bytes;
    this.#map = map;
    this.#advances = facts.advances;
    this.#harfbuzz = harfbuzz;
    const tables = facts.pictureTables;
    const openPictures = tables.length > 0 ? picturesOpener() : undefined;
    this.#font = harfbuzz.openFont(sfnt.bytes);
    this.#pictures = openPictures?.(this.#font, sfnt.tables, key, () => harfbuzz.makePaintFuncs());
    this.hasPictures = this.#pictures !== undefined;
    const cff = sfnt.tables.get('CFF ');
    const hasOutlines = sfnt.tables.has('glyf');
    this.kind = cff && !hasOutlines ? 'cff' : 'truetype';
    if (hasOutlines) this.#outlines = new TrueTypeOutlines(sfnt, facts);
    else if (cff) this.#outlines = openCffOutlines(cff, facts);
    else if (this.#pictures) this.#outlines = TrueTypeOutlines.empty(sfnt, facts);
    else if (tables.length > 0)
      throw new DamagedTable(
        `holds pictures of its characters that cannot be drawn (${tables.map((tag) => tag.trim()).join(', ')}), and no outlines. Use a version of it with COLR, or with PNG pictures in CBDT or sbix.`,
      );
    else if (sfnt.tables.has('CFF2'))
      throw new DamagedTable(
        'has outlines of the kind CFF2, which PDF cannot hold. Use its version with TrueType outlines (TTF).',
      );
    else throw new DamagedTable('has no outlines that PDF can hold. Convert it to TTF or OTF.');
    // Bitmaps for small screens only add to outlines.
    const lost = tables.filter((tag) => tag !== 'EBDT');
    this.colorFault = this.#pictures || lost.length === 0 ? undefined : describeFault(lost, sfnt);
    this.#mayLackOutlines = tables.length > 0;
  }

  override showsPicture(cluster: string): boolean {
    const run = this.#pictures && this.#harfbuzz.shape(this.#font, cluster, plainShaping);
    return run?.every((glyph, i) => i % glyphStride > 0 || this.#isPicture(glyph)) ?? false;
  }

  has(codePoint: number): boolean {
    const glyph = this.#map.glyphOf(codePoint);
    return glyph !== 0 && !(this.#mayLackOutlines && this.#isUndrawn(glyph, codePoint));
  }

  /** Whether a visible character has a glyph that is neither an outline nor a picture, or a picture that cannot be painted. */
  #isUndrawn(glyph: number, codePoint: number): boolean {
    if (invisible.test(String.fromCodePoint(codePoint)) || this.#isPicture(glyph)) return false;
    return this.#readPicture((pictures) => pictures.isLost(glyph)) === true || this.#font.glyphToPath(glyph) === '';
  }

  #isPicture(glyph: number): boolean {
    return glyph < this.#advances.length && this.#readPicture((pictures) => pictures.has(glyph)) === true;
  }

  pictureOf(glyph: number, color: string): GlyphPicture | undefined {
    return this.#readPicture((pictures) => pictures.get(glyph, color));
  }

  #readPicture<T>(read: (pictures: GlyphPictures) => T): T | undefined {
    try {
      return this.#pictures && read(this.#pictures);
    } catch (cause) {
      if (cause instanceof DamagedTable) throw invalidFont(this.postscriptName, describeDamage(cause), cause);
      if (!(cause instanceof PdfgenError)) throw cause;
      throw invalidFont(this.postscriptName, `has a picture of a character that cannot be drawn. ${cause.message}`, cause);
    }
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

  outlineOf(glyph: number): Path | undefined {
    if (glyph >= this.#advances.length || this.#isPicture(glyph)) return undefined;
    const outline = outlineOf(this.#font, glyph);
    const scale = 1000 / this.unitsPerEm;
    return outline.ops === '' ? undefined : transformPath(outline, [scale, 0, 0, scale, 0, 0]);
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
    const blank = this.#pictures && new Set([...glyphs].filter((glyph) => this.#isPicture(glyph)));
    return this.#outlines.subset(glyphs, aliases, blank);
  }

  typingFont(characters: readonly number[]): TypingFont {
    const known = this.#typing.get(characters);
    if (known) return known;
    const kept = characters.filter((character) => this.has(character));
    const glyphs = [...new Set(kept.map((character) => this.#map.glyphOf(character)))].sort((a, b) => a - b);
    const made: TypingFont = { face: this, glyphs, program: this.kind === 'truetype' ? this.#keep(kept) : undefined };
    this.#typing.set(characters, made);
    return made;
  }

  #keep(characters: readonly number[]): Uint8Array {
    try {
      return fontMaker().keep(this.#bytes, characters);
    } catch (cause) {
      if (cause instanceof DamagedTable) throw invalidFont(this.postscriptName, describeDamage(cause), cause);
      throw cause;
    }
  }

  shapeWord(text: string, shaping: Shaping, beside?: Neighbours): Word {
    const { rtl, script, spacingEm } = shaping;
    const spacing = { shownEm: spacingEm, clusterEm: isJoined(script) ? 0 : spacingEm };
    const isWhole = rtl || (shaping.features.some(([tag]) => tag === fractionTag) && findFractions(text).length > 0);
    const run =
      (isWhole ? undefined : this.#loneGlyphs(shaping).run(text)) ?? this.#harfbuzz.shape(this.#font, text, shaping, beside);
    if (run.length / glyphStride > mostGlyphs + mostGlyphsOfLetter * text.length)
      throw invalidFont(this.postscriptName, 'makes far more glyphs of a text than it has letters. Use another font.');
    const word = (rtl && buildRightToLeftWord(text, run, spacing, this)) || buildWord(text, run, rtl, spacing, this);
    return this.#pictures ? { ...word, pictured: this.#placePictures(text, run, rtl, spacing) } : word;
  }

  #placePictures(text: string, run: GlyphRun, rtl: boolean, spacing: Spacing): Word['pictured'] {
    const placed: PicturedGlyph[] = [];
    const scale = 1000 / this.unitsPerEm;
    let pen = spacingBefore(spacing, rtl);
    for (let i = 0; i < run.length; i += glyphStride) {
      const glyph = run[i]!;
      if (this.#isPicture(glyph)) placed.push({ glyph, xEm: pen + run[i + 3]! * scale, riseEm: run[i + 4]! * scale });
      pen += run[i + 2]! * scale + spacingAfter(spacing, run, i, text, rtl);
    }
    return placed.length > 0 ? placed : undefined;
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
