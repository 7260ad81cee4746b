import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/store/postgres/database.ts';
import { contract, expand, type Migration, migrations } from '../../../src/store/postgres/migrate.ts';
import { addressOf, createDatabase, openOnClock, patient, query } from '../../support/postgres.ts';
import { type Bouncer, startBouncer } from '../../support/postgres-server.ts';
import { stateStoreSuite } from '../state-store.suite.ts';

const folder = inject('postgresFolder');

let bouncer: Promise<Bouncer> | undefined;
afterAll(async () => (await bouncer)?.stop());

/** A new database: its direct address, and its address through the pooler. */
async function createPooled(): Promise<{ readonly direct: string; readonly pooled: string }> {
  const name = await createDatabase(folder);
  bouncer ??= startBouncer(addressOf(folder, 'postgres'));
  return { direct: addressOf(folder, name), pooled: (await bouncer).url(name) };
}

stateStoreSuite('postgres behind a pooler', async (now) => {
  const { direct, pooled } = await createPooled();
  return openOnClock(direct, now, { url: pooled, prepared: false });
});

test('the pooler shares its connections between the statements of one client', async () => {
  const { pooled } = await createPooled();
  const databases = Array.from({ length: 12 }, () =>
    openDatabase({ url: pooled, prepared: false, maxConnections: 4, ...patient }),
  );
  const pids = await Promise.all(
    databases.flatMap((database) =>
      Array.from({ length: 25 }, async () => (await database.first<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!.pid),
    ),
  );
  await Promise.all(databases.map((database) => database.close()));
  expect(new Set(pids).size).toBeLessThanOrEqual(4);
});

test('both halves of a change of tables work through a pooler of transactions', async () => {
  const renaming: Migration = {
    expand: 'ALTER TABLE teams ADD COLUMN title text; UPDATE teams SET title = name',
    contract: 'ALTER TABLE teams DROP COLUMN name',
  };
  const { direct, pooled } = await createPooled();
  const steps = [...migrations, renaming];
  // It listens a moment after its start.
  await expect.poll(() => query(pooled, 'SELECT 1 AS n').catch(() => [])).toEqual([{ n: 1 }]);
  const [one, other] = [0, 1].map(() => openDatabase({ url: pooled, prepared: false, ...patient }));
  const expanded = await Promise.all([one!, other!].map((database) => expand(database, () => {}, steps)));
  expect(expanded.sort()).toEqual([0, 1]);
  expect(await contract(one!, () => {}, steps)).toBe(1);
  await Promise.all([one!.close(), other!.close()]);
  const columns = await query(direct, "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'teams'");
  expect(columns).not.toContainEqual({ name: 'name' });
});
