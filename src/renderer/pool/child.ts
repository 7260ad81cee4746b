// The child process of the pool: threads that render, apart from the process that serves. It ends with its parent.
import type { FromChild, Task, ToChild } from './messages.ts';
import { keptTexts, RecentlyUsed, type TemplateText, toShared } from './template-texts.ts';
import { openThreads } from './threads.ts';

const reportEveryMs = 500;
const templates = new RecentlyUsed<TemplateText>(keptTexts);

const file = new URL('./thread.js', import.meta.url);
const [count, threadHeapMb] = process.argv.slice(2).map(Number) as [number, number];
const threads = openThreads({ threads: count, startAtOnce: count, threadHeapMb, file }, send);

// A disconnected channel means that the parent is gone; nobody is left to work for.
process.on('disconnect', () => process.exit(0));
// Ctrl-C, a closed terminal and a service manager speak to all processes at once; the parent decides what becomes of the work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('message', (message: ToChild) => {
  if (message.type === 'stop') threads.stop(message.id);
  else if (message.type === 'template') keep(message.template);
  else threads.run(message.id, complete(message));
});
setInterval(() => send({ type: 'resident', bytes: process.memoryUsage.rss() }), reportEveryMs).unref();
send({ type: 'ready' });

function keep(template: TemplateText): void {
  templates.add(template.key, { ...template, json: toShared(template.json) });
}

function complete({ task, template }: Extract<ToChild, { type: 'run' }>): Task {
  return (template === undefined ? task : { ...task, template: templates.get(template) }) as Task;
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
