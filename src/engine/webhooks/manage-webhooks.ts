// Operations on webhooks: create, list, show, delete, rotate, test.

import type { Output } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { lifeTimes } from '../../contract/life-times.ts';
import { defaultWebhookEvents, testEvent, webhookEvents } from '../../contract/webhook-events.ts';
import type { Webhook } from '../../contract/webhooks.ts';
import { createUuid } from '../../store/uuid.ts';
import type { WebhookRecord } from '../../store/webhook-store.ts';
import { checkUrl } from '../../webhooks/check-url.ts';
import { createSecret } from '../../webhooks/sign.ts';
import type { Deps, UseCase } from '../deps.ts';

export async function listWebhooks({ openState }: Deps): Promise<Output<'listWebhooks'>> {
  const { webhooks } = await openState();
  return { items: (await webhooks.list()).map(webhookToWire), nextCursor: null };
}

export const getWebhook: UseCase<'getWebhook'> = async (deps, { params }) => {
  return webhookToWire(await findWebhook(deps, params.uuid));
};

/** Raises INVALID_REQUEST, QUOTA_EXCEEDED. */
export const createWebhook: UseCase<'createWebhook'> = async (deps, { body }) => {
  const { openState, limits, now, outgoing } = deps;
  if (body.url === null && body.events !== undefined)
    throw new PdfgenError(
      'INVALID_REQUEST',
      'A webhook with "url" null takes no "events": it signs the events for the `callbackUrl` of calls. Leave "events" out.',
    );
  const { webhooks } = await openState();
  const [secret, createdMs] = [createSecret(), now()];
  const given = {
    uuid: createUuid(createdMs),
    url: body.url === null ? null : checkUrl(body.url, '"url"', outgoing.addresses),
    // In the order of the table.
    events: webhookEvents.filter((event) => body.url !== null && (body.events ?? defaultWebhookEvents).includes(event)),
    secret,
    createdMs,
  };
  return { ...webhookToWire(await webhooks.create(given, { maxWebhooks: limits.maxWebhooks })), secret };
};

export const deleteWebhook: UseCase<'deleteWebhook'> = async (deps, { params }) => {
  const { webhooks } = await deps.openState();
  if (!(await webhooks.delete(params.uuid))) throw webhookNotFound(params.uuid);
  return undefined;
};

export const rotateWebhookSecret: UseCase<'rotateWebhookSecret'> = async (deps, { params }) => {
  const { webhooks } = await deps.openState();
  const secret = createSecret();
  if (!(await webhooks.rotate(params.uuid, secret, lifeTimes.oldSecret))) throw webhookNotFound(params.uuid);
  return { ...webhookToWire(await findWebhook(deps, params.uuid)), secret };
};

/** Sends a test, and turns a webhook on whose test succeeds. */
export const testWebhook: UseCase<'testWebhook'> = async (deps, { params, body }) => {
  const { openState, outgoing, now } = deps;
  const record = await findWebhook(deps, params.uuid);
  const { webhooks } = await openState();
  const secrets = await webhooks.secretsOf(params.uuid);
  if (!secrets) throw webhookNotFound(params.uuid);
  const [id, nowMs] = [createUuid(now()), now()];
  const [{ postEvent }, { signedCall, writeEvent }] = await Promise.all([
    import('../../webhooks/post-event.ts'),
    import('../../webhooks/deliverer.ts'),
  ]);
  const call = signedCall({
    url: readTestUrl(record, body?.callbackUrl, outgoing),
    id,
    body: writeEvent(testEvent, nowMs, { webhookUuid: record.uuid }),
    secrets,
    userAgent: outgoing.userAgent,
    nowMs,
  });
  const begunMs = performance.now();
  const { status, body: answer = null, error, refusal } = await outgoing.oneTest(() => postEvent(call, outgoing));
  const milliseconds = Math.round(performance.now() - begunMs);
  if (refusal !== undefined) outgoing.tellRefusal(record.uuid, refusal);
  if (error === undefined) await webhooks.turnOn(record.uuid);
  return {
    webhookId: id,
    delivered: error === undefined,
    status: status ?? null,
    body: answer,
    error: error ?? null,
    milliseconds,
  };
};

function readTestUrl({ url }: WebhookRecord, callbackUrl: string | undefined, { addresses }: Deps['outgoing']): string {
  if (url !== null && callbackUrl === undefined) return url;
  if (url === null && callbackUrl !== undefined) return checkUrl(callbackUrl, '"callbackUrl"', addresses);
  throw new PdfgenError(
    'INVALID_REQUEST',
    url === null
      ? 'The webhook signs events for the addresses that calls give. Name an address for the test: "callbackUrl" or --callback-url.'
      : 'The webhook has an address of its own. Leave out "callbackUrl" or --callback-url.',
  );
}

/** Raises INVALID_REQUEST for an address that must not be called, or if nothing could sign the event. */
export async function checkCallback({ openState, outgoing }: Deps, callbackUrl: string | undefined): Promise<string | undefined> {
  if (callbackUrl === undefined) return undefined;
  const url = checkUrl(callbackUrl, '"callbackUrl"', outgoing.addresses);
  const { webhooks } = await openState();
  if ((await webhooks.list()).some((one) => one.url === null)) return url;
  throw new PdfgenError(
    'INVALID_REQUEST',
    'The team has no secret that could sign a call to "callbackUrl". Make one with: pdfgen webhooks create --callbacks',
  );
}

/** Raises WEBHOOK_NOT_FOUND. */
async function findWebhook({ openState }: Deps, uuid: string): Promise<WebhookRecord> {
  const record = await (await openState()).webhooks.find(uuid);
  if (!record) throw webhookNotFound(uuid);
  return record;
}

function webhookNotFound(uuid: string): PdfgenError {
  return new PdfgenError('WEBHOOK_NOT_FOUND', `There is no webhook ${uuid}. List them with: pdfgen webhooks list`);
}

function webhookToWire({ uuid, url, events, off, failingSinceMs, createdMs }: WebhookRecord): Webhook {
  return {
    uuid,
    url,
    events: [...events],
    enabled: off === null,
    disabledAt: off && new Date(off.sinceMs).toISOString(),
    disabledReason: off?.reason ?? null,
    failingSince: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
    createdAt: new Date(createdMs).toISOString(),
  };
}
