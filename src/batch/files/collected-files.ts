// Files of all documents: puts the documents of a run into one PDF, or into one zip, in the order of the input.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, posix, resolve } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { measure } from '../../files/measure.ts';
import type { OutputGuard } from '../../files/output-guard.ts';
import { realPath } from '../../files/real-path.ts';

import { writeError } from '../../files/write-error.ts';
import { checkPlace, writeFileWhole } from '../../files/write-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { BatchRun } from '../batch-run.ts';
import type { OpenedInput } from '../entries/open-inputs.ts';
import { filesBeside } from '../named-files.ts';
import type { ItemLine, ManifestWriter, OutputFile } from '../record/manifest.ts';
import { locate } from './held-documents.ts';
import type { NamePattern } from './name-pattern.ts';
import { folderOf } from './output-pattern.ts';
import { putOwn, refuseForeign } from './own-files.ts';
import type { CollectedFile } from './read-collected.ts';
import { rejectedName, rowFileOptions } from './rejected-names.ts';
import { writesOverInput } from './run-guard.ts';
import { createRealNames, foldName } from './same-file.ts';
import { findLarger, partOf } from './smaller-file.ts';

/**
 * Raises UsageError if the record, or a file of rejected or failed rows, would replace an input of the run, or if a file of all documents would replace
 * any file or cannot be written.
 */
export async function checkCollected(run: BatchRun, inputs: readonly OpenedInput[], guard: OutputGuard): Promise<void> {
  const protect = (file: string, path: string, option: string) => {
    const harm = guard.findFault(path);
    if (harm) throw writesOverInput(file, harm, host.nameOption(option));
  };
  const { collected, options, cwd, manifest, host } = run;
  const toKey = (file: string): string => foldName(realPath(resolve(cwd, file)));
  const others = new Map<string, string>();
  if (options.skipInvalid === true && options.rejected === undefined)
    for (const { input } of inputs) others.set(toKey(rejectedName(input)), 'for rejected rows');
  for (const file of [...inputs.map(({ input }) => input.file), ...filesBeside(options)]) others.set(toKey(file), 'an input');
  const instead = others.get(toKey(manifest.path));
  if (instead)
    throw new UsageError(
      `The record of the run would be ${manifest.shown}, which is ${instead}; name another with ${host.nameOption('manifest')}.`,
    );
  // Without the option, the record is beside files that are checked themselves.
  if (options.manifest !== undefined) protect(manifest.shown, manifest.path, 'manifest');
  others.set(toKey(manifest.path), 'the record of the run');
  for (const option of rowFileOptions) {
    const file = options[option];
    if (file === undefined) continue;
    const other = others.get(toKey(file));
    if (other) throw new UsageError(`${host.nameOption(option)} ${file} is ${other}; choose another name.`);
    protect(file, resolve(cwd, file), option);
    others.set(toKey(file), `the file of ${host.nameOption(option)}`);
  }
  for (const { kind, file, path } of collected) {
    const other = others.get(toKey(path));
    if (other) throw new UsageError(`${host.nameOption(kind)} ${file} is ${other}; choose another name.`);
    protect(file, path, kind);
    if ((await stat(path).catch(() => undefined))?.isDirectory())
      throw new UsageError(`Cannot write ${file}: it is a folder; name a file in it.`, 'file');
    await refuseForeign(run, { file, path }, remedyOf(kind, run));
  }
}

const remedyOf = (kind: CollectedFile['kind'], { host: { nameOption } }: BatchRun): string =>
  `Add ${nameOption('overwrite')}, choose another ${nameOption(kind)}, or continue an earlier run with ${nameOption('resume')}.`;

/** Makes the folders for files of all documents, so that a fault appears before the first document. Raises UsageError of kind `file`. */
export async function prepareCollected({ collected }: BatchRun): Promise<void> {
  for (const { file, path } of collected) {
    try {
      makeFolder(dirname(path));
    } catch (error) {
      throw writeError(dirname(file), error);
    }
    await checkPlace(path, file);
  }
}

/** The pattern without the names of the record and of files of all documents, and without names that a zip cannot hold. */
export function withoutCollected(pattern: NamePattern, run: BatchRun): NamePattern {
  const { collected, cwd, options, manifest, isHeld, host } = run;
  const hasZip = collected.some(({ kind }) => kind === 'zip');
  const toReal = createRealNames(cwd);
  const taken = new Map(isHeld ? [] : collected.map(({ path, kind }) => [foldName(toReal(path)), host.nameOption(kind)]));
  if (!isHeld && /\.pdf$/i.test(manifest.path)) taken.set(foldName(toReal(manifest.path)), 'the record of the run');
  if (taken.size === 0 && !hasZip) return pattern;
  return {
    nameOf(item, index) {
      const named = pattern.nameOf(item, index);
      if ('fault' in named) return named;
      const other = taken.size === 0 ? undefined : taken.get(foldName(toReal(named.name)));
      if (other) return { fault: `would go to the same file as ${other}: ${JSON.stringify(named.name)}` };
      const inside = nameInside(named.name, options);
      return hasZip && /^(?:\.\.\/|[A-Za-z]:)/.test(inside) ? { fault: `can have no such name in a zip: ${inside}` } : named;
    },
  };
}

/** The name of a document in a file of all documents: without the folder that all documents share. */
function nameInside(file: string, { output }: BatchOptions): string {
  const folder = output === undefined ? '.' : folderOf(output);
  return posix.relative(folder.replaceAll('\\', '/'), file.replaceAll('\\', '/'));
}

export interface CollectOptions {
  readonly manifest: ManifestWriter;
  /** The lines of all documents, in the order of the input. */
  readonly lines: readonly ItemLine[];
}

/** Writes the wanted files of all documents; none if there is no document. A file with more documents stays. Raises UsageError of kind `file`, RENDER_FAILED. */
export async function writeCollected(run: BatchRun, options: CollectOptions): Promise<readonly OutputFile[]> {
  const { manifest, lines } = options;
  const { host } = run;
  const written: OutputFile[] = [];
  const documents = lines.filter(({ state }) => state === 'completed').length;
  if (documents === 0) return written;
  const { document } = run.content as { readonly document?: { readonly standard?: string | readonly string[] } };
  const standards = [document?.standard ?? []].flat();
  for (const { kind, file, path } of run.collected) {
    const there = await findLarger(run, { kind, file, path }, { documents, total: lines.length });
    if (there !== undefined) {
      await host.report({ kind: 'not-replaced', file, documents, there });
      continue;
    }
    await host.report({ kind: 'collecting', file, documents, lost: kind === 'merge' ? standards : [] });
    const read = async function* (line: ItemLine) {
      await host.report({ kind: 'collected', file });
      yield* readDocument(line, locate(run, line.file));
    };
    const { chunks, bytes, sha256 } = measure(
      await (kind === 'merge' ? openMerged(run, file, lines, read) : openZip(run, lines, read)),
    );
    const target = { owner: run, manifest, remedy: remedyOf(kind, run) };
    const place = (written: string) =>
      putOwn(target, { file, path }, written, {
        bytes: bytes(),
        sha256: sha256(),
        documents,
        part: partOf(run, lines.length),
      });
    await writeFileWhole(path, chunks, { shown: file, signal: host.signal, place });
    written.push({ kind, file, documents, bytes: bytes(), sha256: sha256() });
  }
  return written;
}

type ReadDocument = (line: ItemLine) => AsyncIterable<Uint8Array>;

async function openMerged(
  { options }: BatchRun,
  file: string,
  lines: readonly ItemLine[],
  read: ReadDocument,
): Promise<AsyncIterable<Uint8Array>> {
  const { mergeDocuments } = await import('../../engine/generation/merge-documents.ts');
  return mergeDocuments(
    lines.flatMap((line) => {
      if (line.state !== 'completed') return [];
      const title = line.reference ?? nameInside(line.file, options).replace(/\.pdf$/i, '');
      return [{ title, read: () => read(line) }];
    }),
    // The user named the file; the documents' own titles stand in the outline.
    basename(file).replace(/\.pdf$/i, ''),
  );
}

async function openZip(
  { options, date }: BatchRun,
  lines: readonly ItemLine[],
  read: ReadDocument,
): Promise<AsyncIterable<Uint8Array>> {
  const { zipDocuments } = await import('../../engine/generation/zip-documents.ts');
  // The date of the run, not of each document: a continued run writes the same file.
  const time = new Date(date);
  const documents = lines.flatMap((line) =>
    line.state === 'completed' ? [{ name: nameInside(line.file, options), time, read: () => read(line) }] : [],
  );
  const items = lines.map(({ item, reference, state, file, pages, bytes, sha256, error, warningCount, warnings }) => ({
    index: item - 1,
    reference,
    jobUuid: null,
    state,
    file: state === 'completed' ? nameInside(file, options) : null,
    pages,
    bytes,
    sha256,
    error,
    warningCount,
    warnings,
  }));
  return zipDocuments(documents, { batchUuid: null, items });
}

/** Raises UsageError of kind `file` for a document that has changed since it was made. */
async function* readDocument({ file, sha256 }: ItemLine, path: string): AsyncGenerator<Uint8Array> {
  const measured = measure(createReadStream(path));
  try {
    yield* measured.chunks;
  } catch (error) {
    throw new UsageError(`Cannot read ${file}, which was made by this run: ${(error as Error).message}.`, 'file');
  }
  if (measured.sha256() !== sha256) throw new UsageError(`${file} was changed since it was made by this run.`, 'file');
}
