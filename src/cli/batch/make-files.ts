// Documents to files: each appears whole under its name, and then in the record of the run.
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PdfgenError } from '../../contract/errors.ts';
import type { Pdf } from '../../contract/generate.ts';
import type { GenerateItemsInput, Item, ItemGenerator, ItemResult, SentChunk } from '../../contract/generate-items.ts';
import { inFlight } from '../../contract/in-flight.ts';
import { removeLeftovers, writeError, writeFileWhole } from '../output/write-file.ts';
import { documentId, type ItemLine, type ManifestWriter } from './manifest.ts';

/** A document to be made. */
export interface Wanted {
  /** From 1, in the order of the input. */
  readonly item: number;
  readonly data: unknown;
  /** SHA-256 of the data. */
  readonly digest: string;
  readonly reference: string | undefined;
  /** By which the record knows it. */
  readonly file: string;
  /** Where it is written, and how that is named to people. */
  readonly path: string;
  readonly shown: string;
}

export interface MakeFilesOptions {
  readonly engine: ItemGenerator;
  readonly input: GenerateItemsInput;
  readonly manifest: ManifestWriter;
  /** What an earlier run sent to a server, by the documents' ids. */
  readonly sent: ReadonlyMap<string, SentChunk> | undefined;
  readonly signal: AbortSignal;
  /** What became of a document, when it is recorded. */
  readonly onItem: (line: ItemLine, of: Wanted) => void;
}

/** A file is written while others are made. */
const writesAtOnce = 8;

/** Makes a file of each. Raises what concerns all, such as a full disk; what is made until then is whole and recorded. */
export async function makeFiles(wanted: AsyncIterable<Wanted>, options: MakeFilesOptions): Promise<void> {
  const { engine, input, manifest, sent, signal, onItem } = options;
  /** Given to the engine and not yet back, by index. */
  const open = new Map<number, Wanted>();
  const folders = new Map<string, Promise<void>>();
  async function* toItems(): AsyncGenerator<Item> {
    let index = 0;
    for await (const one of wanted) {
      open.set(index++, one);
      yield { data: one.data, reference: one.reference, id: documentId({ file: one.file, data: one.digest }) };
    }
  }
  const record = async (result: ItemResult): Promise<void> => {
    const of = open.get(result.index)!;
    open.delete(result.index);
    if ('pdf' in result) await writePdf(result.pdf, of, folders, signal);
    const line = toLine(result, of);
    manifest.add(line);
    onItem(line, of);
  };
  try {
    const results = engine.generateItems(input, toItems(), {
      signal,
      sent: {
        find: (id) => sent?.get(id),
        async add(chunk) {
          manifest.add({ kind: 'sent', ...chunk });
          await manifest.flush();
        },
      },
    });
    for await (const _ of inFlight(results, writesAtOnce, record, signal));
  } finally {
    await manifest.flush();
  }
}

async function writePdf(
  pdf: Pdf,
  { path, shown }: Wanted,
  folders: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  const folder = dirname(path);
  let made = folders.get(folder);
  if (!made) {
    made = mkdir(folder, { recursive: true }).then(
      () => removeLeftovers(folder),
      (error: unknown) => {
        throw writeError(dirname(shown), error);
      },
    );
    folders.set(folder, made);
  }
  await made;
  // The record tells its digest, by which a file that a failing machine lost is found and made again.
  await writeFileWhole(path, pdf.body, { shown, signal, sync: false });
}

function toLine(result: ItemResult, { item, reference, file, digest }: Wanted): ItemLine {
  const pdf = 'pdf' in result ? result.pdf : undefined;
  return {
    kind: 'item',
    item,
    reference: reference ?? null,
    file,
    state: pdf ? 'completed' : 'failed',
    pages: pdf?.pages ?? null,
    bytes: pdf?.bytes ?? null,
    sha256: pdf?.sha256 ?? null,
    data: digest,
    error: 'error' in result ? describeError(result.error) : null,
    warnings: pdf?.warningCount ?? 0,
  };
}

/** By which a document that was made of the same data is known again. */
export function digestOfData(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

function describeError({ code, message, errors }: PdfgenError): { code: string; detail: string } {
  const first = errors?.[0];
  return { code, detail: first ? `${message} ${first.path} ${first.message}` : message };
}
