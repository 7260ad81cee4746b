// Follows a job or batch to its end. Between changes it only listens to the watch of the process.
import type { RenderBatchSummary, RenderJob } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { Follower, FollowOptions } from '../../contract/follow.ts';
import { isFinal } from '../../contract/job-states.ts';
import type { BatchRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { readJob } from './create-render-job.ts';
import { batchToWire } from './job-to-wire.ts';
import { findBatch } from './render-batches.ts';

export async function* followRenderJob(
  deps: Deps,
  { params: { uuid } }: Parameters<Follower['followRenderJob']>[0],
  { signal }: FollowOptions = {},
): AsyncGenerator<RenderJob> {
  const { watch } = deps;
  let job = await readJob(deps, uuid);
  const news = createNews<true>(signal, watch.closing);
  const stop = watch.states('job', uuid, (state) => {
    if (state !== job.state) news.tell(true);
  });
  try {
    for (;;) {
      yield job;
      if (isFinal(job.state)) return;
      for (let before = job.state; before === job.state; ) {
        await news.next();
        job = (await unlessAway(() => readJob(deps, uuid))) ?? job;
      }
    }
  } finally {
    stop();
  }
}

export async function* followRenderBatch(
  deps: Deps,
  { params: { batchUuid } }: Parameters<Follower['followRenderBatch']>[0],
  { signal }: FollowOptions = {},
): AsyncGenerator<RenderBatchSummary> {
  const { watch } = deps;
  let batch = await findBatch(deps, batchUuid);
  const news = createNews<BatchRecord | 'state'>(signal, watch.closing);
  const stops = [
    watch.states('batch', batchUuid, (state) => {
      if (state !== batch.state) news.tell('state');
    }),
    watch.progress(batchUuid, (found) => {
      if (found === undefined) news.tell('state');
      else if (isAfter(found, batch)) news.tell(found);
    }),
  ];
  try {
    for (;;) {
      yield batchToWire(batch);
      if (isFinal(batch.state)) return;
      for (let before = batch; before === batch; ) {
        const told = await news.next();
        const found = told === 'state' ? await unlessAway(() => findBatch(deps, batchUuid)) : told;
        if (found && isAfter(found, batch)) batch = found;
      }
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** Whether a reading is newer: looks at the store may arrive in another order. A batch is followed up to its end, so its ended items only increase. */
function isAfter(found: BatchRecord, known: BatchRecord): boolean {
  const endedOf = ({ counts: { total, queued, processing } }: BatchRecord) => total - queued - processing;
  if (found.state !== known.state) return known.state === 'queued' || isFinal(found.state);
  if (endedOf(found) !== endedOf(known)) return endedOf(found) > endedOf(known);
  return JSON.stringify(found.counts) !== JSON.stringify(known.counts);
}

/** Undefined while the store is away: the next look that succeeds brings news again. */
async function unlessAway<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'STORE_UNAVAILABLE') return undefined;
    throw error;
  }
}

interface News<T> {
  /** Replaces what nobody has taken yet. */
  tell(what: T): void;
  /** What was told last and not taken yet, or the next. Raises the reason of a signal. */
  next(): Promise<T>;
}

function createNews<T>(signal: AbortSignal | undefined, closing: AbortSignal): News<T> {
  let untaken: { readonly what: T } | undefined;
  let wake: (() => void) | undefined;
  return {
    tell(what) {
      untaken = { what };
      wake?.();
    },
    async next() {
      const throwIfOver = () => {
        signal?.throwIfAborted();
        if (closing.aborted) throw new PdfgenError('OVERLOADED', 'The engine was closed.');
      };
      throwIfOver();
      if (!untaken) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener('abort', wake);
          closing.addEventListener('abort', wake);
        });
        signal?.removeEventListener('abort', wake!);
        closing.removeEventListener('abort', wake!);
        wake = undefined;
        throwIfOver();
      }
      const { what } = untaken!;
      untaken = undefined;
      return what;
    },
  };
}
