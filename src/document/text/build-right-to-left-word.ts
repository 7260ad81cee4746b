// Right-to-left words whose single glyphs do not give their text: words with marks, letters off the baseline, or ligatures.
//
// Readers take the characters in visual order and reverse right-to-left text. Glyphs off the baseline look to them like other lines and
// words (measured: poppler 22.12, pdf.js 5.6). So invisible glyphs give the characters of such a word in visual order, stretched over its
// width on the baseline, and its visible glyphs are drawn without a text.

import type { GlyphSource } from './build-word.ts';
import { type GlyphRun, glyphStride } from './font/harfbuzz.ts';
import { anyLetter, nudge, rightToLeftMark } from './font/unseen-glyphs.ts';
import { type Spacing, spacingAfter, spacingBefore } from './letter-spacing.ts';
import { effectOf } from './line/direction-marks.ts';
import type { Piece, Word } from './shaped-text.ts';
import { shownCode, shownShift } from './shown-string.ts';

const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The word. Undefined: its single glyphs give its text, or the font has no free codes. */
export function buildRightToLeftWord(text: string, run: GlyphRun, spacing: Spacing, source: GlyphSource): Word | undefined {
  const direction = source.unseenGlyph(rightToLeftMark);
  const characters = [...text.replace(invisible, '')].reverse();
  // A bracket is a word of a single character, painted by the glyph of the mirrored character.
  if (direction === undefined || characters.length === 0 || text.length === 1) return undefined;
  const isMarked = (i: number) => i > 0 && losesDirection(characters[i]!, characters[i - 1]!);
  const isPlain = saysOneByOne(text, run, source);
  if (isPlain && !characters.some((_, i) => isMarked(i))) return undefined;
  // Letter spacing beside a mark of direction looks like a space to readers.
  if (isPlain && spacing.shownEm === 0) {
    const { pieces, glyphs, width } = drawGlyphs(text, run, spacing, source, { glyph: direction, isBefore: isMarked });
    const says = characters.flatMap((character, i) => (isMarked(i) ? [rightToLeftMark, character] : [character]));
    return { widthEm: width, tj: pieces[0]!.tj, glyphs, says, actualText: undefined, pieces: undefined, drawn: undefined };
  }
  const { pieces, glyphs, width } = drawGlyphs(text, run, spacing, source);
  return {
    ...sayOver(characters, width, { glyph: direction, isBefore: isMarked }, source),
    drawn: { pieces, glyphs },
  };
}

/** A glyph that shows readers the direction again, before some of a word's characters. */
interface DirectionMark {
  readonly glyph: number;
  isBefore(index: number): boolean;
}

/** Readers begin a word where two characters stand apart, or overlap, by a tenth of an em (measured: poppler 22.12). */
const widestGap = 80;

/** Whether each glyph stands on the line, close to the glyph before, and gives one character. */
function saysOneByOne(text: string, run: GlyphRun, source: GlyphSource): boolean {
  const scale = 1000 / source.unitsPerEm;
  let end = text.length;
  let pen = 0;
  let shown = 0;
  for (let i = 0; i < run.length; i += glyphStride) {
    if (run[i + 2] === 0 || run[i + 4] !== 0) return false;
    const x = pen + run[i + 3]! * scale;
    if (Math.abs(x - shown) > widestGap) return false;
    shown = x + source.advanceEm(run[i]!);
    pen += run[i + 2]! * scale;
    const start = run[i + 1]!;
    if ([...text.slice(start, end).replace(invisible, '')].length !== 1) return false;
    end = start;
  }
  return end === 0 && Math.abs(pen - shown) <= widestGap;
}

/** For readers, digits and similar characters end the run. Neutral characters after them would go to the wrong side. */
function losesDirection(character: string, next: string): boolean {
  return effectOf(character) === 'figure' && effectOf(next) !== 'right';
}

/** A word with only marks has no width over which its text could be stretched. */
const leastStretch = 0.01;

/** Invisible glyphs for characters from left to right. They are stretched to fill the width, because readers would see spaces in gaps. */
function sayOver(
  characters: readonly string[],
  width: number,
  direction: DirectionMark,
  source: GlyphSource,
): Omit<Word, 'drawn'> {
  const glyphs: number[] = [];
  const says: string[] = [];
  let tj = '';
  let shown = 0;
  const show = (glyph: number, character: string) => {
    glyphs.push(glyph);
    says.push(character);
    tj += shownCode(glyph);
    shown += source.advanceEm(glyph);
  };
  for (const [i, character] of characters.entries()) {
    if (direction.isBefore(i)) show(direction.glyph, rightToLeftMark);
    show(source.unseenGlyph(character) ?? source.unseenGlyph(anyLetter)!, character);
  }
  const stretch = Math.max(shown > 0 ? Math.round((width / shown) * 10_000) / 10_000 : 1, leastStretch);
  return {
    widthEm: shown * stretch,
    tj: '',
    glyphs,
    says: says.every((said, i) => said === source.unicodeOf(glyphs[i]!)) ? undefined : says,
    actualText: undefined,
    pieces: [{ tj, riseEm: 0, stretch }],
  };
}

/** Differences up to this many thousandths of an em are left, because they are invisible. They are carried on, so they never add up. */
const slack = 1;

/** The glyphs at their places; the pen ends where the word ends. */
function drawGlyphs(
  text: string,
  run: GlyphRun,
  spacing: Spacing,
  source: GlyphSource,
  direction?: DirectionMark,
): { pieces: Piece[]; glyphs: number[]; width: number } {
  const scale = 1000 / source.unitsPerEm;
  const pieces: Piece[] = [];
  const glyphs: number[] = [];
  let tj = '';
  let pen = spacingBefore(spacing, true);
  let shown = 0;
  const moveTo = (x: number) => {
    const shift = Math.round(x - shown);
    if (shift <= slack && shift >= -slack) return;
    tj += shownShift(shift);
    shown += shift;
  };
  const show = (glyph: number, x: number) => {
    moveTo(x);
    tj += shownCode(glyph);
    glyphs.push(glyph);
    shown += source.advanceEm(glyph) + spacing.shownEm;
  };
  const riseAt = (i: number) => Math.round(run[i + 4]! * scale * 100) / 100;
  for (let i = 0; i < run.length; i += glyphStride) {
    const glyph = run[i]!;
    const advance = run[i + 2]! * scale;
    const x = pen + run[i + 3]! * scale;
    if (direction?.isBefore(i / glyphStride)) show(direction.glyph, x - nudge);
    show(glyph, x);
    pen += advance;
    pen += spacingAfter(spacing, run, i, text, true);
    const isLast = i + glyphStride >= run.length;
    if (!isLast && riseAt(i + glyphStride) === riseAt(i)) continue;
    if (isLast) moveTo(pen);
    pieces.push({ tj, riseEm: riseAt(i) });
    tj = '';
  }
  return { pieces, glyphs, width: pen };
}
