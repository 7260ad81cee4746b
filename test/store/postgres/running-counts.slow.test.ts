import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { claimSql } from '../../../src/store/postgres/claim.ts';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import type { ClaimedJob, StateStore } from '../../../src/store/state-store.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { patient, query } from '../../support/postgres.ts';
import { wrongTeams } from '../../support/wrong-teams.ts';
import { newBatch, newJob, result } from '../state-store.suite.ts';

const teamOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const many = { maxUnfinished: 1_000_000 };
const day = 24 * 3_600_000;

let url: string;
let store: StateStore;
beforeEach(async () => {
  url = await createDatabaseUrl();
  store = createPostgresStateStore(await openPostgres({ url, ...patient }));
});
afterEach(() => store.close());

const countOf = async (table: string) => Number((await query(url, `SELECT count(*) AS n FROM ${table}`))[0]!.n);

/** A connection in a transaction that holds the rows of all teams. */
async function holdTeams(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  await client.query('SELECT FROM queue_teams FOR NO KEY UPDATE');
  return client;
}

const complete = (claim: ClaimedJob) => store.queue.complete(claim, result(claim), [], day);

test('each move of a job counts, and a heartbeat does not', async () => {
  const { jobs, batches } = store.team(teamOf(1));
  const running = async () => {
    expect(await wrongTeams(url)).toEqual([]);
    return Number((await query(url, 'SELECT running FROM queue_teams'))[0]!.running);
  };
  const batch = newBatch(1, 8);
  await batches.create(batch, many);
  await jobs.create(newJob(1), many);
  expect(await running()).toBe(0);
  const claims = await store.queue.claim(7, 30_000);
  expect(await running()).toBe(7);
  await store.queue.heartbeat(claims, 60_000);
  expect(await running()).toBe(7);
  await complete(claims[0]!);
  expect(await running()).toBe(6);
  await store.queue.fail(claims[1]!, { code: 'RENDER_FAILED', detail: '' });
  expect(await running()).toBe(5);
  for (const [n, setback] of (['handed-back', 'thread-died', 'process-lost', 'store-failed'] as const).entries()) {
    await store.queue.setBack(claims[2 + n]!, setback);
    expect(await running()).toBe(4 - n);
  }
  await query(url, 'UPDATE queue SET lease_ms = 0 WHERE owner IS NOT NULL');
  await store.queue.reclaim();
  expect(await running()).toBe(0);
  await store.queue.claim(3, 30_000);
  expect(await running()).toBe(3);
  await batches.cancel(batch.uuid);
  for (const { uuid } of (await jobs.list({}, 20, undefined)).items) await jobs.cancel(uuid);
  expect(await running()).toBe(0);
});

test('nobody waits for the row of a team: claims see its changes at once, and the next job adds them up', async () => {
  for (const n of [1, 2]) await store.team(teamOf(n)).batches.create(newBatch(n, 20), many);
  const held = await holdTeams();
  const claims = await store.queue.claim(6, 60_000);
  expect(new Set(claims.map(({ teamId }) => teamId)).size).toBe(2);
  const ofFirst = claims.filter(({ teamId }) => teamId === teamOf(1));
  expect(ofFirst).toHaveLength(3);
  for (const claim of ofFirst) await complete(claim);
  expect(await countOf('running_changes')).toBe(9);
  expect(await wrongTeams(url)).toEqual([]);
  // The first team has no running job, the other has three.
  const next = await store.queue.claim(3, 60_000);
  expect(next.map(({ teamId }) => teamId)).toEqual([teamOf(1), teamOf(1), teamOf(1)]);
  await held.query('COMMIT');
  // Both have three. The first team has been served last.
  const [last] = await store.queue.claim(1, 60_000);
  expect(last!.teamId).toBe(teamOf(2));
  await complete(next[0]!);
  expect([await countOf('running_changes'), await wrongTeams(url)]).toEqual([0, []]);
});

test('jobs of one team that begin and end side by side leave the right count', async () => {
  await store.team(teamOf(1)).batches.create(newBatch(1, 900), many);
  const other = createPostgresStateStore(await openPostgres({ url, ...patient }));
  onTestFinished(() => other.close());
  const work = async ({ queue }: StateStore) => {
    for (let n = 0; n < 40; n++) for (const claim of await queue.claim(2, 60_000)) if (n % 4 > 0) await complete(claim);
  };
  await Promise.all([store, other, store, other, store, other, store, other].map(work));
  expect(await wrongTeams(url)).toEqual([]);
  const running = Number((await query(url, 'SELECT count(*) AS n FROM queue WHERE owner IS NOT NULL'))[0]!.n);
  expect(running).toBeGreaterThanOrEqual(100);
});

test('a sweep mends counts that are wrong', async () => {
  for (const n of [1, 2, 3]) await store.team(teamOf(n)).batches.create(newBatch(n, 4), many);
  await store.queue.claim(6, 60_000);
  await query(url, `UPDATE queue_teams SET running = running + 5 WHERE team_id = '${teamOf(1)}'`);
  await query(
    url,
    `INSERT INTO running_changes VALUES ('${teamOf(2)}', -2, NULL), ('${teamOf(3)}', 1, 1000), ('${teamOf(3)}', -1, NULL)`,
  );
  expect(await wrongTeams(url)).toHaveLength(2);
  const held = await holdTeams();
  await store.queue.sweep(100);
  expect(await wrongTeams(url)).toHaveLength(2);
  await held.query('COMMIT');
  await store.queue.sweep(100);
  expect([await wrongTeams(url), await countOf('running_changes')]).toEqual([[], 0]);
  expect(await query(url, 'SELECT DISTINCT running FROM queue_teams')).toEqual([{ running: 2 }]);
  expect(await query(url, `SELECT served FROM queue_teams WHERE team_id = '${teamOf(3)}'`)).toEqual([{ served: '1000' }]);
});

test('a claim reads at most half as much again when every team has a running job, and little more while counts change', async () => {
  const fill = (teams: number) =>
    query(
      url,
      `WITH t AS (INSERT INTO queue_teams SELECT gen_random_uuid(), n FROM generate_series(1, ${teams}) AS n RETURNING team_id),
         q AS (INSERT INTO queue (job_id, team_id, queue_rank, queue_position)
           SELECT nextval('job_ids'), team_id, 0, nextval('turns') FROM t, generate_series(1, 20) RETURNING job_id, team_id),
         j AS (INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, created_ms, warnings)
           SELECT job_id, team_id, gen_random_uuid(), gen_random_uuid(), 1, '{}', 1, '[]' FROM q)
       INSERT INTO job_data SELECT job_id, '{}' FROM q`,
    );
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  onTestFinished(() => client.end());
  /** Buffers of a claim that is undone. The first claim also reads the catalog. */
  const buffersOfClaim = async () => {
    let buffers = 0;
    for (let n = 0; n < 2; n++) {
      await client.query('BEGIN');
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Record<string, number> }[] }>(
        'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE claim (gen_random_uuid(), 1, 1000)',
      );
      await client.query('ROLLBACK');
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!;
      expect(plan['Actual Rows']).toBe(1);
      buffers = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    }
    return buffers;
  };
  const change = 'INSERT INTO running_changes SELECT team_id, 0, NULL FROM queue_teams LIMIT 3';
  await fill(1);
  await query(url, 'VACUUM ANALYZE');
  await client.query(`PREPARE claim AS ${claimSql}`);
  await fill(2000);
  // The plan was made for one team. It may sort the teams, but must not look for the waiting jobs of each.
  const unplanned = await buffersOfClaim();
  expect(unplanned).toBeLessThan(2000);
  await query(url, change);
  expect(await buffersOfClaim()).toBeLessThanOrEqual(unplanned + 60);
  await query(url, 'DELETE FROM running_changes; ANALYZE');
  const idle = await buffersOfClaim();
  await query(
    url,
    'UPDATE queue SET owner = gen_random_uuid(), lease_ms = now_ms() + 86400000 WHERE job_id IN (SELECT min(job_id) FROM queue GROUP BY team_id)',
  );
  expect(await countOf('queue_teams WHERE running = 1')).toBe(2001);
  await query(url, 'VACUUM ANALYZE');
  const busy = await buffersOfClaim();
  expect(busy).toBeLessThanOrEqual(1.5 * idle);
  await query(url, change);
  expect(await buffersOfClaim()).toBeLessThanOrEqual(busy + 60);
});
