// The renderer that works in threads of a child process: what is hostile, endless or too large ends there and nowhere else.
import { availableParallelism } from 'node:os';
import { PdfgenError } from '../../contract/errors.ts';
import type { RenderCall, Renderer, RenderResult } from '../types.ts';
import { type Child, startChild } from './child-process.ts';
import { type FromChild, fromErrorData, type Task } from './messages.ts';
import { graceMs, lost, overloaded, tookTooLong } from './pool-errors.ts';
import { defaultPoolLimits, type PoolLimits } from './pool-limits.ts';
import { keepTexts } from './template-texts.ts';

export interface PoolOptions extends Partial<PoolLimits> {
  /** Default: as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** What the child prints, and what becomes of it. */
  readonly log?: ((line: string) => void) | undefined;
  /** Of the built pool, where this module itself is not built. */
  readonly folder?: URL | undefined;
}

export interface PoolStats {
  readonly threads: number;
  readonly running: number;
  readonly waitingNow: number;
  readonly waitingLater: number;
  /** Times that the child process was lost. */
  readonly losses: number;
  readonly residentBytes: number;
}

export interface PoolRenderer extends Renderer {
  stats(): PoolStats;
}

interface Pending {
  readonly id: number;
  readonly task: Task;
  /** Time that the task itself may take. */
  readonly limitMs: number;
  readonly urgency: 'now' | 'later';
  readonly signal: AbortSignal | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Undoes what waits for time or signal. */
  release(): void;
  timer: NodeJS.Timeout | undefined;
  /** Why a task that was handed over was ended. */
  stopped: { readonly reason: unknown } | undefined;
}

/** A child that has not ended a thread so long after it was told to is itself ended: it hears nothing any more. */
const stopMs = 5_000;
const compileMs = 30_000;
/** For all items of a batch together. */
const batchCheckMs = 120_000;
const longestBackOffMs = 5_000;
/** A child that lived so long was not lost at its start. */
const healthyMs = 10_000;

/** Starts the threads. Calls may be made at once; they wait until these are ready. */
export function createPoolRenderer(options: PoolOptions = {}): PoolRenderer {
  const threads = options.threads ?? availableParallelism();
  const pool = new Pool({
    ...defaultPoolLimits(threads),
    ...options,
    threads,
    log: options.log ?? (() => {}),
    folder: options.folder ?? new URL('./', import.meta.url),
  });
  const toText = keepTexts();
  const run = <T>(task: Task, limitMs: number, call: RenderCall | undefined) => pool.run(task, limitMs, call) as Promise<T>;
  return {
    lint: (template, call) => run({ kind: 'lint', template: toText(template) }, compileMs, call),
    fontFamilies: (template, call) => run({ kind: 'fontFamilies', template: toText(template) }, compileMs, call),
    validate: (template, data, limits, call) =>
      run({ kind: 'validate', template: toText(template), data, limits }, compileMs + limits.validationMs, call),
    validateItems: (template, items, limits, call) =>
      run({ kind: 'validateItems', template: toText(template), items, limits }, compileMs + batchCheckMs, call),
    inspectAsset: (bytes, call) => run({ kind: 'inspectAsset', bytes }, compileMs, call),
    render: ({ template, data, options: how, limits }, call) =>
      run<RenderResult>(
        { kind: 'render', template: toText(template), data, options: how, limits },
        limits.validationMs + limits.renderMs,
        call,
      ),
    stats: () => pool.stats(),
    close: () => pool.close(),
  };
}

interface Settings extends PoolLimits {
  readonly threads: number;
  readonly log: (line: string) => void;
  readonly folder: URL;
}

class Pool {
  readonly #settings: Settings;
  readonly #waiting = { now: new Set<Pending>(), later: new Set<Pending>() };
  readonly #running = new Map<number, Pending>();
  /** Calls that somebody waits for, handed over while all threads are busy, in the order in which they begin; at most one for each thread. */
  readonly #ahead = new Map<number, Pending>();
  /** Undefined: it could not be started. */
  #child: Child | undefined;
  #isReady = false;
  #isClosed = false;
  #startedMs = 0;
  #losses = 0;
  /** Losses one after the other, each soon after the start. */
  #earlyLosses = 0;
  #restart: NodeJS.Timeout | undefined;
  #nextId = 1;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#start();
  }

  run(task: Task, limitMs: number, { signal, urgency = 'now' }: RenderCall = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#isClosed) return reject(overloaded('The renderer is shutting down.'));
      if (urgency === 'now' && this.#waitingNow() >= this.#settings.mostWaiting)
        return reject(overloaded('Too many calls are waiting to be rendered.'));
      const pending: Pending = {
        id: this.#nextId++,
        task,
        limitMs,
        urgency,
        signal,
        resolve,
        reject,
        release: () => {},
        timer: undefined,
        stopped: undefined,
      };
      this.#enqueue(pending);
      this.#dispatch();
    });
  }

  stats(): PoolStats {
    return {
      threads: this.#settings.threads,
      running: this.#running.size,
      waitingNow: this.#waitingNow(),
      waitingLater: this.#waiting.later.size,
      losses: this.#losses,
      residentBytes: this.#child?.residentBytes() ?? 0,
    };
  }

  #waitingNow(): number {
    return this.#waiting.now.size + [...this.#ahead.values()].filter(({ stopped }) => stopped === undefined).length;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const all = [...this.#waiting.now, ...this.#waiting.later, ...this.#running.values(), ...this.#ahead.values()];
    await this.#child?.end();
    for (const one of all) this.#settle(one, () => one.reject(overloaded('The renderer is shutting down.')));
  }

  #enqueue(pending: Pending): void {
    const { signal, urgency } = pending;
    const end = (reason: unknown) => {
      if (this.#waiting[urgency].has(pending)) this.#settle(pending, () => pending.reject(reason));
      else this.#stop(pending, reason);
    };
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const giveUp = () => end(overloaded('No thread became free in time.'));
    if (urgency === 'now') pending.timer = setTimeout(giveUp, this.#settings.longestWaitMs);
    pending.release = () => {
      clearTimeout(pending.timer);
      signal?.removeEventListener('abort', abort);
    };
    this.#waiting[urgency].add(pending);
  }

  /** A thread that becomes free begins what was handed over ahead, without waiting for this process to hear of it. */
  #dispatch(): void {
    const { threads } = this.#settings;
    while (this.#isReady) {
      const [ahead] = this.#ahead.values();
      if (ahead && this.#running.size < threads) {
        this.#ahead.delete(ahead.id);
        this.#begin(ahead);
        continue;
      }
      const [now] = this.#waiting.now;
      const [next] = now ? [now] : this.#waiting.later;
      if (!next) return;
      if (this.#running.size < threads) {
        this.#waiting[next.urgency].delete(next);
        this.#begin(next);
      } else if (now && this.#ahead.size < threads) {
        this.#waiting.now.delete(now);
        this.#ahead.set(now.id, now);
      } else return;
      this.#send(next);
    }
  }

  #begin(pending: Pending): void {
    this.#running.set(pending.id, pending);
    clearTimeout(pending.timer);
    if (pending.stopped) this.#awaitEnd(pending);
    else pending.timer = setTimeout(() => this.#stop(pending, tookTooLong(pending.task.kind)), pending.limitMs + graceMs);
  }

  #send(pending: Pending): void {
    try {
      this.#child?.run(pending.id, pending.task);
    } catch (cause) {
      const detail = 'The data cannot be handed to the renderer: they hold something that is no JSON value.';
      this.#settle(pending, () => pending.reject(new PdfgenError('INVALID_REQUEST', detail, { cause })));
    }
  }

  /** Ends what was handed over; its place is free when the child says that it has ended. */
  #stop(pending: Pending, reason: unknown): void {
    if (pending.stopped) return;
    pending.stopped = { reason };
    clearTimeout(pending.timer);
    this.#child?.stop(pending.id);
    if (this.#running.has(pending.id)) this.#awaitEnd(pending);
    else pending.reject(reason); // nothing of it runs that would have to end first
  }

  #awaitEnd(pending: Pending): void {
    const child = this.#child;
    pending.timer = setTimeout(() => child?.kill('it did not answer'), stopMs);
  }

  #settle(pending: Pending, say: () => void): void {
    pending.release();
    this.#waiting[pending.urgency].delete(pending);
    this.#ahead.delete(pending.id);
    this.#running.delete(pending.id);
    say();
    this.#dispatch();
  }

  #hear(message: Extract<FromChild, { type: 'done' | 'died' }>): void {
    const pending = this.#running.get(message.id) ?? this.#ahead.get(message.id);
    if (!pending) return;
    const { stopped } = pending;
    this.#settle(pending, () => {
      if (message.type === 'died') pending.reject(stopped ? stopped.reason : lost('thread-died', message.reason));
      else if ('value' in message.outcome) pending.resolve(message.outcome.value);
      else pending.reject(fromErrorData(message.outcome.error));
    });
  }

  #start(): void {
    this.#isReady = false;
    this.#startedMs = performance.now();
    this.#child = undefined;
    try {
      this.#child = startChild(this.#settings, {
        ready: () => {
          this.#isReady = true;
          this.#dispatch();
        },
        message: (message) => this.#hear(message),
        lost: (reason) => this.#lose(reason),
      });
    } catch (error) {
      // The system has no memory or no process to give; it may have later.
      this.#lose(error instanceof Error ? error.message : String(error));
    }
  }

  /** What ran is lost; what waits, or was only handed over, goes on in the next child. */
  #lose(reason: string): void {
    this.#isReady = false;
    this.#losses += 1;
    this.#settings.log(`The render process was lost: ${reason}.`);
    // What had not begun comes first in the next child.
    const unbegun = [...this.#ahead.values()].filter(({ stopped }) => stopped === undefined);
    for (const one of unbegun) this.#ahead.delete(one.id);
    const waiting = [...this.#waiting.now];
    this.#waiting.now.clear();
    for (const one of [...unbegun, ...waiting]) this.#waiting.now.add(one);
    for (const one of [...this.#running.values(), ...this.#ahead.values()]) {
      const { stopped } = one;
      this.#settle(one, () => one.reject(stopped ? stopped.reason : lost('process-lost', reason)));
    }
    this.#earlyLosses = performance.now() - this.#startedMs < healthyMs ? this.#earlyLosses + 1 : 0;
    const backOffMs = this.#earlyLosses <= 1 ? 0 : Math.min(longestBackOffMs, 50 * 2 ** this.#earlyLosses);
    this.#restart = setTimeout(() => this.#start(), backOffMs);
  }
}
