// Writes the cells of a row of delimited text, as the parser reads them.
import type { DelimitedSyntax } from './parse-delimited.ts';

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\0': '\\0',
};

/** The text of a row without its line end (RFC 4180, 2.6 and 2.7). Nothing else is escaped, whatever a spreadsheet does with "=1+1". */
export function joinCells(cells: readonly string[], { delimiter, nullText, hasEscapes = false }: DelimitedSyntax): string {
  const write = hasEscapes
    ? (text: string) => text.replace(/[\\\b\f\n\r\t\v\0]/g, (char) => escapes[char]!)
    : (text: string) =>
        /["\r\n]/.test(text) || text.includes(delimiter) || text === nullText ? `"${text.replaceAll('"', '""')}"` : text;
  return cells.map(write).join(delimiter);
}
