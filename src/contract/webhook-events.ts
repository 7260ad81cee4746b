// The events of webhooks, and what the server sends of each.
import { batchSummary } from './render-batches.ts';
import { renderJob } from './render-jobs.ts';
import type { JsonSchema } from './schema.ts';
import { dateTime } from './shared-schemas.ts';

const ofJob = (what: string, state: string) => ({
  summary: `${what} ${state}`,
  data: renderJob,
  description:
    '`data` is the job, as `GET /render-jobs/{uuid}` gives it when the event is first sent. It lists the first 10 warnings, with messages of at most 300 characters.',
});

/** Every event with its meaning and the schema of its `data`. */
export const webhookEventTable = {
  'job.completed': ofJob('A job', 'completed: its PDF is ready.'),
  'job.failed': ofJob('A job', 'failed.'),
  'job.canceled': ofJob('A job', 'was canceled.'),
  'job.expired': ofJob('A job', 'expired: its PDF is no longer kept.'),
  'item.completed': ofJob('The job of a batch item', 'completed: its PDF is ready.'),
  'item.failed': ofJob('The job of a batch item', 'failed.'),
  'item.canceled': ofJob('The job of a batch item', 'was canceled.'),
  'item.expired': ofJob('The job of a batch item', 'expired: its PDF is no longer kept.'),
  'batch.finished': {
    summary: 'All jobs of a batch have ended.',
    data: batchSummary,
    description:
      '`data` is the batch without its items, as a list of batches gives it when the event is first sent. It comes again after a retry of the batch.',
  },
} as const satisfies Record<string, { readonly summary: string; readonly data: JsonSchema; readonly description: string }>;

/** The name of an event. */
export type WebhookEvent = keyof typeof webhookEventTable;
export const webhookEvents = Object.keys(webhookEventTable) as readonly WebhookEvent[];

/** Events of a webhook that names none. Each item of a batch would be an event, so these are left out. */
export const defaultWebhookEvents = webhookEvents.filter((event) => !event.startsWith('item.'));

/** The event of a test. */
export const testEvent = 'webhook.test';

/** The body of the calls that the server makes. */
export const eventSchema = (event: WebhookEvent) =>
  ({
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: event },
      timestamp: { ...dateTime, description: 'Time of the event, the same in every attempt.' },
      data: webhookEventTable[event].data,
    },
  }) as const satisfies JsonSchema;
