// What is wrong with the documents of a batch.
import { resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import type { CommandContext } from '../context.ts';
import { toLine } from '../io/io.ts';
import type { BatchEntry, ItemFault } from './batch-item.ts';
import type { Checked } from './check-entries.ts';
import type { Documents } from './open-documents.ts';
import { documentsText, grouped } from './progress.ts';
import { type Rejected, rejectedName, writeRejected } from './write-rejected.ts';

/** A person is shown no more faults than this, a program no more than that. */
const shown = 50;
const listed = 1_000;

/** What is wrong with documents: told as it is found, and kept for the file of rejected rows. */
export class FaultList {
  readonly #context: CommandContext;
  readonly #keepsRows: boolean;
  readonly #rejected = new Map<string, Rejected[]>();
  readonly #listed: { readonly item: number; readonly fault: ItemFault }[] = [];
  #count = 0;

  constructor(context: CommandContext, keepsRows: boolean) {
    this.#context = context;
    this.#keepsRows = keepsRows;
  }

  add({ original, source }: BatchEntry, faults: readonly ItemFault[], item: number): void {
    for (const fault of faults) {
      this.#count++;
      if (this.#listed.length >= listed) continue;
      this.#listed.push({ item, fault });
      if (this.#count > shown || this.#context.options.json) continue;
      const where = [fault.file, fault.line, fault.columnName === undefined ? fault.column : undefined];
      const place = toLine(where.filter((part) => part !== undefined).join(':'));
      const column = fault.columnName === undefined ? '' : ` (${toLine(fault.columnName)})`;
      this.#context.io.stderr.write(`${this.#context.errorStyle.bold(place)}${column}  ${toLine(fault.message)}\n`);
    }
    if (!this.#keepsRows) return;
    const list = this.#rejected.get(source.file) ?? [];
    list.push({ original, faults });
    this.#rejected.set(source.file, list);
  }

  end(): void {
    if (this.#count > shown && !this.#context.options.json) this.#context.say(`and ${grouped(this.#count - shown)} more faults`);
  }

  toError({ total, rejected, isIncomplete, faults }: Checked): PdfgenError {
    const first = this.#listed[0]?.fault;
    const what = `${documentsText(rejected.size)} of ${grouped(total)} cannot be made (${grouped(faults)} ${faults === 1 ? 'fault' : 'faults'}); nothing was made.`;
    const hint = isIncomplete
      ? ' A row that cannot be read may be part of any document: correct it first.'
      : first
        ? ' Correct the data, or leave these out with --skip-invalid.'
        : '';
    return new PdfgenError('BATCH_INVALID', what + hint, {
      // A person has read them above.
      ...(this.#context.options.json && {
        errors: this.#listed.map(({ item, fault: { message, ...place } }) => ({
          path: `/items/${item - 1}`,
          message,
          keyword: 'input',
          params: place,
          schemaPath: '',
        })),
        errorsTruncated: this.#count > this.#listed.length,
      }),
    });
  }

  /** The rejected rows, a file for each input. */
  async write({ inputs }: Documents, cwd: string): Promise<void> {
    for (const { input } of inputs) {
      const rejected = this.#rejected.get(input.file);
      if (!rejected) continue;
      const { signal } = this.#context;
      const written = await writeRejected(input, rejected, { resolve: (file) => resolve(cwd, file), signal });
      if (!written) continue;
      if (written.documents > 0) this.#context.say(`Rejected rows: ${toLine(rejectedName(input))}`);
      if (written.unreadable > 0)
        this.#context.say(
          `${documentsText(written.unreadable)} of ${toLine(input.file)} could not be read and stand in that file alone.`,
        );
    }
  }
}
