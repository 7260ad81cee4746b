// Brings the tables of a database to the form that this program uses.
import { checkForm } from '../refusals.ts';
import type { Database, Statements } from './database.ts';
import { callCounts } from './migrations/call-counts.ts';
import { figures } from './migrations/figures.ts';
import { first } from './migrations/first.ts';
import { queueRules } from './migrations/queue-rules.ts';
import { templates } from './migrations/templates.ts';

/** In order. A released migration never changes. The form of a database is the number of migrations that it has been through. */
export const migrations: readonly string[] = [first, templates, figures, callCounts, queueRules];

/** The number of the transaction lock that processes take turns by. */
const lockNumber = 7_243_061_855;

/** Raises INVALID_REQUEST if a newer program changed the tables. */
export async function migrate(database: Database, steps: readonly string[] = migrations): Promise<void> {
  const found = await formOf(database);
  checkForm(found, steps.length);
  for (let number = found + 1; number <= steps.length; number++) {
    await database.migrate(async (connection) => {
      await connection.run('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
      // A change of a table waits for statements that use it, and all later statements wait for the change.
      await connection.execute("SET LOCAL lock_timeout = '2s'");
      // Another process may have done this step meanwhile.
      if ((await formOf(connection)) >= number) return;
      await connection.execute(steps[number - 1]!);
      await connection.execute('CREATE TABLE IF NOT EXISTS store_form (form integer NOT NULL)');
      await connection.run('DELETE FROM store_form');
      await connection.run('INSERT INTO store_form VALUES ($1)', [number]);
    });
  }
  // The other process may have been a newer program.
  if (found < steps.length) checkForm(await formOf(database), steps.length);
}

/** 0: the database has no tables yet. */
export async function formOf(statements: Statements): Promise<number> {
  const table = await statements.first<{ name: string | null }>("SELECT to_regclass('store_form')::text AS name");
  if (table?.name == null) return 0;
  return (await statements.first<{ form: number }>('SELECT form FROM store_form'))?.form ?? 0;
}
