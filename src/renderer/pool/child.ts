// The child process of the pool: threads that render, apart from the process that serves. It ends with its parent.
import type { FromChild, ToChild } from './messages.ts';
import { openThreads } from './threads.ts';

const reportEveryMs = 500;

const file = new URL('./thread.js', import.meta.url);
const threads = openThreads({ threads: Number(process.argv[2]), threadHeapMb: Number(process.argv[3]), file }, send);

// A disconnected channel means that the parent is gone; nobody is left to work for.
process.on('disconnect', () => process.exit(0));
// Ctrl-C, a closed terminal and a service manager speak to all processes at once; the parent decides what becomes of the work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('message', (message: ToChild) => {
  if (message.type === 'stop') threads.stop(message.id);
  else void threads.run(message.id, message.task);
});
setInterval(() => send({ type: 'resident', bytes: process.memoryUsage.rss() }), reportEveryMs).unref();
send({ type: 'ready' });

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
