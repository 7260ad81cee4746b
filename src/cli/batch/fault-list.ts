// What is wrong with the documents of a batch.
import { resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import type { CommandContext } from '../context.ts';
import { toLine } from '../io/io.ts';
import { printTable } from '../io/table.ts';
import { UsageError } from '../usage-error.ts';
import type { BatchEntry, BatchItem, ItemFault } from './batch-item.ts';
import type { Checked } from './check-entries.ts';
import { FaultTally } from './fault-tally.ts';
import type { ManifestWriter } from './manifest.ts';
import { foldName } from './name-pattern.ts';
import type { OpenedInput } from './open-inputs.ts';
import { type Owner, recordOwn, refuseForeign } from './own-files.ts';
import { documentsText, grouped } from './progress.ts';
import { openRejected, type RejectedWriter } from './write-rejected.ts';

/** A person is shown no more faults than this, a program no more than that. */
const shown = 50;
const listed = 1_000;
/** For a file of rejected rows that stands there. */
const remedy = 'Somebody may be correcting it: move it away, or add --overwrite.';

/** What is wrong with documents: told as it is found, and written with them to a file for each input. */
export class FaultList {
  readonly #context: CommandContext;
  readonly #writers: ReadonlyMap<string, RejectedWriter>;
  /** Where the inputs are. */
  readonly #inputs: ReadonlySet<string>;
  readonly #listed: { readonly item: number; readonly fault: ItemFault }[] = [];
  readonly #tally = new FaultTally();
  #count = 0;
  #warnings = 0;

  /** `inputs`: those whose rejected rows are written, or with `isDry` would be, named from `cwd`. */
  constructor(
    context: CommandContext,
    { inputs, cwd, isDry }: { readonly inputs: readonly OpenedInput[]; readonly cwd: string; readonly isDry: boolean },
  ) {
    this.#context = context;
    const options = { resolve: (file: string) => resolve(cwd, file), isDry, signal: context.signal };
    this.#inputs = new Set(inputs.map(({ input }) => foldName(resolve(cwd, input.file))));
    this.#writers = new Map(inputs.map(({ input }) => [input.file, openRejected(input, options)]));
  }

  async add(entry: BatchEntry, faults: readonly ItemFault[], item: number): Promise<void> {
    const { original, source } = entry;
    // The file of rejected rows has the text of JSON, but of YAML what was read.
    if (entry.kind === 'item' && !(original && 'text' in original && original.text !== undefined)) this.warn(entry);
    for (const fault of faults) {
      this.#count++;
      this.#tally.add(fault);
      if (this.#listed.length >= listed) continue;
      this.#listed.push({ item, fault });
      if (this.#count > shown || this.#context.options.json) continue;
      this.#context.io.stderr.write(`${this.#where(fault)}  ${toLine(fault.message)}\n`);
    }
    await this.#writers.get(source.file)?.add({ original, faults });
  }

  /** Tells what is doubtful in a document that could be read: digits that a number cannot hold. */
  warn({ warnings }: Pick<BatchItem, 'warnings'>): void {
    const { say, errorStyle } = this.#context;
    for (const one of warnings)
      if (this.#warnings++ < shown) say(`${this.#where(one)}  ${errorStyle.yellow('warning:')} ${toLine(one.message)}`);
  }

  #where(fault: ItemFault): string {
    const column = fault.columnName === undefined ? '' : ` (${toLine(fault.columnName)})`;
    return `${this.#context.errorStyle.bold(toLine(placeText(fault)))}${column}`;
  }

  async end(checked: Checked): Promise<void> {
    if (this.#context.options.json) return;
    if (this.#warnings > shown) this.#context.say(`and ${grouped(this.#warnings - shown)} more warnings`);
    if (this.#count > shown) {
      this.#context.say(`and ${grouped(this.#count - shown)} more faults`);
      await this.#summarize();
    }
    if (sharesNames(checked))
      this.#context.say(
        "Name the files by what tells the documents apart: -o 'out/{{ number }}.pdf', or -o 'out/{{ index }}.pdf'.",
      );
  }

  async #summarize(): Promise<void> {
    const { io, options, errorStyle } = this.#context;
    if (options.quiet) return;
    const columns = this.#tally.list();
    const rows = columns
      .slice(0, shown)
      .map(({ column, count, example }) => [column || '(none)', grouped(count), placeText(example), example.message]);
    this.#context.say('');
    this.#context.say('Faults of each column, with the first of them:');
    await printTable(io.stderr, errorStyle, ['column', 'faults', 'at', 'what'], rows);
    if (columns.length > shown) this.#context.say(`and ${grouped(columns.length - shown)} more columns`);
    this.#context.say('');
  }

  toError(checked: Checked): PdfgenError {
    const { total, rejected, isIncomplete, faults } = checked;
    const first = this.#listed[0]?.fault;
    const what = `${documentsText(rejected.size)} of ${grouped(total)} cannot be made (${grouped(faults)} ${faults === 1 ? 'fault' : 'faults'}); nothing was made.`;
    const hint = isIncomplete
      ? ' A row that cannot be read may be part of any document: correct it first.'
      : sharesNames(checked)
        ? ' Give each document a file of its own with -o.'
        : first
          ? ' Correct the data, or leave these out with --skip-invalid.'
          : '';
    return new PdfgenError('BATCH_INVALID', what + hint, {
      // A person has read them above.
      ...(this.#context.options.json && {
        errors: this.#listed.map(({ item, fault: { message, pointer: _pointer, ...place } }) => ({
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

  /** Before documents are made: whether those files can appear, and replace nothing. Raises UsageError, exit 9. */
  async check(owner: Owner): Promise<void> {
    for (const [input, writer] of this.#writers)
      await writer.check(async (own) => {
        if (this.#inputs.has(foldName(own.path)))
          throw new UsageError(
            `Rejected rows of ${input} go to ${own.file}, which is an input of this run as well: give that another name.`,
            9,
          );
        await refuseForeign(owner, own, remedy);
      });
  }

  /** The files of rejected rows appear. Raises UsageError, exit 9. */
  async write(owner: Owner, manifest: ManifestWriter): Promise<void> {
    for (const [input, writer] of this.#writers) {
      const { file, documents, unreadable } = await writer.finish((own) => recordOwn({ owner, manifest, remedy }, own, own));
      if (documents > 0) this.#context.say(`Rejected rows: ${toLine(file)}`);
      if (unreadable > 0)
        this.#context.say(
          `${documentsText(unreadable)} of ${toLine(input)} could not be read and ${unreadable === 1 ? 'stands' : 'stand'} in that file alone.`,
        );
    }
  }

  /** What is not written yet will not be. */
  async discard(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.discard();
  }
}

/** Not a doubled row here and there: the names say too little. */
const sharesNames = ({ clashes, total }: Checked): boolean => clashes > 0 && clashes * 2 >= total;

/** `orders.csv:3`; where there is no column, with the character. */
const placeText = ({ file, line, column, columnName }: ItemFault): string =>
  [file, line, columnName === undefined ? column : undefined].filter((part) => part !== undefined).join(':');
