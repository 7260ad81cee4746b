// Webhooks: calls that the server makes when jobs and batches end. They follow the Standard Webhooks specification.

import * as example from './examples.ts';
import { lifeOf } from './life-times.ts';
import type { OperationShape } from './operation-shape.ts';
import { type FromSchema, type JsonSchema, objectOf } from './schema.ts';
import { byUuid, callbackUrl, dateTime, listOf, longestUrl, nullableTime, orNull, page, uuid } from './shared-schemas.ts';
import { webhookEvents } from './webhook-events.ts';

/** Most deliveries that a team may replay in a minute on a server. */
export const replaysPerMinute = 600;

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
/** The state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

export const webhook = {
  type: 'object',
  required: ['uuid', 'url', 'events', 'enabled', 'disabledAt', 'disabledReason', 'failingSince', 'createdAt'],
  properties: {
    uuid,
    url: { type: ['string', 'null'], description: 'Null: signs the events for the `callbackUrl` of calls.' },
    events: { type: 'array', items: { enum: webhookEvents } },
    enabled: {
      type: 'boolean',
      description: 'False: the endpoint failed for days. A test that succeeds turns the webhook on again.',
    },
    disabledAt: nullableTime,
    disabledReason: { type: ['string', 'null'] },
    failingSince: {
      ...nullableTime,
      description: 'Since this time every attempt has failed. Null: the latest attempt succeeded.',
    },
    createdAt: dateTime,
  },
} as const satisfies JsonSchema;

export const webhookWithSecret = {
  type: 'object',
  required: [...webhook.required, 'secret'],
  properties: {
    ...webhook.properties,
    secret: { type: 'string', description: '`whsec_` and 32 random bytes in base64. Only this answer holds it.' },
  },
} as const satisfies JsonSchema;

export const webhookDelivery = {
  type: 'object',
  required: [
    'uuid',
    'webhookUuid',
    'url',
    'event',
    'subjectUuid',
    'state',
    'attempts',
    'createdAt',
    'lastAttemptAt',
    'nextAttemptAt',
    'status',
    'error',
  ],
  properties: {
    uuid: { ...uuid, description: 'The `webhook-id` of every attempt.' },
    webhookUuid: uuid,
    url: { type: 'string' },
    event: { enum: webhookEvents },
    subjectUuid: { ...uuid, description: 'The job or batch.' },
    state: { enum: deliveryStates, description: 'pending: not delivered yet. failed: no attempt is left.' },
    attempts: { type: 'integer' },
    createdAt: dateTime,
    lastAttemptAt: nullableTime,
    nextAttemptAt: { ...nullableTime, description: 'Null: there is no further attempt.' },
    status: { type: ['integer', 'null'], description: 'HTTP status of the latest answer. Null: no answer.' },
    error: { type: ['string', 'null'], description: 'Why the latest attempt failed.' },
  },
} as const satisfies JsonSchema;

export const webhookTest = {
  type: 'object',
  required: ['webhookId', 'delivered', 'status', 'body', 'error', 'milliseconds'],
  properties: {
    webhookId: { ...uuid, description: 'The `webhook-id` of the test.' },
    delivered: { type: 'boolean', description: 'Whether the endpoint answered with a status from 200 to 299.' },
    status: { type: ['integer', 'null'] },
    body: {
      type: ['string', 'null'],
      description: 'The first 1,000 characters of the answer. Null: no answer, or the server may call private networks.',
    },
    error: { type: ['string', 'null'] },
    milliseconds: { type: 'integer', minimum: 0 },
  },
} as const satisfies JsonSchema;

/** An address that hears of events. */
export type Webhook = FromSchema<typeof webhook>;
/** One event for one webhook, with its attempts. */
export type WebhookDelivery = FromSchema<typeof webhookDelivery>;
/** What the endpoint answered to the test of a webhook. */
export type WebhookTest = FromSchema<typeof webhookTest>;

const endpoints = { tag: 'Webhooks', scope: 'webhooks' } as const;

export const webhookOperations = {
  listWebhooks: {
    ...endpoints,
    method: 'GET',
    path: '/webhooks',
    summary: 'List the webhooks of the team, oldest first.',
    response: { status: 200, body: listOf(webhook) },
    examples: { answer: { items: [example.webhook], nextCursor: null } },
    errors: [],
  },
  createWebhook: {
    ...endpoints,
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook, and get its secret.',
    description:
      'The server then calls `url` for each of the `events`. With `url` null the webhook signs the events for the `callbackUrl` of calls; a team has one such webhook.',
    body: objectOf(['url'], {
      url: {
        type: ['string', 'null'],
        minLength: 1,
        maxLength: longestUrl,
        description: 'https, without user, password and fragment. http and private addresses: only if the server allows them.',
      },
      events: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { enum: webhookEvents },
        description: 'Default: all but the events of items.',
      },
    }),
    response: { status: 201, body: webhookWithSecret, location: '/webhooks/{uuid}' },
    examples: {
      body: { url: example.webhook.url, events: example.webhook.events },
      answer: { ...example.webhook, secret: example.webhookSecret },
    },
    errors: ['QUOTA_EXCEEDED'],
  },
  getWebhook: {
    ...endpoints,
    method: 'GET',
    path: '/webhooks/:uuid',
    summary: 'Get a webhook.',
    params: byUuid,
    response: { status: 200, body: webhook },
    examples: { answer: example.webhook },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  deleteWebhook: {
    ...endpoints,
    method: 'DELETE',
    path: '/webhooks/:uuid',
    summary: 'Delete a webhook with its deliveries. Waiting deliveries are not sent any more.',
    params: byUuid,
    response: { status: 204 },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  rotateWebhookSecret: {
    ...endpoints,
    method: 'POST',
    path: '/webhooks/:uuid/rotate',
    summary: 'Give a webhook a new secret.',
    description: `For ${lifeOf('oldSecret')} each call has two signatures, with the new and with the old secret.`,
    params: byUuid,
    response: { status: 200, body: webhookWithSecret },
    examples: { answer: { ...example.webhook, secret: example.webhookSecret } },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  testWebhook: {
    ...endpoints,
    method: 'POST',
    path: '/webhooks/:uuid/test',
    summary: 'Send the event `webhook.test` now, and get what the endpoint answers.',
    description:
      'Takes at most 10 seconds. The test is not recorded and not repeated. If it succeeds, a webhook that was turned off is turned on again. A webhook with `url` null needs `callbackUrl`.',
    params: byUuid,
    optionalBody: true,
    body: objectOf([], { callbackUrl }),
    response: { status: 200, body: webhookTest },
    examples: {
      body: {},
      answer: { webhookId: example.deliveryUuid, delivered: true, status: 204, body: '', error: null, milliseconds: 43 },
    },
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  listWebhookDeliveries: {
    ...endpoints,
    method: 'GET',
    path: '/webhook-deliveries',
    summary: `List deliveries, newest first. They are kept for ${lifeOf('delivery')}. Of the deliveries that have ended, each webhook keeps the latest 10,000.`,
    query: objectOf([], { webhookUuid: uuid, state: { enum: deliveryStates }, ...page }),
    response: { status: 200, body: listOf(webhookDelivery) },
    examples: { answer: { items: [example.delivery], nextCursor: null } },
    errors: [],
  },
  getWebhookDelivery: {
    ...endpoints,
    method: 'GET',
    path: '/webhook-deliveries/:uuid',
    summary: 'Get a delivery with the body that was sent.',
    params: byUuid,
    response: {
      status: 200,
      body: {
        type: 'object',
        required: [...webhookDelivery.required, 'payload'],
        properties: {
          ...webhookDelivery.properties,
          payload: orNull({ type: 'object', description: 'The body. Null: nothing was sent yet.' }),
        },
      },
    },
    examples: { answer: { ...example.delivery, payload: example.deliveredEvent } },
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  },
  replayWebhookDelivery: {
    ...endpoints,
    method: 'POST',
    path: '/webhook-deliveries/:uuid/replay',
    summary: `Send a delivery again, with the same \`webhook-id\` and the same body. A team may replay ${replaysPerMinute} deliveries a minute.`,
    params: byUuid,
    response: { status: 200, body: webhookDelivery },
    examples: { answer: { ...example.delivery, state: 'pending', attempts: 0, nextAttemptAt: example.delivery.lastAttemptAt } },
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  },
} as const satisfies Record<string, OperationShape>;
