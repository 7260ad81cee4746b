// Draws a segment of text onto a canvas.
import type { TextItem } from '../layout/fragment.ts';
import { decorationLines } from '../text/line/decoration-lines.ts';
import type { Segment, Word } from '../text/shaped-text.ts';
import { shownShift } from '../text/shown-string.ts';
import { textOfWord } from '../text/text-of-word.ts';
import type { Canvas } from './canvas.ts';
import type { FontUse } from './font-use.ts';
import type { Fonts } from './fonts.ts';
import type { Images } from './images.ts';
import { replaceLoneSurrogates, utf16Hex } from './text-string.ts';

/** Draws a segment with its underline, strike and pictures, and marks its glyphs as used. `images` undefined: its faces have no pictures. */
export function paintText(
  { x, y, segment, isHidden }: TextItem,
  canvas: Canvas,
  fonts: Pick<Fonts, 'use'>,
  images: Images | undefined,
): void {
  const { style, words } = segment;
  if (words.length === 0) return;
  const use = fonts.use(segment);
  const left = x + segment.x;
  const afterSpaceEm = segment.wordSpacing === 0 ? 0 : Math.round((segment.wordSpacing * 100_000) / style.size) / 100;
  const afterSpace = afterSpaceEm === 0 ? '' : shownShift(afterSpaceEm);
  canvas.startText(left, y, use.name, style.size, style.color, style.letterSpacing);
  canvas.hideText(isHidden ?? false);
  if (words.some(isDrawn)) {
    drawUnsaid(segment, afterSpaceEm, canvas, use);
    // Some readers skip text without meaning and ignore its width, so the position is written again.
    canvas.startText(left, y, use.name, style.size, style.color, style.letterSpacing);
  }
  const isWide = segment.spreads !== undefined && afterSpaceEm > widestUnseenEm;
  let tj = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const end = isWide ? endOfSpread(segment, i) : i;
    if (end > i) {
      if (tj !== '') canvas.showText(tj);
      tj = '';
      paintSpread(words.slice(i, end + 1), afterSpace, style.size, canvas, use);
      i = end;
    } else if (isPlain(word)) {
      use.mark(word.glyphs);
      tj += word.tj;
    } else {
      if (tj !== '') canvas.showText(tj);
      tj = '';
      paintSpecial(word, style.size, canvas, use);
    }
    if (afterSpace !== '' && i < words.length - 1 && (words[i]!.isSpace || segment.spreads?.has(i))) tj += afterSpace;
  }
  if (tj !== '') canvas.showText(tj);
  const { ascent, descent } = segment.face.metrics;
  canvas.cover(left, y - (ascent * style.size) / 1000, segment.width, ((ascent - descent) * style.size) / 1000);
  if (isHidden) return;
  for (const line of decorationLines(segment, left, y)) canvas.decorate(line.x, line.y, line.width, line.height, style.color);
  if (images && words.some(({ pictured }) => pictured)) paintPictures(segment, { x: left, y, afterSpaceEm }, canvas, use, images);
}

/** Paints the pictures among the glyphs of a segment. Their codes are painted with its text, so that they can be read and copied. */
function paintPictures(
  { words, style, spreads, face }: Segment,
  { x, y, afterSpaceEm }: { readonly x: number; readonly y: number; readonly afterSpaceEm: number },
  canvas: Canvas,
  use: FontUse,
  images: Images,
): void {
  const em = style.size / 1000;
  let penEm = 0;
  for (const [i, word] of words.entries()) {
    for (const { glyph, xEm, riseEm } of word.pictured ?? []) {
      const picture = face.pictureOf?.(glyph, style.color);
      if (!picture) continue;
      const { box, image } = picture;
      use.noteTraits(image.traits);
      const [width, height] = [(box.right - box.left) * em, (box.top - box.bottom) * em];
      canvas.image(images.use(image), x + (penEm + xEm + box.left) * em, y - (riseEm + box.top) * em, width, height, 1);
    }
    penEm += word.widthEm;
    if (word.isSpace || spreads?.has(i)) penEm += afterSpaceEm;
  }
}

/** Thousandths of an em. Readers take a wider gap for a space: after a letter from a tenth of an em on, after a mark from less than half of it on. */
const widestUnseenEm = 20;
/** The gap for text from left to right. */
const leftToRight =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Latin}\p{M}\p{N}\p{P}\p{S}]+$/u;

/** The index of the last word, from `from` on, that stands apart without a space. */
function endOfSpread({ words, spreads, face }: Segment, from: number): number {
  const reads = (i: number) =>
    i < words.length && !words[i]!.isSpace && words[i]!.drawn === undefined && leftToRight.test(textOfWord(words[i]!, face));
  let end = from;
  while (spreads!.has(end) && reads(end) && reads(end + 1)) end++;
  return end;
}

/** Words of a justified line that stand apart without a space between them. They get one common text. */
function paintSpread(words: readonly Word[], gap: string, size: number, canvas: Canvas, use: FontUse): void {
  saying(words.map((word) => textOfWord(word, use.face)).join(''), canvas, () => {
    for (const [i, word] of words.entries()) {
      paintUnmarked(word, size, canvas, use);
      if (i < words.length - 1) canvas.showText(gap);
    }
  });
}

function isPlain(word: Word): boolean {
  return word.says === undefined && word.actualText === undefined && word.pieces === undefined && word.drawn === undefined;
}

const isDrawn = (word: Word) => word.drawn !== undefined;

/** Paints the glyphs of a segment's words without a text. */
function drawUnsaid({ words, style, spreads }: Segment, afterSpaceEm: number, canvas: Canvas, use: FontUse): void {
  saying('', canvas, () => {
    let skippedEm = 0;
    for (const [i, word] of words.entries()) {
      const drawn = word.drawn && use.show(word)?.drawn;
      if (drawn) {
        use.mark(drawn.glyphs);
        const [first, ...others] = drawn.pieces;
        const before = skippedEm === 0 ? '' : shownShift(Math.round(skippedEm * 100) / 100);
        if (first) paintPieces([{ ...first, tj: before + first.tj }, ...others], style.size, canvas);
        skippedEm = 0;
      } else skippedEm += word.widthEm;
      if (word.isSpace || spreads?.has(i)) skippedEm += afterSpaceEm;
    }
  });
}

/** A word whose codes have other texts than in the face, that needs its own text for extraction, or that has marks at several heights. */
function paintSpecial(word: Word, size: number, canvas: Canvas, use: FontUse): void {
  const shown = use.show(word);
  if (shown !== undefined && word.actualText === undefined) {
    use.mark(shown.codes);
    paintPieces(shown.pieces ?? [{ tj: shown.tj, riseEm: 0 }], size, canvas);
    return;
  }
  saying(textOfWord(word, use.face), canvas, () => paintUnmarked(word, size, canvas, use));
}

/** Paints a word inside marked content that gives its text. */
function paintUnmarked(word: Word, size: number, canvas: Canvas, use: FontUse): void {
  const { codes, tj, pieces } = use.show(word) ?? { ...(word.drawn ?? word), codes: (word.drawn ?? word).glyphs, tj: word.tj };
  use.mark(codes);
  // The text of the whole word replaces the texts of its parts.
  const bare = (pieces ?? [{ tj, riseEm: 0 }]).flatMap((piece) => ('actualText' in piece ? piece.pieces : [piece]));
  paintPieces(bare, size, canvas);
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
    if (piece.stretch === undefined) canvas.showText(piece.tj);
    else canvas.stretched(piece.stretch, () => canvas.showText(piece.tj));
  }
  if (rise !== 0) canvas.riseText(0);
}
