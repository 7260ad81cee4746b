// The time limit for checking data. Ajv's code calls `tick` at the head of every function and loop, so JavaScript stops by itself. Work that
// cannot tick, such as a native regular expression, runs under V8's own watchdog.
import { createContext, Script } from 'node:vm';
import { PdfgenError } from '../contract/errors.ts';

export interface Clock {
  /** Starts the time of a check. */
  start(timeoutMs: number): void;
  /** Counts a step of work. Raises VALIDATION_TIMEOUT. */
  tick(): void;
  /** Runs work that cannot tick. Costs about 0.1 ms, because V8 starts a thread. Raises VALIDATION_TIMEOUT. */
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
  // V8 limits only the time of scripts, so a script with a single call runs the work, in a context of its own.
  room ??= { box: createContext({ work: () => undefined }) as { work: () => unknown }, script: new Script('work()') };
  let result: { value: T } | undefined;
  room.box.work = () => {
    result = { value: work() };
  };
  try {
    room.script.runInContext(room.box, { timeout: Math.min(timeoutMs, 2 ** 31 - 1) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw expired();
    // The watchdog's error comes from the other context, so it is not an instance of this context's Error.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw expired();
    throw error;
  } finally {
    room.box.work = () => undefined;
  }
  return result!.value;
}
