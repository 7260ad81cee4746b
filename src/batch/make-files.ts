// Makes the files of documents: each appears whole in its place, then in the record of the run.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PdfgenError } from '../contract/errors.ts';
import type { GenerateItemsInput, Item, ItemGenerator, ItemResult, SentChunk } from '../contract/generate-items.ts';
import { writeBreach } from '../contract/warnings.ts';
import { removeLeftovers } from '../files/whole-file.ts';
import { writeError } from '../files/write-error.ts';
import { UsageError } from '../words/usage-error.ts';
import type { ItemLine, ManifestWriter } from './manifest.ts';
import type { Wanted } from './select-wanted.ts';

export interface MakeFilesOptions {
  readonly engine: ItemGenerator;
  readonly input: GenerateItemsInput;
  readonly manifest: ManifestWriter;
  /** Requests of an earlier run to a server, by the documents' ids. */
  readonly sent: ReadonlyMap<string, SentChunk> | undefined;
  readonly signal: AbortSignal;
  /** Called with the result of a document when it is recorded. */
  readonly onItem: (line: ItemLine) => void | Promise<void>;
}

/** The folder of a document has disappeared during the run. */
export class FolderGoneError extends UsageError {
  constructor(shown: string) {
    super(`Cannot write ${shown}: its folder was removed while the run was at work.`, 9);
  }
}

/** Makes a file of each document. Raises faults of all documents, such as a full disk; files made before the fault are whole and recorded. */
export async function makeFiles(wanted: AsyncIterable<Wanted>, options: MakeFilesOptions): Promise<void> {
  const { engine, input, manifest, sent, signal, onItem } = options;
  /** Documents given to the engine and not yet back, by index. */
  const open = new Map<number, Wanted>();
  const folders = new Set<string>();
  async function* toItems(): AsyncGenerator<Item> {
    let index = 0;
    for await (const one of wanted) {
      const { data, path, reference, file, id } = one;
      const folder = dirname(path);
      if (!folders.has(folder)) {
        await prepareFolder(folder, one.shown);
        folders.add(folder);
      }
      open.set(index++, one);
      // A killed run leaves no result. The next run must recognise the file as its own before replacing it.
      manifest.add({ kind: 'begun', file });
      manifest.flush();
      yield { data, path, reference, id };
    }
  }
  try {
    const results = engine.generateItems(input, toItems(), {
      signal,
      sent: {
        find: (id) => sent?.get(id),
        async add(chunk) {
          manifest.add({ kind: 'sent', ...chunk });
          manifest.flush();
        },
      },
    });
    // The record has each document's digest, to find a file that a failing machine lost.
    for await (const result of results) {
      const of = open.get(result.index)!;
      open.delete(result.index);
      const line = toLine(result, of);
      manifest.add(line);
      await onItem(line);
    }
  } catch (error) {
    const failed = [...open.values()].find(({ path }) => path === (error as NodeJS.ErrnoException).path);
    cleanUp(folders);
    if (!failed) throw error;
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new FolderGoneError(failed.shown)
      : writeError(failed.shown, error);
  } finally {
    manifest.flush();
  }
}

async function prepareFolder(folder: string, shown: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    removeLeftovers(folder);
  } catch (error) {
    throw writeError(dirname(shown), error);
  }
}

/** Removes the half-written file of a thread that had to be ended. */
function cleanUp(folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      removeLeftovers(folder, { own: true });
    } catch {
      // Report the first error only.
    }
  }
}

function toLine(result: ItemResult, { item, reference, file, digest }: Wanted): ItemLine {
  const made = 'made' in result ? result.made : undefined;
  return {
    kind: 'item',
    item,
    reference: reference ?? null,
    file,
    state: made ? 'completed' : 'failed',
    pages: made?.pages ?? null,
    bytes: made?.bytes ?? null,
    sha256: made?.sha256 ?? null,
    data: digest,
    error: 'error' in result ? describeError(result.error) : null,
    warnings: made?.warningCount ?? 0,
  };
}

function describeError({ code, message, errors }: PdfgenError): { code: string; detail: string } {
  const first = errors?.[0];
  return { code, detail: first ? `${message} ${writeBreach(first)}` : message };
}
