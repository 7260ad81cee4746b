// Offsets in a text to lines and columns.
import { escapeControls } from '../io/io.ts';
import type { Place } from './record.ts';

export interface LineIndex {
  at(offset: number): { readonly line: number; readonly column: number };
  range(start: number, end: number): Place;
}

/** Reads the line ends once; every look-up is a binary search. Line and column of the first character are given for texts cut from a file. */
export function indexLines(text: string, firstLine = 1, firstColumn = 1): LineIndex {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  const at = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + firstLine, column: offset - starts[low]! + (low === 0 ? firstColumn : 1) };
  };
  const range = (start: number, end: number): Place => {
    const { line, column } = at(start);
    const last = at(end);
    return { line, column, endLine: last.line, endColumn: last.column };
  };
  return { at, range };
}

/** The line at an offset with a caret under the place, cut to 100 characters around it; nothing of an empty line. */
export function excerptAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const newline = text.indexOf('\n', offset);
  const from = Math.max(start, offset - 60);
  const to = Math.min(newline === -1 ? text.length : newline, from + 100);
  const line = escapeLine(text.slice(from, to).replaceAll('\t', ' ').replace(/\r$/, ''));
  if (line.trim() === '') return '';
  const before = escapeLine(text.slice(from, offset).replaceAll('\t', ' '));
  return `${line}\n${' '.repeat(before.length)}^`;
}

/** Foreign text for one line of a terminal: control and direction characters, tabs and line ends are escaped. */
export function escapeLine(text: string): string {
  return escapeControls(text).replace(/[\t\n\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
