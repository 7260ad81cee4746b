// The child process of the pool: threads that render, apart from the process that serves. It ends with its parent.
import { type FromChild, type Task, type ThreadGroup, type ToChild, threadGroups } from './messages.ts';
import { createTextCache, type TemplateText, toShared } from './template-texts.ts';
import { openThreads, type Threads } from './threads.ts';

const reportEveryMs = 500;
const templates = createTextCache<TemplateText>();

/** A spare thread ends after this time without work, to free its memory. */
const spareIdleMs = 60_000;
const file = new URL('./thread.js', import.meta.url);
const [threadMemoryMb, ...counts] = process.argv.slice(2).map(Number) as [number, ...number[]];
const groups = new Map<ThreadGroup, Threads>();
for (const [i, threads] of counts.entries()) {
  const group = threadGroups[i]!;
  const isSpare = group === 'renderSpare' || group === 'checkSpare';
  // One spare render thread is always ready, so that its call need not wait for a thread to start.
  const atOnce = group === 'renderSpare' ? 1 : 0;
  const lasting = isSpare ? { startAtOnce: Math.min(atOnce, threads), idleMs: spareIdleMs } : { startAtOnce: threads };
  if (threads > 0) groups.set(group, openThreads({ threads, ...lasting, threadMemoryMb, file }, send));
}
const all = [...groups.values()];

// A disconnected channel means that the parent has ended, so the child ends too.
process.on('disconnect', () => process.exit(0));
// Ctrl-C, a closed terminal and a service manager signal all processes at once. The child ignores the signal and leaves the end to its parent.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('message', (message: ToChild) => {
  if (message.type === 'template') keepTemplate(message.template);
  else if (message.type === 'run') groups.get(message.group)!.run(message.id, completeTask(message));
  else if (message.type === 'stop') for (const threads of all) threads.stop(message.id);
  else if (all.some((threads) => threads.takeBack(message.id))) send({ type: 'returned', id: message.id });
});
setInterval(() => send({ type: 'resident', bytes: process.memoryUsage.rss() }), reportEveryMs).unref();
send({ type: 'ready' });

function keepTemplate(template: TemplateText): void {
  templates.set(template, { ...template, json: toShared(template.json) });
}

function completeTask({ task, template }: Extract<ToChild, { type: 'run' }>): Task {
  return { ...task, template: template === undefined ? undefined : templates.get(template) };
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
