import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { makeFolder } from '../../support/folders.ts';
import { countUnfinished } from '../../support/unfinished-jobs.ts';
import { newBatch, newJob } from '../state-store.suite.ts';

const place = () => join(makeFolder(), 'state.db');
const many = { maxUnfinished: 1_000_000 };
const lostMs = 10_000;

function open(path: string, now: () => number = () => 1): StateStore {
  const store = createSqliteStateStore({ path, now });
  onTestFinished(() => store.close());
  return store;
}

/** The turns of the event loop that others have meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  for (; !isOver; turns++) await endOfTurn();
  await ended;
  return turns;
}

test('other calls have turns while a batch is written, canceled or retried, every fifty items', async () => {
  const store = open(place());
  const { batches } = store.team('a');
  const batch = newBatch(1, 500);
  expect(await turnsDuring(batches.create(batch, many))).toBeGreaterThanOrEqual(10);
  for (const claim of await store.queue.claim(500, 1_000)) await store.queue.fail(claim, { code: 'x', detail: '' });
  expect(await turnsDuring(batches.retry(batch.uuid, many))).toBeGreaterThanOrEqual(10);
  expect(await turnsDuring(batches.cancel(batch.uuid))).toBeGreaterThanOrEqual(10);
  expect((await batches.find(batch.uuid))?.counts).toMatchObject({ total: 500, canceled: 500 });
});

test('large data make the slices of a batch smaller', async () => {
  const { batches } = open(place()).team('a');
  const batch = newBatch(1, 20);
  const large = { ...batch, items: batch.items.map((item) => ({ ...item, data: `{"a":"${'x'.repeat(200_000)}"}` })) };
  expect(await turnsDuring(batches.create(large, many))).toBeGreaterThanOrEqual(20);
});

test('no job of a batch is claimed, listed or found before all are stored', async () => {
  const store = open(place());
  const { batches, jobs } = store.team('a');
  const batch = newBatch(1, 200);
  const other = newJob(1);
  const writing = batches.create(batch, many);
  await endOfTurn();
  await endOfTurn();
  expect(await countUnfinished(store)).toMatchObject({ queued: expect.toSatisfy((n: number) => n > 0 && n < 200) as number });
  await store.team('b').jobs.create(other, many);
  expect((await store.queue.claim(10, 1_000)).map(({ uuid }) => uuid)).toEqual([other.uuid]);
  expect((await jobs.list({}, 10, undefined)).items).toEqual([]);
  expect((await batches.list({}, 10, undefined)).items).toEqual([]);
  expect(await batches.find(batch.uuid)).toBeUndefined();
  await writing;
  expect((await jobs.list({}, 10, undefined)).items).toHaveLength(10);
  const claims = await store.queue.claim(1_000, 1_000);
  expect(claims.map(({ uuid }) => uuid)).toEqual(batch.items.map(({ jobUuid }) => jobUuid));
});

test('jobs that are made while a batch is written count for its quota', async () => {
  const store = open(place());
  const { batches, jobs } = store.team('a');
  const batch = newBatch(1, 100);
  const writing = batches.create(batch, { maxUnfinished: 100 });
  const refused = expect(writing).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  await jobs.create(newJob(1), { maxUnfinished: 100 });
  await refused;
  expect(await batches.find(batch.uuid)).toBeUndefined();
  expect(await countUnfinished(store)).toEqual({ queued: 1, processing: 0 });
});

test('two calls with one key at the same moment make one batch', async () => {
  const path = place();
  const [one, other] = [open(path), open(path)];
  const key = { key: 'k', hash: 'x' };
  const made = await Promise.all([one, other].map((store) => store.team('a').batches.create(newBatch(1, 60), many, key)));
  expect(made.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
  expect(made[0]!.uuid).toBe(made[1]!.uuid);
  expect(await countUnfinished(one)).toEqual({ queued: 60, processing: 0 });
});

/** Does `work` on a store that is closed after so many turns; whether it came to its end. */
async function brokenOff(path: string, turns: number, work: (store: StateStore) => Promise<unknown>): Promise<boolean> {
  const store = createSqliteStateStore({ path, now: () => 1 });
  const outcome = work(store).then(
    () => true,
    () => false,
  );
  for (let turn = 0; turn < turns; turn++) await endOfTurn();
  await store.close();
  return outcome;
}

test('wherever the writing of a batch is interrupted, all of it is stored or nothing', async () => {
  const items = 120;
  const seen = new Set<number>();
  for (let turns = 0, hasEnded = false; !hasEnded; turns++) {
    const path = place();
    const batch = newBatch(1, items);
    hasEnded = await brokenOff(path, turns, (one) => one.team('a').batches.create(batch, many));
    const store = open(path, () => 1 + lostMs);
    const { batches } = store.team('a');
    const total = (await batches.find(batch.uuid))?.counts.total ?? 0;
    expect([0, items]).toContain(total);
    seen.add(total);
    await store.queue.reclaim();
    expect((await batches.find(batch.uuid))?.counts.total ?? 0).toBe(total);
    expect(await countUnfinished(store)).toEqual({ queued: total, processing: 0 });
    expect(await store.queue.claim(1_000, 1_000)).toHaveLength(total);
    // What was taken away no longer counts for the quota either.
    await batches.create(newBatch(1, 1), { maxUnfinished: total + 1 });
  }
  expect(seen).toEqual(new Set([0, items]));
});

test('wherever the canceling of a batch is interrupted, all of it is canceled', async () => {
  const items = 120;
  for (let turns = 0, hasEnded = false; !hasEnded; turns++) {
    const path = place();
    const batch = newBatch(1, items);
    await brokenOff(path, 1_000, (one) => one.team('a').batches.create(batch, many));
    hasEnded = await brokenOff(path, turns, (one) => one.team('a').batches.cancel(batch.uuid));
    const store = open(path, () => 1 + lostMs);
    await store.queue.reclaim();
    expect(await store.team('a').batches.find(batch.uuid)).toMatchObject({ state: 'canceled', counts: { canceled: items } });
    expect(await countUnfinished(store)).toEqual({ queued: 0, processing: 0 });
  }
});

test('a writer that counts as lost gives up', async () => {
  const path = place();
  let ms = 1;
  const store = open(path, () => ms);
  const writing = store.team('a').batches.create(newBatch(1, 500), many);
  const refused = expect(writing).rejects.toMatchObject({ code: 'OVERLOADED' });
  await endOfTurn();
  ms += lostMs;
  await refused;
  expect(await countUnfinished(store)).toEqual({ queued: 0, processing: 0 });
});
