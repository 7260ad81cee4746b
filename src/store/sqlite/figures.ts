// Sums over all teams, for metrics.
import { type JobState, jobStates } from '../../contract/job-states.ts';
import type { Figures } from '../state-store.ts';
import type { Database } from './database.ts';

/** SQL: since when the oldest job waits. `kind` chooses the index. The few jobs that rest are skipped. */
export const oldestSql = (kind: string) =>
  `SELECT since_ms FROM jobs WHERE state = 'queued' AND ${kind} AND rests_until_ms IS NULL ORDER BY since_ms LIMIT 1`;

export function readFigures(database: Database, nowMs: number): Figures {
  const counts = database.all<{ is_item: number; state: JobState; n: number }>('SELECT * FROM job_counts');
  const bytes = database.first<{ total: number; most: number }>(
    'SELECT coalesce(sum(result_bytes), 0) AS total, coalesce(max(result_bytes), 0) AS most FROM team_loads',
  )!;
  const sum = (state: JobState, isItem?: boolean) =>
    counts
      .filter((one) => one.state === state && (isItem === undefined || one.is_item === Number(isItem)))
      .reduce((all, { n }) => all + n, 0);
  const oldestMs = (kind: string) => {
    const oldest = database.first<{ since_ms: number }>(oldestSql(kind));
    return oldest ? Math.max(0, nowMs - oldest.since_ms) : 0;
  };
  return {
    jobs: Object.fromEntries(jobStates.map((state) => [state, sum(state)])) as Record<JobState, number>,
    waiting: {
      single: { jobs: sum('queued', false), oldestMs: oldestMs('batch_uuid IS NULL') },
      item: { jobs: sum('queued', true), oldestMs: oldestMs('batch_uuid IS NOT NULL') },
    },
    resultBytes: bytes,
    snapshotMs: undefined,
  };
}
