// Reads CSV, TSV and similar text as a table.
import type { NameOption } from '../words/name-option.ts';
import { decodeText, type Encoding, findEncoding } from './decode-text.ts';
import { InputError, NoDataError } from './input-error.ts';
import { type DelimitedFault, type DelimitedLimits, DelimitedParser, type DelimitedRow } from './parse-delimited.ts';
import { createUtf8Check } from './read-as-utf8.ts';
import { readHead, type Source } from './source.ts';
import type { Row, Table } from './table.ts';
import { nameColumns } from './table-columns.ts';

export interface DelimitedOptions {
  /** One character, or `tab`. Default: the most frequent candidate in the header. */
  readonly delimiter?: string | undefined;
  /** A name of the Encoding Standard. A byte order mark overrides it. Default: UTF-8. */
  readonly encoding?: string | undefined;
  readonly limits?: Partial<DelimitedLimits>;
  /** Gives the names of these options for messages. */
  readonly nameOption: NameOption;
}

const defaultLimits: DelimitedLimits = { maxCellLength: 5_000_000, maxRowLength: 10_000_000, maxColumns: 16_384 };
type Line = DelimitedRow | DelimitedFault;

const candidates = [',', ';', '\t', '|'];
const lineEnd = /\r\n|\r|\n/;
const maxHeaderLength = 1_000_000;

interface Text {
  readonly source: Source;
  readonly encoding: Encoding;
  /** The name of the encoding option, for messages. */
  readonly encodingOption: string;
}

/** The settings that are known before the header is read. */
interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n';
  /** The first line names the delimiter only, as Excel writes it. */
  readonly hasDelimiterLine: boolean;
}

/** Raises InputError: exit 2 for a wrong option, 9 for a file that cannot be read, 3 for a file without a usable header. */
export async function openDelimited(source: Source, options: DelimitedOptions): Promise<Table> {
  const { file } = source;
  const encoding = await findEncoding(source, options.encoding);
  const text: Text = { source, encoding, encodingOption: options.nameOption('encoding') };
  const dialect = await findDialect(text, options.delimiter);
  const limits = { ...defaultLimits, ...options.limits };
  const read = () => readLines(text, dialect, limits);
  const header = await firstRow(read());
  if (header === undefined) throw new NoDataError({ file });
  if ('fault' in header) throw new InputError(3, header.fault, { file, line: header.line });
  const findDoubt = createDoubt(text);
  const columns = nameColumns(header.cells, {
    file,
    line: header.line,
    isPadded: false,
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
      newline: dialect.newline,
      // Output is UTF-8. When the input had another encoding, only the mark shows spreadsheets, and us, that the output is UTF-8.
      byteOrderMark: encoding.byteOrderMark || encoding.label !== 'utf-8',
    },
    async *rows(): AsyncGenerator<Row | InputError> {
      let number = -1;
      for await (const lines of read()) {
        for (const line of lines) {
          number++;
          if (number === 0) continue; // the header
          const picked = 'fault' in line ? line.fault : columns.pick(line.cells);
          yield typeof picked === 'string'
            ? new InputError(3, picked, { file, line: line.line })
            : { number, line: line.line, ...picked };
        }
      }
    },
  };
}

const controlRemedy = ({ encoding: { label }, encodingOption }: Text): string =>
  label.startsWith('utf-')
    ? 'the text was damaged before it was saved; export it again'
    : `the file is in another encoding than ${label}: save it as UTF-8, or name its encoding with ${encodingOption}`;

/** Tells texts that are UTF-8 although the file is read in another encoding. */
function createDoubt({ encoding: { label }, encodingOption }: Text): ((text: string) => string | undefined) | undefined {
  const readAsUtf8 = createUtf8Check(label);
  return (
    readAsUtf8 &&
    ((text) => {
      const meant = readAsUtf8(text);
      if (meant === undefined) return undefined;
      return `${show(text)} is ${show(meant)} in UTF-8; if the whole file is, leave ${encodingOption} out`;
    })
  );
}

const show = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

async function firstRow(rows: AsyncIterable<Iterable<Line>>): Promise<Line | undefined> {
  for await (const some of rows) for (const row of some) return row;
  return undefined;
}

/** The rows that are not empty, in pieces, the header first. */
async function* readLines(
  text: Text,
  { delimiter, hasDelimiterLine }: Dialect,
  limits: DelimitedLimits,
): AsyncGenerator<Iterable<Line>> {
  const parser = new DelimitedParser(delimiter, limits);
  function* withContent(lines: Iterable<Line>): Generator<Line> {
    for (const line of lines) if ('fault' in line || !(line.isBlank || (hasDelimiterLine && line.line === 1))) yield line;
  }
  for await (const piece of decodeRows(text)) yield withContent(parser.push(piece));
  yield withContent(parser.end());
}

const decodeRows = ({ source, encoding, encodingOption }: Text): AsyncGenerator<string> =>
  decodeText(source, encoding, (western) =>
    western === undefined
      ? `save the file as UTF-8, or name its encoding with ${encodingOption}`
      : `if ${JSON.stringify(western)} is right there, add ${encodingOption} windows-1252; if not, save the file as UTF-8`,
  );

async function findDialect(text: Text, given: string | undefined): Promise<Dialect> {
  const { source, encoding } = text;
  const first = await readHead(source, 512);
  // RFC 1952, 2.3.1.
  if (first[0] === 0x1f && first[1] === 0x8b)
    throw new InputError(3, 'is compressed with gzip; unpack it first', { file: source.file });
  if (encoding.label === 'utf-8' && looksBinary(first)) throw noText(text, first);
  const head = await readStart(text);
  const named = /^sep=(.)$/i.exec(head.split(lineEnd, 1)[0]!)?.[1];
  const header = (named === undefined ? head : head.slice('sep=;'.length)).trimStart();
  if (header.split(lineEnd, 1)[0]!.includes('\0')) throw noText(text, first);
  // Many programs export HTML tables under the ending .xls.
  if (/^<(?:\?xml|!doctype|html|table)[\s>]/i.test(header))
    throw new InputError(3, 'is XML or HTML, not a table; open it in a spreadsheet and save it as .xlsx or as CSV', {
      file: source.file,
    });
  return {
    delimiter: given === undefined ? (named ?? guessDelimiter(source.extension, header)) : checkDelimiter(given),
    newline: lineEnd.exec(head)?.[0] === '\r\n' ? '\r\n' : '\n',
    hasDelimiterLine: named !== undefined,
  };
}

function noText({ source: { file }, encodingOption }: Text, head: Uint8Array): InputError {
  // In UTF-16, the higher byte of most letters is null.
  const likely = head[0] === 0 && head[1] !== 0 ? 'utf-16be' : 'utf-16le';
  return new InputError(
    3,
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
async function readStart(text: Text): Promise<string> {
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
  throw new InputError(2, `${JSON.stringify(given)} cannot divide cells; a delimiter is one character such as ; or the word tab`);
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
