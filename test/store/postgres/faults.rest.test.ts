import { mkdtempSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { type DatabaseOptions, openDatabase, type PostgresDatabase } from '../../../src/store/postgres/database.ts';
import { toServiceError } from '../../../src/store/postgres/faults.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import type { NewJob, StateStore } from '../../../src/store/state-store.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { createLatch } from '../../support/latch.ts';
import { listen } from '../../support/listen.ts';
import { patient, query, startDatabaseRelay } from '../../support/postgres.ts';
import { type PostgresServer, postgresIn } from '../../support/postgres-server.ts';
import { countUnfinished } from '../../support/unfinished-jobs.ts';
import { newBatch, newJob, result } from '../state-store.suite.ts';

const team = '00000000-0000-4000-8000-000000000001';
const many = { maxUnfinished: 1_000_000 };
const unavailable = { code: 'STORE_UNAVAILABLE', retryAfter: 2 };

async function open(options: DatabaseOptions): Promise<StateStore> {
  const store = createPostgresStateStore(await openPostgres({ ...patient, ...options }));
  onTestFinished(() => store.close());
  return store;
}

function openTables(url: string): PostgresDatabase {
  const database = openDatabase({ url, ...patient });
  onTestFinished(() => database.close());
  return database;
}

/** A server of its own, which tests stop. */
let server: PostgresServer;
beforeAll(() => {
  server = postgresIn(mkdtempSync(join(tmpdir(), 'pdfgen-stopped-')));
  server.start();
});
afterAll(() => server.remove());

test('a store whose server is stopped says so, and works again after the start', async () => {
  const store = await open({ url: server.url('postgres') });
  const { jobs, batches } = store.team(team);
  const job = newJob(1);
  await jobs.create(job, many);
  const [claim] = await store.queue.claim(1, 60_000);
  server.stop();
  const calls = [
    () => jobs.find(job.uuid),
    () => jobs.create(newJob(1), many),
    () => jobs.create(newJob(1), { maxUnfinished: 1 }),
    () => batches.create(newBatch(1, 3), many),
    () => store.queue.claim(1, 60_000),
    () => store.queue.complete(claim!, result(claim!), [], 1_000),
    () => store.queue.reclaim(),
    () => store.check(),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject(unavailable);
  await expect(openPostgres({ url: server.url('postgres') })).rejects.toMatchObject(unavailable);
  server.start();
  expect(await store.queue.complete(claim!, result(claim!), [], 60_000)).toBe(true);
  expect(await jobs.find(job.uuid)).toMatchObject({ state: 'completed', attempts: 1 });
  await store.check();
});

test('calls that are tried again while the server stops and starts make each job once', async () => {
  const store = createPostgresStateStore(await openPostgres({ url: server.url('postgres') }));
  onTestFinished(() => store.close());
  const { jobs } = store.team('00000000-0000-4000-8000-000000000002');
  const sent = Array.from({ length: 300 }, () => newJob(1));
  const refused: PdfgenError[] = [];
  let stored = 0;
  const send = async (job: NewJob, key: string): Promise<void> => {
    try {
      await jobs.create(job, many, { key, hash: 'x' });
      stored++;
    } catch (error) {
      refused.push(error as PdfgenError);
      await sleep(20);
      await send(job, key);
    }
  };
  const sending = Promise.all(sent.map((job, n) => send(job, `k${n}`)));
  await expect.poll(() => stored, { interval: 1 }).toBeGreaterThan(0);
  server.stop();
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  server.start();
  await sending;
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['STORE_UNAVAILABLE']));
  expect(await countUnfinished(store)).toMatchObject({ queued: 300 });
});

test('the jobs of a claim whose answer is lost keep their places, and no attempt is counted', async () => {
  const direct = await createDatabaseUrl();
  const { relay, url } = await startDatabaseRelay(direct);
  onTestFinished(() => relay.end());
  const [cutOff, other] = [await open({ url, statementTimeoutMs: 5_000 }), await open({ url: direct })];
  const { jobs } = other.team(team);
  const [first, second, third] = [newJob(1), newJob(1), newJob(1)];
  for (const job of [first, second, third]) await jobs.create(job, many);
  const [held] = await cutOff.queue.claim(1, 60_000);
  relay.swallowAnswers();
  await expect(cutOff.queue.claim(1, 60_000)).rejects.toMatchObject(unavailable);
  await expect.poll(() => jobs.find(second.uuid)).toMatchObject({ state: 'processing', attempts: 1 });
  await relay.restore();
  expect((await cutOff.queue.claim(2, 60_000)).map(({ uuid, attempt }) => [uuid, attempt])).toEqual([
    [second.uuid, 1],
    [third.uuid, 1],
  ]);
  expect(held).toMatchObject({ uuid: first.uuid, attempt: 1 });
  expect(await cutOff.queue.heartbeat([held!], 60_000)).toEqual([]);
});

test('an address without a server, and a server that never answers, are unavailable', async () => {
  const silent = createServer(() => {});
  const port = await listen(silent);
  const url = `postgres://u@127.0.0.1:${port}/d`;
  await expect(open({ url, connectTimeoutMs: 200 })).rejects.toMatchObject(unavailable);
  silent.close();
  await expect(open({ url: 'postgres://u@127.0.0.1:1/d' })).rejects.toMatchObject(unavailable);
});

test.each(['all', 'runAlone'] as const)('a server that ends a connection with its greeting is unavailable (%s)', async (call) => {
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + body.length);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')]);
  };
  const fault = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');
  const greeting = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), fault]);
  const ending = createServer((socket) => {
    socket.once('data', () => socket.end(greeting)).on('error', () => undefined);
  });
  const port = await listen(ending);
  // A fault that nobody listens to would end the process, and fails this run.
  const database = openTables(`postgres://a@127.0.0.1:${port}/a?sslmode=disable`);
  await expect(database[call]('SELECT 1')).rejects.toMatchObject(unavailable);
});

test('a connection that is silent for hours is kept alive', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => asked.mockRestore());
  const { relay, url } = await startDatabaseRelay(await createDatabaseUrl());
  onTestFinished(() => relay.end());
  await openTables(url).runAlone('SELECT 1');
  expect(asked).toHaveBeenCalledWith(true, 30_000);
});

test('a database that is missing is told apart', async () => {
  const error = await open({ url: server.url('missing') }).catch((fault: unknown) => fault as PdfgenError);
  expect(error).toMatchObject({ ...unavailable, message: expect.stringContaining('database name') as string });
});

test.each(['', 'mysql://a/b', 'localhost:5432'])('the address "%s" is refused', async (url) => {
  await expect(open({ url })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test.each([true, false])('a statement that takes too long is unavailable (prepared: %s)', async (prepared) => {
  const url = await createDatabaseUrl();
  const store = await open({ url, prepared, statementTimeoutMs: 300 });
  const other = openTables(url);
  await other.transaction(async (statements) => {
    await statements.run('LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE');
    await expect(store.team(team).jobs.find(team)).rejects.toMatchObject(unavailable);
    await expect(store.team(team).jobs.discard(team)).rejects.toMatchObject(unavailable);
  });
  expect(await store.team(team).jobs.find(team)).toBeUndefined();
});

test('two transactions that wait for each other both succeed', async () => {
  const url = await createDatabaseUrl();
  await query(url, 'CREATE TABLE marks (name text PRIMARY KEY, n integer); INSERT INTO marks VALUES ($$a$$, 0), ($$b$$, 0)');
  const database = openTables(url);
  let attempts = 0;
  let held = 0;
  const { opened: both, open: meet } = createLatch();
  const count = (order: readonly string[]) =>
    database.transaction(async (statements) => {
      attempts++;
      await statements.run('UPDATE marks SET n = n + 1 WHERE name = $1', [order[0]!]);
      if (++held === 2) meet();
      await both;
      await statements.run('UPDATE marks SET n = n + 1 WHERE name = $1', [order[1]!]);
    });
  await Promise.all([count(['a', 'b']), count(['b', 'a'])]);
  // The loser's new attempt may take its first row again before the winner wakes up.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await query(url, 'SELECT n FROM marks')).toEqual([{ n: 2 }, { n: 2 }]);
});

test.each([true, false])('statements are prepared only where the pooler allows it (prepared: %s)', async (prepared) => {
  const database = openDatabase({
    url: await createDatabaseUrl(),
    ...patient,
    maxConnections: 1,
    prepared,
  });
  onTestFinished(() => database.close());
  await database.all('SELECT 1');
  expect(await database.all('SELECT statement FROM pg_prepared_statements')).toHaveLength(prepared ? 2 : 0);
});

test('a statement and a transaction on a connection of their own leave no connection behind', async () => {
  const url = await createDatabaseUrl();
  const database = openTables(url);
  await database.runAlone('SELECT 1');
  await database.migrate(async () => {});
  const others = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await expect.poll(() => query(url, others), { timeout: 10_000 }).toEqual([]);
});

test('a database without TLS is told as such', async () => {
  const { relay, url } = await startDatabaseRelay(await createDatabaseUrl());
  onTestFinished(() => relay.end());
  await expect(open({ url: `${url}?sslmode=require` })).rejects.toMatchObject({
    ...unavailable,
    message: expect.stringContaining('The database has no TLS. Turn it on, or write sslmode=disable in its URL.') as string,
  });
});

test('at the start, the fault names the address of the database and the reason of the system', async () => {
  await expect(open({ url: 'postgres://u@127.0.0.1:1/d' })).rejects.toThrow(
    'The database cannot be reached, or broke off the connection. Try again. The address is 127.0.0.1:1 (ECONNREFUSED).',
  );
  const error = await open({ url: server.url('missing') }).catch((fault: unknown) => fault as PdfgenError);
  expect((error as PdfgenError).message).toMatch(/The address is \/\S+\.$/);
});

test('stores in two schemas of one database share nothing', async () => {
  const url = await createDatabaseUrl();
  await query(url, 'CREATE SCHEMA one; CREATE SCHEMA other');
  const openSchema = (schema: string) => {
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    return open({ url: address.href });
  };
  const [one, other] = await Promise.all([openSchema('one'), openSchema('other')]);
  const job = newJob(1);
  await one.team(team).jobs.create(job, many);
  expect(await other.queue.claim(1, 60_000)).toEqual([]);
  expect((await one.queue.claim(1, 60_000)).map(({ uuid }) => uuid)).toEqual([job.uuid]);
});

test('a statement that fails keeps its connection', async () => {
  const url = await createDatabaseUrl();
  const database = openDatabase({ url, ...patient, maxConnections: 1 });
  onTestFinished(() => database.close());
  const pid = async () => (await database.first<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!.pid;
  const before = await pid();
  await expect(database.run('SELECT 1 / 0')).rejects.toThrow('division by zero');
  await expect(database.transaction((statements) => statements.run('SELECT 1 / 0'))).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
});

test('a connection that leads to a replica, or whose transaction did not end, is not used again', async () => {
  const url = await createDatabaseUrl();
  const database = openDatabase({ url, ...patient, maxConnections: 1 });
  onTestFinished(() => database.close());
  const pid = async () => (await database.first<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!.pid;
  const first = await pid();
  const asReplica = database.transaction(async (statements) => {
    await statements.run('SET LOCAL transaction_read_only = on');
    await statements.run('CREATE TABLE x ()');
  });
  await expect(asReplica).rejects.toMatchObject(unavailable);
  const second = await pid();
  expect(second).not.toBe(first);
  // As after a ROLLBACK that was canceled.
  await database.run('BEGIN');
  await expect(database.run('SELECT 1 / 0')).rejects.toThrow('division by zero');
  await expect(pid()).rejects.toMatchObject(unavailable);
  expect(await pid()).not.toBe(second);
});

test('a full disk and a damaged table are told as such', async () => {
  const url = await createDatabaseUrl();
  const raised = async (state: string) =>
    openTables(url)
      .transaction((statements) => statements.run(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`))
      .catch((error: unknown) => error);
  expect(await raised('53100')).toMatchObject({ code: 'OVERLOADED', exitCode: 9 });
  expect(await raised('XX001')).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('damaged') as string });
  expect(await raised('57P01')).toMatchObject(unavailable);
  expect(await raised('42P01')).not.toBeInstanceOf(PdfgenError);
});

test('a mistake of the program is no fault of the database', () => {
  const mistake = new TypeError('x is not a function');
  expect(toServiceError(mistake)).toBe(mistake);
});
