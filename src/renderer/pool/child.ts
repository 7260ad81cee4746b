// The child process of the pool: threads that render, apart from the process that serves. It ends with its parent.
import { Piscina } from 'piscina';
import type { FromChild, Outcome, ToChild } from './messages.ts';

const threads = Number(process.argv[2]);
const threadHeapMb = Number(process.argv[3]);
const reportEveryMs = 500;

const pool = new Piscina({
  filename: new URL('./thread.js', import.meta.url).href,
  minThreads: threads,
  maxThreads: threads,
  concurrentTasksPerWorker: 1,
  recordTiming: false,
  // With atomics a thread goes from task to task without a turn of its event loop, and documents that wait for a next tick pile up.
  atomics: 'disabled',
  resourceLimits: { maxOldGenerationSizeMb: threadHeapMb },
});
const running = new Map<number, AbortController>();

// A disconnected channel means that the parent is gone; nobody is left to work for.
process.on('disconnect', () => process.exit(0));
// Ctrl-C, a closed terminal and a service manager speak to all processes at once; the parent decides what becomes of the work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('message', (message: ToChild) => {
  if (message.type === 'stop') running.get(message.id)?.abort();
  else void run(message);
});
setInterval(() => send({ type: 'resident', bytes: process.memoryUsage.rss() }), reportEveryMs).unref();
send({ type: 'ready' });

async function run({ id, task }: Extract<ToChild, { type: 'run' }>): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const outcome = (await pool.run(task, { signal: controller.signal })) as Outcome;
    send({ type: 'done', id, outcome });
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    send({ type: 'died', id, reason: code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : message });
  } finally {
    running.delete(id);
  }
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
