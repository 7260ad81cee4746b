// The webhooks of one team. Their secrets are plain text: only the owner of the file may read it.
import { callbacksExist, checkWebhooks } from '../refusals.ts';
import type { StateKey, StatePage } from '../state-page.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  fromDeliveries,
  toDelivery,
  toWebhook,
  type WebhookRow,
  writeEvents,
} from '../webhook-rows.ts';
import type { DeliveryFilter, DeliveryRecord, Webhooks } from '../webhook-store.ts';
import type { SqliteDatabase } from './database.ts';

const whereWebhook = 'team_id = ? AND uuid = ? AND deleted_ms IS NULL';

export function createWebhooks(database: SqliteDatabase, teamId: string, now: () => number): Webhooks {
  const list = () =>
    database.all<WebhookRow>('SELECT * FROM webhooks WHERE team_id = ? AND deleted_ms IS NULL ORDER BY id', [teamId]);
  const find = (uuid: string) => database.first<WebhookRow>(`SELECT * FROM webhooks WHERE ${whereWebhook}`, [teamId, uuid]);
  return {
    async create({ uuid, url, events, secret, createdMs }, { maxWebhooks }) {
      return database.transaction(() => {
        const present = list();
        checkWebhooks(present.length, maxWebhooks);
        if (url === null && present.some((one) => one.url === null)) throw callbacksExist();
        database.run('INSERT INTO webhooks (team_id, uuid, url, events, secret, created_ms) VALUES (?, ?, ?, ?, ?, ?)', [
          teamId,
          uuid,
          url,
          writeEvents(events),
          secret,
          createdMs,
        ]);
        return toWebhook(find(uuid)!);
      });
    },
    list: async () => list().map(toWebhook),
    async find(uuid) {
      const row = find(uuid);
      return row && toWebhook(row);
    },
    async secretsOf(uuid) {
      const row = find(uuid);
      return row && secretsAt(row, now());
    },
    async rotate(uuid, secret, oldForMs) {
      return (
        database.run(`UPDATE webhooks SET old_secret = secret, old_until_ms = ?, secret = ? WHERE ${whereWebhook}`, [
          now() + oldForMs,
          secret,
          teamId,
          uuid,
        ]) > 0
      );
    },
    async turnOn(uuid) {
      database.run(
        `UPDATE webhooks SET off_ms = NULL, off_reason = NULL, failing_since_ms = NULL, failures = 0, held_until_ms = 0 WHERE ${whereWebhook}`,
        [teamId, uuid],
      );
    },
    async delete(uuid) {
      // The secrets go at once.
      const sql = `UPDATE webhooks SET deleted_ms = ?, secret = '', old_secret = NULL WHERE ${whereWebhook}`;
      return database.run(sql, [now(), teamId, uuid]) > 0;
    },
    listDeliveries: async (filter, limit, after) => listDeliveries(database, teamId, filter, limit, after),
    async findDelivery(uuid) {
      const sql = `SELECT ${deliveryColumns}, d.payload ${fromDeliveries} WHERE d.team_id = ? AND d.uuid = ?`;
      const row = database.first<DeliveryRow>(sql, [teamId, uuid]);
      return row && toDelivery(row);
    },
    async replay(uuid) {
      return (
        database.run(
          `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, due_ms = ? WHERE team_id = ? AND uuid = ?
             AND EXISTS (SELECT 1 FROM webhooks AS w WHERE w.id = webhook_id AND w.deleted_ms IS NULL)`,
          [now(), teamId, uuid],
        ) > 0
      );
    },
  };
}

/** The secrets of a webhook that sign at this time. */
export function secretsAt({ secret, old_secret, old_until_ms }: WebhookRow, nowMs: number): readonly string[] {
  return old_secret !== null && (old_until_ms ?? 0) > nowMs ? [secret, old_secret] : [secret];
}

function listDeliveries(
  database: SqliteDatabase,
  teamId: string,
  { webhookUuid, state }: DeliveryFilter,
  limit: number,
  after: StateKey | undefined,
): StatePage<DeliveryRecord> {
  const rows = database.all<DeliveryRow>(
    `SELECT ${deliveryColumns} ${fromDeliveries} WHERE d.team_id = ?
       ${webhookUuid === undefined ? '' : 'AND d.webhook_id = (SELECT id FROM webhooks WHERE team_id = ? AND uuid = ?)'}
       ${state === undefined ? '' : 'AND d.state = ?'} ${after ? 'AND (d.created_ms, d.uuid) < (?, ?)' : ''}
     ORDER BY d.created_ms DESC, d.uuid DESC LIMIT ?`,
    [
      teamId,
      ...(webhookUuid === undefined ? [] : [teamId, webhookUuid]),
      ...(state === undefined ? [] : [state]),
      ...(after ? [after.createdMs, after.uuid] : []),
      limit + 1,
    ],
  );
  return { items: rows.slice(0, limit).map(toDelivery), hasMore: rows.length > limit };
}
