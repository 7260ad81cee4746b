// From shaped glyphs to what a page's content holds: codes, adjustments, and what the glyphs say as text.
import { type GlyphRun, glyphStride } from './harfbuzz.ts';
import { shownCode, shownShift } from './shown-string.ts';
import type { Word } from './types.ts';

/** What building a word asks of its face. */
export interface GlyphSource {
  readonly unitsPerEm: number;
  /** As the page's viewer will have it: in whole 1/1000 em. */
  advanceEm(glyph: number): number;
  unicodeOf(glyph: number): string | undefined;
  /** The code of a glyph that paints nothing and stands for `character`, if the font leaves one free. */
  unseenGlyph(character: string): number | undefined;
}

/** Differences up to this many thousandths of an em are left, as no eye sees them; they are carried on, so they never add up. */
const slack = 1;

/** `spacingEm`: what a viewer adds after each code (letter spacing), in 1/1000 em; it is part of the word's width. */
export function buildWord(text: string, run: GlyphRun, rtl: boolean, spacingEm: number, source: GlyphSource): Word {
  const scale = 1000 / source.unitsPerEm;
  const glyphs: number[] = [];
  const pieces: { tj: string; riseEm: number }[] = [];
  let raised = false;
  let moved = false;
  let tj = '';
  let rise = 0;
  // Both in 1/1000 em: where the next glyph belongs, and where a viewer would be after what is written so far.
  let pen = 0;
  let shown = 0;
  for (let i = 0; i < run.length; i += glyphStride) {
    const glyph = run[i]!;
    const riseHere = Math.round(run[i + 4]! * scale * 100) / 100;
    if (riseHere !== rise) {
      if (tj !== '') pieces.push({ tj, riseEm: rise });
      tj = '';
      rise = riseHere;
      raised = true;
    }
    if (run[i + 3] !== 0 && run[i + 2] === 0) moved = true;
    const shift = Math.round(pen + run[i + 3]! * scale - shown);
    if (shift > slack || shift < -slack) {
      tj += shownShift(shift);
      shown += shift;
    }
    tj += shownCode(glyph);
    glyphs.push(glyph);
    shown += source.advanceEm(glyph) + spacingEm;
    pen += run[i + 2]! * scale;
    // A viewer spaces after every code; a mark has to stay where it is on its base.
    if (run[i + 2] !== 0) pen += spacingEm;
  }
  const rest = Math.round(pen - shown);
  if (rest > slack || rest < -slack) {
    tj += shownShift(rest);
    shown += rest;
  }
  if (raised && tj !== '') pieces.push({ tj, riseEm: rise });
  const { clusters, actualText } = readBack(text, run, rtl, source);
  // Readers take a glyph off the baseline for another line, and a mark beside its place for another word. From right to left the
  // remedy would be worse: they would turn the whole text round.
  const isSplit = (raised || moved) && !rtl && actualText === undefined;
  return {
    widthEm: shown,
    tj: raised ? '' : tj,
    glyphs,
    clusters,
    actualText: isSplit ? text : actualText,
    pieces: raised ? pieces : undefined,
  };
}

interface ReadBack {
  readonly clusters: Word['clusters'];
  readonly actualText: string | undefined;
}

const asItIs: ReadBack = { clusters: undefined, actualText: undefined };

function hasMissing(run: GlyphRun): boolean {
  for (let i = 0; i < run.length; i += glyphStride) if (run[i] === 0) return true;
  return false;
}

/** Finds out whether the glyphs, mapped to text one by one, say what the word says, and what is needed where they do not. */
function readBack(text: string, run: GlyphRun, rtl: boolean, source: GlyphSource): ReadBack {
  if (saysText(text, run, rtl, source)) return asItIs;
  // One glyph stands for all that a font lacks, and can be mapped to one of them only.
  if (!rtl && text.length > 1 && hasMissing(run)) return { clusters: undefined, actualText: text };
  const clusters: [number, string][] = [];
  const starts = clusterStarts(run, text.length);
  let wrong = false;
  for (let i = 0; i < run.length; ) {
    const start = run[i + 1]!;
    const glyphs: number[] = [];
    for (; i < run.length && run[i + 1] === start; i += glyphStride) glyphs.push(run[i]!);
    if (rtl) glyphs.reverse();
    const meant = text.slice(start, starts.get(start));
    const said = glyphs.map((glyph) => source.unicodeOf(glyph));
    if (isSame(said.join(''), meant)) continue;
    const silent = said.indexOf(undefined);
    const spoken = silent < 0 || said.includes(undefined, silent + 1) ? undefined : textBetween(meant, said, silent);
    if (spoken !== undefined) clusters.push([glyphs[silent]!, rtl ? asOneCharacter(spoken) : spoken]);
    else if (rtl && glyphs.length === 1) clusters.push([glyphs[0]!, asOneCharacter(meant)]);
    else wrong = true;
  }
  if (wrong) return { clusters: undefined, actualText: text };
  return { clusters: clusters.length > 0 ? clusters : undefined, actualText: undefined };
}

/** What the only glyph of a cluster without a character stands for: what the others leave. */
function textBetween(meant: string, said: readonly (string | undefined)[], silent: number): string | undefined {
  const before = said.slice(0, silent).join('');
  const after = said.slice(silent + 1).join('');
  const fits = meant.startsWith(before) && meant.endsWith(after) && before.length + after.length < meant.length;
  return fits ? meant.slice(before.length, meant.length - after.length) : undefined;
}

function saysText(text: string, run: GlyphRun, rtl: boolean, source: GlyphSource): boolean {
  let at = rtl ? text.length : 0;
  for (let i = 0; i < run.length; i += glyphStride) {
    const said = source.unicodeOf(run[i]!);
    if (said === undefined) return false;
    if (rtl) at -= said.length;
    if (!text.startsWith(said, at)) return false;
    if (!rtl) at += said.length;
  }
  return at === (rtl ? 0 : text.length);
}

/** Where each cluster ends, by where it starts. */
function clusterStarts(run: GlyphRun, length: number): Map<number, number> {
  const sorted: number[] = [];
  for (let i = 1; i < run.length; i += glyphStride) sorted.push(run[i]!);
  sorted.sort((a, b) => a - b);
  const ends = new Map<number, number>();
  let next = length;
  for (let i = sorted.length - 1; i >= 0; i--) {
    if (i > 0 && sorted[i - 1] === sorted[i]) continue;
    ends.set(sorted[i]!, next);
    next = sorted[i]!;
  }
  return ends;
}

/** Arabic ligatures that have a code of their own. */
const ligatures: Readonly<Record<string, string>> = {
  '\u0644\u0627': '\ufefb',
  '\u0644\u0622': '\ufef5',
  '\u0644\u0623': '\ufef7',
  '\u0644\u0625': '\ufef9',
  '\u0627\u0644\u0644\u0647': '\ufdf2',
};

/**
 * Readers turn right-to-left text round character by character, the letters inside a ligature as well (measured: poppler 22.12, for
 * ToUnicode and for ActualText). One character stays as it is, and readers that look for text fold it to its letters.
 */
function asOneCharacter(text: string): string {
  return ligatures[text] ?? text;
}

/** Characters that are painted by another one's glyph and read as well by it: kinds of space and of hyphen. */
const looksAlike = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const presentationForms = /[\ufb00-\ufdff\ufe70-\ufefc]/g;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** What a ligature or joined form with a code of its own stands for. Those of marks are defined as standing on a space. */
export function lettersOf(form: string): string {
  return form.normalize('NFKC').replace(' ', '');
}

function isSame(said: string, meant: string): boolean {
  return said === meant || comparable(said) === comparable(meant);
}

function comparable(text: string): string {
  return text
    .replace(invisible, '')
    .replace(looksAlike, ' ')
    .replaceAll('\u2011', '\u2010')
    .replace(presentationForms, (form) => lettersOf(form))
    .normalize('NFC');
}
