// The webhooks of one team.
import { callbacksExist, checkWebhooks } from '../refusals.ts';
import type { Webhooks } from '../webhook-store.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  fromDeliveries,
  type TimedWebhookRow,
  toDelivery,
  toWebhook,
  type WebhookRow,
  writeEvents,
} from './webhook-rows.ts';
import { all, collectValues, first, run, type Work, type WorkDatabase } from './work.ts';

/** What differs between the databases. */
export interface WebhookDriver {
  /** The text that is stored for a secret. */
  seal(uuid: string, secret: string): string;
  /** The secrets of a webhook that sign at the time of the row. */
  openSecrets(row: TimedWebhookRow): readonly string[];
  /** Keeps other transactions from creating webhooks of the team. */
  lockTeam(teamId: string): Work<unknown>;
}

const whereWebhook = 'team_id = $1 AND uuid = $2 AND deleted_ms IS NULL';

export function createWebhooks({ perform, transact }: WorkDatabase, teamId: string, driver: WebhookDriver): Webhooks {
  const list = () => all<WebhookRow>('SELECT * FROM webhooks WHERE team_id = $1 AND deleted_ms IS NULL ORDER BY id', [teamId]);
  const find = (uuid: string) =>
    perform(() => first<TimedWebhookRow>(`SELECT *, now_ms() AS now FROM webhooks WHERE ${whereWebhook}`, [teamId, uuid]));
  return {
    async create({ uuid, url, events, secret, createdMs }, { maxWebhooks }) {
      const sealed = driver.seal(uuid, secret);
      return transact(function* () {
        // Two calls at the same moment take turns.
        yield* driver.lockTeam(teamId);
        const present = yield* list();
        checkWebhooks(present.length, maxWebhooks);
        if (url === null && present.some((one) => one.url === null)) throw callbacksExist();
        const row = yield* first<WebhookRow>(
          `INSERT INTO webhooks (team_id, uuid, url, events, secret, created_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
          [teamId, uuid, url, writeEvents(events), sealed, createdMs],
        );
        return toWebhook(row!);
      });
    },
    list: async () => (await perform(list)).map(toWebhook),
    async find(uuid) {
      const row = await find(uuid);
      return row && toWebhook(row);
    },
    async secretsOf(uuid) {
      const row = await find(uuid);
      return row && driver.openSecrets(row);
    },
    async rotate(uuid, secret, oldForMs) {
      const sealed = driver.seal(uuid, secret);
      const sql = `UPDATE webhooks SET old_secret = secret, old_until_ms = now_ms() + $4::bigint, secret = $3 WHERE ${whereWebhook}`;
      return (await perform(() => run(sql, [teamId, uuid, sealed, oldForMs]))) > 0;
    },
    async turnOn(uuid) {
      const sql = `UPDATE webhooks SET off_ms = NULL, off_reason = NULL, failing_since_ms = NULL, failures = 0, held_until_ms = 0 WHERE ${whereWebhook}`;
      await perform(() => run(sql, [teamId, uuid]));
    },
    async delete(uuid) {
      // The secrets go at once.
      const sql = `UPDATE webhooks SET deleted_ms = now_ms(), secret = '', old_secret = NULL WHERE ${whereWebhook}`;
      return (await perform(() => run(sql, [teamId, uuid]))) > 0;
    },
    async listDeliveries({ webhookUuid, state }, limit, after) {
      const { values, add } = collectValues(teamId);
      const conditions = [
        'd.team_id = $1',
        ...(webhookUuid === undefined
          ? []
          : [`d.webhook_id = (SELECT id FROM webhooks WHERE team_id = $1 AND uuid = ${add(webhookUuid)})`]),
        ...(state === undefined ? [] : [`d.state = ${add(state)}`]),
        ...(after ? [`(d.created_ms, d.uuid) < (${add(after.createdMs)}::bigint, ${add(after.uuid)}::uuid)`] : []),
      ];
      const sql = `SELECT ${deliveryColumns} ${fromDeliveries} WHERE ${conditions.join(' AND ')}
         ORDER BY d.created_ms DESC, d.uuid DESC LIMIT ${add(limit + 1)}`;
      const rows = await perform(() => all<DeliveryRow>(sql, values));
      return { items: rows.slice(0, limit).map(toDelivery), hasMore: rows.length > limit };
    },
    async findDelivery(uuid) {
      const sql = `SELECT ${deliveryColumns}, d.payload ${fromDeliveries} WHERE d.team_id = $1 AND d.uuid = $2`;
      const row = await perform(() => first<DeliveryRow>(sql, [teamId, uuid]));
      return row && toDelivery(row);
    },
    async replay(uuid) {
      const sql = `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, due_ms = now_ms() WHERE team_id = $1 AND uuid = $2
         AND EXISTS (SELECT 1 FROM webhooks AS w WHERE w.id = webhook_id AND w.deleted_ms IS NULL)`;
      return (await perform(() => run(sql, [teamId, uuid]))) > 0;
    },
  };
}
