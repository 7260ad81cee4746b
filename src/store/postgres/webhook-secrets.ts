// The secrets of webhooks are encrypted with the master key.
import { PdfgenError } from '../../contract/errors.ts';
import type { TimedWebhookRow, WebhookRow } from '../sql/webhook-rows.ts';
import type { WebhookDriver } from '../sql/webhooks.ts';
import { first } from '../sql/work.ts';
import type { Statements } from './database.ts';
import { seal, unseal } from './sealed.ts';

/** 32 bytes. Undefined: this process has no master key. */
export type MasterKey = () => Uint8Array | undefined;

export function createWebhookDriver(masterKey: MasterKey): WebhookDriver {
  return {
    seal: (uuid, secret) => seal(uuid, secret, needKey(masterKey)),
    openSecrets: (row) => openSecrets(row, needKey(masterKey)),
    lockTeam: (teamId) => first("SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))", [teamId]),
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

/** Raises INTERNAL if the newest secret was encrypted with another master key. */
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
