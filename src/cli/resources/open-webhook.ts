// Shared by the commands on webhooks.
import type { Engine } from '../../contract/engine.ts';
import type { Webhook, WebhookDelivery } from '../../contract/webhooks.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { findByEnding } from './find-by-ending.ts';

/** The UUID of the named webhook. */
export function findWebhook(engine: Engine, given: unknown): Promise<string> {
  return findByEnding(
    String(given),
    'webhook',
    // The newest is the last of the list.
    async () => ({ items: [...(await engine.listWebhooks({})).items].reverse(), nextCursor: null }),
    (webhook) => webhook.uuid,
  );
}

/** The UUID of the named delivery. */
export function findDelivery(engine: Engine, given: unknown): Promise<string> {
  return findByEnding(
    String(given),
    'delivery',
    (query) => engine.listWebhookDeliveries({ query }),
    (delivery) => delivery.uuid,
  );
}

export const webhookArgument = ['<webhook>', 'UUID, the last characters of it, or @last for the newest'] as const;

/** Says whether a webhook works, in a word or two. */
export function stateOf({ enabled, failingSince }: Webhook): string {
  if (!enabled) return 'off';
  return failingSince === null ? 'on' : 'failing';
}

/** Prints a new secret: it alone on stdout, so that it can be stored at once. */
export function printSecret({ secret, ...webhook }: Webhook & { readonly secret: string }, context: CommandContext): void {
  if (context.options.json) context.printJson({ ...webhook, secret });
  else context.print(`${secret}\n`);
  context.say(`webhook ${webhook.uuid} ${whereOf(webhook)}`);
  context.say('The secret is shown only once. Receivers need it to check signatures.');
}

function whereOf({ url, events }: Webhook): string {
  return url === null ? 'for the callback addresses of calls' : `to ${toLine(url)}: ${events.join(', ')}`;
}

/** Prints a delivery on the terminal, one fact a line. */
export function printDelivery(delivery: WebhookDelivery, context: CommandContext): void {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['delivery', delivery.uuid],
    ['event', delivery.event],
    [delivery.event === 'batch.finished' ? 'batch' : 'job', delivery.subjectUuid],
    ['webhook', delivery.webhookUuid],
    ['url', delivery.url],
    ['state', delivery.state],
    ['attempts', delivery.attempts],
    ['created', delivery.createdAt],
    ['last', delivery.lastAttemptAt],
    ['next', delivery.nextAttemptAt],
    ['status', delivery.status],
    ['error', delivery.error],
  ];
  for (const [name, value] of facts) if (value !== null) context.print(`${name.padEnd(10)}${toLine(String(value))}\n`);
}
