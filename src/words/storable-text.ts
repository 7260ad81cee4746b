// Texts that every store keeps as they are.

/** Whether a text comes back unchanged. A database cannot hold U+0000, and UTF-8 cannot hold half of a surrogate pair. */
export const isStorableText = (text: string): boolean => /^[^\0\p{Cs}]*$/u.test(text);
