// The queue of due deliveries of all teams. A claim locks the rows of its webhooks, and skips webhooks that another claim has locked.
import { type DeliveryRow, deliveryColumns, mostOfClaim, type TimedWebhookRow, toClaim } from '../sql/webhook-rows.ts';
import type { AfterClaim, AttemptedDelivery, ClaimedDeliveries, WebhookQueue } from '../webhook-store.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { type MasterKey, openSecrets } from './webhook-secrets.ts';

/** SQL: the webhooks with pending deliveries. One look into the index finds each webhook, however many deliveries it has. */
export const pendingWebhooksSql = `pending_webhooks AS (
    (SELECT webhook_id AS id FROM webhook_deliveries WHERE state = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_deliveries AS d WHERE d.state = 'pending' AND d.webhook_id > pending_webhooks.id ORDER BY d.webhook_id LIMIT 1)
    FROM pending_webhooks WHERE pending_webhooks.id IS NOT NULL
  )`;

/** SQL: the time from which the first pending delivery of the webhook `w` is due. */
export const firstDueSql =
  "SELECT d.due_ms FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = 'pending' ORDER BY d.due_ms, d.id LIMIT 1";

/**
 * SQL: claims webhooks with due deliveries, of two kinds: those that fail and those that do not. A team with claimed webhooks of a kind goes behind the
 * others. Values: most webhooks without failures, most with failures, length of the lease, most of a team and kind.
 */
export const claimWebhooksSql = `
  WITH RECURSIVE ${pendingWebhooksSql}, due AS MATERIALIZED (
    SELECT w.id, w.failures > 0 AS is_failing, w.served_ms,
      (SELECT count(*) FROM webhooks AS x WHERE x.team_id = w.team_id AND x.lease_ms > now_ms() AND (x.failures > 0) = (w.failures > 0))
        + row_number() OVER (PARTITION BY w.team_id, w.failures > 0 ORDER BY w.served_ms, w.id) AS turn
    FROM pending_webhooks JOIN webhooks AS w ON w.id = pending_webhooks.id
    WHERE w.off_ms IS NULL AND w.deleted_ms IS NULL AND greatest(w.held_until_ms, w.lease_ms) <= now_ms()
      AND (${firstDueSql}) <= now_ms()
  ), well AS MATERIALIZED (
    SELECT w.id FROM due JOIN webhooks AS w ON w.id = due.id WHERE NOT due.is_failing AND due.turn <= $4::integer AND w.lease_ms <= now_ms()
    ORDER BY due.turn, due.served_ms, due.id LIMIT $1::integer FOR NO KEY UPDATE OF w SKIP LOCKED
  ), failing AS MATERIALIZED (
    SELECT w.id FROM due JOIN webhooks AS w ON w.id = due.id WHERE due.is_failing AND due.turn <= $4 AND w.lease_ms <= now_ms()
    ORDER BY due.turn, due.served_ms, due.id LIMIT $2::integer FOR NO KEY UPDATE OF w SKIP LOCKED
  )
  UPDATE webhooks SET lease_ms = now_ms() + $3::bigint, served_ms = now_ms()
  WHERE id IN (SELECT id FROM well UNION ALL SELECT id FROM failing)
  RETURNING *, now_ms() AS now`;

/** SQL: the first due deliveries of claimed webhooks. Values: the webhooks, the most of each. */
export const dueDeliveriesSql = `
  SELECT ${deliveryColumns}, d.payload, d.webhook_id
  FROM unnest($1::bigint[], $2::integer[]) AS c (id, most) JOIN webhooks AS w ON w.id = c.id CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries AS x WHERE x.webhook_id = c.id AND x.state = 'pending' AND x.due_ms <= now_ms()
    ORDER BY x.due_ms, x.id LIMIT c.most) AS d`;

export function createWebhookQueue(database: PostgresDatabase, masterKey: MasterKey): WebhookQueue {
  return {
    async claim({ well, failing, mostOfTeam, most }, leaseMs) {
      const key = masterKey();
      // Others deliver, which can read the secrets.
      if (!key) return [];
      const rows = await database.all<TimedWebhookRow & { readonly lease_ms: number }>(claimWebhooksSql, [
        well,
        failing,
        leaseMs,
        mostOfTeam,
      ]);
      if (rows.length === 0) return [];
      const due = await database.all<DeliveryRow & { readonly webhook_id: number }>(dueDeliveriesSql, [
        rows.map(({ id }) => id),
        rows.map((row) => mostOfClaim(row, most)),
      ]);
      return rows.map((row) => {
        const deliveries = due.filter(({ webhook_id }) => webhook_id === row.id);
        return toClaim(row, readSecrets(row, key), deliveries, row.lease_ms);
      });
    },
    settle: (claim, attempts, after) => database.transaction((statements) => settle(statements, claim, attempts, after)),
    async bound({ lease: { id } }, { ended, pending }) {
      await database.run(
        `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
           SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state <> 'pending' ORDER BY id DESC LIMIT 1000 OFFSET $2))`,
        [id, ended],
      );
      const sql = "SELECT 1 AS found FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending' LIMIT 1 OFFSET $2";
      return (await database.first(sql, [id, pending])) !== undefined;
    },
  };
}

function readSecrets(row: TimedWebhookRow, key: Uint8Array): readonly string[] | undefined {
  try {
    return openSecrets(row, key);
  } catch {
    return undefined; // sealed with another master key: the attempt fails and says so
  }
}

async function settle(
  statements: Statements,
  { lease }: ClaimedDeliveries,
  attempts: readonly AttemptedDelivery[],
  { isSlow, holdMs, offReason }: AfterClaim,
): Promise<void> {
  if (attempts.length > 0) {
    await statements.run(
      `UPDATE webhook_deliveries AS d SET state = a.state, attempts = d.attempts + 1, due_ms = now_ms() + a.pause_ms, last_ms = now_ms(),
         status = a.status, error = a.error, payload = a.payload
       FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[], $5::integer[], $6::text[], $7::text[])
         AS a (id, attempts, state, pause_ms, status, error, payload)
       WHERE d.id = a.id AND d.state = 'pending' AND d.attempts = a.attempts`,
      [
        attempts.map(({ delivery }) => delivery.id),
        attempts.map(({ delivery }) => delivery.attempts),
        attempts.map(({ state }) => state),
        attempts.map(({ pauseMs }) => Math.round(pauseMs)),
        attempts.map(({ status }) => status),
        attempts.map(({ error }) => error?.replaceAll('\0', '\uFFFD') ?? null),
        attempts.map(({ payload }) => payload),
      ],
    );
  }
  const hasSuccess = attempts.some(({ state }) => state === 'delivered');
  await statements.run(
    `UPDATE webhooks SET
       failing_since_ms = CASE WHEN $3::boolean THEN NULL WHEN $4::boolean THEN coalesce(failing_since_ms, now_ms()) ELSE failing_since_ms END,
       failures = CASE WHEN $3 AND NOT $7::boolean THEN 0 WHEN $4 THEN failures + 1 ELSE failures END,
       off_ms = CASE WHEN $5::text IS NULL THEN off_ms ELSE coalesce(off_ms, now_ms()) END, off_reason = coalesce(off_reason, $5),
       held_until_ms = CASE WHEN lease_ms = $2::bigint THEN now_ms() + $6::bigint ELSE held_until_ms END,
       lease_ms = CASE WHEN lease_ms = $2 THEN 0 ELSE lease_ms END
     WHERE id = $1`,
    [lease.id, lease.untilMs, hasSuccess, attempts.length > 0, offReason ?? null, Math.round(holdMs), isSlow],
  );
}
