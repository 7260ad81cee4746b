// A segment of text onto a canvas.
import type { TextItem } from '../layout/fragment.ts';
import { shownShift } from '../text/shown-string.ts';
import type { Segment, Word } from '../text/types.ts';
import type { Canvas } from './canvas.ts';
import { type FontUse, textOfWord } from './font-use.ts';
import type { Fonts } from './fonts.ts';
import { replaceLoneSurrogates, utf16Hex } from './text-string.ts';

/** Draws a segment with its underline and strike, and marks its glyphs as used. */
export function paintText({ x, y, segment }: TextItem, canvas: Canvas, fonts: Fonts): void {
  const { style, words } = segment;
  if (words.length === 0) return;
  const use = fonts.use(segment.face);
  const left = x + segment.x;
  const afterSpace = segment.wordSpacing === 0 ? '' : shownShift(Math.round((segment.wordSpacing * 100_000) / style.size) / 100);
  canvas.startText(left, y, use.name, style.size, style.color, style.letterSpacing);
  let tj = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    use.mark(word.glyphs);
    if (isPlain(word) && (word.clusters === undefined || use.claim(word.clusters))) {
      tj += word.tj;
    } else {
      if (tj !== '') canvas.showText(tj);
      tj = '';
      paintSpecial(word, style.size, canvas, use);
    }
    if (afterSpace !== '' && use.isSpace(word)) tj += afterSpace;
  }
  if (tj !== '') canvas.showText(tj);
  if (style.underline || style.strike) decorate(segment, left, y, canvas);
}

function isPlain(word: Word): boolean {
  return word.actualText === undefined && word.pieces === undefined;
}

/** A word that needs text of its own for extraction, or marks at several heights. */
function paintSpecial(word: Word, size: number, canvas: Canvas, use: FontUse): void {
  const pieces = word.pieces ?? [{ tj: word.tj, riseEm: 0 }];
  const needsText = word.actualText !== undefined || (word.clusters !== undefined && !use.claim(word.clusters));
  if (!needsText) {
    paintPieces(pieces, size, canvas);
    return;
  }
  // The text of the whole word stands for that of its parts.
  const bare = pieces.flatMap((piece) => ('actualText' in piece ? piece.pieces : [piece]));
  saying(textOfWord(word, use), canvas, () => paintPieces(bare, size, canvas));
}

function saying(text: string, canvas: Canvas, paint: () => void): void {
  canvas.marked('Span', `<</ActualText<feff${utf16Hex(replaceLoneSurrogates(text))}>>>`, paint);
}

function paintPieces(pieces: NonNullable<Word['pieces']>, size: number, canvas: Canvas): void {
  let rise = 0;
  for (const piece of pieces) {
    if ('actualText' in piece) {
      saying(piece.actualText, canvas, () => paintPieces(piece.pieces, size, canvas));
      continue;
    }
    if (piece.riseEm !== rise) {
      rise = piece.riseEm;
      canvas.riseText((rise * size) / 1000);
    }
    canvas.showText(piece.tj);
  }
  if (rise !== 0) canvas.riseText(0);
}

/** Lines under and through the whole segment, its spaces too. Font metrics give the upper edge of each line. */
function decorate({ style, face, width }: Segment, left: number, baseline: number, canvas: Canvas): void {
  const em = style.size / 1000;
  const thickness = (face.metrics.underlineThickness || 50) * em;
  if (style.underline) {
    const top = (face.metrics.underlinePosition || -100) * em;
    canvas.decorate(left, baseline - top, width, thickness, style.color);
  }
  if (style.strike) {
    const top = (face.metrics.strikeoutPosition || face.metrics.xHeight / 2 || 250) * em;
    canvas.decorate(left, baseline - top, width, thickness, style.color);
  }
}
