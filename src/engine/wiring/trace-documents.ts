// Spans of documents: a job in a worker's hands, and a document in a thread.

import type { JobWorkerEvent } from '../../jobs/worker.ts';
import type { Rendering } from '../../renderer/pool/create-pool-renderer.ts';
import type { ClaimedJob } from '../../store/state-store.ts';
import { withinTrace } from '../../tracing/current-trace.ts';
import type { Tracing } from '../../tracing/tracing.ts';

/** Traces the work at a job. Its span is part of the trace of the call that made the job, in whatever process this was. */
export async function traceJob(
  tracing: Tracing,
  { uuid, teamId, job, attempt, waitedMs, traceparent }: ClaimedJob,
  work: () => Promise<JobWorkerEvent | undefined>,
): Promise<JobWorkerEvent | undefined> {
  const span = tracing.begin('render job', {
    kind: 'consumer',
    parent: traceparent ?? undefined,
    facts: {
      'pdfgen.job': uuid,
      'pdfgen.batch': job.batchUuid ?? undefined,
      'pdfgen.team': teamId,
      'pdfgen.attempt': attempt,
      'pdfgen.queue.wait_ms': waitedMs,
    },
  });
  const event = await withinTrace(span.traceparent, work);
  span.end({ facts: { 'pdfgen.outcome': event?.kind ?? 'fault', 'error.type': event?.code }, fault: event?.code });
  return event;
}

/** Traces a document, with the times that its thread measured. */
export function traceRendering(tracing: Tracing, { trace, times, error }: Rendering): void {
  if (trace === undefined || times === undefined) return;
  const { beganMs, ms, waitedMs, thread } = times;
  tracing
    .begin('render document', {
      kind: 'internal',
      parent: trace,
      facts: { 'pdfgen.thread.wait_ms': waitedMs, 'thread.id': thread },
      beganMs,
    })
    .end({ facts: { 'error.type': error?.code }, fault: error?.code, endedMs: beganMs + ms });
}
