// The clock of the database, told without asking for the time each time. All processes on a database go by it, however wrong their own clocks are.
import type { Statements } from './database.ts';

export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes in a time that the database told between two moments of `performance.now()`. */
  hear(databaseMs: number, askedAt: number, answeredAt: number): void;
}

export function createDatabaseClock(): DatabaseClock {
  let aheadMs: number | undefined;
  return {
    // Until the database has told its time, this machine's clock has to do.
    now: () => (aheadMs === undefined ? Date.now() : Math.round(performance.now() + aheadMs)),
    hear(databaseMs, askedAt, answeredAt) {
      // An answer may be late, so it only says between which bounds the difference lies. Within the bounds, the earlier difference stays.
      const [least, most] = [databaseMs - answeredAt, databaseMs - askedAt];
      aheadMs = Math.min(most, Math.max(least, aheadMs ?? (least + most) / 2));
    },
  };
}

/** Asks for the time once. */
export async function readClock(statements: Statements): Promise<DatabaseClock> {
  const clock = createDatabaseClock();
  const askedAt = performance.now();
  const { now } = (await statements.first<{ now: number }>('SELECT now_ms() AS now'))!;
  clock.hear(now, askedAt, performance.now());
  return clock;
}
