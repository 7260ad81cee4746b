// The record of a run: JSON Lines, written while it goes, so that the run can be continued after whatever ended it.
import { createHash } from 'node:crypto';
import { createReadStream, rmSync, writeSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { SentChunk } from '../../contract/generate-items.ts';
import { InputError } from '../input/input-error.ts';
import { writeError } from '../output/write-error.ts';

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
  /** As they were given on the command line. */
  readonly options: Readonly<Record<string, unknown>>;
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

export interface EarlierRun {
  /** With the inputs and options with which it was last at work. */
  readonly run: RunLine;
  /** By `file`. */
  readonly items: ReadonlyMap<string, ItemLine>;
  /** Files that were begun, and of which nothing more is told. */
  readonly begun: ReadonlySet<string>;
  /** What a server was sent and is not known to have come back, by the documents' ids. */
  readonly sent: ReadonlyMap<string, SentChunk>;
  /** What the run wrote beside its documents, each content once, by `file`. */
  readonly written: ReadonlyMap<string, readonly WrittenLine[]>;
  readonly end: EndLine | undefined;
}

/** Reads what a run has recorded; a last line that was cut off does not count. Raises InputError, exit 9 or 3. */
export async function readManifest(path: string, shown: string): Promise<EarlierRun> {
  const items = new Map<string, ItemLine>();
  const begun = new Set<string>();
  const sent = new Map<string, SentChunk>();
  const written = new Map<string, WrittenLine[]>();
  let run: RunLine | undefined;
  let end: EndLine | undefined;
  let number = 0;
  const source = createReadStream(path, { encoding: 'utf8' });
  const failed = new Promise<never>((_, reject) => source.once('error', reject));
  failed.catch(() => undefined); // told below
  try {
    for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      const line = parseLine(text);
      if (number === 1) run = toRun(line, shown);
      if (run && line?.kind === 'resume') run = { ...run, inputs: line.inputs, options: line.options };
      if (line?.kind === 'begun') begun.add(line.file);
      if (line?.kind === 'sent') for (const id of line.ids) sent.set(id, line);
      if (line?.kind === 'written') {
        const known = written.get(line.file) ?? [];
        if (!known.some(({ sha256 }) => sha256 === line.sha256)) written.set(line.file, [...known, line]);
      }
      if (line?.kind === 'item') {
        items.set(line.file, line);
        begun.delete(line.file);
        // A document that failed is sent again when it is tried again.
        if (sent.size > 0) sent.delete(documentId(line));
      }
      // What comes after it is a run that was continued.
      end = line?.kind === 'end' ? line : undefined;
    }
    if (source.errored) throw source.errored;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message;
    throw new InputError(9, `cannot be read: ${why}`, { file: shown, cause: error });
  }
  if (!run) throw new InputError(3, 'is empty: it is no record of a run', { file: shown });
  return { run, items, begun, sent, written, end };
}

/** By which a document is known among those that were sent: of its file and the digest of its data. */
export function documentId({ file, data }: Pick<ItemLine, 'file' | 'data'>): string {
  return createHash('sha256').update(`${data} ${file}`).digest('hex').slice(0, 32);
}

type Line = RunLine | ResumeLine | BegunLine | SentLine | ItemLine | WrittenLine | EndLine;

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined; // cut off as it was written
  }
}

function toRun(line: Line | undefined, shown: string): RunLine {
  if (line?.kind !== 'run')
    throw new InputError(3, 'is no record of a run: its first line is not that of one', { file: shown, line: 1 });
  if (line.manifest !== 1)
    throw new InputError(3, `was written by a newer pdfgen (${line.version}); continue it with that one`, {
      file: shown,
      line: 1,
    });
  return line;
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
