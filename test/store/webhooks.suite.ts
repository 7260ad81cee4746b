// What every driver of the state store promises of webhooks.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultWebhookEvents, type WebhookEvent, webhookEvents } from '../../src/contract/webhook-events.ts';
import type { Claim, StateStore } from '../../src/store/state-store.ts';
import type { AfterClaim, AttemptedDelivery, ClaimedDeliveries, NewWebhook } from '../../src/store/webhook-store.ts';
import { newBatch, newJob, result } from './state-store.suite.ts';

const day = 24 * 3_600_000;
const lease = 30_000;
const [teamA, teamB] = [randomUUID(), randomUUID()];
const many = { maxUnfinished: 1_000_000 };
const few = { maxWebhooks: 5 };
const room = { well: 10, failing: 10, mostOfTeam: 10, most: 4 };
const nothing = { isSlow: false, holdMs: 0, offReason: undefined };

export function webhooksSuite(name: string, open: (now: () => number) => Promise<StateStore>): void {
  describe(`webhooks: ${name}`, () => {
    let ms: number;
    let store: StateStore;
    beforeEach(async () => {
      ms = 1_800_000_000_000;
      store = await open(() => ms);
    });
    afterEach(() => store.close());

    const newWebhook = (
      events: readonly WebhookEvent[] = defaultWebhookEvents,
      url: string | null = 'https://a.example/hook',
    ): NewWebhook => ({ uuid: randomUUID(), url, events, secret: `whsec_${randomUUID()}`, createdMs: ms });
    const create = (team: string, ...given: Parameters<typeof newWebhook>) =>
      store.team(team).webhooks.create(newWebhook(...given), few);
    const claim = (limits = room) => store.webhooks.claim(limits, lease);
    /** What is due, as team, event and number of attempts. */
    const due = async () => {
      const claims = await claim();
      const shown = claims.flatMap(({ deliveries }) => deliveries.map(({ event, subjectUuid }) => `${event} ${subjectUuid}`));
      for (const one of claims) await store.webhooks.settle(one, [], nothing);
      return shown;
    };
    const settle = (
      claimed: ClaimedDeliveries,
      state: AttemptedDelivery['state'],
      pauseMs = 5_000,
      after: Partial<AfterClaim> = {},
    ) => {
      const told = { state, pauseMs, status: state === 'delivered' ? 204 : 500, error: null, payload: '{}' };
      const attempted = claimed.deliveries.map((delivery) => ({ delivery, ...told }));
      return store.webhooks.settle(claimed, attempted, { ...nothing, ...after });
    };
    const addJob = async (team: string, more: object = {}) => {
      const job = { ...newJob(ms), ...more };
      await store.team(team).jobs.create(job, many);
      return job.uuid;
    };
    const take = (count = 1) => store.queue.claim(count, lease);
    const complete = (taken: Claim | undefined) => store.queue.complete(taken!, result(taken!), [], day);
    const fail = (taken: Claim | undefined) => store.queue.fail(taken!, { code: 'RENDER_FAILED', detail: '' });
    const runJob = async (team: string, more: object = {}) => {
      const uuid = await addJob(team, more);
      await complete((await take())[0]);
      return uuid;
    };
    const addBatch = async (items: number, more: object = {}) => {
      const batch = { ...newBatch(ms, items), ...more };
      await store.team(teamA).batches.create(batch, many);
      return batch;
    };

    test('the end of a job is due at once for the webhooks of its team that want it', async () => {
      await create(teamA);
      await create(teamA, ['job.failed']);
      await create(teamB);
      const completed = await runJob(teamA);
      expect(await due()).toEqual([`job.completed ${completed}`]);
      const failed = await addJob(teamA);
      await fail((await take())[0]);
      expect((await due()).filter((one) => one.startsWith('job.failed'))).toEqual(Array(2).fill(`job.failed ${failed}`));
      const canceled = await addJob(teamA);
      await store.team(teamA).jobs.cancel(canceled);
      expect(await due()).toContain(`job.canceled ${canceled}`);
    });

    test('a result that expires or is deleted is an event, once', async () => {
      await create(teamA, ['job.expired']);
      const [old, deleted] = [await runJob(teamA), await runJob(teamA)];
      expect(await due()).toEqual([]);
      await store.team(teamA).jobs.discard(deleted);
      await store.team(teamA).jobs.discard(deleted);
      expect(await due()).toEqual([`job.expired ${deleted}`]);
      ms += day;
      await store.queue.sweep(100);
      await store.queue.sweep(100);
      expect(await due()).toEqual([`job.expired ${deleted}`, `job.expired ${old}`]);
    });

    test('a batch is one event at its end, and again after a retry', async () => {
      await create(teamA);
      const batch = await addBatch(3);
      const claims = await take(3);
      for (const claimed of claims.slice(0, 2)) await complete(claimed);
      expect(await due()).toEqual([]);
      await fail(claims[2]);
      expect(await due()).toEqual([`batch.finished ${batch.uuid}`]);
      await store.team(teamA).batches.retry(batch.uuid, many);
      await store.team(teamA).batches.cancel(batch.uuid);
      expect(await due()).toEqual(Array(2).fill(`batch.finished ${batch.uuid}`));
    });

    test('items are events for webhooks that want them', async () => {
      await create(teamA, ['item.completed', 'item.failed', 'item.canceled', 'item.expired']);
      const batch = await addBatch(3);
      const [good, bad] = await take(2);
      await complete(good);
      await fail(bad);
      await store.team(teamA).batches.cancel(batch.uuid);
      const [first, second, third] = batch.items.map(({ jobUuid }) => jobUuid);
      const ended = [`item.completed ${first}`, `item.failed ${second}`, `item.canceled ${third}`];
      expect(await due()).toEqual(ended);
      ms += day;
      await store.queue.sweep(100);
      expect(await due()).toEqual([...ended, `item.expired ${first}`]);
    });

    test('a callback address gets the end of its job or batch, and not the expiry', async () => {
      await create(teamA, webhookEvents, null);
      const job = await runJob(teamA, { callbackUrl: 'https://b.example/?job=1' });
      await runJob(teamA);
      const batch = await addBatch(2, { callbackUrl: 'https://b.example/?batch=1' });
      for (const taken of await take(2)) await complete(taken);
      ms += day;
      await store.queue.sweep(100);
      const [claimed] = await claim();
      expect(claimed).toMatchObject({ isForCallbacks: true });
      expect(claimed!.deliveries.map(({ event, url, subjectUuid }) => [event, url, subjectUuid])).toEqual([
        ['job.completed', 'https://b.example/?job=1', job],
        ['batch.finished', 'https://b.example/?batch=1', batch.uuid],
      ]);
    });

    test('a retry tells the same callback address', async () => {
      await create(teamA, webhookEvents, null);
      const callbackUrl = 'https://b.example/?job=1';
      const job = await addJob(teamA, { callbackUrl });
      await fail((await take())[0]);
      const retried = await store.team(teamA).jobs.retry(job, many);
      await complete((await take())[0]);
      const [claimed] = await claim();
      expect(claimed!.deliveries.map(({ event, url, subjectUuid }) => [event, url, subjectUuid])).toEqual([
        ['job.failed', callbackUrl, job],
        ['job.completed', callbackUrl, retried],
      ]);
    });

    test('a team has a limited number of webhooks, and one for callbacks', async () => {
      const { webhooks } = store.team(teamA);
      const first = await create(teamA, defaultWebhookEvents, null);
      await expect(create(teamA, defaultWebhookEvents, null)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      for (let n = 2; n <= 5; n++) await create(teamA);
      await expect(create(teamA)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED', quota: { limit: 5, remaining: 0 } });
      expect(await webhooks.delete(first.uuid)).toBe(true);
      expect(await webhooks.delete(first.uuid)).toBe(false);
      await create(teamA, defaultWebhookEvents, null);
      expect(await webhooks.list()).toHaveLength(5);
      expect(await store.team(teamB).webhooks.list()).toEqual([]);
    });

    test('another team neither finds nor changes a webhook or a delivery', async () => {
      const { uuid } = await create(teamA);
      await runJob(teamA);
      const [delivery] = (await store.team(teamA).webhooks.listDeliveries({}, 10, undefined)).items;
      const { webhooks } = store.team(teamB);
      expect(await webhooks.find(uuid)).toBeUndefined();
      expect(await webhooks.secretsOf(uuid)).toBeUndefined();
      expect(await webhooks.rotate(uuid, 'x', 1)).toBe(false);
      expect(await webhooks.delete(uuid)).toBe(false);
      expect(await webhooks.findDelivery(delivery!.uuid)).toBeUndefined();
      expect(await webhooks.replay(delivery!.uuid)).toBe(false);
      expect((await webhooks.listDeliveries({ webhookUuid: uuid }, 10, undefined)).items).toEqual([]);
    });

    test('after a rotation both secrets sign for a while, the new one first', async () => {
      const given = newWebhook();
      const { webhooks } = store.team(teamA);
      await webhooks.create(given, few);
      expect(await webhooks.secretsOf(given.uuid)).toEqual([given.secret]);
      expect(await webhooks.rotate(given.uuid, 'whsec_new', day)).toBe(true);
      await runJob(teamA);
      expect((await claim())[0]!.secrets).toEqual(['whsec_new', given.secret]);
      ms += day;
      expect(await webhooks.secretsOf(given.uuid)).toEqual(['whsec_new']);
    });

    test('a claimed webhook is not claimed again before its lease is over', async () => {
      await create(teamA);
      await runJob(teamA);
      const [lost] = await claim();
      expect(lost!.deliveries).toHaveLength(1);
      await runJob(teamA);
      expect(await claim()).toEqual([]);
      ms += lease;
      const [again] = await claim();
      expect(again!.deliveries).toHaveLength(2);
      await settle(again!, 'delivered');
      // The late answer of the lost claim changes nothing.
      await settle(lost!, 'pending');
      expect((await store.team(teamA).webhooks.listDeliveries({ state: 'delivered' }, 10, undefined)).items).toHaveLength(2);
      expect(await claim()).toEqual([]);
    });

    test('figures count the deliveries that wait, and tell how long the oldest could have been sent', async () => {
      const told = async () => {
        const { waiting, oldestMs } = (await store.figures(0)).deliveries;
        return [waiting, oldestMs];
      };
      expect(await told()).toEqual([0, 0]);
      const [own, other] = [await create(teamA), await create(teamB)];
      await runJob(teamA);
      await runJob(teamA);
      expect(await told()).toEqual([2, 0]);
      ms += 2_000;
      await runJob(teamB);
      ms += 1_000;
      expect(await told()).toEqual([3, 3_000]);
      // The pause before another attempt, and the rest of a failing webhook, are not waited.
      for (const one of await claim()) {
        if (one.webhookUuid === own.uuid) await settle(one, 'pending', 5_000, { holdMs: 7_000 });
        else await settle(one, 'pending', 60_000);
      }
      expect(await told()).toEqual([3, 0]);
      ms += 8_000;
      expect(await told()).toEqual([3, 1_000]);
      await settle((await claim())[0]!, 'delivered');
      expect(await told()).toEqual([2, 3_000]);
      // Nobody waits for what is not sent any more.
      const [last] = await claim();
      await settle(last!, 'pending', 0, { offReason: 'It answered 410.' });
      expect(await told()).toEqual([1, 0]);
      await store.team(teamB).webhooks.delete(other.uuid);
      expect(await told()).toEqual([0, 0]);
    });

    test('a failed delivery is due again after its pause, with the same id, and can be replayed', async () => {
      await create(teamA);
      await runJob(teamA);
      const [first] = await claim();
      await settle(first!, 'pending', 5_000);
      expect(await claim()).toEqual([]);
      ms += 5_000;
      const [second] = await claim();
      const { uuid } = first!.deliveries[0]!;
      expect(second!.deliveries[0]).toMatchObject({ uuid, attempts: 1, payload: '{}' });
      expect(second).toMatchObject({ failures: 1, failingMs: 5_000 });
      await settle(second!, 'failed');
      const { webhooks } = store.team(teamA);
      const told = { state: 'failed', attempts: 2, status: 500, nextMs: null, lastMs: ms };
      expect(await webhooks.findDelivery(uuid)).toMatchObject(told);
      expect(await webhooks.replay(uuid)).toBe(true);
      expect((await claim())[0]!.deliveries[0]).toMatchObject({ uuid, attempts: 0 });
    });

    test('a failing webhook with an address of its own is tried with one delivery at a time, and can be held', async () => {
      await create(teamA);
      for (let n = 0; n < 3; n++) await runJob(teamA);
      const [first] = await claim();
      expect(first!.deliveries).toHaveLength(3);
      await settle(first!, 'pending', 0, { holdMs: 1_000 });
      expect(await claim()).toEqual([]);
      ms += 1_000;
      const [second] = await claim();
      expect(second!.deliveries).toHaveLength(1);
      await settle(second!, 'delivered');
      expect((await claim())[0]).toMatchObject({ failures: 0, failingMs: 0, deliveries: [{}, {}] });
    });

    test('teams take turns, and failing webhooks have places of their own', async () => {
      for (let n = 0; n < 3; n++) await create(teamA);
      await create(teamB);
      await runJob(teamA);
      await runJob(teamB);
      const [one] = await claim({ ...room, well: 1, failing: 0 });
      const [other] = await claim({ ...room, well: 1, failing: 0 });
      expect(new Set([one!.teamId, other!.teamId])).toEqual(new Set([teamA, teamB]));
      for (const claimed of [one!, other!]) await settle(claimed, 'pending', 0);
      expect(await claim({ ...room, failing: 0 })).toHaveLength(2);
      expect(await claim({ ...room, failing: 1 })).toHaveLength(1);
    });

    test('a team has a limited number of webhooks in hand, of those that fail and of the others', async () => {
      for (let n = 0; n < 5; n++) await create(teamA);
      await create(teamB);
      await runJob(teamA);
      await runJob(teamB);
      const two = { ...room, mostOfTeam: 2 };
      const teamsOf = (claims: readonly ClaimedDeliveries[]) => claims.map(({ teamId }) => teamId).sort();
      const first = await claim(two);
      expect(teamsOf(first)).toEqual([teamA, teamA, teamB].sort());
      expect(await claim(two)).toEqual([]);
      const ofA = first.filter(({ teamId }) => teamId === teamA);
      await settle(ofA[0]!, 'pending', 0);
      // The webhook that has failed is of another kind than those in hand.
      const second = await claim(two);
      expect(second.map(({ teamId, failures }) => [teamId, failures > 0]).sort()).toEqual([
        [teamA, false],
        [teamA, true],
      ]);
      expect(new Set([...first, ...second].map(({ webhookUuid }) => webhookUuid)).size).toBe(4);
      expect(await claim(two)).toEqual([]);
      // A lease that has run out holds no place.
      ms += lease;
      expect(teamsOf(await claim(two))).toEqual([teamA, teamA, teamA, teamB].sort());
    });

    test('a webhook whose calls are slow counts as failing, although nothing has failed', async () => {
      const { uuid } = await create(teamA);
      for (let n = 0; n < 3; n++) await runJob(teamA);
      const most = (n: number) => ({ ...room, most: n });
      await settle((await claim(most(1)))[0]!, 'delivered', 0, { isSlow: true, holdMs: 1_000 });
      expect(await claim()).toEqual([]);
      ms += 1_000;
      expect(await claim({ ...room, failing: 0 })).toEqual([]);
      const [slow] = await claim();
      expect(slow).toMatchObject({ failures: 1, failingMs: 0, deliveries: [{}] });
      expect(await store.team(teamA).webhooks.find(uuid)).toMatchObject({ failingSinceMs: null });
      await settle(slow!, 'delivered', 0, { isSlow: true });
      expect((await claim(most(1)))[0]).toMatchObject({ failures: 2, failingMs: 0 });
      ms += lease;
      await settle((await claim())[0]!, 'delivered');
      await runJob(teamA);
      expect((await claim())[0]).toMatchObject({ failures: 0 });
    });

    test('a webhook that is turned off gets no events and no deliveries until it is turned on', async () => {
      const { uuid } = await create(teamA);
      await runJob(teamA);
      const [claimed] = await claim();
      await settle(claimed!, 'pending', 0, { offReason: 'It answered 410.' });
      await runJob(teamA);
      ms += day;
      expect(await claim()).toEqual([]);
      const { webhooks } = store.team(teamA);
      expect(await webhooks.find(uuid)).toMatchObject({ off: { sinceMs: ms - day, reason: 'It answered 410.' } });
      await webhooks.turnOn(uuid);
      expect(await webhooks.find(uuid)).toMatchObject({ off: null, failingSinceMs: null });
      expect(await due()).toHaveLength(1);
    });

    test('deliveries are listed page by page, newest first, by webhook and state', async () => {
      const [one, other] = [await create(teamA), await create(teamA)];
      for (let n = 0; n < 3; n++, ms++) await runJob(teamA);
      const { webhooks } = store.team(teamA);
      const all = (await webhooks.listDeliveries({}, 10, undefined)).items;
      expect(all).toHaveLength(6);
      const page = await webhooks.listDeliveries({}, 4, undefined);
      expect(page).toEqual({ items: all.slice(0, 4), hasMore: true });
      expect((await webhooks.listDeliveries({}, 4, page.items.at(-1))).items).toEqual(all.slice(4));
      expect((await webhooks.listDeliveries({ webhookUuid: other.uuid, state: 'pending' }, 10, undefined)).items).toHaveLength(3);
      await webhooks.delete(one.uuid);
      expect((await webhooks.listDeliveries({}, 10, undefined)).items.map(({ webhookUuid }) => webhookUuid)).toEqual(
        Array(3).fill(other.uuid),
      );
      expect(await webhooks.findDelivery(all.find(({ webhookUuid }) => webhookUuid === one.uuid)!.uuid)).toBeUndefined();
    });

    test('ended deliveries above a number are removed, and too many pending ones are told', async () => {
      await create(teamA);
      for (let n = 0; n < 4; n++) await runJob(teamA);
      const [claimed] = await claim();
      expect(await store.webhooks.bound(claimed!, { ended: 2, pending: 3 })).toBe(true);
      expect(await store.webhooks.bound(claimed!, { ended: 2, pending: 4 })).toBe(false);
      await settle(claimed!, 'delivered');
      await store.webhooks.bound(claimed!, { ended: 3, pending: 3 });
      expect((await store.team(teamA).webhooks.listDeliveries({}, 10, undefined)).items).toHaveLength(3);
    });

    test('deliveries are removed after 14 days, those of a deleted webhook with the next sweeps', async () => {
      const { uuid } = await create(teamA, ['job.completed']);
      await create(teamB, ['job.completed']);
      await runJob(teamA);
      await runJob(teamB);
      await store.team(teamA).webhooks.delete(uuid);
      while ((await store.queue.sweep(1)).more);
      expect(await due()).toHaveLength(1);
      ms += 14 * day;
      while ((await store.queue.sweep(100)).more);
      expect(await due()).toEqual([]);
      expect((await store.team(teamB).webhooks.listDeliveries({}, 10, undefined)).items).toEqual([]);
    });
  });
}
