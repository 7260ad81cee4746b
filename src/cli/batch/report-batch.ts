// Prints the events of a batch: text for a person on stderr, the lines of the record for a program on stdout.
import type {
  BatchEvent,
  CheckedEvent,
  CollectingEvent,
  FailedRowsEvent,
  HiddenRowsEvent,
  NewerTemplateEvent,
  NotReplacedEvent,
  RejectedRowsEvent,
  StoppedEvent,
} from '../../batch/batch-event.ts';
import type { BatchOptions } from '../../batch/batch-options.ts';
import type { BatchResult } from '../../batch/batch-result.ts';
import type { BatchRun } from '../../batch/batch-run.ts';
import { heldFolder } from '../../batch/files/held-documents.ts';
import { partOptions } from '../../batch/left-out.ts';
import type { ItemLine } from '../../batch/record/manifest.ts';
import { failsAgain } from '../../contract/errors.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import type { WarningCode } from '../../contract/warnings.ts';
import { counted, documentsText, grouped } from '../../words/counts.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { toLine, toSafeJson } from '../../words/to-line.ts';
import { durationText } from '../command-line/duration.ts';
import { nameFlag } from '../command-line/name-flag.ts';
import type { CommandContext } from '../context.ts';
import { describeWarning } from '../documents/report-pdf.ts';
import type { FilePlace } from '../faults/find-places.ts';
import { faultOfWarning, placeInTemplate } from '../faults/template-places.ts';
import { describeTemplateWarnings } from '../faults/template-warnings.ts';
import { printTable } from '../io/table.ts';
import { sizeOf } from '../output/size-of.ts';
import { type Progress, startProgress } from './progress.ts';
import { hasFiles, readRunSources } from './read-run-sources.ts';
import { FaultReporter } from './report-faults.ts';

/** A person sees at most this many failures. */
const shown = 50;
/** Most files whose documents are no longer in the input that are named. */
const shownGone = 3;

const filesText = (count: number): string => `${grouped(count)} ${count === 1 ? 'file' : 'files'}`;
/** A person sees at most this many warnings of rendering. */
const shownOfRendering = 10;

export class BatchReporter {
  readonly #context: CommandContext;
  readonly #faults: FaultReporter;
  #options: Partial<BatchOptions> = {};
  readonly #gone: string[] = [];
  readonly #rowFiles = new Set<string>();
  /** Warnings of rendering. Doubts about the data are told while they are read. */
  readonly #renderWarnings: { readonly line: ItemLine; readonly warning: RenderWarning }[] = [];
  #renderWarningCount = 0;
  /** By file. */
  readonly #notReplaced = new Map<string, NotReplacedEvent>();
  #progress: Progress | undefined;
  #startMs = 0;

  constructor(context: CommandContext) {
    this.#context = context;
    this.#faults = new FaultReporter(context);
  }

  report(event: BatchEvent): void | Promise<void> {
    switch (event.kind) {
      case 'input-changed':
        return this.#say(
          `${event.files.map(toLine).join(', ')}: the data has changed since the run began. Changed documents are made from the new data.`,
        );
      case 'newer-template':
        return this.#say(describeNewer(event));
      case 'warning':
        return this.#faults.add(event.warning, 'warning');
      case 'rejected':
        for (const fault of event.faults) this.#faults.add(fault, 'fault');
        return this.#printLine(event);
      case 'hidden-rows':
        return this.#tellHidden(event);
      case 'planned':
        return this.#context.options.json ? this.#printLine(event) : this.#context.print(`${toLine(event.file)}\n`);
      case 'checked':
        return this.#endCheck(event);
      case 'run':
      case 'resume':
        this.#options = event.options;
        this.#startMs = performance.now();
        return this.#printLine(event);
      case 'gone':
        if (!event.removed) this.#gone.push(event.file);
        return this.#printLine(event);
      case 'making':
        this.#tellGone();
        return this.#startProgress(event.total);
      case 'not-removed':
        this.close();
        return this.#say(`${toLine(event.file)} is not removed, because somebody has changed it.`);
      case 'item':
        this.#progress?.count(event.state === 'failed' ? 'failed' : 'made');
        this.#takeWarnings(event);
        return this.#printLine(event);
      case 'kept':
        return this.#progress?.count('kept');
      case 'collecting':
        this.#tellLost(event);
        return this.#startProgress(event.documents, event.file);
      case 'collected':
        return this.#progress?.count('made');
      case 'not-replaced':
        this.#notReplaced.set(event.file, event);
        return this.#printLine(event);
      case 'rejected-rows':
      case 'failed-rows':
        return this.#tellRows(event);
      case 'end':
        this.close();
        return this.#printLine(event);
      case 'stopped':
        return this.#tellStop(event);
    }
  }

  /** Removes the line of the progress, and prints what waits for the end of the check. */
  close(): void {
    this.#progress?.end();
    this.#progress = undefined;
    this.#faults.tellGroups();
  }

  /** Says that the run made nothing, if it ends during the check. */
  tellInterrupted(): void {
    if (this.#startMs === 0) this.#say('Interrupted during the check; nothing was made.');
  }

  /** Prints the result of a run. */
  async summarize(run: BatchRun, result: BatchResult): Promise<void> {
    if (result.record === undefined) {
      this.#options = run.options;
      this.#tellGone();
      return this.#say(describePlan(result));
    }
    await this.#tellFailures(result.failures);
    await this.#tellWarnings(run);
    const { completed, kept, failed, doubtful, rejected, removed, ofOtherTemplate, leftOut, record } = result;
    const seconds = (performance.now() - this.#startMs) / 1000;
    const facts = [
      `${documentsText(completed)} made in ${seconds < 10 ? `${seconds.toFixed(1)} s` : durationText(seconds)}`,
      doubtful > 0 && `${grouped(doubtful)} with warnings`,
      kept > 0 && `${grouped(kept)} already there`,
      failed > 0 && `${grouped(failed)} failed`,
      rejected > 0 && `${grouped(rejected)} rejected`,
      removed > 0 && `${filesText(removed)} removed`,
    ];
    this.#say(`${facts.filter(Boolean).join(', ')}. Record: ${toLine(record)}`);
    if (doubtful > 0) this.#say('The record lists the warnings of each document. With --strict, a document with warnings fails.');
    if (ofOtherTemplate > 0)
      this.#say(
        `${documentsText(ofOtherTemplate)} that ${ofOtherTemplate === 1 ? 'was already there has' : 'were already there have'} another version of the template. The record has the version of each.`,
      );
    if (result.templateWarnings > 0) {
      // From another folder, a path would lead elsewhere.
      const reference = hasFiles(run) && run.cwd === this.#context.io.cwd ? run.template.reference : undefined;
      this.#say(describeTemplateWarnings(result.templateWarnings, reference, this.#context));
    }
    this.#tellCollected(run, result);
    const lasting = result.failures.filter(({ error }) => error && failsAgain(error.code)).length;
    if (lasting > 0)
      this.#say(
        `${failed > lasting ? `${grouped(lasting)} of the failed documents` : 'The failed documents'} will fail again until the data or the template is corrected.`,
      );
    if (failed > lasting)
      this.#say(`Try the ${lasting > 0 ? 'other ' : ''}failed documents again with: ${this.#resumeLine(record)}`);
    else if (leftOut > 0)
      this.#say(
        `${partOptions(run).map(nameFlag).join(' and ')} left out ${documentsText(leftOut)} of the run. Continue with: ${this.#resumeLine(record)}`,
      );
    if ((failed > 0 || leftOut > 0) && run.isHeld && result.outputs.length > 0)
      this.#say(`Until then the other documents are kept in ${toLine(heldFolder(record))}.`);
  }

  #say(line: string): void {
    this.#context.say(line);
  }

  /** Prints a line for a program. */
  #printLine(event: BatchEvent): void {
    if (this.#context.options.json) this.#context.print(`${toSafeJson(event)}\n`);
  }

  /** Names files whose documents are no longer in the input. */
  #tellGone(): void {
    const { output, prune } = this.#options;
    const count = this.#gone.length;
    if (count === 0) return;
    const named = `${this.#gone.slice(0, shownGone).map(toLine).join(', ')}${count > shownGone ? ` and ${grouped(count - shownGone)} more` : ''}`;
    const what =
      output === undefined ? documentsText(count) : `${count === 1 ? 'the document' : 'the documents'} of ${filesText(count)}`;
    const remedy = output === undefined || prune ? '' : ` To remove ${count === 1 ? 'this file' : 'these files'}, add --prune.`;
    this.#say(`The input no longer has ${what}: ${named}.${remedy}`);
  }

  #startProgress(total: number, label?: string): void {
    this.close();
    this.#progress = startProgress(total, this.#context, label);
  }

  #takeWarnings(line: ItemLine): void {
    const doubt: WarningCode = 'doubtful-input';
    const listed = line.warnings.filter(({ code }) => code !== doubt);
    this.#renderWarningCount += line.warningCount - (line.warnings.length - listed.length);
    for (const warning of listed)
      if (this.#renderWarnings.length < shownOfRendering) this.#renderWarnings.push({ line, warning });
  }

  async #tellWarnings(run: BatchRun): Promise<void> {
    const { bold } = this.#context.errorStyle;
    const placed = await this.#placeWarnings(run);
    for (const [i, { line, warning }] of this.#renderWarnings.entries())
      this.#say(
        `${bold(toLine(line.file))} (item ${line.item})  ${describeWarning(warning, placed[i], undefined, this.#context)}`,
      );
    const more = this.#renderWarningCount - this.#renderWarnings.length;
    if (more > 0) this.#say(`and ${counted(more, 'more warning')} of rendering`);
  }

  async #placeWarnings(run: BatchRun): Promise<readonly (FilePlace | undefined)[]> {
    const template = this.#renderWarnings.length > 0 ? await readRunSources(run) : undefined;
    const faults = this.#renderWarnings.map(({ warning }) => faultOfWarning(warning));
    return template ? placeInTemplate(faults, template, this.#context.io.cwd) : [];
  }

  #tellHidden(event: HiddenRowsEvent): void {
    this.#printLine(event);
    if (this.#context.options.json) return;
    const { file, sheet, rows } = event;
    const what = `${grouped(rows)} hidden ${rows === 1 ? 'row' : 'rows'} of the sheet ${JSON.stringify(toLine(sheet))}`;
    this.#say(`${toLine(file)}: ${what} ${rows === 1 ? 'is' : 'are'} left out. Add --hidden-rows to read hidden rows.`);
  }

  #tellLost({ file, lost }: CollectingEvent): void {
    if (this.#context.options.json || lost.length === 0) return;
    this.#say(
      `${toLine(file)} keeps no standard; each document by itself keeps ${lost.join(' and ')}. For an archive, use --zip.`,
    );
  }

  async #endCheck({ sharesNames }: CheckedEvent): Promise<void> {
    if (this.#context.options.json) return;
    await this.#faults.end();
    if (sharesNames)
      this.#say("Give each document a file name of its own, with -o 'out/{{ number }}.pdf' or -o 'out/{{ index }}.pdf'.");
  }

  /** Names each file of rows once, although it may hold rows of several inputs. */
  #tellRows(event: RejectedRowsEvent | FailedRowsEvent): void {
    this.close();
    this.#printLine(event);
    if (this.#rowFiles.has(event.file)) return;
    this.#rowFiles.add(event.file);
    this.#say(`${event.kind === 'rejected-rows' ? 'Rejected' : 'Failed'} rows: ${toLine(event.file)}`);
  }

  #tellStop({ completed, total, record, isRecordThere, isFolderGone }: StoppedEvent): void {
    this.close();
    const { options, io, signal } = this.#context;
    const done = `${grouped(completed)} of ${documentsText(total)}`;
    const line = isRecordThere
      ? `${done} ${isFolderGone ? 'were made' : 'are there'}. Continue with: ${this.#resumeLine(record)}`
      : `${done} were made. The record of the run was removed, too: put ${toLine(record)} back and continue with --resume, or start again.`;
    // Also with --json: an interrupt has no problem object with this text.
    if (options.json && !options.quiet && signal.aborted) io.stderr.write(`${line}\n`);
    else this.#say(line);
  }

  async #tellFailures(failures: readonly ItemLine[]): Promise<void> {
    const { io, options, errorStyle } = this.#context;
    if (failures.length === 0 || options.json || options.quiet) return;
    const rows = failures
      .slice(0, shown)
      .map(({ item, reference, file, error }) => [String(item), reference ?? '', file, error?.code ?? '', error?.detail ?? '']);
    await printTable(io.stderr, errorStyle, {
      headings: ['item', 'reference', 'file', 'error', 'why'],
      rows,
      optional: ['reference'],
    });
    if (failures.length > shown) this.#say(`and ${grouped(failures.length - shown)} more, in the record`);
  }

  /** Prints the files of all documents. */
  #tellCollected({ collected }: BatchRun, { outputs, total, leftOut, failed, rejected }: BatchResult): void {
    const missing = [
      failed > 0 && `${grouped(failed)} failed`,
      rejected > 0 && `${grouped(rejected)} rejected`,
      leftOut > 0 && `${grouped(leftOut)} left out`,
    ].filter(Boolean);
    for (const { file } of collected) {
      const output = outputs.find((one) => one.file === file);
      const kept = this.#notReplaced.get(file);
      if (output) {
        const { documents, bytes } = output;
        const whole = documentsText(total + leftOut);
        const held = missing.length === 0 ? whole : `${grouped(documents)} of ${whole} (${missing.join(', ')})`;
        this.#say([this.#context.errorStyle.bold(toLine(file)), held, sizeOf(bytes)].join('  '));
      } else if (kept)
        this.#say(
          `${toLine(file)} stays as it was: it holds ${documentsText(kept.there)}, and the new file would hold ${grouped(kept.documents)}. To replace it, add --overwrite.`,
        );
      else this.#say(`${toLine(file)} is not written: there is no document to put into it.`);
    }
  }

  #resumeLine(record: string): string {
    return this.#context.toPaste(`generate batch --resume ${quoteWord(record)}`);
  }
}

/** Describes a run that made nothing. */
function describePlan({ total, kept, rejected }: BatchResult): string {
  const facts = [
    documentsText(total - rejected - kept),
    kept > 0 && `${grouped(kept)} already there`,
    rejected > 0 && `${grouped(rejected)} rejected`,
  ];
  return `${facts.filter(Boolean).join(', ')}; nothing was made.`;
}

function describeNewer({ slug, version, updatedAt, used }: NewerTemplateEvent): string {
  const when = `${updatedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const news = version === null ? `has changed since version ${used} (${when})` : `has version ${version} now (${when})`;
  return `The template ${toLine(slug)} ${news}. This run goes on with version ${used}. To render what is missing or failed with the current template, add --template-version current.`;
}
