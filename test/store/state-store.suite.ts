// What every driver of the state store promises.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jobStates } from '../../src/contract/job-states.ts';
import type { Claim, NewBatch, NewBatchItem, NewJob, Round, StateStore, StoredResult } from '../../src/store/state-store.ts';
import { createLatch } from '../support/latch.ts';
import { createRandom } from '../support/random.ts';
import { countUnfinished } from '../support/unfinished-jobs.ts';

const day = 24 * 3_600_000;
const [teamA, teamB] = [randomUUID(), randomUUID()];
const keepNone = { keptRevisions: 0, maxUploadBytes: 0 };
const many = { maxUnfinished: 1_000_000 };
const template = { templateUuid: randomUUID(), templateVersion: 1, embedded: null, options: '{}', priority: 0 };

export const result = (claim: Claim): StoredResult => ({
  blob: `${claim.uuid}-${claim.attempt}.pdf`,
  filename: 'a.pdf',
  bytes: 100,
  pages: 1,
  sha256: 'a'.repeat(64),
});

export const newJob = (createdMs: number): NewJob => ({ ...template, uuid: randomUUID(), data: '{"a":1}', createdMs });

export const newBatch = (createdMs: number, items: number): NewBatch & { readonly items: readonly NewBatchItem[] } => ({
  ...template,
  uuid: randomUUID(),
  createdMs,
  total: items,
  items: Array.from({ length: items }, (_, index) => ({ jobUuid: randomUUID(), reference: `r${index}`, data: `{"n":${index}}` })),
});

export function stateStoreSuite(name: string, open: (now: () => number) => Promise<StateStore>): void {
  describe(name, () => {
    let ms: number;
    let store: StateStore;
    const take = async (limit = 1) => store.queue.claim(limit, 30_000);
    const complete = (claim: Claim) => store.queue.complete(claim, result(claim), [], day);
    const fail = async (claim: Claim | undefined) => store.queue.fail(claim!, { code: 'RENDER_FAILED', detail: '' });
    const addJob = async (team = teamA, more: Partial<NewJob> = {}) => {
      const job = { ...newJob(ms), ...more };
      await store.team(team).jobs.create(job, many);
      return job;
    };
    const addBatch = async (items: number, team = teamA, more: Partial<Omit<NewBatch, 'items'>> = {}) => {
      const batch = { ...newBatch(ms, items), ...more };
      await store.team(team).batches.create(batch, many);
      return batch;
    };

    const sweepAfter = async (passedMs: number) => {
      ms += passedMs;
      await store.queue.sweep(100);
    };
    /** Figures of jobs, in the order of their states. */
    const counted = (...counts: readonly number[]) => Object.fromEntries(jobStates.map((state, i) => [state, counts[i]]));

    beforeEach(async () => {
      ms = 1_800_000_000_000;
      store = await open(() => ms);
    });
    afterEach(() => store.close());

    test('a job waits, runs and completes, and its result expires after 24 hours without a sweep', async () => {
      const { jobs } = store.team(teamA);
      const job = newJob(ms);
      expect(await jobs.create(job, many)).toEqual({ kind: 'job', uuid: job.uuid, repeated: false });
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'queued', attempts: 0, result: null });
      const [claim] = await take();
      expect(claim).toMatchObject({ teamId: teamA, uuid: job.uuid, attempt: 1, data: '{"a":1}' });
      expect(await countUnfinished(store)).toEqual({ queued: 0, processing: 1 });
      expect([await jobs.unfinished(), await store.team(teamB).jobs.unfinished()]).toEqual([1, 0]);
      expect(await complete(claim!)).toBe(true);
      expect([await jobs.resultBytes(), await jobs.unfinished()]).toEqual([100, 0]);
      expect((await jobs.find(job.uuid))?.result?.bytes).toBe(100);
      ms += day;
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'expired', result: null });
      expect((await jobs.list({ state: 'completed' }, 10, undefined)).items).toEqual([]);
      expect((await jobs.list({ state: 'expired' }, 10, undefined)).items).toHaveLength(1);
      expect((await store.queue.sweep(100)).blobs).toEqual([{ teamId: teamA, blob: `${job.uuid}-1.pdf` }]);
      expect(await jobs.resultBytes()).toBe(0);
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'expired' });
      await sweepAfter(7 * day);
      expect(await jobs.find(job.uuid)).toBeUndefined();
    });

    describe('rounds', () => {
      const begin = async (name = 'r') => store.rounds.begin(name, 10_000);
      const keep = async (round: Round, place: string) => store.rounds.keep(round, place, 10_000);

      test('one process at a time does a round, and the next begins after a while', async () => {
        const round = (await begin())!;
        expect(round.place).toBeNull();
        expect(await begin()).toBeUndefined();
        expect(await begin('other')).toBeDefined();
        ms += 9_999;
        expect(await keep(round, 'a')).toBe(true);
        ms += 9_999;
        expect(await begin()).toBeUndefined();
        await store.rounds.end(round, 60_000);
        ms += 59_999;
        expect(await begin()).toBeUndefined();
        ms += 1;
        expect((await begin())!.place).toBeNull();
      });

      test('a round that its process left goes on at its place at once', async () => {
        const round = (await begin())!;
        await keep(round, 'a');
        await store.rounds.leave(round);
        expect((await begin())!.place).toBe('a');
      });

      test('a round of a process that is gone is taken over, and the old process changes nothing', async () => {
        const old = (await begin())!;
        await keep(old, 'a');
        ms += 10_000;
        const round = (await begin())!;
        expect(round.place).toBe('a');
        expect(await keep(old, 'wrong')).toBe(false);
        await store.rounds.leave(old);
        await store.rounds.end(old, 60_000);
        expect(await begin()).toBeUndefined();
        expect(await keep(round, 'b')).toBe(true);
        await store.rounds.leave(round);
        expect((await begin())!.place).toBe('b');
      });

      test('a process that told its place late goes on if nobody has taken over', async () => {
        const round = (await begin())!;
        ms += 3_600_000;
        expect(await keep(round, 'a')).toBe(true);
        expect(await begin()).toBeUndefined();
      });

      test('a clock that goes back does not stop the rounds', async () => {
        const round = (await begin())!;
        ms -= 3_600_000;
        expect(await begin()).toBeDefined();
        expect(await keep(round, 'a')).toBe(false);
        ms += 3_600_000;
        await store.rounds.end((await begin())!, 60_000);
        ms -= 25 * 3_600_000;
        expect(await begin()).toBeDefined();
      });
    });

    test('a result is lost when no job names it and its job cannot get it any more', async () => {
      const [one, other] = [await store.access.createTeam('one'), await store.access.createTeam('other')];
      const { jobs } = store.team(one.id);
      const [named, waiting, canceled, gone] = [newJob(ms), newJob(ms), newJob(ms), newJob(ms)];
      await jobs.create(named, many);
      await complete((await take())[0]!);
      for (const job of [waiting, canceled]) await jobs.create(job, many);
      await jobs.cancel(canceled.uuid);
      const blobs = [named, waiting, canceled, gone].flatMap(({ uuid }) =>
        [1, 2].map((attempt) => ({ teamId: one.id, blob: `${uuid}-${attempt}.pdf` })),
      );
      const lost = await store.queue.findLostBlobs([...blobs, { ...blobs[0]!, teamId: other.id }]);
      const names = lost.map(({ teamId, blob }) => `${teamId}/${blob}`).sort();
      const expected = [`${one.id}/${named.uuid}-2.pdf`, `${other.id}/${named.uuid}-1.pdf`];
      for (const { uuid } of [canceled, gone]) expected.push(`${one.id}/${uuid}-1.pdf`, `${one.id}/${uuid}-2.pdf`);
      expect(names).toEqual(expected.sort());
      expect(await store.queue.findLostBlobs([])).toEqual([]);
    });

    test('calls of a key are counted for a minute from its first call', async () => {
      const count = async (key: string) => store.calls.count(key, 3);
      expect(await count('a')).toEqual({ isAllowed: true, left: 2, overInMs: 60_000 });
      ms += 20_000;
      await count('a');
      expect(await count('a')).toEqual({ isAllowed: true, left: 0, overInMs: 40_000 });
      ms += 30_000;
      expect(await count('a')).toEqual({ isAllowed: false, left: 0, overInMs: 10_000 });
      expect(await count('b')).toMatchObject({ isAllowed: true, left: 2 });
      ms += 25_000;
      expect(await count('a')).toEqual({ isAllowed: true, left: 2, overInMs: 60_000 });
      expect(await count('b')).toMatchObject({ isAllowed: true, left: 1 });
    });

    test('calls of a key that come at the same moment are counted one by one', async () => {
      const counts = await Promise.all(Array.from({ length: 150 }, () => store.calls.count('a', 100)));
      expect(counts.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
    });

    test('a worker with an older attempt changes nothing', async () => {
      await addJob();
      const [old] = await take();
      ms += 30_000;
      expect(await store.queue.reclaim()).toBe(1);
      const [claim] = await take();
      expect(claim?.attempt).toBe(2);
      expect(await complete(old!)).toBe(false);
      expect(await fail(old!)).toBe(false);
      expect(await store.queue.setBack(old!, 'handed-back')).toBe(false);
      expect(await store.queue.heartbeat([old!, claim!], 30_000)).toEqual([old]);
      expect(await complete(claim!)).toBe(true);
    });

    const rest = async (forMs: number) => {
      ms += forMs;
      await store.queue.reclaim();
    };

    test.each([
      ['thread-died', 3, 400_000],
      ['process-lost', 10, 0],
    ] as const)('%s fails a job at time %i', async (setback, times, restMs) => {
      const job = await addJob();
      for (let time = 1; time <= times; time++) {
        const [claim] = await take();
        expect(claim?.attempt).toBe(time);
        expect(await store.queue.setBack(claim!, setback)).toBe(true);
        if (restMs > 0) await rest(restMs);
      }
      expect(await store.team(teamA).jobs.find(job.uuid)).toMatchObject({ state: 'failed', error: { code: 'RENDER_FAILED' } });
    });

    test('a job never fails because it was handed back', async () => {
      await addJob();
      for (let time = 1; time <= 12; time++) await store.queue.setBack((await take())[0]!, 'handed-back');
      expect(await countUnfinished(store)).toEqual({ queued: 1, processing: 0 });
    });

    test('a job whose thread died rests longer each time, while other jobs go on', async () => {
      const { jobs } = store.team(teamA);
      const job = await addJob();
      await store.queue.setBack((await take())[0]!, 'thread-died');
      const other = await addJob();
      expect((await take(2)).map(({ uuid }) => uuid)).toEqual([other.uuid]);
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'queued', attempts: 1, startedMs: null });
      expect((await jobs.list({ state: 'queued' }, 10, undefined)).items.map(({ uuid }) => uuid)).toEqual([job.uuid]);
      expect((await countUnfinished(store)).queued).toBe(1);
      for (const [tooShortMs, longEnoughMs] of [
        [3_700, 2_600],
        [14_900, 10_200],
      ] as const) {
        await rest(tooShortMs);
        expect(await take()).toEqual([]);
        await rest(longEnoughMs);
        const [claim] = await take();
        expect(claim?.uuid).toBe(job.uuid);
        await store.queue.setBack(claim!, 'thread-died');
      }
      expect((await jobs.find(job.uuid))?.state).toBe('failed');
    });

    test('a resting job is canceled like others, and no rest brings it back', async () => {
      const { jobs, batches } = store.team(teamA);
      const batch = await addBatch(1);
      await store.queue.setBack((await take())[0]!, 'thread-died');
      await expect(jobs.create(newJob(ms), { maxUnfinished: 1 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(await batches.cancel(batch.uuid)).toBe(true);
      expect((await batches.find(batch.uuid))?.state).toBe('canceled');
      await rest(day);
      expect([await take(), await countUnfinished(store)]).toEqual([[], { queued: 0, processing: 0 }]);
    });

    test('a fault of the store never fails a job, and leaves its priority', async () => {
      const job = await addJob(teamA, { priority: 1 });
      await addJob();
      for (let time = 1; time <= 12; time++) {
        const [claim] = await take();
        expect(claim?.uuid).toBe(job.uuid);
        await store.queue.setBack(claim!, 'store-failed');
        await rest(400_000);
      }
    });

    test('the team with the fewest running jobs goes first, then single jobs, then earlier jobs', async () => {
      const batch = await addBatch(3);
      const [single, other] = [await addJob(), await addJob(teamB)];
      const order = (await take(10)).map(({ uuid }) => uuid);
      expect(new Set(order.slice(0, 2))).toEqual(new Set([single.uuid, other.uuid]));
      expect(order.slice(2)).toEqual(batch.items.map(({ jobUuid }) => jobUuid));
    });

    test('a higher priority goes first within a team, then single jobs, then earlier jobs', async () => {
      const [usual, urgent] = [await addBatch(2), await addBatch(2, teamA, { priority: 5 })];
      const [single, urgentSingle] = [await addJob(), await addJob(teamA, { priority: 5 })];
      const itemsOf = ({ items }: ReturnType<typeof newBatch>) => items.map(({ jobUuid }) => jobUuid);
      const order = [urgentSingle.uuid, ...itemsOf(urgent), single.uuid, ...itemsOf(usual)];
      expect((await take(10)).map(({ uuid }) => uuid)).toEqual(order);
    });

    test('a priority counts within its team only', async () => {
      for (let n = 0; n < 3; n++) await addJob(teamA, { priority: 100 });
      await addJob(teamB);
      expect((await take(2)).map(({ teamId }) => teamId).sort()).toEqual([teamA, teamB].sort());
    });

    test('a job that was handed back keeps its priority, a job whose process was lost does not', async () => {
      const [usual, urgent] = [await addJob(), await addJob(teamA, { priority: 9 })];
      for (const [setback, first] of [
        ['handed-back', urgent],
        ['process-lost', usual],
      ] as const) {
        const [claim] = await take();
        expect(claim?.uuid).toBe(urgent.uuid);
        await store.queue.setBack(claim!, setback);
        const [next] = await take();
        expect(next?.uuid).toBe(first.uuid);
        await store.queue.setBack(next!, 'handed-back');
      }
    });

    test('a retried job is a new job with the same data and priority, and is retried once', async () => {
      const { jobs } = store.team(teamA);
      const [other, job] = [await addJob(), await addJob(teamA, { priority: 2 })];
      expect([await jobs.retry(job.uuid, many), await jobs.retry(newJob(ms).uuid, many)]).toEqual([undefined, undefined]);
      await fail((await take())[0]);
      await expect(jobs.retry(job.uuid, { maxUnfinished: 1 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(await store.team(teamB).jobs.retry(job.uuid, many)).toBeUndefined();
      const of = { templateVersion: 7, embedded: null };
      const made = await jobs.retry(job.uuid, many, of);
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'failed', retriedAs: made });
      expect(await jobs.find(made!)).toMatchObject({ state: 'queued', attempts: 0, error: null, retriedAs: null, ...of });
      expect(await jobs.retry(job.uuid, many)).toBe(made);
      const claims = await take(3);
      expect(claims.map(({ uuid, data }) => [uuid, data])).toEqual([
        [made, '{"a":1}'],
        [other.uuid, '{"a":1}'],
      ]);
      await complete(claims[0]!);
      expect(await jobs.retry(made!, many)).toBeUndefined();
      expect((await countUnfinished(store)).queued).toBe(0);
    });

    test('a canceled job is retried, and its data is gone after 24 hours or when the job is deleted', async () => {
      const { jobs } = store.team(teamA);
      const [first, second, third] = [await addJob(), await addJob(), await addJob()];
      for (const { uuid } of [first, second, third]) await jobs.cancel(uuid);
      expect(await jobs.retry(first.uuid, many)).toBeTypeOf('string');
      await jobs.discard(second.uuid);
      await expect(jobs.retry(second.uuid, many)).rejects.toMatchObject({ code: 'DATA_EXPIRED' });
      ms += day;
      await expect(jobs.retry(third.uuid, many)).rejects.toMatchObject({ code: 'DATA_EXPIRED' });
    });

    test('a retried item takes its place in the batch again, also while the batch goes on', async () => {
      const { jobs, batches } = store.team(teamA);
      const batch = await addBatch(3);
      const [first, second, third] = await take(3);
      await fail(first);
      const made = await jobs.retry(first!.uuid, many);
      expect((await batches.find(batch.uuid))?.counts).toMatchObject({ total: 3, queued: 1, processing: 2, failed: 0 });
      await fail(second);
      await complete(third!);
      const [again] = await take(3);
      expect(again).toMatchObject({ uuid: made, data: '{"n":0}', job: { batchUuid: batch.uuid, itemIndex: 0 } });
      await complete(again!);
      expect((await batches.find(batch.uuid))?.state).toBe('completed_with_errors');
      await jobs.retry(second!.uuid, many);
      expect(await batches.find(batch.uuid)).toMatchObject({ state: 'processing', finishedMs: null });
      await complete((await take())[0]!);
      expect(await batches.find(batch.uuid)).toMatchObject({ state: 'completed', counts: { total: 3, completed: 3 } });
    });

    test('the failed jobs of a batch name the jobs that its retry made', async () => {
      const { jobs, batches } = store.team(teamA);
      const batch = await addBatch(1);
      const [claim] = await take();
      await fail(claim);
      await batches.retry(batch.uuid, many);
      const [item] = (await batches.listItems(batch.uuid, {}, 1, -1)).items;
      expect((await jobs.find(claim!.uuid))?.retriedAs).toBe(item!.job.uuid);
      expect(await jobs.retry(claim!.uuid, many)).toBe(item!.job.uuid);
    });

    test('a retry keeps the priority of a batch', async () => {
      const { batches } = store.team(teamA);
      const batch = await addBatch(1, teamA, { priority: 1 });
      await fail((await take())[0]);
      await addJob();
      await batches.retry(batch.uuid, many);
      expect((await take())[0]?.job.batchUuid).toBe(batch.uuid);
    });

    test('a job set back goes behind the others of its team', async () => {
      const [first, second] = [await addJob(), await addJob()];
      await store.queue.setBack((await take())[0]!, 'process-lost');
      expect((await take(2)).map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
    });

    test('figures count the jobs of all teams by state, whatever happened to them', async () => {
      const { jobs, batches } = store.team(teamA);
      for (let n = 0; n < 4; n++) await addJob();
      const batch = await addBatch(6);
      await addJob(teamB);
      const claims = await take(8);
      const [first, ...items] = claims.filter(({ teamId, job }) => teamId === teamA && job.itemIndex !== null);
      const single = claims.filter(({ teamId, job }) => teamId === teamA && job.itemIndex === null);
      await complete(single[0]!);
      await complete(single[1]!);
      await fail(single[2]!);
      await fail(first!);
      await store.queue.setBack(items[0]!, 'handed-back');
      await jobs.cancel(single[3]!.uuid);
      await jobs.discard(single[0]!.uuid);
      await batches.cancel(batch.uuid);
      await batches.retry(batch.uuid, many);
      const unaccepted = await batches.create(newBatch(ms, 2), { maxUnfinished: 3 }).catch((error: unknown) => error);
      expect(unaccepted).toMatchObject({ code: 'QUOTA_EXCEEDED' });
      await take(3);
      // Each job that the lists show is counted once, under its state.
      const listed = async () => {
        const lists = await Promise.all([teamA, teamB].map((team) => store.team(team).jobs.list({}, 1000, undefined)));
        const states = lists.flatMap(({ items }) => items.map(({ state }) => state));
        return counted(...jobStates.map((state) => states.filter((one) => one === state).length));
      };
      expect((await store.figures(0)).jobs).toEqual(counted(3, 4, 1, 2, 6, 1));
      expect((await store.figures(0)).jobs).toEqual(await listed());
      expect(await store.figures(0)).toMatchObject({ resultBytes: { total: 100, most: 100 } });
      await sweepAfter(day);
      expect((await store.figures(0)).jobs).toEqual(await listed());
      await sweepAfter(8 * day);
      expect((await store.figures(0)).jobs).toEqual(counted(3, 4, 0, 0, 0, 0));
      expect((await store.figures(0)).jobs).toEqual(await listed());
    });

    test('a claim has the trace of the call that made its job or batch, and the time that it waited', async () => {
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const traced = await addJob(teamA, { traceparent });
      const batch = await addBatch(1, teamA, { traceparent: `${traceparent.slice(0, -2)}00` });
      await addJob();
      ms += 3_000;
      const claims = await take(3);
      const of = (uuid: string | null) => claims.find(({ job }) => job.uuid === uuid || job.batchUuid === uuid);
      expect(of(traced.uuid)).toMatchObject({ traceparent, waitedMs: 3_000 });
      expect(of(batch.uuid)).toMatchObject({ traceparent: batch.traceparent });
      expect(claims.filter((claim) => claim.traceparent === null)).toHaveLength(1);
    });

    test('a retried job and a retried item have the trace of the call that retried them', async () => {
      const [first, again] = [1, 2].map((n) => `00-${String(n).repeat(32)}-${'b'.repeat(16)}-01`);
      const team = store.team(teamA);
      const job = await addJob(teamA, { traceparent: first });
      const batch = await addBatch(1, teamA, { traceparent: first });
      for (const claim of await take(2)) await fail(claim);
      await team.jobs.retry(job.uuid, { ...many, traceparent: again });
      await team.batches.retry(batch.uuid, { ...many, traceparent: again });
      expect((await take(2)).map(({ traceparent }) => traceparent)).toEqual([again, again]);
    });

    test('jobs that fail by being set back are told, and no others', async () => {
      await addBatch(1);
      const [item] = await take();
      const told: unknown[] = [];
      let claim = item!;
      for (let n = 1; n < 10; n++) {
        ms += 30_000;
        expect(await store.queue.reclaim((job) => told.push(job))).toBe(1);
        [claim] = (await take()) as [typeof claim];
      }
      expect(told).toEqual([]);
      ms += 30_000;
      expect(await store.queue.reclaim((job) => told.push(job))).toBe(1);
      const { teamId, uuid, job } = item!;
      expect(told).toMatchObject([{ teamId, uuid, batchUuid: job.batchUuid, code: 'RENDER_FAILED' }]);
      await addJob();
      const errors: unknown[] = [];
      for (let n = 1; n <= 3; n++) {
        const [one] = await take();
        expect(errors).toEqual([]);
        expect(await store.queue.setBack(one!, 'thread-died', (error) => errors.push(error))).toBe(true);
        ms += day / 24;
        await store.queue.reclaim();
      }
      expect(errors).toMatchObject([{ code: 'RENDER_FAILED' }]);
    });

    test('a job that rests is not the oldest that waits: it waits anew after its rest', async () => {
      await addJob();
      const [claim] = await take();
      await store.queue.setBack(claim!, 'thread-died');
      expect((await store.figures(0)).waiting.single).toEqual({ jobs: 1, oldestMs: 0 });
      ms += 3_600_000;
      expect((await store.figures(0)).waiting.single).toEqual({ jobs: 1, oldestMs: 0 });
      await store.queue.reclaim();
      ms += 2_000;
      expect((await store.figures(0)).waiting.single).toEqual({ jobs: 1, oldestMs: 2_000 });
    });

    test('figures tell how many jobs wait, alone and in batches, and how long the oldest has waited', async () => {
      const none = { jobs: 0, oldestMs: 0 };
      expect((await store.figures(0)).waiting).toEqual({ single: none, item: none });
      await addBatch(3);
      ms += 40_000;
      for (let n = 0; n < 2; n++) await addJob(teamB);
      ms += 5_000;
      const waiting = async () => (await store.figures(0)).waiting;
      expect(await waiting()).toEqual({ single: { jobs: 2, oldestMs: 5_000 }, item: { jobs: 3, oldestMs: 45_000 } });
      const claims = await take(5);
      expect((await store.figures(0)).waiting).toEqual({ single: none, item: none });
      ms += 7_000;
      for (const claim of claims) await store.queue.setBack(claim, 'handed-back');
      ms += 1_000;
      expect(await waiting()).toEqual({ single: { jobs: 2, oldestMs: 1_000 }, item: { jobs: 3, oldestMs: 1_000 } });
    });

    test('a key makes one job for 24 hours, and refuses another request', async () => {
      const { jobs } = store.team(teamA);
      const [first, second, third] = [newJob(ms), newJob(ms), newJob(ms)];
      const key = { key: 'k', hash: 'x' };
      await jobs.create(first, many, key);
      expect(await jobs.create(second, many, key)).toEqual({ kind: 'job', uuid: first.uuid, repeated: true });
      expect(await jobs.find(second.uuid)).toBeUndefined();
      await expect(jobs.create(second, many, { ...key, hash: 'y' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      expect(await store.team(teamB).findRepeat(key)).toBeUndefined();
      await store.queue.sweep(100);
      const isKnown = () => Promise.all([teamA, teamB].map((id) => store.team(id).hasKey('k')));
      expect(await isKnown()).toEqual([true, false]);
      ms += day;
      expect(await isKnown()).toEqual([false, false]);
      expect((await jobs.create(third, many, key)).uuid).toBe(third.uuid);
    });

    test('a page of jobs with many warnings ends early, and the next page continues', async () => {
      const { batches, jobs } = store.team(teamA);
      const batch = newBatch(ms, 5);
      const warnings = [{ code: 'numbers', message: 'w'.repeat(400_000) }] as unknown as NonNullable<NewBatchItem['warnings']>;
      await batches.create({ ...batch, items: batch.items.map((item) => ({ ...item, warnings })) }, many);
      const found: string[] = [];
      for (;;) {
        const last = found.at(-1);
        const page = await jobs.list({}, 4, last === undefined ? undefined : { createdMs: ms, uuid: last });
        expect(page.items.length).toBeLessThanOrEqual(2);
        found.push(...page.items.map(({ uuid }) => uuid));
        if (!page.hasMore) break;
      }
      expect(found.toSorted()).toEqual(batch.items.map(({ jobUuid }) => jobUuid).toSorted());
    });

    test('a batch over the quota makes no job', async () => {
      const batch = newBatch(ms, 3);
      await expect(store.team(teamA).batches.create(batch, { maxUnfinished: 2 })).rejects.toMatchObject({
        code: 'QUOTA_EXCEEDED',
      });
      expect(await countUnfinished(store)).toEqual({ queued: 0, processing: 0 });
      expect(await store.team(teamA).batches.find(batch.uuid)).toBeUndefined();
    });

    const given = async function* (items: readonly NewBatchItem[], fault?: Error) {
      yield* items;
      if (fault) throw fault;
    };

    test('the items of a batch may come one after the other', async () => {
      const { batches } = store.team(teamA);
      const batch = newBatch(ms, 2_100);
      await batches.create({ ...batch, items: given(batch.items) }, many);
      expect((await batches.find(batch.uuid))?.counts).toMatchObject({ total: 2_100, queued: 2_100 });
      const last = (await batches.listItems(batch.uuid, {}, 10, 2_097)).items;
      expect(last.map(({ index, reference, job }) => [index, reference, job.uuid])).toEqual(
        [2_098, 2_099].map((index) => [index, `r${index}`, batch.items[index]!.jobUuid]),
      );
    });

    test('the data of the items come back to the letter', async () => {
      const texts = ['{}', '{"a":"Zoë, 12 €, 🚀"}', '{"a":"\\"{NULL},\\\\\\u0000"}', `{"a":"${'é'.repeat(70_000)}"}`];
      const batch = newBatch(ms, texts.length);
      const items = batch.items.map((item, index) => ({ ...item, data: texts[index]! }));
      await store.team(teamA).batches.create({ ...batch, items }, many);
      expect((await take(10)).map(({ data }) => data)).toEqual(texts);
    });

    test.each([
      ['breaks off', 120, new Error('it broke off'), /^it broke off$/],
      ['has fewer items than it says', 119, undefined, /120 items and has 119/],
      ['has more items than it says', 121, undefined, /120 items and has 121/],
    ])('a batch whose reading %s makes no job and leaves the quota', async (_, count, fault, message) => {
      const { batches } = store.team(teamA);
      const { items, ...batch } = newBatch(ms, count);
      await expect(batches.create({ ...batch, total: 120, items: given(items, fault) }, many)).rejects.toThrow(message);
      expect(await batches.find(batch.uuid)).toBeUndefined();
      expect(await take(1)).toEqual([]);
      await batches.create(newBatch(ms, 10), { maxUnfinished: 10 });
    });

    test('a team stores a batch while the items of another team are still coming', async () => {
      const { opened: isHeld, open: goOn } = createLatch();
      const [slow, quick] = [newBatch(ms, 60), newBatch(ms, 60)];
      async function* slowly() {
        yield* slow.items.slice(0, 55);
        await isHeld;
        yield* slow.items.slice(55);
      }
      const writing = store.team(teamA).batches.create({ ...slow, items: slowly() }, many);
      await store.team(teamB).batches.create(quick, many);
      expect(await store.team(teamA).batches.find(slow.uuid)).toBeUndefined();
      goOn();
      await writing;
      expect((await store.team(teamA).batches.find(slow.uuid))?.counts.total).toBe(60);
    });

    test('a batch ends with its last job, keeps its state past expiry, and retries what failed', async () => {
      const { batches } = store.team(teamA);
      const batch = await addBatch(2);
      expect((await batches.find(batch.uuid))?.state).toBe('queued');
      const [one, two] = await take(2);
      expect((await batches.find(batch.uuid))?.state).toBe('processing');
      await complete(one!);
      await store.queue.fail(two!, { code: 'RENDER_LIMIT', detail: 'd' });
      expect(await batches.find(batch.uuid)).toMatchObject({ state: 'completed_with_errors', finishedMs: ms });
      expect(await batches.retry(batch.uuid, many)).toBe(1);
      const counts = { total: 2, queued: 1 };
      expect(await batches.find(batch.uuid)).toMatchObject({ state: 'processing', finishedMs: null, counts });
      const [again] = await take();
      expect(again).toMatchObject({ data: '{"n":1}', job: { itemIndex: 1 } });
      await complete(again!);
      ms += 2 * day;
      expect(await batches.find(batch.uuid)).toMatchObject({ state: 'completed', counts: { expired: 2 } });
      expect((await batches.listItems(batch.uuid, { state: 'expired' }, 1, -1)).hasMore).toBe(true);
    });

    test('items of a batch are listed in their order with their warnings, whichever of them are swept', async () => {
      const { batches } = store.team(teamA);
      const warnings = [{ code: 'numbers', message: 'w' }] as unknown as NonNullable<NewBatchItem['warnings']>;
      const batch = newBatch(ms, 3);
      await batches.create({ ...batch, items: batch.items.map((item, i) => (i === 1 ? { ...item, warnings } : item)) }, many);
      for (const [i, claim] of (await take(3)).entries())
        await store.queue.complete(claim, result(claim), i === 1 ? warnings : [], i === 2 ? 10 : day);
      await sweepAfter(20);
      ms += day;
      const { items } = await batches.listItems(batch.uuid, { state: 'expired' }, 10, -1);
      expect(items.map(({ reference, warnings: own }) => [reference, own.length])).toEqual([
        ['r0', 0],
        ['r1', 1],
        ['r2', 0],
      ]);
    });

    test('the data of a failed item is gone after 24 hours', async () => {
      const batch = await addBatch(1);
      await fail((await take())[0]);
      expect((await store.team(teamA).batches.find(batch.uuid))?.state).toBe('failed');
      ms += day;
      await expect(store.team(teamA).batches.retry(batch.uuid, many)).rejects.toMatchObject({ code: 'DATA_EXPIRED' });
    });

    test('a canceled batch is canceled if nothing was completed', async () => {
      const { batches } = store.team(teamA);
      const [none, some] = [newBatch(ms, 2), newBatch(ms + 1, 2)];
      await batches.create(none, many);
      expect(await batches.cancel(none.uuid)).toBe(true);
      expect(await batches.cancel(none.uuid)).toBe(false);
      await batches.create(some, many);
      await complete((await take())[0]!);
      await batches.cancel(some.uuid);
      const listed = (await batches.list({}, 10, undefined)).items.map(({ uuid, state }) => [uuid, state]);
      expect(listed).toEqual([
        [some.uuid, 'completed_with_errors'],
        [none.uuid, 'canceled'],
      ]);
    });

    test.each([1, 2, 4, 5])('the counts of a batch always fit its items (seed %i)', async (seed) => {
      const random = createRandom(seed);
      const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
      const teams = [teamA, teamB];
      const batches: { readonly teamId: string; readonly uuid: string }[] = [];
      let claims: readonly Claim[] = [];
      const ofJob = async (move: (jobs: ReturnType<StateStore['team']>['jobs'], uuid: string) => unknown) => {
        const batch = pick(batches);
        if (!batch) return;
        const { jobs, batches: own } = store.team(batch.teamId);
        const item = pick((await own.listItems(batch.uuid, {}, 100, -1)).items);
        if (item) await move(jobs, item.job.uuid);
      };
      const moves: Readonly<Record<string, () => Promise<unknown>>> = {
        async create() {
          const batch = newBatch(ms, 1 + Math.floor(random() * 5));
          const teamId = pick(teams)!;
          await store.team(teamId).batches.create(batch, many);
          batches.push({ teamId, uuid: batch.uuid });
        },
        alone: async () => store.team(pick(teams)!).jobs.create(newJob(ms), many),
        claim: async () => {
          claims = [...claims, ...(await take(1 + Math.floor(random() * 4)))];
        },
        complete: async () => {
          // A late claim, because old ones seldom hold.
          const claim = pick(claims.slice(-5));
          if (claim) await store.queue.complete(claim, result(claim), [], Math.floor(random() * 2 * day));
        },
        fail: async () => {
          const claim = pick(claims);
          if (claim) await fail(claim);
        },
        setBack: async () => {
          const claim = pick(claims);
          if (claim)
            await store.queue.setBack(claim, pick(['thread-died', 'process-lost', 'store-failed', 'handed-back'] as const)!);
        },
        reclaim: async () => {
          if (random() < 0.5) ms += 30_000;
          await store.queue.reclaim();
        },
        cancel: async () => {
          const batch = pick(batches);
          if (batch) await store.team(batch.teamId).batches.cancel(batch.uuid);
        },
        cancelOne: async () => ofJob((jobs, uuid) => jobs.cancel(uuid)),
        discard: async () => ofJob((jobs, uuid) => jobs.discard(uuid)),
        // The data of some may be over: then nothing is made.
        retry: async () => {
          const batch = pick(batches);
          if (batch) await Promise.allSettled([store.team(batch.teamId).batches.retry(batch.uuid, many)]);
        },
        retryOne: async () => ofJob((jobs, uuid) => Promise.allSettled([jobs.retry(uuid, many)])),
        sweep: async () => store.queue.sweep(1 + Math.floor(random() * 10)),
        wait: async () => {
          ms += Math.floor(random() ** 4 * 8 * day);
        },
      };
      const seen = new Set<string>();
      for (let step = 0; step < 300; step++) {
        const name = pick(Object.keys(moves))!;
        await moves[name]!();
        // A count that is wrong stays wrong, and a look at all batches is many statements.
        if (step % 15 !== 14) continue;
        for (const { teamId, uuid } of batches) {
          const { batches: own } = store.team(teamId);
          const found = await own.find(uuid);
          if (!found) continue;
          const { items } = await own.listItems(uuid, {}, 100, -1);
          const recount = counted(...jobStates.map((state) => items.filter(({ job }) => job.state === state).length));
          expect(found.counts, `${name} at step ${step}`).toEqual({ ...recount, total: items.length });
          for (const { job } of items) seen.add(job.state);
        }
      }
      const listed = (await store.team(teamA).batches.list({}, 500, undefined)).items;
      for (const batch of listed) expect(batch).toEqual(await store.team(teamA).batches.find(batch.uuid));
      expect(seen.size).toBeGreaterThanOrEqual(jobStates.length - 1);
    });

    test('pages of a list hold every job once, newest first', async () => {
      const { jobs } = store.team(teamA);
      const made = [await addJob(), await addJob(), await addJob(teamA, { createdMs: ms + 1 })];
      await addJob(teamB);
      const first = await jobs.list({}, 2, undefined);
      const rest = await jobs.list({ state: 'queued' }, 2, first.items[1]);
      expect(first.items[0]?.uuid).toBe(made[2]?.uuid);
      expect([first.hasMore, rest.hasMore, rest.items.length]).toEqual([true, false, 1]);
      expect(new Set([...first.items, ...rest.items].map(({ uuid }) => uuid)).size).toBe(3);
    });

    test('a discarded job is expired and gives its blob once', async () => {
      const { jobs } = store.team(teamA);
      const job = await addJob();
      expect(await jobs.discard(job.uuid)).toBeUndefined();
      await complete((await take())[0]!);
      expect(await store.team(teamB).jobs.discard(job.uuid)).toBeUndefined();
      expect(await jobs.discard(job.uuid)).toBe(`${job.uuid}-1.pdf`);
      expect(await jobs.find(job.uuid)).toMatchObject({ state: 'expired' });
      expect(await store.queue.ownsBlob(teamA, `${job.uuid}-1.pdf`)).toBe(false);
    });

    test('a revision stays as long as a job needs it, also of a deleted pair', async () => {
      const { embedded, sessions, jobs } = store.team(teamA);
      const [uuid, base, external] = [randomUUID(), randomUUID(), randomUUID()];
      const pair = { baseTemplateUuid: base, externalUuid: external };
      const content = { slug: 's', document: { pages: [] }, assets: {}, baseTemplateVersion: 4 };
      const clone = await embedded.create({ ...pair, ...content, uuid, createdMs: ms });
      expect((await embedded.create({ ...pair, ...content, uuid: randomUUID(), createdMs: ms })).uuid).toBe(clone.uuid);
      expect(await embedded.list({}, 1, undefined)).toMatchObject({ items: [{ uuid }], hasMore: false });
      const { session } = await sessions.open(uuid, { createdMs: ms - 10, expiresMs: ms + 1000 });
      expect(session).toMatchObject({ createdMs: ms - 10, expiresMs: ms + 1000 });
      expect(await sessions.open(uuid, { createdMs: ms, expiresMs: ms + 500 })).toEqual({ session, created: false });
      const reference = { embeddedTemplateUuid: uuid, ...pair, revision: 1 };
      await jobs.create({ ...newJob(ms), embedded: reference }, many);
      const next = { ...content, sessionUuid: null };
      expect(await embedded.save(uuid, 1, { ...next, document: { pages: [1] } }, keepNone)).toBe(true);
      expect(await embedded.save(uuid, 1, next, keepNone)).toBe(false);
      expect(await embedded.delete(base, external)).toBe(true);
      expect(await embedded.delete(base, external)).toBe(false);
      expect((await sessions.find(session.uuid))?.endedMs).toBe(ms);
      expect(await embedded.find(base, external)).toBeUndefined();
      await sweepAfter(2 * day);
      expect(await embedded.findRevision(uuid, 1)).toMatchObject({ revision: 1, document: { pages: [] } });
      expect(await embedded.findRevision(uuid, 2)).toBeUndefined();
      await complete((await take())[0]!);
      await store.queue.sweep(100);
      expect(await embedded.findRevision(uuid, 1)).toBeUndefined();
    });

    test('a token is found by its hash until and after it is revoked', async () => {
      const team = await store.access.createTeam('t');
      await expect(store.access.createTeam('t')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      const token = { id: 'i', teamId: team.id, name: 'n', scopes: ['render'] as const, expiresMs: null };
      await store.access.createToken({ ...token, hash: 'h' });
      expect(await store.access.findToken('h')).toMatchObject({ token: { revokedMs: null }, team: { name: 't' } });
      expect([await store.access.revokeToken('i'), await store.access.revokeToken('i')]).toEqual([true, false]);
      expect((await store.access.findToken('h'))?.token.revokedMs).toBe(ms);
    });

    test('a token expires by the clock of the store', async () => {
      const team = await store.access.createTeam('t');
      const token = { id: 'i', teamId: team.id, name: 'n', scopes: ['render'] as const };
      await store.access.createToken({ ...token, expiresMs: ms + 1_000, hash: 'h' });
      await store.access.createToken({ ...token, id: 'j', expiresMs: null, hash: 'g' });
      const hasExpired = async () =>
        (await Promise.all(['h', 'g'].map((one) => store.access.findToken(one)))).map((one) => one?.hasExpired);
      expect(await hasExpired()).toEqual([false, false]);
      ms += 1_000;
      expect(await hasExpired()).toEqual([true, false]);
    });

    test('a metrics token has no team, and is found, listed and revoked apart from the tokens of teams', async () => {
      const team = await store.access.createTeam('t');
      await store.access.createToken({ id: 'i', teamId: team.id, name: 'n', scopes: ['render'], expiresMs: null, hash: 'h' });
      const made = await store.access.createMetricsToken({ id: 'm', name: 'prometheus', expiresMs: ms + 1_000, hash: 'g' });
      expect(made).toEqual({ id: 'm', name: 'prometheus', createdMs: ms, expiresMs: ms + 1_000, revokedMs: null });
      expect(await store.access.findMetricsToken('g')).toEqual({ token: made, hasExpired: false });
      expect([await store.access.findToken('g'), await store.access.findMetricsToken('h')]).toEqual([undefined, undefined]);
      expect(await store.access.listMetricsTokens()).toEqual([made]);
      expect((await store.access.listTokens(undefined)).map(({ id }) => id)).toEqual(['i']);
      ms += 1_000;
      expect([await store.access.revokeToken('m'), await store.access.revokeToken('m')]).toEqual([true, false]);
      expect(await store.access.findMetricsToken('g')).toMatchObject({ token: { revokedMs: ms }, hasExpired: true });
      expect((await store.access.findToken('h'))?.token.revokedMs).toBeNull();
    });

    test('the files of a clone are in use while a revision or an upload names them', async () => {
      const { embedded } = store.team(teamA);
      const [uuid, base, external] = [randomUUID(), randomUUID(), randomUUID()];
      const entry = (letter: string) => ({ sha256: letter.repeat(64), bytes: 1, type: 'image/png' });
      const rest = { slug: 's', document: {}, baseTemplateVersion: 1, sessionUuid: null };
      const content = (letter: string) => ({ ...rest, assets: { 'logo.png': entry(letter) } });
      await embedded.create({ ...content('a'), uuid, baseTemplateUuid: base, externalUuid: external, createdMs: ms });
      await embedded.save(uuid, 1, content('b'), keepNone);
      const limits = { maxBytes: 65_536 };
      await embedded.addAsset(uuid, `asset:${'c'.repeat(64)}`, entry('c'), limits);
      await embedded.addAsset(uuid, `asset:${'c'.repeat(64)}`, entry('c'), limits);
      await expect(embedded.addAsset(uuid, `asset:${'d'.repeat(64)}`, entry('d'), limits)).rejects.toMatchObject({
        code: 'QUOTA_EXCEEDED',
        retryAfter: 3600,
        quota: { limit: 65_536, remaining: 0 },
      });
      const used = async () => [...(await embedded.assetsInUse())].map((one) => one[0]).sort();
      expect(await used()).toEqual(['a', 'b', 'c']);
      expect(await embedded.uploads(uuid)).toEqual({ [`asset:${'c'.repeat(64)}`]: entry('c') });
      expect(await store.team(teamB).embedded.uploads(uuid)).toEqual({});
      expect((await store.team(teamB).embedded.assetsInUse()).size).toBe(0);
      await sweepAfter(day - 1);
      expect(await used()).toEqual(['a', 'b', 'c']);
      // Named by the revision that stands, an upload is kept for as long, and for a day after.
      const naming = { ...content('b'), assets: { ...content('b').assets, [`asset:${'c'.repeat(64)}`]: entry('c') } };
      await embedded.save(uuid, 2, naming, keepNone);
      await sweepAfter(3 * day);
      expect(await used()).toEqual(['b', 'c']);
      await embedded.save(uuid, 3, content('b'), keepNone);
      await sweepAfter(2 * day);
      await sweepAfter(2 * day);
      expect([await used(), await embedded.uploads(uuid)]).toEqual([['b'], {}]);
      await embedded.delete(base, external);
      await sweepAfter(2 * day);
      expect(await used()).toEqual([]);
    });

    test('the files of many clones are in use, each revision and each upload', async () => {
      const { embedded } = store.team(teamA);
      const entry = (n: number) => ({ sha256: String(n).padStart(64, '0'), bytes: 1, type: 'image/png' });
      const rest = { slug: 's', document: {}, baseTemplateVersion: 1, sessionUuid: null };
      const content = (n: number) => ({ ...rest, assets: { 'logo.png': entry(n) } });
      let n = 0;
      for (let clone = 0; clone < 3; clone++) {
        const uuid = randomUUID();
        const pair = { baseTemplateUuid: randomUUID(), externalUuid: randomUUID() };
        await embedded.create({ ...content(n++), ...pair, uuid, createdMs: ms });
        for (let revision = 1; revision < 150; revision++) await embedded.save(uuid, revision, content(n++), keepNone);
        for (let upload = 0; upload < 150; upload++, n++)
          await embedded.addAsset(uuid, `asset:${n}`, entry(n), { maxBytes: 1_000_000_000 });
      }
      const used = [...(await embedded.assetsInUse())].map(Number).sort((a, b) => a - b);
      expect(used).toEqual(Array.from({ length: n }, (_, index) => index));
    });

    test('a sweep says that there is more until everything is removed', async () => {
      for (let n = 0; n < 5; n++) await addJob();
      for (const claim of await take(5)) await complete(claim);
      ms += day;
      const swept = [];
      for (let more = true; more; ) {
        const step = await store.queue.sweep(2);
        expect(step.blobs.length).toBeLessThanOrEqual(2);
        swept.push(...step.blobs.map(({ blob }) => blob));
        more = step.more;
      }
      expect(new Set(swept).size).toBe(5);
      expect(await store.queue.sweep(2)).toEqual({ blobs: [], more: false });
    });

    test("the origins of one team are replaced, and no other team's", async () => {
      const [one, other] = [await store.access.createTeam('one'), await store.access.createTeam('other')];
      await store.access.setOrigins(one.id, ['https://a.example', 'https://b.example']);
      await store.access.setOrigins(one.id, ['https://b.example']);
      expect((await store.access.findTeam('one'))?.origins).toEqual(['https://b.example']);
      expect((await store.access.findTeam(other.id))?.origins).toEqual([]);
      await expect(store.access.setOrigins('none', [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('one look gives the states of jobs and batches of all teams, in the order of the names', async () => {
      const [job, foreign, batch] = [await addJob(), await addJob(teamB), await addBatch(3, teamB)];
      const name = (teamId: string, kind: 'job' | 'batch', uuid: string) => ({ teamId, kind, uuid });
      const names = [
        name(teamB, 'batch', batch.uuid),
        name(teamA, 'job', job.uuid),
        name(teamA, 'job', foreign.uuid),
        name(teamB, 'job', foreign.uuid),
        name(teamB, 'job', batch.uuid),
        name(teamA, 'batch', batch.uuid),
        name(teamB, 'job', batch.items[1]!.jobUuid),
      ];
      const states = () => store.lookUp.states(names);
      expect(await states()).toEqual(['queued', 'queued', undefined, 'queued', undefined, undefined, 'queued']);
      const claims = await take(3);
      expect(await states()).toEqual(['processing', 'processing', undefined, 'processing', undefined, undefined, 'queued']);
      for (const claim of claims) await complete(claim);
      await store.team(teamB).batches.cancel(batch.uuid);
      const [completed, none] = ['completed', undefined];
      expect(await states()).toEqual(['completed_with_errors', completed, none, completed, none, none, 'canceled']);
      ms += day;
      expect((await states())[1]).toBe('expired');
      expect(await store.lookUp.states([])).toEqual([]);
    });

    test('one look gives batches of all teams with their counts', async () => {
      const [first, second] = [await addBatch(3), await addBatch(2, teamB)];
      const claims = await take(3);
      for (const claim of claims) await complete(claim);
      const claimed = (team: string) => claims.filter(({ teamId }) => teamId === team).length;
      const look = () =>
        store.lookUp.batches([
          { teamId: teamB, kind: 'batch', uuid: second.uuid },
          { teamId: teamB, kind: 'batch', uuid: first.uuid },
          { teamId: teamA, kind: 'batch', uuid: first.uuid },
        ]);
      const found = async () => [
        await store.team(teamB).batches.find(second.uuid),
        undefined,
        await store.team(teamA).batches.find(first.uuid),
      ];
      expect(await look()).toEqual(await found());
      ms += day;
      expect(await look()).toEqual(await found());
      expect((await look()).map((batch) => batch?.counts.expired)).toEqual([claimed(teamB), undefined, claimed(teamA)]);
    });
  });
}
