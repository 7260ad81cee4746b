// The worker loop: takes jobs from the queue, renders them, stores their results.

import { setTimeout as sleep } from 'node:timers/promises';
import { createWakeablePause } from '../async/wakeable-pause.ts';
import { mayPass, PdfgenError } from '../contract/errors.ts';
import { JsonText } from '../contract/json-text.ts';
import { lifeTimes } from '../contract/life-times.ts';
import { writeBreach } from '../contract/warnings.ts';
import type { Limits, Renderer, RenderRequest, RenderResult, TemplateSource } from '../renderer/renderer.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Claim, ClaimedJob, JobError, JobQueue, Setback } from '../store/state-store.ts';

/** The queue, stores and renderer of the loop. */
export interface JobWorkerDeps {
  readonly queue: JobQueue;
  readonly results: BlobStore;
  openRenderer(): Promise<Renderer>;
  /** The recorded version or revision that the job names. Raises TEMPLATE_NOT_FOUND. */
  loadTemplate(claim: ClaimedJob): Promise<TemplateSource>;
  readonly limits: Limits;
  /** Does the work at a job as part of the trace that the job belongs to. Default: nothing is traced. */
  readonly trace?:
    | ((claim: ClaimedJob, work: () => Promise<JobWorkerEvent | undefined>) => Promise<JobWorkerEvent | undefined>)
    | undefined;
  /** Called after a job has ended, so that its callers need not wait for the next look at the store. */
  onEnd(claim: ClaimedJob): void;
  /** Removes expired results, old records and unused files. Runs every minute beside rendering. The signal ends it early. */
  sweep(signal: AbortSignal): Promise<void>;
}

export interface JobWorkerOptions {
  /** Most documents to render at the same time: the number of the renderer's threads. */
  readonly concurrency: number;
  /** The worker ends after this time without a job. Undefined: never. */
  readonly idleMs?: number | undefined;
  readonly log?: ((event: JobWorkerEvent) => void) | undefined;
}

export interface JobWorkerEvent {
  readonly kind: 'claimed' | 'completed' | 'failed' | 'set-back' | 'fenced' | 'fault';
  /** The job. */
  readonly uuid?: string;
  readonly teamId?: string;
  /** Null: the job stands alone. */
  readonly batchUuid?: string | null;
  /** Why the job failed. */
  readonly code?: string;
  readonly detail?: string;
}

export interface JobWorker {
  /** Makes the worker look at the queue at once. */
  wake(): void;
  /** Number of jobs that run now. */
  runningJobs(): number;
  /** Claims no more jobs. Waits for running jobs, and hands back the jobs that do not end in time. */
  stop(graceMs: number): Promise<void>;
  /** Settles when the worker has ended. */
  readonly ended: Promise<void>;
}

const leaseMs = 15_000;
const heartbeatMs = 5_000;
const reclaimMs = 5_000;
/** If the queue is away for this long, leases expire although their workers are still at work. */
const longSilenceMs = leaseMs - heartbeatMs;
/** After such a silence, other workers have this time to renew their leases. */
const renewalGraceMs = 2 * heartbeatMs;
const sweepMs = 60_000;
/** Jobs that are held at most, for each document that is rendered at the same time. */
const heldAtOnce = 3;
const firstPauseMs = 20;
const longestPauseMs = 500;
const faultPauseMs = 1_000;
/** Pause after a full disk or a fault of the store. */
const restMs = 5_000;
/** Pauses between two tries while the store is away. */
const firstAwayMs = 100;
const longestAwayMs = 1_000;

/** Starts the loop. Only `stop` and its idle time end it. After a fault of the store it reports the fault and tries again. */
export function startWorker(deps: JobWorkerDeps, options: JobWorkerOptions): JobWorker {
  const loop = new WorkerLoop(deps, options);
  const ended = loop.run();
  return { wake: () => loop.wake(), runningJobs: () => loop.runningJobs(), stop: (graceMs) => loop.stop(graceMs, ended), ended };
}

interface RunningJob {
  readonly claim: ClaimedJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

class WorkerLoop {
  readonly #deps: JobWorkerDeps;
  readonly #options: JobWorkerOptions;
  readonly #runningJobs = new Map<string, RunningJob>();
  /** Running jobs whose documents are not rendered yet. The results of the others are being stored. */
  #rendering = 0;
  readonly #stopping = new AbortController();
  readonly #pause = createWakeablePause();
  #idleSinceMs = performance.now();
  /** Renews leases while jobs run, whatever else takes long. */
  #renewal: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #nextReclaimMs = Number.NEGATIVE_INFINITY;
  /** When the queue last answered. */
  #heardMs = performance.now();
  #lastSweepMs = Number.NEGATIVE_INFINITY;
  #sweeping: Promise<void> | undefined;
  /** No job is claimed before this time, because the disk was full or the store failed. */
  #restUntilMs = 0;

  constructor(deps: JobWorkerDeps, options: JobWorkerOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  wake(): void {
    this.#pause.wake();
  }

  runningJobs(): number {
    return this.#runningJobs.size;
  }

  async run(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#keepHouse();
        if ((await this.#claimJobs()) > 0) pauseMs = firstPauseMs;
        else if (this.#isIdle()) break;
        else pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
      } catch (error) {
        this.#tellFault(error);
        pauseMs = faultPauseMs;
      }
      // Workers that are idle must not all look at the same moment, nor too often together. Thousands that began together spread evenly.
      const ownMs = pauseMs * (0.75 + Math.random() / 4);
      const sharedMs = this.#deps.queue.idlePauseMs() * 2 * Math.random();
      await this.#pause.wait(Math.min(Math.max(ownMs, sharedMs), this.#leftMs()));
    }
    await this.#sweeping;
  }

  async stop(graceMs: number, ended: Promise<void>): Promise<void> {
    this.#stopping.abort();
    this.wake();
    // A claim under way may still bring jobs. After the end of the loop none come.
    await ended;
    const drained = Promise.all([...this.#runningJobs.values()].map((one) => one.done));
    await Promise.race([drained, sleep(graceMs, undefined, { ref: false })]);
    for (const { abort } of this.#runningJobs.values()) abort.abort(handedBack);
    await drained;
    // The caller closes the stores next.
    await this.#renewing;
  }

  /** Milliseconds until the worker ends because it is idle. */
  #leftMs(): number {
    const { idleMs = Number.POSITIVE_INFINITY } = this.#options;
    return Math.max(firstPauseMs, this.#idleSinceMs + idleMs - performance.now());
  }

  #isIdle(): boolean {
    const { idleMs } = this.#options;
    if (this.#runningJobs.size > 0) this.#idleSinceMs = performance.now();
    return idleMs !== undefined && performance.now() - this.#idleSinceMs >= idleMs;
  }

  /** Sets back dead workers' jobs, and sweeps. */
  async #keepHouse(): Promise<void> {
    const now = performance.now();
    // Claims and renewals find out when the queue is back.
    if (now >= this.#nextReclaimMs && now - this.#heardMs < longSilenceMs) {
      this.#nextReclaimMs = now + reclaimMs;
      await this.#deps.queue.reclaim((failed) => this.#tell({ kind: 'failed', ...failed }));
      this.#heardMs = performance.now();
    }
    if (now - this.#lastSweepMs >= sweepMs && !this.#sweeping) {
      this.#lastSweepMs = now;
      this.#sweeping = this.#deps
        .sweep(this.#stopping.signal)
        .catch((error: unknown) => this.#tellFault(error))
        .finally(() => {
          this.#sweeping = undefined;
        });
    }
  }

  #hearQueue(): void {
    const now = performance.now();
    if (now - this.#heardMs >= longSilenceMs) this.#nextReclaimMs = now + renewalGraceMs;
    this.#heardMs = now;
  }

  /** Begins with the first running job, and ends with the last. */
  #keepLeases(): void {
    const renew = () => {
      this.#renewing ??= this.#renewLeases()
        .catch((error: unknown) => this.#tellFault(error))
        .finally(() => {
          this.#renewing = undefined;
        });
    };
    if (this.#runningJobs.size > 0) this.#renewal ??= setInterval(renew, heartbeatMs);
    else {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
    }
  }

  async #renewLeases(): Promise<void> {
    const held = [...this.#runningJobs.values()].map((one) => one.claim);
    const lost = await this.#deps.queue.heartbeat(held, leaseMs);
    this.#hearQueue();
    for (const claim of lost) this.#runningJobs.get(keyOf(claim))?.abort.abort(fenced);
  }

  async #claimJobs(): Promise<number> {
    const { concurrency } = this.#options;
    // The disk is slow: threads render the next documents while results are stored. The results in memory stay few.
    const free = Math.min(concurrency - this.#rendering, heldAtOnce * concurrency - this.#runningJobs.size);
    if (free <= 0 || performance.now() < this.#restUntilMs) return 0;
    const claims = await this.#deps.queue.claim(free, leaseMs);
    this.#hearQueue();
    for (const claim of claims) {
      const abort = new AbortController();
      const done = this.#perform(claim, abort.signal).finally(() => {
        this.#runningJobs.delete(keyOf(claim));
        this.#keepLeases();
        this.#idleSinceMs = performance.now();
        this.wake();
      });
      this.#runningJobs.set(keyOf(claim), { claim, abort, done });
      this.#keepLeases();
    }
    return claims.length;
  }

  /** Renders one job to its end. Never raises. */
  async #perform(claim: ClaimedJob, signal: AbortSignal): Promise<void> {
    this.#tell({ kind: 'claimed', ...aboutJob(claim) });
    const { trace = (_, work) => work() } = this.#deps;
    const event = await trace(claim, () => this.#bringToEnd(claim, signal));
    if (event) this.#tell(event);
  }

  /** Gives what became of the job. Undefined: the store does not take it. */
  async #bringToEnd(claim: ClaimedJob, signal: AbortSignal): Promise<JobWorkerEvent | undefined> {
    try {
      const result = await this.#renderCounted(claim, signal);
      return await this.#finish(claim, result, signal).catch((error: unknown) => {
        throw error instanceof PdfgenError ? error : new StoreFault(error);
      });
    } catch (error) {
      // If this fails too, the lease expires and the job is taken again.
      return this.#giveUp(claim, error).catch((fault: unknown) => void this.#tellFault(fault));
    }
  }

  async #renderCounted(claim: ClaimedJob, signal: AbortSignal): Promise<RenderResult> {
    this.#rendering++;
    try {
      return await this.#render(claim, signal);
    } finally {
      this.#rendering--;
      this.wake();
    }
  }

  async #render(claim: ClaimedJob, signal: AbortSignal): Promise<RenderResult> {
    const { loadTemplate, openRenderer, limits } = this.#deps;
    const template = await loadTemplate(claim).catch((error: unknown) => {
      throw error instanceof PdfgenError ? error : new StoreFault(error);
    });
    const options = JSON.parse(claim.options) as RenderRequest['options'];
    // The date is the job's, not the attempt's, so that each attempt gives the same bytes.
    const date = options.date ?? new Date(claim.job.createdMs).toISOString();
    const renderer = await openRenderer();
    const dataWarnings = claim.job.warnings;
    const request = { template, data: new JsonText(claim.data), dataWarnings, options: { ...options, date }, limits };
    return renderer.render(request, { signal, urgency: 'later', team: claim.teamId });
  }

  /**
   * Writes the whole file first, then the row. While the store is away, the worker keeps the result and claims no more jobs. If the claim no
   * longer holds, the worker removes its file.
   */
  async #finish(claim: ClaimedJob, result: RenderResult, signal: AbortSignal): Promise<JobWorkerEvent> {
    const { queue, results } = this.#deps;
    const { teamId, uuid, attempt } = claim;
    const blob = `${uuid}-${attempt}.pdf`;
    const blobs = results.team(teamId);
    const { filename, bytes, pages, sha256, warnings } = result;
    await this.#whenThere(() => blobs.write(blob, { bytes, sha256, chunks: result.body }), signal);
    const stored = { blob, filename, bytes, pages, sha256 };
    const isCompleted = await this.#whenThere(
      // A completion whose answer was lost has ended the claim. Then the row names the file.
      async () => (await queue.complete(claim, stored, warnings, lifeTimes.result)) || queue.ownsBlob(teamId, blob),
      signal,
    );
    if (!isCompleted) await blobs.delete(blob);
    if (isCompleted) this.#deps.onEnd(claim);
    return { kind: isCompleted ? 'completed' : 'fenced', ...aboutJob(claim) };
  }

  /** Does the work when the store is there: tries again until it is. Raises the reason of the signal. */
  async #whenThere<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let pauseMs = firstAwayMs; ; pauseMs = Math.min(longestAwayMs, pauseMs * 2)) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error)) throw error;
        if (pauseMs === firstAwayMs) this.#tellFault(error);
        this.#restUntilMs = performance.now() + longestAwayMs;
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw signal.reason;
      });
    }
  }

  async #giveUp(claim: ClaimedJob, error: unknown): Promise<JobWorkerEvent> {
    const { queue } = this.#deps;
    if (error === fenced) return { kind: 'fenced', ...aboutJob(claim) };
    const setback = setbackOf(error);
    if (setback) {
      const isWorldAtFault = error instanceof StoreFault || (error instanceof PdfgenError && mayPass(error.code));
      if (isWorldAtFault) this.#restUntilMs = performance.now() + (isAway(error) ? longestAwayMs : restMs);
      if (error instanceof StoreFault) this.#tellFault(error.cause);
      else if (isAway(error)) this.#tellFault(error);
      let failure: JobError | undefined;
      await queue.setBack(claim, setback, (given) => {
        failure = given;
      });
      if (failure) {
        this.#deps.onEnd(claim);
        return { kind: 'failed', ...aboutJob(claim), ...failure };
      }
      return { kind: 'set-back', ...aboutJob(claim), detail: setback };
    }
    const isKnown = error instanceof PdfgenError;
    const code = isKnown ? error.code : 'RENDER_FAILED';
    const hasFailed = await queue.fail(claim, {
      code,
      detail: isKnown ? describeError(error) : 'An unexpected fault in the renderer.',
    });
    this.#deps.onEnd(claim);
    // Breaches are left out, because they quote the data. The job has them.
    const detail = isKnown ? error.message : String(error);
    return { kind: hasFailed ? 'failed' : 'fenced', ...aboutJob(claim), ...(hasFailed && { code }), detail };
  }

  #tellFault(error: unknown): void {
    this.#tell({ kind: 'fault', detail: error instanceof Error ? error.message : String(error) });
  }

  #tell(event: JobWorkerEvent): void {
    this.#options.log?.(event);
  }
}

/** The store could not be read or written. The job is not at fault. */
class StoreFault extends Error {
  constructor(cause: unknown) {
    super('The store failed.', { cause });
  }
}

/** Reasons of aborting a render. */
const handedBack = new Error('The worker is stopping.');
const fenced = new Error('The worker no longer holds the job.');

const isAway = (error: unknown): boolean => error instanceof PdfgenError && error.code === 'STORE_UNAVAILABLE';

const aboutJob = ({ uuid, teamId, job }: ClaimedJob) => ({ uuid, teamId, batchUuid: job.batchUuid });

const keyOf = ({ uuid, attempt }: Claim): string => `${uuid} ${attempt}`;

/**
 * The setback of an error after which the job runs again. The same input would cause any other error again, a time limit included: a document
 * that took five minutes will take five minutes again.
 */
function setbackOf(error: unknown): Setback | undefined {
  if (error === handedBack) return 'handed-back';
  // Not counted: a disk that fails for an hour must fail no job. A job that makes the store fail by itself runs seldom, because it rests.
  if (error instanceof StoreFault) return 'store-failed';
  if (!(error instanceof PdfgenError)) return undefined;
  if (mayPass(error.code)) return 'handed-back';
  const { cause } = error;
  return cause instanceof Error && 'setback' in cause ? (cause.setback as Setback) : undefined;
}

/** The error's message with its first breaches, because a job has no list of breaches. */
function describeError({ message, errors }: PdfgenError): string {
  const first = (errors ?? []).slice(0, 5).map((one) => writeBreach(one));
  return first.length === 0 ? message : `${message} ${first.join('; ')}`;
}
