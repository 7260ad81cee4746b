// Runs the works that both databases share, each in one go. Their SQL is that of PostgreSQL, so it is translated once: the numbers of values, casts, locks of
// rows, lists of texts, and the time, which is a value here.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Work, WorkDatabase } from '../sql/work.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';

export function toWorkDatabase(database: SqliteDatabase, now: () => number): WorkDatabase {
  return {
    perform: async (work) => runWork(database, work(), now),
    transact: async (work) => database.transaction(() => runWork(database, work(), now)),
    async slice(work, options) {
      await endOfTurn();
      return database.transaction(() => runWork(database, work(), now), options);
    },
  };
}

/** All statements of a work have the same time. */
export function runWork<Result>(database: SqliteDatabase, work: Work<Result>, now: () => number): Result {
  let nowMs: number | undefined;
  let step = work.next();
  while (!step.done) {
    const { how, sql, values } = step.value;
    const { text, takesTime } = translate(sql);
    if (takesTime) nowMs ??= now();
    // The database refuses values that it cannot store.
    const given = (takesTime ? [...values, nowMs!] : values) as readonly SqlValue[];
    step = work.next(how === 'run' ? database.run(text, given) : database.all(text, given));
  }
  return step.value;
}

interface Translated {
  readonly text: string;
  /** Whether the time follows the values. */
  readonly takesTime: boolean;
}

const translations = new Map<string, Translated>();

function translate(sql: string): Translated {
  const known = translations.get(sql);
  if (known) return known;
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const text = sql
    .replace(/\$(\d+)/g, '?$1')
    .replace(/::(?:uuid|text|integer|bigint)\b/g, '')
    .replace(/ FOR (?:NO KEY )?UPDATE\b(?: SKIP LOCKED)?/g, '')
    .replace(/\b(?:texts|names)_of\(/g, 'json_each(')
    .replaceAll('now_ms()', `?${count + 1}`);
  const translated = { text, takesTime: sql.includes('now_ms()') };
  translations.set(sql, translated);
  return translated;
}
