// Writes the record of a run, JSON Lines, during the run. The run can be continued from it, whatever ended the run.
import { rmSync, writeSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import type { RenderWarning } from '../../contract/generate.ts';
import type { SentChunk } from '../../contract/generate-items.ts';
import { realPath } from '../../files/real-path.ts';
import { writeError } from '../../files/write-error.ts';
import type { BatchOptions, Passwords } from '../batch-options.ts';

/** The default name, beside the outputs. */
export const recordName = 'pdfgen-run.jsonl';

/** The template of a run. */
export interface RecordedTemplate {
  readonly reference: string;
  readonly uuid: string;
  readonly slug: string;
  /** Null: the template keeps no versions. */
  readonly version: number | null;
  /** SHA-256 of its content; null: a version on a server, which never changes. */
  readonly sha256: string | null;
  /** Its expression for names of files. Older records lack it. */
  readonly filename?: string;
}

/** The first line: everything needed to continue the run. */
export interface RunLine {
  readonly kind: 'run';
  /** Version of the format of records. */
  readonly manifest: 1;
  /** Version of pdfgen. */
  readonly version: string;
  /** Time of the start: RFC 3339, UTC. */
  readonly startedAt: string;
  /** The folder for relative names of outputs and inputs. */
  readonly cwd: string;
  /** The template of the documents. */
  readonly template: RecordedTemplate;
  /** The server's address; null: this machine. */
  readonly remote: string | null;
  /** The folder of the template's workspace; null: the workspace around `cwd`, or no workspace. Older records lack it. */
  readonly store?: string | null;
  /** The input files, with size in bytes and SHA-256. */
  readonly inputs: readonly { readonly file: string; readonly bytes: number; readonly sha256: string }[];
  /** Number of all documents of the run: valid, invalid, and left out by a later call. Older records lack it. */
  readonly documents?: number;
  /** Date of the documents. */
  readonly date: string;
  /** The options of the run. */
  readonly options: BatchOptions;
  /** The kinds of passwords that all documents have; missing: none. The passwords themselves are in no record. */
  readonly passwords?: readonly (keyof Passwords)[];
}

/** The run is continued. The line's values hold from here on, except `limit`, `offset`, `prune` and `templateVersion`: they hold for this call only. */
export interface ResumeLine extends Pick<RunLine, 'version' | 'startedAt' | 'inputs' | 'documents' | 'options'> {
  readonly kind: 'resume';
  /** The template from here on, if the user continued the run with another version. */
  readonly template?: RecordedTemplate;
}

/** The result of a document, written before its file appears. The last line with its `file` holds. */
export interface ItemLine {
  readonly kind: 'item';
  /** Counted from 1, in the order of the input. */
  readonly item: number;
  /** The caller's name for the document. Null: none. */
  readonly reference: string | null;
  /** Where its data begins in the input. Records of older versions do not have it. */
  readonly source?: { readonly file: string; readonly line: number };
  /** The values of the columns that `keep` names, as text. Null: no value. */
  readonly kept?: Readonly<Record<string, string | null>>;
  /** The name as given, relative to the run's `cwd`. */
  readonly file: string;
  /** Whether the document was made. */
  readonly state: 'completed' | 'failed';
  /** Number of pages. Null: the document failed. */
  readonly pages: number | null;
  /** Size of the file in bytes. Null: the document failed. */
  readonly bytes: number | null;
  /** SHA-256 of the file in hex. Null: the document failed. */
  readonly sha256: string | null;
  /** The version of the template; null: the template keeps no versions. */
  readonly templateVersion: number | null;
  /** SHA-256 of its data. */
  readonly data: string;
  /** Why the document failed. Null: it was made. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  /** Number of all warnings, also of those that `warnings` leaves out. */
  readonly warningCount: number;
  /** The first warnings: those of its data, then those of its rendering. */
  readonly warnings: readonly RenderWarning[];
  /** Number of warnings of the template; missing if it has none, or if a server made the document. */
  readonly templateWarnings?: number;
}

/** The document of this file is no longer in the input. The file may still exist. */
export interface GoneLine {
  readonly kind: 'gone';
  /** The name as given, relative to the run's `cwd`. */
  readonly file: string;
  /** The run removed the file. */
  readonly removed?: true;
}

/** Documents sent to a server together. Written before the request, and again when the server has taken them. */
export interface SentLine extends SentChunk {
  readonly kind: 'sent';
}

/** A file beside the documents that is about to appear: rejected rows, or a file of all documents. */
export interface WrittenLine {
  readonly kind: 'written';
  /** The name as given, relative to the run's `cwd`. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The number of documents in a file of all documents. Older records lack it. */
  readonly documents?: number;
  /** The part of the input whose documents are in a file of all documents: from this one up to before that one, from 0. Older records lack it. */
  readonly part?: InputPart;
}

/** A part of the documents of the input. */
export type InputPart = readonly [from: number, before: number];

/** Every document was taken in turn, and the files beside them are written. */
export interface EndLine {
  readonly kind: 'end';
  /** Time of the end: RFC 3339, UTC. */
  readonly finishedAt: string;
  /** Documents made, in this call or earlier. */
  readonly completed: number;
  /** Documents that could not be made. */
  readonly failed: number;
  /** Documents whose data were refused before the first PDF. */
  readonly rejected: number;
  /** Files of all documents; missing if the run writes none. */
  readonly outputs?: readonly OutputFile[];
  /** Number of warnings of the template; missing if it has none, or if a server made the documents. */
  readonly templateWarnings?: number;
}

/** A file of all documents, as written. */
export interface OutputFile {
  /** `merge`: one PDF of all documents. `zip`: an archive of them. */
  readonly kind: 'merge' | 'zip';
  /** The name as given, relative to the run's `cwd`. */
  readonly file: string;
  /** Number of documents in the file. */
  readonly documents: number;
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256 of the file in hex. */
  readonly sha256: string;
}

/** A line of the record. */
export type ManifestLine = RunLine | ResumeLine | SentLine | ItemLine | GoneLine | WrittenLine | EndLine;

/** Writes lines to the file in the given order. */
export interface ManifestWriter {
  /** Raises the error of an earlier line. */
  add(line: Exclude<ManifestLine, RunLine | ResumeLine>): void;
  /** Writes all given lines to the file before it returns. Raises UsageError of kind `file`. */
  flush(): void;
  close(): Promise<void>;
  /** Removes the record of a run without results, and puts back the record that it replaced. False: the run has results, or is a continued run. */
  withdraw(): Promise<boolean>;
}

/** Begins a record. Replaces an existing record only when the run has a result. Raises UsageError of kind `file`. */
export async function createManifest(given: string, shown: string, run: RunLine): Promise<ManifestWriter> {
  const path = realPath(given);
  const replaced = replacedPath(path);
  let writer: ManifestWriter & { add(line: ManifestLine): void };
  try {
    const isFile = await lstat(path).then(
      (there) => there.isFile(),
      () => false,
    );
    if (isFile) await rename(path, replaced);
    else await rm(replaced, { force: true });
    const file = await open(path, 'w');
    writer = createWriter(file, shown, { begun: { path, replaced } });
  } catch (error) {
    throw writeError(shown, error);
  }
  try {
    writer.add(run);
    writer.flush();
    return writer;
  } catch (error) {
    await writer.withdraw();
    throw error;
  }
}

/** Where the record of an earlier run waits until the new run has a result. */
const replacedPath = (path: string): string => `${path}.replaced`;

/** Continues a record. Raises UsageError of kind `file`. */
export async function continueManifest(path: string, shown: string, resume: ResumeLine): Promise<ManifestWriter> {
  try {
    const file = await open(path, 'a+');
    const { size } = await file.stat();
    const { buffer: last } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    // Left by a run that was killed at its beginning.
    await rm(replacedPath(await realpath(path)), { force: true });
    // Keeps the next line apart from a line that was cut off.
    const writer = createWriter(file, shown, { before: last[0] === 0x0a ? '' : '\n' });
    writer.add(resume);
    return writer;
  } catch (error) {
    throw writeError(shown, error);
  }
}

/** Writes the lines of one turn together and synchronously: waking a thread of the system's pool costs more. */
function createWriter(
  file: FileHandle,
  shown: string,
  { begun, before = '' }: { readonly begun?: { readonly path: string; readonly replaced: string }; readonly before?: string },
): ManifestWriter & { add(line: ManifestLine): void } {
  /** The record is new and has no results. */
  let isBare = begun !== undefined;
  let isWithdrawn = false;
  let waiting = before;
  let turn: NodeJS.Immediate | undefined;
  let failure: unknown;
  const write = () => {
    clearImmediate(turn);
    turn = undefined;
    const text = Buffer.from(waiting);
    waiting = '';
    try {
      for (let at = 0; at < text.length; ) at += writeSync(file.fd, text, at);
    } catch (error) {
      failure ??= writeError(shown, error);
    }
  };
  return {
    add(line) {
      if (failure) throw failure;
      if (begun && isBare && line.kind !== 'run') {
        isBare = false;
        rmSync(begun.replaced, { force: true });
      }
      waiting += `${JSON.stringify(line)}\n`;
      turn ??= setImmediate(write);
    },
    flush() {
      write();
      if (failure) throw failure;
    },
    async close() {
      write();
      await file.close();
      if (begun && !isWithdrawn) await rm(begun.replaced, { force: true });
    },
    async withdraw() {
      if (!begun || !isBare) return false;
      isWithdrawn = true;
      waiting = '';
      write();
      await file.close();
      // A device stays. A record may have disappeared with its folder.
      if (!(await lstat(begun.path).catch(() => undefined))?.isFile()) return true;
      await rename(begun.replaced, begun.path).catch(() => rm(begun.path, { force: true }));
      return true;
    },
  };
}
