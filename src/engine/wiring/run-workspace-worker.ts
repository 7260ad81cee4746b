// The worker of a workspace: a single process, which ends when no more jobs come.
import type { JobWorkerEvent } from '../../jobs/worker.ts';
import { holdWorkspaceWorker } from '../../store/open-stores.ts';
import type { DelivererEvent } from '../../webhooks/deliverer.ts';
import { createLocalEngine } from './create-local-engine.ts';
import { untilStopped } from './until-stopped.ts';

export interface WorkspaceWorkerOptions {
  readonly workspace: string;
  readonly threads?: number | undefined;
  /** Ends after this time without a job. */
  readonly idleMs: number;
  readonly log: (event: JobWorkerEvent | DelivererEvent) => void;
  readonly signal: AbortSignal;
}

/** When the worker is stopped, running jobs have this time to end. */
const graceMs = 10_000;

/** Renders jobs until none has come for a while. False: another worker is running already. */
export async function runWorkspaceWorker(options: WorkspaceWorkerOptions): Promise<boolean> {
  for (let hasWorked = false; ; hasWorked = true) {
    const release = await holdWorkspaceWorker(options.workspace);
    if (!release) return hasWorked;
    try {
      await work(options);
    } finally {
      release();
    }
    // A job may have come while this process was ending. Its caller found the lock held and started no worker.
    if (options.signal.aborted || !(await hasJobs(options.workspace))) return true;
  }
}

async function work({ workspace, threads, idleMs, log, signal }: WorkspaceWorkerOptions): Promise<void> {
  const { createPoolRenderer } = await import('../../renderer/pool/create-pool-renderer.ts');
  const renderer = createPoolRenderer({
    ...(threads !== undefined && { threads }),
    log: (line) => log({ kind: 'fault', detail: line }),
  });
  const engine = await createLocalEngine({ workspace }, { renderer });
  try {
    const worker = await engine.startWorker({ concurrency: renderer.stats().threads, idleMs, log });
    const deliverer = await engine.startDeliverer(log);
    await untilStopped(worker, signal, graceMs);
    await deliverer.stop(graceMs);
  } finally {
    await engine.close();
  }
}

async function hasJobs(workspace: string): Promise<boolean> {
  const engine = await createLocalEngine({ workspace });
  try {
    return (await engine.listRenderJobs({ query: { state: 'queued', limit: 1 } })).items.length > 0;
  } finally {
    await engine.close();
  }
}
