// Quotes a text in a message.
import { toLine } from './to-line.ts';

/** Most characters of a text in a message. */
const longest = 60;

/** A text in quotes, on one line: cut to 60 characters, with its control characters escaped. */
export function quoteText(text: string): string {
  const characters = [...text.slice(0, 2 * longest + 2)];
  const shown = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
  return toLine(JSON.stringify(shown));
}
