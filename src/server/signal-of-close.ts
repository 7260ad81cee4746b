// Stops the work of a call that nobody waits for any more.
import type { ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';

/** One error for all connections: each answer ends so, and an error of its own would record the stack each time. */
const ended = new PdfgenError('INVALID_REQUEST', 'The connection ended before the answer.');

/** A signal that comes when the answer has ended or the client has disconnected. Work that still waits for its turn can then be dropped. */
export function signalOfClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = () => controller.abort(ended);
  if (response.closed) close();
  else response.once('close', close);
  return controller.signal;
}
