// The id of a request, for answers and the log.
import { randomUUID } from 'node:crypto';

/** The client's own id of a request if it is valid, else a new id. */
export function readRequestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}
