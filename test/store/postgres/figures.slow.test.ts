import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { patient, query } from '../../support/postgres.ts';
import { newJob } from '../state-store.suite.ts';

const team = '00000000-0000-4000-8000-000000000001';
const many = { maxUnfinished: 1_000_000 };

async function openOn(url: string): Promise<StateStore> {
  const store = createPostgresStateStore(await openPostgres({ url, ...patient }));
  onTestFinished(() => store.close());
  return store;
}

test('processes share figures: within their age nobody adds up again', async () => {
  const url = await createDatabaseUrl();
  const [one, other] = [await openOn(url), await openOn(url)];
  await one.team(team).jobs.create(newJob(1), many);
  expect((await one.figures(3_600_000)).jobs.queued).toBe(1);
  await other.team(team).jobs.create(newJob(1), many);
  expect((await other.figures(3_600_000)).jobs.queued).toBe(1);
  expect((await other.figures(0)).jobs.queued).toBe(2);
  expect((await one.figures(3_600_000)).jobs.queued).toBe(2);
});

test('a process adds up by itself while the first figures are still being added up', async () => {
  const url = await createDatabaseUrl();
  const store = await openOn(url);
  await store.team(team).jobs.create(newJob(1), many);
  await query(url, "UPDATE figures SET taken_ms = now_ms(), body = ''");
  expect((await store.figures(3_600_000)).jobs.queued).toBe(1);
});

test('figures tell the age of the oldest open transaction', async () => {
  const url = await createDatabaseUrl();
  const store = await openOn(url);
  expect((await store.figures(0)).snapshotMs).toBe(0);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM jobs');
  await expect.poll(async () => (await store.figures(0)).snapshotMs).toBeGreaterThan(100);
  await client.query('ROLLBACK');
  expect((await store.figures(0)).snapshotMs).toBe(0);
});
