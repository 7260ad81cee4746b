import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { createSweep } from '../../src/jobs/sweep.ts';
import { type JobWorker, type JobWorkerEvent, startWorker } from '../../src/jobs/worker.ts';
import type { RenderCall, Renderer, RenderResult } from '../../src/renderer/renderer.ts';
import type { BlobStore, Blobs } from '../../src/store/blob-store.ts';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../../src/store/filesystem/create-team-folders.ts';
import type { SqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import type { JobQueue } from '../../src/store/state-store.ts';
import { newBatch, newJob } from '../store/state-store.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { createLatch } from '../support/latch.ts';
import { resultOf } from '../support/result-of.ts';
import { createStateStore } from '../support/sqlite.ts';

const many = { maxUnfinished: 1000 };
const body = [Buffer.from('%PDF')];
const result: RenderResult = {
  body,
  bytes: 4,
  sha256: resultOf(...body).sha256,
  pages: 1,
  filename: 'a.pdf',
  warnings: [],
} as never;

let folder: string;
let state: SqliteStateStore;
let results: BlobStore;
beforeEach(async () => {
  folder = makeFolder();
  state = await createStateStore({ path: join(folder, 'state.db'), now: Date.now });
  results = createFileBlobs(join(folder, 'results'));
});
afterEach(() => state.close());

const files = () => readdirSync(join(folder, 'results'), { recursive: true }).filter((name) => String(name).endsWith('.pdf'));

/** A render that a test ends when it likes; it gives way to its signal, as every renderer does. */
function holdRender() {
  let finish = () => {};
  const { opened: begun, open: begin } = createLatch();
  const render = (_: unknown, { signal }: RenderCall = {}) =>
    new Promise<RenderResult>((resolve, reject) => {
      finish = () => resolve(result);
      signal?.addEventListener('abort', () => reject(signal.reason));
      begin();
    });
  return { render, begun, finish: () => finish() };
}

function start(render: unknown, sweep: (signal: AbortSignal) => Promise<void> = async () => {}, queue: JobQueue = state.queue) {
  const events: JobWorkerEvent[] = [];
  const ended: string[] = [];
  const heard = new Set<() => void>();
  const worker: JobWorker = startWorker(
    {
      queue,
      results,
      openRenderer: async () => ({ render }) as unknown as Renderer,
      loadTemplate: async () => ({}) as never,
      limits: {} as never,
      onEnd: ({ uuid }) => ended.push(uuid),
      sweep,
    },
    {
      concurrency: 1,
      log(event) {
        events.push(event);
        for (const look of heard) look();
      },
    },
  );
  const tells = (kind: JobWorkerEvent['kind']) =>
    new Promise<void>((resolve) => {
      const look = () => events.some((one) => one.kind === kind) && resolve();
      heard.add(look);
      look();
    });
  /** Stops the worker once it has told of this. */
  const stopAfter = async (kind: JobWorkerEvent['kind']) => {
    await tells(kind);
    await worker.stop(0);
  };
  return { worker, events, ended, tells, stopAfter };
}

const job = newJob(1);
const create = () => state.team('a').jobs.create(job, many);
const find = async () => (await state.team('a').jobs.find(job.uuid))!;

/** A worker that renders the job until a test calls `finish`. */
async function startHeld(sweep?: (signal: AbortSignal) => Promise<void>) {
  await create();
  const { render, begun, finish } = holdRender();
  const started = start(render, sweep);
  await begun;
  return { ...started, finish };
}

test('a stopped worker lets running jobs end within its grace time', async () => {
  const { worker, finish } = await startHeld();
  const stopped = worker.stop(20_000);
  finish();
  await stopped;
  expect(await find()).toMatchObject({ state: 'completed', attempts: 1 });
});

test('a job that does not end within the grace time is handed back, and the next worker takes it', async () => {
  const { worker } = await startHeld();
  await worker.stop(1);
  expect(await find()).toMatchObject({ state: 'queued', attempts: 1 });
  const next = start(async () => result);
  await next.stopAfter('completed');
  expect(await find()).toMatchObject({ state: 'completed', attempts: 2 });
});

test('the end of a job is told, and not that of a job which was canceled', async () => {
  const [failing, canceled] = [newJob(1), newJob(2)];
  for (const one of [job, failing, canceled]) await state.team('a').jobs.create(one, many);
  const renders = [
    async () => result,
    async () => expect.fail('this document cannot be made'),
    async () => {
      await state.team('a').jobs.cancel(canceled.uuid);
      return result;
    },
  ];
  const { ended, stopAfter } = start(async () => renders.shift()!());
  await stopAfter('fenced');
  expect(new Set(ended)).toEqual(new Set([job.uuid, failing.uuid]));
});

test('a job that is canceled while it runs leaves no file', async () => {
  const { stopAfter, finish } = await startHeld();
  await state.team('a').jobs.cancel(job.uuid);
  finish();
  await stopAfter('fenced');
  expect([(await find()).state, files()]).toEqual(['canceled', []]);
});

test('a stopped worker does not wait for the end of a sweep', async () => {
  const { worker } = await startHeld((signal) => new Promise((done) => signal.addEventListener('abort', () => done())));
  await worker.stop(0);
  expect((await find()).state).toBe('queued');
});

const away = new PdfgenError('STORE_UNAVAILABLE', 'The object store cannot be reached (ECONNREFUSED). Try again later.');

/** Blobs whose writes fail until `comeBack` is called. */
function goAway() {
  const there = results;
  let isAway = true;
  const write: Blobs['write'] = (key, written) => (isAway ? Promise.reject(away) : there.team('a').write(key, written));
  results = { ...there, team: (id) => ({ ...there.team(id), write }) };
  return {
    comeBack() {
      isAway = false;
    },
  };
}

test('a document that is rendered while the store is away is stored when the store is back', async () => {
  await create();
  const store = goAway();
  let renders = 0;
  const { events, tells, stopAfter } = start(async () => {
    renders++;
    return result;
  });
  await tells('fault');
  expect((await find()).state).toBe('processing');
  store.comeBack();
  await stopAfter('completed');
  expect(renders).toBe(1);
  expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['claimed', undefined],
    ['fault', away.message],
    ['completed', undefined],
  ]);
  expect(await find()).toMatchObject({ state: 'completed', attempts: 1 });
});

/** Runs a worker for a minute of each step. Gives the seconds at which it looked for lost jobs. */
async function lookForLostJobs(steps: readonly ('away' | 'there' | 'away now and then')[]): Promise<readonly number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const beganMs = performance.now();
  const looks: number[] = [];
  let queueState = steps[0]!;
  let claims = 0;
  const queue: JobQueue = {
    ...state.queue,
    async claim() {
      if (queueState === 'away' || (queueState === 'away now and then' && ++claims % 5 === 0)) throw away;
      return [];
    },
    async reclaim() {
      if (queueState === 'away') throw away;
      looks.push(Math.floor((performance.now() - beganMs) / 1_000));
      return 0;
    },
  };
  const { worker } = start(async () => result, undefined, queue);
  for (const step of steps) {
    queueState = step;
    await vi.advanceTimersByTimeAsync(60_000);
  }
  await worker.stop(0);
  return looks;
}

test('after a long absence of the queue other workers have time to renew their leases', async () => {
  const looks = await lookForLostJobs(['there', 'away', 'there']);
  expect(looks.filter((second) => second < 60).length).toBeGreaterThan(8);
  expect(looks.filter((second) => second >= 71 && second < 129)).toEqual([]);
  expect(looks.filter((second) => second >= 129).length).toBeGreaterThan(5);
});

test('faults now and then do not keep a worker from looking for lost jobs', async () => {
  expect((await lookForLostJobs(['away now and then'])).length).toBeGreaterThan(8);
});

test('a worker that is stopped while the store is away hands its jobs back', async () => {
  await create();
  goAway();
  const { worker, tells } = start(async () => result);
  await tells('fault');
  await worker.stop(1);
  expect(await find()).toMatchObject({ state: 'queued', error: null });
});

test('a completion whose answer is lost keeps its file', async () => {
  await create();
  const { complete } = state.queue;
  let answers = 0;
  const losing: JobQueue['complete'] = async (...args) => {
    const isCompleted = await complete(...args);
    if (++answers === 1) throw away;
    return isCompleted;
  };
  const { stopAfter } = start(async () => result, undefined, { ...state.queue, complete: losing });
  await stopAfter('completed');
  expect(answers).toBe(2);
  expect([(await find()).state, files()]).toEqual(['completed', [join('a', `${job.uuid}-1.pdf`)]]);
});

test('a job whose result cannot be written goes back without a mark of failure', async () => {
  await create();
  const there = results;
  const write = () => Promise.reject(Object.assign(new Error('i/o error, write'), { code: 'EIO' }));
  results = { ...there, team: (id) => ({ ...there.team(id), write }) };
  const { events, stopAfter } = start(async () => result);
  await stopAfter('set-back');
  expect(await find()).toMatchObject({ state: 'queued', error: null });
  expect(events.at(-1)).toMatchObject({ kind: 'set-back', detail: 'store-failed' });
});

async function writeResult(uuid: string, ageMs: number): Promise<string> {
  const key = `${uuid}-1.pdf`;
  await results.team('a').write(key, resultOf(...body));
  const time = (Date.now() - ageMs) / 1000;
  utimesSync(join(folder, 'results/a', key), time, time);
  return join('a', key);
}

const sweepOnce = (now: () => number = Date.now, signal = new AbortController().signal) =>
  createSweep({
    state,
    results,
    templates: createTeamFolders(folder, (id) => state.templateIndex(id)),
    teamIds: async () => [],
    now,
  })(signal);

test('a file that no job names is removed when it is an hour old', async () => {
  await create();
  const [claim] = await state.queue.claim(1, 60_000);
  const named = await writeResult(job.uuid, 2 * 3_600_000);
  const stored = { blob: `${job.uuid}-1.pdf`, filename: 'a.pdf', bytes: 4, pages: 1, sha256: result.sha256 };
  expect(await state.queue.complete(claim!, stored, [], 3_600_000)).toBe(true);
  const fresh = await writeResult(newJob(2).uuid, 1_800_000);
  await writeResult(newJob(3).uuid, 2 * 3_600_000);
  await sweepOnce();
  expect(files().sort()).toEqual([named, fresh].sort());
});

test('a file of a job that has not ended is kept, however old it is', async () => {
  await create();
  const written = await writeResult(job.uuid, 30 * 24 * 3_600_000);
  await sweepOnce();
  expect(files()).toEqual([written]);
});

test('processes search for lost files one at a time, and once an hour', async () => {
  await sweepOnce();
  await writeResult(newJob(3).uuid, 2 * 3_600_000);
  await sweepOnce();
  expect(files()).toHaveLength(1);
});

test('a long search stops after its time, and the next sweep goes on where it was', async () => {
  const lost = Array.from({ length: 1_001 }, (_, n) => newJob(n).uuid).sort();
  await results.team('a').write(`${lost[0]}-1.pdf`, resultOf(...body));
  const time = Date.now() / 1000 - 7_200;
  for (const uuid of lost) {
    const path = join(folder, 'results/a', `${uuid}-1.pdf`);
    writeFileSync(path, '');
    utimesSync(path, time, time);
  }
  let ms = 0;
  const slow = () => (ms += 20_000);
  await sweepOnce(slow);
  expect(files()).toEqual([join('a', `${lost.at(-1)}-1.pdf`)]);
  await sweepOnce(slow);
  expect(files()).toEqual([]);
});

test('an interrupted sweep leaves the rest for the next', async () => {
  await writeResult(newJob(3).uuid, 2 * 3_600_000);
  await sweepOnce(Date.now, AbortSignal.abort());
  expect(files()).toHaveLength(1);
});

test('leases are renewed while another call to the store takes long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await create();
  const { opened: released, open: release } = createLatch();
  const there = results;
  results = {
    ...there,
    team: (id) => ({ ...there.team(id), write: (key, written) => released.then(() => there.team(id).write(key, written)) }),
  };
  const { claim, heartbeat } = state.queue;
  let [claims, renewals] = [0, 0];
  const queue: JobQueue = {
    ...state.queue,
    claim: (limit, leaseMs) => (claims++ === 0 ? claim(limit, leaseMs) : released.then(() => [])),
    heartbeat(held, leaseMs) {
      renewals++;
      return heartbeat(held, leaseMs);
    },
  };
  const { stopAfter } = start(async () => result, undefined, queue);
  await expect.poll(() => claims).toBe(2);
  vi.advanceTimersByTime(5_000);
  expect(renewals).toBe(1);
  release();
  await stopAfter('completed');
  vi.advanceTimersByTime(20_000);
  expect(renewals).toBe(1);
});

test('a worker that stops waits for a renewal under way, because its stores are closed next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await create();
  const [finish, answer] = [createLatch(), createLatch()];
  let renewals = 0;
  const heartbeat: JobQueue['heartbeat'] = () => {
    renewals++;
    return answer.opened.then(() => []);
  };
  let rendering = 0;
  const render = async () => {
    rendering++;
    await finish.opened;
    return result;
  };
  const { worker, tells } = start(render, undefined, { ...state.queue, heartbeat });
  await expect.poll(() => rendering).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(renewals).toBe(1);
  finish.open();
  await tells('completed');
  let hasStopped = false;
  const stopped = worker.stop(20_000).then(() => {
    hasStopped = true;
  });
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => void setImmediate(resolve));
  expect(hasStopped).toBe(false);
  answer.open();
  await stopped;
});

test('the next document is rendered while the result of the last is stored, and few results wait for a slow disk', async () => {
  const uuids: string[] = [];
  for (let i = 1; i <= 6; i++) {
    const one = newJob(i);
    uuids.push(one.uuid);
    await state.team('a').jobs.create(one, many);
  }
  let rendered = 0;
  const { opened: gate, open } = createLatch();
  const blobs = results;
  results = {
    ...blobs,
    team: (id) => ({
      ...blobs.team(id),
      async write(key, written) {
        await gate;
        await blobs.team(id).write(key, written);
      },
    }),
  };
  const { worker, tells } = start(async () => {
    rendered++;
    return result;
  });
  // Three jobs are held for one thread: none of them is stored before the gate opens.
  await expect.poll(() => rendered).toBe(3);
  open();
  await tells('completed');
  await expect.poll(() => rendered).toBe(6);
  await worker.stop(20_000);
  const states = await Promise.all(uuids.map(async (uuid) => (await state.team('a').jobs.find(uuid))!.state));
  expect(states).toEqual(uuids.map(() => 'completed'));
});

test('a job that fails is told with its code, batch and team, and without what its data holds', async () => {
  const batch = newBatch(1, 1);
  await state.team('a').batches.create(batch, many);
  const breach = { path: '/name', message: 'must be shorter than "Ada"', keyword: 'k', params: {}, schemaPath: '' };
  const { events, stopAfter } = start(async () => {
    throw new PdfgenError('DATA_INVALID', 'The data does not fit the contract.', { errors: [breach] });
  });
  await stopAfter('failed');
  expect(events.find(({ kind }) => kind === 'failed')).toEqual({
    kind: 'failed',
    uuid: batch.items[0]!.jobUuid,
    teamId: 'a',
    batchUuid: batch.uuid,
    code: 'DATA_INVALID',
    detail: 'The data does not fit the contract.',
  });
  // The job itself has the whole detail.
  expect((await state.team('a').jobs.find(batch.items[0]!.jobUuid))?.error?.detail).toContain('Ada');
});
