// Bounds the bytes of bodies that the server holds at once: each call has its own limit, but many calls could fill the memory together.
// Nobody can take all of it. A team has at most half of the room that the other teams leave; a token has at most half of the room that the
// other tokens of its team leave.
import type { ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';

/** The sender of a body. `token`: an API token, or the session of an editor. */
export interface BodyHolder {
  readonly team: string;
  readonly token: string;
}

/** The bytes that one call holds until its answer is sent. */
export interface HeldBody {
  /** Sets how many bytes the call holds, or will hold. Raises OVERLOADED when there is no room for them. */
  hold(bytes: number): void;
}

export interface BodyRoom {
  open(holder: BodyHolder, response: ServerResponse): HeldBody;
}

/** Bodies up to this size are parsed by the server's own thread, and have a separate room. */
export const smallBody = 64 * 1024;

/** `most`: bytes of the bodies above 64 kB. Smaller bodies have a separate room, an eighth as large. */
export function createBodyRoom(most: number): BodyRoom {
  const small = createRoom(Math.ceil(most / 8));
  const large = createRoom(most);
  return holdIn((bytes) => (bytes <= smallBody ? small : large), {
    detail:
      'The requests of this team and token fill the memory that they may use. Try again when some of them have been answered.',
    retryAfter: 1,
  });
}

/** `most`: bytes on the disk of the batches that arrive as JSON Lines. They are shared in the same way. */
export function createSpoolRoom(most: number): BodyRoom {
  const room = createRoom(most);
  return holdIn(() => room, {
    detail:
      'The batches that this team and token send fill the disk space that they may use (limit maxSpoolBytes). Try again when some of them are stored.',
    retryAfter: 10,
  });
}

function holdIn(
  roomOf: (bytes: number) => Room,
  { detail, retryAfter }: { readonly detail: string; readonly retryAfter: number },
): BodyRoom {
  return {
    open(holder, response) {
      let heldBytes = 0;
      response.once('close', () => {
        roomOf(heldBytes).add(holder, -heldBytes);
        heldBytes = 0;
      });
      return {
        hold(bytes) {
          // After the answer the call holds nothing, even if more bytes arrive.
          if (response.closed) return;
          roomOf(heldBytes).add(holder, -heldBytes);
          const fits = roomOf(bytes).fits(holder, bytes);
          if (fits) heldBytes = bytes;
          roomOf(heldBytes).add(holder, heldBytes);
          if (!fits) throw new PdfgenError('OVERLOADED', detail, { retryAfter });
        },
      };
    },
  };
}

interface Room {
  fits(holder: BodyHolder, bytes: number): boolean;
  add(holder: BodyHolder, bytes: number): void;
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
