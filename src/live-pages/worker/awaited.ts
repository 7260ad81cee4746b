// Tells the page when the worker waits for the browser, such as for files: that time is not time of work.
import type { WaitNote } from '../protocol.ts';

let waiting = 0;

const tell = (isWaiting: boolean): void =>
  (globalThis as unknown as { postMessage(note: WaitNote): void }).postMessage({ kind: 'waits', isWaiting });

/** Waits for something that the browser does. */
export async function awaited<T>(loading: Promise<T>): Promise<T> {
  if (waiting++ === 0) tell(true);
  try {
    return await loading;
  } finally {
    if (--waiting === 0) tell(false);
  }
}
