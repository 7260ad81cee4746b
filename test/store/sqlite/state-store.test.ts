import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { configure, openDatabase, type SqlValue } from '../../../src/store/sqlite/database.ts';
import { formOf, migrate, migrations } from '../../../src/store/sqlite/migrate.ts';
import { isDeadOwner, ownerOfThisProcess } from '../../../src/store/sqlite/process-owner.ts';
import { claimSql, nextTeamSql } from '../../../src/store/sqlite/queue.ts';
import { endedSql, expiringSql } from '../../../src/store/sqlite/sweep.ts';
import { newBatch, newJob, stateStoreSuite } from '../state-store.suite.ts';

const place = () => join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
const many = { maxUnfinished: 1_000_000 };

stateStoreSuite('sqlite', async (now) => createSqliteStateStore({ path: place(), now }));

test.each([true, undefined, Number.NaN, {}, new Date(0)])('a value that would end the process is refused: %s', (value) => {
  const database = openDatabase(place());
  expect(() => database.all('SELECT ?', [value as unknown as SqlValue])).toThrow(TypeError);
  database.close();
});

test('a database of a newer program is refused, one of an older copied beside', () => {
  const path = place();
  const database = openDatabase(path);
  configure(database);
  migrate(database, path);
  migrate(database, path, [...migrations, 'CREATE TABLE more (a INTEGER)']);
  expect(formOf(database)).toBe(migrations.length + 1);
  expect(existsSync(`${path}.form-${migrations.length}.bak`)).toBe(true);
  expect(() => migrate(database, path)).toThrow(/newer pdfgen/);
  database.close();
});

test('a backup is a whole store, and replaces nothing', async () => {
  const store = createSqliteStateStore({ path: place(), now: Date.now });
  const job = newJob(1);
  await store.team('a').jobs.create(job, many);
  const path = place();
  await store.backup(path);
  await expect(store.backup(path)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const copy = createSqliteStateStore({ path, now: Date.now });
  expect(await copy.team('a').jobs.find(job.uuid)).toMatchObject({ state: 'queued' });
  await Promise.all([store.close(), copy.close()]);
});

test('no query of the queue reads a whole table', () => {
  const path = place();
  createSqliteStateStore({ path, now: Date.now });
  const database = openDatabase(path);
  for (const sql of [claimSql, nextTeamSql, expiringSql, endedSql]) {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail);
    expect(plan.filter((step) => /^SCAN \w+$|TEMP B-TREE/.test(step))).toEqual([]);
  }
  database.close();
});

test('1,000 items are created at once, and 100,000 waiting jobs do not slow a claim', async () => {
  const store = createSqliteStateStore({ path: place(), now: Date.now });
  const before = performance.now();
  await store.team('a').batches.create(newBatch(1, 1000), many);
  expect(performance.now() - before).toBeLessThan(300);
  await store.team('a').batches.create(newBatch(2, 100_000), many);
  const began = performance.now();
  expect(await store.queue.claim('o 1 1', 10, 1000)).toHaveLength(10);
  expect(performance.now() - began).toBeLessThan(200);
  await store.close();
});

test('a process that is there is not dead; one with its id but another start is', () => {
  const own = ownerOfThisProcess();
  expect(isDeadOwner(own)).toBe(false);
  expect(isDeadOwner(own.replace(/\S+$/, '1'))).toBe(true);
  expect(isDeadOwner(`elsewhere ${process.pid} 1`)).toBe(false);
});
