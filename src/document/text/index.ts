// The text engine: opens fonts as faces, and turns runs of text into paragraphs that break into lines.
import type { Resource } from '../resources.ts';
import { Directions } from './bidi.ts';
import { cleanText, findUnprintable } from './clean-text.ts';
import { type FontFace, type FontResource, openFontFace } from './font/font-face.ts';
import { Harfbuzz } from './font/harfbuzz.ts';
import { openSfnt } from './font/sfnt.ts';
import { openStandardFace, type StandardFace } from './font/standard-face.ts';
import { openPatterns, type Patterns } from './hyphenation/hyphenator.ts';
import { cutSimple } from './line/cut-simple.ts';
import { cutText, type LookRun } from './line/cut-text.ts';
import { BreakFinder } from './line/line-breaks.ts';
import { longestCached, ParagraphCache, type StyleParagraphs } from './paragraph-cache.ts';
import { ShapedParagraph } from './shaped-paragraph.ts';
import type { Face, Paragraph, ParagraphOptions, TextRun, TextStyle } from './shaped-text.ts';
import { StyleShaping } from './style-shaping.ts';

/** Memory in bytes for open fonts, besides fonts that a style in use holds. */
const fontBytesLimit = 192 * 1024 * 1024;
const paragraphLimit = 300;
/** Languages whose patterns stay in memory. */
const patternLimit = 20;

/** A font file as plain TrueType or OpenType. Raises DamagedTable. */
export const plainFont = (bytes: Uint8Array): Uint8Array => openSfnt(bytes).bytes;

let shared: Promise<TextEngine> | undefined;

/** The one text engine of the process. */
export function loadTextEngine(): Promise<TextEngine> {
  shared ??= import('harfbuzzjs').then((module) => new TextEngine(new Harfbuzz(module)));
  return shared;
}

interface StyleEntry {
  readonly shaping: StyleShaping;
  readonly paragraphs: StyleParagraphs;
  /** Paragraphs with isolated values, by their text with the signs of the isolates. */
  readonly isolated: StyleParagraphs;
}

/** The side of simple text, which is from left to right, also as a value in a paragraph from right to left. Undefined: it may be turned. */
function sideOfSimple([only, ...more]: readonly LookRun[], { dir }: ParagraphOptions): 'left' | 'right' | undefined {
  if (more.length > 0) return undefined;
  if (dir === 'auto' || dir === 'ltr') return 'left';
  const { text, isolate } = only!;
  if (dir === 'auto-rtl' && /\p{L}/u.test(text)) return text.includes('\n') ? undefined : 'left';
  return isolate === undefined ? undefined : 'right';
}

const isPlain = ({ link, isLabel, marks }: TextRun): boolean => link === undefined && !isLabel && !marks;

/** The text of runs of one style, with the signs of Unicode around each value. Undefined: the runs differ, or the text has such signs. */
function withSigns(runs: readonly TextRun[]): string | undefined {
  if (runs.every(({ isolate }) => isolate === undefined)) return undefined;
  let all = '';
  for (const run of runs) {
    if (!isPlain(run) || run.style !== runs[0]!.style || /[\u2066-\u2069]/.test(run.text)) return undefined;
    all += run.isolate === undefined ? run.text : `\u2068${run.text}\u2069`;
  }
  return all;
}

export class TextEngine {
  readonly #harfbuzz: Harfbuzz;
  readonly #breakFinder = new BreakFinder();
  readonly #directions = new Directions();
  /** In order of last use. */
  readonly #faces = new Map<string, FontFace>();
  #faceBytes = 0;
  readonly #standardFaces = new Map<string, StandardFace>();
  readonly #patterns = new Map<string, Patterns>();
  readonly #styles = new WeakMap<TextStyle, StyleEntry>();
  readonly #paragraphs = new ParagraphCache(paragraphLimit);

  constructor(harfbuzz: Harfbuzz) {
    this.#harfbuzz = harfbuzz;
  }

  /**
   * A font file as a face, shared by all documents. Its bytes are asked for only if the face is not open. Raises ASSET_INVALID for a file that cannot
   * be used or may not be embedded. Only for work inside of `withDemanded`.
   */
  openFace(file: FontResource): Face {
    const { key } = file;
    const known = this.#faces.get(key);
    if (known) {
      this.#faces.delete(key);
      this.#faces.set(key, known);
      return known;
    }
    const face = openFontFace(file, this.#harfbuzz);
    this.#faces.set(key, face);
    this.#faceBytes += face.weight;
    for (const [oldKey, old] of this.#faces) {
      if (this.#faceBytes <= fontBytesLimit || old === face) break;
      this.#faces.delete(oldKey);
      this.#faceBytes -= old.weight;
    }
    return face;
  }

  /**
   * A standard font by name (`Helvetica-Bold`), with the characters of WinAnsiEncoding; Symbol and ZapfDingbats have their own. Raises ASSET_INVALID
   * for other names.
   */
  standardFace(name: string): Face {
    let face = this.#standardFaces.get(name);
    if (!face) {
      face = openStandardFace(name);
      this.#standardFaces.set(name, face);
    }
    return face;
  }

  /** Patterns of hyphenation, shared by all documents. */
  openPatterns({ key, bytes }: Resource): Patterns {
    const known = this.#patterns.get(key);
    if (known) return known;
    const patterns = openPatterns(bytes);
    this.#patterns.set(key, patterns);
    if (this.#patterns.size > patternLimit) this.#patterns.delete(this.#patterns.keys().next().value!);
    return patterns;
  }

  /**
   * Shapes text. The result may be shared; the same input always gives the same lines. `checkTime` raises when time is up; its error passes through.
   */
  prepare(runs: readonly TextRun[], options: ParagraphOptions, checkTime: () => void = () => undefined): Paragraph {
    const first = runs[0];
    const isWhole = runs.length === 1 && first!.isolate === undefined;
    const text = isWhole && isPlain(first!) ? first!.text : isWhole ? undefined : withSigns(runs);
    if (text === undefined || text.length > longestCached) return this.#shape(runs, options, checkTime);
    const { paragraphs, isolated } = this.#style(first!.style);
    const tables = isWhole ? paragraphs : isolated;
    const known = this.#paragraphs.get(tables, options, text);
    if (known) return known;
    const made = this.#shape(runs, options, checkTime);
    this.#paragraphs.set(tables, options, text, made);
    return made;
  }

  /** Whether each run between spaces is certainly no wider than `least` (pt), and each line no wider than `most`. Quick, without shaping. */
  isWithin(text: string, style: TextStyle, least: number, most: number): boolean {
    return this.#style(style).shaping.isWithin(text, least, most);
  }

  #shape(runs: readonly TextRun[], options: ParagraphOptions, checkTime: () => void): Paragraph {
    const looks: LookRun[] = [];
    const unprintable = new Set<number>();
    let last: TextRun | undefined;
    for (const run of runs) {
      const { text, style, link, isLabel, marks, isolate } = run;
      const clean = cleanText(text, options.tabs.length > 0);
      if (clean !== text) for (const code of findUnprintable(text)) unprintable.add(code);
      if (clean === '') continue;
      // A value in a text without marks is part of the same segments.
      const goesOn = isolate !== undefined || last?.isolate !== undefined;
      const isSame = last?.style === style && last.link === link && last.isLabel === isLabel && last.marks === marks;
      const look = goesOn && isSame ? looks.at(-1)!.look : { shaping: this.#style(style).shaping, link, isLabel, marks };
      looks.push({ text: clean, look, isolate });
      last = run;
    }
    const first = looks[0];
    if (!first) return new ShapedParagraph([], { missing: [], unprintable }, options, false);
    const side = sideOfSimple(looks, options);
    const simple = side && cutSimple(first.text, first.look, side === 'right');
    const { lines, missing, isRightToLeft } = simple
      ? { lines: simple, missing: [], isRightToLeft: side === 'right' }
      : cutText(looks, options, this.#breakFinder, this.#directions, checkTime);
    return new ShapedParagraph(lines, { missing, unprintable }, options, isRightToLeft);
  }

  #style(style: TextStyle): StyleEntry {
    let entry = this.#styles.get(style);
    if (!entry) {
      entry = { shaping: new StyleShaping(style), paragraphs: [], isolated: [] };
      this.#styles.set(style, entry);
    }
    return entry;
  }
}
