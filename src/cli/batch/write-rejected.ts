// The rows that became no document, as a file of the format that they came in: corrected there, it is input again.
import { basename, dirname, extname, join } from 'node:path';
import type { Row, Table } from '../input/table.ts';
import { toLine } from '../io/io.ts';
import { writeFileWhole } from '../output/write-file.ts';
import { errorColumn, type ItemFault, type Original } from './batch-item.ts';
import type { BatchInput } from './open-entries.ts';
import { cellText } from './read-cell.ts';
import type { RecordFile } from './record-items.ts';

export interface Rejected {
  readonly original: Original;
  readonly faults: readonly ItemFault[];
}

export interface RejectedFile {
  /** As the input was named. */
  readonly file: string;
  /** Documents in the file. */
  readonly documents: number;
  /** Documents whose text could not be read: they stand in the input alone. */
  readonly unreadable: number;
}

/** `orders.csv` becomes `orders.rejected.csv` beside it; what came from standard input stands in the working folder. */
export function rejectedName(input: BatchInput): string {
  const { file } = input;
  const extension = file === '<stdin>' || extname(file) === '' ? extensionOf(input) : extname(file);
  return file === '<stdin>'
    ? `stdin.rejected${extension}`
    : join(dirname(file), `${basename(file, extname(file))}.rejected${extension}`);
}

function extensionOf(input: BatchInput): string {
  if (!('headers' in input)) return `.${input.format}`;
  if (input.format.kind === 'sheet') return '.xlsx';
  return input.format.delimiter === '\t' ? '.tsv' : '.csv';
}

/** Writes the file whole; none where nothing was rejected. `resolve`: its place on disk. Raises UsageError, exit 9. */
export async function writeRejected(
  input: BatchInput,
  rejected: readonly Rejected[],
  { resolve, signal }: { readonly resolve: (file: string) => string; readonly signal?: AbortSignal },
): Promise<RejectedFile | undefined> {
  const known = rejected.filter((one) => one.original !== undefined);
  const file = rejectedName(input);
  const unreadable = rejected.length - known.length;
  if (known.length === 0) return unreadable === 0 ? undefined : { file, documents: 0, unreadable };
  const chunks = await openChunks(input, known);
  await writeFileWhole(resolve(file), chunks, { shown: file, ...(signal && { signal }) });
  return { file, documents: known.length, unreadable };
}

async function openChunks(
  input: BatchInput,
  rejected: readonly Rejected[],
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if (!('headers' in input)) return encode(writeRecords(input.format, rejected));
  const { rows, headers } = withErrors(input, rejected);
  if (input.format.kind === 'delimited') return encode(writeDelimited(input.format, headers, rows));
  const { writeSheet } = await import('./write-sheet.ts');
  return writeSheet(input.format.sheet, headers, rows);
}

async function* encode(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** The table with its last column: errors of an earlier run give way to those of this one. */
function withErrors({ headers }: Table, rejected: readonly Rejected[]) {
  const kept = [...headers.keys()].filter((i) => headers[i] !== errorColumn);
  return {
    headers: [...kept.map((i) => headers[i]!), errorColumn],
    rows: (function* () {
      for (const { original, faults } of rejected)
        for (const row of (original as { readonly rows: readonly Row[] }).rows)
          yield [...kept.map((i) => row.cells[i] ?? null), describeFaults(faults, row.line)];
    })(),
  };
}

/** One line for a cell: `price: must be a number, got "x"`, of other rows with their place. */
function describeFaults(faults: readonly ItemFault[], line?: number): string {
  const file = faults[0]?.file;
  const texts = faults.map((fault) => {
    const isOther =
      fault.file !== file
        ? `${fault.file}:${fault.line} `
        : line !== undefined && fault.line !== line
          ? `line ${fault.line} `
          : '';
    return `${isOther}${fault.columnName === undefined ? '' : `${fault.columnName}: `}${fault.message}`;
  });
  return toLine([...new Set(texts)].join(' | '));
}

function* writeDelimited(
  { delimiter, newline, byteOrderMark }: Extract<Table['format'], { kind: 'delimited' }>,
  headers: readonly string[],
  rows: Iterable<Row['cells']>,
): Generator<string> {
  // RFC 4180, 2.6 and 2.7; nothing else is changed, whatever a spreadsheet makes of "=1+1".
  const quote = (text: string) => (/["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text);
  const writeLine = (cells: Row['cells']) =>
    cells.map((cell) => quote(typeof cell === 'string' ? cell : cellText(cell))).join(delimiter) + newline;
  yield (byteOrderMark ? '\ufeff' : '') + writeLine(headers);
  for (const row of rows) yield writeLine(row);
}

async function* writeRecords(format: RecordFile['format'], rejected: readonly Rejected[]): AsyncGenerator<string> {
  const elements = rejected.map(({ original, faults }) => {
    const { value } = original as { readonly value: unknown };
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { ...(isObject ? value : { value }), [errorColumn]: describeFaults(faults) };
  });
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    for (const element of elements) yield stringify([element], { lineWidth: 0 });
  } else if (format === 'jsonl') for (const element of elements) yield `${JSON.stringify(element)}\n`;
  else yield `${JSON.stringify(elements, null, 2)}\n`;
}
