// Waits for a job or batch, and shows how far it is.
import { abortAfter } from '../../async/abort-after.ts';
import type { FollowOptions } from '../../contract/follow.ts';
import { readDuration } from '../command-line/duration.ts';
import type { CommandContext } from '../context.ts';
import { isLively } from '../io/io.ts';

/** A first call that lasts this much longer than the timeout ends, for example because the server is away. */
const graceMs = 5_000;
/** In a log, at most one line in this time. */
const logEveryMs = 10_000;

/** Seconds of `--timeout`; undefined: no limit. Raises UsageError. */
export function readTimeout(given: unknown): number | undefined {
  return given === undefined ? undefined : readDuration('--timeout', given);
}

export interface Waiting<T> {
  /** Reads the state once. */
  readonly ask: (options: FollowOptions) => Promise<T>;
  /** Gives the state, and again after each change up to the end. */
  readonly follow: (options: FollowOptions) => AsyncIterable<T>;
  readonly isEnded: (state: T) => boolean;
  readonly describe: (state: T) => string;
  /** Printed if the waiting ends before the work. */
  readonly goesOn: string;
}

/** Waits until `isEnded` holds, and shows the text of `describe`. Undefined: the time was up first. Ctrl-C ends the waiting, not the work. */
export async function waitUntil<T>(
  context: CommandContext,
  timeoutSeconds: number | undefined,
  { ask, follow, isEnded, describe, goesOn }: Waiting<T>,
): Promise<T | undefined> {
  const { io, options, signal } = context;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
  const untilOver = (ms: number | undefined) => (ms === undefined ? signal : abortAfter(ms, signal));
  const over = untilOver(timeoutMs);
  const late = untilOver(timeoutMs === undefined ? undefined : timeoutMs + graceMs);
  const isShown = !options.quiet && !options.json;
  const spinner = isShown && isLively(io.stderr, io.env) ? await startSpinner(context) : undefined;
  let shown = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (state: T) => {
    const line = describe(state);
    if (spinner) spinner.text = line;
    else if (isShown && line !== shown && Date.now() - shownAt >= logEveryMs) {
      io.stderr.write(`${line}\n`);
      shownAt = Date.now();
    }
    shown = line;
  };
  let isOver = false;
  try {
    // The timeout does not apply to a job that has ended already.
    const first = await ask({ signal: late });
    isOver = isEnded(first);
    if (isOver) return first;
    show(first);
    for await (const state of follow({ signal: over })) {
      isOver = isEnded(state);
      if (isOver) return state;
      show(state);
    }
    throw new Error('The engine stopped following before the end.');
  } catch (error) {
    if (over.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    spinner?.stop();
    if (!isOver && over.aborted) context.say(goesOn);
  }
}

async function startSpinner({ io, errorStyle }: CommandContext) {
  const { default: ora } = await import('ora');
  const look = errorStyle.hasColor ? {} : { color: false as const };
  return ora({ text: 'Waiting', stream: io.stderr.stream, discardStdin: false, hideCursor: false, ...look }).start();
}
