// Looks at many jobs and batches of all teams at once, for those who wait for them.
import type { BatchState, JobState } from '../../contract/job-states.ts';
import { byName } from '../by-name.ts';
import type { JobOrBatch, StateLookUp } from '../state-store.ts';
import { type BatchRow, readBatch } from './batches.ts';
import type { SqliteDatabase } from './database.ts';

/** SQL: rows of a table that a JSON list names as [team, uuid]. The list comes first, so that each name is one step in an index. */
const named = (table: string): string =>
  `json_each(?) AS w CROSS JOIN ${table} AS t ON t.team_id = w.value ->> 0 AND t.uuid = w.value ->> 1`;

/** Values: the time, the names of jobs, the names of batches. */
const statesSql = `
  SELECT t.team_id, 'job' AS kind, t.uuid, CASE WHEN t.state = 'completed' AND t.expires_ms <= ? THEN 'expired' ELSE t.state END AS state
    FROM ${named('jobs')}
  UNION ALL
  SELECT t.team_id, 'batch', t.uuid, t.state FROM ${named('batches')} WHERE t.accepted = 1`;

const batchesSql = `SELECT t.* FROM ${named('batches')} WHERE t.accepted = 1`;

interface StateRow {
  readonly team_id: string;
  readonly kind: 'job' | 'batch';
  readonly uuid: string;
  readonly state: JobState | BatchState;
}

export function createLookUp(database: SqliteDatabase, now: () => number): StateLookUp {
  return {
    async states(names) {
      const of = (kind: JobOrBatch['kind']) => toValue(names.filter((one) => one.kind === kind));
      const rows = database.all<StateRow>(statesSql, [now(), of('job'), of('batch')]);
      return byName(names, rows, ({ state }) => state);
    },
    async batches(names) {
      const nowMs = now();
      const rows = database.all<BatchRow>(batchesSql, [toValue(names)]);
      return byName(
        names,
        rows.map((row) => ({ ...row, kind: 'batch' })),
        (row) => readBatch(database, row.team_id, row, nowMs),
      );
    },
  };
}

const toValue = (names: readonly JobOrBatch[]): string => JSON.stringify(names.map(({ teamId, uuid }) => [teamId, uuid]));
