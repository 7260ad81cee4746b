// A further process that renders the jobs of a server on this machine.
import type { WorkerEvent } from '../../jobs/worker.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { openServerWorker } from './open-server-service.ts';
import { untilStopped } from './until-stopped.ts';

export interface ServerWorkerOptions {
  readonly settings: ServerSettings;
  /** Ends after this time without a job. Undefined: never. */
  readonly idleMs: number | undefined;
  readonly log: (event: WorkerEvent) => void;
  readonly signal: AbortSignal;
}

/** Renders jobs until the signal comes. Raises INVALID_REQUEST for a folder that is no data folder. */
export async function runServerWorker({ settings, idleMs, log, signal }: ServerWorkerOptions): Promise<void> {
  const { service, renderer, close } = await openServerWorker({ settings, log, editorUrl: () => null });
  try {
    const worker = await service.startWorker({ concurrency: renderer.stats().threads, idleMs, log });
    await untilStopped(worker, signal, settings.graceSeconds * 1000);
  } finally {
    await close();
  }
}
