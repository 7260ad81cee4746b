// Carries out a batch in the foreground: checks every document, then makes, names and records each.
import { isDeepStrictEqual } from 'node:util';
import { grouped } from '../words/counts.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchRun } from './batch-run.ts';
import { type Checked, checkEntries } from './check-entries.ts';
import type { ItemNames } from './check-item.ts';
import { checkCollected } from './collected-files.ts';
import { FaultList } from './fault-list.ts';
import { FinishedRun } from './finished-run.ts';
import { makeDocuments, toInput } from './make-documents.ts';
import type { EndLine } from './manifest.ts';
import { type Documents, openDocuments } from './open-documents.ts';
import { createNameClaims, createRealNames } from './same-file.ts';
import { selectWanted } from './select-wanted.ts';

/** Checks every document of a run and makes the wanted documents. Raises UsageError, InputError, BATCH_INVALID, and faults of all documents. */
export async function carryOut(run: BatchRun): Promise<BatchResult> {
  try {
    return await checkAndMake(run);
  } finally {
    run.lock.release();
  }
}

async function checkAndMake(run: BatchRun): Promise<BatchResult> {
  const { template, options, host } = run;
  if (options.dryRun !== true) template.engine.prepareItems?.(toInput(run));
  const documents = await openDocuments(run);
  await checkCollected(run, documents.inputs);
  const faults = new FaultList(run, options.skipInvalid === true ? documents.inputs : []);
  try {
    const finished = run.earlier && run.isHeld ? new FinishedRun(run.earlier) : undefined;
    const checked = await checkDocuments(run, { documents, faults, finished });
    const outputs = await finished?.outputs(run);
    if (options.dryRun === true) return await planDocuments(run, documents, checked, outputs !== undefined);
    if (checked.total === 0 && !run.earlier) {
      const end: EndLine = { kind: 'end', finishedAt: new Date().toISOString(), completed: 0, failed: 0, rejected: 0 };
      await host.report(end);
      return nothingMade(checked, 0);
    }
    return await makeDocuments(run, { documents, checked, faults, finished: outputs });
  } finally {
    await faults.discard();
  }
}

interface CheckParts {
  readonly documents: Documents;
  readonly faults: FaultList;
  readonly finished: FinishedRun | undefined;
}

/** Checks every document. Raises faults that keep the run from making any: BATCH_INVALID, UsageError. */
async function checkDocuments(run: BatchRun, { documents, faults, finished }: CheckParts): Promise<Checked> {
  const { options, host, earlier } = run;
  const isPlanned = options.dryRun === true && !earlier;
  const checked = await checkEntries(documents.entries, {
    schema: documents.schema,
    isStrict: options.strict === true,
    names: await namesOf(run, documents),
    nameOption: host.nameOption,
    signal: host.signal,
    onRejected: (entry, found, item) => faults.add(entry, found, item),
    onWarnings: (item, number) => faults.warn(item, number),
    onItem: isPlanned
      ? (_, item, file) => host.report({ kind: 'planned', item, file })
      : finished && ((item, number, file) => finished.see(item, number, file)),
  });
  await faults.end(checked, documents.tables);
  if (checked.rejected.size > 0 && (options.skipInvalid !== true || checked.isIncomplete)) throw faults.toError(checked);
  refuseStanding(checked, run);
  await faults.check();
  return checked;
}

async function namesOf(run: BatchRun, { names, digests }: Documents): Promise<ItemNames> {
  const { options, cwd, isHeld } = run;
  return {
    pattern: names,
    cwd,
    claims: createNameClaims(isHeld ? (name) => name : createRealNames(cwd)),
    mayReplace: isHeld || options.overwrite === true,
    isOwn: await findOwn(run, digests),
  };
}

/**
 * Tells which files the run may replace. With the same data, a continued run owns every file in the place of its documents, recorded or not: no file
 * stood there when the run began.
 */
async function findOwn({ earlier, options, host }: BatchRun, digests: Documents['digests']): Promise<ItemNames['isOwn']> {
  if (!earlier) return undefined;
  const isRecorded = (file: string): boolean => earlier.items.has(file) || earlier.begun.has(file);
  const before = new Map(earlier.run.inputs.map(({ file, sha256 }) => [file, sha256]));
  const changed = digests.filter(({ file, sha256 }) => before.get(file) !== sha256).map(({ file }) => file);
  // With other options, such as `limit`, the run has documents whose places nobody has checked.
  if (changed.length === 0) return isDeepStrictEqual(options, earlier.run.options) ? () => true : isRecorded;
  if (changed.some((file) => before.has(file))) await host.report({ kind: 'input-changed', files: changed });
  return isRecorded;
}

/** Refuses to replace files that this run did not make. */
function refuseStanding({ standing: { first, count } }: Checked, { earlier, host: { nameOption } }: BatchRun): void {
  if (count === 0) return;
  const more = count > 1 ? ` and ${grouped(count - 1)} more` : '';
  const remedy = earlier
    ? `The record does not tell that this run made it. Move it away, or add ${nameOption('overwrite')}.`
    : `Add ${nameOption('overwrite')}, choose another ${nameOption('output')}, or continue an earlier run with ${nameOption('resume')}.`;
  throw new UsageError(`${first}${more} would be replaced. ${remedy}`, 9);
}

/** Reports the documents that the run would make, unless the check reported them. Makes nothing. */
async function planDocuments(run: BatchRun, documents: Documents, checked: Checked, isFinished: boolean): Promise<BatchResult> {
  if (!run.earlier) return nothingMade(checked, 0);
  let kept = 0;
  const onKept = () => void kept++;
  for await (const { file, item } of selectWanted(run, documents, { rejected: checked.rejected, isFinished, onKept }))
    await run.host.report({ kind: 'planned', item, file });
  return nothingMade(checked, kept);
}

const nothingMade = ({ total, rejected }: Checked, kept: number): BatchResult => ({
  total,
  completed: 0,
  kept,
  failed: 0,
  rejected: rejected.size,
  doubtful: 0,
  failures: [],
  outputs: [],
  rejectedRows: [],
  record: undefined,
});
