// Writes rows without a document to a file in the format of their input. Corrected there, the file is input again.

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { measure } from '../../files/measure.ts';

import { writeFileWhole } from '../../files/write-file.ts';
import { joinCells } from '../../input/join-cells.ts';
import { setMember } from '../../input/set-member.ts';
import { type Cell, isBroken, type Row, type Table } from '../../input/table.ts';
import { writeUnread } from '../../input/unread-text.ts';
import { isObject } from '../../json/is-object.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import { errorColumn, type InputPart, type ItemFault } from '../batch-item.ts';
import type { BatchInput, RecordFile } from '../entries/batch-input.ts';
import { cellText } from '../entries/read-cell.ts';
import type { FileContent } from './is-whole.ts';

export interface Rejected {
  readonly inputPart: InputPart;
  readonly faults: readonly ItemFault[];
}

/** Gives a file its place. `written`: its temporary name. */
type Put = (written: string, content: FileContent) => Promise<void>;

/** Writes rejected documents in the format of their input as they come, with flat memory. */
export interface RejectedWriter {
  /** Resolves when there is room for the next document. Raises UsageError of kind `file`. */
  add(rejected: Rejected): Promise<void>;
  /** Calls `put` for the file, unless the file is empty. Raises UsageError of kind `file`. */
  finish(put: Put): Promise<void>;
  /** Removes everything written so far. */
  discard(): Promise<void>;
}

export interface RejectedOptions {
  /** `path`: a place in the folder of the file. `shown`: its name for people. */
  readonly path: string;
  readonly shown: string;
  readonly signal?: AbortSignal;
}

export function openRejected(input: BatchInput, { path, shown, signal }: RejectedOptions): RejectedWriter {
  let isDiscarded = false;
  let put: Put | undefined;
  let open: { readonly queue: PassThrough; readonly written: Promise<void> } | undefined;
  const begin = () => {
    const queue = new PassThrough({ objectMode: true });
    const written = writeRowFile(input, queue as AsyncIterable<Rejected>, path, {
      shown,
      ...(signal && { signal }),
      async appear(written, content) {
        if (isDiscarded) throw new UsageError(`${shown} is not wanted any more.`, 'file');
        await put?.(written, content);
      },
    });
    written.catch(() => undefined); // reported by the next call
    return { queue, written };
  };
  return {
    async add(rejected) {
      open ??= begin();
      // The file finishes after its queue. If `written` settles here, it has failed.
      if (!open.queue.write(rejected)) await Promise.race([once(open.queue, 'drain'), open.written]);
    },
    async finish(putFile) {
      put = putFile;
      open?.queue.end();
      await open?.written;
    },
    async discard() {
      isDiscarded = true;
      open?.queue.end();
      await open?.written.catch(() => undefined);
    },
  };
}

async function writeRowFile(
  input: BatchInput,
  rejected: AsyncIterable<Rejected>,
  path: string,
  {
    appear,
    ...options
  }: {
    readonly shown: string;
    readonly signal?: AbortSignal;
    readonly appear: Put;
  },
): Promise<void> {
  const { chunks, bytes, sha256 } = measure(await openChunks(input, rejected));
  await writeFileWhole(path, chunks, { ...options, place: (written) => appear(written, { bytes: bytes(), sha256: sha256() }) });
}

async function openChunks(input: BatchInput, rejected: AsyncIterable<Rejected>): Promise<AsyncIterable<Uint8Array>> {
  if (!('headers' in input)) return encode(writeRecords(input.format, rejected));
  const isSheet = input.format.kind === 'sheet';
  const { rows, headers } = withErrors(input, rejected, isSheet ? mostInSheet : undefined);
  if (input.format.kind === 'delimited') return encode(writeDelimited(input.format, headers, rows));
  const { writeSheet } = await import('./write-sheet.ts');
  return writeSheet(input.format.sheet, headers, rows);
}

/** Spreadsheets take 32,767 characters in a cell. */
const mostInSheet = 30_000;

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** The table with the column of errors at the end. Errors of an earlier run are replaced. */
function withErrors({ headers }: Table, rejected: AsyncIterable<Rejected>, mostText: number | undefined) {
  const keptColumns = [...headers.keys()].filter((i) => headers[i] !== errorColumn);
  return {
    headers: [...keptColumns.map((i) => headers[i]!), errorColumn],
    rows: (async function* () {
      for await (const { inputPart, faults } of rejected)
        if (inputPart && 'unread' in inputPart)
          yield [...keptColumns.map(() => null), writeUnread(describeFaults(faults), inputPart.unread, mostText)];
        else
          for (const row of (inputPart as { readonly rows: readonly Row[] }).rows)
            yield [...keptColumns.map((i) => row.cells[i] ?? null), describeFaults(faults, row.line)];
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
  { newline, byteOrderMark, ...syntax }: Extract<Table['format'], { kind: 'delimited' }>,
  headers: readonly string[],
  rows: AsyncIterable<Row['cells']>,
): AsyncGenerator<string> {
  const writeLine = (cells: Row['cells']) => joinCells(cells.map(textOf), syntax) + newline;
  const textOf = (cell: Cell) => (isBroken(cell) ? cell.shown : typeof cell === 'string' ? cell : cellText(cell));
  yield (byteOrderMark ? '\ufeff' : '') + writeLine(headers);
  for await (const row of rows) yield writeLine(row);
}

async function* writeRecords(format: RecordFile['format'], rejected: AsyncIterable<Rejected>): AsyncGenerator<string> {
  const yaml = format === 'yaml' ? await import('yaml') : undefined;
  let isFirst = true;
  for await (const { inputPart, faults } of rejected) {
    const { value, text } = inputPart && 'value' in inputPart ? inputPart : { value: undefined };
    const unread = inputPart && 'unread' in inputPart ? inputPart.unread : (text ?? JSON.stringify(value));
    const reason = describeFaults(faults);
    const element = isObject(value) ? { ...value, [errorColumn]: reason } : { [errorColumn]: writeUnread(reason, unread) };
    // A number keeps the digits that it was written with.
    const exact = isObject(value) && text !== undefined ? setMember(text.trim(), errorColumn, reason) : undefined;
    if (exact !== undefined) yield format === 'jsonl' ? `${exact}\n` : `${isFirst ? '[' : ','}\n  ${exact}`;
    else if (yaml) yield yaml.stringify([element], { lineWidth: 0 });
    else if (format === 'jsonl') yield `${JSON.stringify(element)}\n`;
    // The element, indented as inside an array; a comma divides it from the element before.
    else yield `${isFirst ? '[' : ','}${JSON.stringify([element], null, 2).slice(1, -2)}`;
    isFirst = false;
  }
  if (format === 'json') yield '\n]\n';
}
