// A thousand workers of many machines that wait for jobs: how often they claim, and how long jobs wait. Time is simulated.
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorker } from '../../src/jobs/worker.ts';
import { createAnnouncements } from '../../src/store/postgres/announcements.ts';
import type { ClaimedJob, JobQueue } from '../../src/store/state-store.ts';

const workers = 1_000;

/** Numbers between 0 and 1 that are the same in each run. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Workers with a thread each, for which a document takes a second. `hears`: whether notifications reach them. */
async function startWorkers({ hears }: { readonly hears: boolean }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const random = vi.spyOn(Math, 'random').mockImplementation(drawFrom(7));
  const listeners = new Set<(text: string | undefined) => void>();
  const waiting: { readonly uuid: string; readonly createdMs: number }[] = [];
  const waitedMs: number[] = [];
  let claims = 0;
  const database = {
    run: async (_: string, [, text]: readonly unknown[] = []) => {
      for (const hear of listeners) hear(String(text));
      return 1;
    },
    listen(_: string, hear: (text: string | undefined) => void) {
      if (hears) listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
  const announcements = () => createAnnouncements(database as never, () => workers);
  const queue = {
    ...announcements(),
    async claim(limit: number) {
      claims++;
      return waiting.splice(0, limit).map(({ uuid, createdMs }) => {
        waitedMs.push(performance.now() - createdMs);
        return {
          teamId: 'a',
          uuid,
          attempt: 1,
          options: '{}',
          data: '{}',
          job: { createdMs: 0, warnings: [] },
        } as never as ClaimedJob;
      });
    },
    heartbeat: async () => [],
    reclaim: async () => 0,
    complete: async () => true,
  } as unknown as JobQueue;
  const stops: (() => void)[] = [];
  const started = Array.from({ length: workers }, () => {
    const own = { ...queue, ...announcements() };
    const worker = startWorker(
      {
        queue: own,
        results: { team: () => ({ write: async () => {} }) } as never,
        openRenderer: async () =>
          ({ render: () => new Promise((resolve) => setTimeout(resolve, 1_000, { body: [], warnings: [] })) }) as never,
        loadTemplate: async () => ({}) as never,
        limits: {} as never,
        onEnd: () => {},
        sweep: async () => {},
      },
      { concurrency: 1 },
    );
    stops.push(
      own.listen(
        () => worker.wake(),
        () => {},
      ),
    );
    return worker;
  });
  onTestFinished(async () => {
    for (const stop of stops) stop();
    const ended = Promise.all(started.map((worker) => worker.stop(0)));
    await vi.advanceTimersByTimeAsync(2_000);
    await ended;
    random.mockRestore();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(20_000);
  return {
    /** Puts jobs into the queue, and lets time pass. Gives the claims that were made meanwhile. */
    async bring(jobs: number, ms: number) {
      const before = claims;
      for (let n = 0; n < jobs; n++) waiting.push({ uuid: `${n}`, createdMs: performance.now() });
      if (jobs > 0) queue.announce(jobs);
      await vi.advanceTimersByTimeAsync(ms);
      return claims - before;
    },
    left: () => waiting.length,
    waitedMs,
  };
}

test('together, idle workers look for jobs fifty times a second, and an announcement wakes two of them for a job', async () => {
  const { bring, left, waitedMs } = await startWorkers({ hears: true });
  const looks = (await bring(0, 20_000)) / 20;
  expect(looks).toBeLessThan(60);
  let claims = 0;
  for (let n = 0; n < 20; n++) claims += await bring(1, 1_000);
  expect(left()).toBe(0);
  // A worker also looks when its document has ended, and twice a moment later.
  expect(claims / 20 - looks).toBeLessThan(8);
  expect(Math.max(...waitedMs)).toBeLessThan(500);
});

test('without announcements, the looks of idle workers find a job soon', async () => {
  const { bring, left, waitedMs } = await startWorkers({ hears: false });
  for (let n = 0; n < 20; n++) await bring(1, 1_000);
  expect(left()).toBe(0);
  expect(Math.max(...waitedMs)).toBeLessThan(500);
});

test('an announcement of many jobs wakes workers for all of them, one after the other', async () => {
  const { bring, left, waitedMs } = await startWorkers({ hears: true });
  const claims = await bring(300, 3_000);
  expect(left()).toBe(0);
  // Two woken workers, and two looks of the worker that had the job.
  expect(claims / 300).toBeLessThan(5);
  expect(Math.max(...waitedMs)).toBeLessThan(2_500);
});
