// Makes records of the rows of webhooks and deliveries that SQL drivers read. Their columns have the same names in every driver.
import type { WebhookEvent } from '../../contract/webhook-events.ts';
import type { DeliveryState } from '../../contract/webhooks.ts';
import type { ClaimedDeliveries, DeliveryRecord, DueDelivery, WebhookRecord } from '../webhook-store.ts';

export interface WebhookRow {
  readonly id: number;
  readonly team_id: string;
  readonly uuid: string;
  readonly url: string | null;
  readonly events: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_until_ms: number | null;
  readonly created_ms: number;
  readonly off_ms: number | null;
  readonly off_reason: string | null;
  readonly failing_since_ms: number | null;
  readonly failures: number;
}

/** A webhook with the time of the statement. */
export interface TimedWebhookRow extends WebhookRow {
  readonly now: number;
}

export interface DeliveryRow {
  readonly id: number;
  readonly uuid: string;
  readonly webhook_uuid: string;
  readonly url: string;
  readonly event: WebhookEvent;
  readonly subject_uuid: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_ms: number;
  readonly last_ms: number | null;
  readonly due_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly payload: string | null;
}

/** SQL of every driver: the columns of a DeliveryRow. `d`: the delivery, `w`: its webhook. */
export const deliveryColumns = `d.id, d.uuid, w.uuid AS webhook_uuid, coalesce(d.url, w.url) AS url, d.event, d.subject_uuid, d.state, d.attempts,
  d.created_ms, d.last_ms, d.due_ms, d.status, d.error`;

/** SQL: the deliveries whose webhook still exists. */
export const fromDeliveries = 'FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id AND w.deleted_ms IS NULL';

/** Waiting deliveries that the SQL of every driver counts at most for figures, so that a reading stays cheap. */
export const mostCountedDeliveries = 100_000;

/** The events of a webhook as the column of every driver holds them. Each event stands between blanks, so that SQL finds it as text. */
export const writeEvents = (events: readonly WebhookEvent[]): string => ` ${events.join(' ')} `;

export function toWebhook(row: WebhookRow): WebhookRecord {
  const { uuid, url, events, created_ms: createdMs, off_ms, off_reason, failing_since_ms: failingSinceMs } = row;
  return {
    uuid,
    url,
    events: events.split(' ').filter(Boolean) as WebhookEvent[],
    createdMs,
    off: off_ms === null ? null : { sinceMs: off_ms, reason: off_reason ?? '' },
    failingSinceMs,
  };
}

export function toDelivery(row: Omit<DeliveryRow, 'payload'> & { readonly payload?: string | null }): DeliveryRecord {
  return {
    uuid: row.uuid,
    webhookUuid: row.webhook_uuid,
    url: row.url,
    event: row.event,
    subjectUuid: row.subject_uuid,
    state: row.state,
    attempts: row.attempts,
    createdMs: row.created_ms,
    lastMs: row.last_ms,
    nextMs: row.state === 'pending' ? row.due_ms : null,
    status: row.status,
    error: row.error,
    payload: row.payload ?? null,
  };
}

/** A claim of a webhook with its due deliveries. */
export function toClaim(
  row: TimedWebhookRow,
  secrets: readonly string[] | undefined,
  deliveries: readonly DeliveryRow[],
  untilMs: number,
): ClaimedDeliveries {
  return {
    teamId: row.team_id,
    webhookUuid: row.uuid,
    isForCallbacks: row.url === null,
    secrets,
    failingMs: row.failing_since_ms === null ? 0 : row.now - row.failing_since_ms,
    failures: row.failures,
    deliveries: deliveries.map(toDue),
    lease: { id: row.id, untilMs },
  };
}

/** Most deliveries of a claim. A webhook that fails tries one, so that a dead address costs little. */
export const mostOfClaim = ({ failures, url }: WebhookRow, most: number): number => (failures > 0 && url !== null ? 1 : most);

function toDue({ id, uuid, url, event, subject_uuid, attempts, created_ms, payload }: DeliveryRow): DueDelivery {
  return { id, uuid, url, event, subjectUuid: subject_uuid, attempts, createdMs: created_ms, payload };
}
