// Moves a data folder into a database and a bucket. Each page of rows is stored together with a note how far the move has come, so that a move that was
// interrupted goes on there. At the end everything is compared. See docs/decisions/0034.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';
import { readMasterKey } from '../cluster/read-master-key.ts';
import { findDataFolder, markMoved, markMoving } from '../data-folder/data-folder.ts';
import { createAssetCache } from '../filesystem/asset-cache.ts';
import { teamFolder } from '../filesystem/create-team-folders.ts';
import { readKeys } from '../filesystem/key-file.ts';
import { addKeys } from '../postgres/capability-keys.ts';
import { openDatabase, type PostgresDatabase } from '../postgres/database.ts';
import { inTurn, prepare } from '../postgres/migrate.ts';
import { addressOfDatabase } from '../postgres/parse-database-url.ts';
import { sealSecrets } from '../postgres/webhook-secrets.ts';
import { withAddress } from '../postgres/with-address.ts';
import { createAssetBytes } from '../s3/create-asset-bytes.ts';
import { type ObjectStore, openObjectStore } from '../s3/open-object-store.ts';
import type { ClusterPlace, MoveOptions, MoveReport } from '../server-stores.ts';
import { copyResults, countResults } from './copy-results.ts';
import { digestOf, findDifference, insertRows, readPages, type TableKey } from './copy-table.ts';
import { copyTeamFiles, findTeamDifference } from './move-team-files.ts';
import { describeTables, type MovedTable, sumsSql } from './moved-tables.ts';
import { announceMove, beginMove, endMove, findMove, type MoveRow, noteMove } from './moves.ts';
import { type MoveSource, openSource, settle, waitForWriters } from './open-source.ts';
import { readTeamFiles } from './team-files.ts';

/** A statement over all jobs takes longer than one of a server may. */
const statementTimeoutMs = 600_000;

interface Move extends Pick<MoveOptions, 'tell' | 'signal'> {
  readonly source: MoveSource;
  readonly database: PostgresDatabase;
  readonly store: ObjectStore;
  readonly place: ClusterPlace & { readonly objects: string };
  readonly tables: readonly MovedTable[];
}

/**
 * Copies everything and compares it, then marks the folder as moved. Raises INVALID_REQUEST if anybody uses the folder or the database, or if
 * the database or the bucket holds other data.
 */
export async function moveDataFolder({ dataDir, place, tell, signal }: MoveOptions): Promise<MoveReport> {
  const { database: url, objects, databasePrepared } = place;
  if (objects === undefined)
    throw new PdfgenError('INVALID_REQUEST', 'A database needs an object store: name it with --objects URL.');
  const store = openObjectStore({ url: objects, env: process.env });
  const database = openDatabase({ url, statementTimeoutMs, prepared: databasePrepared === 'yes', maxConnections: 4 });
  try {
    findDataFolder(dataDir); // a mistyped name changes nothing in the database
    await withAddress(addressOfDatabase(url), () => prepare(database));
    await withAddress(store.address, () => store.check());
    const tables = await describeTables(database);
    return await inTurn(database, tell, async () => {
      const retract = await announceMove(database);
      let source: MoveSource | undefined;
      try {
        source = openSource(dataDir);
        return await move({ source, database, store, place: { ...place, objects }, tables, tell, signal });
      } finally {
        source?.close();
        await retract();
      }
    });
  } finally {
    store.close();
    await database.close();
  }
}

async function move(parts: Move): Promise<MoveReport> {
  const { source, database, store, tables, tell } = parts;
  tell('Reading the data folder');
  const digest = digestOfSource(parts);
  const known = await findMove(database, digest);
  if (known?.ended_ms != null) return finish(parts, known);
  const begunMs = known?.begun_ms ?? (await waitForWriters(source));
  await settle(source, begunMs);
  const keys = readSourceKeys(parts);
  const webhookKey = readWebhookKey(parts);
  const unmark = markMoving(source.folder, new Date(begunMs).toISOString());
  const begun = await beginMove(database, store.objects, { source: digest, begunMs }).catch((error: unknown) => {
    // After any other error the move may have begun: the answer of the database was lost.
    if (error instanceof PdfgenError && error.code === 'INVALID_REQUEST') unmark();
    throw error;
  });
  if (keys) await database.transaction((statements) => addKeys(statements, keys.masterKey, keys.stored));
  for (const table of tables) {
    await copyTable(parts, table, begun);
    // Everything else of a team refers to its templates only by their UUIDs.
    if (table.name === 'teams') await copyFiles(parts, begun);
  }
  await makeSums(parts);
  await compare(parts, (await findMove(database, digest))!.left_out);
  // The planner knows the number of rows from the first statement on.
  await database.runAlone('ANALYZE');
  // The rows are compared, so the secrets may change now.
  await endMove(database, async (statements) => (webhookKey ? sealSecrets(statements, webhookKey) : undefined));
  return finish(parts, (await findMove(database, digest))!);
}

/** Tells the data of this folder at this moment from all other data. */
function digestOfSource({ source, tables, signal }: Move): string {
  const hash = createHash('sha256');
  for (const table of tables) {
    hash.update(`${table.name}\n`);
    for (const { rows } of readPages(source.database, table)) {
      signal.throwIfAborted();
      for (const row of rows) hash.update(digestOf(table, row, true));
    }
  }
  return hash.digest('hex');
}

interface SourceKeys {
  readonly masterKey: Uint8Array;
  readonly stored: ReturnType<typeof readKeys>;
}

/** Undefined: the folder has no keys of its own. Raises INVALID_REQUEST if the servers on the database could not read the folder's capabilities. */
function readSourceKeys({ source: { folder }, place: { keysFile, masterKeyFile } }: Move): SourceKeys | undefined {
  if (!existsSync(folder.keys)) return undefined;
  const stored = readKeys(folder.keys, true);
  if (keysFile === undefined) return { masterKey: readMasterKey(masterKeyFile!), stored };
  const known = new Set(readKeys(keysFile, false).map(({ kid }) => kid));
  if (stored.every(({ kid }) => known.has(kid))) return undefined;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The file of --keys-file lacks keys of ${folder.keys}, so open editors would end. Copy the keys into the file, or name a --master-key-file instead.`,
  );
}

/** The key that encrypts the secrets of webhooks. Undefined: the folder has no webhook. Raises INVALID_REQUEST without a master key. */
function readWebhookKey({ source, place: { masterKeyFile } }: Move): Uint8Array | undefined {
  if (source.database.first('SELECT 1 AS found FROM webhooks WHERE deleted_ms IS NULL') === undefined) return undefined;
  if (masterKeyFile !== undefined) return readMasterKey(masterKeyFile);
  throw new PdfgenError(
    'INVALID_REQUEST',
    'The data folder has webhooks, and a database keeps their secrets encrypted. Name the file of a master key with --master-key-file.',
  );
}

/** Names of the steps, in their order. */
const stagesOf = (tables: readonly MovedTable[]) => tables.flatMap(({ name }) => (name === 'teams' ? [name, 'files'] : [name]));

/** The place after which a step goes on. Undefined: at its beginning. 'over': an earlier run has taken it. */
function placeOf({ tables }: Move, stage: string, begun: MoveRow): TableKey | undefined | 'over' {
  const stages = stagesOf(tables);
  const [own, reached] = [stages.indexOf(stage), stages.indexOf(begun.stage)];
  if (own < reached) return 'over';
  return own > reached ? undefined : (JSON.parse(begun.after) as TableKey);
}

async function copyTable(parts: Move, table: MovedTable, begun: MoveRow): Promise<void> {
  const { source, database, store, tell, signal } = parts;
  const place = placeOf(parts, table.name, begun);
  if (place === 'over') return;
  const total = countSource(parts, table);
  let done = 0;
  for (const { rows, last } of readPages(source.database, table, place)) {
    signal.throwIfAborted();
    // Results come first. If they are repeated, they get the same keys.
    const leftOut = table.name === 'jobs' ? await copyResults(source.folder.results, store.results, rows) : 0;
    await database.transaction(async (statements) => {
      await insertRows(statements, table, rows);
      await noteMove(statements, { stage: table.name, after: last, leftOut });
    });
    done += rows.length;
    tell(`Moving ${inWords(table.name)}: ${done} of ${total}`);
  }
}

async function copyFiles(parts: Move, begun: MoveRow): Promise<void> {
  const { database, tell, signal } = parts;
  const place = placeOf(parts, 'files', begun);
  if (place === 'over') return;
  for (const { teamId, files, target } of teamsOf(parts)) {
    signal.throwIfAborted();
    if (place && teamId <= String(place[0])) continue;
    tell(`Moving templates of the team ${teamId}`);
    await copyTeamFiles(await files(), target);
    await noteMove(database, { stage: 'files', after: [teamId] });
  }
}

/** The teams in the order of their ids. */
function teamsOf({ source, database, store, place }: Move) {
  const bytes = createAssetBytes(store.objects, createAssetCache(place.cacheDir, place.cacheBytes));
  const ids = source.database.all<{ id: string }>('SELECT id FROM teams ORDER BY id');
  return ids.map(({ id: teamId }) => ({
    teamId,
    files: () => readTeamFiles(teamFolder(source.folder.root, teamId)),
    target: { database, bytes, teamId },
  }));
}

/** Sums over the jobs, and the order in which the teams were served. May be repeated. */
async function makeSums({ source, database, tell }: Move): Promise<void> {
  tell('Counting jobs');
  const teams = source.database.all<{ team_id: string; served: number }>('SELECT team_id, served FROM team_sums');
  const { last } = source.database.first<{ last: number }>('SELECT last FROM turns')!;
  await database.transaction(async (statements) => {
    for (const sql of sumsSql) await statements.run(sql);
    await statements.run('DELETE FROM queue_teams');
    await statements.run('INSERT INTO queue_teams (team_id, served) SELECT * FROM unnest($1::uuid[], $2::bigint[])', [
      teams.map(({ team_id }) => team_id),
      teams.map(({ served }) => served),
    ]);
    await statements.run("SELECT setval('turns', $1)", [Math.max(1, last)]);
  });
}

/** Reads everything again. Raises INTERNAL if anything differs. */
async function compare(parts: Move, leftOut: number): Promise<void> {
  const { source, database, store, tables, tell, signal } = parts;
  for (const table of tables) {
    tell(`Comparing ${inWords(table.name)}`);
    for (const { rows } of readPages(source.database, table)) {
      signal.throwIfAborted();
      const key = await findDifference(database, table, rows);
      if (key !== undefined) throw differs(`the row ${key} of the ${inWords(table.name)}`);
    }
    const { n } = (await database.first<{ n: number }>(`SELECT count(*) AS n FROM ${table.name}`))!;
    if (n !== countSource(parts, table)) throw differs(`the number of the ${inWords(table.name)}`);
  }
  for (const { teamId, files, target } of teamsOf(parts)) {
    tell(`Comparing templates of the team ${teamId}`);
    const difference = await findTeamDifference(await files(), target);
    if (difference !== undefined) throw differs(`${difference} of the team ${teamId}`);
  }
  tell('Comparing results');
  if ((await countResults(store.objects, database)) + leftOut !== countResultsOf(source))
    throw differs('the results in the bucket');
}

function differs(what: string): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    `After the move, the database or the bucket differs from the data folder in ${what}. Empty both, and begin anew. The data folder is unchanged.`,
  );
}

/** A name of a table for people, such as `editor sessions`. */
const inWords = (name: string): string => name.replaceAll('_', ' ');

function countSource({ source }: Pick<Move, 'source'>, { name }: MovedTable): number {
  return source.database.first<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)!.n;
}

function countResultsOf({ database }: MoveSource): number {
  return database.first<{ n: number }>('SELECT count(*) AS n FROM jobs WHERE result_blob IS NOT NULL')!.n;
}

function finish({ source, tables }: Move, { ended_ms, left_out }: MoveRow): MoveReport {
  const movedAt = new Date(ended_ms!).toISOString();
  markMoved(source.folder, movedAt);
  const rows = Object.fromEntries(tables.map((table) => [table.name, countSource({ source }, table)]));
  return { path: source.folder.root, movedAt, rows, results: countResultsOf(source) - left_out, resultsLeftOut: left_out };
}
