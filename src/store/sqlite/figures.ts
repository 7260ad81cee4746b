// Sums over all teams, for metrics.
import { type JobState, jobStates } from '../../contract/job-states.ts';
import { mostCountedDeliveries } from '../sql/webhook-rows.ts';
import type { Figures } from '../state-store.ts';
import type { SqliteDatabase } from './database.ts';
import { pendingWebhooksSql } from './webhook-queue.ts';

/** SQL: since when the oldest job waits. `kind` chooses the index. The few jobs that rest are skipped. */
export const oldestSql = (kind: string) =>
  `SELECT since_ms FROM jobs WHERE state = 'queued' AND ${kind} AND rests_until_ms IS NULL ORDER BY since_ms LIMIT 1`;

/** SQL: the number of waiting deliveries, and the time from which the oldest of them could be sent. */
const deliveriesSql = `
  ${pendingWebhooksSql},
  endpoints AS MATERIALIZED (
    SELECT w.id, iif(w.failures > 0, w.held_until_ms, 0) AS rests_until_ms FROM pending_webhooks JOIN webhooks AS w ON w.id = pending_webhooks.id WHERE w.off_ms IS NULL AND w.deleted_ms IS NULL)
  SELECT
    (SELECT count(*) FROM (
       SELECT 1 FROM endpoints AS w CROSS JOIN webhook_deliveries AS d ON d.webhook_id = w.id AND d.state = 'pending' LIMIT ${mostCountedDeliveries})) AS waiting,
    (SELECT min(max(w.rests_until_ms, (SELECT min(d.due_ms) FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = 'pending')))
     FROM endpoints AS w) AS oldest`;

export function readFigures(database: SqliteDatabase, nowMs: number): Figures {
  const counts = database.all<{ is_item: number; state: JobState; n: number }>('SELECT * FROM job_counts');
  const bytes = database.first<{ total: number; most: number }>(
    'SELECT coalesce(sum(result_bytes), 0) AS total, coalesce(max(result_bytes), 0) AS most FROM team_sums',
  )!;
  const sum = (state: JobState, isItem?: boolean) =>
    counts
      .filter((one) => one.state === state && (isItem === undefined || one.is_item === Number(isItem)))
      .reduce((all, { n }) => all + n, 0);
  const oldestMs = (kind: string) => {
    const oldest = database.first<{ since_ms: number }>(oldestSql(kind));
    return oldest ? Math.max(0, nowMs - oldest.since_ms) : 0;
  };
  const { oldest, ...deliveries } = database.first<{ waiting: number; oldest: number | null }>(deliveriesSql)!;
  return {
    jobs: Object.fromEntries(jobStates.map((state) => [state, sum(state)])) as Record<JobState, number>,
    waiting: {
      single: { jobs: sum('queued', false), oldestMs: oldestMs('batch_uuid IS NULL') },
      item: { jobs: sum('queued', true), oldestMs: oldestMs('batch_uuid IS NOT NULL') },
    },
    deliveries: { ...deliveries, oldestMs: oldest === null ? 0 : Math.max(0, nowMs - oldest) },
    resultBytes: bytes,
    snapshotMs: undefined,
  };
}
