// The order of values, by which lists are sorted.
import { momentsAdvice, numbersAdvice } from './compare.ts';
import { adviseNotation, type Decimal, isDecimal, toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import type { NoteUnusable } from './filters/filter.ts';
import { collate } from './filters/intl.ts';
import { instantOf } from './filters/moment.ts';
import type { TextKind } from './schema-walk.ts';
import type { Scope } from './scope.ts';
import { compareValues, isMissing } from './values.ts';

/** Values by which elements are sorted, one for each element. */
export interface SortKey {
  readonly values: readonly unknown[];
  readonly kind: TextKind;
  readonly isDescending: boolean;
  readonly tell: NoteUnusable;
}

/**
 * The places of the elements in the order of the first key, elements that are equal there in that of the next one, else in the order of the list.
 * Numbers come first, then texts, then false and true, then the rest. Missing values come last, also in descending order.
 */
export function sortPlaces(count: number, keys: readonly SortKey[], scope: Scope): number[] {
  const orders = keys.map((key) => orderOf(key, scope));
  return Array.from({ length: count }, (_, i) => i).sort((i, j) => {
    for (const order of orders) {
      const found = order(i, j);
      if (found !== 0) return found;
    }
    return 0;
  });
}

const kinds = ['number', 'string', 'boolean', 'object'];

/** Compares the values at two places. */
function orderOf({ values, kind, isDescending, tell }: SortKey, scope: Scope): (i: number, j: number) => number {
  const sizes = readerOf(values, kind, scope, tell);
  const other = sizes ? values.find((value) => !isMissing(value) && sizes.read(value) === undefined) : undefined;
  if (sizes && other !== undefined)
    tell(scope, `${showOperand(other)} is not a ${sizes.word} and comes after the ${sizes.word}s${sizes.advise(other)}`);
  const keys = sizes ? values.map((value) => sizes.read(value) ?? value) : values;
  const ranks = keys.map((key) => {
    if (key === null || key === undefined) return kinds.length;
    if (isDecimal(key)) return 0;
    // NaN has no order.
    return typeof key === 'number' ? kinds.length - 1 : kinds.indexOf(typeof key);
  });
  const sign = isDescending ? -1 : 1;
  return (i, j) => {
    const byKind = ranks[i]! - ranks[j]!;
    if (byKind !== 0) return ranks[i] === kinds.length || ranks[j] === kinds.length ? byKind : sign * byKind;
    return sign * inOrder(keys[i], keys[j], scope);
  };
}

/** Reads values by which a list is ordered as numbers or as points in time. */
interface SizeReader {
  readonly word: 'number' | 'time';
  readonly read: (value: unknown) => Decimal | undefined;
  /** Advice about an invalid value, as the end of a sentence. */
  readonly advise: (value: unknown) => string;
}

const numberReader: SizeReader = { word: 'number', read: toDecimal, advise: adviseNotation };
const timeReader: SizeReader = { word: 'time', read: instantOf, advise: () => '' };

/**
 * How the values of a list are ordered if not as texts. Texts count as numbers not where the data schema has texts only; else if a value is a number, or
 * all values are texts that are numbers. Where the data schema has numbers, one such text is enough. Texts count as times where it says so.
 */
export function readerOf(given: readonly unknown[], kind: TextKind, scope: Scope, tell: NoteUnusable): SizeReader | undefined {
  if (kind === 'moments') return timeReader;
  const values = given.filter((value) => !isMissing(value));
  const sized = (reader: SizeReader) => values.filter((value) => reader.read(value) !== undefined);
  if (kind !== 'texts') {
    const numeric = sized(numberReader);
    if (numeric.length > 0 && (kind === 'numbers' || numeric.length === values.length || values.some(isDecimal)))
      return numberReader;
    tellLetters(numeric, numberReader, numbersAdvice, scope, tell);
  }
  tellLetters(sized(timeReader), timeReader, momentsAdvice, scope, tell);
  return undefined;
}

/** Tells of two texts that the order of letters puts in another order than their size. */
function tellLetters(values: readonly unknown[], { read }: SizeReader, advice: string, scope: Scope, tell: NoteUnusable): void {
  const sized = values.map((value) => ({ value, size: read(value) }));
  sized.sort((a, b) => compareValues(a.size, b.size)!);
  for (const [i, b] of sized.entries()) {
    const a = sized[i - 1];
    if (a === undefined || compareValues(a.size, b.size) === 0 || inOrder(a.value, b.value, scope) <= 0) continue;
    tell(scope, `${showOperand(b.value)} comes before ${showOperand(a.value)}, as texts do. ${advice}`);
    break;
  }
}

/** The order of two numbers by size, of two texts as the locale sorts them, and of false and true. */
export function inOrder(a: unknown, b: unknown, { format: { locale } }: Pick<Scope, 'format'>): number {
  if (typeof a === 'string' && typeof b === 'string') return collate(a, b, locale);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  return compareValues(a, b) ?? 0;
}
