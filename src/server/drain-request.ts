// Reads the rest of an unwanted body. Closing the connection earlier would reset it, and the reset could overtake the answer.
import type { IncomingMessage } from 'node:http';
import { hasBody } from './read-body.ts';

/** The server waits no longer than this for the rest of a body. */
const longestMs = 1_000;

/** Discards the rest of a request. Resolves at its end, or after a second. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  // A client that waits to be asked for its body sends none.
  if (request.complete || !hasBody(request) || request.destroyed || request.headers.expect !== undefined) return;
  await new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer);
      request.off('end', over).off('close', over).off('error', over);
      resolve();
    };
    const timer = setTimeout(over, longestMs);
    request.on('end', over).on('close', over).on('error', over).resume();
  });
}
