// Bounds the bytes of bodies that the server holds at once: each call has its own limit, but many calls could fill the memory together.
// Nobody can take all of it. A team has at most half of the room that the other teams leave; a token has at most half of the room that the
// other tokens of its team leave.
import type { ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';

/** The sender of a body. `token`: an API token, or the session of an editor. */
export interface Holder {
  readonly team: string;
  readonly token: string;
}

/** The bytes that one call holds until its answer is sent. */
export interface HeldBody {
  /** Sets how many bytes the call holds, or will hold. Raises OVERLOADED when there is no room for them. */
  hold(bytes: number): void;
}

export interface BodyRoom {
  open(holder: Holder, response: ServerResponse): HeldBody;
}

/** Bodies up to this size are parsed by the server's own thread, and have a separate room. */
export const smallBody = 64 * 1024;

/** `most`: bytes of the bodies above 64 kB. Smaller bodies have a separate room, an eighth as large. */
export function createBodyRoom(most: number): BodyRoom {
  const small = createRoom(Math.ceil(most / 8));
  const large = createRoom(most);
  return {
    open(holder, response) {
      let own = 0;
      const hold = (bytes: number) => {
        // After the answer the call holds nothing, even if more bytes arrive.
        if (response.closed) return;
        const [from, to] = [own, bytes].map((size) => (size <= smallBody ? small : large)) as [Room, Room];
        from.add(holder, -own);
        if (to.fits(holder, bytes)) {
          to.add(holder, bytes);
          own = bytes;
          return;
        }
        from.add(holder, own);
        throw new PdfgenError(
          'OVERLOADED',
          'The requests of this team and token fill the memory that they may use. Try again when some of them have been answered.',
          { retryAfter: 1 },
        );
      };
      response.once('close', () => {
        (own <= smallBody ? small : large).add(holder, -own);
        own = 0;
      });
      return { hold };
    },
  };
}

interface Room {
  fits(holder: Holder, bytes: number): boolean;
  add(holder: Holder, bytes: number): void;
}

function createRoom(most: number): Room {
  let all = 0;
  const byTeam = new Map<string, number>();
  const byToken = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, bytes: number) => {
    const held = (counts.get(key) ?? 0) + bytes;
    if (held === 0) counts.delete(key);
    else counts.set(key, held);
  };
  return {
    fits({ team, token }, bytes) {
      const ofTeam = byTeam.get(team) ?? 0;
      const ofToken = byToken.get(token) ?? 0;
      const teamMay = (most - (all - ofTeam)) / 2;
      const tokenMay = (teamMay - (ofTeam - ofToken)) / 2;
      return ofToken + bytes <= tokenMay;
    },
    add({ team, token }, bytes) {
      all += bytes;
      add(byTeam, team, bytes);
      add(byToken, token, bytes);
    },
  };
}
