// Carries out a batch in the foreground: checks every document, then makes, names and records each.
import { existsSync } from 'node:fs';
import { describeTemplate } from '../contract/get-template.ts';
import type { OutputGuard } from '../files/output-guard.ts';
import type { Schema } from '../json/schema-parts.ts';
import { grouped } from '../words/counts.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchResult } from './batch-result.ts';
import type { BatchRun } from './batch-run.ts';
import { type Checked, type CheckOptions, checkEntries } from './check-entries.ts';
import type { ItemNames } from './check-item.ts';
import { findPasswordFault } from './encryption-of-run.ts';
import { KeptPaths } from './entries/kept-paths.ts';
import { refuseMissing } from './entries/open-inputs.ts';
import { FaultList } from './fault-list.ts';
import { checkCollected } from './files/collected-files.ts';
import { GoneFiles } from './files/gone-files.ts';
import { locate } from './files/held-documents.ts';
import { OwnDocuments } from './files/own-documents.ts';
import { RowFiles } from './files/row-files.ts';
import { openRunGuard } from './files/run-guard.ts';
import { createNameClaims, createRealNames } from './files/same-file.ts';
import { refuseSmaller } from './files/smaller-file.ts';
import { countLeftOut } from './left-out.ts';
import { type MakeParts, makeDocuments, toInput } from './make-documents.ts';
import { type BatchDocuments, openDocuments } from './open-documents.ts';
import { readDocuments } from './read-documents.ts';
import { digestOfData, digestOfTemplate } from './record/digests.ts';
import { FinishedRun } from './record/finished-run.ts';
import type { EndLine } from './record/manifest.ts';
import { refuseInPlace, refuseRecord } from './record/open-record.ts';
import { selectWanted } from './record/select-wanted.ts';

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
  // A dry run reports all faults of the data first.
  if (!run.earlier && options.dryRun !== true) {
    await refuseMissing(options.input, run.cwd);
    refuseRecord(run);
  }
  if (options.dryRun !== true) template.engine.prepareItems?.(toInput(run));
  const documents = await openDocuments(run);
  const guard = openRunGuard(run, documents.inputs);
  await checkCollected(run, documents.inputs, guard);
  const own = new OwnDocuments(run);
  const inputs = documents.inputs.map(({ input }) => input);
  const rejected = new RowFiles(run, 'rejected', options.skipInvalid === true ? inputs : [], guard);
  const failed = new RowFiles(run, 'failed', options.failed === undefined ? [] : inputs, guard);
  const faults = new FaultList(run, rejected);
  try {
    const finished = run.earlier && run.isHeld ? new FinishedRun(run.earlier, options) : undefined;
    const { checked, gone } = await checkDocuments(run, { documents, own, faults, finished, guard });
    await rejected.check();
    await failed.check();
    const outputs = await finished?.outputs(run);
    if (!outputs) await refuseSmaller(run, { documents: checked.total - checked.rejected.size, total: checked.total });
    if (options.dryRun === true) {
      await template.engine.checkTemplate?.(toInput(run));
      return await planDocuments(run, { documents, own, checked, gone, finished: outputs });
    }
    if (checked.total === 0 && !run.earlier) {
      const end: EndLine = { kind: 'end', finishedAt: new Date().toISOString(), completed: 0, failed: 0, rejected: 0 };
      await host.report(end);
      return nothingMade(run, checked, 0);
    }
    await refuseChanged(run);
    return await makeDocuments(run, { documents, own, checked, gone, rejected, failed, finished: outputs });
  } finally {
    await rejected.discard();
    await failed.discard();
  }
}

/** Refuses a template without versions that was changed during the check. The record holds the digest of the checked content. */
async function refuseChanged({ template, content }: BatchRun): Promise<void> {
  if (template.version !== undefined || template.remote !== null) return;
  const now = await describeTemplate(template);
  if (digestOfTemplate({ ...now, version: null }) !== digestOfTemplate({ ...content, version: null }))
    throw new UsageError(
      `The template ${template.reference} was changed while the data was checked. Nothing was made. Begin again.`,
    );
}

interface CheckParts {
  readonly documents: BatchDocuments;
  readonly own: OwnDocuments;
  readonly faults: FaultList;
  readonly finished: FinishedRun | undefined;
  readonly guard: OutputGuard;
}

/** Checks every document. Raises faults that keep the run from making any: BATCH_INVALID, UsageError. */
async function checkDocuments(
  run: BatchRun,
  { documents, own, faults, finished, guard }: CheckParts,
): Promise<Pick<MakeParts, 'checked' | 'gone'>> {
  const { options, host, earlier } = run;
  await tellChangedInput(run, documents);
  const names = namesOf(run, documents, guard);
  const records = documents.inputs.some(({ input }) => !('headers' in input));
  const kept = new KeptPaths(records ? (options.keep ?? []) : [], {
    schema: (run.content.dataSchema ?? true) as Schema,
    areItems: options.items === true,
  });
  const watch: CheckOptions['onItem'] = earlier
    ? (item, number, file) => {
        gone.see(item, file);
        finished?.see(item, number, file);
      }
    : options.dryRun === true
      ? (_, number, file) => host.report({ kind: 'planned', item: number, file })
      : undefined;
  const gone = new GoneFiles(run, { claims: names.claims, isPart: documents.isPart });
  const checked = await checkEntries(readDocuments(run, documents.entries), {
    schema: documents.schema,
    checkHead: documents.checkHead,
    findPasswordFault: (item) => findPasswordFault(item, run),
    isStrict: options.strict === true,
    names,
    nameOption: host.nameOption,
    look: (file) => own.look(file),
    onRejected(entry, found, item) {
      gone.see(entry);
      kept.see(entry);
      return faults.add(entry, found, item);
    },
    onWarnings: (item, number) => faults.warn(item, number),
    onItem: kept.isSearching
      ? (item, number, file) => {
          kept.see(item);
          return watch?.(item, number, file);
        }
      : watch,
  });
  await faults.end(checked, documents.tables);
  if (checked.rejected.size > 0 && (options.skipInvalid !== true || checked.isIncomplete))
    throw faults.toError(checked, options.userPasswordFrom === undefined);
  await refuseStanding(checked, run);
  gone.check();
  kept.check(host.nameOption);
  return { checked, gone };
}

function namesOf(run: BatchRun, { names }: BatchDocuments, guard: OutputGuard): ItemNames {
  const { options, cwd, isHeld, earlier } = run;
  return {
    cwd,
    pattern: names,
    claims: createNameClaims(isHeld ? (name) => name : createRealNames(cwd)),
    mayReplace: isHeld || options.overwrite === true,
    guard: isHeld ? undefined : guard,
    isMade(file, data) {
      const known = earlier?.items.get(file);
      return known?.state === 'completed' && known.data === digestOfData(data) && existsSync(locate(run, file));
    },
  };
}

/** Reports inputs that have changed since the run began. */
async function tellChangedInput({ earlier, host }: BatchRun, { digests }: BatchDocuments): Promise<void> {
  const before = new Map(earlier?.run.inputs.map(({ file, sha256 }) => [file, sha256]));
  const files = digests.flatMap(({ file, sha256 }) => (before.has(file) && before.get(file) !== sha256 ? [file] : []));
  if (files.length > 0) await host.report({ kind: 'input-changed', files });
}

/** Refuses to replace files that this run did not make. */
async function refuseStanding({ standing }: Checked, { earlier, lock, host: { nameOption } }: BatchRun): Promise<void> {
  const { first, isChanged, count } = standing;
  if (count === 0) return;
  // Perhaps another run began meanwhile.
  if (!earlier) lock.refuseOther();
  const more = count > 1 ? ` and ${grouped(count - 1)} more` : '';
  const remedy = !earlier
    ? `Add ${nameOption('overwrite')}, choose another ${nameOption('output')}, or continue an earlier run with ${nameOption('resume')}.`
    : `${isChanged ? 'It was changed since this run made it' : 'The record does not say that this run made it'}. Move it away, or add ${nameOption('overwrite')}.`;
  throw new UsageError(`${first}${more} would be replaced. ${remedy}`, 'file');
}

/** Reports the documents that the run would make, unless the check reported them. Makes nothing. */
async function planDocuments(
  run: BatchRun,
  { documents, own, checked, gone, finished }: Omit<MakeParts, 'rejected' | 'failed'>,
): Promise<BatchResult> {
  if (!run.earlier) {
    refuseInPlace(run);
    return nothingMade(run, checked, 0);
  }
  let kept = 0;
  const options = { own, files: checked.files, isFinished: finished !== undefined, onKept: () => void kept++ };
  for await (const { file, item } of selectWanted(run, readDocuments(run, documents.entries), options))
    await run.host.report({ kind: 'planned', item, file });
  const lines = run.options.prune === true ? gone.standing() : gone.lines();
  for (const line of lines) await run.host.report(line);
  return { ...nothingMade(run, checked, kept), gone: lines.length };
}

const nothingMade = (run: BatchRun, { total, rejected }: Checked, kept: number): BatchResult => ({
  succeeded: rejected.size === 0,
  total,
  leftOut: countLeftOut(run, total),
  completed: 0,
  kept,
  ofOtherTemplate: 0,
  failed: 0,
  gone: 0,
  removed: 0,
  rejected: rejected.size,
  doubtful: 0,
  templateWarnings: 0,
  failures: [],
  outputs: [],
  rejectedRows: [],
  failedRows: [],
  record: undefined,
});
