// Operations on existing batches: show, list, cancel, retry.

import type { RenderBatch } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isFinal, type JobState } from '../../contract/job-states.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import type { BatchRecord } from '../../store/state-store.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import { checkCapacity } from '../check-capacity.ts';
import { readCursor, readNumber, readStateCursor, writeCursor, writeStateCursor } from '../cursor.ts';
import type { Deps, UseCase } from '../deps.ts';
import { findCurrentSource } from './job-source.ts';
import { batchToWire, itemToWire } from './job-to-wire.ts';
import { waitForEnd } from './wait-for-end.ts';

/** Most items in an answer. */
const mostItems = 1000;

export const listRenderBatches: UseCase<'listRenderBatches'> = async ({ openState }, { query = {} }) => {
  const { limit = pageLimit.default, cursor, state } = query;
  const filters = ['batches', state ?? null];
  const { batches } = await openState();
  const page = await batches.list({ state }, limit, readStateCursor(cursor, filters));
  return { items: page.items.map(batchToWire), nextCursor: writeStateCursor(page, filters) };
};

export const getRenderBatch: UseCase<'getRenderBatch'> = async (deps, { params, query = {} }, { signal } = {}) => {
  const { batchUuid } = params;
  const { wait = 0, ...items } = query;
  if (wait > 0) {
    const { state } = await findBatch(deps, batchUuid);
    if (!isFinal(state)) await waitForEnd(deps.watch, { kind: 'batch', uuid: batchUuid }, wait, signal);
  }
  return readBatch(deps, batchUuid, items);
};

/** Raises BATCH_NOT_FOUND. */
export async function findBatch({ openState }: Deps, batchUuid: string): Promise<BatchRecord> {
  const batch = await (await openState()).batches.find(batchUuid);
  if (!batch) throw new PdfgenError('BATCH_NOT_FOUND', `There is no render batch ${batchUuid}.`);
  return batch;
}

/** A batch with a page of its items. Raises BATCH_NOT_FOUND, INVALID_REQUEST for a cursor of another list. */
export async function readBatch(
  deps: Deps,
  batchUuid: string,
  {
    state,
    limit = mostItems,
    cursor,
  }: { readonly state?: JobState | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } = {},
): Promise<RenderBatch> {
  const filters = ['items', batchUuid, state ?? null];
  const after = cursor === undefined ? -1 : readNumber(readCursor(cursor, filters, 1)[0]);
  const batch = await findBatch(deps, batchUuid);
  const { batches } = await deps.openState();
  const page = await batches.listItems(batchUuid, { state }, limit, after);
  const last = page.items.at(-1);
  return {
    ...batchToWire(batch),
    items: page.items.map(itemToWire),
    nextCursor: page.hasMore && last ? writeCursor([String(last.index)], filters) : null,
  };
}

export const cancelRenderBatch: UseCase<'cancelRenderBatch'> = async (deps, { params }) => {
  const { batches } = await deps.openState();
  const isCanceled = await batches.cancel(params.batchUuid);
  const batch = await readBatch(deps, params.batchUuid);
  // Canceling a canceled batch again succeeds.
  if (!isCanceled && batch.state !== 'canceled')
    throw new PdfgenError('ALREADY_FINAL', `The render batch ${params.batchUuid} has ended: it is ${batch.state}.`);
  return batch;
};

/**
 * Makes a new job for each failed or canceled item. Raises BATCH_NOT_FINISHED, DATA_EXPIRED, QUOTA_EXCEEDED, OVERLOADED; for the current version of the template
 * also TEMPLATE_NOT_FOUND, EMBEDDED_TEMPLATE_NOT_FOUND, TEMPLATE_INVALID.
 */
export const retryRenderBatch: UseCase<'retryRenderBatch'> = async (deps, { params, query = {} }) => {
  const found = await findBatch(deps, params.batchUuid);
  const { state } = found;
  if (!isFinal(state)) {
    throw new PdfgenError('BATCH_NOT_FINISHED', `The render batch ${params.batchUuid} has not ended: it is ${state}.`, {
      retryAfter: 1,
    });
  }
  await checkCapacity(deps);
  const { batches } = await deps.openState();
  const repeated = found.counts.failed + found.counts.canceled;
  const source = query.templateVersion === 'current' && repeated > 0 ? await findCurrentSource(deps, found) : undefined;
  await batches.retry(params.batchUuid, { maxUnfinished: deps.limits.maxUnfinishedJobs, traceparent: currentTrace() }, source);
  deps.onWork(repeated);
  return readBatch(deps, params.batchUuid);
};
