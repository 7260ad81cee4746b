// The threads of a pool: each takes one task at a time.
import { Piscina } from 'piscina';
import type { FileTask, FromChild, Outcome, Task } from './messages.ts';

export interface ThreadOptions {
  readonly threads: number;
  /** Threads that are started at once; the others when there is work for them. */
  readonly startAtOnce: number;
  /** Largest heap of a thread. */
  readonly threadHeapMb: number;
  /** The built module of a thread. */
  readonly file: URL;
}

export interface Threads {
  /** Begins a task as soon as a thread is free, in the order in which they came; how it ended goes to `hear`, once. */
  run(id: number, task: Task | FileTask): void;
  /** Ends a task, with its thread if it has begun; it is then heard of as died. */
  stop(id: number): void;
  /** Ends all threads and what runs in them. */
  close(): Promise<void>;
}

/** Opens threads; `hear` takes what becomes of each task. */
export function openThreads(
  { threads, startAtOnce, threadHeapMb, file }: ThreadOptions,
  hear: (message: Extract<FromChild, { type: 'done' | 'died' }>) => void,
): Threads {
  const pool = new Piscina({
    filename: file.href,
    minThreads: startAtOnce,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    // With atomics a thread goes from task to task without a turn of its event loop, and documents that wait for a next tick pile up.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
  });
  // The answer of a task that has just been stopped comes here, as does a thread's end between tasks, which is followed by a new thread.
  pool.on('error', () => {});
  const running = new Map<number, AbortController>();
  /** By id. Piscina is given no more than it has threads: what it queues itself with a signal it may turn round. */
  const waiting = new Map<number, Task | FileTask>();
  const begin = async (id: number, task: Task | FileTask): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const outcome = (await pool.run(task, { signal: controller.signal })) as Outcome;
      hear({ type: 'done', id, outcome });
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: string };
      hear({ type: 'died', id, reason: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : message });
    } finally {
      running.delete(id);
      next();
    }
  };
  const next = (): void => {
    const [first] = waiting;
    if (!first || running.size >= threads) return;
    waiting.delete(first[0]);
    void begin(...first);
  };
  return {
    run(id, task) {
      waiting.set(id, task);
      next();
    },
    stop(id) {
      if (waiting.delete(id)) hear({ type: 'died', id, reason: 'it had not begun' });
      else running.get(id)?.abort();
    },
    close: () => pool.destroy(),
  };
}
