// Properties of characters for the text pipeline, from the tables of the JavaScript engine.

const marks = /^\p{M}$/u;
const ignorables = /^\p{Default_Ignorable_Code_Point}$/u;

/** A combining mark, or another character that belongs to the one before it (joiners, variation selectors, tags of flags). */
export function isMark(codePoint: number): boolean {
  if (codePoint < 0x300) return false;
  return (
    marks.test(String.fromCodePoint(codePoint)) ||
    codePoint === 0x200d ||
    codePoint === 0x200c ||
    isEmojiModifier(codePoint) ||
    (codePoint >= 0xe0020 && codePoint <= 0xe007f)
  );
}

const textSign = /^(?!\p{Emoji_Presentation})\p{Emoji}$/u;

/** UTS #51, 1.4.1: a sign that is text unless U+FE0F or another character after it makes an emoji of it. */
export function isTextSign(cluster: string): boolean {
  return textSign.test(cluster);
}

function isEmojiModifier(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

/** Invisible by definition: joiners, marks of direction, variation selectors. */
export function isIgnorable(codePoint: number): boolean {
  return codePoint >= 0xad && ignorables.test(String.fromCodePoint(codePoint));
}

/** General category Zs. */
export function isSpaceSeparator(codePoint: number): boolean {
  return (
    codePoint === 0x20 ||
    codePoint === 0xa0 ||
    codePoint === 0x1680 ||
    (codePoint >= 0x2000 && codePoint <= 0x200a) ||
    codePoint === 0x202f ||
    codePoint === 0x205f ||
    codePoint === 0x3000
  );
}

/** Marks, embeddings, overrides and isolates of direction: they change the order and are never painted. */
export function isBidiControl(codePoint: number): boolean {
  return (
    codePoint === 0x200e ||
    codePoint === 0x200f ||
    codePoint === 0x61c ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2066 && codePoint <= 0x2069)
  );
}

/** Whether a text may hold characters written from right to left, or controls of direction. */
export function mayBeRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Scripts that break lines between any two characters or by a dictionary. Their words need no shaping across a break. */
export function breaksBetweenCharacters(codePoint: number): boolean {
  return (
    codePoint >= 0xe00 &&
    (codePoint < 0xf00 || // Thai, Lao
      (codePoint >= 0x1000 && codePoint < 0x10a0) || // Myanmar
      (codePoint >= 0x1780 && codePoint < 0x1800) || // Khmer
      (codePoint >= 0x2e80 && codePoint < 0xd7b0) || // Chinese, Japanese, Korean, Yi
      (codePoint >= 0xf900 && codePoint < 0xfb00) || // Chinese, Japanese, Korean: compatibility characters
      (codePoint >= 0xfe30 && codePoint < 0xfe50) ||
      (codePoint >= 0xff00 && codePoint < 0xfff0) ||
      codePoint >= 0x1b000)
  );
}

const mirrored = /^\p{Bidi_Mirrored}$/u;

/** Painted as its mirror image in right-to-left text: brackets, less-than. */
export function isMirrored(codePoint: number): boolean {
  return mirrored.test(String.fromCodePoint(codePoint));
}

/** UAX #29, InCB=Linker of Unicode 17: viramas that bind the next consonant to the one before. */
const linkers = new Set([
  ...[0x94d, 0x9cd, 0xacd, 0xb4d, 0xc4d, 0xd4d, 0x1039, 0x17d2, 0x1a60, 0x1b44, 0x1bab, 0xa9c0, 0xaaf6, 0x10a3f, 0x11133],
  ...[0x113d0, 0x1193e, 0x11a47, 0x11a99, 0x11f42],
]);

/** Whether the letter at an index of a text is bound to the one before it, as part of a conjunct (UAX #29, GB9c). */
export function isBound(text: string, at: number): boolean {
  const isJoined = text[at - 1] === '\u200d';
  const before = isJoined ? at - 1 : at;
  const unit = text.charCodeAt(before - 1);
  // Sinhala binds with a joiner only.
  if (isJoined && unit === 0xdca) return true;
  return linkers.has(unit >= 0xdc00 && unit < 0xe000 ? text.codePointAt(before - 2)! : unit);
}
