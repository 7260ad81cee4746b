// Turns shaped glyphs into page content: codes, adjustments, and the text of the glyphs.
import { type GlyphRun, glyphStride } from './font/harfbuzz.ts';
import { leftToRightMark } from './font/unseen-glyphs.ts';
import { type Spacing, spacingAfter, spacingBefore } from './letter-spacing.ts';
import { type Word, wordJoiner } from './shaped-text.ts';
import { shareText } from './share-text.ts';
import { shownCode, shownShift } from './shown-string.ts';

/** The part of a face that building a word uses. */
export interface GlyphSource {
  readonly unitsPerEm: number;
  /** The advance that a viewer uses: in whole 1/1000 em. */
  advanceEm(glyph: number): number;
  unicodeOf(glyph: number): string | undefined;
  /** The code of a glyph that paints nothing and stands for `character`, if the font has a free code. */
  unseenGlyph(character: string): number | undefined;
}

/** Differences up to this many thousandths of an em are left, because they are invisible. They are carried on, so they never add up. */
const slack = 1;

/** `spacing`: letter spacing; it is part of the word's width. */
export function buildWord(text: string, run: GlyphRun, rtl: boolean, spacing: Spacing, source: GlyphSource): Word {
  const scale = 1000 / source.unitsPerEm;
  const { says, actualText } = readBack(text, run, rtl, source);
  const opening = rtl ? undefined : splitOpening(says, run, source);
  const glyphs: number[] = [];
  const pieces: { tj: string; riseEm: number }[] = [];
  let raised = false;
  let moved = false;
  let tj = '';
  let rise = 0;
  // Both in 1/1000 em: the right place of the next glyph, and the place of a viewer's pen after the content so far.
  let pen = spacingBefore(spacing, rtl);
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
    shown += source.advanceEm(glyph) + spacing.shownEm;
    pen += run[i + 2]! * scale;
    // A viewer adds spacing after every code; marks must keep their place on the base.
    pen += spacingAfter(spacing, run, i, text, rtl);
    if (i === 0 && opening) {
      // Both codes belong to one letter, which a gap would divide.
      const back = -Math.round(spacing.shownEm);
      if (back !== 0) tj += shownShift(back);
      shown += back;
      tj += shownCode(opening.unseen);
      glyphs.push(opening.unseen);
      shown += source.advanceEm(opening.unseen) + spacing.shownEm;
    }
  }
  const rest = Math.round(pen - shown);
  if (rest > slack || rest < -slack) {
    tj += shownShift(rest);
    shown += rest;
  }
  if (raised && tj !== '') pieces.push({ tj, riseEm: rise });
  // Readers take a glyph off the baseline for another line, and a mark beside its place for another word. From right to left the
  // remedy would be worse: they would turn the whole text round.
  const isSplit = (raised || moved) && !rtl && actualText === undefined;
  return {
    widthEm: shown,
    tj: raised ? '' : tj,
    glyphs,
    says: opening?.says ?? says,
    actualText: isSplit ? text : actualText,
    pieces: raised ? pieces : undefined,
    drawn: undefined,
  };
}

/**
 * A word must not begin with a code for a base and a mark, as ligatures of Indic scripts have: pdf.js 5.6 takes such a code for a
 * mark on the word before. An invisible glyph then gives the text after the base.
 */
function splitOpening(
  says: Word['says'],
  run: GlyphRun,
  source: GlyphSource,
): { says: readonly string[]; unseen: number } | undefined {
  const [first, ...others] = says ?? [];
  const unseen = source.unseenGlyph(leftToRightMark);
  if (first === undefined || unseen === undefined || run[2] === 0 || !/^[^\p{M}].*\p{Mn}/su.test(first)) return undefined;
  const [base] = first.match(/^./su)!;
  return { says: [base, first.slice(base.length), ...others], unseen };
}

interface ReadBack {
  readonly says: Word['says'];
  readonly actualText: string | undefined;
}

/** Compares the text of the glyphs, one by one, with the text of the word. If they differ, returns additions that correct it. */
function readBack(text: string, run: GlyphRun, rtl: boolean, source: GlyphSource): ReadBack {
  if (saysText(text, run, rtl, source)) return { says: undefined, actualText: undefined };
  const says: string[] = [];
  const ends = clusterEnds(run, text.length);
  for (let i = 0; i < run.length; ) {
    const start = run[i + 1]!;
    const glyphs: { own: string | undefined; isWide: boolean }[] = [];
    for (; i < run.length && run[i + 1] === start; i += glyphStride)
      glyphs.push({ own: source.unicodeOf(run[i]!), isWide: run[i + 2] !== 0 });
    if (rtl) glyphs.reverse();
    const meant = text.slice(start, ends.get(start));
    const ownTexts = glyphs.map((glyph) => glyph.own);
    const said =
      ownTexts.every((one) => one !== undefined) && isSame(ownTexts.join(''), meant)
        ? ownTexts
        : shareText(meant, glyphs, isSame);
    const told = said.map((one, g) =>
      ownTexts[g] !== undefined && isSame(ownTexts[g], one) ? ownTexts[g] : rtl ? asOneCharacter(one) : one,
    );
    says.push(...(rtl ? told.reverse() : told));
  }
  const isOwn = says.every((one, i) => one === source.unicodeOf(run[i * glyphStride]!));
  return { says: isOwn ? undefined : says, actualText: says.includes(wordJoiner) ? text : undefined };
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

/** The end of each cluster, by its start. */
function clusterEnds(run: GlyphRun, length: number): Map<number, number> {
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

/** Arabic ligatures with their own code. */
const ligatures: Readonly<Record<string, string>> = {
  '\u0644\u0627': '\ufefb',
  '\u0644\u0622': '\ufef5',
  '\u0644\u0623': '\ufef7',
  '\u0644\u0625': '\ufef9',
  '\u0627\u0644\u0644\u0647': '\ufdf2',
};

/**
 * Readers reverse right-to-left text character by character, including the letters inside a ligature (measured: poppler 22.12, for
 * ToUnicode and for ActualText). A single character stays as it is, and a search folds it to its letters.
 */
function asOneCharacter(text: string): string {
  return ligatures[text] ?? text;
}

/** Characters that another character's glyph paints, whose text is as good: kinds of space and hyphen. */
const looksAlike = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const presentationForms = /[\ufb00-\ufdff\ufe70-\ufefc]/g;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The letters of a ligature or joined form with its own code. (Unicode defines forms of marks with a space as their base.) */
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
