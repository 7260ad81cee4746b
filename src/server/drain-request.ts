// Reads the rest of an unwanted body. Closing the connection earlier would reset it, and the reset could overtake the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** After its answer, a client has this time to stop sending. */
const afterAnswerMs = 10_000;

/** Closes the connection some time after the answer if the client goes on sending a large body that was refused. */
export function endUpload(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroySoon(), afterAnswerMs).unref();
    request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
