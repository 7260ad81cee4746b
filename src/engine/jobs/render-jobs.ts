// Operations on existing jobs: show, list, cancel, delete, download.

import type { Input, StoredPdf } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isFinal, type JobState, retriedStates } from '../../contract/job-states.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import type { JobRecord, StoredResult } from '../../store/state-store.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { checkCapacity } from '../check-capacity.ts';
import { readStateCursor, writeStateCursor } from '../cursor.ts';
import type { Deps, UseCase } from '../deps.ts';
import { jobNotFound, readJob } from './create-render-job.ts';
import { findCurrentSource } from './job-source.ts';
import { jobToWire } from './job-to-wire.ts';
import { openStoredPdf } from './stored-pdf.ts';
import { waitForEnd } from './wait-for-end.ts';

export const listRenderJobs: UseCase<'listRenderJobs'> = async ({ openState }, { query = {} }) => {
  const { limit = pageLimit.default, cursor, state } = query;
  const batchUuid = query.batchUuid?.toLowerCase();
  const filters = ['jobs', state ?? null, batchUuid ?? null];
  const { jobs } = await openState();
  const page = await jobs.list({ state, batchUuid }, limit, readStateCursor(cursor, filters));
  return { items: page.items.map(jobToWire), nextCursor: writeStateCursor(page, filters) };
};

export const getRenderJob: UseCase<'getRenderJob'> = async (
  deps,
  { params: { uuid }, query: { wait = 0 } = {} },
  { signal } = {},
) => {
  const job = await readJob(deps, uuid);
  if (wait === 0 || isFinal(job.state)) return job;
  await waitForEnd(deps.watch, { kind: 'job', uuid }, wait, signal);
  return readJob(deps, uuid);
};

/** The stored PDF. Raises JOB_NOT_COMPLETED, JOB_FAILED, JOB_CANCELED, RESULT_EXPIRED, RESULT_LOST. */
export async function getRenderJobResult(deps: Deps, { params }: Input<'getRenderJobResult'>): Promise<StoredPdf> {
  const { job, result } = await findResult(deps, params.uuid);
  // A row is marked before its file is deleted. If the file is missing, the row may say meanwhile that the result has expired.
  const explain = async (error: unknown): Promise<never> => {
    await findResult(deps, params.uuid);
    throw error;
  };
  const pdf = await openStoredPdf(await deps.openResults(), job, result).catch(explain);
  return { ...pdf, read: (start, end) => explained(pdf.read(start, end), explain) };
}

async function findResult(
  { openState }: Deps,
  uuid: string,
): Promise<{ readonly job: JobRecord; readonly result: StoredResult }> {
  const job = await (await openState()).jobs.find(uuid);
  if (!job) throw jobNotFound(uuid);
  const { result } = job;
  if (job.state !== 'completed' || !result) throw whyNoResult(job);
  return { job, result };
}

async function* explained(
  bytes: AsyncIterable<Uint8Array>,
  explain: (error: unknown) => Promise<never>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    await explain(error);
  }
}

function whyNoResult({ uuid, state, error }: JobRecord): PdfgenError {
  if (state === 'failed') {
    const why = error ? `: ${error.detail} (${error.code})` : '';
    return new PdfgenError('JOB_FAILED', `The render job ${uuid} failed${why}`);
  }
  if (state === 'canceled') return new PdfgenError('JOB_CANCELED', `The render job ${uuid} was canceled and has no result.`);
  if (state === 'expired') return new PdfgenError('RESULT_EXPIRED', `The result of the render job ${uuid} is no longer kept.`);
  return new PdfgenError('JOB_NOT_COMPLETED', `The render job ${uuid} has not ended: it is ${state}.`, { retryAfter: 1 });
}

export const cancelRenderJob: UseCase<'cancelRenderJob'> = async (deps, { params }) => {
  const { jobs } = await deps.openState();
  const isCanceled = await jobs.cancel(params.uuid);
  const job = await readJob(deps, params.uuid);
  // Canceling a canceled job again succeeds.
  if (!isCanceled && job.state !== 'canceled')
    throw new PdfgenError('ALREADY_FINAL', `The render job ${params.uuid} has ended: it is ${job.state}.`);
  return job;
};

/**
 * Makes a new job in place of a failed or canceled job. Raises JOB_NOT_COMPLETED, ALREADY_FINAL, BATCH_NOT_FINISHED, DATA_EXPIRED,
 * QUOTA_EXCEEDED, OVERLOADED; for the current version of the template also TEMPLATE_NOT_FOUND, EMBEDDED_TEMPLATE_NOT_FOUND, TEMPLATE_INVALID.
 */
export const retryRenderJob: UseCase<'retryRenderJob'> = async (deps, { params, query = {} }) => {
  const { jobs } = await deps.openState();
  const job = await jobs.find(params.uuid);
  if (!job) throw jobNotFound(params.uuid);
  if (job.retriedAs !== null) return readJob(deps, job.retriedAs);
  if (!isFinal(job.state)) {
    throw new PdfgenError('JOB_NOT_COMPLETED', `The render job ${params.uuid} has not ended: it is ${job.state}.`, {
      retryAfter: 1,
    });
  }
  if (!(retriedStates as readonly JobState[]).includes(job.state)) {
    throw new PdfgenError('ALREADY_FINAL', `The render job ${params.uuid} is ${job.state}: there is nothing to retry.`);
  }
  await checkCapacity(deps);
  const source = query.templateVersion === 'current' ? await findCurrentSource(deps, job) : undefined;
  const made = await jobs.retry(
    params.uuid,
    { maxUnfinished: deps.limits.maxUnfinishedJobs, traceparent: currentTrace() },
    source,
  );
  // The record was removed meanwhile.
  if (made === undefined) throw jobNotFound(params.uuid);
  deps.onWork(1);
  return readJob(deps, made);
};

export const deleteRenderJob: UseCase<'deleteRenderJob'> = async (deps, { params }) => {
  const job = await readJob(deps, params.uuid);
  if (!isFinal(job.state)) {
    throw new PdfgenError('JOB_NOT_COMPLETED', `The render job ${params.uuid} has not ended. Cancel it first.`, {
      retryAfter: 1,
    });
  }
  const { jobs } = await deps.openState();
  const blob = await jobs.discard(params.uuid);
  if (blob !== undefined) await (await deps.openResults()).delete(blob);
  return undefined;
};
