// Looks at many jobs and batches of all teams at once, for those who wait for them.
import type { BatchState, JobState } from '../../contract/job-states.ts';
import { byName } from '../by-name.ts';
import { toBatchRecord } from '../job-rows.ts';
import type { JobOrBatch, StateLookUp } from '../state-store.ts';
import { type BatchRow, batchesFrom } from './batches.ts';
import type { PostgresDatabase, SqlValue } from './database.ts';

/** Values: the teams and UUIDs of jobs, then those of batches. */
const statesSql = `
  SELECT j.team_id, 'job' AS kind, j.uuid, CASE WHEN q.owner IS NOT NULL THEN 'processing'
      WHEN j.state = 'completed' AND j.expires_ms <= now_ms() THEN 'expired' ELSE j.state END AS state
    FROM unnest($1::uuid[], $2::uuid[]) AS w (team_id, uuid) JOIN jobs AS j USING (team_id, uuid) LEFT JOIN queue AS q ON q.job_id = j.id
  UNION ALL
  SELECT b.team_id, 'batch', b.uuid, b.state
    FROM unnest($3::uuid[], $4::uuid[]) AS w (team_id, uuid) JOIN batches AS b USING (team_id, uuid) WHERE b.accepted`;

const batchesSql = batchesFrom('unnest($1::uuid[], $2::uuid[]) AS w (team_id, uuid) JOIN batches AS b USING (team_id, uuid)');

interface StateRow {
  readonly team_id: string;
  readonly kind: 'job' | 'batch';
  readonly uuid: string;
  readonly state: JobState | BatchState;
}

export function createLookUp(database: PostgresDatabase): StateLookUp {
  return {
    async states(names) {
      const of = (kind: JobOrBatch['kind']) => toValues(names.filter((one) => one.kind === kind));
      const rows = await database.all<StateRow>(statesSql, [...of('job'), ...of('batch')]);
      return byName(names, rows, ({ state }) => state);
    },
    async batches(names) {
      const rows = await database.all<BatchRow & { readonly team_id: string }>(batchesSql, toValues(names));
      return byName(
        names,
        rows.map((row) => ({ ...row, kind: 'batch' })),
        (row) => toBatchRecord(row, row.over),
      );
    },
  };
}

const toValues = (names: readonly JobOrBatch[]): readonly SqlValue[] => [
  names.map(({ teamId }) => teamId),
  names.map(({ uuid }) => uuid),
];
