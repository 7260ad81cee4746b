// Counts calls over all processes. A process takes a few calls of a minute at once, lets them through without asking again, and gives back
// after a second what it has not used.
import { type CallCount, minuteMs } from '../../async/minute-counts.ts';
import type { CallCounts } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';

export interface SharedCallCounts extends CallCounts {
  /** Gives back what this process has not used. */
  close(): Promise<void>;
}

/** A process takes at most this part of the limit for calls that have not come yet. */
const parts = 50;
/** Calls that are taken and not used in this time go back. */
const heldMs = 1_000;

/** A key as this process knows it. */
interface Share {
  /** Calls that this process may let through before `endsMs`. */
  calls: number;
  /** Calls that the database had left when it was last asked. */
  left: number;
  /** End of the minute by the clock of the database. */
  untilMs: number;
  /** The end by the clock of this process: the minute goes on at least to `endsMs`, and is over at `overMs`. */
  endsMs: number;
  overMs: number;
  /** When the database was last asked, and how many of its calls were not given back. */
  askedMs: number;
  kept: number;
  /** Time after which the database is asked again when it had no calls left. */
  pauseMs: number;
  /** Calls that wait for an answer of the database. */
  waiting: number;
  asking: Promise<void> | undefined;
}

/** `now`: milliseconds of a clock that only goes forward. */
export function createCallCounts(database: PostgresDatabase, now: () => number): SharedCallCounts {
  const shares = new Map<string, Share>();
  let timer: NodeJS.Timeout | undefined;

  const shareOf = (key: string): Share => {
    const known = shares.get(key);
    if (known) return known;
    const none = Number.NEGATIVE_INFINITY;
    const share = { calls: 0, left: 0, untilMs: 0, endsMs: none, overMs: none, askedMs: none, kept: 0, waiting: 0 };
    const made: Share = { ...share, pauseMs: heldMs, asking: undefined };
    shares.set(key, made);
    timer ??= setInterval(() => void tidy(), heldMs / 4).unref();
    return made;
  };

  const ask = async (key: string, share: Share, limit: number): Promise<void> => {
    const sentMs = now();
    // As many calls as were used last time, and twice as many if they were used within a second. So a key with few calls holds none that others need.
    const isBusy = sentMs - share.askedMs < heldMs;
    const ahead = Math.min(isBusy ? 2 * share.kept : share.kept, Math.floor(limit / parts));
    const row = (await database.first<TakenRow>(takeSql, [key, limit, Math.max(share.waiting, ahead)]))!;
    share.calls = row.granted;
    share.left = Math.max(0, limit - row.used);
    share.untilMs = row.until_ms;
    // The database read its clock at some moment between question and answer.
    share.endsMs = sentMs + row.rest_ms;
    share.overMs = now() + row.rest_ms;
    share.askedMs = sentMs;
    // Others give back within a second or so. Later asking seldom finds more.
    share.pauseMs = row.granted > 0 ? heldMs : 2 * share.pauseMs;
    share.kept = row.granted;
  };

  const giveBack = async (given: readonly (readonly [string, Share])[]): Promise<void> => {
    if (given.length === 0) return;
    const rows = given.map(([key, share]) => ({ key, untilMs: share.untilMs, calls: share.calls }));
    for (const [, share] of given) {
      share.left += share.calls;
      share.kept -= share.calls;
      share.calls = 0;
    }
    await database
      .run(giveBackSql, [rows.map(({ key }) => key), rows.map(({ untilMs }) => untilMs), rows.map(({ calls }) => calls)])
      // The calls are lost until the end of the minute. The next call reports why the database cannot be reached.
      .catch(() => undefined);
  };

  const tidy = async (): Promise<void> => {
    const nowMs = now();
    const idle = [...shares].filter(([, { waiting }]) => waiting === 0);
    for (const [key, { overMs }] of idle) if (overMs <= nowMs) shares.delete(key);
    if (shares.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    await giveBack(idle.filter(([, one]) => one.calls > 0 && one.askedMs + heldMs <= nowMs && nowMs < one.endsMs));
  };

  return {
    async count(key, limit) {
      const share = shareOf(key);
      share.waiting++;
      try {
        for (;;) {
          const nowMs = now();
          if (nowMs < share.endsMs && share.calls > 0) {
            share.calls--;
            return toCount(share, true, nowMs);
          }
          if (nowMs < share.endsMs && share.left === 0 && nowMs < share.askedMs + share.pauseMs)
            return toCount(share, false, nowMs);
          share.asking ??= ask(key, share, limit).finally(() => {
            share.asking = undefined;
          });
          await share.asking;
        }
      } finally {
        share.waiting--;
      }
    },
    async close() {
      clearInterval(timer);
      await giveBack([...shares].filter(([, { calls, endsMs }]) => calls > 0 && now() < endsMs));
    },
  };
}

function toCount({ calls, left, overMs }: Share, isAllowed: boolean, nowMs: number): CallCount {
  return { isAllowed, left: left + calls, overInMs: overMs - nowMs };
}

interface TakenRow {
  readonly granted: number;
  readonly used: number;
  readonly until_ms: number;
  readonly rest_ms: number;
}

// An end that is further away than a minute comes from a clock that was wrong.
const isOver = `c.until_ms NOT BETWEEN now_ms() + 1 AND now_ms() + ${minuteMs}`;
const rest = 'greatest(0, least($3::integer, $2::integer - c.used))';

/** SQL: takes up to $3 calls of the $2 that the key $1 has in a minute. */
export const takeSql = `
  INSERT INTO call_counts AS c (key, until_ms, used, granted)
  VALUES ($1, now_ms() + ${minuteMs}, least($2::integer, $3::integer), least($2::integer, $3::integer))
  ON CONFLICT (key) DO UPDATE SET
    until_ms = CASE WHEN ${isOver} THEN excluded.until_ms ELSE c.until_ms END,
    used = CASE WHEN ${isOver} THEN excluded.used ELSE c.used + ${rest} END,
    granted = CASE WHEN ${isOver} THEN excluded.granted ELSE ${rest} END
  RETURNING granted, used, until_ms, until_ms - now_ms() AS rest_ms`;

export const giveBackSql = `
  UPDATE call_counts AS c SET used = c.used - given.calls
  FROM unnest($1::text[], $2::bigint[], $3::integer[]) AS given (key, until_ms, calls)
  WHERE c.key = given.key AND c.until_ms = given.until_ms`;
