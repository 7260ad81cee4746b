// WinAnsiEncoding (ISO 32000-2, annex D.2): Latin-1 with more characters from 80 to 9F.

/** Characters of the codes 80 to 9F; a space for an empty code. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const codes = new Map<number, number>();
for (const [i, character] of [...upper].entries()) if (character !== ' ') codes.set(character.codePointAt(0)!, 0x80 + i);

/** The code of a character, or 0. */
export function winAnsiOf(codePoint: number): number {
  if ((codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xa0 && codePoint <= 0xff)) return codePoint;
  return codes.get(codePoint) ?? 0;
}

/** The character of a code, or 0. */
export function codePointOfWinAnsi(code: number): number {
  if (code >= 0x80 && code < 0xa0) {
    const codePoint = upper.charCodeAt(code - 0x80);
    return codePoint === 0x20 ? 0 : codePoint;
  }
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) ? code : 0;
}
