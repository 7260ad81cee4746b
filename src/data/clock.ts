// The time limit of one check. Ajv's code calls `tick` at the head of every function and loop, so work in JavaScript stops by
// itself. Work that cannot tick (a native regular expression, one very long string) runs under V8's own watchdog.
import { createContext, Script } from 'node:vm';
import { PdfgenError } from '../contract/errors.ts';

export interface Clock {
  /** Sets the limit for the check that begins now. */
  start(timeoutMs: number): void;
  /** Counts a step of work. Raises VALIDATION_TIMEOUT. */
  tick(): void;
  /** Runs work that cannot tick. Costs about 0.1 ms, for the thread that V8 sets up. Raises VALIDATION_TIMEOUT. */
  guard<T>(work: () => T): T;
}

const ticksBetweenLooks = 512;

export function createClock(): Clock {
  let ticks = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let limit = 0;
  let guarding = false;
  const expired = () =>
    new PdfgenError('VALIDATION_TIMEOUT', `Checking the data against the dataSchema took longer than ${limit} ms.`);
  return {
    start(timeoutMs) {
      limit = timeoutMs;
      ticks = 0;
      guarding = false;
      deadline = performance.now() + timeoutMs;
    },
    tick() {
      if (++ticks < ticksBetweenLooks) return;
      ticks = 0;
      if (performance.now() > deadline) throw expired();
    },
    guard(work) {
      if (guarding) return work();
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) throw expired();
      guarding = true;
      try {
        return runWithin(left, work, expired);
      } finally {
        guarding = false;
      }
    },
  };
}

let room: { readonly box: { work: () => unknown }; readonly script: Script } | undefined;

function runWithin<T>(timeoutMs: number, work: () => T, expired: () => Error): T {
  // `timeout` holds for scripts only, so the work is handed to a script of one call in a context of its own.
  room ??= { box: createContext({ work: () => undefined }) as { work: () => unknown }, script: new Script('work()') };
  let result: { value: T } | undefined;
  room.box.work = () => {
    result = { value: work() };
  };
  try {
    room.script.runInContext(room.box, { timeout: Math.min(timeoutMs, 2 ** 31 - 1) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw expired();
    // The watchdog's own error comes from the other realm, where `instanceof` does not hold.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw expired();
    throw error;
  } finally {
    room.box.work = () => undefined;
  }
  return result!.value;
}
