import { randomUUID } from 'node:crypto';

/** The client's own id of a request where it is one, else a new one. */
export function readRequestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : randomUUID();
}
