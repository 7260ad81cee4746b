// Quotes names in commands that messages suggest.

/** Quotes a word for a POSIX shell. */
export function quoteWord(word: string): string {
  return /^[\w./@:+,=-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
