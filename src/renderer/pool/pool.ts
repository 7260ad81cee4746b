// Hands calls to threads of a child process, so that a hostile, endless or too large document can harm only this process. If the process
// ends with several calls, each call is tried once more, alone in a process apart. The guilty call then ends only itself.

import { PdfgenError } from '../../contract/errors.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import type { RenderCall } from '../renderer.ts';
import type { CallPlace, CallQueue } from './call-queue.ts';
import { callTable } from './call-table.ts';
import type { TaskMessage } from './child-process.ts';
import { settle, type Task, type ThreadGroup, type ThreadTimes } from './messages.ts';
import { graceMs, overloaded, rendererLost, tookTooLong } from './pool-errors.ts';
import { RenderProcess } from './render-process.ts';
import {
  createServedQueues,
  mainThreads,
  type Pending,
  type ServedQueue,
  type ServedQueues,
  waitingNow,
} from './served-queues.ts';
import { TeamsApart } from './teams-apart.ts';

export interface PoolStats {
  readonly threads: number;
  readonly running: number;
  readonly waitingNow: number;
  readonly waitingLater: number;
  /** How often a child process was lost. */
  readonly losses: number;
  readonly residentBytes: number;
}

/** A child that does not end a thread within this time is itself ended, because it no longer responds. */
const stopMs = 5_000;
/** A process apart ends after this time without a call. */
const apartIdleMs = 30_000;

export interface PoolSettings extends ServerSettings {
  readonly threads: number;
  readonly log: (line: string) => void;
  readonly folder: URL;
}

/** A free thread first, then a spare thread, then the queue ahead of a busy thread. */
const places: readonly CallPlace[] = ['threads', 'spare', 'ahead'];

export class Pool {
  readonly #settings: PoolSettings;
  readonly #main: RenderProcess;
  /** Processes apart. Each has one call at a time. */
  readonly #apart: readonly [RenderProcess, RenderProcess];
  readonly #queues: ServedQueues;
  /** The calls that a process has, by id. */
  readonly #handedOver = new Map<number, Pending>();
  readonly #teamsApart = new TeamsApart();
  #isClosed = false;
  #apartIdle: NodeJS.Timeout | undefined;
  #nextId = 1;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#main = this.#createProcess(mainThreads(settings.threads));
    this.#apart = [this.#createProcess({ render: 1 }), this.#createProcess({ render: 1 })];
    this.#queues = createServedQueues(settings.threads, this.#main, this.#apart);
    this.#main.start();
  }

  /** `hear` gets the times of a thread that ended the task. */
  run(
    task: Task,
    limitMs: number,
    { signal, urgency = 'now', team = '' }: RenderCall = {},
    hear: (times: ThreadTimes) => void = () => {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#isClosed) return reject(overloaded('The renderer is shutting down.'));
      const servedQueue = this.#queues[this.#teamsApart.has(team) ? 'apart' : callTable[task.kind].threads];
      if (urgency === 'now' && !this.#makeRoom(servedQueue, team))
        return reject(overloaded('Too many calls are waiting to be rendered.'));
      const pending: Pending = {
        id: this.#nextId++,
        task,
        limitMs,
        urgency,
        team,
        signal,
        resolve,
        reject,
        hear,
        servedQueue,
        process: undefined,
        isSuspect: false,
        isTakenBack: false,
        release: () => {},
        timer: undefined,
        isStopped: false,
      };
      this.#enqueue(pending);
      this.#dispatch(servedQueue);
    });
  }

  stats(): PoolStats {
    const queues = Object.values(this.#queues).map(({ queue }) => queue);
    const sum = (count: (queue: CallQueue<Pending>) => number) => queues.reduce((all, queue) => all + count(queue), 0);
    const processes = [this.#main, ...this.#apart];
    return {
      threads: this.#settings.threads,
      running: sum((queue) => queue.running),
      waitingNow: sum(waitingNow),
      waitingLater: sum((queue) => queue.waiting('later')),
      losses: processes.reduce((all, { losses }) => all + losses, 0),
      residentBytes: processes.reduce((all, process) => all + process.residentBytes(), 0),
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#apartIdle);
    const all = Object.values(this.#queues).flatMap(({ queue }) => [...queue.calls()]);
    await Promise.all([this.#main, ...this.#apart].map((process) => process.end()));
    for (const one of all) this.#settle(one, () => one.reject(overloaded('The renderer is shutting down.')));
  }

  #createProcess(threads: Readonly<Partial<Record<ThreadGroup, number>>>): RenderProcess {
    const { renderMemoryMb } = this.#settings;
    const isMain = threads.check !== undefined;
    const process: RenderProcess = new RenderProcess(
      {
        ...this.#settings,
        threads,
        renderMemoryMb: isMain ? renderMemoryMb : Math.min(renderMemoryMb, completeSettings({ threads: 1 }).renderMemoryMb),
      },
      {
        ready: () => this.#dispatchAll(),
        message: (message) => this.#hear(message),
        lost: (reason) => {
          if (isMain) {
            this.#loseMain(reason);
            process.start();
          } else this.#loseApart(process, reason);
        },
      },
    );
    return process;
  }

  /** Whether one more call of the team may wait. In a full queue, a team with more waiting calls loses one. */
  #makeRoom({ queue }: ServedQueue, team: string): boolean {
    if (waitingNow(queue) < this.#settings.maxWaitingCalls) return true;
    const surplus = queue.findSurplus(team);
    if (surplus)
      this.#settle(surplus, () => surplus.reject(overloaded('Too many calls of the team are waiting to be rendered.')));
    return surplus !== undefined;
  }

  #enqueue(pending: Pending): void {
    const { signal, servedQueue } = pending;
    const end = (reason: unknown) => {
      if (pending.process) this.#stop(pending, reason);
      else this.#settle(pending, () => pending.reject(reason));
    };
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const giveUp = () => end(overloaded('No thread became free in time.'));
    // A call that has begun once before has no limit for waiting.
    if (pending.urgency === 'now' && !pending.isSuspect) pending.timer = setTimeout(giveUp, this.#settings.waitSeconds * 1000);
    pending.release = () => {
      clearTimeout(pending.timer);
      signal?.removeEventListener('abort', abort);
    };
    servedQueue.queue.add(pending);
  }

  #dispatchAll(): void {
    for (const servedQueue of Object.values(this.#queues)) this.#dispatch(servedQueue);
  }

  #dispatch(servedQueue: ServedQueue): void {
    const { queue, threads } = servedQueue;
    if (this.#isClosed) return;
    for (const place of places) {
      const { process, group } = threads[place];
      while (queue.next(place)) {
        if (!process.isReady) {
          process.start();
          break;
        }
        this.#handOver(queue.take(place)!, place, process, group);
      }
    }
    const recallable = queue.findRecallable();
    if (recallable && !recallable.isTakenBack && !recallable.isStopped) {
      recallable.isTakenBack = true;
      recallable.process?.takeBack(recallable.id);
    }
    if (servedQueue === this.#queues.apart) this.#watchIdle();
  }

  /** Hands a call over. A thread that becomes free begins a call handed over ahead at once, before this process hears of it. */
  #handOver(pending: Pending, place: CallPlace, process: RenderProcess, group: ThreadGroup): void {
    const isThere = pending.process !== undefined;
    pending.process = process;
    this.#handedOver.set(pending.id, pending);
    if (place !== 'ahead') this.#begin(pending);
    if (!isThere) this.#send(pending, process, group);
  }

  #begin(pending: Pending): void {
    clearTimeout(pending.timer);
    if (pending.isStopped) this.#awaitEnd(pending);
    else
      pending.timer = setTimeout(
        () => this.#stop(pending, tookTooLong(callTable[pending.task.kind].tooLong)),
        pending.limitMs + graceMs,
      );
  }

  #send(pending: Pending, process: RenderProcess, group: ThreadGroup): void {
    try {
      process.run(pending.id, pending.task, group);
    } catch (cause) {
      const detail = 'The data cannot be passed to the renderer: it contains a value that is not JSON.';
      this.#settle(pending, () => pending.reject(new PdfgenError('INVALID_REQUEST', detail, { cause })));
    }
  }

  /** Ends a call that was handed over. Its caller hears it now. Its place becomes free when the child reports the end. */
  #stop(pending: Pending, reason: unknown): void {
    if (pending.isStopped) return;
    pending.isStopped = true;
    clearTimeout(pending.timer);
    pending.process?.stop(pending.id);
    pending.reject(reason);
    // A call that was handed over ahead is not running, so nothing has to end.
    if (!pending.servedQueue.queue.at('ahead').has(pending)) this.#awaitEnd(pending);
  }

  #awaitEnd(pending: Pending): void {
    const kill = pending.process?.killer();
    pending.timer = setTimeout(() => kill?.('it did not answer'), stopMs);
  }

  #settle(pending: Pending, say: () => void): void {
    this.#withdraw(pending);
    say();
    this.#dispatch(pending.servedQueue);
  }

  #withdraw(pending: Pending): void {
    pending.release();
    pending.servedQueue.queue.remove(pending);
    this.#handedOver.delete(pending.id);
  }

  #hear(message: TaskMessage): void {
    const pending = this.#handedOver.get(message.id);
    if (!pending) return;
    const { isStopped, servedQueue } = pending;
    if (message.type === 'returned' && !isStopped) {
      pending.process = undefined;
      this.#handedOver.delete(pending.id);
      pending.isTakenBack = false;
      servedQueue.queue.putBack(pending);
      this.#dispatch(servedQueue);
      return;
    }
    if (message.type === 'done') pending.hear(message.outcome.times);
    if (message.type === 'done' && servedQueue === this.#queues.apart) this.#teamsApart.count(pending.team);
    this.#settle(pending, () => {
      if (message.type !== 'returned') settle(pending, message);
    });
  }

  /** A single call certainly ended its process. Of several calls any may have done so, and each is tried again alone. */
  #loseMain(reason: string): void {
    const all = this.#takeLost(this.#main);
    for (const one of all) {
      // A stopped call may be the cause, too, but its caller has its answer.
      if (one.isStopped) continue;
      if (all.length === 1) this.#blame(one, reason);
      else this.#tryApart(one);
    }
    this.#dispatchAll();
  }

  #loseApart(process: RenderProcess, reason: string): void {
    for (const one of this.#takeLost(process)) if (!one.isStopped) this.#blame(one, reason);
    this.#dispatchAll();
  }

  /** The calls that were lost with a process. */
  #takeLost(process: RenderProcess): readonly Pending[] {
    const all = [...this.#handedOver.values()].filter((one) => one.process === process);
    for (const one of all) this.#withdraw(one);
    return all;
  }

  #tryApart(pending: Pending): void {
    pending.isSuspect = true;
    pending.isTakenBack = false;
    pending.process = undefined;
    pending.servedQueue = this.#queues.apart;
    this.#enqueue(pending);
  }

  #blame(pending: Pending, reason: string): void {
    this.#teamsApart.blame(pending.team);
    pending.reject(rendererLost('process-lost', reason));
  }

  #watchIdle(): void {
    clearTimeout(this.#apartIdle);
    const { queue } = this.#queues.apart;
    if (queue.running + queue.waiting('now') + queue.waiting('later') > 0) return;
    this.#apartIdle = setTimeout(() => {
      for (const process of this.#apart) void process.end();
    }, apartIdleMs);
    this.#apartIdle.unref();
  }
}
