import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../src/store/postgres/database.ts';
import { addressOf, createDatabase, openOnClock, patient } from '../../support/postgres.ts';
import { type Bouncer, startBouncer } from '../../support/postgres-server.ts';
import { stateStoreSuite } from '../state-store.suite.ts';

const folder = inject('postgresFolder');

let bouncer: Bouncer | undefined;
afterAll(() => bouncer?.stop());

/** A new database: its direct address, and its address through the pooler. */
async function createPooled(): Promise<{ readonly direct: string; readonly pooled: string }> {
  const name = await createDatabase(folder);
  bouncer ??= startBouncer(addressOf(folder, 'postgres'));
  return { direct: addressOf(folder, name), pooled: bouncer.url(name) };
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
