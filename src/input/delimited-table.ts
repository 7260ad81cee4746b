// Reads CSV, TSV and similar text as a table.
import type { NameOption } from '../words/name-option.ts';
import { decodeText, type Encoding, findEncoding } from './decode-text.ts';
import { InputError, NoDataError } from './input-error.ts';
import { joinCells } from './join-cells.ts';
import { type DelimitedFault, type DelimitedLimits, DelimitedParser, type DelimitedRow } from './parse-delimited.ts';
import { createUtf8Check, findMisread } from './read-as-utf8.ts';
import { type InputSource, readHead } from './source.ts';
import type { Cell, Row, Table } from './table.ts';
import { nameColumns, reasonColumn, type TableColumns } from './table-columns.ts';
import type { HeaderRule, TableRules } from './table-rules.ts';

export interface DelimitedOptions extends Pick<TableRules, 'delimiter' | 'encoding' | 'null' | 'escapes'> {
  readonly header?: HeaderRule;
  readonly limits?: Partial<DelimitedLimits>;
  /** Gives the names of these options for messages. */
  readonly nameOption: NameOption;
}

const defaultLimits: DelimitedLimits = { maxCellLength: 5_000_000, maxRowLength: 10_000_000, maxColumns: 16_384 };
type DelimitedLine = DelimitedRow | DelimitedFault;

const candidates = [',', ';', '\t', '|'];
const lineEnd = /\r\n|\r|\n/;
const maxHeaderLength = 1_000_000;

interface DelimitedText {
  readonly source: InputSource;
  readonly encoding: Encoding;
  /** Lines before the text that are skipped. */
  readonly skipped: number;
  /** The name of the encoding option, for messages. */
  readonly encodingOption: string;
}

/** The settings that are known before the header is read. */
interface DelimitedDialect {
  readonly delimiter: string;
  readonly nullText: string | undefined;
  /** Text as PostgreSQL and MySQL write it: tabs, `\\N`, escapes, and no quotes. */
  readonly hasEscapes: boolean;
  readonly newline: '\n' | '\r\n';
  /** The first line names the delimiter only, as Excel writes it. */
  readonly hasDelimiterLine: boolean;
}

/** Raises InputError: kind `usage` for a wrong option, `file` for a file that cannot be read, `data` for a file without a usable header. */
export async function openDelimited(source: InputSource, options: DelimitedOptions): Promise<Table> {
  const { file } = source;
  const { nameOption } = options;
  const encoding = await findEncoding(source, options.encoding);
  const plain: DelimitedText = { source, encoding, skipped: 0, encodingOption: nameOption('encoding') };
  const { line: headerLine, names } = await findHeader(plain, options.header);
  const text = { ...plain, skipped: (headerLine ?? 1) - 1 };
  const dialect = await findDialect(text, options);
  const limits = { ...defaultLimits, ...options.limits };
  const read = () => readLines(text, dialect, limits);
  const first = await firstRow(read());
  if (headerLine !== undefined && first?.line !== headerLine)
    throw new InputError('usage', `${nameOption('headerRow')} ${headerLine}: there is no row in this line`, { file });
  if (first === undefined) throw new NoDataError({ file });
  if ('fault' in first) throw new InputError('data', first.fault, { file, line: first.line });
  const findDoubt = createDoubt(text, dialect, nameOption('escapes'));
  const columns = nameColumns(names ?? first.cells.map((cell) => cell ?? ''), {
    file,
    line: first.line,
    isPadded: false,
    ...(names && { namedBy: `${nameOption('columns')} names` }),
    controlRemedy: controlRemedy(text),
    findDoubt,
  });
  return {
    file,
    headers: columns.headers,
    headerDoubt: findDoubt && columns.headers.map(findDoubt).find((one) => one !== undefined),
    isRejected: columns.isRejected,
    format: {
      kind: 'delimited',
      delimiter: dialect.delimiter,
      nullText: dialect.nullText,
      hasEscapes: dialect.hasEscapes,
      newline: dialect.newline,
      // Output is UTF-8. When the input had another encoding, only the mark shows spreadsheets, and us, that the output is UTF-8.
      byteOrderMark: encoding.byteOrderMark || encoding.label !== 'utf-8',
    },
    rows: () => readRows(read(), { file, columns, dialect, hasHeader: names === undefined }),
  };
}

/** A file of rejected rows has a header in its first line, wherever its input had one. */
async function findHeader(text: DelimitedText, rule: HeaderRule = {}): Promise<HeaderRule> {
  if (rule.line === undefined && rule.names === undefined) return rule;
  const [first = ''] = (await readStart(text)).split(lineEnd, 1);
  return hasReasons.test(first) ? {} : rule;
}

const hasReasons = new RegExp(`(?<![\\w.])${reasonColumn}(?![\\w.])`);

interface RowReading {
  readonly file: string;
  readonly columns: TableColumns;
  readonly dialect: DelimitedDialect;
  /** The first line is the header. */
  readonly hasHeader: boolean;
}

/** The rows under their columns. A short row waits for the next: two parts of a row, divided by a line break without quotes, are no rows. */
async function* readRows(
  pieces: AsyncIterable<Iterable<DelimitedLine>>,
  { file, columns, dialect, hasHeader }: RowReading,
): AsyncGenerator<Row | InputError> {
  const failed = (fault: string, line: number, text: string) => new InputError('data', fault, { file, line, text });
  const textOf = (cells: readonly Cell[]) =>
    cells
      .map((cell) => (typeof cell === 'string' ? joinCells([cell], dialect) : (dialect.nullText ?? '')))
      .join(dialect.delimiter);
  let number = hasHeader ? -1 : 0;
  let short: { readonly row: Row; readonly cells: readonly Cell[] } | undefined;
  for await (const lines of pieces) {
    for (const line of lines) {
      number++;
      if (number === 0) continue; // the header
      const isShort = 'cells' in line && columns.isShort(line.cells);
      if (short) {
        const isPart =
          isShort && line.line === short.row.line + 1 && short.cells.length + line.cells.length - 1 === columns.width;
        const divided = 'a line break without quotes may divide it from the row';
        if (isPart) yield failed(`${columns.explainLength(short.cells)}; ${divided} below`, short.row.line, textOf(short.cells));
        else yield short.row;
        short = undefined;
        if (isPart) {
          yield failed(`${columns.explainLength(line.cells)}; ${divided} above`, line.line, textOf(line.cells));
          continue;
        }
      }
      if ('fault' in line) {
        yield failed(line.fault, line.line, line.text);
        continue;
      }
      const picked = columns.pick(line.cells, line);
      if ('misfit' in picked) yield failed(picked.misfit, line.line, picked.text ?? textOf(line.cells));
      else if (isShort) short = { row: { number, line: line.line, ...picked }, cells: line.cells };
      else yield { number, line: line.line, ...picked };
    }
  }
  if (short) yield short.row;
}

const controlRemedy = ({ encoding: { label }, encodingOption }: DelimitedText): string =>
  label.startsWith('utf-')
    ? 'the text was damaged before it was saved; export it again'
    : `the file is in another encoding than ${label}: save it as UTF-8, or name its encoding with ${encodingOption}`;

/** Finds texts that were read in a wrong encoding, now or before the file was saved, and the escapes of databases. */
function createDoubt(
  { encoding: { label }, encodingOption }: DelimitedText,
  { delimiter, hasEscapes }: DelimitedDialect,
  escapesOption: string,
): ((text: string) => string | undefined) | undefined {
  const readAsUtf8 = createUtf8Check(label);
  const isUnicode = label.startsWith('utf-');
  const mayHaveEscapes = delimiter === '\t' && !hasEscapes;
  if (!readAsUtf8 && !mayHaveEscapes) return isUnicode ? findMisread : undefined;
  return (text) => {
    const meant = readAsUtf8?.(text);
    if (meant !== undefined) return `${show(text)} is ${show(meant)} in UTF-8; if the whole file is, leave ${encodingOption} out`;
    const misread = isUnicode ? findMisread(text) : undefined;
    if (misread !== undefined) return misread;
    const [written] = (mayHaveEscapes && !windowsPath.test(text) && /\\[\\nrt0]/.exec(text)) || [];
    return (
      written && `${written} stays as it is; if it stands for another character, as mysql --batch writes it, add ${escapesOption}`
    );
  };
}

/** `C:\new` of a spreadsheet: databases double the backslash. */
const windowsPath = /^[a-z]:\\(?!\\)/i;

const show = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function firstRow(rows: AsyncIterable<Iterable<DelimitedLine>>): Promise<DelimitedLine | undefined> {
  for await (const some of rows) for (const row of some) return row;
  return undefined;
}

/** The rows that are not empty, in pieces, the header first. */
async function* readLines(
  text: DelimitedText,
  { delimiter, nullText, hasEscapes, hasDelimiterLine }: DelimitedDialect,
  limits: DelimitedLimits,
): AsyncGenerator<Iterable<DelimitedLine>> {
  const parser = new DelimitedParser({ delimiter, nullText, hasEscapes, firstLine: text.skipped + 1 }, limits);
  function* withContent(lines: Iterable<DelimitedLine>): Generator<DelimitedLine> {
    for (const line of lines) if ('fault' in line || !(line.isBlank || (hasDelimiterLine && line.line === 1))) yield line;
  }
  for await (const piece of decodeRows(text)) yield withContent(parser.push(piece));
  yield withContent(parser.end());
}

function decodeRows({ source, encoding, skipped, encodingOption }: DelimitedText): AsyncGenerator<string> {
  const pieces = decodeText(source, encoding, (western) =>
    western === undefined
      ? `save the file as UTF-8, or name its encoding with ${encodingOption}`
      : `if ${JSON.stringify(western)} is right there, add ${encodingOption} windows-1252; if not, save the file as UTF-8`,
  );
  return skipped === 0 ? pieces : skipLines(pieces, skipped);
}

async function* skipLines(pieces: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count;
  let endsInReturn = false;
  for await (const piece of pieces) {
    // The second half of a line end that begins in the piece before.
    let rest: string = endsInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endsInReturn = false;
    while (left > 0 && rest !== '') {
      const end = lineEnd.exec(rest);
      if (end === null) break;
      rest = rest.slice(end.index + end[0].length);
      left--;
      endsInReturn = rest === '' && end[0] === '\r';
    }
    if (left === 0 && rest !== '') yield rest;
  }
}

async function findDialect(
  text: DelimitedText,
  { delimiter: given, null: nullText, escapes = false, nameOption }: DelimitedOptions,
): Promise<DelimitedDialect> {
  const { source, encoding } = text;
  const first = await readHead(source, 512);
  // RFC 1952, 2.3.1.
  if (first[0] === 0x1f && first[1] === 0x8b)
    throw new InputError('data', 'is compressed with gzip; unpack it first', { file: source.file });
  if (encoding.label === 'utf-8' && looksBinary(first)) throw noText(text, first);
  const head = await readStart(text);
  const named = text.skipped > 0 ? undefined : /^sep=(.)$/i.exec(head.split(lineEnd, 1)[0]!)?.[1];
  const header = (named === undefined ? head : head.slice('sep=;'.length)).trimStart();
  if (header.split(lineEnd, 1)[0]!.includes('\0')) throw noText(text, first);
  // Many programs export HTML tables under the ending .xls.
  if (/^<(?:\?xml|!doctype|html|table)[\s>]/i.test(header))
    throw new InputError('data', 'is XML or HTML, not a table; open it in a spreadsheet and save it as .xlsx or as CSV', {
      file: source.file,
    });
  const delimiter = given === undefined ? (named ?? guessDelimiter(source.extension, header)) : checkDelimiter(given);
  if (nullText !== undefined && (nullText.trim() === '' || /["\r\n]/.test(nullText) || nullText.includes(delimiter)))
    throw new InputError(
      'usage',
      `${JSON.stringify(nullText)} cannot be a cell without quotes; ${nameOption('null')} takes a text such as \\N`,
    );
  if (escapes && delimiter !== '\t')
    throw new InputError(
      'usage',
      `${nameOption('escapes')} is for text with tabs between the cells, as databases write it; name them with ${nameOption('delimiter')} tab`,
      { file: source.file },
    );
  return {
    delimiter,
    nullText,
    hasEscapes: escapes || (delimiter === '\t' && nullText === '\\N'),
    newline: lineEnd.exec(head)?.[0] === '\r\n' ? '\r\n' : '\n',
    hasDelimiterLine: named !== undefined,
  };
}

function noText({ source: { file }, encodingOption }: DelimitedText, head: Uint8Array): InputError {
  // In UTF-16, the higher byte of most letters is null.
  const likely = head[0] === 0 && head[1] !== 0 ? 'utf-16be' : 'utf-16le';
  return new InputError(
    'data',
    `holds null characters, so it is not text in this encoding; if it is UTF-16: ${encodingOption} ${likely}`,
    {
      file,
    },
  );
}

/** Whether a file begins like a picture or an archive: null characters among bytes that are not UTF-8. No encoding would help. */
function looksBinary(head: Uint8Array): boolean {
  if (!head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return false;
  } catch {
    return true;
  }
}

/** The first two lines of a table, or less if they are very long. */
async function readStart(text: DelimitedText): Promise<string> {
  let start = '';
  for await (const piece of decodeRows(text)) {
    start += piece;
    if (start.length > maxHeaderLength || start.trimStart().split(lineEnd, 3).length === 3) break;
  }
  return start.slice(0, maxHeaderLength);
}

function checkDelimiter(given: string): string {
  const delimiter = given === 'tab' || given === '\\t' ? '\t' : given;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new InputError(
    'usage',
    `${JSON.stringify(given)} cannot divide cells; a delimiter is one character such as ; or the word tab`,
  );
}

/** The candidate that is most frequent in the first line, outside of quotes. */
function guessDelimiter(extension: string, header: string): string {
  if (extension === '.tsv') return '\t';
  const counts = new Map(candidates.map((candidate) => [candidate, 0]));
  let isQuoted = false;
  for (const char of header) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '\n' || char === '\r')) break;
    else if (!isQuoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return candidates.reduce((best, candidate) => (counts.get(candidate)! > counts.get(best)! ? candidate : best));
}
