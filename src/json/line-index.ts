// Turns offsets in a text into lines and columns.

/** Line and column, counted from 1. Columns count UTF-16 code units, as editors and SARIF do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range. Its end is behind the last character. */
export interface TextRange extends Position {
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface LineIndex {
  at(offset: number): Position;
  range(start: number, end: number): TextRange;
}

/** Finds the line ends once. Each look-up is a binary search. `firstLine` and `firstColumn`: where the text begins in its file. */
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
  const range = (start: number, end: number): TextRange => {
    const { line, column } = at(start);
    const last = at(end);
    return { line, column, endLine: last.line, endColumn: last.column };
  };
  return { at, range };
}
