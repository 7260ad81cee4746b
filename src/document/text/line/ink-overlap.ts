// Finds lines of a paragraph whose letters reach into the next line, because the author gave the lines too little height.
import type { Face, Segment, TextLine, Word } from '../shaped-text.ts';
import { readShown } from '../shown-string.ts';
import type { Atom } from './atom.ts';
import type { FilledLine } from './fill-lines.ts';
import { askedHeight } from './measure-line.ts';

/** Letters may touch. In em of the upper line. */
const tolerance = 0.05;

/** Whether letters may reach out of a line of this height. From a height of 1 on, Latin letters reach out by no more than an accent. */
export function mayReachOut({ atoms }: FilledLine, lineHeight: number): boolean {
  if (lineHeight < 1) return true;
  let last: Atom['words'] | undefined;
  for (const { words } of atoms) {
    if (words === last) continue;
    last = words;
    if (words.isTall && askedHeight(words.face.metrics) > lineHeight * 1000) return true;
  }
  return false;
}

/** Whether glyphs of a line lie over glyphs of the line below. */
export function overlap(upper: TextLine, lower: TextLine): boolean {
  const distance = upper.height - upper.baseline + lower.baseline;
  const below = lower.segments.flatMap(inkOf);
  const highest = below.reduce((top, ink) => Math.min(top, ink.top), 0) + distance;
  return upper.segments.some((segment) => {
    const slack = segment.style.size * tolerance;
    return inkOf(segment).some(
      (a) =>
        a.bottom - slack > highest &&
        below.some((b) => a.bottom - slack > b.top + distance && a.right - slack > b.left && b.right - slack > a.left),
    );
  });
}

/** The box of a glyph in pt, from the left edge of the line and down from its baseline. */
interface Ink {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function inkOf({ x, words, style, face, wordSpacing, spreads }: Segment): readonly Ink[] {
  const scale = style.size / 1000;
  const rise = style.raised?.by ?? 0;
  const found: Ink[] = [];
  let left = x;
  for (const [i, word] of words.entries()) {
    for (const { glyph, atEm, riseEm } of placesOf(word, face, style.letterSpacing / scale)) {
      const ink = face.inkEm(glyph);
      if (!ink) continue;
      found.push({
        left: left + (atEm + ink.left) * scale,
        right: left + (atEm + ink.right) * scale,
        top: -(riseEm + ink.top) * scale - rise,
        bottom: -(riseEm + ink.bottom) * scale - rise,
      });
    }
    left += word.widthEm * scale;
    if (word.isSpace || spreads?.has(i)) left += wordSpacing;
  }
  return found;
}

interface GlyphPlace {
  readonly glyph: number;
  readonly atEm: number;
  readonly riseEm: number;
}

function placesOf({ tj, pieces, drawn }: Word, face: Face, spacingEm: number): readonly GlyphPlace[] {
  const places: GlyphPlace[] = [];
  let atEm = 0;
  const parts = (drawn?.pieces ?? pieces ?? [{ tj, riseEm: 0 }]).flatMap((piece) => ('pieces' in piece ? piece.pieces : [piece]));
  for (const part of parts) {
    for (const { code, shiftEm } of readShown(part.tj, face.kind === 'standard' ? 1 : 2)) {
      atEm += shiftEm;
      if (code === undefined) continue;
      places.push({ glyph: code, atEm, riseEm: part.riseEm });
      atEm += face.advanceEm(code) + spacingEm;
    }
  }
  return places;
}
