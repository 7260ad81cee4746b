// A further process that renders the jobs of a server on this machine.
import type { WorkerEvent } from '../jobs/worker.ts';
import { openDataFolder } from './data-folder.ts';
import { openServerWorker, type ServerServiceOptions } from './open-server-service.ts';

export interface ServerWorkerOptions
  extends Pick<ServerServiceOptions, 'dataDir' | 'threads' | 'limits' | 'poolLimits' | 'keysFile'> {
  /** Ends after this time without a job; undefined: never. */
  readonly idleMs: number | undefined;
  readonly log: (event: WorkerEvent) => void;
  readonly signal: AbortSignal;
}

/** What runs is given this long to end when the worker is stopped. */
const graceMs = 20_000;

/** Renders jobs until the signal comes. Raises INVALID_REQUEST for a folder that is no data folder. */
export async function runServerWorker({ idleMs, log, signal, ...more }: ServerWorkerOptions): Promise<void> {
  // A server makes the folder; a worker that made one would wait for jobs for ever.
  openDataFolder(more.dataDir);
  const { service, renderer, close } = await openServerWorker({ ...more, log, editorUrl: () => null });
  try {
    const worker = await service.startWorker({ concurrency: renderer.stats().threads, idleMs, log });
    const stop = () => void worker.stop(graceMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await worker.ended;
    if (signal.aborted) await worker.stop(graceMs);
  } finally {
    await close();
  }
}
