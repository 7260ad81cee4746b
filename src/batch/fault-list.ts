// Reports the faults of a batch's documents as they are found, and hands the rejected rows to their files.
import { PdfgenError } from '../contract/errors.ts';
import type { Table } from '../input/table.ts';
import { documentsText, grouped } from '../words/counts.ts';
import type { BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import type { BatchRun } from './batch-run.ts';
import type { Checked } from './check-entries.ts';
import type { RowFiles } from './files/row-files.ts';

/** An error lists at most this many faults. */
const mostListed = 1_000;

export class FaultList {
  readonly #run: BatchRun;
  readonly #files: RowFiles | undefined;
  readonly #listed: { readonly item: number; readonly fault: ItemFault }[] = [];

  /** `files`: takes the rejected rows. */
  constructor(run: BatchRun, files?: RowFiles) {
    this.#run = run;
    this.#files = files;
  }

  async add(entry: BatchEntry, faults: readonly ItemFault[], item: number): Promise<void> {
    const { inputPart, source, reference = null } = entry;
    // The file of rejected rows keeps the text of JSON. For YAML it has the value that was read.
    if (entry.kind === 'item' && !(inputPart && 'text' in inputPart && inputPart.text !== undefined))
      // With `strict`, the warnings are the faults.
      await this.warn({ warnings: entry.warnings.filter((one) => !faults.includes(one)) }, item);
    for (const fault of faults) if (this.#listed.length < mostListed) this.#listed.push({ item, fault });
    const { file, line } = source;
    await this.#run.host.report({ kind: 'rejected', item, reference, source: { file, line }, faults });
    await this.#files?.add(source.file, { inputPart, faults });
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

  /** `canSkip`: whether `skipInvalid` could leave the faulty documents out. */
  toError({ total, rejected, isIncomplete, faults, sharesNames }: Checked, canSkip: boolean): PdfgenError {
    const { nameOption } = this.#run.host;
    const what = `${documentsText(rejected.size)} of ${grouped(total)} cannot be made (${grouped(faults)} ${faults === 1 ? 'fault' : 'faults'}); nothing was made.`;
    const hint = isIncomplete
      ? 'A row that cannot be read may be part of any document: correct it first.'
      : sharesNames
        ? `Give each document a file of its own with ${nameOption('output')}.`
        : canSkip
          ? `Correct the data, or leave these out with ${nameOption('skipInvalid')}.`
          : 'Correct the data.';
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
}
