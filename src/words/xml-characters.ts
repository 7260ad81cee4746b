// Characters that XML cannot hold.

/** The fault of the first character that XML 1.0 cannot hold (2.2), such as `has the character U+0001 at position 2, …`. Undefined: no fault. */
export function findCharacterFault(text: string): string | undefined {
  const found = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  if (found === null) return undefined;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `has the character U+${code} at position ${found.index + 1}, which XML cannot hold. Remove it`;
}
