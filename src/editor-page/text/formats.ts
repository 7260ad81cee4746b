// The formats that a binding can have, as filters of the template. The engine says which of them suit its value, and shows each.
import { withFilter } from '../../editing/text-pieces.ts';
import type { formatWords } from '../../editor-words/index.ts';
import type { PrintedExpression } from '../../live-pages/protocol.ts';

interface Format {
  /** As it is written: `number: 2`. */
  readonly filter: string;
  readonly name: keyof typeof formatWords;
  /** It suits texts, and the engine takes numbers, too. */
  readonly isForText?: true;
}

export const formats: readonly Format[] = [
  { filter: 'money', name: 'money' },
  { filter: 'number', name: 'number' },
  { filter: 'number: 0', name: 'whole' },
  { filter: 'number: 2', name: 'twoDecimals' },
  { filter: 'percent', name: 'percent' },
  { filter: 'percent: 1', name: 'percentOne' },
  { filter: "date: 'short'", name: 'dateShort' },
  { filter: "date: 'medium'", name: 'dateMedium' },
  { filter: "date: 'long'", name: 'dateLong' },
  { filter: "date: 'full'", name: 'dateFull' },
  { filter: "datetime: 'short'", name: 'dateTime' },
  { filter: "time: 'short'", name: 'time' },
  { filter: 'upcase', name: 'upcase', isForText: true },
  { filter: 'capitalize', name: 'capitalize', isForText: true },
  { filter: 'iban', name: 'iban', isForText: true },
  { filter: 'phone', name: 'phone', isForText: true },
];

/** The names of filters that are formats. `own`: those of the template. */
export const formatFilters = (own: readonly string[]): ReadonlySet<string> =>
  new Set([...own, ...formats.map(({ filter }) => filter.split(':')[0]!)]);

/** What an expression is in a format. Undefined: in none. */
export const inFormat = (expression: string, filter: string | undefined, own: readonly string[]): string =>
  withFilter(expression, formatFilters(own), filter);

/** The filters of the template that suit an expression, by what the engine prints. */
export const suitingFilters = (
  expression: string,
  printed: ReadonlyMap<string, PrintedExpression>,
  own: readonly string[],
): readonly string[] =>
  own.filter((filter) => {
    const { text, fault } = printed.get(inFormat(expression, filter, own)) ?? {};
    return fault === undefined && text !== undefined;
  });

/** The formats that suit an expression, by what the engine prints. */
export function suitingFormats(
  expression: string,
  printed: ReadonlyMap<string, PrintedExpression>,
  own: readonly string[],
): readonly Format[] {
  const ofFormat = (filter: string | undefined) => printed.get(inFormat(expression, filter, own));
  const hasText = (one: PrintedExpression | undefined) => one?.text !== undefined && one.text !== '';
  const isNumber = hasText(ofFormat('number')) && ofFormat('number')!.fault === undefined;
  return formats.filter(({ filter, isForText }) => {
    const one = ofFormat(filter);
    const isEmpty = hasText(ofFormat(undefined)) && one?.text === '';
    return one?.fault === undefined && !isEmpty && !(isForText && isNumber);
  });
}
