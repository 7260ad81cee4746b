// A body that nobody wants and that is still on its way: closing on it would reset the connection, and the reset overtake the answer.
import type { IncomingMessage } from 'node:http';
import { hasBody } from './read-body.ts';

/** A body that takes longer than this is not waited for. */
const longestMs = 1_000;

/** Lets the rest of a request flow away unread. Resolves when it is over, or after a second. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  // Who waits to be asked for the body sends none.
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
