// The record of a run: JSON Lines, written while it goes, so that the run can be continued after whatever ended it.
import { createHash } from 'node:crypto';
import { rmSync, writeSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import type { SentChunk } from '../contract/generate-items.ts';
import { writeError } from '../files/write-error.ts';
import type { BatchOptions } from './batch-options.ts';

/** Beside the outputs, unless another name is given. */
export const recordName = 'pdfgen-run.jsonl';

/** The first line: all that is needed to go on. */
export interface RunLine {
  readonly kind: 'run';
  readonly manifest: 1;
  readonly version: string;
  readonly startedAt: string;
  /** Outputs and inputs are named from here. */
  readonly cwd: string;
  readonly template: {
    readonly reference: string;
    readonly uuid: string;
    readonly slug: string;
    /** Null: one that keeps no versions. */
    readonly version: number | null;
    /** SHA-256 of its content; null: a server's, whose versions are what they are. */
    readonly sha256: string | null;
  };
  /** The server's address; null: made on this machine. */
  readonly remote: string | null;
  readonly inputs: readonly { readonly file: string; readonly bytes: number; readonly sha256: string }[];
  /** Date of the documents. */
  readonly date: string;
  readonly options: BatchOptions;
}

/** The run was taken up again. What it says holds from there. */
export interface ResumeLine extends Pick<RunLine, 'version' | 'startedAt' | 'inputs' | 'options'> {
  readonly kind: 'resume';
}

/** A document is about to be made: whatever ends the run, what stands there is of this run. */
export interface BegunLine {
  readonly kind: 'begun';
  /** As it was named, from the run's `cwd`. */
  readonly file: string;
}

/** What became of a document. The last line with its `file` holds. */
export interface ItemLine {
  readonly kind: 'item';
  /** From 1, in the order of the input. */
  readonly item: number;
  readonly reference: string | null;
  /** As it was named, from the run's `cwd`. */
  readonly file: string;
  readonly state: 'completed' | 'failed';
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** SHA-256 of the data that it was made of. */
  readonly data: string;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly warnings: number;
}

/** Documents that a server was sent together: before it is asked, and again when it has taken them. */
export interface SentLine extends SentChunk {
  readonly kind: 'sent';
}

/** A file beside the documents, as it is about to appear: rejected rows, or all documents in one. */
export interface WrittenLine {
  readonly kind: 'written';
  /** As it was named, from the run's `cwd`. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Every document was taken in turn, and what was asked for beside them is written. */
export interface EndLine {
  readonly kind: 'end';
  readonly finishedAt: string;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  /** Files of all documents; none where the run was asked for none. */
  readonly outputs?: readonly OutputFile[];
}

/** A file of all documents, as it was written. */
export interface OutputFile {
  readonly kind: 'merge' | 'zip';
  /** As it was named, from the run's `cwd`. */
  readonly file: string;
  readonly documents: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A line of the record. */
export type Line = RunLine | ResumeLine | BegunLine | SentLine | ItemLine | WrittenLine | EndLine;

/** By which a document that was made of the same data is known again: SHA-256. */
export function digestOfData(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

/** By which a document is known among those that were sent: of its file and the digest of its data. */
export function documentId(file: string, digest: string): string {
  return createHash('sha256').update(`${digest} ${file}`).digest('hex').slice(0, 32);
}

/** Takes lines to the file in the order in which they are given. */
export interface ManifestWriter {
  /** Raises what an earlier line met. */
  add(line: BegunLine | SentLine | ItemLine | WrittenLine | EndLine): void;
  /** All that was given so far is in the file then. Raises UsageError, exit 9. */
  flush(): void;
  close(): Promise<void>;
  /**
   * Takes the record of a run away of which nothing came, and puts the one back in whose place it stood. False: something came of the run, or it
   * was begun earlier.
   */
  withdraw(): Promise<boolean>;
}

/** Begins a record. What stood there is replaced when something comes of the run. Raises UsageError, exit 9. */
export async function createManifest(given: string, shown: string, run: RunLine): Promise<ManifestWriter> {
  const path = await realpath(given).catch(() => given);
  const replaced = replacedPath(path);
  let writer: ManifestWriter & { add(line: Line): void };
  try {
    const isFile = await lstat(path).then(
      (there) => there.isFile(),
      () => false,
    );
    if (isFile) await rename(path, replaced);
    else await rm(replaced, { force: true });
    const file = await open(path, 'w');
    writer = createWriter(file, shown, { path, replaced });
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

/** Where the record of an earlier run waits until something comes of the one that replaces it. */
const replacedPath = (path: string): string => `${path}.replaced`;

/** Goes on with a record. Raises UsageError, exit 9. */
export async function continueManifest(path: string, shown: string, resume: ResumeLine): Promise<ManifestWriter> {
  try {
    const file = await open(path, 'a+');
    const { size } = await file.stat();
    const { buffer: last } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isCut = last[0] !== 0x0a;
    // The next line must not become part of one that was cut off.
    if (isCut) await file.write('\n');
    // Of a run that was killed as it began.
    await rm(replacedPath(await realpath(path)), { force: true });
    const writer = createWriter(file, shown);
    writer.add(resume);
    return writer;
  } catch (error) {
    throw writeError(shown, error);
  }
}

/** Lines of one turn are written together, by this thread: to wake one of the system's pool costs more than they do. */
function createWriter(
  file: FileHandle,
  shown: string,
  begun?: { readonly path: string; readonly replaced: string },
): ManifestWriter & { add(line: Line): void } {
  /** The record is new, and tells only what was to be made. */
  let isBare = begun !== undefined;
  let isWithdrawn = false;
  let waiting = '';
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
      if (begun && isBare && line.kind !== 'run' && line.kind !== 'begun') {
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
      // A device stays; the record may have gone with its folder.
      if (!(await lstat(begun.path).catch(() => undefined))?.isFile()) return true;
      await rename(begun.replaced, begun.path).catch(() => rm(begun.path, { force: true }));
      return true;
    },
  };
}
