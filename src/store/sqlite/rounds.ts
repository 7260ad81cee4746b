// Rounds: a row for each, with the lease of the process at work.

import type { Round, Rounds } from '../state-store.ts';
import { longestPauseMs } from '../time-limits.ts';
import type { SqliteDatabase } from './database.ts';

export function createRounds(database: SqliteDatabase, now: () => number): Rounds {
  return {
    async begin(name, leaseMs) {
      const nowMs = now();
      const mostMs = [nowMs + leaseMs, nowMs + longestPauseMs] as const;
      return database.first<Round>(beginSql, [name, mostMs[0], nowMs + 1, mostMs[0], nowMs + 1, mostMs[1]]);
    },
    async keep({ name, term }, place, leaseMs) {
      const sql = 'UPDATE rounds SET until_ms = ?, place = ? WHERE name = ? AND term = ?';
      return database.run(sql, [now() + leaseMs, place, name, term]) > 0;
    },
    async leave({ name, term }) {
      database.run('UPDATE rounds SET until_ms = 0 WHERE name = ? AND term = ?', [name, term]);
    },
    async end({ name, term }, pauseMs) {
      const sql = 'UPDATE rounds SET until_ms = 0, due_ms = ?, place = NULL WHERE name = ? AND term = ?';
      database.run(sql, [now() + pauseMs, name, term]);
    },
  };
}

// A lease that ends further ahead than a new lease comes from a clock that was wrong.
const beginSql = `
  INSERT INTO rounds (name, term, until_ms, due_ms) VALUES (?, 1, ?, 0)
  ON CONFLICT (name) DO UPDATE SET term = term + 1, until_ms = excluded.until_ms
  WHERE until_ms NOT BETWEEN ? AND ? AND due_ms NOT BETWEEN ? AND ?
  RETURNING name, term, place`;
