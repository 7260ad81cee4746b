// Calls of the pool, and the queues in which they wait for their threads.
import { type CallPlace, CallQueue, type QueuedCall } from './call-queue.ts';
import type { Task, ThreadGroup, ThreadTimes } from './messages.ts';
import type { RenderProcess } from './render-process.ts';

/** Threads that check data, templates and files, per thread that renders. */
const checksOfThread = 0.5;
/** Threads for calls that would wait while other teams hold all threads. */
const spare = { render: 2, check: 1 } as const;

/** A call that is not settled yet. */
export interface Pending extends QueuedCall {
  readonly id: number;
  readonly task: Task;
  /** Time that the task itself may take. */
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Gets the times of the thread that ended the task. */
  hear(times: ThreadTimes): void;
  servedQueue: ServedQueue;
  /** The process that the call was handed over to. */
  process: RenderProcess | undefined;
  /** Whether a process ended while it had this call. */
  isSuspect: boolean;
  isTakenBack: boolean;
  /** Stops waiting for the time limit and the signal. */
  release(): void;
  timer: NodeJS.Timeout | undefined;
  /** The call was stopped after a thread had taken it. Its caller already has the error. */
  isStopped: boolean;
}

/** A queue with the threads that serve it. */
export interface ServedQueue {
  readonly queue: CallQueue<Pending>;
  readonly threads: Readonly<Record<CallPlace, { readonly process: RenderProcess; readonly group: ThreadGroup }>>;
}

/** Calls that render, calls that check, and calls that are made in processes of their own. */
export type ServedQueues = Readonly<Record<'render' | 'check' | 'apart', ServedQueue>>;

/** The threads of the main process, by purpose. */
export function mainThreads(threads: number): Readonly<Record<ThreadGroup, number>> {
  return { render: threads, renderSpare: spare.render, check: Math.ceil(threads * checksOfThread), checkSpare: spare.check };
}

/** `apart`: two processes with one thread each. */
export function createServedQueues(
  threads: number,
  main: RenderProcess,
  [first, second]: readonly [RenderProcess, RenderProcess],
): ServedQueues {
  const groups = mainThreads(threads);
  const inMain = (group: ThreadGroup) => ({ process: main, group });
  const inOwn = (process: RenderProcess) => ({ process, group: 'render' as const });
  return {
    render: {
      queue: new CallQueue({ threads: groups.render, spare: groups.renderSpare, ahead: groups.render }),
      threads: { threads: inMain('render'), spare: inMain('renderSpare'), ahead: inMain('render') },
    },
    check: {
      queue: new CallQueue({ threads: groups.check, spare: groups.checkSpare, ahead: groups.check }),
      threads: { threads: inMain('check'), spare: inMain('checkSpare'), ahead: inMain('check') },
    },
    apart: {
      queue: new CallQueue({ threads: 1, spare: 1, ahead: 0 }),
      threads: { threads: inOwn(first), spare: inOwn(second), ahead: inOwn(first) },
    },
  };
}

/** Calls that somebody waits for and that have not begun, including calls that were handed over ahead. */
export function waitingNow(queue: CallQueue<Pending>): number {
  return queue.waiting('now') + [...queue.at('ahead')].filter(({ isStopped }) => !isStopped).length;
}
