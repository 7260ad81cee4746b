// Several changes in one transaction: each commit waits for the disk, however little it holds.
import type { Database } from './database.ts';

interface Waiting {
  /** Makes the change. Gives what tells its caller, to be called after the commit. */
  change(): () => void;
  fail(error: unknown): void;
}

/** Gives a function that runs all changes of one turn of the event loop in one transaction. A change that fails undoes no other. */
export function groupTransactions(database: Database): <T>(change: () => T) => Promise<T> {
  let group: Waiting[] = [];
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

function commitAlone(database: Database, { change, fail }: Waiting): void {
  try {
    database.transaction(change)();
  } catch (error) {
    fail(error);
  }
}
