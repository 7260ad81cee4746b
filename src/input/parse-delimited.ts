// Parses rows of delimited text (RFC 4180 and its dialects), fed piece by piece.

export interface DelimitedRow {
  /** Line on which the row begins, from 1. A line ends with CR, LF or both, inside quotes too. */
  readonly line: number;
  /** `null`: the text of no value, without quotes. */
  readonly cells: readonly (string | null)[];
  /** The row holds only delimiters and spaces. */
  readonly isBlank: boolean;
  /** Cells whose quote stands after spaces, so that it is a character like others. Undefined: none. */
  readonly lateQuotes?: readonly number[];
  /** A cell goes over several lines. */
  readonly hasLongCell: boolean;
  /** The row ends with the text, without a line end. */
  readonly isCut: boolean;
}

export interface DelimitedFault {
  readonly line: number;
  readonly fault: string;
  /** The row as it is written. The beginning, if the row is over a limit. */
  readonly text: string;
}

export interface DelimitedLimits {
  /** In UTF-16 code units. */
  readonly maxCellLength: number;
  readonly maxRowLength: number;
  readonly maxColumns: number;
}

const quote = 0x22;
const cr = 0x0d;
const lf = 0x0a;
const lineEnds = /\r\n|\r|\n/g;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };
const isLateQuote = /^[ \t]+"/;

interface ParsedCell {
  readonly value: string;
  /** Offset after the cell and its quotes. */
  readonly end: number;
}

interface ReadRow {
  readonly row: DelimitedRow | DelimitedFault;
  /** Offset after the row. */
  readonly end: number;
}

/** A quote without an end in the text so far. */
interface Unclosed {
  readonly openedAt: number;
}

export interface DelimitedSyntax {
  readonly delimiter: string;
  /** The text of a cell that has no value. */
  readonly nullText?: string | undefined;
  /** Databases write text so: quotes are characters like others, and a backslash begins an escape. */
  readonly hasEscapes?: boolean;
  /** The number of the line that comes first. Default: 1. */
  readonly firstLine?: number;
}

/**
 * Reports a row that cannot be read as a fault, and goes on after its line. The line of an unclosed quote is the line that opens it, so that a stray
 * quote does not swallow the rows below.
 */
export class DelimitedParser {
  readonly #delimiter: number;
  readonly #limits: DelimitedLimits;
  #rest = '';
  /** Length of the text in `#rest` that arrived since the last look. */
  #unseen = 0;
  readonly #nullText: string | undefined;
  readonly #hasEscapes: boolean;
  #line: number;
  #isSkipping = false;

  constructor({ delimiter, nullText, hasEscapes = false, firstLine = 1 }: DelimitedSyntax, limits: DelimitedLimits) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#nullText = nullText;
    this.#hasEscapes = hasEscapes;
    this.#line = firstLine;
    this.#limits = limits;
  }

  /** The complete rows of the text so far. Take them before you feed more. */
  *push(text: string): Generator<DelimitedRow | DelimitedFault> {
    this.#rest += text;
    this.#unseen += text.length;
    // A row in many pieces is looked at again only when it has doubled, so that the work grows with its length.
    if (this.#unseen * 2 >= this.#rest.length) yield* this.#readRows(false);
  }

  /** The remaining rows. */
  end(): Generator<DelimitedRow | DelimitedFault> {
    return this.#readRows(true);
  }

  *#readRows(isLast: boolean): Generator<DelimitedRow | DelimitedFault> {
    const text = this.#rest;
    let at = this.#isSkipping ? this.#skipLine(text, 0, this.#line) : 0;
    while (at < text.length && !this.#isSkipping) {
      const read = this.#readRow(text, at, isLast);
      if (!read) break;
      at = read.end;
      // One at a time: after an open quote there may be very many.
      yield read.row;
    }
    this.#rest = text.slice(at);
    this.#unseen = 0;
  }

  /** Undefined: the row does not end in this text. */
  #readRow(text: string, from: number, isLast: boolean): ReadRow | undefined {
    const { maxRowLength, maxCellLength, maxColumns } = this.#limits;
    const first = this.#line;
    const isWhole = isLast || text.length - from > maxRowLength;
    const cells: (string | null)[] = [];
    const lateQuotes: number[] = [];
    let line = first;
    let isBlank = true;
    let fault: string | undefined;
    for (let at = from; ; at++) {
      const isQuoted = text.charCodeAt(at) === quote && !this.#hasEscapes;
      const cell = isQuoted ? readQuoted(text, at, isLast) : this.#readPlain(text, at);
      if (cell === undefined) return undefined;
      if ('openedAt' in cell) {
        if (!isWhole) return undefined;
        fault = `the quote that opens column ${cells.length + 1} on line ${line} is never closed`;
        return this.#refuse(text, from, { at: cell.openedAt, first, line, fault });
      }
      if (cell.value.length > maxCellLength)
        fault ??= `the cell in column ${cells.length + 1} is over the limit of ${maxCellLength} characters`;
      isBlank &&= !isQuoted && cell.value.trim() === '';
      if (!isQuoted && !this.#hasEscapes && isLateQuote.test(cell.value)) lateQuotes.push(cells.length);
      if (cells.length < maxColumns) cells.push(isQuoted ? unformulated(cell.value) : this.#toValue(cell.value));
      else fault ??= `the row has more than ${maxColumns} cells`;
      const opened = line;
      if (isQuoted) line += countLines(cell.value);
      at = cell.end;
      const code = text.charCodeAt(at);
      if (code === this.#delimiter) continue;
      if (at >= text.length) {
        if (!isWhole) return undefined;
      } else if (code === cr || code === lf) {
        if (at + 1 === text.length && code === cr && !isLast) return undefined;
      } else {
        // The rest of the line belongs to the row, too.
        if (!isWhole && text.indexOf('\n', at) < 0 && text.indexOf('\r', at) < 0) return undefined;
        fault = `the quoted cell in column ${cells.length}, opened on line ${opened}, has text after its closing quote on line ${line}; write a quote inside quotes twice`;
        return this.#refuse(text, from, { at, first, line, fault });
      }
      if (at - from > maxRowLength) fault = `the row is over the limit of ${maxRowLength} characters`;
      const row =
        fault === undefined
          ? {
              line: first,
              cells,
              isBlank,
              ...(lateQuotes.length > 0 && { lateQuotes }),
              hasLongCell: line > first,
              isCut: at >= text.length,
            }
          : { line: first, fault, text: text.slice(from, at) };
      if (at >= text.length && !isLast) return { row, end: this.#skipLine(text, at, line) };
      this.#line = line + 1;
      return { row, end: at + (code === cr && text.charCodeAt(at + 1) === lf ? 2 : 1) };
    }
  }

  /** Refuses a row to the end of the line in which `at` stands, whose number is `line`. */
  #refuse(
    text: string,
    from: number,
    { at, first, line, fault }: { readonly at: number; readonly first: number; readonly line: number; readonly fault: string },
  ): ReadRow {
    const end = this.#skipLine(text, at, line);
    return { row: { line: first, fault, text: text.slice(from, end).replace(/[\r\n]+$/, '') }, end };
  }

  #toValue(written: string): string | null {
    if (written === this.#nullText) return null;
    // Databases write a value `N` without a backslash: with escapes, this text is always no value.
    if (this.#hasEscapes && written === '\\N') return null;
    if (!this.#hasEscapes) return unformulated(written);
    if (!written.includes('\\')) return written;
    return written.replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char);
  }

  #readPlain(text: string, start: number): ParsedCell {
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === this.#delimiter || code === lf || code === cr) break;
    }
    return { value: text.slice(start, end), end };
  }

  /** Skips to the end of the line, even if the end comes in a later piece. */
  #skipLine(text: string, from: number, line: number): number {
    lineEnds.lastIndex = from;
    const end = lineEnds.exec(text);
    // A carriage return at the end of a piece may be half of a line end; the next piece tells.
    this.#isSkipping = end === null || (end[0] === '\r' && lineEnds.lastIndex === text.length);
    this.#line = this.#isSkipping ? line : line + 1;
    return end === null ? text.length : this.#isSkipping ? end.index : lineEnds.lastIndex;
  }
}

/** Exporters write `="007"` so that a spreadsheet keeps the zeros: a formula whose result is the text in it. */
function unformulated(text: string): string {
  const [, literal] = text.startsWith('="') ? (/^="((?:[^"]|"")*)"$/.exec(text) ?? []) : [];
  return literal === undefined ? text : literal.replaceAll('""', '"');
}

function readQuoted(text: string, start: number, isLast: boolean): ParsedCell | Unclosed | undefined {
  let value = '';
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close === -1) return { openedAt: start };
    if (close + 1 === text.length && !isLast) return undefined;
    if (text.charCodeAt(close + 1) !== quote) return { value: value + text.slice(from, close), end: close + 1 };
    value += text.slice(from, close + 1);
    from = close + 2;
  }
}

function countLines(text: string): number {
  return text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/).length - 1 : 0;
}
