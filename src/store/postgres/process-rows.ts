// The processes that use the database, by the clock of the database. Each prolongs its row while it runs.
import { randomUUID } from 'node:crypto';
import { PdfgenError } from '../../contract/errors.ts';
import { identifyThisProcess } from '../../files/process-identity.ts';
import { programVersion } from '../../files/program-files.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';

export interface ProcessRow {
  readonly kind: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly form: number;
  readonly started_ms: number;
  readonly seen_ms: number;
}

/** A process not seen for this long has ended, or will read the schema version again before its next statement. */
export const processLifeMs = 15_000;
const beatMs = 5_000;
/** The processes are counted with each beat of this number. */
const beatsForCount = 3;
/** Rows of processes that were killed are removed after this time. */
const keptMs = 3_600_000;

/** Processes that may run now. */
export function listProcesses(statements: Statements): Promise<readonly ProcessRow[]> {
  return statements.all<ProcessRow>(
    `SELECT kind, host, pid, version, form, started_ms, seen_ms FROM processes
     WHERE seen_ms > now_ms() - ${processLifeMs} ORDER BY started_ms, id`,
  );
}

/** The database for the statements of a process, and its clock. */
export interface ProcessDatabase extends PostgresDatabase {
  /** The time by the clock of the database. */
  now(): number;
  /** The number of processes that use the database, at least 1. A quarter of a minute old at most, while the database answers. */
  processes(): number;
}

/**
 * Enters this process, which knows `form` forms. Gives the database for its statements; closing it removes the row. Once the database needs a
 * newer program, each statement raises STORE_UNAVAILABLE. So does a process that was frozen, even if it was frozen while the database changed.
 */
export async function enterProcess(database: PostgresDatabase, kind: string, form: number): Promise<ProcessDatabase> {
  const { host, pid } = identifyThisProcess();
  const id = randomUUID();
  let seenAt = Number.NEGATIVE_INFINITY;
  const clock = createDatabaseClock();
  let obstacle: PdfgenError | undefined;
  let processes = 1;
  let beats = 0;
  const beat = async (): Promise<void> => {
    const at = performance.now();
    const { min_reader, moving, now, running } = (await database.first<BeatRow>(beatSql, [
      id,
      kind,
      host,
      pid,
      programVersion(),
      form,
      beats++ % beatsForCount === 0,
    ]))!;
    processes = running ?? processes;
    clock.hear(now, at, performance.now());
    obstacle = min_reader > form ? outdated() : moving ? halfMoved() : undefined;
    seenAt = at;
  };
  let beating: Promise<void> | undefined;
  const beatOnce = (): Promise<void> => (beating ??= beat().finally(() => (beating = undefined)));
  const check = async (): Promise<void> => {
    if (performance.now() - seenAt > processLifeMs) await beatOnce();
    if (obstacle) throw obstacle;
  };
  await database.run(`DELETE FROM processes WHERE seen_ms < now_ms() - ${keptMs}`);
  await check();
  // If the database is away, the next beat comes soon. Statements beat first after a long time without.
  const timer = setInterval(() => void beatOnce().catch(() => undefined), beatMs).unref();
  return {
    ...database,
    now: clock.now,
    processes: () => Math.max(1, processes),
    run: async (sql, values) => check().then(() => database.run(sql, values)),
    all: async (sql, values) => check().then(() => database.all(sql, values)),
    first: async (sql, values) => check().then(() => database.first(sql, values)),
    transaction: async (work) => check().then(() => database.transaction(work)),
    async close() {
      clearInterval(timer);
      await beating?.catch(() => undefined);
      // Without the database, the row ends by its age.
      await database.run('DELETE FROM processes WHERE id = $1', [id]).catch(() => undefined);
      await database.close();
    },
  };
}

/** Raises STORE_UNAVAILABLE while a part of a data folder is missing in the database. */
export async function checkWhole(statements: Statements): Promise<void> {
  if ((await statements.first<{ moving: boolean }>('SELECT moving FROM store_form'))?.moving) throw halfMoved();
}

/**
 * Locks the row of the form, so that no form becomes unreadable for this process, and no move begins, before its row can be seen. Enters no program
 * that is too old, and none while a data folder is being moved.
 */
const beatSql = `
  WITH form AS MATERIALIZED (SELECT min_reader, moving FROM store_form FOR SHARE),
  entered AS (
    INSERT INTO processes AS p (id, kind, host, pid, version, form, started_ms, seen_ms)
    SELECT $1::uuid, $2::text, $3::text, $4::integer, $5::text, $6::integer, now_ms(), now_ms() FROM form
    WHERE min_reader <= $6::integer AND NOT moving
    ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms)
  SELECT min_reader, moving, now_ms() AS now, CASE WHEN $7::boolean THEN
    (SELECT count(*)::integer FROM processes WHERE seen_ms > now_ms() - ${processLifeMs} AND id <> $1::uuid) + 1 END AS running
  FROM form`;

interface BeatRow {
  readonly min_reader: number;
  readonly moving: boolean;
  readonly now: number;
  /** Null: not counted this time. */
  readonly running: number | null;
}

function outdated(): PdfgenError {
  return new PdfgenError(
    'STORE_UNAVAILABLE',
    'The database was changed for a newer pdfgen. Restart this process with the newer pdfgen.',
    {
      retryAfter: 10,
    },
  );
}

function halfMoved(): PdfgenError {
  return new PdfgenError(
    'STORE_UNAVAILABLE',
    'A data folder is being moved into the database. Wait for its end. If the move was interrupted, run pdfgen migrate-data again with the same folder, ' +
      'or empty the database and the bucket to begin anew.',
    { retryAfter: 10 },
  );
}
