// The webhooks of one team. Their secrets are encrypted with the master key.
import { PdfgenError } from '../../contract/errors.ts';
import { callbacksExist, checkWebhooks } from '../refusals.ts';
import { collectValues } from '../sql/work.ts';
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
import type { PostgresDatabase, Statements } from './database.ts';
import { seal, unseal } from './sealed.ts';

/** 32 bytes. Undefined: this process has no master key. */
export type MasterKey = () => Uint8Array | undefined;

const whereWebhook = 'team_id = $1 AND uuid = $2 AND deleted_ms IS NULL';

/** A webhook with the time of the statement. */
export interface TimedWebhookRow extends WebhookRow {
  readonly now: number;
}

export function createWebhooks(database: PostgresDatabase, teamId: string, masterKey: MasterKey): Webhooks {
  const find = (uuid: string) =>
    database.first<TimedWebhookRow>(`SELECT *, now_ms() AS now FROM webhooks WHERE ${whereWebhook}`, [teamId, uuid]);
  return {
    async create({ uuid, url, events, secret, createdMs }, { maxWebhooks }) {
      const sealed = seal(uuid, secret, needKey(masterKey));
      return database.transaction(async (statements) => {
        // Two calls at the same moment take turns.
        await statements.run("SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))", [teamId]);
        const present = await statements.all<{ url: string | null }>(
          'SELECT url FROM webhooks WHERE team_id = $1 AND deleted_ms IS NULL',
          [teamId],
        );
        checkWebhooks(present.length, maxWebhooks);
        if (url === null && present.some((one) => one.url === null)) throw callbacksExist();
        const row = await statements.first<WebhookRow>(
          `INSERT INTO webhooks (team_id, uuid, url, events, secret, created_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
          [teamId, uuid, url, writeEvents(events), sealed, createdMs],
        );
        return toWebhook(row!);
      });
    },
    async list() {
      const sql = 'SELECT * FROM webhooks WHERE team_id = $1 AND deleted_ms IS NULL ORDER BY id';
      return (await database.all<WebhookRow>(sql, [teamId])).map(toWebhook);
    },
    async find(uuid) {
      const row = await find(uuid);
      return row && toWebhook(row);
    },
    async secretsOf(uuid) {
      const row = await find(uuid);
      return row && openSecrets(row, needKey(masterKey));
    },
    async rotate(uuid, secret, oldForMs) {
      const sealed = seal(uuid, secret, needKey(masterKey));
      const sql = `UPDATE webhooks SET old_secret = secret, old_until_ms = now_ms() + $4::bigint, secret = $3 WHERE ${whereWebhook}`;
      return (await database.run(sql, [teamId, uuid, sealed, oldForMs])) > 0;
    },
    async turnOn(uuid) {
      await database.run(
        `UPDATE webhooks SET off_ms = NULL, off_reason = NULL, failing_since_ms = NULL, failures = 0, held_until_ms = 0 WHERE ${whereWebhook}`,
        [teamId, uuid],
      );
    },
    async delete(uuid) {
      // The secrets go at once.
      const sql = `UPDATE webhooks SET deleted_ms = now_ms(), secret = '', old_secret = NULL WHERE ${whereWebhook}`;
      return (await database.run(sql, [teamId, uuid])) > 0;
    },
    listDeliveries: (filter, limit, after) => listDeliveries(database, teamId, filter, limit, after),
    async findDelivery(uuid) {
      const sql = `SELECT ${deliveryColumns}, d.payload ${fromDeliveries} WHERE d.team_id = $1 AND d.uuid = $2`;
      const row = await database.first<DeliveryRow>(sql, [teamId, uuid]);
      return row && toDelivery(row);
    },
    async replay(uuid) {
      return (
        (await database.run(
          `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, due_ms = now_ms() WHERE team_id = $1 AND uuid = $2
             AND EXISTS (SELECT FROM webhooks AS w WHERE w.id = webhook_id AND w.deleted_ms IS NULL)`,
          [teamId, uuid],
        )) > 0
      );
    },
  };
}

function needKey(masterKey: MasterKey): Uint8Array {
  const key = masterKey();
  if (key) return key;
  throw new PdfgenError(
    'INVALID_REQUEST',
    'This server cannot keep the secrets of webhooks: it has no master key. Its operator names one with --master-key-file.',
  );
}

/** The secrets of a webhook that sign at this time. Raises INTERNAL if the newest was encrypted with another master key. */
export function openSecrets(row: TimedWebhookRow, masterKey: Uint8Array): readonly string[] {
  const { uuid, secret, old_secret, old_until_ms, now } = row;
  const newest = tryUnseal(uuid, secret, masterKey);
  if (newest === undefined)
    throw new PdfgenError(
      'INTERNAL',
      'The secret of the webhook was encrypted with another master key. Give all processes the same --master-key-file, or rotate the secret.',
    );
  const hasOld = old_secret !== null && (old_until_ms ?? 0) > now;
  // The new secret signs alone when the master key of the old secret is lost.
  const old = hasOld ? tryUnseal(uuid, old_secret, masterKey) : undefined;
  return old === undefined ? [newest] : [newest, old];
}

/** Undefined: the secret was encrypted with another master key. */
function tryUnseal(uuid: string, sealed: string, masterKey: Uint8Array): string | undefined {
  try {
    return unseal(uuid, sealed, masterKey);
  } catch {
    return undefined;
  }
}

/** Encrypts the secrets of webhooks that were copied as plain text from a data folder. */
export async function sealSecrets(statements: Statements, masterKey: Uint8Array): Promise<void> {
  const rows = await statements.all<Pick<WebhookRow, 'id' | 'uuid' | 'secret' | 'old_secret'>>(
    'SELECT id, uuid, secret, old_secret FROM webhooks WHERE deleted_ms IS NULL',
  );
  for (const { id, uuid, secret, old_secret } of rows) {
    const sealed = [secret, old_secret].map((one) => (one === null ? null : seal(uuid, one, masterKey)));
    await statements.run('UPDATE webhooks SET secret = $2, old_secret = $3 WHERE id = $1', [id, ...sealed]);
  }
}

async function listDeliveries(
  database: PostgresDatabase,
  teamId: string,
  { webhookUuid, state }: DeliveryFilter,
  limit: number,
  after: StateKey | undefined,
): Promise<StatePage<DeliveryRecord>> {
  const { values, add } = collectValues();
  const team = add(teamId);
  const conditions = [
    `d.team_id = ${team}`,
    ...(webhookUuid === undefined
      ? []
      : [`d.webhook_id = (SELECT id FROM webhooks WHERE team_id = ${team} AND uuid = ${add(webhookUuid)})`]),
    ...(state === undefined ? [] : [`d.state = ${add(state)}`]),
    ...(after ? [`(d.created_ms, d.uuid) < (${add(after.createdMs)}::bigint, ${add(after.uuid)}::uuid)`] : []),
  ];
  const rows = await database.all<DeliveryRow>(
    `SELECT ${deliveryColumns} ${fromDeliveries} WHERE ${conditions.join(' AND ')}
     ORDER BY d.created_ms DESC, d.uuid DESC LIMIT ${add(limit + 1)}`,
    values,
  );
  return { items: rows.slice(0, limit).map(toDelivery), hasMore: rows.length > limit };
}
