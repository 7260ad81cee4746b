// Waits at the start of a process for a database or an object store that is not up yet.
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { isDatabaseAway } from '../postgres/faults.ts';
import { isObjectStoreAway } from '../s3/faults.ts';
import type { StoreWait } from '../server-stores.ts';

const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** Calls `open` until every store can be reached. Raises other faults at once, and the reason of the signal when it aborts. */
export async function openWhenThere<T>(open: () => Promise<T>, { signal, onAway, onBack }: StoreWait): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = await open();
      if (attempt > 1) onBack();
      return opened;
    } catch (error) {
      if (!isAway(error)) throw error;
      await onAway(error);
    }
    // Processes that start together do not come back together.
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Whether a wait may cure the fault: something cannot be reached, starts, or cannot take a further call now. */
export function isAway(error: unknown): error is PdfgenError {
  if (!(error instanceof PdfgenError) || error.code !== 'STORE_UNAVAILABLE') return false;
  for (let fault: unknown = error; fault instanceof Error; fault = fault.cause)
    if (unreachable.includes(String((fault as NodeJS.ErrnoException).code)) || isDatabaseAway(fault) || isObjectStoreAway(fault))
      return true;
  return false;
}

/** Codes of connections. */
const unreachable = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // The socket file of a server on this machine appears when the server starts.
  'ENOENT',
  // A container that is not up, and a headless service without pods, have no name yet.
  'ENOTFOUND',
  'EAI_AGAIN',
];
