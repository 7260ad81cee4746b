// Several real processes on one database file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import type { StateStore } from '../../src/store/state-store.ts';
import { newBatch, newJob } from '../store/state-store.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';
import { countUnfinished } from '../support/unfinished-jobs.ts';

const many = { maxUnfinished: 1_000_000 };
const program = new URL('claim-jobs.ts', import.meta.url);
const place = () => join(makeFolder(), 'state.db');

/** A process that takes so many jobs, or all that there are, and completes them. */
const startWorker = (path: string, most: number, ...more: string[]): TestProcess =>
  startProcess(program, [path, String(most), ...more]);

function checkIntegrity(path: string): void {
  const database = openDatabase(path);
  expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
  // The sums that triggers keep are those of the rows.
  const sums =
    "SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'processing') AS processing FROM jobs";
  const kept = 'SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(processing), 0) AS processing FROM team_sums';
  expect(database.all(kept)).toEqual(database.all(sums));
  database.close();
}

async function attemptsOf(store: StateStore, teamId: string): Promise<readonly number[]> {
  const { items } = await store.team(teamId).jobs.list({ state: 'completed' }, 1000, undefined);
  return items.map(({ attempts }) => attempts);
}

test('two processes claim from one file: no job twice, none left', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  const batch = newBatch(Date.now(), 150);
  await store.team('a').batches.create(batch, many);
  for (let n = 0; n < 150; n++) await store.team('b').jobs.create(newJob(Date.now()), many);
  // Each leaves some for the other, however late the other begins.
  const workers = [startWorker(path, 200), startWorker(path, 200)];
  for (const { says } of workers) await says('ready');
  for (const { child } of workers) child.stdin!.end();
  const ends = await Promise.all(workers.map(({ ends }) => ends()));
  const claimed = ends.map(({ stdout }) => stdout.match(/(?<=^job ).+$/gm) ?? []);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(claimed.flat()).toHaveLength(300);
  expect(new Set(claimed.flat()).size).toBe(300);
  expect(await countUnfinished(store)).toEqual({ queued: 0, processing: 0 });
  expect([...(await attemptsOf(store, 'a')), ...(await attemptsOf(store, 'b'))]).toEqual(Array.from({ length: 300 }, () => 1));
  expect(await store.team('a').batches.find(batch.uuid)).toMatchObject({ state: 'completed' });
  await store.close();
  checkIntegrity(path);
});

test('a process that is killed leaves a sound file, and its jobs are taken back and done once', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  const batch = newBatch(Date.now(), 300);
  await store.team('a').batches.create(batch, many);
  for (let round = 0; round < 3; round++) {
    const { child, says, ends } = startWorker(path, 300, 'slow');
    await says('ready');
    child.stdin!.end();
    await says('job ');
    await sleep(10 + round * 9);
    child.kill('SIGKILL');
    await ends();
    checkIntegrity(path);
    const { processing } = await countUnfinished(store);
    expect(processing).toBeGreaterThan(0);
    // Its lease of 30 seconds runs on: it is known to be dead.
    expect(await store.queue.reclaim()).toBe(processing);
    expect((await countUnfinished(store)).processing).toBe(0);
  }
  const last = startWorker(path, 300);
  await last.says('ready');
  expect((await countUnfinished(store)).queued).toBeGreaterThan(0);
  last.child.stdin!.end();
  expect((await last.ends()).code).toBe(0);
  expect(await store.team('a').batches.find(batch.uuid)).toMatchObject({
    state: 'completed',
    counts: { total: 300, completed: 300 },
  });
  const attempts = await attemptsOf(store, 'a');
  expect(Math.max(...attempts)).toBeGreaterThan(1);
  await store.close();
  checkIntegrity(path);
});

test('jobs of a process that lives are not taken back', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  for (let n = 0; n < 40; n++) await store.team('a').jobs.create(newJob(Date.now()), many);
  const { child, says } = startWorker(path, 300, 'slow');
  await says('ready');
  child.stdin!.end();
  await says('job ');
  expect(await store.queue.reclaim()).toBe(0);
  expect((await countUnfinished(store)).processing).toBeGreaterThan(0);
  await store.close();
});

test('processes that start at once on a new file make one database', async () => {
  const path = place();
  const workers = [0, 1, 2].map(() => startWorker(path, 300));
  for (const { says } of workers) await says('ready');
  for (const { child } of workers) child.stdin!.end();
  expect((await Promise.all(workers.map(({ ends }) => ends()))).map(({ code }) => code)).toEqual([0, 0, 0]);
  checkIntegrity(path);
  expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
});
