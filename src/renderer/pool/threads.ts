// The threads of a pool: each takes one task at a time.
import { Piscina } from 'piscina';
import { threadFlags } from '../../async/thread-flags.ts';
import type { CallOutcome, FileTask, FromChild, Task } from './messages.ts';

export interface ThreadOptions {
  readonly threads: number;
  /** Threads that start at once. The others start when there is work for them. */
  readonly startAtOnce: number;
  /** Most tasks that run at once, until `raiseLimit` changes it. Default: one for each thread. */
  readonly limit?: number;
  /** The other threads end after this time without work. Default: never. */
  readonly idleMs?: number;
  /** Largest heap of a thread. */
  readonly threadMemoryMb: number;
  /** The built module of a thread. */
  readonly file: URL;
}

export interface Threads {
  /** Begins a task as soon as a thread is free, in the order of the calls. `hear` gets its outcome, once. */
  run(id: number, task: Task | FileTask): void;
  /** Ends a task, and its thread if the task has begun. `hear` then gets `died`. */
  stop(id: number): void;
  /** Drops a task that has not begun. False: the task has begun, or does not exist. */
  takeBack(id: number): boolean;
  /** Lets this many tasks run at once, if these are more than before. The number of threads stays the upper limit. */
  raiseLimit(count: number): void;
  /** Ends all threads with their tasks. */
  close(): Promise<void>;
}

/** Opens threads. `hear` gets the outcome of each task. */
export function openThreads(
  { threads, startAtOnce, limit: firstLimit = threads, idleMs = Number.POSITIVE_INFINITY, threadMemoryMb, file }: ThreadOptions,
  hear: (message: Extract<FromChild, { type: 'done' | 'died' }>) => void,
): Threads {
  const pool = new Piscina({
    filename: file.href,
    execArgv: threadFlags,
    minThreads: startAtOnce,
    maxThreads: threads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    // With atomics a thread goes from task to task without a turn of its event loop, and documents that wait for the next tick pile up.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  });
  pool.on('error', ({ message }: Error) => {
    // The answer of a task that was just stopped, or the end of a thread between tasks, which a new thread replaces.
    if (pool.threads.length > 0) return;
    // Piscina starts no further thread after one that failed at its start, and tasks would wait for ever.
    for (const controller of running.values()) controller.abort(new Error(`it could not start: ${message}`));
  });
  let limit = firstLimit;
  const running = new Map<number, AbortController>();
  /** Tasks by id. Piscina gets no more tasks than it has threads, because it may reorder tasks with a signal in its own queue. */
  const waiting = new Map<number, Task | FileTask>();
  const begin = async (id: number, task: Task | FileTask): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const outcome = (await pool.run(task, { signal: controller.signal })) as CallOutcome;
      hear({ type: 'done', id, outcome });
    } catch (error) {
      const { message, code } = (controller.signal.aborted ? controller.signal.reason : error) as Error & {
        readonly code?: string;
      };
      hear({ type: 'died', id, reason: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : message });
    } finally {
      running.delete(id);
      next();
    }
  };
  const next = (): void => {
    const [first] = waiting;
    if (!first || running.size >= limit) return;
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
    takeBack: (id) => waiting.delete(id),
    raiseLimit(count) {
      limit = Math.max(limit, Math.min(count, threads));
      for (let free = limit - running.size; free > 0; free--) next();
    },
    close: () => pool.destroy(),
  };
}
