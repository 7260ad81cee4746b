// What the glyphs of a word say.
import { type Face, type Word, wordJoiner } from './shaped-text.ts';

const silent = new RegExp(`[\\u200e\\u200f${wordJoiner}]`, 'g');

/** The logical text of a word by its glyphs. Right-to-left words are painted in visual order, so their glyphs are listed in this order. */
export function textOfWord(word: Word, face: Face): string {
  if (word.actualText !== undefined) return word.actualText;
  const texts = word.says ?? word.glyphs.map((glyph) => face.unicodeOf(glyph) ?? '');
  const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(texts.join(''));
  return (isRightToLeft ? [...texts].reverse() : texts).join('').replace(silent, '');
}
