// What an engine promises of webhooks, for every implementation.
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/contract/engine.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { defaultWebhookEvents } from '../../src/contract/webhook-events.ts';
import { openReceiver, type Received } from '../support/receiver.ts';
import { letter } from './engine.suite.ts';

export interface OpenedWebhooks {
  readonly engine: Engine;
  /** Whether the team may read what its endpoints answer. */
  readonly showsBodies: boolean;
  /** From now on jobs are rendered and events delivered. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const unknownUuid = '0190a1b2-0000-7000-8000-000000000000';
const refuses = (call: Promise<unknown>, code: ErrorCode) => expect(call).rejects.toMatchObject({ name: 'PdfgenError', code });

/** Runs the suite on an implementation that may call 127.0.0.1; `open` gives an engine without templates that has not begun to work. */
export function webhooksSuite(name: string, open: () => Promise<OpenedWebhooks>): void {
  describe(`webhooks: ${name}`, () => {
    let opened: OpenedWebhooks;
    let engine: Engine;
    beforeEach(async () => {
      opened = await open();
      engine = opened.engine;
    });
    afterEach(() => opened.close());

    const read = (secret: string, { body, headers }: Received) =>
      new Verifier(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;

    test('an endpoint hears of jobs and batches, and a callback address of its own job', async () => {
      const [endpoint, callback] = [await openReceiver(), await openReceiver()];
      const { secret } = await engine.createWebhook({ body: { url: endpoint.url } });
      const forCallbacks = await engine.createWebhook({ body: { url: null } });
      const { uuid: templateUuid } = await engine.createTemplate({ body: letter('letter') });
      const job = await engine.createRenderJob({
        params: { uuid: templateUuid },
        body: { data: { name: 'Ada' }, callbackUrl: `${callback.url}orders/7` },
      });
      const items = [{ data: { name: 'Bob' } }, { data: { name: 'Eve' } }];
      const batch = await engine.createRenderBatch({
        params: { uuid: templateUuid },
        body: { items, callbackUrl: `${callback.url}batch` },
      });
      await opened.start();
      await expect.poll(() => endpoint.received.length).toBe(2);
      await expect.poll(() => callback.received.length).toBe(2);
      const events = endpoint.received.map((one) => read(secret, one)).sort((a, b) => (String(a.type) < String(b.type) ? -1 : 1));
      expect(events).toMatchObject([
        { type: 'batch.finished', data: { batchUuid: batch.batchUuid, state: 'completed', counts: { total: 2, completed: 2 } } },
        { type: 'job.completed', data: { uuid: job.uuid, state: 'completed', result: { pages: 1 } } },
      ]);
      const done = await engine.getRenderJob({ params: { uuid: job.uuid } });
      expect(events[1]).toEqual({ type: 'job.completed', timestamp: done.finishedAt, data: done });
      expect(callback.received.map(({ path }) => path).sort()).toEqual(['/batch', '/orders/7']);
      const toCallback = callback.received.find(({ path }) => path === '/orders/7')!;
      expect(read(forCallbacks.secret, toCallback)).toEqual(events[1]);
    });

    test('a webhook is shown without its secret, and can be rotated and deleted', async () => {
      const created = await engine.createWebhook({
        body: { url: 'http://127.0.0.1:9/a', events: ['batch.finished', 'item.failed'] },
      });
      const { secret, ...shown } = created;
      expect(secret).toMatch(/^whsec_/);
      expect(shown).toMatchObject({
        events: ['item.failed', 'batch.finished'],
        enabled: true,
        disabledAt: null,
        failingSince: null,
      });
      const { uuid } = shown;
      expect(await engine.getWebhook({ params: { uuid } })).toEqual(shown);
      expect(await engine.listWebhooks({})).toEqual({ items: [shown], nextCursor: null });
      const rotated = await engine.rotateWebhookSecret({ params: { uuid } });
      expect(rotated).toEqual({ ...shown, secret: expect.stringMatching(/^whsec_/) });
      expect(rotated.secret).not.toBe(secret);
      await engine.deleteWebhook({ params: { uuid } });
      await refuses(engine.getWebhook({ params: { uuid } }), 'WEBHOOK_NOT_FOUND');
      await refuses(engine.deleteWebhook({ params: { uuid } }), 'WEBHOOK_NOT_FOUND');
      await refuses(engine.rotateWebhookSecret({ params: { uuid } }), 'WEBHOOK_NOT_FOUND');
      await refuses(engine.testWebhook({ params: { uuid } }), 'WEBHOOK_NOT_FOUND');
      const plain = await engine.createWebhook({ body: { url: 'http://127.0.0.1:9/b' } });
      expect(plain.events).toEqual(defaultWebhookEvents);
    });

    test('a test is sent at once and gives the answer', async () => {
      const endpoint = await openReceiver();
      const { uuid, secret } = await engine.createWebhook({ body: { url: endpoint.url } });
      endpoint.answer((_, response) => response.writeHead(404).end('no such page'));
      expect(await engine.testWebhook({ params: { uuid } })).toMatchObject({
        delivered: false,
        status: 404,
        body: opened.showsBodies ? 'no such page' : null,
        error: 'It answered 404.',
      });
      endpoint.answer((_, response) => response.writeHead(200).end('ok'));
      const tested = await engine.testWebhook({ params: { uuid } });
      expect(tested).toMatchObject({ delivered: true, status: 200, body: opened.showsBodies ? 'ok' : null, error: null });
      expect(endpoint.received[1]!.headers['webhook-id']).toBe(tested.webhookId);
      expect(read(secret, endpoint.received[1]!)).toMatchObject({ type: 'webhook.test', data: { webhookUuid: uuid } });
      await refuses(engine.testWebhook({ params: { uuid }, body: { callbackUrl: endpoint.url } }), 'INVALID_REQUEST');
      const callbacks = await engine.createWebhook({ body: { url: null } });
      await expect(engine.testWebhook({ params: { uuid: callbacks.uuid } })).rejects.toThrow('"callbackUrl" or --callback-url');
      const called = await engine.testWebhook({ params: { uuid: callbacks.uuid }, body: { callbackUrl: `${endpoint.url}here` } });
      expect(called.delivered).toBe(true);
      expect(endpoint.received.at(-1)!.path).toBe('/here');
    });

    test('two secrets sign after a rotation', async () => {
      const endpoint = await openReceiver();
      const { uuid, secret } = await engine.createWebhook({ body: { url: endpoint.url } });
      const rotated = await engine.rotateWebhookSecret({ params: { uuid } });
      await engine.testWebhook({ params: { uuid } });
      for (const one of [secret, rotated.secret])
        expect(read(one, endpoint.received[0]!)).toMatchObject({ type: 'webhook.test' });
    });

    test('deliveries are listed, shown with their body, and replayed with the same id', async () => {
      const endpoint = await openReceiver();
      const { uuid: webhookUuid } = await engine.createWebhook({ body: { url: endpoint.url } });
      const { uuid: templateUuid } = await engine.createTemplate({ body: letter('letter') });
      const job = await engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: { name: 'Ada' } } });
      await opened.start();
      const list = async (query: object) => (await engine.listWebhookDeliveries({ query })).items;
      await expect.poll(async () => (await list({ webhookUuid, state: 'delivered' })).length).toBe(1);
      const [delivery] = await list({});
      const { uuid } = delivery!;
      expect(delivery).toMatchObject({
        webhookUuid,
        url: endpoint.url,
        event: 'job.completed',
        subjectUuid: job.uuid,
        attempts: 1,
        status: 204,
        error: null,
        nextAttemptAt: null,
      });
      expect(await engine.getWebhookDelivery({ params: { uuid } })).toEqual({
        ...delivery,
        payload: JSON.parse(endpoint.received[0]!.body),
      });
      // Attempts count anew. The first may be over before the answer comes.
      const replayed = await engine.replayWebhookDelivery({ params: { uuid } });
      expect([replayed.uuid, replayed.attempts <= 1]).toEqual([uuid, true]);
      await expect.poll(() => endpoint.received.length).toBe(2);
      await expect
        .poll(async () => await engine.getWebhookDelivery({ params: { uuid } }))
        .toMatchObject({ state: 'delivered', attempts: 1 });
      expect(endpoint.received[1]).toMatchObject({ body: endpoint.received[0]!.body, headers: { 'webhook-id': uuid } });
      expect(await list({ webhookUuid: unknownUuid })).toEqual([]);
      expect(await list({ state: 'failed' })).toEqual([]);
      await refuses(engine.getWebhookDelivery({ params: { uuid: unknownUuid } }), 'WEBHOOK_DELIVERY_NOT_FOUND');
      await refuses(engine.replayWebhookDelivery({ params: { uuid: unknownUuid } }), 'WEBHOOK_DELIVERY_NOT_FOUND');
    });

    test('an address that cannot be called is refused before anything is made', async () => {
      for (const url of ['shop.example', 'ftp://shop.example', 'https://ada:x@shop.example', 'https://shop.example/#a', ''])
        await refuses(engine.createWebhook({ body: { url } }), 'INVALID_REQUEST');
      await refuses(
        engine.createWebhook({ body: { url: 'https://shop.example', events: ['job.done' as 'job.failed'] } }),
        'INVALID_REQUEST',
      );
      await refuses(engine.createWebhook({ body: { url: null, events: ['job.failed'] } }), 'INVALID_REQUEST');
      const { uuid: templateUuid } = await engine.createTemplate({ body: letter('letter') });
      const call = (callbackUrl: string) =>
        engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: { name: 'Ada' }, callbackUrl } });
      // Nothing could sign the event.
      await refuses(call('https://shop.example'), 'INVALID_REQUEST');
      await engine.createWebhook({ body: { url: null } });
      await refuses(engine.createWebhook({ body: { url: null } }), 'INVALID_REQUEST');
      await refuses(call('shop.example'), 'INVALID_REQUEST');
      await call('https://shop.example');
      expect((await engine.listRenderJobs({})).items).toHaveLength(1);
      expect((await engine.listWebhooks({})).items).toHaveLength(1);
    });
  });
}
