// Writes values of the data for messages: short, on one line, without control characters.
import { quoteText } from '../words/show-json.ts';

/** A value for a message: scalars as JSON, cut at 60 characters, and a few words for objects and arrays. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  if (typeof value === 'string') return quoteText(value);
  return String(value);
}

/** `"a", "b" or "c"`, at most ten. */
export function showChoice(values: readonly unknown[], last = 'or'): string {
  const shown = values.slice(0, 10).map(showValue);
  if (values.length > 10) return `${shown.join(', ')} … (${values.length} in all)`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
