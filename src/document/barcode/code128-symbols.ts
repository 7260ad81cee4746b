// The symbols of Code 128 (ISO/IEC 15417, table 1): widths of bars and spaces by value, and the characters of the three code sets.

export type Code128Set = 'A' | 'B' | 'C';

/** Bar, space, bar, space, bar, space of the values 0 to 105, eleven modules each. */
export const symbolPatterns: readonly string[] = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');

export const stopPattern = '2331112';

export const startOf: Readonly<Record<Code128Set, number>> = { A: 103, B: 104, C: 105 };

interface CodeSet {
  /** The symbol for the characters at a place, and how many it takes. Undefined: they are not in this set. */
  encode(text: string, at: number): { readonly symbol: number; readonly length: number } | undefined;
  readonly switchTo: Readonly<Partial<Record<Code128Set, number>>>;
  /** The symbol that takes the next character from the other set, B for A and A for B. */
  readonly shift: number | undefined;
}

export const codeSet: Readonly<Record<Code128Set, CodeSet>> = {
  A: {
    encode(text, at) {
      const code = text.charCodeAt(at);
      if (code < 32) return { symbol: code + 64, length: 1 };
      return code < 96 ? { symbol: code - 32, length: 1 } : undefined;
    },
    switchTo: { B: 100, C: 99 },
    shift: 98,
  },
  B: {
    encode(text, at) {
      const code = text.charCodeAt(at);
      return code >= 32 && code < 128 ? { symbol: code - 32, length: 1 } : undefined;
    },
    switchTo: { A: 101, C: 99 },
    shift: 98,
  },
  C: {
    encode(text, at) {
      const pair = text.slice(at, at + 2);
      return /^[0-9]{2}$/.test(pair) ? { symbol: Number(pair), length: 2 } : undefined;
    },
    switchTo: { A: 101, B: 100 },
    shift: undefined,
  },
};
