// Operations on deliveries: list, show, replay. And what an event says of its job or batch.

import { PdfgenError } from '../../contract/errors.ts';
import { lifeOf } from '../../contract/life-times.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { listWarnings } from '../../contract/warnings.ts';
import type { WebhookDelivery } from '../../contract/webhooks.ts';
import type { TeamState } from '../../store/state-store.ts';
import type { DeliveryRecord, DueDelivery } from '../../store/webhook-store.ts';
import { readStateCursor, writeStateCursor } from '../cursor.ts';
import type { Deps, UseCase } from '../deps.ts';
import { batchToWire, jobToWire } from '../jobs/job-to-wire.ts';

export const listWebhookDeliveries: UseCase<'listWebhookDeliveries'> = async ({ openState }, { query = {} }) => {
  const { limit = pageLimit.default, cursor, state } = query;
  const webhookUuid = query.webhookUuid?.toLowerCase();
  const filters = ['webhook-deliveries', state ?? null, webhookUuid ?? null];
  const { webhooks } = await openState();
  const page = await webhooks.listDeliveries({ state, webhookUuid }, limit, readStateCursor(cursor, filters));
  return { items: page.items.map(deliveryToWire), nextCursor: writeStateCursor(page, filters) };
};

export const getWebhookDelivery: UseCase<'getWebhookDelivery'> = async (deps, { params }) => {
  const found = await findDelivery(deps, params.uuid);
  const payload = found.payload === null ? null : (JSON.parse(found.payload) as Readonly<Record<string, unknown>>);
  return { ...deliveryToWire(found), payload };
};

export const replayWebhookDelivery: UseCase<'replayWebhookDelivery'> = async (deps, { params }) => {
  await deps.outgoing.countReplay();
  const { webhooks } = await deps.openState();
  if (!(await webhooks.replay(params.uuid))) throw deliveryNotFound(params.uuid);
  deps.onWork(0);
  return deliveryToWire(await findDelivery(deps, params.uuid));
};

/** The `data` of an event: the job or batch as it is now. Undefined: it is no longer kept. */
export async function describeSubject(
  { jobs, batches }: TeamState,
  { event, subjectUuid }: Pick<DueDelivery, 'event' | 'subjectUuid'>,
): Promise<unknown> {
  if (event === 'batch.finished') {
    const batch = await batches.find(subjectUuid);
    return batch && batchToWire(batch);
  }
  const job = await jobs.find(subjectUuid);
  // A body stays small, however many warnings the document has.
  return job && jobToWire({ ...job, warnings: listWarnings(job.warnings) });
}

async function findDelivery({ openState }: Deps, uuid: string): Promise<DeliveryRecord> {
  const found = await (await openState()).webhooks.findDelivery(uuid);
  if (!found) throw deliveryNotFound(uuid);
  return found;
}

function deliveryNotFound(uuid: string): PdfgenError {
  return new PdfgenError(
    'WEBHOOK_DELIVERY_NOT_FOUND',
    `There is no delivery ${uuid}. Deliveries are kept for ${lifeOf('delivery')}. List them with: pdfgen webhooks deliveries`,
  );
}

function deliveryToWire(record: DeliveryRecord): WebhookDelivery {
  const { uuid, webhookUuid, url, event, subjectUuid, state, attempts, createdMs, lastMs, nextMs, status, error } = record;
  const toTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    uuid,
    webhookUuid,
    url,
    event,
    subjectUuid,
    state,
    attempts,
    createdAt: new Date(createdMs).toISOString(),
    lastAttemptAt: toTime(lastMs),
    nextAttemptAt: toTime(nextMs),
    status,
    error,
  };
}
