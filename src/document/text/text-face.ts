// The part of a face that only the text engine uses: it shapes words and keeps them.

import type { Side } from './full-width.ts';
import { breaksAfter, type InnerBreak } from './line/inner-break.ts';
import { isTall } from './script-of.ts';
import type { Face, FaceMetrics, FontProgram, GlyphAliases, InkBox, Word } from './shaped-text.ts';
import { shownShift } from './shown-string.ts';
import { TwoGenerationMap } from './two-generation-map.ts';

/** The settings for shaping a word. All are explicit: guessing would make a word depend on its neighbours. */
export interface Shaping {
  /** ISO 15924, `Latn`. */
  readonly script: string;
  readonly rtl: boolean;
  /** BCP 47, or empty. */
  readonly lang: string;
  /** OpenType features beyond the default ones, sorted by tag. */
  readonly features: readonly (readonly [tag: string, value: number])[];
  /** Letter spacing in 1/1000 em. */
  readonly spacingEm: number;
  /** Draws the hyphens of a face that has none. */
  readonly hyphenFace?: TextFace | undefined;
}

/** The letters right beside a word in another look or face: letters join across the boundary. */
export interface Neighbours {
  readonly before: string;
  readonly after: string;
}

export const softHyphen = '\u00ad';

/** Words of one face and one shaping. */
export class WordCache {
  readonly shaping: Shaping;
  readonly face: TextFace;
  /** Its letters or their marks reach higher or lower than Latin ones. */
  readonly isTall: boolean;
  /** `null`: the sign has no blank half. */
  readonly #halved = new Map<string, Word | null>();
  /** The words of the face that draws the hyphens. Undefined: this face does. */
  readonly hyphenWords: WordCache | undefined;
  readonly #words = new TwoGenerationMap<Word>(wordLimit);
  /** The widths of parts of words. Most parts are measured but never shown. */
  readonly #widths = new TwoGenerationMap<number>(widthLimit);
  readonly #parts = new TwoGenerationMap<WordParts>(partsLimit);

  constructor(face: TextFace, shaping: Shaping) {
    this.face = face;
    this.shaping = shaping;
    this.isTall = isTall(shaping.script);
    this.hyphenWords = shaping.hyphenFace?.wordsFor({ ...shaping, script: 'Latn', hyphenFace: undefined });
  }

  get(text: string, beside?: Neighbours): Word {
    // No text of a word holds a line feed.
    const key = beside ? `${beside.before}\n${text}\n${beside.after}` : text;
    const known = this.#words.get(key);
    if (known) return known;
    const shaped = this.face.shapeWord(text, this.shaping, beside);
    const word: Word = text === ' ' ? { ...shaped, isSpace: true } : shaped;
    // A page of Chinese without a space is one word. Keeping such words would take megabytes.
    if (key.length <= longestKept) this.#words.set(key, word);
    return word;
  }

  /** The width of a part of a word, in 1/1000 em. */
  partWidthEm(text: string, beside?: Neighbours): number {
    if (beside) return this.get(text, beside).widthEm;
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const { widthEm } = this.face.shapeWord(text, this.shaping, undefined);
    if (text.length <= longestKept) this.#widths.set(text, widthEm);
    return widthEm;
  }

  /** What this face draws of the part of a word before a break. */
  headText(part: string, hyphen: boolean): string {
    return hyphen && !this.hyphenWords ? `${part}-` : part;
  }

  /** The part of a word before a break. ISO 32000-2, 14.8.2.2.3: a hyphen that is not part of the text reads as a soft hyphen. */
  head(text: string, { at, hyphen }: InnerBreak, beside?: Neighbours): Word {
    const part = text.slice(0, at);
    const word = this.get(this.headText(part, hyphen), beside);
    return hyphen && !this.hyphenWords ? { ...word, actualText: `${part}${softHyphen}` } : word;
  }

  /** The width of the part of a word before a break, with its hyphen, in 1/1000 em. */
  headWidthEm(part: string, hyphen: boolean, beside?: Neighbours): number {
    const width = this.partWidthEm(this.headText(part, hyphen), beside);
    return hyphen && this.hyphenWords ? width + this.hyphenWords.partWidthEm('-') : width;
  }

  /** The parts of a word at the places where it may be divided. */
  partsOf(text: string, breaks: readonly InnerBreak[], beside?: Neighbours): WordParts {
    if (beside) return new WordParts(this, text, breaks, beside);
    const known = this.#parts.get(text);
    if (known?.breaks === breaks) return known;
    const made = new WordParts(this, text, breaks, undefined);
    if (text.length <= longestKept) this.#parts.set(text, made);
    return made;
  }

  /** A full-width sign without the blank half at one side. Undefined: no blank half at this side. */
  halved(sign: string, side: Side): Word | undefined {
    const key = `${sign}${side}`;
    let word = this.#halved.get(key);
    if (word === undefined) {
      const blank = this.face.blankEm(sign, side, this.shaping);
      word = blank > 0 ? halve(this.get(sign), side, blank) : null;
      this.#halved.set(key, word);
    }
    return word ?? undefined;
  }

  /** A word that paints nothing and has a character as its text; undefined: the face has no codes for such words. */
  unseen(character: string): Word | undefined {
    return this.face.unseenWord(character, this.shaping.spacingEm);
  }
}

/** The parts of a word before and after each of its breaks, which are measured and shaped when they are asked for. */
export class WordParts {
  readonly breaks: readonly InnerBreak[];
  readonly #words: WordCache;
  readonly #text: string;
  readonly #beside: Neighbours | undefined;
  readonly #headWidths: number[] = [];
  readonly #tailWidths: number[] = [];
  readonly #heads: Word[] = [];
  readonly #tails: Word[] = [];

  constructor(words: WordCache, text: string, breaks: readonly InnerBreak[], beside: Neighbours | undefined) {
    this.#words = words;
    this.#text = text;
    this.breaks = breaks;
    this.#beside = beside;
  }

  /** The part before a break with its hyphen: its width in 1/1000 em. */
  headWidthEm(index: number): number {
    const { at, hyphen } = this.breaks[index]!;
    this.#headWidths[index] ??= this.#words.headWidthEm(this.#text.slice(0, at), hyphen, this.besideHead);
    return this.#headWidths[index];
  }

  tailWidthEm(index: number): number {
    this.#tailWidths[index] ??= this.#words.partWidthEm(this.tailText(index), this.besideTail);
    return this.#tailWidths[index];
  }

  head(index: number): Word {
    this.#heads[index] ??= this.#words.head(this.#text, this.breaks[index]!, this.besideHead);
    return this.#heads[index];
  }

  tail(index: number): Word {
    this.#tails[index] ??= this.#words.get(this.tailText(index), this.besideTail);
    return this.#tails[index];
  }

  tailText(index: number): string {
    return this.#text.slice(this.breaks[index]!.at);
  }

  headText(index: number): string {
    const { at, hyphen } = this.breaks[index]!;
    return this.#words.headText(this.#text.slice(0, at), hyphen);
  }

  breaksAfter(index: number): readonly InnerBreak[] | undefined {
    return breaksAfter(this.breaks, this.breaks[index]!.at);
  }

  get besideHead(): Neighbours | undefined {
    return this.#beside && { ...this.#beside, after: '' };
  }

  get besideTail(): Neighbours | undefined {
    return this.#beside && { ...this.#beside, before: '' };
  }
}

function halve(word: Word, side: Side, blankEm: number): Word {
  const shift = shownShift(-blankEm);
  return { ...word, widthEm: word.widthEm - blankEm, tj: side === 'before' ? shift + word.tj : word.tj + shift };
}

const wordLimit = 1000;
const widthLimit = 10_000;
/** Words that are divided often. */
const partsLimit = 1000;
const longestKept = 64;
/** A face keeps words for this many shapings: languages, scripts and feature sets in use at a time. */
const cacheLimit = 64;

export abstract class TextFace implements Face {
  abstract readonly id: string;
  abstract readonly postscriptName: string;
  abstract readonly kind: Face['kind'];
  abstract readonly metrics: FaceMetrics;
  abstract readonly features: ReadonlySet<string> | undefined;
  readonly hasPictures: boolean = false;
  readonly #caches = new TwoGenerationMap<WordCache>(cacheLimit);

  abstract has(codePoint: number): boolean;
  abstract unicodeOf(glyph: number): string | undefined;
  abstract advanceEm(glyph: number): number;
  abstract inkEm(glyph: number): InkBox | undefined;
  abstract readonly firstFreeCode: number | undefined;
  abstract subset(glyphs: ReadonlySet<number>, aliases?: GlyphAliases): FontProgram | undefined;
  abstract unseenWord(character: string, spacingEm: number): Word | undefined;
  /** The width of the blank half at one side of a full-width sign, in 1/1000 em. 0: no blank half at this side. */
  abstract blankEm(sign: string, side: Side, shaping: Shaping): number;
  abstract shapeWord(text: string, shaping: Shaping, beside?: Neighbours): Word;

  /** Whether pictures show all of a cluster, such as a family of emoji. */
  showsPicture(_cluster: string): boolean {
    return false;
  }

  /** The words of this face shaped in this way. */
  wordsFor(shaping: Shaping): WordCache {
    const key = `${shaping.script} ${shaping.rtl} ${shaping.lang} ${shaping.features.join(' ')} ${shaping.spacingEm} ${shaping.hyphenFace?.id ?? ''}`;
    let cache = this.#caches.get(key);
    if (!cache) {
      cache = new WordCache(this, shaping);
      this.#caches.set(key, cache);
    }
    return cache;
  }
}
