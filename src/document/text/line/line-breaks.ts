// Finds the places where lines may break: Intl.Segmenter finds words of scripts without spaces, the rules of UAX #14 everything else.
import { isBound } from '../character-kind.ts';
import { classes, lineBreakClass } from './line-break-classes.ts';
import { markRuleBreaks } from './line-break-rules.ts';

const { SA, CM, ZWJ } = classes;

/** South-East Asian letters, whose words only a dictionary can separate. */
const complexContext = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\uaadf\u{11700}-\u{1174f}]/u;
/** Vowels written after their consonant, in Thai and Lao, and signs that repeat the word before them: ๆ ໆ ៗ. */
const neverFirst = '\u0e30\u0e32\u0e33\u0e45\u0e46\u0eb0\u0eb2\u0eb3\u0ec6\u17d7';
/** Letters up to a sign that repeats the word before it, ๆ ໆ ៗ: with the sign, the dictionary does not know many words. */
const unrepeated = /[^\u0e46\u0ec6\u17d7]+/g;
/**
 * Signs that often follow a space, but belong to the text before it: the ends of sentences of India, Thailand, Myanmar and Cambodia, and signs of
 * repetition. The standard lets a line begin with them.
 */
const spacedSign = /(?= [\u0964\u0965\u0e46\u0e5a\u0e5b\u0ec6\u104a\u104b\u17d4-\u17d8\u17da])(?<!\u200b *) /g;

/** Letters that the dictionary looks at together. */
const pieceLength = 1000;
/** Words at the end of a piece that may be other words in the whole text: the dictionary looks three words ahead. */
const lookAhead = 4;

export class BreakFinder {
  #segmenter: Intl.Segmenter | undefined;

  /** For each index of `text`: 1 where a line may begin. The caller handles line feeds. `keepsKorean`: keeps Korean words whole. */
  find(text: string, keepsKorean = false): Uint8Array {
    const breaks = new Uint8Array(text.length + 1);
    markRuleBreaks(keepsKorean ? joinKorean(text) : text, breaks);
    for (const { index } of text.matchAll(spacedSign)) breaks[index + 1] = 0;
    if (complexContext.test(text)) this.#markWords(text, breaks);
    return breaks;
  }

  #markWords(text: string, breaks: Uint8Array): void {
    for (let from = 0; from < text.length; ) {
      if (classAt(text, from) !== SA) {
        from++;
        continue;
      }
      let to = from + 1;
      while (to < text.length && isInWord(classAt(text, to))) to++;
      for (const part of text.slice(from, to).matchAll(unrepeated)) {
        for (const index of this.#wordStarts(part[0])) {
          const at = from + part.index + index;
          if (at > from && mayBeginWord(text, at)) breaks[at] = 1;
        }
      }
      from = to;
    }
  }

  /** Where the words of a text begin. The segmenter looks at pieces: its time grows with the square of the length of a text. */
  *#wordStarts(text: string): Iterable<number> {
    this.#segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
    for (let from = 0; from < text.length; ) {
      const piece = text.slice(from, from + pieceLength);
      const starts = Array.from(this.#segmenter.segment(piece), ({ index }) => index);
      const isLast = from + piece.length === text.length;
      // The next piece can change the breaks in the last words of this piece, so they are examined again.
      const end = isLast ? piece.length : starts.at(-lookAhead) || starts.at(-1) || piece.length;
      for (const index of starts) if (index < end) yield from + index;
      from += end;
    }
  }
}

/** Letters that Korean words are written with: Hangul, and Chinese characters. */
const mayBeKorean = /[\p{sc=Hangul}\p{sc=Han}]+/gu;
const hangul = /\p{sc=Hangul}/u;

/** The text with Latin letters for Korean ones: lines do not break between letters (UAX #14, 8.1). */
function joinKorean(text: string): string {
  return text.replace(mayBeKorean, (letters) => (hangul.test(letters) ? 'a'.repeat(letters.length) : letters));
}

function classAt(text: string, at: number): number {
  const code = text.codePointAt(at)!;
  // The second half of a pair has the class of the first.
  return lineBreakClass(code >= 0xdc00 && code <= 0xdfff && at > 0 ? text.codePointAt(at - 1)! : code) & 63;
}

function isInWord(kind: number): boolean {
  return kind === SA || kind === CM || kind === ZWJ;
}

function mayBeginWord(text: string, at: number): boolean {
  return classAt(text, at) === SA && !neverFirst.includes(text[at]!) && !isBound(text, at);
}
