// Measures the queue in PostgreSQL: node bench/scale/queue.mjs --url postgres://USER@HOST/EMPTY_DATABASE [--jobs 1000000] [--teams 200]
//   [--claimers 8] [--seconds 30] [--limit 1]
// Fills an empty database with waiting jobs, then claims and completes them with the driver of the server. Prints cycles a second, times of claims
// and completions, and how even the teams were served. The first team has four tenths of the jobs, the next ten share four tenths, and the others
// share the rest; a tenth of theirs are single jobs.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createPostgresStateStore } from '../../.build/store/postgres/create-postgres-state-store.js';
import { openPostgres } from '../../.build/store/postgres/open-postgres.js';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    jobs: { type: 'string', default: '1000000' },
    teams: { type: 'string', default: '200' },
    claimers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
    limit: { type: 'string', default: '1' },
  },
});
if (values.url === undefined) throw new Error('Name an empty database with --url.');
const [jobs, teams, claimers, seconds, limit] = ['jobs', 'teams', 'claimers', 'seconds', 'limit'].map((name) => Number(values[name]));

const database = await openPostgres({ url: values.url, maxConnections: claimers + 1, statementTimeoutMs: 60_000 });
await fill();
const { queue, close } = createPostgresStateStore(database);
const times = { claim: [], complete: [] };
const served = new Map();
let cycles = 0;
let empty = 0;
const startMs = performance.now();
await Promise.all(Array.from({ length: claimers }, claimAndComplete));
const tookSeconds = (performance.now() - startMs) / 1000;
report();
await close();

/** Fills the tables directly: a million calls of the interface would take long, and their speed is not measured here. */
async function fill() {
  const client = new pg.Client({ connectionString: values.url });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS n FROM jobs');
  if (rows[0].n === 0) {
    const small = Math.max(1, teams - 11);
    await client.query(`
      CREATE TEMP TABLE t AS SELECT n, md5('team' || n)::uuid AS id FROM generate_series(1, ${teams}) AS n;
      INSERT INTO queue_teams SELECT id, n FROM t;
      SELECT setval('turns', ${teams});
      INSERT INTO batches (team_id, uuid, template_uuid, template_version, state, total, accepted, created_ms)
        SELECT id, gen_random_uuid(), gen_random_uuid(), 1, 'queued', ${jobs}, true, now_ms() FROM t;
      CREATE TEMP TABLE b AS SELECT t.n, t.id AS team_id, batches.id AS batch_id FROM t JOIN batches ON batches.team_id = t.id;
      CREATE TEMP TABLE x AS
        SELECT nextval('job_ids') AS id, team_id, CASE WHEN single THEN NULL ELSE batch_id END AS batch_id, item FROM (
          SELECT CASE WHEN i <= ${jobs} * 4 / 10 THEN 1 WHEN i <= ${jobs} * 8 / 10 THEN 2 + i % ${Math.min(10, teams - 1)}
            ELSE ${Math.min(12, teams)} + i % ${small} END AS team, i > ${jobs} * 8 / 10 AND i % 10 = 0 AS single, i AS item
          FROM generate_series(1, ${jobs}) AS i) AS s JOIN b ON b.n = least(s.team, ${teams});
      INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, batch_id, item_index, created_ms, warnings)
        SELECT id, team_id, gen_random_uuid(), gen_random_uuid(), 1, '{}', batch_id, CASE WHEN batch_id IS NULL THEN NULL ELSE item END,
          now_ms(), '[]' FROM x;
      INSERT INTO job_data SELECT id, '{"customer":"' || md5(id::text) || '","lines":"' || repeat(md5(id::text), 8) || '"}' FROM x;
      INSERT INTO queue (job_id, team_id, batch_id, queue_rank, queue_position)
        SELECT id, team_id, batch_id, (batch_id IS NOT NULL)::int, nextval('turns') FROM x ORDER BY id;
      INSERT INTO team_loads SELECT team_id, 0, count(*), 0 FROM x GROUP BY team_id;`);
    await client.query('VACUUM ANALYZE');
  }
  await client.end();
}

async function claimAndComplete() {
  while (performance.now() - startMs < seconds * 1000) {
    const claims = await timed('claim', () => queue.claim(limit, 15_000));
    if (claims.length === 0) empty++;
    for (const claim of claims) {
      const blob = `${claim.uuid}-${claim.attempt}.pdf`;
      const result = { blob, filename: 'a.pdf', bytes: 51_200, pages: 1, sha256: 'a'.repeat(64) };
      if (!(await timed('complete', () => queue.complete(claim, result, [], 86_400_000)))) throw new Error('A claim did not hold.');
      served.set(claim.teamId, (served.get(claim.teamId) ?? 0) + 1);
      cycles++;
    }
  }
}

async function timed(kind, work) {
  const beginMs = performance.now();
  const result = await work();
  times[kind].push(performance.now() - beginMs);
  return result;
}

function report() {
  const counts = [...served.values()];
  const mean = cycles / teams;
  console.log(`${(cycles / tookSeconds).toFixed(0)} cycles/s of ${claimers} claimers, ${limit} at a time; ${empty} empty claims`);
  for (const [kind, all] of Object.entries(times)) {
    all.sort((a, b) => a - b);
    const at = (part) => all[Math.min(all.length - 1, Math.floor(all.length * part))].toFixed(1);
    console.log(`${kind}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  }
  const share = (n) => `${((n / mean) * 100).toFixed(0)} %`;
  console.log(`${served.size} of ${teams} teams served; of the mean: least ${share(Math.min(...counts))}, most ${share(Math.max(...counts))}`);
}
