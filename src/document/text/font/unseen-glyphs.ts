// Codes after the last glyph of a font file that paint nothing and stand for a character. A page uses them for letters inside a ligature, and for
// marks of direction.

export const leftToRightMark = '\u200e';
export const rightToLeftMark = '\u200f';

/** Hebrew to Arabic Extended-A: all scripts from right to left that have ligatures or marks and lie in the basic plane. */
const firstLetter = 0x590;
const lastLetter = 0x8ff;
/** Its code also serves characters without a code. */
export const anyLetter = '\u0627';

/** Number of these codes. */
export const unseenCount = 2 + lastLetter - firstLetter + 1;

/** Width of a letter, in 1/1000 em: readers take characters at the same place for a character that is painted twice. */
export const unseenAdvance = 150;

/** How far left of its place a mark of direction stands, in 1/1000 em: more than the rounding of coordinates, less than a space. */
export const nudge = 20;

/** The code that stands for a character; undefined if the font has no free code. */
export function unseenGlyph(character: string, glyphCount: number): number | undefined {
  if (glyphCount + unseenCount > 0x10000) return undefined;
  if (character === leftToRightMark) return glyphCount;
  if (character === rightToLeftMark) return glyphCount + 1;
  const code = character.codePointAt(0)!;
  return code >= firstLetter && code <= lastLetter ? glyphCount + 2 + code - firstLetter : undefined;
}

/** The character of an invisible code; undefined: a glyph of the font. */
export function unseenCharacter(glyph: number, glyphCount: number): string | undefined {
  const index = glyph - glyphCount;
  if (index < 0 || index >= unseenCount) return undefined;
  return index === 0 ? leftToRightMark : index === 1 ? rightToLeftMark : String.fromCharCode(firstLetter + index - 2);
}

/** In 1/1000 em. A mark of direction has no width: some readers step over it without regard to one. */
export function unseenWidth(glyph: number, glyphCount: number): number {
  return glyph - glyphCount < 2 ? 0 : unseenAdvance;
}
