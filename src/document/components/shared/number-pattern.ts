// The pattern of a heading's number: `1.1`, `§ 1`, `a)`, `Appendix A`.
import { lettersOf, romanOf } from '../../expression/index.ts';
import { printText } from '../../expression/print-text.ts';
import type { FormatSettings } from '../../expression/scope.ts';

export interface NumberPattern {
  /** The sign that counts the headings of its own level. */
  readonly sign: string;
  /** How many outer levels it shows. */
  readonly outer: number;
  /** The number for the counts of all levels down to its own. */
  write(counts: readonly number[], format: FormatSettings): string;
}

/** A sign counts where it stands beside no other letter or digit. */
const signs = /(?<![\p{L}\p{M}\p{N}])[1aAiI](?![\p{L}\p{M}\p{N}])/gu;

const writers: Readonly<Record<string, (count: number) => string>> = {
  a: lettersOf,
  A: (count) => lettersOf(count).toUpperCase(),
  i: romanOf,
  I: (count) => romanOf(count).toUpperCase(),
};

/** Reads a pattern. Undefined: nothing in it counts. */
export function readNumberPattern(pattern: string): NumberPattern | undefined {
  const found = pattern.match(signs);
  if (!found) return undefined;
  const between = pattern.split(signs);
  return {
    sign: found.at(-1)!,
    outer: found.length - 1,
    write(counts, format) {
      const shown = counts.slice(-found.length);
      return found.reduce((text, sign, i) => text + writeCount(sign, shown[i]!, format) + between[i + 1]!, between[0]!);
    },
  };
}

// Nothing counted yet is 0, which has no letter and no Roman numeral. Nor have counts beyond those of books.
const writeCount = (sign: string, count: number, format: FormatSettings): string =>
  (count > 0 && count < 4000 ? writers[sign]?.(count) : undefined) ?? printText(count, format);
