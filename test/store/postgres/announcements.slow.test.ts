import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import type { DatabaseOptions } from '../../../src/store/postgres/database.ts';
import { openForProcess, openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { addressOf, patient, query } from '../../support/postgres.ts';

const folder = inject('postgresFolder');
let url: string;
beforeEach(async () => {
  url = await createDatabaseUrl();
});

async function openQueue(options: Partial<DatabaseOptions> = {}) {
  const store = createPostgresStateStore(await openPostgres({ url, ...patient, ...options }));
  onTestFinished(() => store.close());
  return store.queue;
}

/** Counts how often a queue wakes its listener, and collects faults. */
async function listen(directUrl: string) {
  const heard = { wakes: 0, faults: [] as string[] };
  const stop = (await openQueue({ directUrl })).listen(
    () => heard.wakes++,
    (fault) => heard.faults.push(fault),
  );
  return { heard, stop };
}

const listeners = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;

test('a worker hears of the jobs of another process, once for many jobs of a moment', async () => {
  const { heard, stop } = await listen(url);
  const other = await openQueue();
  await expect.poll(() => heard.wakes).toBe(1);
  for (let n = 0; n < 1_000; n++) other.announce(1);
  await expect.poll(() => heard.wakes).toBe(3);
  stop();
  await expect.poll(() => query(url, `SELECT pid ${listeners}`)).toEqual([]);
  expect(heard).toEqual({ wakes: 3, faults: [] });
});

test('a listener whose connection broke is woken when it is back, and hears again', async () => {
  const { heard } = await listen(url);
  const other = await openQueue();
  await expect.poll(() => heard.wakes).toBe(1);
  await query(url, `SELECT pg_terminate_backend(pid) ${listeners}`);
  await expect.poll(() => heard.wakes).toBe(2);
  other.announce(1);
  await expect.poll(() => heard.wakes).toBe(3);
});

test('an address over which nobody can listen is told once', async () => {
  const { heard } = await listen(addressOf(folder, 'missing'));
  await expect.poll(() => heard.faults).toHaveLength(1);
  expect(heard.faults[0]).toMatch(/^New jobs are not announced.*: .*"missing" does not exist/);
});

test('a process knows how many use the database, and pauses the longer the more there are', async () => {
  const open = async () => {
    const database = await openForProcess({ url, ...patient }, 'worker');
    const { queue, close } = createPostgresStateStore(database, { processes: database.processes });
    return { queue, close, processes: database.processes };
  };
  const first = await open();
  const second = await open();
  const third = await open();
  expect([first, second, third].map(({ processes }) => processes())).toEqual([1, 2, 3]);
  expect(third.queue.idlePauseMs()).toBe(3 * first.queue.idlePauseMs());
  await second.close();
  const fourth = await open();
  expect(fourth.processes()).toBe(3);
  for (const { close } of [first, third, fourth]) await close();
});
