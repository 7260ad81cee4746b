// The queue of due deliveries of all teams: claims webhooks, and records what came of their attempts.
import {
  type DeliveryRow,
  deliveryColumns,
  mostOfClaim,
  type TimedWebhookRow,
  toClaim,
  type WebhookRow,
} from '../sql/webhook-rows.ts';
import type { WebhookDriver } from '../sql/webhooks.ts';
import type { AfterClaim, AttemptedDelivery, ClaimedDeliveries, WebhookQueue } from '../webhook-store.ts';
import type { SqliteDatabase } from './database.ts';

/** SQL: the webhooks with pending deliveries, found by one look into the index for each. */
export const pendingWebhooksSql = `
  WITH RECURSIVE pending_webhooks (id) AS (
    SELECT min(webhook_id) FROM webhook_deliveries WHERE state = 'pending'
    UNION ALL
    SELECT (SELECT min(webhook_id) FROM webhook_deliveries WHERE state = 'pending' AND webhook_id > pending_webhooks.id)
    FROM pending_webhooks WHERE pending_webhooks.id IS NOT NULL)`;

/**
 * SQL: the webhooks to claim next, in order. They are of two kinds: those that fail and those that do not. A team with claimed webhooks of a kind
 * goes behind the other teams. Values: now, three times.
 */
const dueSql = `
  ${pendingWebhooksSql}
  SELECT w.*, (SELECT count(*) FROM webhooks AS x
        WHERE x.team_id = w.team_id AND x.lease_ms > ? AND (x.failures > 0) = (w.failures > 0))
      + row_number() OVER (PARTITION BY w.team_id, w.failures > 0 ORDER BY w.served_ms, w.id) AS turn
  FROM pending_webhooks JOIN webhooks AS w ON w.id = pending_webhooks.id
  WHERE w.off_ms IS NULL AND w.deleted_ms IS NULL AND max(w.held_until_ms, w.lease_ms) <= ?
    AND EXISTS (SELECT 1 FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.due_ms <= ?)
  ORDER BY turn, w.served_ms, w.id`;

const isPendingSql = "SELECT 1 AS found FROM webhook_deliveries WHERE state = 'pending' LIMIT 1";

export function createWebhookQueue(database: SqliteDatabase, now: () => number): WebhookQueue {
  return {
    async claim({ well, failing, mostOfTeam, most }, leaseMs) {
      // The first look takes no lock, because idle processes must not hold up writers.
      if (!database.first(isPendingSql)) return [];
      return database.transaction(
        () => {
          const nowMs = now();
          const all = database.all<WebhookRow & { readonly turn: number }>(dueSql, [nowMs, nowMs, nowMs]);
          const due = all.filter(({ turn }) => turn <= mostOfTeam);
          const chosen = [
            ...due.filter(({ failures }) => failures === 0).slice(0, well),
            ...due.filter(({ failures }) => failures > 0).slice(0, failing),
          ];
          return chosen.map((row) => claimOne(database, row, most, nowMs, leaseMs));
        },
        { isDurable: false },
      );
    },
    async settle(claim, attempts, after) {
      database.transaction(() => settle(database, claim, attempts, after, now()));
    },
    async bound({ lease: { id } }, { ended, pending }) {
      database.run(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND state <> 'pending' ORDER BY id DESC LIMIT 1000 OFFSET ?)`,
        [id, ended],
      );
      const sql = "SELECT 1 AS found FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' LIMIT 1 OFFSET ?";
      return database.first(sql, [id, pending]) !== undefined;
    },
  };
}

function claimOne(database: SqliteDatabase, row: WebhookRow, most: number, nowMs: number, leaseMs: number): ClaimedDeliveries {
  const deliveries = database.all<DeliveryRow>(
    `SELECT ${deliveryColumns}, d.payload FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
     WHERE d.webhook_id = ? AND d.state = 'pending' AND d.due_ms <= ? ORDER BY d.due_ms, d.id LIMIT ?`,
    [row.id, nowMs, mostOfClaim(row, most)],
  );
  database.run('UPDATE webhooks SET lease_ms = ?, served_ms = ? WHERE id = ?', [nowMs + leaseMs, nowMs, row.id]);
  const timed = { ...row, now: nowMs };
  return toClaim(timed, openSecrets(timed), deliveries, nowMs + leaseMs);
}

function settle(
  database: SqliteDatabase,
  { lease }: ClaimedDeliveries,
  attempts: readonly AttemptedDelivery[],
  { isSlow, holdMs, offReason }: AfterClaim,
  nowMs: number,
): void {
  for (const { delivery, state, pauseMs, status, error, payload } of attempts) {
    database.run(
      `UPDATE webhook_deliveries SET state = ?, attempts = attempts + 1, due_ms = ?, last_ms = ?, status = ?, error = ?, payload = ?
       WHERE id = ? AND state = 'pending' AND attempts = ?`,
      [state, nowMs + Math.round(pauseMs), nowMs, status, error, payload, delivery.id, delivery.attempts],
    );
  }
  const hasSuccess = attempts.some(({ state }) => state === 'delivered');
  if (attempts.length > 0) {
    const since = hasSuccess ? 'NULL' : 'coalesce(failing_since_ms, ?1)';
    const failures = hasSuccess && !isSlow ? '0' : 'failures + 1';
    database.run(`UPDATE webhooks SET failing_since_ms = ${since}, failures = ${failures} WHERE id = ?2`, [nowMs, lease.id]);
  }
  database.run('UPDATE webhooks SET lease_ms = 0, held_until_ms = ? WHERE id = ? AND lease_ms = ?', [
    nowMs + Math.round(holdMs),
    lease.id,
    lease.untilMs,
  ]);
  if (offReason !== undefined) {
    database.run('UPDATE webhooks SET off_ms = ?, off_reason = ? WHERE id = ? AND off_ms IS NULL', [nowMs, offReason, lease.id]);
  }
}

export const webhookDriver: WebhookDriver = {
  seal: (_uuid, secret) => secret,
  openSecrets,
  // A transaction is the only writer.
  *lockTeam() {},
};

export function openSecrets({ secret, old_secret, old_until_ms, now }: TimedWebhookRow): readonly string[] {
  return old_secret !== null && (old_until_ms ?? 0) > now ? [secret, old_secret] : [secret];
}
