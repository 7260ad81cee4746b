import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { batchStates, jobStates } from '../../../src/contract/job-states.ts';
import { createAccess } from '../../../src/store/sqlite/access.ts';
import { createBatches } from '../../../src/store/sqlite/batches.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { configure, openDatabase, type SqlValue } from '../../../src/store/sqlite/database.ts';
import { createEmbeddedTemplates } from '../../../src/store/sqlite/embedded.ts';
import { createJobs } from '../../../src/store/sqlite/jobs.ts';
import { formOf, migrate, migrations } from '../../../src/store/sqlite/migrate.ts';
import { isDeadOwner, ownerOfThisProcess } from '../../../src/store/sqlite/process-owner.ts';
import { claimSql, createQueue, nextTeamSql } from '../../../src/store/sqlite/queue.ts';
import { endedSql, expiringSql } from '../../../src/store/sqlite/sweep.ts';
import { newJob, stateStoreSuite } from '../state-store.suite.ts';

const root = mkdtempSync(join(tmpdir(), 'pdfgen-state-'));
afterAll(() => rmSync(root, { recursive: true }));
const place = () => join(mkdtempSync(join(root, 'case-')), 'state.db');
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
  const copy = `${path}.form-${migrations.length}.bak`;
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const older = openDatabase(copy);
  expect(formOf(older)).toBe(migrations.length);
  older.close();
  expect(() => migrate(database, path)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
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

test('no list and no look-up reads a whole table or sorts one', () => {
  const path = place();
  createSqliteStateStore({ path, now: Date.now });
  const statements: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
  const database = openDatabase(path);
  const spy = {
    ...database,
    first: <Row>(sql: string, values: readonly SqlValue[] = []) => {
      statements.push({ sql, values });
      return database.first<Row>(sql, values);
    },
    all: <Row>(sql: string, values: readonly SqlValue[] = []) => {
      statements.push({ sql, values });
      return database.all<Row>(sql, values);
    },
  };
  const jobs = createJobs(spy, 'a', Date.now);
  const batches = createBatches(spy, 'a', Date.now);
  const embedded = createEmbeddedTemplates(spy, 'a', Date.now);
  const uuid = newJob(1).uuid;
  const after = { createdMs: 1, uuid };
  for (const key of [undefined, after]) {
    for (const state of [undefined, ...jobStates]) {
      void jobs.list({ state }, 10, key);
      void jobs.list({ state, batchUuid: uuid }, 10, key);
      void batches.listItems(uuid, { state }, 10, 5);
    }
    for (const state of [undefined, ...batchStates]) void batches.list({ state }, 10, key);
    for (const baseTemplateUuid of [undefined, uuid]) void embedded.list({ baseTemplateUuid }, 10, key);
  }
  void jobs.find(uuid);
  void batches.find(uuid);
  void embedded.find(uuid, uuid);
  void embedded.findRevision(uuid, 1);
  const queue = createQueue(spy, Date.now);
  void queue.ownsBlob('a', 'b');
  void createAccess(spy, Date.now).findToken('h');
  expect(statements.length).toBeGreaterThan(60);
  for (const { sql, values } of statements) {
    const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail);
    // Results that are over and not yet swept are found by their end, and few enough to sort.
    const bad = sql.includes('expires_ms <= ?') ? /^SCAN/ : /^SCAN|TEMP B-TREE FOR ORDER/;
    expect([sql, plan.filter((step) => bad.test(step))]).toEqual([sql, []]);
  }
  database.close();
});

test('a database file that was taken away or replaced is noticed', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  await store.check();
  renameSync(path, `${path}.away`);
  await expect(store.check()).rejects.toMatchObject({ code: 'INTERNAL' });
  const other = createSqliteStateStore({ path, now: Date.now });
  await expect(store.check()).rejects.toMatchObject({ code: 'INTERNAL' });
  await other.check();
  await Promise.all([store.close(), other.close()]);
});

test('a process that is there is not dead; one with its id but another start is', () => {
  const own = ownerOfThisProcess();
  expect(isDeadOwner(own)).toBe(false);
  expect(isDeadOwner(own.replace(/\S+$/, '1'))).toBe(true);
  expect(isDeadOwner(`elsewhere ${process.pid} 1`)).toBe(false);
});
