// Reports the faults of a batch's documents as they are found, and writes the rejected rows of each input to a file.
import { resolve } from 'node:path';
import { PdfgenError } from '../contract/errors.ts';
import type { Table } from '../input/table.ts';
import { documentsText, grouped } from '../words/counts.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchRun } from './batch-run.ts';
import type { Checked } from './check-entries.ts';
import type { ManifestWriter } from './manifest.ts';
import type { OpenedInput } from './open-inputs.ts';
import { putOwn, refuseForeign } from './own-files.ts';
import { foldName } from './same-file.ts';
import { openRejected, type RejectedWriter } from './write-rejected.ts';

/** An error lists at most this many faults. */
const mostListed = 1_000;

export class FaultList {
  readonly #run: BatchRun;
  readonly #writers: ReadonlyMap<string, RejectedWriter>;
  /** The paths of the inputs. */
  readonly #inputs: ReadonlySet<string>;
  readonly #listed: { readonly item: number; readonly fault: ItemFault }[] = [];

  /** `inputs`: the inputs whose rejected rows are written, or in a dry run counted. */
  constructor(run: BatchRun, inputs: readonly OpenedInput[]) {
    const { cwd, host, options } = run;
    this.#run = run;
    this.#inputs = new Set(inputs.map(({ input }) => foldName(resolve(cwd, input.file))));
    this.#writers = new Map(
      inputs.map(({ input }) => [
        input.file,
        openRejected(input, {
          resolve: (file) => resolve(cwd, file),
          isDry: options.dryRun === true,
          signal: host.signal,
        }),
      ]),
    );
  }

  async add(entry: BatchEntry, faults: readonly ItemFault[], item: number): Promise<void> {
    const { original, source } = entry;
    // The file of rejected rows keeps the text of JSON. For YAML it has the value that was read.
    if (entry.kind === 'item' && !(original && 'text' in original && original.text !== undefined)) await this.warn(entry, item);
    for (const fault of faults) {
      if (this.#listed.length < mostListed) this.#listed.push({ item, fault });
      await this.#run.host.report({ kind: 'fault', item, fault });
    }
    await this.#writers.get(source.file)?.add({ original, faults });
  }

  /** Reports doubts about a readable document: digits that a number cannot hold. */
  async warn({ warnings }: Pick<BatchItem, 'warnings'>, item: number): Promise<void> {
    for (const warning of warnings) await this.#run.host.report({ kind: 'warning', item, warning });
  }

  /** Reports that every document was looked at. `tables`: their tables. */
  async end({ total, rejected, sharesNames }: Checked, tables: readonly Table[]): Promise<void> {
    for (const { file, format, hiddenRows } of tables) {
      const rows = hiddenRows?.() ?? 0;
      if (rows > 0 && format.kind === 'sheet')
        await this.#run.host.report({ kind: 'hidden-rows', file, sheet: format.sheet, rows });
    }
    await this.#run.host.report({ kind: 'checked', total, rejected: rejected.size, sharesNames });
  }

  toError({ total, rejected, isIncomplete, faults, sharesNames }: Checked): PdfgenError {
    const { nameOption } = this.#run.host;
    const what = `${documentsText(rejected.size)} of ${grouped(total)} cannot be made (${grouped(faults)} ${faults === 1 ? 'fault' : 'faults'}); nothing was made.`;
    const hint = isIncomplete
      ? 'A row that cannot be read may be part of any document: correct it first.'
      : sharesNames
        ? `Give each document a file of its own with ${nameOption('output')}.`
        : `Correct the data, or leave these out with ${nameOption('skipInvalid')}.`;
    return new PdfgenError('BATCH_INVALID', `${what} ${hint}`, {
      errors: this.#listed.map(({ item, fault: { message, pointer: _pointer, ...place } }) => ({
        path: `/items/${item - 1}`,
        message,
        keyword: 'input',
        params: place,
        schemaPath: '',
      })),
      errorsTruncated: faults > this.#listed.length,
    });
  }

  /** Checks before documents are made that the files of rejected rows can be written and replace no other file. Raises UsageError, exit 9. */
  async check(): Promise<void> {
    for (const [input, writer] of this.#writers)
      await writer.check(async (own) => {
        if (this.#inputs.has(foldName(own.path)))
          throw new UsageError(
            `Rejected rows of ${input} go to ${own.file}, which is an input of this run as well: rename the input.`,
            9,
          );
        await refuseForeign(this.#run, own, this.#remedy);
      });
  }

  /** Writes the files of rejected rows. Raises UsageError, exit 9. */
  async write(manifest: ManifestWriter): Promise<BatchResult['rejectedRows']> {
    const target = { owner: this.#run, manifest, remedy: this.#remedy };
    const written: BatchResult['rejectedRows'][number][] = [];
    for (const [input, writer] of this.#writers) {
      const rows = { input, ...(await writer.finish((own, temporary) => putOwn(target, own, temporary, own))) };
      if (rows.documents === 0 && rows.unreadable === 0) continue;
      written.push(rows);
      await this.#run.host.report({ kind: 'rejected-rows', ...rows });
    }
    return written;
  }

  /** The advice for a file of rejected rows that exists already. */
  get #remedy(): string {
    return `Somebody may be correcting it: move it away, or add ${this.#run.host.nameOption('overwrite')}.`;
  }

  /** Drops the files of rejected rows that are not written yet. */
  async discard(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.discard();
  }
}
