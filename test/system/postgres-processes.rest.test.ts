// Processes that share a database are killed, and its counts stay right.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresStateStore } from '../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import { newBatch } from '../store/state-store.suite.ts';
import { createDatabaseUrl } from '../support/database-url.ts';
import { patient, query } from '../support/postgres.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';
import { wrongTeams } from '../support/wrong-teams.ts';

const teamOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const many = { maxUnfinished: 1_000_000 };

test('after 12 kills of workers and connections each count is the number of running jobs', async () => {
  const url = await createDatabaseUrl();
  const store = createPostgresStateStore(await openPostgres({ url, ...patient }));
  onTestFinished(() => store.close());
  const countOf = async (table: string) => Number((await query(url, `SELECT count(*) AS n FROM ${table}`))[0]!.n);
  for (let n = 1; n <= 8; n++) await store.team(teamOf(n)).batches.create(newBatch(n, n === 1 ? 2_000 : 300), many);
  const program = new URL('claim-and-complete.ts', import.meta.url);
  const start = async () => {
    const worker = startProcess(program, [url]);
    await worker.says('begun');
    return worker;
  };
  const kill = async ({ child, ends }: TestProcess) => {
    child.kill('SIGKILL');
    await ends();
  };
  const workers = await Promise.all([start(), start()]);
  for (let n = 0; n < 12; n++) {
    await sleep(50 + n * 3);
    if (n % 4 === 0) {
      await kill(workers[(n / 4) % 2]!);
      workers[(n / 4) % 2] = await start();
    } else {
      await query(
        url,
        `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 3) AS few`,
      );
    }
    expect(await wrongTeams(url)).toEqual([]);
  }
  await Promise.all(workers.map(kill));
  await expect
    .poll(() =>
      query(
        url,
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()",
      ),
    )
    .toEqual([]);
  expect(await wrongTeams(url)).toEqual([]);
  expect(await countOf('queue')).toBeLessThan(4_100);
  // Jobs of killed workers come back when their leases end, and the sweep leaves no change beside the counts.
  await query(url, 'UPDATE queue SET lease_ms = 0 WHERE owner IS NOT NULL');
  await store.queue.reclaim();
  await store.queue.sweep(100);
  expect([await countOf('running_changes'), await countOf('queue_teams WHERE running <> 0')]).toEqual([0, 0]);
});
