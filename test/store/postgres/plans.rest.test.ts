import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchStates, jobStates } from '../../../src/contract/job-states.ts';
import { withoutTurns } from '../../../src/store/batch-turns.ts';
import { createBatches, lookUpDriver } from '../../../src/store/postgres/batches.ts';
import { claimSql, handBackLostSql } from '../../../src/store/postgres/claim.ts';
import { openDatabase, type PostgresDatabase, type SqlValue } from '../../../src/store/postgres/database.ts';
import { readFigures } from '../../../src/store/postgres/figures.ts';
import { createJobs } from '../../../src/store/postgres/jobs.ts';
import { createQueue } from '../../../src/store/postgres/queue.ts';
import { toWorkDatabase } from '../../../src/store/postgres/run-work.ts';
import { TextArray } from '../../../src/store/postgres/text-array.ts';
import { letTeamsGo } from '../../../src/store/postgres/waiting-teams.ts';
import { createAccess } from '../../../src/store/sql/access.ts';
import { createEmbeddedTemplates } from '../../../src/store/sql/embedded.ts';
import { createLookUp } from '../../../src/store/sql/look-up.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { patient, query } from '../../support/postgres.ts';
import { newBatch, newJob, result } from '../state-store.suite.ts';

const team = '00000000-0000-4000-8000-000000000001';
const many = { maxUnfinished: 1_000_000 };

/** 100,000 jobs of 200 teams: half of them wait, the others have ended. */
const fill = `
  INSERT INTO queue_teams SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid FROM generate_series(1, 200) AS n;
  INSERT INTO batches (team_id, uuid, template_uuid, template_version, state, total, accepted, created_ms, finished_ms)
    SELECT team_id, gen_random_uuid(), gen_random_uuid(), 1, CASE WHEN n < 3 THEN 'processing' ELSE 'completed' END, 50, true, n,
      CASE WHEN n < 3 THEN NULL ELSE now_ms() END
    FROM queue_teams, generate_series(1, 20) AS n;
  INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, batch_id, item_index, state, created_ms, finished_ms,
      expires_ms, warnings)
    SELECT nextval('job_ids'), team_id, gen_random_uuid(), gen_random_uuid(), 1, '{}',
      CASE WHEN n <= 20 THEN NULL ELSE (SELECT min(id) FROM batches AS b WHERE b.team_id = t.team_id) + n % 20 END,
      CASE WHEN n <= 20 THEN NULL ELSE n END,
      (ARRAY['queued', 'completed', 'failed', 'queued', 'expired', 'queued', 'canceled', 'queued', 'queued', 'completed'])[1 + n % 10], n,
      CASE WHEN n % 10 IN (0, 3, 5, 7, 8) THEN NULL ELSE now_ms() END, CASE WHEN n % 10 IN (1, 4, 9) THEN now_ms() + 86400000 END, '[]'
    FROM queue_teams AS t, generate_series(1, 500) AS n;
  INSERT INTO job_data SELECT id, '{}', CASE WHEN finished_ms IS NULL THEN NULL ELSE finished_ms + 86400000 END FROM jobs;
  INSERT INTO queue SELECT id, team_id, batch_id, (batch_id IS NOT NULL)::int, nextval('turns') FROM jobs WHERE state = 'queued';
  UPDATE queue SET owner = gen_random_uuid(), attempts = 1, lease_ms = now_ms() + 30000, started_ms = now_ms() WHERE job_id % 2000 = 0;
  INSERT INTO team_sums SELECT team_id, 0, count(*) FILTER (WHERE state = 'queued'), 0 FROM jobs GROUP BY team_id;
  INSERT INTO batch_sums SELECT batch_id, 0, count(*) FILTER (WHERE state = 'completed'), count(*) FILTER (WHERE state = 'failed'),
    count(*) FILTER (WHERE state = 'canceled'), count(*) FILTER (WHERE state = 'expired') FROM jobs WHERE batch_id IS NOT NULL GROUP BY 1;
  ANALYZE`;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Parent Relationship'?: string;
  /** Only of a plan that was carried out. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Plan[];
}

let database: PostgresDatabase;
let url: string;
/** Every statement that was run, with the values of its first run. */
const statements = new Map<string, readonly SqlValue[]>();

function spied<T extends Pick<PostgresDatabase, 'run' | 'all' | 'first'>>(on: T): T {
  const noting =
    <T>(run: (sql: string, values?: readonly SqlValue[]) => Promise<T>) =>
    (sql: string, values: readonly SqlValue[] = []): Promise<T> => {
      if (!statements.has(sql)) statements.set(sql, values);
      return run(sql, values);
    };
  return {
    ...on,
    run: noting(on.run),
    all: noting(on.all) as PostgresDatabase['all'],
    first: noting(on.first) as PostgresDatabase['first'],
  };
}

beforeAll(async () => {
  url = await createDatabaseUrl();
  await query(url, fill);
  const direct = openDatabase({ url, ...patient });
  database = { ...spied(direct), transaction: (work) => direct.transaction((inside) => work(spied(inside))) };
});
afterAll(() => database.close());

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Whether the plan locks rows once for each row of another list. Each time, it looks for these rows again. */
function locksAgain(plan: Plan, isRepeated = false): boolean {
  if (plan['Node Type'] === 'LockRows' && isRepeated) return true;
  return (plan.Plans ?? []).some((part) => {
    const relation = part['Parent Relationship'];
    return locksAgain(
      part,
      relation !== 'InitPlan' && (isRepeated || (relation === 'Inner' && plan['Node Type'] === 'Nested Loop')),
    );
  });
}

/** The plan that a named statement has. */
async function explain(client: pg.Client, sql: string, values: readonly SqlValue[]): Promise<Plan> {
  const literal = (value: SqlValue): string => {
    if (value === null) return 'NULL';
    if (value instanceof TextArray) return literal(value.texts);
    if (Array.isArray(value))
      return pg.escapeLiteral(`{${value.map((one) => (one === null ? 'NULL' : JSON.stringify(String(one)))).join(',')}}`);
    return pg.escapeLiteral(String(value));
  };
  await client.query(`PREPARE one AS ${sql}`);
  const args = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `EXPLAIN (FORMAT JSON) EXECUTE one${args}`,
  );
  await client.query('DEALLOCATE one');
  return rows[0]!['QUERY PLAN'][0]!.Plan;
}

test('no statement scans the jobs or the queue of a full database, and none planned for an empty one locks rows again and again', async () => {
  const [jobs, batches] = [createJobs(database, team), createBatches(database, team, withoutTurns)];
  const [queue, embedded] = [
    createQueue(
      database,
      () => 0,
      () => 1,
    ),
    createEmbeddedTemplates(toWorkDatabase(database), team),
  ];
  const batch = (await batches.list({}, 1, undefined)).items[0]!.uuid;
  const job = (await jobs.list({}, 1, undefined)).items[0]!.uuid;
  for (const after of [undefined, { createdMs: 10, uuid: job }]) {
    for (const state of [undefined, ...jobStates]) {
      await jobs.list({ state }, 10, after);
      await jobs.list({ state, batchUuid: batch }, 10, after);
      await batches.listItems(batch, { state }, 10, 5);
    }
    for (const state of [undefined, ...batchStates]) await batches.list({ state }, 10, after);
    for (const baseTemplateUuid of [undefined, job]) await embedded.list({ baseTemplateUuid }, 10, after);
  }
  await jobs.find(job);
  await jobs.create(newJob(1), many, { key: 'k', hash: 'x' });
  await jobs.create(newJob(1), { maxUnfinished: 1_000 });
  const made = newBatch(1, 30);
  await batches.create(made, many, { key: 'b', hash: 'x' });
  await batches.find(made.uuid);
  const claims = await queue.claim(30, 30_000);
  expect(claims).toHaveLength(30);
  await database.run(handBackLostSql, [[team]]);
  await letTeamsGo(database);
  await queue.heartbeat(claims, 30_000);
  await queue.complete(claims[0]!, result(claims[0]!), [], 1_000);
  await queue.complete(claims[0]!, { ...result(claims[0]!), blob: 'other' }, [], 1_000);
  await queue.fail(claims[1]!, { code: 'RENDER_FAILED', detail: '' });
  for (const [index, setback] of (['thread-died', 'process-lost', 'store-failed', 'handed-back'] as const).entries())
    await queue.setBack(claims[2 + index]!, setback);
  await jobs.cancel(claims[6]!.uuid);
  await jobs.discard(claims[0]!.uuid);
  await batches.cancel(made.uuid);
  await batches.retry(made.uuid, many);
  await queue.reclaim();
  await readFigures(database, 0);
  const lookUp = createLookUp(toWorkDatabase(database), lookUpDriver);
  await lookUp.states([
    { teamId: team, kind: 'job', uuid: job },
    { teamId: team, kind: 'batch', uuid: batch },
  ]);
  await lookUp.batches([{ teamId: team, kind: 'batch', uuid: batch }]);
  await queue.sweep(100);
  await queue.findLostBlobs([{ teamId: team, blob: `${job}-1.pdf` }]);
  await queue.ownsBlob(team, 'b');
  await createAccess(toWorkDatabase(database)).findToken('h');
  expect(statements.size).toBeGreaterThan(70);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  const scans: string[] = [];
  for (const [sql, values] of statements) {
    for (const node of nodesOf(await explain(client, sql, values))) {
      if (node['Node Type'] === 'Seq Scan' && ['jobs', 'queue', 'job_data'].includes(node['Relation Name']!)) scans.push(sql);
    }
  }
  expect(scans).toEqual([]);
  // A plan that was made for an empty queue is kept while a large batch is stored.
  await client.query('TRUNCATE queue, jobs, job_data CASCADE; ANALYZE');
  const again: string[] = [];
  for (const [sql, values] of statements) if (locksAgain(await explain(client, sql, values))) again.push(sql);
  await client.end();
  expect(again).toEqual([]);
});

test.each([1, 40])('a claim reads few rows, however many jobs wait for %i teams', async (teams) => {
  const address = await createDatabaseUrl();
  await query(
    address,
    `INSERT INTO queue_teams SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid FROM generate_series(1, ${teams}) AS n;
    INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, state, created_ms, warnings)
      SELECT nextval('job_ids'), team_id, gen_random_uuid(), gen_random_uuid(), 1, '{}', 'queued', n, '[]'
      FROM queue_teams, generate_series(1, 40000 / ${teams}) AS n;
    INSERT INTO job_data SELECT id, '{}' FROM jobs;
    INSERT INTO queue SELECT id, team_id, NULL, 0, nextval('turns') FROM jobs ORDER BY random();
    INSERT INTO team_sums SELECT team_id, 0, count(*), 0 FROM jobs GROUP BY team_id;
    ANALYZE`,
  );
  const client = new pg.Client({ connectionString: address, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  await client.query(`PREPARE claim (uuid, integer, bigint) AS ${claimSql}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    'EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (gen_random_uuid(), 1, 15000)',
  );
  await client.end();
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan);
  expect(Math.max(...nodes.map((node) => node['Actual Rows']! * node['Actual Loops']!))).toBeLessThanOrEqual(100);
});
