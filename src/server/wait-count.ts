// Limits calls with `?wait=` and streams of events, because each keeps a connection until its job or batch has ended.
import { PdfgenError } from '../contract/errors.ts';

export interface WaitCount {
  /** Counts a call until the returned function is called. Raises RATE_LIMITED when the team has reached its limit. */
  addCall(team: string): () => void;
  /** Counts a stream, which is a call of its team too. Raises OVERLOADED when the server sends too many streams. */
  addStream(team: string): () => void;
}

/** `ofTeam`: most calls of a team at the same time. `streams`: most streams of all teams. */
export function createWaitCount({ ofTeam, streams }: { readonly ofTeam: number; readonly streams: number }): WaitCount {
  const counts = new Map<string, number>();
  let sent = 0;
  const addCall = (team: string): (() => void) => {
    const count = counts.get(team) ?? 0;
    if (count >= ofTeam) {
      throw new PdfgenError(
        'RATE_LIMITED',
        `${count} calls and streams of the team are waiting already (limit maxWaitingPolls). Wait for fewer jobs at a time.`,
        { retryAfter: 1 },
      );
    }
    counts.set(team, count + 1);
    return () => {
      const left = counts.get(team)! - 1;
      if (left === 0) counts.delete(team);
      else counts.set(team, left);
    };
  };
  return {
    addCall,
    addStream(team) {
      if (sent >= streams) {
        const detail = `The server sends ${sent} streams already (limit maxEventStreams). Send "wait" instead, or try again later.`;
        throw new PdfgenError('OVERLOADED', detail, { retryAfter: 5 });
      }
      const release = addCall(team);
      sent++;
      return () => {
        sent--;
        release();
      };
    },
  };
}
