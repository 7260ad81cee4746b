// --merge and --zip: all documents of a run in one file, in the order of the input.
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, posix, resolve } from 'node:path';
import { removeLeftovers } from '../../files/whole-file.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { toLine } from '../io/io.ts';
import { measure } from '../output/measure.ts';
import { sizeOf } from '../output/size-of.ts';
import { writeError } from '../output/write-error.ts';
import { checkPlace, writeFileWhole } from '../output/write-file.ts';
import { UsageError } from '../usage-error.ts';
import type { BatchRun } from './begin-run.ts';
import type { ItemLine, ManifestWriter, OutputFile } from './manifest.ts';
import { foldName, type NamePattern } from './name-pattern.ts';
import { filesBeside } from './named-files.ts';
import type { Documents } from './open-documents.ts';
import { folderOf } from './output-pattern.ts';
import { recordOwn, refuseForeign } from './own-files.ts';
import { documentsText, grouped, startProgress } from './progress.ts';
import { createRealNames, realPath } from './real-names.ts';
import { rejectedName } from './write-rejected.ts';

/** A file of all documents. */
export interface CollectedFile {
  readonly kind: 'merge' | 'zip';
  /** As it is named to people, and where it is. */
  readonly file: string;
  readonly path: string;
}

/** What options ask for. Raises UsageError. */
export function readCollected(options: OptionValues, cwd: string): readonly CollectedFile[] {
  const files = (['merge', 'zip'] as const).flatMap((kind) => {
    if (options[kind] === undefined) return [];
    const file = String(options[kind]);
    if (file === '' || file === '-' || /[\\/]$/.test(file))
      throw new UsageError(`--${kind} takes the name of a file, got ${JSON.stringify(file)}`);
    return [{ kind, file, path: resolve(cwd, file) }];
  });
  const [first, second] = files;
  if (first && second && foldName(first.path) === foldName(second.path))
    throw new UsageError(`--merge and --zip name one file: ${first.file}`);
  return files;
}

/** Raises UsageError where the record would replace what the run reads, and a file of all anything, or could not be written in the end. */
export async function checkCollected(run: BatchRun, { inputs }: Documents): Promise<void> {
  const { collected, options, cwd, manifest } = run;
  const toKey = (file: string): string => foldName(realPath(resolve(cwd, file)));
  const others = new Map<string, string>();
  for (const { input } of inputs) if (options.skipInvalid === true) others.set(toKey(rejectedName(input)), 'for rejected rows');
  for (const file of [...inputs.map(({ input }) => input.file), ...filesBeside(options)]) others.set(toKey(file), 'an input');
  const instead = others.get(toKey(manifest.path));
  if (instead)
    throw new UsageError(`The record of the run would be ${manifest.shown}, which is ${instead}; name another with --manifest.`);
  others.set(toKey(manifest.path), 'the record of the run');
  for (const { kind, file, path } of collected) {
    const other = others.get(toKey(path));
    if (other) throw new UsageError(`--${kind} ${file} is ${other}; choose another name.`);
    if ((await stat(path).catch(() => undefined))?.isDirectory())
      throw new UsageError(`Cannot write ${file}: it is a folder; name a file in it.`, 9);
    await refuseForeign(run, { file, path }, remedyOf(kind));
  }
}

const remedyOf = (kind: CollectedFile['kind']): string =>
  `Add --overwrite, choose another --${kind}, or continue an earlier run with --resume.`;

/** Makes the folders of files of all, so that what cannot be is told before the first document. Raises UsageError, exit 9. */
export async function prepareCollected({ collected }: BatchRun): Promise<void> {
  for (const { file, path } of collected) {
    await mkdir(dirname(path), { recursive: true })
      .then(() => removeLeftovers(dirname(path)))
      .catch((error: unknown) => {
        throw writeError(dirname(file), error);
      });
    await checkPlace(path, file);
  }
}

/** The names of a pattern, without those of the record and of files of all, and those that a zip cannot hold. */
export function withoutCollected(pattern: NamePattern, run: BatchRun): NamePattern {
  const { collected, cwd, options, manifest } = run;
  const hasZip = collected.some(({ kind }) => kind === 'zip');
  const toReal = createRealNames(cwd);
  const taken = new Map(isHeld(run) ? [] : collected.map(({ path, kind }) => [foldName(toReal(path)), `--${kind}`]));
  if (!isHeld(run) && /\.pdf$/i.test(manifest.path)) taken.set(foldName(toReal(manifest.path)), 'the record of the run');
  if (taken.size === 0 && !hasZip) return pattern;
  return {
    nameOf(item, index) {
      const named = pattern.nameOf(item, index);
      if ('fault' in named) return named;
      const other = taken.size === 0 ? undefined : taken.get(foldName(toReal(named.name)));
      if (other) return { fault: `would go to the same file as ${other}: ${named.name}` };
      const inside = nameInside(named.name, options);
      return hasZip && /^(?:\.\.(?:\/|$)|[A-Za-z]:)/.test(inside)
        ? { fault: `can have no such name in a zip: ${inside}` }
        : named;
    },
  };
}

/** Whether documents stand in files of all alone. */
export const isHeld = ({ collected, options }: Pick<BatchRun, 'collected' | 'options'>): boolean =>
  collected.length > 0 && options.output === undefined;

/** The name of a document in a file of all: below the folder that all documents share. */
function nameInside(file: string, { output }: OptionValues): string {
  const folder = output === undefined ? '.' : folderOf(String(output));
  return posix.relative(folder.replaceAll('\\', '/'), file.replaceAll('\\', '/'));
}

export interface CollectOptions {
  readonly context: CommandContext;
  readonly manifest: ManifestWriter;
  /** Of every document that was taken in turn, in the order of the input. */
  readonly lines: readonly ItemLine[];
  readonly locate: (name: string) => string;
}

/** Writes what was asked for; nothing where no document is there. Raises UsageError, exit 9, RENDER_FAILED. */
export async function writeCollected(run: BatchRun, options: CollectOptions): Promise<readonly OutputFile[]> {
  const { context, manifest, lines } = options;
  const written: OutputFile[] = [];
  const documents = lines.filter(({ state }) => state === 'completed').length;
  if (documents === 0) return written;
  for (const { kind, file, path } of run.collected) {
    const progress = startProgress(documents, context, file);
    const read = (line: ItemLine) => {
      progress.count('made');
      return readDocument(line, options.locate(line.file));
    };
    try {
      const { chunks, bytes, sha256 } = measure(
        await (kind === 'merge' ? openMerged(run, file, lines, read) : openZip(run, lines, read)),
      );
      const recordIt = () =>
        recordOwn({ owner: run, manifest, remedy: remedyOf(kind) }, { file, path }, { bytes: bytes(), sha256: sha256() });
      await writeFileWhole(path, chunks, { shown: file, signal: context.signal, check: recordIt });
      written.push({ kind, file, documents, bytes: bytes(), sha256: sha256() });
    } finally {
      progress.end();
    }
  }
  return written;
}

type Read = (line: ItemLine) => AsyncIterable<Uint8Array>;

async function openMerged(
  { options }: BatchRun,
  file: string,
  lines: readonly ItemLine[],
  read: Read,
): Promise<AsyncIterable<Uint8Array>> {
  const { mergeDocuments } = await import('../../engine/merge-documents.ts');
  return mergeDocuments(
    lines.flatMap((line) => {
      if (line.state !== 'completed') return [];
      const title = line.reference ?? nameInside(line.file, options).replace(/\.pdf$/i, '');
      return [{ title, read: () => read(line) }];
    }),
    // The person has named it; the documents' own titles stand in the outline.
    basename(file).replace(/\.pdf$/i, ''),
  );
}

async function openZip({ options, date }: BatchRun, lines: readonly ItemLine[], read: Read): Promise<AsyncIterable<Uint8Array>> {
  const { zipDocuments } = await import('../../engine/zip-documents.ts');
  // Not when each was made: a run that was continued gives the same file.
  const time = new Date(date);
  const documents = lines.flatMap((line) =>
    line.state === 'completed' ? [{ name: nameInside(line.file, options), time, read: () => read(line) }] : [],
  );
  const items = lines.map(({ item, reference, state, file, pages, bytes, sha256, error }) => ({
    index: item - 1,
    reference,
    jobUuid: null,
    state,
    file: state === 'completed' ? nameInside(file, options) : null,
    pages,
    bytes,
    sha256,
    error,
  }));
  return zipDocuments(documents, { batchUuid: null, items });
}

/** Raises UsageError, exit 9, for a document that is not as it was made. */
async function* readDocument({ file, sha256 }: ItemLine, path: string): AsyncGenerator<Uint8Array> {
  const measured = measure(createReadStream(path));
  try {
    yield* measured.chunks;
  } catch (error) {
    throw new UsageError(`Cannot read ${file}, which was made by this run: ${(error as Error).message}.`, 9);
  }
  if (measured.sha256() !== sha256) throw new UsageError(`${file} was changed since it was made by this run.`, 9);
}

/** Tells what became of the files of all. */
export function sayCollected(
  { collected }: BatchRun,
  outputs: readonly OutputFile[],
  counts: { readonly completed: number; readonly kept: number; readonly failed: number; readonly rejected: number },
  context: CommandContext,
): void {
  const missing = [
    counts.failed > 0 && `${grouped(counts.failed)} failed`,
    counts.rejected > 0 && `${grouped(counts.rejected)} rejected`,
  ].filter(Boolean);
  const total = documentsText(counts.completed + counts.kept + counts.failed + counts.rejected);
  for (const { file, documents, bytes } of outputs) {
    const held = missing.length === 0 ? total : `${grouped(documents)} of ${total} (${missing.join(', ')})`;
    context.say([context.errorStyle.bold(toLine(file)), held, sizeOf(bytes)].join('  '));
  }
  if (outputs.length > 0) return;
  for (const { file } of collected) context.say(`${toLine(file)} is not written: there is no document to put into it.`);
}
