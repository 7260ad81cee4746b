// Finds the line breaking class of a character (UAX #14 of Unicode 17), resolved as in LB1.
import { kinds, letters, runs } from './line-break-data.ts';

/**
 * The classes of UAX #14, table 1, without the classes that LB1 resolves. Additional classes: `QI` and `QF` are initial and final quotation marks,
 * `DC` is the dotted circle, `PI` and `PA` are future pictographs, which otherwise behave as ID and AL. `SA` is left to a dictionary.
 */
export const classes = {
  ...{ AL: 0, HL: 1, NU: 2, ID: 3, CM: 4, ZWJ: 5, SA: 6, SP: 7, ZW: 8, BK: 9, CR: 10, LF: 11, NL: 12, WJ: 13, GL: 14 },
  ...{ BA: 15, HY: 16, HH: 17, BB: 18, B2: 19, CL: 20, CP: 21, EX: 22, IN: 23, IS: 24, NS: 25, SY: 26, OP: 27 },
  ...{ QU: 28, QI: 29, QF: 30, PO: 31, PR: 32, CB: 33, RI: 34, EB: 35, EM: 36, PI: 37, PA: 38 },
  ...{ JL: 39, JV: 40, JT: 41, H2: 42, H3: 43, AK: 44, AP: 45, AS: 46, VF: 47, VI: 48, DC: 49 },
} as const;

/** Added to the class of a character that is full width, wide or half width (UAX #11). */
export const wide = 64;

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** Code points beyond it form about ten runs. */
const tableSize = 0x20000;

let table: Uint8Array | undefined;
let beyond: readonly { readonly from: number; readonly kind: number }[] = [];

/** The class of a code point, with `wide` added for a wide character. The first text that needs the table builds it, in about a millisecond. */
export function lineBreakClass(codePoint: number): number {
  table ??= readData();
  if (codePoint < tableSize) return table[codePoint]!;
  return beyond.findLast(({ from }) => from <= codePoint)?.kind ?? classes.AL;
}

function readData(): Uint8Array {
  const made = new Uint8Array(tableSize);
  const far: { from: number; kind: number }[] = [];
  const values = kinds
    .split(' ')
    .map((kind) => classes[kind.replace('+', '') as keyof typeof classes] + (kind.endsWith('+') ? wide : 0));
  let from = 0;
  for (const [, letter, count] of runs.matchAll(/([:-~])(\d*)/g)) {
    const kind = values[letters.indexOf(letter!)]!;
    const to = from + (count === '' ? 1 : Number(count));
    if (from < tableSize && kind !== 0) made.fill(kind, from, Math.min(to, tableSize));
    if (to > tableSize) far.push({ from, kind });
    from = to;
  }
  // Each syllable of two letters comes before 27 syllables of three.
  made.fill(classes.H3 + wide, firstSyllable, lastSyllable + 1);
  for (let code = firstSyllable; code <= lastSyllable; code += 28) made[code] = classes.H2 + wide;
  beyond = far;
  return made;
}
