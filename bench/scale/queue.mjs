// Measures the queue in PostgreSQL: node bench/scale/queue.mjs --url postgres://USER@HOST/EMPTY_DATABASE [--jobs 1000000] [--teams 200]
//   [--claimers 8] [--seconds 30] [--limit 1] [--running 0]
// Fills an empty database with waiting jobs, then claims and completes them with the driver of the server. Prints the buffers of a claim, cycles a
// second, times of claims and completions, processor time of PostgreSQL (if it runs on this machine), and how even the teams were served. The first team has four tenths of the jobs, the next ten share four
// tenths, and the others share the rest; a tenth of theirs are single jobs. `--running`: jobs of each team that run all the time.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { claimSql } from '../../.build/store/postgres/claim.js';
import { createPostgresStateStore } from '../../.build/store/postgres/create-postgres-state-store.js';
import { openPostgres } from '../../.build/store/postgres/open-postgres.js';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({
  options: {
    url: { type: 'string' },
    jobs: { type: 'string', default: '1000000' },
    teams: { type: 'string', default: '200' },
    claimers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
    limit: { type: 'string', default: '1' },
    running: { type: 'string', default: '0' },
  },
});
if (values.url === undefined) throw new Error('Name an empty database with --url.');
const names = ['jobs', 'teams', 'claimers', 'seconds', 'limit', 'running'];
const [jobs, teams, claimers, seconds, limit, running] = names.map((name) => Number(values[name]));

const database = await openPostgres({ url: values.url, maxConnections: claimers + 1, statementTimeoutMs: 60_000 });
await fill();
await showBuffers('before');
const { queue, close } = createPostgresStateStore(database);
const times = { claim: [], complete: [] };
const served = new Map();
let cycles = 0;
let empty = 0;
const startMs = performance.now();
await Promise.all(Array.from({ length: claimers }, claimAndComplete));
const tookSeconds = (performance.now() - startMs) / 1000;
report();
await showProcessorTime();
await showBuffers('after');
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
          SELECT CASE WHEN i <= ${jobs} * 4 / 10 THEN 1 WHEN i <= ${jobs} * 8 / 10 THEN 2 + i % ${Math.max(1, Math.min(10, teams - 1))}
            ELSE ${Math.min(12, teams)} + i % ${small} END AS team, i > ${jobs} * 8 / 10 AND i % 10 = 0 AS single, i AS item
          FROM generate_series(1, ${jobs}) AS i) AS s JOIN b ON b.n = least(s.team, ${teams});
      INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, batch_id, item_index, created_ms, warnings)
        SELECT id, team_id, gen_random_uuid(), gen_random_uuid(), 1, '{}', batch_id, CASE WHEN batch_id IS NULL THEN NULL ELSE item END,
          now_ms(), '[]' FROM x;
      INSERT INTO job_data SELECT id, '{"customer":"' || md5(id::text) || '","lines":"' || repeat(md5(id::text), 8) || '"}' FROM x;
      INSERT INTO queue (job_id, team_id, batch_id, queue_rank, queue_position)
        SELECT id, team_id, batch_id, (batch_id IS NOT NULL)::int, nextval('turns') FROM x ORDER BY id;
      INSERT INTO team_sums SELECT team_id, 0, count(*), 0 FROM x GROUP BY team_id;
      UPDATE queue SET owner = gen_random_uuid(), attempts = 1, lease_ms = now_ms() + 86400000, started_ms = now_ms() WHERE job_id IN (
        SELECT job_id FROM (SELECT job_id, row_number() OVER (PARTITION BY team_id ORDER BY job_id) AS n FROM queue) AS r WHERE n <= ${running});`);
    await client.query('VACUUM ANALYZE');
  }
  await client.end();
}

/** Prints the processor time of the connections. */
async function showProcessorTime() {
  const rows = await database.all('SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND client_port IS NOT NULL');
  const ticksOf = ({ pid }) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  try {
    const ticks = rows.flatMap(ticksOf).reduce((sum, n) => sum + Number(n), 0);
    console.log(`PostgreSQL: ${((ticks * 10) / cycles).toFixed(2)} ms of processor time for a cycle`);
  } catch {} // PostgreSQL runs on another machine
}

/** Prints what a claim reads from memory and disk. The claim is undone. */
async function showBuffers(when) {
  const client = new pg.Client({ connectionString: values.url, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  await client.query(`PREPARE claim (uuid, integer, bigint) AS ${claimSql}`);
  const counts = [];
  for (let n = 0; n < 5; n++) {
    await client.query('BEGIN');
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE claim (gen_random_uuid(), ${limit}, 15000)`);
    await client.query('ROLLBACK');
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    counts.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  console.log(`a claim ${when} the measurement: ${counts.join(', ')} buffers`);
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
