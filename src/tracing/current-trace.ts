// The trace that the work at hand belongs to, without passing it through every call.
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** The `traceparent` of the span at hand, as W3C Trace Context writes it. Undefined: nothing is traced. */
export function currentTrace(): string | undefined {
  return storage.getStore();
}

/** Runs work within a span. */
export function withinTrace<T>(traceparent: string, work: () => T): T {
  return storage.run(traceparent, work);
}
