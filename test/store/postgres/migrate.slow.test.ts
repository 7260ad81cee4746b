import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { type DatabaseOptions, openDatabase, type PostgresDatabase } from '../../../src/store/postgres/database.ts';
import { contract, expand, type Migration, migrations, prepare, readForm } from '../../../src/store/postgres/migrate.ts';
import { enterProcess, listProcesses } from '../../../src/store/postgres/process-rows.ts';
import { raises } from '../../support/ends.ts';
import { createLatch } from '../../support/latch.ts';
import { addressOf, createDatabase, patient, query } from '../../support/postgres.ts';

const folder = inject('postgresFolder');
const released = migrations.length;
const empty = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public';

let name: string;
let url: string;
let told: string[];
const tell = (text: string) => void told.push(text);
beforeEach(async () => {
  name = await createDatabase(folder);
  url = addressOf(folder, name);
  told = [];
});

function open(options: Partial<DatabaseOptions> = {}): PostgresDatabase {
  const database = openDatabase({ url, ...patient, ...options });
  onTestFinished(() => database.close());
  return database;
}

async function enter(form: number): Promise<PostgresDatabase> {
  const database = openDatabase({ url, ...patient });
  const entered = await enterProcess(database, 'server', form).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  onTestFinished(() => entered.close().catch(() => undefined)); // the test may have closed it
  return entered;
}

/** A new name for a column, in the two halves. */
const renaming: Migration = {
  expand: 'ALTER TABLE teams ADD COLUMN title text; UPDATE teams SET title = name',
  contract: 'ALTER TABLE teams DROP COLUMN name',
};
const next = [...migrations, renaming];
const columnsOfTeams = async () =>
  (await query(url, "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'teams' ORDER BY 1")).map(
    (row) => row.name,
  );

test('programs that meet an empty database at the same moment make its tables once, and none sees half of them', async () => {
  await query(url, empty);
  const told: string[] = [];
  await Promise.all([open(), open(), open()].map((database) => prepare(database, (text) => told.push(text))));
  expect(told).toEqual([`The tables of the database are made, with format ${released}.`]);
  expect(await query(url, 'SELECT form FROM store_form')).toEqual([{ form: released }]);
});

test('an empty database gets both halves of each step and its indexes at once', async () => {
  await query(url, empty);
  const database = open();
  await prepare(database, undefined, [...next, { index: 'teams_by_origins', on: 'ON teams (origins)' }]);
  expect(await readForm(database)).toEqual({ form: released + 2, minReader: released + 1 });
  expect(await columnsOfTeams()).not.toContain('name');
  await database.run('DROP INDEX teams_by_origins');
});

test('a database with tables of others is left as it is', async () => {
  await query(url, `${empty}; CREATE TABLE jobs (title text)`);
  await expect(prepare(open())).rejects.toThrow('The database holds other data, in the table jobs. Name an empty database.');
  await expect(expand(open(), tell)).rejects.toThrow('in the table jobs');
  const tables = await query(url, "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'");
  expect(tables).toEqual([{ name: 'jobs' }]);
});

test('a database that cannot store every text, or stores missing values as text, is refused', async () => {
  const latin = `${name}_latin`;
  await query(url, `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  onTestFinished(() => query(url, `DROP DATABASE ${latin} WITH (FORCE)`).then(() => undefined));
  await raises(prepare(open({ url: addressOf(folder, latin) })), 'INVALID_REQUEST', 'The database has the encoding LATIN1');
  await expect(expand(open({ url: addressOf(folder, latin) }), tell)).rejects.toThrow('The database has the encoding LATIN1');
  await query(url, `ALTER DATABASE ${name} SET array_nulls = off`);
  await raises(prepare(open()), 'INVALID_REQUEST', 'Run: ALTER ROLE … SET array_nulls = on');
});

test.each(['(id integer)', '(form text)'])('a table store_form %s of others is told as other data', async (columns) => {
  await query(url, `${empty}; CREATE TABLE store_form ${columns}; INSERT INTO store_form VALUES (1)`);
  const message = 'The database holds other data, in a table store_form that is not a table of pdfgen. Name an empty database.';
  await expect(prepare(open())).rejects.toThrow(message);
  await expect(expand(open(), tell)).rejects.toThrow(message);
});

test('a program that needs more than the database has says which command to run', async () => {
  await raises(prepare(open(), undefined, next), 'INVALID_REQUEST', `needs format ${released + 1}. Run: pdfgen migrate --expand`);
});

test('a program goes on beside a newer one, until what it uses is removed', async () => {
  const database = open();
  const old = await enter(released);
  expect(await expand(database, tell, next)).toBe(1);
  expect(told).toEqual([`Step ${released + 1} of ${released + 1}`]);
  expect(await expand(database, tell, next)).toBe(0);
  await prepare(database);
  await old.all('SELECT name FROM teams');
  await raises(
    contract(database, tell, next),
    'INVALID_REQUEST',
    /^Nothing was removed, .*: server on \S+, process \d+, pdfgen \S+ with format/,
  );
  expect(told.join()).not.toContain('Removing');
  await old.close();
  const fresh = await enter(released + 1);
  expect(await contract(database, tell, next)).toBe(1);
  expect(told).toContain(`Removing what step ${released + 1} replaced`);
  expect(await contract(database, tell, next)).toBe(0);
  expect(await columnsOfTeams()).toEqual(['created_ms', 'id', 'origins', 'title']);
  await raises(prepare(database), 'INVALID_REQUEST', 'Use the newer pdfgen');
  await expect(expand(database, tell)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(enter(released)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfter: 10 });
  expect(await listProcesses(fresh)).toMatchObject([{ kind: 'server', form: released + 1, pid: process.pid }]);
});

test('a process that was killed counts for 15 seconds', async () => {
  const database = open();
  await expand(database, tell, next);
  const seen = 1_000_000;
  await query(
    url,
    `INSERT INTO processes VALUES (gen_random_uuid(), 'worker', 'elsewhere', 7, '0.1.0', ${released}, ${seen}, ${seen})`,
  );
  const setClock = (ms: number) =>
    query(url, `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT ${ms}::bigint'`);
  await setClock(seen + 14_999);
  await expect(contract(database, tell, next)).rejects.toMatchObject({
    message: expect.stringContaining('worker on elsewhere, process 7') as string,
  });
  await setClock(seen + 15_000);
  expect(await contract(database, tell, next)).toBe(1);
});

test('a process that was away while the database changed does no more statement, and is not ready', async () => {
  const database = open();
  const old = await enter(released);
  await expand(database, tell, next);
  await query(url, 'DELETE FROM processes');
  await contract(database, tell, next);
  // The next beat comes within 5 seconds.
  const store = createPostgresStateStore(old);
  await expect.poll(() => store.check().catch((error: { code: string }) => error.code)).toBe('STORE_UNAVAILABLE');
  for (const call of [() => old.run('SELECT 1'), () => old.all('SELECT 1'), () => old.transaction(async () => 1)])
    await expect(call()).rejects.toMatchObject({ message: expect.stringContaining('Restart this process') as string });
});

test('a step waits for a long transaction without holding up others for longer than 2 seconds', async () => {
  const database = open();
  const { opened: until, open: end } = createLatch();
  const long = database.transaction(async (statements) => {
    await statements.all('SELECT * FROM teams');
    await until;
  });
  const expanding = expand(open(), tell, next);
  await expect.poll(() => told).toContain('A table is in use. Trying again.');
  expect(await database.all('SELECT * FROM teams')).toEqual([]);
  end();
  await long;
  expect(await expanding).toBe(1);
});

test('commands at the same moment take turns, and one step is taken once', async () => {
  const slow = { expand: 'SELECT pg_sleep(0.5); CREATE TABLE more (n integer)' };
  const steps = [...migrations, slow];
  const counts = await Promise.all([open(), open(), open()].map((database) => expand(database, tell, steps)));
  expect(counts.sort()).toEqual([0, 0, 1]);
  expect(told).toContain('Another pdfgen migrate or migrate-data is running. Waiting for its end.');
});

test('an index is made while others write, also after its making was interrupted', async () => {
  const database = open();
  const steps: Migration[] = [...migrations, { index: 'teams_by_origins', on: 'ON teams (origins)' }];
  await database.transaction(async (statements) => {
    await statements.run(`INSERT INTO teams (id, name, origins, created_ms) VALUES (gen_random_uuid(), 'a', '[]', 1)`);
    const expanding = expand(open(), tell, steps).catch((error: unknown) => error);
    // The making of the index waits for this transaction, but nobody waits for the making.
    await open().run(`INSERT INTO teams (id, name, origins, created_ms) VALUES (gen_random_uuid(), 'b', '[]', 1)`);
    const waiting =
      "SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database()";
    await expect.poll(() => query(url, waiting)).toHaveLength(1);
    await query(url, `SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`);
    expect(await expanding).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
  expect((await readForm(database)).form).toBe(released);
  expect(await query(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'teams_by_origins'::regclass")).toEqual([
    { valid: false },
  ]);
  expect(await expand(database, tell, steps)).toBe(1);
  expect(await query(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'teams_by_origins'::regclass")).toEqual([
    { valid: true },
  ]);
});

test('an index that was made before its step was interrupted is kept', async () => {
  await query(url, 'CREATE INDEX teams_by_origins ON teams (origins)');
  const idOf = () => query(url, "SELECT 'teams_by_origins'::regclass::oid AS id");
  const made = await idOf();
  expect(await expand(open(), tell, [...migrations, { index: 'teams_by_origins', on: 'ON teams (origins)' }])).toBe(1);
  expect(await idOf()).toEqual(made);
});

test('a process that enters removes the rows of processes that were killed an hour ago', async () => {
  const rows = [3_605_000, 3_595_000].map((ms) => `(gen_random_uuid(), 'worker', '${ms}', 7, '0', 1, 1, now_ms() - ${ms})`);
  await query(url, `INSERT INTO processes VALUES ${rows.join()}`);
  await enter(released);
  expect(await query(url, "SELECT host FROM processes WHERE kind = 'worker'")).toEqual([{ host: '3595000' }]);
});

test('statements do not each ask whether the database has changed', async () => {
  const database = openDatabase({ url, ...patient });
  let asked = 0;
  const counted: PostgresDatabase = {
    ...database,
    first: (...args) => {
      asked++;
      return database.first(...args);
    },
  };
  const entered = await enterProcess(counted, 'server', released);
  onTestFinished(() => entered.close());
  for (let n = 0; n < 10; n++) await entered.all('SELECT 1');
  // Once at the start, and every 5 seconds.
  expect(asked).toBeLessThan(5);
});

test.each([renaming.expand, renaming.contract!])('a half that fails changes nothing: %s', async (sql) => {
  const database = open();
  const failing = `${sql}; SELECT 1 / 0`;
  const step = sql === renaming.expand ? { ...renaming, expand: failing } : { ...renaming, contract: failing };
  const { minReader } = await readForm(database);
  const work = expand(database, tell, [...migrations, step]).then(() => contract(database, tell, [...migrations, step]));
  await expect(work).rejects.toThrow('division by zero');
  expect(await columnsOfTeams()).toContain('name');
  expect((await readForm(database)).minReader).toBe(minReader);
});

test.each([true, false])(
  'a time limit that the database sets for statements does not end a step (prepared: %s)',
  async (prepared) => {
    await query(url, `ALTER DATABASE ${name} SET statement_timeout = '100ms'`);
    const step: Migration = { expand: 'SELECT pg_sleep(0.3)' };
    expect(await expand(open({ prepared }), tell, [...migrations, step])).toBe(1);
  },
);

test('connections go on after their tables got another column', async () => {
  const database = open({ maxConnections: 4 });
  const readAll = () => Promise.all(Array.from({ length: 8 }, () => database.all('SELECT * FROM teams')));
  const inTransaction = () => database.transaction((statements) => statements.all('SELECT * FROM tokens'));
  await readAll();
  await inTransaction();
  await query(url, 'ALTER TABLE teams ADD COLUMN more integer; ALTER TABLE tokens ADD COLUMN more integer');
  expect(await readAll()).toHaveLength(8);
  expect(await inTransaction()).toEqual([]);
});
