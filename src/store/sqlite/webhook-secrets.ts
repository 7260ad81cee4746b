// The secrets of webhooks are plain text: only the owner of the file may read it.
import type { TimedWebhookRow } from '../sql/webhook-rows.ts';
import type { WebhookDriver } from '../sql/webhooks.ts';

export const webhookDriver: WebhookDriver = {
  seal: (_uuid, secret) => secret,
  openSecrets,
  // A transaction is the only writer.
  *lockTeam() {},
};

export function openSecrets({ secret, old_secret, old_until_ms, now }: TimedWebhookRow): readonly string[] {
  return old_secret !== null && (old_until_ms ?? 0) > now ? [secret, old_secret] : [secret];
}
