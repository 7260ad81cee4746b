// Turns the records of jobs and batches into answers of the contract.
import { resultPath } from '../../contract/api-prefix.ts';
import type { RenderBatchItem, RenderBatchSummary, RenderJob } from '../../contract/engine.ts';
import type { BatchItemRecord, BatchRecord, ItemJob, JobRecord } from '../../store/state-store.ts';

export function jobToWire(job: JobRecord): RenderJob {
  const { uuid, templateUuid, templateVersion, embedded, batchUuid, itemIndex, state, attempts, error, warnings } = job;
  return {
    uuid,
    templateUuid,
    templateVersion,
    embedded: embedded && {
      baseTemplateUuid: embedded.baseTemplateUuid,
      externalUuid: embedded.externalUuid,
      revision: embedded.revision,
    },
    batchUuid,
    itemIndex,
    state,
    attempts,
    createdAt: toTime(job.createdMs),
    startedAt: toTimeOrNull(job.startedMs),
    finishedAt: toTimeOrNull(job.finishedMs),
    expiresAt: toTimeOrNull(job.expiresMs),
    error,
    warnings,
    result: resultToWire(job),
    retriedAs: job.retriedAs,
  };
}

function resultToWire({ uuid, result }: ItemJob): RenderJob['result'] {
  if (!result) return null;
  const { bytes, pages, sha256 } = result;
  return { url: resultPath(uuid), bytes, pages, sha256 };
}

export function batchToWire(batch: BatchRecord): RenderBatchSummary {
  const { uuid, templateUuid, templateVersion, state, counts, createdMs, finishedMs } = batch;
  const { total, queued, processing, completed, failed, canceled, expired } = counts;
  return {
    batchUuid: uuid,
    templateUuid,
    templateVersion,
    state,
    counts: { total, queued, processing, completed, failed, canceled, expired },
    createdAt: toTime(createdMs),
    finishedAt: toTimeOrNull(finishedMs),
  };
}

export function itemToWire({ index, reference, job, warningCount, warnings }: BatchItemRecord): RenderBatchItem {
  const { uuid, state, error } = job;
  return { index, reference, jobUuid: uuid, state, error, warningCount, warnings: [...warnings], result: resultToWire(job) };
}

const toTime = (ms: number): string => new Date(ms).toISOString();
const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));
