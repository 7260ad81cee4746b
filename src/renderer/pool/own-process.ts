// The pool's threads in the caller's own process: for one command, on which nobody else depends.
import type { Child, ChildEvents, ChildOptions } from './child-process.ts';
import { openThreads } from './threads.ts';

/** Opens threads as a `Child`. A thread that runs out of memory ends alone; the resident size is not watched. */
export function startOwnThreads({ threads, threadHeapMb, folder }: ChildOptions, events: ChildEvents): Child {
  const opened = openThreads({ threads, threadHeapMb, file: new URL('thread.js', folder) }, (message) => events.message(message));
  queueMicrotask(() => events.ready());
  return {
    run: (id, task) => opened.run(id, task),
    stop: (id) => opened.stop(id),
    kill: (reason) => void opened.close().then(() => events.lost(reason)),
    residentBytes: () => process.memoryUsage.rss(),
    end: () => opened.close(),
  };
}
