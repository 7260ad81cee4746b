// Writes the contents of a TJ array (ISO 32000-2, 7.3.4.2 and 9.4.3). Each piece begins and ends inside a string, so pieces can be joined
// as they are: words and their spaces become one string.

/** Each byte as it stands in a literal string. A line feed after a carriage return would be read as one line end with it. */
const bytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '\r') return '\\r';
  return '()\\'.includes(character) ? `\\${character}` : character;
});

/** A code of one byte, for standard fonts. */
export function shownByte(code: number): string {
  return bytes[code]!;
}

/** A code of two bytes, for embedded fonts. */
export function shownCode(glyph: number): string {
  return bytes[glyph >> 8]! + bytes[glyph & 255]!;
}

/** Moves the following glyphs to the right, in 1/1000 em. */
export function shownShift(shiftEm: number): string {
  return `)${-shiftEm}(`;
}

/** The codes of a piece with `bytesInCode` bytes each, with the shift before each; a last item without a code has the shift at the end. */
export function* readShown(
  tj: string,
  bytesInCode: number,
): Generator<{ readonly code: number | undefined; readonly shiftEm: number }> {
  let shiftEm = 0;
  for (let at = 0; at < tj.length; ) {
    if (tj[at] === ')') {
      const end = tj.indexOf('(', at);
      shiftEm -= Number(tj.slice(at + 1, end));
      at = end + 1;
      continue;
    }
    let code = 0;
    for (let bytesLeft = bytesInCode; bytesLeft > 0; bytesLeft--) {
      const isEscaped = tj[at] === '\\';
      if (isEscaped) at++;
      code = code * 256 + (isEscaped && tj[at] === 'r' ? 13 : tj.charCodeAt(at));
      at++;
    }
    yield { code, shiftEm };
    shiftEm = 0;
  }
  if (shiftEm !== 0) yield { code: undefined, shiftEm };
}

/** The same string with other codes of two bytes: `codes` gives a new code for each, in order. */
export function replaceCodes(tj: string, codes: Iterator<number>): string {
  let out = '';
  let at = 0;
  while (at < tj.length) {
    if (tj[at] === ')') {
      const end = tj.indexOf('(', at) + 1;
      out += tj.slice(at, end);
      at = end;
      continue;
    }
    for (let bytesLeft = 2; bytesLeft > 0; bytesLeft--) at += tj[at] === '\\' ? 2 : 1;
    out += shownCode(codes.next().value);
  }
  return out;
}

/** Codes of two bytes. ISO 19005-2, 6.1.13: a string has at most 32,767 bytes. */
const mostCodes = 16_000;

/** The same piece in strings of an allowed length. */
export function divideShown(tj: string): string {
  if (tj.length <= mostCodes * 2) return tj;
  let out = '';
  let from = 0;
  let bytesInString = 0;
  for (let at = 0; at < tj.length; ) {
    if (tj[at] === ')') {
      at = tj.indexOf('(', at) + 1;
      bytesInString = 0;
      continue;
    }
    if (bytesInString === mostCodes * 2) {
      out += `${tj.slice(from, at)})(`;
      from = at;
      bytesInString = 0;
    }
    at += tj[at] === '\\' ? 2 : 1;
    bytesInString++;
  }
  return out + tj.slice(from);
}
