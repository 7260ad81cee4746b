// Databases for tests, in the PostgreSQL of this test run or in the one that PDFGEN_TEST_POSTGRES names (a URL).
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createPostgresStateStore } from '../../src/store/postgres/create-postgres-state-store.ts';
import type { DatabaseOptions } from '../../src/store/postgres/database.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { StateStore } from '../../src/store/state-store.ts';
import { postgresIn } from './postgres-server.ts';
import { startRelay } from './relay.ts';

const given = process.env.PDFGEN_TEST_POSTGRES;

/** Limits of time that a busy machine does not reach. */
export const patient = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

/** Names of databases of one run begin with this. */
const prefixOf = (folder: string) => `${basename(folder).toLowerCase().replace(/\W/g, '_')}_`;

function urlOf(folder: string, database: string): string {
  if (given === undefined) return postgresIn(folder).url(database);
  const url = new URL(given);
  url.pathname = `/${database}`;
  return url.href;
}

/** A new database with the store's tables. Gives its name. `folder`: of the run. */
export async function createDatabase(folder: string): Promise<string> {
  await prepare(folder);
  const name = `${prefixOf(folder)}${randomBytes(6).toString('hex')}`;
  await query(urlOf(folder, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${prefixOf(folder)}template`);
  return name;
}

/** The address of a database that `createDatabase` made. */
export const addressOf = urlOf;

/** A stretch of network before a database. `url`: the address of the database through it. */
export async function startDatabaseRelay(address: string) {
  const url = new URL(address);
  const folder = url.searchParams.get('host');
  const relay = await startRelay(
    folder === null ? { host: url.hostname, port: Number(url.port || 5432) } : { path: join(folder, '.s.PGSQL.5432') },
  );
  const user = url.searchParams.get('user') ?? url.username;
  return { relay, url: `postgres://${user}${url.password && `:${url.password}`}@${new URL(relay.origin).host}${url.pathname}` };
}

/** Makes the template of all databases, once in a run, and starts the server for it. */
async function prepare(folder: string): Promise<void> {
  const [lock, ready] = [join(folder, 'lock'), join(folder, 'ready')];
  for (; !existsSync(ready); await sleep(50)) {
    if (!take(lock)) continue;
    if (given === undefined) postgresIn(folder).start();
    const template = `${prefixOf(folder)}template`;
    await query(urlOf(folder, 'postgres'), `CREATE DATABASE ${template}`);
    await (await openPostgres({ url: urlOf(folder, template), ...patient })).close();
    writeFileSync(ready, '');
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false; // another test file prepares the run
  }
}

/** Removes the run's databases from a server that is not the run's own. */
export async function dropDatabases(folder: string): Promise<void> {
  if (given === undefined || !existsSync(join(folder, 'lock'))) return;
  const names = await query(
    urlOf(folder, 'postgres'),
    `SELECT datname AS name FROM pg_database WHERE datname LIKE '${prefixOf(folder).replaceAll('_', '\\_')}%'`,
  );
  for (const { name } of names) await query(urlOf(folder, 'postgres'), `DROP DATABASE "${name}" WITH (FORCE)`);
}

export async function query(url: string, sql: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, string>[];
  } finally {
    await client.end();
  }
}

/** A store whose clock is `now`. `url`: the direct address of its database. `options`: how the store reaches it, if not directly. */
export async function openOnClock(url: string, now: () => number, options: Partial<DatabaseOptions> = {}): Promise<StateStore> {
  const clock = new pg.Client({ connectionString: url });
  await clock.connect();
  await clock.query(
    `CREATE TABLE IF NOT EXISTS test_clock AS SELECT 0::bigint AS ms;
     CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT ms FROM test_clock'`,
  );
  const store = createPostgresStateStore(await openPostgres({ url, ...patient, ...options }), {
    now,
    masterKey: () => Buffer.alloc(32, 7),
  });
  let sent: number | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const sync = async () => {
    const ms = now();
    // One after the other: a client runs one statement at a time.
    if (ms !== sent) last = last.then(() => clock.query('UPDATE test_clock SET ms = $1', [ms]));
    sent = ms;
    await last;
  };
  return {
    ...syncedBefore(store, sync),
    async close() {
      await store.close();
      await clock.end();
    },
  };
}

/** The store with `sync` before each of its calls. */
function syncedBefore<T extends object>(target: T, sync: () => Promise<void>): T {
  return new Proxy(target, {
    get(_, name) {
      const member = target[name as keyof T] as unknown;
      if (name === 'team') return (id: string) => syncedBefore((member as (id: string) => object)(id), sync);
      if (typeof member === 'function') return async (...args: unknown[]) => sync().then(() => member(...args));
      return typeof member === 'object' && member !== null ? syncedBefore(member, sync) : member;
    },
  });
}
