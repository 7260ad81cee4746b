// Puts single jobs into the queue.
import { embeddedValues } from '../job-rows.ts';
import { rankSql } from '../queue-ranks.ts';
import { findRepeat, insertKeySql } from '../sql/idempotency.ts';
import type { Created, Idempotency, NewJob } from '../state-store.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { runWork } from './run-work.ts';
import { addToTeams, checkQuota, unfinishedOf } from './sums.ts';

/** So near to its limit a team's jobs are counted one after the other. Farther away, fewer calls than this happen at the same moment. */
const nearLimit = 1_000;

type CreatedJob = Created & { readonly repeated: boolean };

/** One statement, so that the job is stored with one round trip. */
function insertSql(hasKey: boolean): string {
  const allowed = "SELECT $1::uuid AS team_id, $2::uuid AS uuid, $14::text AS key, $15::text AS hash, 'job' AS kind FROM load";
  return `
    WITH load AS (SELECT ${unfinishedOf('$1')} AS n),
    allowed AS (${allowed} WHERE n + 1 + $12::bigint <= $13::bigint),
    chosen AS (${hasKey ? insertKeySql('SELECT * FROM allowed') : 'SELECT team_id FROM allowed'}),
    job AS (
      INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, embedded_uuid, embedded_base, embedded_external,
        embedded_revision, options, warnings, created_ms, priority, traceparent, callback_url)
      SELECT nextval('job_ids'), team_id, $2, $3, $4::integer, $5::uuid, $6::uuid, $7::uuid, $8::integer, $9, $10, $11::bigint,
        $17::smallint, $18::text, $19::text FROM chosen
      ON CONFLICT (team_id, uuid) DO NOTHING RETURNING id, team_id, priority),
    data AS (INSERT INTO job_data (job_id, data) SELECT id, $16::text FROM job),
    place AS (
      INSERT INTO queue (job_id, team_id, queue_rank, queue_position)
      SELECT id, team_id, ${rankSql('alone', 'priority')}, nextval('turns') FROM job),
    sums AS (${addToTeams('SELECT team_id, 1 AS unfinished, 0 AS result_bytes, 1 AS alone FROM job', ['alone'])})
    SELECT EXISTS (SELECT FROM allowed) AS allowed, EXISTS (SELECT FROM job) AS made`;
}

const withKey = insertSql(true);
const withoutKey = insertSql(false);

interface Creation {
  readonly job: NewJob;
  readonly maxUnfinished: number;
  readonly key: Idempotency | undefined;
}

/** Does `Jobs.create`. A call that is repeated with the same UUID, because its outcome is unknown, makes no second job. */
export async function createJob(database: PostgresDatabase, teamId: string, creation: Creation): Promise<CreatedJob> {
  return (
    (await insertJob(database, teamId, creation, nearLimit)) ??
    database.transaction(async (statements) => {
      await runWork(statements, checkQuota(teamId, 1, creation.maxUnfinished));
      return (await insertJob(statements, teamId, creation, 0))!;
    })
  );
}

/** Undefined: the team has too many unfinished jobs, by this margin. */
async function insertJob(
  statements: Statements,
  teamId: string,
  { job, maxUnfinished, key }: Creation,
  margin: number,
): Promise<CreatedJob | undefined> {
  const values = [
    teamId,
    job.uuid,
    job.templateUuid,
    job.templateVersion,
    ...embeddedValues(job.embedded),
    job.options,
    JSON.stringify(job.warnings ?? []),
    job.createdMs,
    margin,
    maxUnfinished,
    key?.key ?? null,
    key?.hash ?? null,
    job.data,
    job.priority,
    job.traceparent ?? null,
    job.callbackUrl ?? null,
  ];
  for (;;) {
    const { allowed, made } = (await statements.first<{ allowed: boolean; made: boolean }>(key ? withKey : withoutKey, values))!;
    const isRepeated = !made && key !== undefined;
    // A statement of its own: it sees the key of a call that was stored at the same moment.
    const earlier = isRepeated ? await runWork(statements, findRepeat(teamId, key)) : undefined;
    if (earlier) return { ...earlier, repeated: true };
    if (!allowed) return undefined;
    // Not made without a key: the job is there from an earlier attempt.
    if (!isRepeated) return { kind: 'job', uuid: job.uuid, repeated: false };
    // The key of the other call has become too old meanwhile. The next attempt replaces it.
  }
}
