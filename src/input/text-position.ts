// Shows a place in a text in a terminal.
import { toLine } from '../words/to-line.ts';

/** The line at an offset, cut to 100 characters, with a caret under the place. Empty for an empty line. */
export function excerptAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const from = Math.max(start, offset - 60);
  const to = Math.min(newline === -1 ? text.length : newline, from + 100);
  const line = toLine(text.slice(from, to).replaceAll('\t', ' ').replace(/\r$/, ''));
  if (line.trim() === '') return '';
  const before = toLine(text.slice(from, offset).replaceAll('\t', ' '));
  return `${line}\n${' '.repeat(before.length)}^`;
}
