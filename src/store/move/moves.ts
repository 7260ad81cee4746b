// The record of a move in its target: how far it has come. A move that was interrupted goes on there.
import { PdfgenError } from '../../contract/errors.ts';
import type { PostgresDatabase, Statements } from '../postgres/database.ts';
import { listProcesses } from '../postgres/process-rows.ts';
import type { ObjectClient } from '../s3/object-client.ts';
import { sharedTables } from '../sql/tables.ts';
import { madeTables } from './moved-tables.ts';

export interface MoveRow {
  readonly source: string;
  readonly begun_ms: number;
  readonly stage: string;
  readonly after: string;
  readonly left_out: number;
  readonly ended_ms: number | null;
}

/** The move into this database, if any. Raises INVALID_REQUEST if it is the move of other data. */
export async function findMove(statements: Statements, source: string): Promise<MoveRow | undefined> {
  const found = await statements.first<MoveRow>('SELECT * FROM moves');
  if (!found || found.source === source) return found;
  throw new PdfgenError(
    'INVALID_REQUEST',
    found.ended_ms === null
      ? 'The database holds a part of another data folder, or the folder was used after the move began. Empty the database and the bucket, and begin anew.'
      : 'Another data folder was moved into the database before, or the folder was used after its move. Name an empty database and an empty bucket.',
  );
}

/**
 * Keeps servers and workers from starting on the target of a move, before anything else is done: a move that is killed must not leave an empty
 * database to serve. Gives the function that takes this back if nothing was moved. Raises INVALID_REQUEST while servers or workers use the
 * database, or if the database holds other data.
 */
export async function announceMove(target: PostgresDatabase): Promise<() => Promise<void>> {
  await target.transaction(async (statements) => {
    if (await statements.first('SELECT 1 AS found FROM moves')) return; // the database has a move, which may have ended
    await keepOthersOut(statements);
    await checkEmpty(statements);
  });
  return async () => {
    await target.run('UPDATE store_form SET moving = false WHERE NOT EXISTS (SELECT FROM moves)');
  };
}

/** Raises INVALID_REQUEST while servers or workers use the database that the move fills. */
async function keepOthersOut(statements: Statements): Promise<void> {
  // A process that begins at this moment reads the row before or after this transaction.
  await statements.run('UPDATE store_form SET moving = true');
  const running = await listProcesses(statements);
  if (running.length === 0) return;
  const shown = running.map(({ kind, host, pid }) => `${kind} on ${host}, process ${pid}`).join('; ');
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Stop the processes that use the database: ${shown}. A process that was killed counts for 15 seconds.`,
  );
}

/**
 * Begins the move of a data folder into the database, or goes on with it. Raises INVALID_REQUEST while servers or workers
 * use the database, or if the database or the bucket holds other data.
 */
export async function beginMove(
  target: PostgresDatabase,
  objects: ObjectClient,
  { source, begunMs }: { readonly source: string; readonly begunMs: number },
): Promise<MoveRow> {
  const earlier = await findMove(target, source);
  if (!earlier) await checkBucket(objects);
  return target.transaction(async (statements) => {
    await keepOthersOut(statements);
    const found = await findMove(statements, source);
    if (found) return found;
    await checkEmpty(statements);
    await statements.run("INSERT INTO moves (source, begun_ms, stage, after) VALUES ($1, $2, '', '[]')", [source, begunMs]);
    return (await findMove(statements, source))!;
  });
}

async function checkBucket(objects: ObjectClient): Promise<void> {
  for (const prefix of ['assets/', 'results/']) {
    const [object] = (await objects.listPage(prefix, 1)).objects;
    if (!object) continue;
    throw new PdfgenError('INVALID_REQUEST', `The bucket holds other data, such as ${object.key}. Name an empty bucket.`);
  }
}

/** Raises INVALID_REQUEST if the target holds data. A server that started on it before may have made keys of the editor. They stay. */
async function checkEmpty(statements: Statements): Promise<void> {
  const ofFiles = madeTables.fromFiles.filter((table) => table !== 'capability_keys');
  for (const table of [...Object.keys(sharedTables), 'batches', 'jobs', ...ofFiles]) {
    if (!(await statements.first(`SELECT 1 AS found FROM ${table} LIMIT 1`))) continue;
    throw new PdfgenError(
      'INVALID_REQUEST',
      `The database holds other data, in the table ${table}. A data folder can only be moved into an empty database. Name another database.`,
    );
  }
}

/** Notes how far the move has come. Call it in the transaction that stores the rows. */
export async function noteMove(
  statements: Statements,
  {
    stage,
    after,
    leftOut = 0,
  }: { readonly stage: string; readonly after: readonly (string | number)[]; readonly leftOut?: number },
): Promise<void> {
  await statements.run('UPDATE moves SET stage = $1, after = $2, left_out = left_out + $3', [
    stage,
    JSON.stringify(after),
    leftOut,
  ]);
}

/** Does the last change, and ends the move: servers may start. */
export async function endMove(target: PostgresDatabase, change: (statements: Statements) => Promise<void>): Promise<void> {
  await target.transaction(async (statements) => {
    await change(statements);
    await statements.run('UPDATE moves SET ended_ms = now_ms()');
    await statements.run('UPDATE store_form SET moving = false');
  });
}
