// Looks at many jobs and batches of all teams at once, for those who wait for them.
import type { BatchState, JobState } from '../../contract/job-states.ts';
import { toBatchRecord } from '../job-rows.ts';
import type { JobOrBatch, StateLookUp } from '../state-store.ts';
import type { BatchesFrom, BatchRow } from './batches.ts';
import { all, type WorkDatabase } from './work.ts';

/** What differs between the databases. */
export interface LookUpDriver {
  /**
   * SQL: the rows of a table, as `alias`, that a value names: a list in JSON of [team, uuid]. The names come first, so that each is one step in an
   * index.
   */
  readonly named: (value: string, table: string, alias: string) => string;
  /** Where a running job is told apart: a table that is joined to the job `j`, and a condition. Undefined: the job itself says so. */
  readonly running?: { readonly join: string; readonly when: string };
  readonly batchesFrom: BatchesFrom;
}

interface StateRow {
  readonly team_id: string;
  readonly kind: 'job' | 'batch';
  readonly uuid: string;
  readonly state: JobState | BatchState;
}

export function createLookUp({ perform }: WorkDatabase, driver: LookUpDriver): StateLookUp {
  const { named, running, batchesFrom } = driver;
  const statesSql = `
    SELECT j.team_id, 'job' AS kind, j.uuid, CASE ${running ? `WHEN ${running.when} THEN 'processing'` : ''}
        WHEN j.state = 'completed' AND j.expires_ms <= now_ms() THEN 'expired' ELSE j.state END AS state
      FROM ${named('$1', 'jobs', 'j')} ${running?.join ?? ''}
    UNION ALL
    SELECT b.team_id, 'batch', b.uuid, b.state FROM ${named('$2', 'batches', 'b')} WHERE b.accepted`;
  const batchesSql = batchesFrom(named('$1', 'batches', 'b'));
  return {
    async states(names) {
      const of = (kind: JobOrBatch['kind']) => toValue(names.filter((one) => one.kind === kind));
      const rows = await perform(() => all<StateRow>(statesSql, [of('job'), of('batch')]));
      return byName(names, rows, ({ state }) => state);
    },
    async batches(names) {
      const rows = await perform(() => all<BatchRow>(batchesSql, [toValue(names)]));
      return byName(
        names,
        rows.map((row) => ({ ...row, kind: 'batch' })),
        (row) => toBatchRecord(row, row.over),
      );
    },
  };
}

const toValue = (names: readonly JobOrBatch[]): string => JSON.stringify(names.map(({ teamId, uuid }) => [teamId, uuid]));

interface NamedColumns {
  readonly team_id: string;
  readonly kind: string;
  readonly uuid: string;
}

const keyOf = (teamId: string, kind: string, uuid: string): string => `${teamId} ${kind} ${uuid}`;

/** The value of each name's row. Undefined: no row. */
export function byName<Row extends NamedColumns, T>(
  names: readonly JobOrBatch[],
  rows: readonly Row[],
  read: (row: Row) => T,
): readonly (T | undefined)[] {
  const values = new Map(rows.map((row) => [keyOf(row.team_id, row.kind, row.uuid), read(row)]));
  return names.map(({ teamId, kind, uuid }) => values.get(keyOf(teamId, kind, uuid)));
}
