// Whole numbers as Roman numerals and as letters, for the filters `roman` and `letters`.

/** Larger numbers need a sign above their letters. */
export const mostRoman = 3999;
export const mostLetters = 1_000_000;

const romanSigns = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

/** i, ii, iii, iv for a whole number from 1 to `mostRoman`. */
export function romanOf(number: number): string {
  let left = number;
  let signs = '';
  for (const [sign, value] of romanSigns) {
    signs += sign.repeat(Math.floor(left / value));
    left %= value;
  }
  return signs;
}

/** a to z, then aa, ab, for a whole number from 1. */
export function lettersOf(number: number): string {
  let left = number;
  let letters = '';
  while (left > 0) {
    letters = String.fromCharCode(97 + ((left - 1) % 26)) + letters;
    left = Math.floor((left - 1) / 26);
  }
  return letters;
}
