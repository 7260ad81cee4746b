import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { defaultWebhookEvents } from '../../src/contract/webhook-events.ts';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import { createUuid } from '../../src/store/uuid.ts';
import type { DeliveryRecord } from '../../src/store/webhook-store.ts';
import { anyAddress, createAddressRules } from '../../src/webhooks/address-rules.ts';
import { type DelivererEvent, startDeliverer } from '../../src/webhooks/deliverer.ts';
import type { CallRules } from '../../src/webhooks/post-event.ts';
import { createSecret } from '../../src/webhooks/sign.ts';
import { newJob, result } from '../store/state-store.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { openReceiver } from '../support/receiver.ts';

const day = 24 * 3_600_000;

/** A deliverer on a store whose clock moves by `advance` alone. No call takes too long. */
async function open(more: Partial<CallRules> = {}) {
  const folder = makeFolder();
  let nowMs = Date.now();
  const now = () => nowMs;
  const store = createSqliteStateStore({ path: join(folder, 'state.db'), now });
  const told: DelivererEvent[] = [];
  const start = () =>
    startDeliverer(
      {
        queue: store.webhooks,
        describe: async (_, { subjectUuid }) => ({ uuid: subjectUuid }),
        rules: { addresses: anyAddress, timeoutMs: 180_000, slowMs: 180_000, ...more },
        userAgent: 'pdfgen/1.2.3',
        now,
      },
      (event) => told.push(event),
    );
  let deliverer = start();
  onTestFinished(async () => {
    await deliverer.stop(0);
    await store.close();
  });
  const webhooksOf = (team: string) => store.team(team).webhooks;
  return {
    store,
    told,
    webhooksOf,
    async create(team: string, url: string) {
      const secret = createSecret();
      const given = { uuid: createUuid(now()), url, events: defaultWebhookEvents, secret, createdMs: now() };
      await webhooksOf(team).create(given, { maxWebhooks: 20 });
      return given;
    },
    /** Completes a job and gives its UUID. */
    async complete(team: string) {
      const job = newJob(now());
      await store.team(team).jobs.create(job, { maxUnfinished: 100 });
      const [claim] = await store.queue.claim(1, 30_000);
      await store.queue.complete(claim!, result(claim!), [], day);
      deliverer.wake();
      return job.uuid;
    },
    /** Waits until the team's newest delivery is as expected. */
    until: (team: string, expected: Partial<DeliveryRecord>) =>
      expect.poll(async () => (await webhooksOf(team).listDeliveries({}, 1, undefined)).items[0]).toMatchObject(expected),
    advance(ms: number) {
      nowMs += ms;
      deliverer.wake();
    },
    async restart() {
      await deliverer.stop(0);
      deliverer = start();
    },
  };
}

test('an event is delivered once, signed, with the time of its attempt', async () => {
  const { create, complete, until } = await open();
  const { url, received } = await openReceiver();
  const { secret } = await create('a', url);
  const job = await complete('a');
  await until('a', { state: 'delivered', attempts: 1, status: 204, error: null });
  expect(received).toHaveLength(1);
  const [{ body, headers }] = received as [(typeof received)[number]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'job.completed',
    data: { uuid: job },
  });
  expect(headers).toMatchObject({ 'user-agent': 'pdfgen/1.2.3', 'content-type': 'application/json' });
});

test('a failed call is made again by the schedule, with the same id and body and a new time', async () => {
  const { create, complete, until, advance, told } = await open();
  const { url, received, answer } = await openReceiver();
  answer((_, response) => response.writeHead(500).end());
  await create('a', url);
  await complete('a');
  await until('a', { state: 'pending', attempts: 1, status: 500, error: 'It answered 500.' });
  advance(6_000);
  await until('a', { attempts: 2 });
  answer((_, response) => response.writeHead(200).end());
  advance(6 * 60_000);
  await until('a', { state: 'delivered', attempts: 3, error: null });
  const [first, , last] = received;
  expect(received).toHaveLength(3);
  expect(last!.body).toBe(first!.body);
  expect(last!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(Number(last!.headers['webhook-timestamp'])).toBeGreaterThan(Number(first!.headers['webhook-timestamp']));
  expect(told.map(({ kind }) => kind)).toEqual(['not-delivered', 'not-delivered', 'delivered']);
});

test('a delivery fails for good after ten attempts in about three days', async () => {
  const { create, complete, until, advance, webhooksOf, told } = await open();
  let total = 0;
  const { url, received, answer } = await openReceiver();
  answer((_, response) => response.writeHead(404).end());
  await create('a', url);
  await complete('a');
  for (let attempts = 1; attempts <= 10; attempts++) {
    await until('a', { attempts });
    const { nextMs, lastMs } = (await webhooksOf('a').listDeliveries({}, 1, undefined)).items[0]!;
    advance((nextMs ?? 0) - lastMs!);
    total += Math.max(0, (nextMs ?? 0) - lastMs!);
  }
  expect(total / 3_600_000).toBeGreaterThan(75.5);
  expect(total / 3_600_000).toBeLessThan(84);
  await until('a', { state: 'failed', attempts: 10, nextMs: null });
  expect(received).toHaveLength(10);
  expect(told.map(({ kind }) => kind)).toEqual([...Array<string>(9).fill('not-delivered'), 'given-up']);
});

test('a webhook that has failed for five days is turned off, and says so', async () => {
  const { create, complete, until, advance, webhooksOf, told } = await open();
  const { url, answer } = await openReceiver();
  answer((_, response) => response.writeHead(500).end());
  const { uuid } = await create('a', url);
  await complete('a');
  await until('a', { attempts: 1 });
  advance(5 * day);
  await until('a', { attempts: 2 });
  const reason = 'Every attempt has failed for 5 days. The last time: It answered 500.';
  expect(await webhooksOf('a').find(uuid)).toMatchObject({ off: { reason } });
  expect(told).toContainEqual({ kind: 'off', teamId: 'a', webhookUuid: uuid, detail: reason });
});

test('an endpoint that answers 410 is turned off at once', async () => {
  const { create, complete, until, webhooksOf } = await open();
  const { url, answer } = await openReceiver();
  answer((_, response) => response.writeHead(410).end());
  const { uuid } = await create('a', url);
  await complete('a');
  await until('a', { attempts: 1, status: 410 });
  expect(await webhooksOf('a').find(uuid)).toMatchObject({
    off: { reason: 'The endpoint answered 410: it wants no more events.' },
  });
});

test('Retry-After delays the next attempt', async () => {
  const { create, complete, until, webhooksOf } = await open();
  const { url, answer } = await openReceiver();
  answer((_, response) => response.writeHead(429, { 'retry-after': '600' }).end());
  await create('a', url);
  await complete('a');
  await until('a', { attempts: 1, status: 429 });
  const { nextMs, lastMs } = (await webhooksOf('a').listDeliveries({}, 1, undefined)).items[0]!;
  expect(nextMs! - lastMs!).toBe(600_000);
});

test("endpoints that never answer hold up no other team's deliveries", async () => {
  const { create, complete, advance, told } = await open();
  const [dead, good] = [await openReceiver(), await openReceiver()];
  dead.answer((_, response) => void response.destroy());
  for (let team = 0; team < 12; team++) {
    await create(`dead-${team}`, dead.url);
    await create(`dead-${team}`, dead.url);
    await complete(`dead-${team}`);
  }
  // Each has failed once, then all calls that failing endpoints may have at the same time hang.
  await expect.poll(() => told.length).toBe(24);
  dead.answer(() => {});
  advance(3_600_000);
  await expect.poll(() => dead.received.length).toBe(24 + 16);
  await create('good', good.url);
  for (let n = 0; n < 30; n++) await complete('good');
  await expect.poll(() => good.received.length).toBe(30);
});

test('a team with many endpoints that never answer leaves places to another team', async () => {
  const { create, complete, until, told } = await open();
  const [hanging, good] = [await openReceiver(), await openReceiver()];
  hanging.answer(() => {});
  for (let n = 0; n < 20; n++) await create('a', hanging.url);
  await create('b', good.url);
  await complete('a');
  await expect.poll(() => hanging.received.length).toBe(4);
  await complete('b');
  await until('b', { state: 'delivered' });
  // No call of the other team has ended meanwhile, and no further call has begun.
  expect(told.map(({ kind, teamId }) => [kind, teamId])).toEqual([['delivered', 'b']]);
  expect(hanging.received).toHaveLength(4);
});

test.each([
  ['answers late', { slowMs: 20 }, 'delivered'],
  ['never answers', { timeoutMs: 50 }, 'pending'],
] as const)('an endpoint that %s rests before its next delivery', async (_, rules, state) => {
  const { create, complete, until, advance } = await open(rules);
  const [slow, good] = [await openReceiver(), await openReceiver()];
  slow.answer((_call, response) => void setTimeout(() => response.writeHead(204).end(), 200));
  await create('a', slow.url);
  await create('b', good.url);
  await complete('a');
  await until('a', { state, attempts: 1 });
  await complete('a');
  await complete('b');
  await until('b', { state: 'delivered' });
  expect(slow.received).toHaveLength(1);
  advance(2_000);
  await expect.poll(() => slow.received.length).toBe(2);
});

test('a delivery to a private address and one to an unknown name look the same to the team, and not to the operator', async () => {
  const names: Readonly<Record<string, string>> = { 'wiki.corp.example': '10.0.0.7' };
  const resolve = async (name: string) => {
    if (names[name] === undefined) throw new Error('ENOTFOUND');
    return [{ address: names[name], family: 4 }];
  };
  const { create, complete, until, webhooksOf, told } = await open({
    addresses: createAddressRules([]),
    resolve,
    lookUpMs: 50,
  });
  const records = [];
  for (const host of ['wiki.corp.example', 'none.corp.example']) {
    await create(host, `https://${host}/`);
    await complete(host);
    await until(host, { attempts: 1 });
    const { status, error, state } = (await webhooksOf(host).listDeliveries({}, 1, undefined)).items[0]!;
    records.push({ status, state, error: error!.replaceAll(host, 'HOST') });
  }
  expect(records[0]).toEqual(records[1]);
  expect(JSON.stringify(records)).not.toContain('10.0.0.7');
  await expect
    .poll(() => told.filter(({ kind }) => kind === 'refused').map(({ detail }) => detail))
    .toEqual([
      expect.stringContaining('wiki.corp.example is 10.0.0.7, which is not on the internet'),
      'The name none.corp.example is unknown.',
    ]);
});

test('a call that a stopping process breaks off counts no attempt, and is made by the next', async () => {
  const { create, complete, until, restart, webhooksOf, advance } = await open();
  const { url, answer, received } = await openReceiver();
  answer(() => {});
  await create('a', url);
  await complete('a');
  await expect.poll(() => received.length).toBe(1);
  await restart();
  expect((await webhooksOf('a').listDeliveries({}, 1, undefined)).items[0]).toMatchObject({ state: 'pending', attempts: 0 });
  answer((_, response) => response.writeHead(204).end());
  advance(0);
  await until('a', { state: 'delivered', attempts: 1 });
});
