// Carries out `?wait=`: the answer comes when a job or batch has ended, or when the time is up.
import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 15;
const longestPauseMs = 250;

/** Reads again and again until `isEnded` is true, the time is up or the signal comes. Gives the last reading. */
export async function waitFor<T>(
  read: () => Promise<T>,
  isEnded: (state: T) => boolean,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  let pauseMs = firstPauseMs;
  for (;;) {
    const state = await read();
    const left = deadline - performance.now();
    if (left <= 0 || isEnded(state)) return state;
    if (signal?.aborted) return state;
    await sleep(Math.min(pauseMs, left), undefined, signal && { signal }).catch(() => undefined); // the caller has gone
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }
}
