// Adds a delivery for each webhook that wants an event. Call it inside of the transaction that causes the event: no event is lost.
import type { WebhookEvent } from '../../contract/webhook-events.ts';
import { createUuid } from '../uuid.ts';
import type { SqliteDatabase } from './database.ts';

export interface StoreEvent {
  readonly teamId: string;
  readonly event: WebhookEvent;
  /** The job or batch. */
  readonly subjectUuid: string;
  /** The address that the caller gave. Null: none, or the event is not for it. */
  readonly callbackUrl: string | null;
}

export function addEvent(database: SqliteDatabase, { teamId, event, subjectUuid, callbackUrl }: StoreEvent, nowMs: number): void {
  const webhooks = database.all<{ id: number; url: string | null; events: string }>(
    'SELECT id, url, events FROM webhooks WHERE team_id = ? AND off_ms IS NULL AND deleted_ms IS NULL',
    [teamId],
  );
  for (const { id, url, events } of webhooks) {
    if (url === null ? callbackUrl === null : !events.includes(` ${event} `)) continue;
    database.run(
      `INSERT INTO webhook_deliveries (team_id, webhook_id, uuid, event, subject_uuid, url, state, attempts, due_ms, created_ms)
       VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?)`,
      [teamId, id, createUuid(nowMs), event, subjectUuid, url === null ? callbackUrl : null, nowMs, nowMs],
    );
  }
}

/** The columns of a job that its event needs. */
export interface EndedJob {
  readonly team_id: string;
  readonly uuid: string;
  readonly batch_uuid: string | null;
  readonly callback_url: string | null;
}

/** The event of a job that has come to this state. */
export function addJobEvent(
  database: SqliteDatabase,
  job: EndedJob,
  state: 'completed' | 'failed' | 'canceled' | 'expired',
  nowMs: number,
): void {
  const event: WebhookEvent = job.batch_uuid === null ? `job.${state}` : `item.${state}`;
  const callbackUrl = state === 'expired' ? null : job.callback_url;
  addEvent(database, { teamId: job.team_id, event, subjectUuid: job.uuid, callbackUrl }, nowMs);
}
