// Limits a team's calls with `?wait=`, because each call keeps a connection until its job or batch has ended.
import type { ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';

export interface WaitCount {
  /** Counts a call until its answer is sent. Raises RATE_LIMITED when the team has reached its limit. */
  add(team: string, response: ServerResponse): void;
}

/** `most`: calls of a team at the same time. */
export function createWaitCount(most: number): WaitCount {
  const counts = new Map<string, number>();
  return {
    add(team, response) {
      const count = counts.get(team) ?? 0;
      if (count >= most) {
        throw new PdfgenError(
          'RATE_LIMITED',
          `${count} calls of the team are waiting already (limit maxWaitingPolls). Wait for fewer jobs at a time, or leave "wait" out.`,
          { retryAfter: 1 },
        );
      }
      if (response.closed) return;
      counts.set(team, count + 1);
      response.once('close', () => {
        const left = counts.get(team)! - 1;
        if (left === 0) counts.delete(team);
        else counts.set(team, left);
      });
    },
  };
}
