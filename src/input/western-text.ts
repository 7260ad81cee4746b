// windows-1252, which spreadsheets of Western Europe and America write.

// The characters of 0x80 to 0x9F as the Encoding Standard has them. TextDecoder of Node 20.19.0 to 20.19.4, and of several releases of 22 and 24,
// makes control characters of them: an amount would lose its euro sign.
const specials = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A character for each byte. */
export const decodeWestern = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (char) => specials[char.charCodeAt(0) - 0x80]!);

/** This many bytes on each side show whether a text is Western. */
export const westernReach = 1 << 16;

/** The word around the first byte that is not UTF-8, in windows-1252; undefined: the text is hardly in this encoding. */
export function findWesternWord(bytes: Uint8Array, at: number): string | undefined {
  const from = Math.max(0, at - westernReach);
  const earlier = new TextDecoder().decode(bytes.subarray(from, at));
  // UTF-8 with a fault in it.
  if (/[^\0-\x7f]/.test(earlier) && !uncommonInUtf8.test(earlier)) return undefined;
  const text = decodeWestern(bytes.subarray(from, at + westernReach));
  if (improbable.test(text) || hasForeignWords(text)) return undefined;
  const before = /[^\s,;|"]{0,20}$/.exec(text.slice(0, at - from))![0];
  const behind = /^[^\s,;|"]{0,20}/.exec(text.slice(at - from))![0];
  return before + behind || undefined;
}

/**
 * What text of another encoding, taken for UTF-8, may have, and text of people has not: control characters, and letters of phonetics. A capital before
 * a quotation mark, as in CAFÉ’S, would be one of these.
 */
export const uncommonInUtf8 = /[\u0080-\u009f\u0250-\u02ff\ufffd]/;

const improbable = new RegExp(
  [
    // Bytes without a character.
    '[\\x81\\x8d\\x8f\\x90\\x9d]',
    // Signs where other encodings have letters: J”rg is Jörg of MS-DOS, Wroc³aw and £ódŸ are Polish.
    '\\p{L}[€‚ƒ„…†‡ˆ‰‹“”•˜›¡-©«¬¯±-³µ¶¸¹»-¿]\\p{L}',
    '[£¥¼-¾²³¹]\\p{L}',
    // Capitals and small letters in turn.
    '\\p{Ll}[À-ÞŠŒŽŸ]',
    '\\p{Lu}[à-ÿšœž]\\p{Lu}',
  ].join('|'),
  'u',
);

/** Words of another alphabet consist of letters that Western languages use one or two at a time. */
function hasForeignWords(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]*[^\0-\x7f][\p{L}\p{M}]*/gu) ?? [];
  return words.filter((word) => /[À-ÿŠŒŽšœžŸƒ]{3}/.test(word)).length * 4 > words.length;
}
