// Offsets in a text to lines and columns.

/** From 1; columns in UTF-16 code units, as editors and SARIF count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The end is behind the last character. */
export interface Place extends Position {
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface LineIndex {
  at(offset: number): Position;
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
