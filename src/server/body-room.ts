// How many bytes of bodies the server holds at once, over all calls: each has its own limit, but many could fill the memory together.
import type { ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';

/** Counts what came of one body. Raises OVERLOADED when all together are too many. */
export type TakeRoom = (bytes: number) => void;

export interface BodyRoom {
  /** What is taken is given back when the call ends. */
  open(response: ServerResponse): TakeRoom;
}

export function createBodyRoom(most: number): BodyRoom {
  let held = 0;
  return {
    open(response) {
      let own = 0;
      response.once('close', () => {
        held -= own;
        own = 0;
      });
      return (bytes) => {
        if (response.closed) return;
        if (held + bytes > most)
          throw new PdfgenError('OVERLOADED', 'The server holds as many large requests as it can; try again.', { retryAfter: 1 });
        held += bytes;
        own += bytes;
      };
    },
  };
}
