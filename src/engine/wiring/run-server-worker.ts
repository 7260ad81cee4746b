// A further process that renders the jobs of a server on this machine.
import type { JobWorkerEvent } from '../../jobs/worker.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import type { StoreWait } from '../../store/server-stores.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { DelivererEvent } from '../../webhooks/deliverer.ts';
import type { Readings, ServerObserver } from '../readings.ts';
import { openServerWorker } from './open-server-service.ts';
import { untilStopped } from './until-stopped.ts';

export interface ServerWorkerOptions {
  readonly settings: ServerSettings;
  /** Ends after this time without a job. Undefined: never. */
  readonly idleMs: number | undefined;
  readonly log: (event: JobWorkerEvent) => void;
  readonly logDelivery: (event: DelivererEvent) => void;
  /** Hears of the steps of the start. */
  readonly tellStep: (text: string) => void;
  readonly wait: StoreWait;
  readonly observer: ServerObserver;
  readonly tracing: Tracing | undefined;
  /** Called when the stores are open. */
  onOpen(takeReadings: () => Promise<Readings>): Promise<void>;
  readonly signal: AbortSignal;
}

/** Renders jobs until the signal comes. Raises INVALID_REQUEST for a folder that is not a data folder, and the signal's reason if it comes during the wait. */
export async function runServerWorker({
  settings,
  idleMs,
  log,
  logDelivery,
  tellStep,
  wait,
  observer,
  tracing,
  onOpen,
  signal,
}: ServerWorkerOptions): Promise<void> {
  const { service, renderer, takeReadings, close } = await openServerWorker({
    settings,
    log,
    tellStep,
    wait,
    observer,
    tracing,
    editorUrl: () => null,
  });
  try {
    await onOpen(takeReadings);
    const worker = await service.startWorker({ concurrency: renderer.stats().threads, idleMs, log });
    const deliverer = await service.startDeliverer(logDelivery);
    await untilStopped(worker, signal, settings.graceSeconds * 1000);
    await deliverer.stop(settings.graceSeconds * 1000);
  } finally {
    await close();
  }
}
