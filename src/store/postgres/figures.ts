// Sums over all teams, for metrics. The processes share them: one process adds up, the others read what it found.
import { type JobState, jobStates } from '../../contract/job-states.ts';
import { mostCountedDeliveries } from '../sql/webhook-rows.ts';
import type { Figures } from '../state-store.ts';
import type { PostgresDatabase } from './database.ts';
import { firstDueSql, pendingWebhooksSql } from './webhook-queue.ts';

interface FiguresRow extends Readonly<Record<JobState, number>> {
  readonly alone: number;
  readonly processing_alone: number;
  readonly oldest_alone_ms: number;
  readonly oldest_item_ms: number;
  readonly total_bytes: number;
  readonly most_bytes: number;
  readonly snapshot_ms: number;
  readonly deliveries: number;
  readonly oldest_delivery_ms: number;
}

/** SQL: the time that the oldest waiting job has waited, by an index for each kind of job. The few jobs that rest are skipped. */
const oldest = (kind: string) =>
  `greatest(now_ms() - coalesce((SELECT since_ms FROM queue WHERE owner IS NULL AND ${kind} AND rests_until_ms IS NULL ORDER BY since_ms LIMIT 1), now_ms()), 0)`;

/** SQL: adds up the slots of teams. Running jobs are few, and an index finds them. A user without pg_monitor sees its own transactions only. */
export const figuresSql = `
  WITH RECURSIVE teams AS (
    SELECT sum(unfinished) AS unfinished, sum(result_bytes) AS result_bytes, sum(alone) AS alone, sum(completed) AS completed,
      sum(failed) AS failed, sum(canceled) AS canceled, sum(expired) AS expired FROM team_sums GROUP BY team_id),
  sums AS (
    SELECT coalesce(sum(unfinished), 0)::bigint AS unfinished, coalesce(sum(alone), 0)::bigint AS alone,
      coalesce(sum(completed), 0)::bigint AS completed, coalesce(sum(failed), 0)::bigint AS failed,
      coalesce(sum(canceled), 0)::bigint AS canceled, coalesce(sum(expired), 0)::bigint AS expired,
      coalesce(sum(result_bytes), 0)::bigint AS total_bytes, coalesce(max(result_bytes), 0)::bigint AS most_bytes FROM teams),
  running AS (
    SELECT count(*) AS processing, count(*) FILTER (WHERE batch_id IS NULL) AS processing_alone FROM queue WHERE owner IS NOT NULL),
  ${pendingWebhooksSql},
  endpoints AS MATERIALIZED (
    SELECT w.id, CASE WHEN w.failures > 0 THEN w.held_until_ms ELSE 0 END AS rests_until_ms
    FROM pending_webhooks JOIN webhooks AS w ON w.id = pending_webhooks.id WHERE w.off_ms IS NULL AND w.deleted_ms IS NULL),
  pending AS (
    SELECT FROM endpoints AS w CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = 'pending' LIMIT ${mostCountedDeliveries}) AS d
    LIMIT ${mostCountedDeliveries})
  SELECT sums.*, running.*, (SELECT count(*) FROM pending) AS deliveries,
    (SELECT coalesce(max(greatest(now_ms() - greatest(w.rests_until_ms, (${firstDueSql})), 0)), 0) FROM endpoints AS w) AS oldest_delivery_ms,
    sums.unfinished - running.processing AS queued,
    ${oldest('batch_id IS NULL')} AS oldest_alone_ms, ${oldest('batch_id IS NOT NULL')} AS oldest_item_ms,
    (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000), 0)::bigint FROM pg_stat_activity
     WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()) AS snapshot_ms
  FROM sums, running`;

/** SQL: the kept figures, and whether it is this process's turn to add up. */
const keptSql = `
  WITH turn AS (UPDATE figures SET taken_ms = now_ms() WHERE taken_ms <= now_ms() - $1::bigint OR taken_ms > now_ms() RETURNING 1)
  SELECT body, EXISTS (SELECT FROM turn) AS is_due FROM figures`;

export async function readFigures(database: PostgresDatabase, mostAgeMs: number): Promise<Figures> {
  const kept = await database.first<{ body: string; is_due: boolean }>(keptSql, [mostAgeMs]);
  if (kept && !kept.is_due && kept.body !== '') {
    // A process of an earlier version may have added up without deliveries.
    const known = JSON.parse(kept.body) as Omit<Figures, 'deliveries'> & Partial<Figures>;
    if (known.deliveries) return { ...known, deliveries: known.deliveries };
  }
  const figures = toFigures((await database.first<FiguresRow>(figuresSql))!);
  await database.run('UPDATE figures SET body = $1', [JSON.stringify(figures)]);
  return figures;
}

function toFigures(row: FiguresRow): Figures {
  const { queued, alone, processing_alone } = row;
  const single = alone - processing_alone;
  return {
    jobs: Object.fromEntries(jobStates.map((state) => [state, row[state]])) as Record<JobState, number>,
    waiting: {
      single: { jobs: single, oldestMs: row.oldest_alone_ms },
      item: { jobs: queued - single, oldestMs: row.oldest_item_ms },
    },
    deliveries: { waiting: row.deliveries, oldestMs: row.oldest_delivery_ms },
    resultBytes: { total: row.total_bytes, most: row.most_bytes },
    snapshotMs: row.snapshot_ms,
  };
}
