// The pool's threads in the caller's own process: for one command, on which nobody else depends.
import type { Child, ChildEvents, ChildOptions } from './child-process.ts';
import { openThreads } from './threads.ts';

/** Opens threads as a `Child`. A thread that runs out of memory ends alone; the resident size is not watched. */
export function startOwnThreads({ threads, threadHeapMb, folder }: ChildOptions, events: ChildEvents): Child {
  const opened = openThreads({ threads, threadHeapMb, file: new URL('thread.js', folder) }, (message) => events.message(message));
  queueMicrotask(() => events.ready());
  return {
    send(message) {
      if (message.type === 'stop') opened.stop(message.id);
      else void opened.run(message.id, message.task);
    },
    kill: (reason) => void opened.close().then(() => events.lost(reason)),
    residentBytes: () => process.memoryUsage.rss(),
    end: () => opened.close(),
  };
}
