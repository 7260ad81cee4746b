// The text of a value as people read it: numbers with the digits, the decimal sign and the minus sign of the locale.
import { type Decimal, decimalText, isDecimal } from './decimal.ts';
import { checkedLocale, keep } from './filters/intl.ts';
import type { FormatSettings } from './scope.ts';
import { toText } from './values.ts';

/** The printed text of a value without a filter. Numbers have all their digits, without groups: `1,234` in German. */
export function printText(value: unknown, { locale }: FormatSettings): string {
  return isDecimal(value) ? printNumber(value, locale) : toText(value);
}

/** The same, for a text whose letters a filter changes: no signs of direction may stand in it. */
export const printLetters = (value: unknown, format: FormatSettings): string => printText(value, format);

function printNumber(value: Decimal, locale: string): string {
  const plain = decimalText(value);
  const numerals = numeralsOf(locale);
  if (numerals === 'plain') return plain;
  const { digits, decimal, before, after } = numerals;
  const isNegative = plain.startsWith('-');
  let text = (isNegative ? plain.slice(1) : plain).replace('.', decimal);
  if (digits) text = text.replace(/\d/g, (digit) => digits[Number(digit)]!);
  return isNegative ? before + text + after : text;
}

interface Numerals {
  /** Undefined: 0 to 9. */
  readonly digits: readonly string[] | undefined;
  readonly decimal: string;
  /** What stands before and after a negative number. */
  readonly before: string;
  readonly after: string;
}

/** Intl gives the signs and digits only: it keeps no more than 100 decimals. `plain`: the locale writes numbers as programs do. */
const numeralsOf = keep((locale): Numerals | 'plain' => {
  const format = new Intl.NumberFormat(checkedLocale(locale));
  const parts = format.formatToParts(-1.5);
  const join = (some: typeof parts) => some.map(({ value }) => value).join('');
  if (join(parts) === '-1.5') return 'plain';
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return {
    digits: digits.join('') === '0123456789' ? undefined : digits,
    decimal: parts.find(({ type }) => type === 'decimal')!.value,
    before: join(
      parts.slice(
        0,
        parts.findIndex(({ type }) => type === 'integer'),
      ),
    ),
    after: join(parts.slice(parts.findIndex(({ type }) => type === 'fraction') + 1)),
  };
});
