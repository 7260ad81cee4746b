// Changes the tables of a database in steps. The form of a database is the number of steps that it has been through. Programs of earlier
// forms go on while a step adds something. What they use is removed later: see docs/decisions/0031.
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { isLockTimeout } from './faults.ts';
import { listProcesses, type ProcessRow, processLifeMs } from './process-rows.ts';
import { tables } from './tables.ts';

/** A step. */
export type Migration =
  | {
      /** SQL that only adds: tables, columns with defaults, triggers, indexes of small tables. */
      readonly expand: string;
      /** SQL that removes what only programs of earlier forms use. It is run long after `expand`. */
      readonly contract?: string;
    }
  | {
      /** The name of an index of a table that may be large. It is made while others write. */
      readonly index: string;
      /** `ON TABLE (COLUMNS) …` */
      readonly on: string;
    };

/** In order: the tables, then the changes of later programs. A released step never changes. */
export const migrations: readonly Migration[] = [{ expand: tables }];

export interface DatabaseForm {
  /** 0: the database has no tables yet. */
  readonly form: number;
  /** A program that knows only lower forms must not use the database. */
  readonly minReader: number;
}

/** Tells a person what is done or waited for. */
export type TellPerson = (text: string) => void;

/** The numbers of transaction locks: one for making all tables or a step, the other for a whole command. */
const lockNumbers = { step: 7_243_061_855, command: 7_243_061_856 };

/** Attempts at a step whose tables are in use. */
const mostAttempts = 30;
/** Between two attempts, the statements of others that had to wait go on. */
const pauseMs = 500;

export async function readForm(statements: Statements): Promise<DatabaseForm> {
  const table = await statements.first<{ name: string | null }>("SELECT to_regclass('store_form')::text AS name");
  if (table?.name == null) return { form: 0, minReader: 0 };
  // A table of others with this name may lack the columns.
  const row = await statements.first<{ form: unknown; min_reader: unknown }>(
    "SELECT to_jsonb(f) -> 'form' AS form, to_jsonb(f) -> 'min_reader' AS min_reader FROM store_form AS f",
  );
  const { form, min_reader: minReader } = row ?? { form: 0, min_reader: 0 };
  if (Number.isInteger(form) && Number.isInteger(minReader ?? 0))
    return { form: form as number, minReader: (minReader ?? 0) as number };
  throw new PdfgenError(
    'INVALID_REQUEST',
    'The database holds other data, in a table store_form that is not a table of pdfgen. Name an empty database. Nothing was changed.',
  );
}

/** Makes the tables of an empty database. Raises INVALID_REQUEST if the program and the database do not fit together. */
export async function prepare(
  database: PostgresDatabase,
  tell: TellPerson = () => {},
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await checkSettings(database);
  if ((await readForm(database)).form === 0) {
    const areMade = await makeTables(database, steps);
    if (areMade) tell(`The tables of the database are made, with format ${steps.length}.`);
  }
  const { form, minReader } = await readForm(database);
  checkReader(minReader, steps.length);
  if (form >= steps.length) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The database has format ${form}, and this pdfgen needs format ${steps.length}. Run: pdfgen migrate --expand`,
  );
}

/** Raises INVALID_REQUEST if the database cannot store every text, or would store other values than it is sent. */
async function checkSettings(statements: Statements): Promise<void> {
  const { encoding, nulls } = (await statements.first<{ encoding: string; nulls: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('array_nulls') AS nulls",
  ))!;
  // SQL_ASCII keeps the bytes of UTF-8 as they are.
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new PdfgenError(
      'INVALID_REQUEST',
      `The database has the encoding ${encoding}, which lacks most characters. Make a database with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it.`,
    );
  if (nulls !== 'on')
    throw new PdfgenError(
      'INVALID_REQUEST',
      'The database has the setting array_nulls = off, with which missing values become the text NULL. Run: ALTER ROLE … SET array_nulls = on',
    );
}

/** Raises INVALID_REQUEST if a program that knows `known` forms must not use the database. */
export function checkReader(minReader: number, known: number): void {
  if (minReader <= known) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The database needs a pdfgen that knows format ${minReader}, and this pdfgen knows formats up to ${known}. Use the newer pdfgen.`,
  );
}

/** One row. */
const formSql = `
CREATE TABLE store_form (
  form integer NOT NULL,
  min_reader integer NOT NULL DEFAULT 0,
  moving boolean NOT NULL DEFAULT false -- a part of a data folder is missing, so no server may start
);
INSERT INTO store_form VALUES (0)`;

/** Takes all steps in one transaction: another process sees no tables, or all of them. False: another process has made the tables. */
async function makeTables(database: PostgresDatabase, steps: readonly Migration[]): Promise<boolean> {
  let areMade = false;
  await database.migrate(async (connection) => {
    await connection.run('SELECT pg_advisory_xact_lock($1)', [lockNumbers.step]);
    if ((await readForm(connection)).form > 0) return; // another process made them meanwhile
    await checkNoTables(connection);
    await connection.execute(formSql);
    for (const step of steps) {
      await connection.execute('index' in step ? `CREATE INDEX ${step.index} ${step.on}` : step.expand);
      if ('contract' in step) await connection.execute(step.contract!);
    }
    const minReader = contractsOf(steps).at(-1) ?? 0;
    await connection.run('UPDATE store_form SET form = $1, min_reader = $2', [steps.length, minReader]);
    areMade = true;
  });
  return areMade;
}

/** Raises INVALID_REQUEST if the schema of the tables to make has tables of others: their names could be the same. Those of extensions may stay. */
async function checkNoTables(statements: Statements): Promise<void> {
  const other = await statements.first<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname LIMIT 1`,
  );
  if (!other) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The database holds other data, in the table ${other.name}. Name an empty database. Nothing was changed.`,
  );
}

/** Numbers of the steps that remove something. */
function contractsOf(steps: readonly Migration[]): readonly number[] {
  return steps.flatMap((step, i) => ('contract' in step ? [i + 1] : []));
}

/** Adds what the program needs, while processes of earlier programs go on. Gives the number of steps taken. */
export async function expand(
  database: PostgresDatabase,
  tell: TellPerson,
  steps: readonly Migration[] = migrations,
): Promise<number> {
  return inTurn(database, tell, async () => {
    await checkSettings(database);
    const { form, minReader } = await readForm(database);
    checkReader(minReader, steps.length);
    if (form === 0) await makeTables(database, steps);
    else
      for (let number = form + 1; number <= steps.length; number++) {
        tell(`Step ${number} of ${steps.length}`);
        await takeStep(database, number, steps[number - 1]!, tell);
      }
    return Math.max(0, steps.length - form);
  });
}

async function takeStep(database: PostgresDatabase, number: number, step: Migration, tell: TellPerson): Promise<void> {
  if ('index' in step) await makeIndex(database, step.index, step.on);
  await changeTables(database, tell, async (connection) => {
    await connection.run('SELECT pg_advisory_xact_lock($1)', [lockNumbers.step]);
    if ((await readForm(connection)).form >= number) return;
    if ('expand' in step) await connection.execute(step.expand);
    await connection.run('UPDATE store_form SET form = $1', [number]);
  });
}

/** An index whose making was interrupted is invalid, but has its name already. */
async function makeIndex(database: PostgresDatabase, name: string, on: string): Promise<void> {
  const index = await database.first<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (index?.valid) return;
  if (index) await database.runAlone(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await database.runAlone(`CREATE INDEX CONCURRENTLY ${name} ${on}`);
}

/**
 * Removes what only earlier programs use. Gives the number of steps that removed something. Raises INVALID_REQUEST while processes of such
 * programs run.
 */
export async function contract(
  database: PostgresDatabase,
  tell: TellPerson,
  steps: readonly Migration[] = migrations,
): Promise<number> {
  return inTurn(database, tell, async () => {
    const found = await readForm(database);
    checkReader(found.minReader, steps.length);
    const pending = pendingContracts(found, steps);
    for (const number of pending) {
      await changeTables(database, tell, async (connection) => {
        // Until the end of the transaction no process begins: it would read the row.
        await connection.run('SELECT 1 FROM store_form FOR UPDATE');
        checkGone(await listProcesses(connection), number);
        tell(`Removing what step ${number} replaced`);
        await connection.execute((steps[number - 1] as { readonly contract: string }).contract);
        await connection.run('UPDATE store_form SET min_reader = $1', [number]);
      });
    }
    return pending.length;
  });
}

/** Numbers of the steps whose second half has still to be taken. */
export function pendingContracts({ form, minReader }: DatabaseForm, steps: readonly Migration[] = migrations): readonly number[] {
  return contractsOf(steps).filter((number) => number > minReader && number <= form);
}

/** Raises INVALID_REQUEST if a process of a program that knows only lower forms may still run. */
function checkGone(running: readonly ProcessRow[], form: number): void {
  const old = running.filter((one) => one.form < form);
  if (old.length === 0) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Nothing was removed, because processes of an earlier pdfgen still run: ${old.map(describeProcess).join('; ')}. Restart them with the new ` +
      `pdfgen. A process that was killed counts for ${processLifeMs / 1000} seconds.`,
  );
}

function describeProcess({ kind, host, pid, version, form }: ProcessRow): string {
  return `${kind} on ${host}, process ${pid}, pdfgen ${version} with format ${form}`;
}

/** Runs `work` while no other command changes the tables. The lock belongs to a transaction, so that a pooler cannot lose it. */
export async function inTurn<T>(database: PostgresDatabase, tell: TellPerson, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await database.migrate(async (turn) => {
    const taken = await turn.first<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [lockNumbers.command]);
    if (!taken?.taken) {
      tell('Another pdfgen migrate or migrate-data is running. Waiting for its end.');
      await turn.run('SELECT pg_advisory_xact_lock($1)', [lockNumbers.command]);
    }
    // A statement without values also ends the snapshot of the one before. The making of an index would wait for it.
    await turn.execute('SET LOCAL idle_in_transaction_session_timeout = 0');
    result = { value: await work() };
  });
  return result!.value;
}

/**
 * Changes tables in a transaction. A change waits for statements that use its table, and all later statements wait for the change. So it waits
 * for 2 s, lets the others go on, and tries again. Raises STORE_UNAVAILABLE after many attempts.
 */
async function changeTables(
  database: PostgresDatabase,
  tell: TellPerson,
  work: Parameters<PostgresDatabase['migrate']>[0],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.migrate(async (connection) => {
        await connection.execute("SET LOCAL lock_timeout = '2s'");
        await work(connection);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === mostAttempts) {
        throw new PdfgenError(
          'STORE_UNAVAILABLE',
          `A transaction has held a table for too long, so the step was not taken. Find the transaction in pg_stat_activity, end it, and run the command again.`,
          { cause: error },
        );
      }
      if (attempt === 1) tell('A table is in use. Trying again.');
      await sleep(pauseMs);
    }
  }
}
