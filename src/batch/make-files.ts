// Makes the files of documents: each appears whole in its place, then in the record of the run.
import { dirname } from 'node:path';
import type { PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { GenerateItemsInput, ItemGenerator, ItemRequest, ItemResult, SentChunk } from '../contract/generate-items.ts';
import { listWarnings, type WarningCode, writeBreach } from '../contract/warnings.ts';
import { makeFolder } from '../files/make-folder.ts';
import { removeLeftovers, temporaryBeside } from '../files/temporary-name.ts';
import { writeError } from '../files/write-error.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';
import type { ItemFault } from './batch-item.ts';
import type { OwnDocuments } from './files/own-documents.ts';
import { takePlace } from './files/own-files.ts';
import type { ItemLine, ManifestWriter } from './record/manifest.ts';
import type { Wanted } from './record/select-wanted.ts';

export interface MakeFilesOptions {
  readonly engine: ItemGenerator;
  readonly input: GenerateItemsInput;
  readonly manifest: ManifestWriter;
  /** Requests of an earlier run to a server, by the documents' ids. */
  readonly sent: ReadonlyMap<string, SentChunk> | undefined;
  readonly signal: AbortSignal;
  readonly own: OwnDocuments;
  readonly nameOption: NameOption;
  /** Called with the result of a document when it is recorded. */
  readonly onItem: (line: ItemLine, wanted: Wanted) => void | Promise<void>;
}

/** A document that is being made. `path`: its temporary file. */
interface UnfinishedDocument {
  readonly wanted: Wanted;
  readonly path: string;
}

/** The folder of a document has disappeared during the run. */
export class FolderGoneError extends UsageError {
  constructor(shown: string) {
    super(`Cannot write ${shown}: its folder was removed while the run was at work.`, 'file');
  }
}

/** Makes a file of each document. Raises faults of all documents, such as a full disk; files made before the fault are whole and recorded. */
export async function makeFiles(wanted: AsyncIterable<Wanted>, options: MakeFilesOptions): Promise<void> {
  const { engine, input, manifest, sent, signal, onItem } = options;
  /** Documents given to the engine and not yet back, by index. */
  const open = new Map<number, UnfinishedDocument>();
  const folders = new Set<string>();
  async function* toItems(): AsyncGenerator<ItemRequest> {
    let index = 0;
    for await (const one of wanted) {
      const { data, reference, id, userPassword } = one;
      const folder = dirname(one.path);
      if (!folders.has(folder)) {
        prepareFolder(folder, one.shown);
        folders.add(folder);
      }
      const path = temporaryBeside(one.path);
      open.set(index++, { wanted: one, path });
      yield { data, path, reference, id, userPassword };
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
      const { wanted, path } = open.get(result.index)!;
      const line = toLine(result, wanted, input.body.templateVersion ?? null);
      if (line.state === 'completed') await appear(wanted, path, line, options);
      else manifest.add(line);
      open.delete(result.index);
      await onItem(line, wanted);
    }
  } catch (error) {
    const failed = [...open.values()].find(({ path }) => path === (error as NodeJS.ErrnoException).path);
    cleanUp(folders);
    if (!failed) throw error;
    const { shown } = failed.wanted;
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new FolderGoneError(shown) : writeError(shown, error);
  } finally {
    manifest.flush();
  }
}

/**
 * Records a document, then gives its file the final name. In this order the record has every file of the run, at whatever moment the run is killed.
 * Raises UsageError of kind `file` if it would replace a file of somebody else.
 */
async function appear(
  wanted: Wanted,
  written: string,
  line: ItemLine,
  { manifest, own, nameOption }: MakeFilesOptions,
): Promise<void> {
  const { file, path, shown } = wanted;
  manifest.add(line);
  manifest.flush();
  try {
    await takePlace(written, path, own.rightTo(file, { bytes: line.bytes!, sha256: line.sha256! }));
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const foreign = own.isUnsure(file)
      ? 'The record does not say that this run made it'
      : 'It appeared while this run was at work, and this run did not make it';
    const why = isTaken
      ? `${shown} would be replaced. ${foreign}. Move it away, or add ${nameOption('overwrite')}.`
      : writeError(shown, error).message;
    manifest.add({
      ...line,
      state: 'failed',
      pages: null,
      bytes: null,
      sha256: null,
      error: { code: 'FILE_NOT_WRITTEN', detail: why },
    });
    throw isTaken ? new UsageError(why, 'file') : Object.assign(error as Error, { path: written });
  }
}

function prepareFolder(folder: string, shown: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw writeError(dirname(shown), error);
  }
  removeLeftovers(folder);
}

/** Removes the half-written file of a thread that had to be ended. */
function cleanUp(folders: Iterable<string>): void {
  for (const folder of folders) removeLeftovers(folder, { own: true });
}

function toLine(
  result: ItemResult,
  { item, reference, source, kept, warnings, file, digest }: Wanted,
  templateVersion: number | null,
): ItemLine {
  const made = 'made' in result ? result.made : undefined;
  const doubts = warnings.map(toWarning);
  return {
    kind: 'item',
    item,
    reference: reference ?? null,
    source,
    ...(kept && { kept }),
    file,
    state: made ? 'completed' : 'failed',
    pages: made?.pages ?? null,
    bytes: made?.bytes ?? null,
    sha256: made?.sha256 ?? null,
    templateVersion: made?.templateVersion ?? templateVersion,
    data: digest,
    error: 'error' in result ? describeError(result.error) : null,
    warningCount: doubts.length + (made?.warningCount ?? 0),
    warnings: listWarnings([...doubts, ...(made?.warnings ?? [])]),
    ...(made?.templateWarnings && { templateWarnings: made.templateWarnings }),
  };
}

/** A doubt about the data, with its place in the file, as the record of the run lists it. */
function toWarning({ file, line, column, columnName, message, pointer }: ItemFault): RenderWarning {
  const place =
    columnName === undefined
      ? [file, line, column].filter((part) => part !== undefined).join(':')
      : `${file}:${line} (${columnName})`;
  const code: WarningCode = 'doubtful-input';
  return { code, component: '', dataPath: pointer ?? null, page: null, message: `${place}: ${message}` };
}

/** The error of a document for its line in the record of the run. */
function describeError({ code, message, errors }: PdfgenError): { code: string; detail: string } {
  const first = errors?.[0];
  return { code, detail: first ? `${message} ${writeBreach(first)}` : message };
}
