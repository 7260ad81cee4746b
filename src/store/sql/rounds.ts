// Rounds: a row for each, with the lease of the process at work.
import type { Round, Rounds } from '../state-store.ts';
import { first, run, type WorkDatabase } from './work.ts';

/** The longest pause between two rounds of a work. A time further ahead comes from a clock that was wrong. */
const longestPauseMs = 24 * 3_600_000;

export function createRounds({ perform }: WorkDatabase): Rounds {
  return {
    begin: (name, leaseMs) => perform(() => first<Round>(beginSql, [name, leaseMs])),
    keep: async ({ name, term }, place, leaseMs) => (await perform(() => run(keepSql, [name, term, leaseMs, place]))) > 0,
    async leave({ name, term }) {
      await perform(() => run('UPDATE rounds SET until_ms = 0 WHERE name = $1 AND term = $2', [name, term]));
    },
    async end({ name, term }, pauseMs) {
      await perform(() => run(endSql, [name, term, pauseMs]));
    },
  };
}

/** SQL: a time has come, or lies so far ahead that the clock was wrong. */
const hasCome = (column: string, most: string | number) => `r.${column} NOT BETWEEN now_ms() + 1 AND now_ms() + ${most}`;

const beginSql = `
  INSERT INTO rounds AS r (name, term, until_ms, due_ms) VALUES ($1, 1, now_ms() + $2::bigint, 0)
  ON CONFLICT (name) DO UPDATE SET term = r.term + 1, until_ms = excluded.until_ms
  WHERE ${hasCome('until_ms', '$2::bigint')} AND ${hasCome('due_ms', longestPauseMs)}
  RETURNING name, term, place`;

const keepSql = 'UPDATE rounds SET until_ms = now_ms() + $3::bigint, place = $4 WHERE name = $1 AND term = $2';

const endSql = 'UPDATE rounds SET until_ms = 0, due_ms = now_ms() + $3::bigint, place = NULL WHERE name = $1 AND term = $2';
