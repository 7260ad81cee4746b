// The files of rows that have no document: rejected rows, or rows whose documents failed. Corrected there, they are input again.
import { lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import type { OutputGuard } from '../../files/output-guard.ts';
import { removeIf } from '../../files/place-file.ts';
import { realPath } from '../../files/real-path.ts';
import { writeError } from '../../files/write-error.ts';
import { checkPlace } from '../../files/write-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { RejectedRowsEvent } from '../batch-event.ts';
import type { BatchRun } from '../batch-run.ts';
import type { BatchInput } from '../entries/batch-input.ts';
import { filesBeside } from '../named-files.ts';
import type { ManifestWriter } from '../record/manifest.ts';
import { type FileContent, isWhole } from './is-whole.ts';
import { type OwnFile, putOwn, refuseForeign } from './own-files.ts';
import { checkSharedFile, isRejectedName, rejectedName } from './rejected-names.ts';
import { writesOverInput } from './run-guard.ts';
import { foldName } from './same-file.ts';
import { openRejected, type Rejected, type RejectedWriter } from './write-rejected.ts';

/** The rows of an input in a file. */
export type WrittenRows = Omit<RejectedRowsEvent, 'kind'>;

interface RowFileTarget {
  /** The name that an option gives; undefined: the first free name beside the input. */
  readonly chosen: string | undefined;
  /** The first of the inputs whose rows the file takes. */
  readonly input: BatchInput;
  /** Documents of each input. */
  readonly counts: Map<string, number>;
  writer: RejectedWriter | undefined;
}

export class RowFiles {
  readonly #run: BatchRun;
  readonly #kind: 'rejected' | 'failed';
  readonly #guard: OutputGuard;
  readonly #targets: readonly RowFileTarget[];
  /** Files that the rows must not replace, whatever the options say. */
  readonly #reserved: Set<string>;

  /** `inputs`: the inputs whose rows are written, or in a dry run counted. Raises UsageError if one file cannot take the rows of all inputs. */
  constructor(run: BatchRun, kind: 'rejected' | 'failed', inputs: readonly BatchInput[], guard: OutputGuard) {
    const { options, manifest, collected } = run;
    this.#run = run;
    this.#kind = kind;
    this.#guard = guard;
    const others = [
      manifest.path,
      ...collected.map(({ path }) => path),
      ...(kind === 'rejected' && options.failed ? [options.failed] : []),
    ];
    const read = [...inputs.map(({ file }) => file), ...filesBeside(options)];
    this.#reserved = new Set([...others, ...read].map((file) => this.#keyOf(file)));
    this.#targets = this.#toTargets(inputs);
  }

  #toTargets(inputs: readonly BatchInput[]): readonly RowFileTarget[] {
    const { options, host } = this.#run;
    const chosen = options[this.#kind];
    if (chosen === undefined)
      return inputs.map((input) => ({ chosen, input, counts: new Map([[input.file, 0]]), writer: undefined }));
    const [first] = inputs;
    if (!first) return [];
    const remedy =
      this.#kind === 'rejected'
        ? `Leave ${host.nameOption('rejected')} out: each input then has a file of its own.`
        : 'Begin a run for each of these inputs.';
    checkSharedFile(chosen, inputs, host.nameOption(this.#kind), remedy);
    const input = inputs.find((one) => 'headers' in one && one.format.kind === 'delimited' && one.format.byteOrderMark) ?? first;
    return [{ chosen, input, counts: new Map(inputs.map(({ file }) => [file, 0])), writer: undefined }];
  }

  /** Takes a row of an input. Resolves when there is room for the next. Raises UsageError of kind `file`. */
  async add(input: string, rejected: Rejected): Promise<void> {
    const target = this.#targets.find(({ counts }) => counts.has(input));
    if (!target || rejected.inputPart === undefined) return;
    target.counts.set(input, target.counts.get(input)! + 1);
    if (this.#run.options.dryRun === true) return;
    target.writer ??= await this.#open(target);
    await target.writer.add(rejected);
  }

  async #open({ chosen, input }: RowFileTarget): Promise<RejectedWriter> {
    const { file, path } = this.#placeOf(chosen ?? this.#freeName(input));
    if (chosen !== undefined) this.#makeFolder(chosen);
    return openRejected(input, { path, shown: file, signal: this.#run.host.signal });
  }

  /** Checks before documents are made that the files can be written and replace no other file. Raises UsageError of kind `file`. */
  async check(): Promise<void> {
    for (const { chosen, input, counts } of this.#targets) {
      // Nobody knows yet which documents will fail.
      if (this.#kind === 'rejected' && countOf(counts) === 0) continue;
      const rowFile = this.#placeOf(chosen ?? this.#freeName(input));
      const harm = chosen === undefined && this.#guard.findFault(rowFile.path);
      if (harm) throw writesOverInput(rowFile.file, harm, this.#run.host.nameOption(this.#kind));
      await refuseForeign(this.#run, rowFile, this.#remedy);
      if (this.#run.options.dryRun === true) continue;
      if (chosen !== undefined) this.#makeFolder(chosen);
      await checkPlace(rowFile.path, rowFile.file);
    }
  }

  /**
   * Gives the files their places, and removes files of an earlier run of the same record that have no row any more. `isWhole`: this call has read
   * all documents of the run; otherwise those files may hold rows of others, and stay. Raises UsageError of kind `file`.
   */
  async write(manifest: ManifestWriter, { isWhole }: { readonly isWhole: boolean }): Promise<readonly WrittenRows[]> {
    const written: WrittenRows[] = [];
    for (const target of this.#targets) {
      if (!target.writer) {
        if (isWhole) await this.#removeOld(target);
        continue;
      }
      let file = '';
      await target.writer.finish(async (temporary, content) => {
        file = await this.#put(target, manifest, temporary, content);
      });
      for (const [input, documents] of target.counts) if (documents > 0) written.push({ input, file, documents });
    }
    return written;
  }

  async #put(
    { chosen, input }: RowFileTarget,
    manifest: ManifestWriter,
    temporary: string,
    content: FileContent,
  ): Promise<string> {
    const to = { owner: this.#run, manifest, remedy: this.#remedy };
    for (;;) {
      const rowFile = this.#placeOf(chosen ?? this.#freeName(input));
      try {
        await putOwn(to, rowFile, temporary, content);
        this.#reserved.add(this.#keyOf(rowFile.file));
        return rowFile.file;
      } catch (error) {
        // Another run took the free name at this moment.
        if (chosen !== undefined || !(error instanceof UsageError) || this.#freeName(input) === rowFile.file) throw error;
      }
    }
  }

  async #removeOld({ chosen, input }: RowFileTarget): Promise<void> {
    const file = chosen ?? this.#earlierName(input);
    const contents = file === undefined ? undefined : this.#run.earlier?.written.get(file);
    if (file === undefined || contents === undefined || this.#isReserved(file)) return;
    await removeIf(this.#placeOf(file).path, async (path) => {
      for (const one of contents) if (await isWhole(path, one)) return true;
      return false;
    });
  }

  /** The name that the earlier run gave the file of an input, else the first name that no file has. */
  #freeName(input: BatchInput): string {
    const earlier = this.#earlierName(input);
    if (earlier !== undefined) return earlier;
    for (let number = 1; ; number++) {
      const file = rejectedName(input, number);
      if (this.#isReserved(file)) continue;
      if (this.#run.options.overwrite === true || !lstatSync(this.#placeOf(file).path, { throwIfNoEntry: false })) return file;
    }
  }

  #earlierName(input: BatchInput): string | undefined {
    const names = [...(this.#run.earlier?.written.keys() ?? [])];
    return names.findLast((file) => isRejectedName(input, file) && !this.#isReserved(file));
  }

  #placeOf(file: string): OwnFile {
    return { file, path: resolve(this.#run.cwd, file) };
  }

  #keyOf(file: string): string {
    return foldName(realPath(resolve(this.#run.cwd, file)));
  }

  #isReserved(file: string): boolean {
    return this.#reserved.has(this.#keyOf(file));
  }

  #makeFolder(file: string): void {
    try {
      makeFolder(dirname(this.#placeOf(file).path));
    } catch (error) {
      throw writeError(dirname(file), error);
    }
  }

  /** The advice for a file that exists already. */
  get #remedy(): string {
    const { nameOption } = this.#run.host;
    return `Somebody may be correcting it: move it away, choose another ${nameOption(this.#kind)}, or add ${nameOption('overwrite')}.`;
  }

  /** Drops the files that are not written yet. */
  async discard(): Promise<void> {
    for (const { writer } of this.#targets) await writer?.discard();
  }
}

const countOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
