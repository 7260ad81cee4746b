// The time limit for checking data. Ajv's code counts a step at the head of every function and loop, and looks at the clock when the steps are
// used up, so JavaScript stops by itself. Work without steps, such as a native regular expression, runs under V8's own watchdog.
import { createContext, Script } from 'node:vm';
import { PdfgenError } from '../contract/errors.ts';

export interface Clock {
  /** Starts the time of a check. */
  start(timeoutMs: number): void;
  /** Steps of work until the next look at the clock. Whoever takes a step that makes it negative calls `look`. */
  stepsLeft: number;
  /** Raises VALIDATION_TIMEOUT if the time is over. */
  look(): void;
  /** Runs work without steps. Costs about 0.1 ms, because V8 starts a thread. Raises VALIDATION_TIMEOUT. */
  guard<T>(work: () => T): T;
  /** The test of a matcher, under `guard` for texts longer than `length`. */
  guardLong(matcher: Matcher, length: number): (text: string) => boolean;
}

/** Tests texts, such as a regular expression. */
export interface Matcher {
  test(text: string): boolean;
}

const stepsBetweenLooks = 512;

/** Counts a step of work. Raises VALIDATION_TIMEOUT. */
export function takeStep(clock: Clock): void {
  if (--clock.stepsLeft < 0) clock.look();
}

export function createClock(): Clock {
  let deadline = Number.POSITIVE_INFINITY;
  let limit = 0;
  let guarding = false;
  const expired = () =>
    new PdfgenError('VALIDATION_TIMEOUT', `Checking the data against the dataSchema took longer than ${limit} ms.`);
  const clock: Clock = {
    stepsLeft: stepsBetweenLooks,
    start(timeoutMs) {
      limit = timeoutMs;
      clock.stepsLeft = stepsBetweenLooks;
      guarding = false;
      deadline = performance.now() + timeoutMs;
    },
    look() {
      clock.stepsLeft = stepsBetweenLooks;
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
    guardLong: (matcher, length) => (text) => (text.length > length ? clock.guard(() => matcher.test(text)) : matcher.test(text)),
  };
  return clock;
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
