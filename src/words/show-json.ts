// Shows values as JSON in messages.
import { toLine } from './to-line.ts';

/** Most characters of a value in a message. */
const longest = 60;

/** A value as JSON for a message, cut to 60 characters. */
export const showJson = (value: unknown): string => cutJson(JSON.stringify(value) ?? String(value));

/** JSON for a message, cut to 60 characters. */
export function cutJson(json: string): string {
  return json.length > longest ? `${json.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}

/** A text in quotes, on one line: cut to 60 characters, with its control characters escaped. */
export function quoteText(text: string): string {
  const characters = [...text.slice(0, 2 * longest + 2)];
  const shown = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
  return toLine(JSON.stringify(shown));
}
