// Makes several changes of the database in one transaction, because each commit waits for the disk.
import type { SqliteDatabase } from './database.ts';

interface WaitingChange {
  /** Makes the change. Returns a function to call after the commit, which gives the caller the result. */
  change(): () => void;
  fail(error: unknown): void;
}

/** Gives a function that makes all changes of a turn of the event loop in one transaction. If a change fails, the others still succeed. */
export function groupTransactions(database: SqliteDatabase): <T>(change: () => T) => Promise<T> {
  let group: WaitingChange[] = [];
  const commit = () => {
    const waiting = group;
    group = [];
    try {
      const tell = database.transaction(() => waiting.map((one) => one.change()));
      for (const one of tell) one();
    } catch (error) {
      if (waiting.length === 1) waiting[0]!.fail(error);
      else for (const one of waiting) commitAlone(database, one);
    }
  };
  return (change) =>
    new Promise((resolve, reject) => {
      if (group.length === 0) setImmediate(commit);
      group.push({
        change() {
          const result = change();
          return () => resolve(result);
        },
        fail: reject,
      });
    });
}

function commitAlone(database: SqliteDatabase, { change, fail }: WaitingChange): void {
  try {
    database.transaction(change)();
  } catch (error) {
    fail(error);
  }
}
