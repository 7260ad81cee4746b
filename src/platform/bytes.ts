// What Node's Buffer does with bytes, for code that also runs in a browser.

const encoder = new TextEncoder();

/** Joins the pieces. A single piece is not copied. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** How many bytes a text has in UTF-8. */
export const utf8Length = (text: string): number => encoder.encode(text).length;
