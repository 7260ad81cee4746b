// Full-width punctuation of Chinese and Japanese: a sign fills half of its square. Beside another such sign its blank half is removed
// (JLREQ 3.1.4, CLREQ 3.1.6, CSS Text 4, 8.5: text-spacing-trim).

/** Signs with a blank half before them. */
const opening = new Set('（［｛｟〈《「『【〔〖〘〚〝“‘');
/** Signs with a blank half after them. */
const closing = new Set('）］｝｠〉》」』】〕〗〙〛〞〟、。，．”’');
/** Signs in the middle of their square. */
const middle = new Set('・：；');

/** The side of a sign that lies beside another. */
export type Side = 'before' | 'after';

/** Whether a character may be such a sign. */
export function mayBeFullWidthSign(codePoint: number): boolean {
  return codePoint >= 0x2018 && (codePoint <= 0x201d || (codePoint >= 0x3001 && codePoint <= 0x30fb) || codePoint >= 0xff08);
}

/**
 * Which of two neighbouring signs loses its blank half, so that they stand closer. Undefined: neither sign.
 */
export function findBlank(first: string, second: string): 'first' | 'second' | undefined {
  if (opening.has(second)) return opening.has(first) || closing.has(first) || middle.has(first) ? 'second' : undefined;
  return closing.has(first) && (closing.has(second) || middle.has(second)) ? 'first' : undefined;
}
