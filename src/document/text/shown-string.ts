// What the strings of a TJ array hold (ISO 32000-2, 7.3.4.2 and 9.4.3). All of it begins and ends inside a string, so that one follows the
// other as it is: words and their spaces become one string.

/** Each byte as it stands in a literal string. A line end after a carriage return would be read as one with it. */
const bytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '\r') return '\\r';
  return '()\\'.includes(character) ? `\\${character}` : character;
});

/** A code of one byte, as standard fonts have them. */
export function shownByte(code: number): string {
  return bytes[code]!;
}

/** A code of two bytes, as embedded fonts have them. */
export function shownCode(glyph: number): string {
  return bytes[glyph >> 8]! + bytes[glyph & 255]!;
}

/** Moves what follows to the right, in 1/1000 em. */
export function shownShift(shiftEm: number): string {
  return `)${-shiftEm}(`;
}
