// Finds the first number in a text.

const number = /\p{Nd}(?:[\p{Nd}.,'’٬\u00a0\u202f]*\p{Nd})?/u;

/** Where the first number of a text ends. Undefined: no number. */
export function endOfNumber(text: string): number | undefined {
  const found = number.exec(text);
  return found ? found.index + found[0].length : undefined;
}
