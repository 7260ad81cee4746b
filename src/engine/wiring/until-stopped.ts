// Runs a worker to its end.
import type { JobWorker } from '../../jobs/worker.ts';

/** Waits until a worker has ended. The signal stops the worker. Its running jobs then have `graceMs` to end. */
export async function untilStopped(worker: JobWorker, signal: AbortSignal, graceMs: number): Promise<void> {
  const stop = () => void worker.stop(graceMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await worker.ended;
  if (signal.aborted) await worker.stop(graceMs);
}
