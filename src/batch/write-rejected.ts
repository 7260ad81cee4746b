// Writes the rows without a document to a file in the format of their input. Corrected there, the file is input again.
import { once } from 'node:events';
import { basename, dirname, extname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { measure } from '../files/measure.ts';
import { removeLeftovers } from '../files/whole-file.ts';
import { checkPlace, writeFileWhole } from '../files/write-file.ts';
import { setMember } from '../input/set-member.ts';
import { type Cell, isBroken, type Row, type Table } from '../input/table.ts';
import { toLine } from '../words/to-line.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchInput, RecordFile } from './batch-input.ts';
import { errorColumn, type ItemFault, type Original } from './batch-item.ts';
import type { OwnFile } from './own-files.ts';
import { cellText } from './read-cell.ts';

export interface Rejected {
  readonly original: Original;
  readonly faults: readonly ItemFault[];
}

export interface RejectedFile {
  /** The name of the input as the user gave it. */
  readonly file: string;
  /** Documents in the file. */
  readonly documents: number;
  /** Documents whose text could not be read: they stay in the input alone. */
  readonly unreadable: number;
}

/** `orders.csv` becomes `orders.rejected.csv` beside it; for standard input, in the working folder. */
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

/** The file that is about to appear. */
export interface WrittenFile {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Gives a file its place. `written`: its temporary name. */
type Put = (own: WrittenFile, written: string) => Promise<void>;

/** Writes rejected documents to the file of an input as they come, with flat memory. */
export interface RejectedWriter {
  /** Resolves when there is room for the next document. Raises UsageError, exit 9. */
  add(rejected: Rejected): Promise<void>;
  /** Checks that the file can appear at the end. `refuse` raises if the file must not replace an existing one. Raises UsageError, exit 9. */
  check(refuse: (own: OwnFile) => Promise<void>): Promise<void>;
  /** Calls `put` for the file, unless the file is empty. Raises UsageError, exit 9. */
  finish(put: Put): Promise<RejectedFile>;
  /** Removes everything written so far. */
  discard(): Promise<void>;
}

export interface RejectedOptions {
  /** The place of the file on disk. */
  readonly resolve: (file: string) => string;
  /** Counts only, and writes nothing. */
  readonly isDry?: boolean;
  readonly signal?: AbortSignal;
}

export function openRejected(input: BatchInput, { resolve, isDry = false, signal }: RejectedOptions): RejectedWriter {
  const file = rejectedName(input);
  const path = resolve(file);
  let documents = 0;
  let unreadable = 0;
  let isDiscarded = false;
  let put: Put | undefined;
  let open: { readonly queue: PassThrough; readonly written: Promise<void> } | undefined;
  const begin = () => {
    const queue = new PassThrough({ objectMode: true });
    const written = write(input, queue as AsyncIterable<Rejected>, path, {
      shown: file,
      ...(signal && { signal }),
      async appear(written, measured) {
        if (isDiscarded) throw new UsageError(`${file} is not wanted any more.`, 9);
        await put?.({ file, path, ...measured }, written);
      },
    });
    written.catch(() => undefined); // reported by the next call
    return { queue, written };
  };
  return {
    async add(rejected) {
      if (rejected.original === undefined) {
        unreadable++;
        return;
      }
      documents++;
      if (isDry) return;
      open ??= begin();
      // The file finishes after its queue. If `written` settles here, it has failed.
      if (!open.queue.write(rejected)) await Promise.race([once(open.queue, 'drain'), open.written]);
    },
    async check(refuse) {
      if (documents === 0) return;
      await refuse({ file, path });
      await checkPlace(path, file);
    },
    async finish(putFile) {
      put = putFile;
      open?.queue.end();
      await open?.written;
      return { file, documents, unreadable };
    },
    async discard() {
      isDiscarded = true;
      open?.queue.end();
      await open?.written.catch(() => undefined);
    },
  };
}

async function write(
  input: BatchInput,
  rejected: AsyncIterable<Rejected>,
  path: string,
  {
    appear,
    ...options
  }: {
    readonly shown: string;
    readonly signal?: AbortSignal;
    readonly appear: (written: string, measured: Pick<WrittenFile, 'bytes' | 'sha256'>) => Promise<void>;
  },
): Promise<void> {
  try {
    removeLeftovers(dirname(path));
  } catch {
    // Writing reports a fault of the folder.
  }
  const { chunks, bytes, sha256 } = measure(await openChunks(input, rejected));
  await writeFileWhole(path, chunks, { ...options, place: (written) => appear(written, { bytes: bytes(), sha256: sha256() }) });
}

async function openChunks(input: BatchInput, rejected: AsyncIterable<Rejected>): Promise<AsyncIterable<Uint8Array>> {
  if (!('headers' in input)) return encode(writeRecords(input.format, rejected));
  const { rows, headers } = withErrors(input, rejected);
  if (input.format.kind === 'delimited') return encode(writeDelimited(input.format, headers, rows));
  const { writeSheet } = await import('./write-sheet.ts');
  return writeSheet(input.format.sheet, headers, rows);
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** The table with the column of errors at the end. Errors of an earlier run are replaced. */
function withErrors({ headers }: Table, rejected: AsyncIterable<Rejected>) {
  const kept = [...headers.keys()].filter((i) => headers[i] !== errorColumn);
  return {
    headers: [...kept.map((i) => headers[i]!), errorColumn],
    rows: (async function* () {
      for await (const { original, faults } of rejected)
        for (const row of (original as { readonly rows: readonly Row[] }).rows)
          yield [...kept.map((i) => row.cells[i] ?? null), describeFaults(faults, row.line)];
    })(),
  };
}

/** The faults in one line for a cell: `price: must be a number, got "x"`. Faults of other rows name their place. */
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

async function* writeDelimited(
  { delimiter, newline, byteOrderMark }: Extract<Table['format'], { kind: 'delimited' }>,
  headers: readonly string[],
  rows: AsyncIterable<Row['cells']>,
): AsyncGenerator<string> {
  // RFC 4180, 2.6 and 2.7. Nothing else is escaped, whatever a spreadsheet does with "=1+1".
  const quote = (text: string) => (/["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text);
  const writeLine = (cells: Row['cells']) => cells.map((cell) => quote(textOf(cell))).join(delimiter) + newline;
  const textOf = (cell: Cell) => (isBroken(cell) ? cell.shown : typeof cell === 'string' ? cell : cellText(cell));
  yield (byteOrderMark ? '\ufeff' : '') + writeLine(headers);
  for await (const row of rows) yield writeLine(row);
}

async function* writeRecords(format: RecordFile['format'], rejected: AsyncIterable<Rejected>): AsyncGenerator<string> {
  const yaml = format === 'yaml' ? await import('yaml') : undefined;
  let isFirst = true;
  for await (const { original, faults } of rejected) {
    const { value, text } = original as { readonly value: unknown; readonly text?: string };
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const element = { ...(isObject ? value : { value }), [errorColumn]: describeFaults(faults) };
    // A number keeps the digits that it was written with.
    const exact = isObject && text !== undefined ? setMember(text.trim(), errorColumn, element[errorColumn]) : undefined;
    if (exact !== undefined) yield format === 'jsonl' ? `${exact}\n` : `${isFirst ? '[' : ','}\n  ${exact}`;
    else if (yaml) yield yaml.stringify([element], { lineWidth: 0 });
    else if (format === 'jsonl') yield `${JSON.stringify(element)}\n`;
    // The element, indented as inside an array; a comma divides it from the element before.
    else yield `${isFirst ? '[' : ','}${JSON.stringify([element], null, 2).slice(1, -2)}`;
    isFirst = false;
  }
  if (format === 'json') yield '\n]\n';
}
