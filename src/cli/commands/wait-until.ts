// Waits for a job or batch, with few requests.
import type { CommandContext } from '../context.ts';
import { readDuration } from '../duration.ts';
import { isLively } from '../io/io.ts';

/** The longest wait of one call (seconds). */
const longestCall = 60;
/** A call that lasts this much longer than the timeout ends, for example because the server is away. */
const graceMs = 5_000;
/** In a log, at most one line in this time. */
const logEveryMs = 10_000;

/** Seconds of `--timeout`; undefined: no limit. Raises UsageError. */
export function readTimeout(given: unknown): number | undefined {
  return given === undefined ? undefined : readDuration('--timeout', given);
}

export interface Waiting<T> {
  readonly ask: (waitSeconds: number, signal: AbortSignal) => Promise<T>;
  readonly isEnded: (state: T) => boolean;
  readonly describe: (state: T) => string;
  /** Printed if the waiting ends before the work. */
  readonly goesOn: string;
}

/** Polls until `isEnded` holds, and shows the text of `describe`. Undefined: the time was up first. Ctrl-C ends the waiting, not the work. */
export async function waitUntil<T>(
  context: CommandContext,
  timeoutSeconds: number | undefined,
  { ask, isEnded, describe, goesOn }: Waiting<T>,
): Promise<T | undefined> {
  const { io, options, signal } = context;
  const deadline = timeoutSeconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutSeconds * 1000;
  const isShown = !options.quiet && !options.json;
  const spinner = isShown && isLively(io.stderr, io.env) ? await startSpinner(context) : undefined;
  // On a terminal the line is redrawn often; in a log and over a network, seldom.
  const patience = spinner ? 2 : longestCall;
  const late = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000 + graceMs);
  const stop = late ? AbortSignal.any([signal, late]) : signal;
  let shown = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  try {
    for (;;) {
      const left = (deadline - Date.now()) / 1000;
      const state = await ask(Math.max(0, Math.min(patience, Math.floor(left))), stop);
      isOver = isEnded(state);
      if (isOver) return state;
      signal.throwIfAborted();
      if (Date.now() >= deadline) return undefined;
      const line = describe(state);
      if (spinner) spinner.text = line;
      else if (isShown && line !== shown && Date.now() - shownAt >= logEveryMs) {
        io.stderr.write(`${line}\n`);
        shownAt = Date.now();
      }
      shown = line;
      if (left < 1) await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(100, left * 1000))));
    }
  } catch (error) {
    if (late?.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    spinner?.stop();
    if (!isOver && (signal.aborted || Date.now() >= deadline)) context.say(goesOn);
  }
}

async function startSpinner({ io, errorStyle }: CommandContext) {
  const { default: ora } = await import('ora');
  const look = errorStyle.hasColor ? {} : { color: false as const };
  return ora({ text: 'Waiting', stream: io.stderr.stream, discardStdin: false, hideCursor: false, ...look }).start();
}
