// Makes the documents of a checked batch, records them, and puts them into the files of all documents.
import { existsSync } from 'node:fs';
import { toRequestOptions } from '../contract/document-options.ts';
import type { GenerateItemsInput } from '../contract/generate-items.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchRun } from './batch-run.ts';
import type { Checked } from './check-entries.ts';
import { toEncryption } from './encryption-of-run.ts';
import { writeCollected } from './files/collected-files.ts';
import type { GoneFiles } from './files/gone-files.ts';
import { removeHeld } from './files/held-documents.ts';
import type { OwnDocuments } from './files/own-documents.ts';
import type { RowFiles } from './files/row-files.ts';
import { countLeftOut } from './left-out.ts';
import { FolderGoneError, makeFiles } from './make-files.ts';
import type { BatchDocuments } from './open-documents.ts';
import { readDocuments } from './read-documents.ts';
import type { EndLine, ItemLine, ManifestWriter, OutputFile } from './record/manifest.ts';
import { openRecord } from './record/open-record.ts';
import { selectWanted, type Wanted } from './record/select-wanted.ts';

export interface MakeParts {
  readonly documents: BatchDocuments;
  readonly own: OwnDocuments;
  readonly checked: Checked;
  readonly gone: GoneFiles;
  /** The files of rejected rows, and of rows whose documents fail. */
  readonly rejected: RowFiles;
  readonly failed: RowFiles;
  /** Files of all documents that exist already, with every document. */
  readonly finished: readonly OutputFile[] | undefined;
}

/** Makes the missing documents. Raises faults of all documents; documents made before the fault are whole and recorded. */
export async function makeDocuments(run: BatchRun, parts: MakeParts): Promise<BatchResult> {
  const { host } = run;
  const total = parts.checked.total - parts.checked.rejected.size;
  const leftOut = countLeftOut(run, parts.checked.total);
  const manifest = await openRecord(run, { inputs: parts.documents.digests, documents: parts.checked.total + leftOut });
  const tally = new DocumentTally(run.collected.length > 0);
  try {
    const gone = parts.gone.lines();
    for (const line of gone) {
      manifest.add(line);
      await host.report(line);
    }
    await host.report({ kind: 'making', total });
    await makeEach(run, parts, { manifest, tally, total });
    const removed = run.options.prune === true ? await parts.gone.remove(manifest) : 0;
    const outputs = parts.finished ?? (await writeCollected(run, { manifest, lines: tally.inOrder() }));
    const isWhole = leftOut === 0;
    const rejectedRows = await parts.rejected.write(manifest, { isWhole });
    for (const rows of rejectedRows) await host.report({ kind: 'rejected-rows', ...rows });
    const failedRows = await parts.failed.write(manifest, { isWhole });
    for (const rows of failedRows) await host.report({ kind: 'failed-rows', ...rows });
    await endRecord(run, { manifest, tally, outputs, rejected: parts.checked.rejected.size, isWhole });
    const { completed, kept, ofOtherTemplate, failed, doubtful, templateWarnings, failures } = tally;
    const hasAll = failed === 0 && parts.checked.rejected.size === 0;
    return {
      succeeded: hasAll && !(run.options.failOnWarnings === true && doubtful + templateWarnings > 0),
      total: parts.checked.total,
      leftOut,
      completed,
      kept,
      ofOtherTemplate,
      failed,
      gone: gone.length,
      removed,
      rejected: parts.checked.rejected.size,
      doubtful,
      templateWarnings,
      failures,
      outputs,
      rejectedRows,
      failedRows,
      record: run.manifest.shown,
    };
  } catch (error) {
    // Every document would fail with this fault, and nothing is written yet: the next run begins where this run began.
    if (!host.signal.aborted && (await manifest.withdraw())) throw error;
    await host.report({
      kind: 'stopped',
      completed: tally.completed + tally.kept,
      total,
      record: run.manifest.shown,
      isRecordThere: existsSync(run.manifest.path),
      isFolderGone: error instanceof FolderGoneError,
    });
    throw error;
  } finally {
    await manifest.close();
  }
}

/** Counts the results of the documents. */
class DocumentTally {
  completed = 0;
  kept = 0;
  ofOtherTemplate = 0;
  failed = 0;
  doubtful = 0;
  templateWarnings = 0;
  readonly failures: ItemLine[] = [];
  readonly #keepsAll: boolean;
  readonly #lines: ItemLine[] = [];

  /** `keepsAll`: keeps every line for `inOrder`. */
  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  take(line: ItemLine, isKept: boolean): void {
    if (this.#keepsAll) this.#lines.push(line);
    if (line.state === 'completed' && line.warningCount > 0) this.doubtful++;
    this.templateWarnings = Math.max(this.templateWarnings, line.templateWarnings ?? 0);
    if (isKept) {
      this.kept++;
      return;
    }
    this[line.state]++;
    if (line.state === 'failed') this.failures.push(line);
  }

  /** The lines in the order of the input. */
  inOrder(): readonly ItemLine[] {
    return this.#lines.toSorted((a, b) => a.item - b.item);
  }
}

interface Making {
  readonly manifest: ManifestWriter;
  readonly tally: DocumentTally;
  /** Documents that can be made. */
  readonly total: number;
}

type ItemError = NonNullable<ItemLine['error']>;
type FailedRow = Pick<Wanted, 'source' | 'inputPart'>;

async function makeEach(
  run: BatchRun,
  { documents, own, checked, failed, finished }: MakeParts,
  { manifest, tally, total }: Making,
): Promise<void> {
  const { host, template, earlier } = run;
  const wanted = selectWanted(run, readDocuments(run, documents.entries), {
    own,
    files: checked.files,
    isFinished: finished !== undefined,
    onKept(line, isNews) {
      if (isNews) manifest.add(line);
      if (run.isOtherTemplate || earlier?.ofOtherTemplate.has(line.file)) tally.ofOtherTemplate++;
      tally.take(line, true);
      return host.report({ kind: 'kept', item: line.item, file: line.file });
    },
  });
  const tellFailed = async (line: ItemLine, { code, detail }: ItemError, { source, inputPart }: FailedRow) => {
    await host.report(line);
    await failed.add(source.file, { inputPart, faults: [{ ...source, message: `${code}: ${detail}` }] });
  };
  await makeFiles(wanted, {
    engine: template.engine,
    input: { ...toInput(run), expected: total },
    manifest,
    sent: earlier?.sent,
    signal: host.signal,
    own,
    nameOption: host.nameOption,
    onItem(line, { source, inputPart }) {
      tally.take(line, false);
      return line.error === null ? host.report(line) : tellFailed(line, line.error, { source, inputPart });
    },
  });
}

/** The request to the engine. */
export function toInput(run: BatchRun): GenerateItemsInput {
  const {
    template: { uuid, version },
    options,
    date,
  } = run;
  return {
    params: { uuid },
    body: {
      options: { ...toRequestOptions(options, date), ...toEncryption(run) },
      ...(version !== undefined && { templateVersion: version }),
    },
    concurrency: options.workers,
  };
}

/** Records that every document was taken in turn. */
async function endRecord(
  { host, collected, manifest: record }: BatchRun,
  {
    manifest,
    tally,
    outputs,
    rejected,
    isWhole,
  }: Omit<Making, 'total'> & {
    readonly outputs: readonly OutputFile[];
    readonly rejected: number;
    /** This call has read all documents of the run. */
    readonly isWhole: boolean;
  },
): Promise<void> {
  const end: EndLine = {
    kind: 'end',
    finishedAt: new Date().toISOString(),
    completed: tally.completed + tally.kept,
    failed: tally.failed,
    rejected,
    ...(collected.length > 0 && { outputs }),
    ...(tally.templateWarnings > 0 && { templateWarnings: tally.templateWarnings }),
  };
  manifest.add(end);
  manifest.flush();
  await host.report(end);
  // Also the documents kept for an earlier run, if this record replaces its record.
  if (tally.failed === 0 && isWhole) await removeHeld(record.path);
}
