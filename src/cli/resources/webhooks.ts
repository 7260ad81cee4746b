// Webhooks and their deliveries on the command line: what commands show of them, and how they find one.
import type { Engine } from '../../contract/engine.ts';
import { type Webhook, type WebhookDelivery, webhook } from '../../contract/webhooks.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { findByEnding } from './find-by-ending.ts';
import type { Resource } from './resource.ts';

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

/** Webhooks on the command line. */
export const webhooks: Omit<
  Resource<Webhook, never, { readonly engine: Engine; readonly params: { readonly uuid: string } }>,
  'facts'
> = {
  name: 'webhook',
  plural: 'webhooks',
  schema: webhook,
  itemSchema: webhook,
  args: [['<webhook>', 'UUID, the last characters of it, or @last for the newest']],
  async find([given], context) {
    const engine = await context.openEngine();
    return { engine, params: { uuid: await findWebhook(engine, given) } };
  },
  columns: [
    { heading: 'webhook', cell: (webhook) => webhook.uuid },
    { heading: 'state', cell: stateOf },
    { heading: 'url', cell: (webhook) => webhook.url ?? '(callbacks)' },
    { heading: 'events', cell: (webhook) => webhook.events.join(' '), leaveOut: 1 },
    { heading: 'reason', cell: (webhook) => webhook.disabledReason },
  ],
};

/** Says whether a webhook works, in a word or two. */
function stateOf({ enabled, failingSince }: Webhook): string {
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

/** Deliveries on the command line. */
export const deliveries: Pick<Resource<WebhookDelivery, WebhookDelivery, never>, 'name' | 'plural' | 'columns' | 'facts'> = {
  name: 'delivery',
  plural: 'deliveries',
  columns: [
    { heading: 'delivery', cell: ({ uuid }) => uuid },
    { heading: 'state', cell: ({ state }) => state },
    { heading: 'event', cell: ({ event }) => event },
    { heading: 'created', cell: ({ createdAt }) => createdAt, leaveOut: 3 },
    { heading: 'attempts', cell: ({ attempts }) => attempts, leaveOut: 2 },
    { heading: 'status', cell: ({ status }) => status },
    { heading: 'error', cell: ({ error }) => error, leaveOut: 4 },
    { heading: 'url', cell: ({ url }) => url, leaveOut: 1 },
  ],
  facts: (delivery) => [
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
  ],
};
