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

/** The calls of a key that this process has taken from the database, and when it asks for more. */
interface Allowance {
  /** Calls that this process may let through before `endsMs`. */
  calls: number;
  /** Calls that the database had left when it was last asked. */
  leftInDatabase: number;
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
  askingDatabase: Promise<void> | undefined;
}

/** `now`: milliseconds of a clock that only goes forward. */
export function createCallCounts(database: PostgresDatabase, now: () => number): SharedCallCounts {
  const allowances = new Map<string, Allowance>();
  let timer: NodeJS.Timeout | undefined;

  const allowanceOf = (key: string): Allowance => {
    const known = allowances.get(key);
    if (known) return known;
    const none = Number.NEGATIVE_INFINITY;
    const allowance = { calls: 0, leftInDatabase: 0, untilMs: 0, endsMs: none, overMs: none, askedMs: none, kept: 0, waiting: 0 };
    const made: Allowance = { ...allowance, pauseMs: heldMs, askingDatabase: undefined };
    allowances.set(key, made);
    timer ??= setInterval(() => void tidy(), heldMs / 4).unref();
    return made;
  };

  const askDatabase = async (key: string, allowance: Allowance, limit: number): Promise<void> => {
    const sentMs = now();
    // As many calls as were used last time, and twice as many if they were used within a second. So a key with few calls holds none that others need.
    const isBusy = sentMs - allowance.askedMs < heldMs;
    const ahead = Math.min(isBusy ? 2 * allowance.kept : allowance.kept, Math.floor(limit / parts));
    const row = (await database.first<TakenRow>(takeSql, [key, limit, Math.max(allowance.waiting, ahead)]))!;
    allowance.calls = row.granted;
    allowance.leftInDatabase = Math.max(0, limit - row.used);
    allowance.untilMs = row.until_ms;
    // The database read its clock at some moment between question and answer.
    allowance.endsMs = sentMs + row.rest_ms;
    allowance.overMs = now() + row.rest_ms;
    allowance.askedMs = sentMs;
    // Others give back within a second or so. Later asking seldom finds more.
    allowance.pauseMs = row.granted > 0 ? heldMs : 2 * allowance.pauseMs;
    allowance.kept = row.granted;
  };

  const giveBack = async (given: readonly (readonly [string, Allowance])[]): Promise<void> => {
    if (given.length === 0) return;
    const rows = given.map(([key, allowance]) => ({ key, untilMs: allowance.untilMs, calls: allowance.calls }));
    for (const [, allowance] of given) {
      allowance.leftInDatabase += allowance.calls;
      allowance.kept -= allowance.calls;
      allowance.calls = 0;
    }
    await database
      .run(giveBackSql, [rows.map(({ key }) => key), rows.map(({ untilMs }) => untilMs), rows.map(({ calls }) => calls)])
      // The calls are lost until the end of the minute. The next call reports why the database cannot be reached.
      .catch(() => undefined);
  };

  const tidy = async (): Promise<void> => {
    const nowMs = now();
    const idle = [...allowances].filter(([, { waiting }]) => waiting === 0);
    for (const [key, { overMs }] of idle) if (overMs <= nowMs) allowances.delete(key);
    if (allowances.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    await giveBack(idle.filter(([, one]) => one.calls > 0 && one.askedMs + heldMs <= nowMs && nowMs < one.endsMs));
  };

  return {
    async count(key, limit) {
      const allowance = allowanceOf(key);
      allowance.waiting++;
      try {
        for (;;) {
          const nowMs = now();
          if (nowMs < allowance.endsMs && allowance.calls > 0) {
            allowance.calls--;
            return toCount(allowance, true, nowMs);
          }
          if (nowMs < allowance.endsMs && allowance.leftInDatabase === 0 && nowMs < allowance.askedMs + allowance.pauseMs)
            return toCount(allowance, false, nowMs);
          allowance.askingDatabase ??= askDatabase(key, allowance, limit).finally(() => {
            allowance.askingDatabase = undefined;
          });
          await allowance.askingDatabase;
        }
      } finally {
        allowance.waiting--;
      }
    },
    async close() {
      clearInterval(timer);
      await giveBack([...allowances].filter(([, { calls, endsMs }]) => calls > 0 && now() < endsMs));
    },
  };
}

function toCount({ calls, leftInDatabase, overMs }: Allowance, isAllowed: boolean, nowMs: number): CallCount {
  return { isAllowed, left: leftInDatabase + calls, overInMs: overMs - nowMs };
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
