// Ends streams whose token was revoked or has expired. A token is checked once for all of its streams.
import { PdfgenError } from '../contract/errors.ts';

export interface AccessWatch {
  /** Calls `end` when the token is no longer valid, until the returned function is called. */
  add(token: string, end: () => void): () => void;
  close(): void;
}

const everyMs = 3_000;

/** `authenticate` raises UNAUTHENTICATED for a token that is no longer valid. */
export function createAccessWatch(authenticate: (token: string) => Promise<unknown>): AccessWatch {
  const streams = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    for (const [token, ends] of streams) {
      try {
        await authenticate(token);
      } catch (error) {
        // While the store is away, no token can be checked and no event comes.
        if (error instanceof PdfgenError && error.code === 'UNAUTHENTICATED') for (const end of [...ends]) end();
      }
    }
    schedule();
  };
  const schedule = (): void => {
    timer = streams.size === 0 ? undefined : setTimeout(() => void check(), everyMs).unref();
  };
  return {
    add(token, end) {
      const ends = streams.get(token) ?? new Set();
      streams.set(token, ends.add(end));
      if (timer === undefined) schedule();
      return () => {
        ends.delete(end);
        if (ends.size === 0) streams.delete(token);
      };
    },
    close() {
      clearTimeout(timer);
      streams.clear();
    },
  };
}
