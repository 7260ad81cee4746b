import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { batchStates, jobStates } from '../../../src/contract/job-states.ts';
import { withoutTurns } from '../../../src/store/batch-turns.ts';
import { createAccess } from '../../../src/store/sql/access.ts';
import { createEditorDrafts } from '../../../src/store/sql/drafts.ts';
import { createEmbeddedTemplates, readContents } from '../../../src/store/sql/embedded.ts';
import { createLookUp } from '../../../src/store/sql/look-up.ts';
import { createBatches, lookUpDriver } from '../../../src/store/sqlite/batches.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { configure, openDatabase, type SqlValue } from '../../../src/store/sqlite/database.ts';
import { oldestSql } from '../../../src/store/sqlite/figures.ts';
import { createJobs } from '../../../src/store/sqlite/jobs.ts';
import { formOf, migrate, migrations } from '../../../src/store/sqlite/migrate.ts';
import { isDeadOwner, ownerOfThisProcess } from '../../../src/store/sqlite/process-owner.ts';
import { claimSql, createQueue, nextTeamSql, restedSql } from '../../../src/store/sqlite/queue.ts';
import { runWork, toWorkDatabase } from '../../../src/store/sqlite/run-work.ts';
import { endedSql, expiringSql } from '../../../src/store/sqlite/sweep.ts';
import { createTemplateIndex } from '../../../src/store/sqlite/template-index.ts';
import type { NewBatchItem } from '../../../src/store/state-store.ts';
import { makeFolder } from '../../support/folders.ts';
import { createRandom } from '../../support/random.ts';
import { newBatch, newJob, result, stateStoreSuite } from '../state-store.suite.ts';

const place = () => join(makeFolder(), 'state.db');
const many = { maxUnfinished: 1_000_000 };

stateStoreSuite('sqlite', async (now) => createSqliteStateStore({ path: place(), now }));

test.each([true, undefined, Number.NaN, {}, new Date(0)])('a value that would end the process is refused: %s', (value) => {
  const database = openDatabase(place());
  expect(() => database.all('SELECT ?', [value as unknown as SqlValue])).toThrow(TypeError);
  database.close();
});

test("a newer program's database is refused, an older one's is copied beside", () => {
  const path = place();
  const database = openDatabase(path);
  configure(database);
  const told: string[] = [];
  const tell = (text: string) => told.push(text);
  migrate(database, path, { tell });
  migrate(database, path, { steps: [...migrations, 'CREATE TABLE more (a INTEGER)'], tell });
  const [before, after] = [migrations.length, migrations.length + 1];
  expect(told).toEqual([
    `The database is made, with format ${before}.`,
    `The database has format ${before}. Copying it before it gets format ${after}.`,
    `The copy of the database is state.db.form-${before}.bak. Changing the database.`,
    `Step ${after} of ${after} of the database is done.`,
  ]);
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

test('reading a batch reads only items that have expired and are not swept', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: () => 1 });
  const batch = newBatch(1, 50);
  await store.team('a').batches.create(batch, many);
  for (const claim of await store.queue.claim(50, 1_000)) await store.queue.complete(claim, result(claim), [], 10);
  await store.close();
  const database = openDatabase(path);
  const plans: string[] = [];
  const spy = {
    ...database,
    all: <Row>(sql: string, values: readonly SqlValue[] = []) => {
      plans.push(...database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail));
      return database.all<Row>(sql, values);
    },
  };
  expect((await createBatches(spy, 'a', () => 1, withoutTurns).find(batch.uuid))?.counts).toMatchObject({
    completed: 50,
    total: 50,
  });
  expect(plans).toEqual([
    expect.stringContaining('SEARCH b USING INDEX sqlite_autoindex_batches_1 (team_id=? AND uuid=?)'),
    expect.stringContaining('SUBQUERY'),
    expect.stringContaining('jobs_of_batch_expiring (team_id=? AND batch_uuid=? AND expires_ms<?)'),
  ]);
  database.close();
});

test('a page of jobs reads the warnings that it shows, and no others', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  const batch = newBatch(1, 20);
  const warnings = [{ code: 'numbers', message: 'w'.repeat(400_000) }] as unknown as NonNullable<NewBatchItem['warnings']>;
  await store.team('a').batches.create({ ...batch, items: batch.items.map((item) => ({ ...item, warnings })) }, many);
  await store.close();
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  let read = 0;
  const counted = <Row>(rows: readonly Row[]): readonly Row[] => {
    for (const row of rows) read += JSON.stringify(row).length;
    return rows;
  };
  const spy = {
    ...database,
    all: <Row>(sql: string, values: readonly SqlValue[] = []) => counted(database.all<Row>(sql, values)),
    first: <Row>(sql: string, values: readonly SqlValue[] = []) => counted(database.all<Row>(sql, values))[0],
  };
  expect((await createJobs(spy, 'a', Date.now).list({}, 20, undefined)).items).toHaveLength(2);
  expect(read).toBeLessThan(1_000_000);
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
  const oldest = ['batch_uuid IS NULL', 'batch_uuid IS NOT NULL'].map(oldestSql);
  for (const sql of [claimSql, nextTeamSql, restedSql, expiringSql, endedSql, ...oldest]) {
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
  const batches = createBatches(spy, 'a', Date.now, withoutTurns);
  const shared = toWorkDatabase(spy, Date.now);
  const embedded = createEmbeddedTemplates(shared, 'a');
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
  const index = createTemplateIndex(spy, 'a');
  for (const key of [undefined, { createdAt: '2026', uuid }]) {
    for (const q of [undefined, 'q'])
      for (const tag of [undefined, 't']) for (const slug of [undefined, 's']) void index.list({ q, tag, slug }, 10, key);
  }
  void index.stamp();
  void index.findSlug(uuid);
  void index.findFault();
  void index.listUnrecorded();
  void jobs.find(uuid);
  void batches.find(uuid);
  void embedded.find(uuid, uuid);
  void embedded.findRevision(uuid, 1);
  void embedded.listRevisions(uuid);
  void createEditorDrafts(shared, 'a').find(uuid);
  runWork(spy, readContents('a', uuid), Date.now);
  const queue = createQueue(spy, Date.now);
  void queue.ownsBlob('a', 'b');
  void createAccess(shared).findToken('h');
  const lookUp = createLookUp(shared, lookUpDriver);
  void lookUp.states([{ teamId: 'a', kind: 'job', uuid }]);
  void lookUp.batches([{ teamId: 'a', kind: 'batch', uuid }]);
  expect(statements.length).toBeGreaterThan(60);
  for (const { sql, values } of statements) {
    const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => detail);
    // Results that are over and not yet swept are found by their end, and few enough to sort.
    const bad = sql.includes('expires_ms <= ?') ? /^SCAN (?!w VIRTUAL)/ : /^SCAN (?!w VIRTUAL)|TEMP B-TREE FOR ORDER/;
    expect([sql, plan.filter((step) => bad.test(step))]).toEqual([sql, []]);
  }
  database.close();
});

test('a removed or replaced database file is noticed', async () => {
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

test('an overwritten database file is noticed, even while its pages are in the log beside it', async () => {
  const path = place();
  const store = createSqliteStateStore({ path, now: Date.now });
  onTestFinished(() => store.close());
  await store.team('a').jobs.create(newJob(1), many);
  await store.check();
  writeFileSync(path, Buffer.alloc(statSync(path).size, 0xa5));
  await expect(store.check()).rejects.toMatchObject({ message: expect.stringContaining('damaged') as string });
});

test.each([1, 2, 3, 4, 5, 6])('a page of the database that was overwritten is noticed (seed %i)', async (seed) => {
  const path = place();
  const made = createSqliteStateStore({ path, now: Date.now });
  for (let n = 0; n < 20; n++) await made.team('a').batches.create(newBatch(n, 5), many);
  await made.close();
  const database = openDatabase(path);
  database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const store = createSqliteStateStore({ path, now: Date.now });
  onTestFinished(() => store.close());
  await store.check();
  const random = createRandom(seed);
  const bytes = readFileSync(path);
  const at = Math.floor(random() * (bytes.length / 4096)) * 4096;
  bytes.fill(seed % 2 === 0 ? 0 : 0xff, at, at + 4096);
  writeFileSync(path, bytes);
  await expect(store.check()).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('damaged') as string });
});

test('a running process is alive; the same id with another start time is dead', () => {
  const own = ownerOfThisProcess();
  expect(isDeadOwner(own)).toBe(false);
  expect(isDeadOwner(own.replace(/\S+$/, '1'))).toBe(true);
  expect(isDeadOwner(`elsewhere ${process.pid} 1`)).toBe(false);
  expect(isDeadOwner(`${own.replace(/\S+$/, '1')} more`)).toBe(false);
});
