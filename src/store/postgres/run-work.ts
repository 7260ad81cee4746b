// Runs the works that both databases share. PostgreSQL takes their SQL as it is.
import type { Work, WorkDatabase } from '../sql/work.ts';
import type { PostgresDatabase, Statements } from './database.ts';

export function toWorkDatabase(database: PostgresDatabase): WorkDatabase {
  const transact: WorkDatabase['transact'] = (work) => database.transaction((statements) => runWork(statements, work()));
  return { perform: (work) => runWork(database, work()), transact, slice: transact };
}

/** Awaits each statement. A fault of a statement goes to the caller: no work goes on after one. */
export async function runWork<Result>(statements: Statements, work: Work<Result>): Promise<Result> {
  let step = work.next();
  while (!step.done) {
    const { how, sql, values } = step.value;
    step = work.next(await statements[how](sql, values));
  }
  return step.value;
}
