import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import type { JobState } from '../../src/contract/job-states.ts';
import { waitForEnd } from '../../src/engine/jobs/wait-for-end.ts';
import { createWatch, type Watch, watchOf } from '../../src/jobs/watch.ts';
import type { JobOrBatch, StateLookUp } from '../../src/store/state-store.ts';
import { createLatch } from '../support/latch.ts';

const jobOf = (teamId: string): JobOrBatch => ({ teamId, kind: 'job', uuid: randomUUID() });

interface Looks {
  readonly watch: Watch;
  /** The names of each look so far. */
  readonly looks: (readonly JobOrBatch[])[];
  /** Resolves after so many looks. */
  after(count: number): Promise<void>;
}

/** A watch on a store that gives `stateOf` each job. */
function open(stateOf: (job: JobOrBatch) => JobState | undefined | Promise<JobState | undefined> = () => 'queued'): Looks {
  const looks: (readonly JobOrBatch[])[] = [];
  const lookUp: StateLookUp = {
    async states(names) {
      looks.push(names);
      return Promise.all(names.map(stateOf));
    },
    batches: async (names) => names.map(() => undefined),
  };
  const watch = createWatch(async () => lookUp);
  onTestFinished(() => watch.close());
  return { watch, looks, after: (count) => expect.poll(() => looks.length, { interval: 5 }).toBeGreaterThanOrEqual(count) };
}

const ignore = () => {};

test('one look serves all callers of all teams, and names each job once', async () => {
  const { watch, looks, after } = open();
  const jobs = [jobOf('a'), jobOf('b'), jobOf('c')];
  let seen = 0;
  for (let caller = 0; caller < 100; caller++) {
    for (const job of jobs) {
      watch.states(job, () => {
        seen++;
      });
    }
  }
  await after(2);
  expect(looks[0]).toHaveLength(3);
  expect(looks[0]).toEqual(expect.arrayContaining(jobs));
  expect(seen % 300).toBe(0);
  expect(seen).toBeGreaterThan(0);
});

test('each look names the only job of a team, however many jobs another team waits for', async () => {
  const { watch, looks, after } = open();
  const many = Array.from({ length: 2_500 }, () => jobOf('many'));
  for (const job of many) watch.states(job, ignore);
  const only = jobOf('one');
  watch.states(only, ignore);
  await after(3);
  for (const look of looks) {
    expect(look).toContainEqual(only);
    expect(look.length).toBeLessThanOrEqual(1_000);
  }
  // Each of the many has its turn before the first has its second.
  expect(new Set(looks.slice(0, 3).flat()).size).toBe(2_501);
});

test('each of more teams than a look can name has its turn', async () => {
  const { watch, looks, after } = open();
  for (let n = 0; n < 1_500; n++) watch.states(jobOf(`team ${n}`), ignore);
  await after(2);
  expect(new Set(looks.slice(0, 2).flat()).size).toBe(1_500);
});

test('a job that has just ended in this process comes before all others', async () => {
  const { watch, looks, after } = open();
  const jobs = Array.from({ length: 1_200 }, () => jobOf('a'));
  for (const job of jobs) watch.states(job, ignore);
  watch.hurry([jobs.at(-1)!, jobOf('a')]);
  await after(1);
  expect(looks[0]![0]).toEqual(jobs.at(-1));
  expect(looks[0]).toHaveLength(1_000);
});

test('nothing is asked when nobody waits any more', async () => {
  const { watch, looks, after } = open();
  const [kept, dropped] = [jobOf('a'), jobOf('a')];
  const stop = [watch.states(kept, ignore), watch.states(dropped, ignore)];
  await after(1);
  stop[1]!();
  await after(looks.length + 2);
  expect(looks.at(-1)).toEqual([kept]);
  stop[0]!();
  const count = looks.length;
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(looks).toHaveLength(count);
});

test('a caller whose connection ends is forgotten at once', async () => {
  const { watch, looks, after } = open();
  const gone = new AbortController();
  const [waiting, other] = [jobOf('a'), jobOf('a')];
  const waits = waitForEnd(watchOf(watch, 'a'), waiting, 600, gone.signal);
  watch.states(other, ignore);
  await after(1);
  gone.abort();
  await waits;
  const count = looks.length;
  await after(count + 2);
  expect(looks.slice(count + 1).flat()).not.toContainEqual(waiting);
});

test('a caller waits through faults of the store', async () => {
  let faults = 1;
  const { watch, looks } = open(() => {
    if (faults-- > 0) throw new PdfgenError('STORE_UNAVAILABLE', 'away');
    return 'completed';
  });
  const job = jobOf('a');
  await waitForEnd(watchOf(watch, 'a'), job, 600, undefined);
  expect(looks).toEqual([[job], [job]]);
});

test.each(['completed', 'failed', 'canceled', 'expired', undefined] as const)(
  'the waiting ends when the job is %s',
  async (state) => {
    const { watch } = open(() => state);
    await waitForEnd(watchOf(watch, 'a'), jobOf('a'), 600, undefined);
  },
);

test('the waiting ends when the time is up, and when the service closes', async () => {
  const { watch } = open();
  await waitForEnd(watchOf(watch, 'a'), jobOf('a'), 0.01, undefined);
  const waits = [
    waitForEnd(watchOf(watch, 'a'), jobOf('a'), 600, undefined),
    waitForEnd(watchOf(watch, 'b'), jobOf('b'), 600, new AbortController().signal),
  ];
  watch.close();
  await Promise.all(waits);
  await waitForEnd(watchOf(watch, 'a'), jobOf('a'), 600, undefined);
});

test('a caller that comes while the store answers is served by the next look', async () => {
  const { opened: first, open: answer } = createLatch<JobState>();
  const states: (JobState | Promise<JobState>)[] = [first, 'completed'];
  const { watch, after } = open(() => states.shift() ?? 'completed');
  const job = jobOf('a');
  watch.states(job, ignore);
  await after(1);
  const seen: unknown[] = [];
  watch.states(job, (state) => seen.push(state));
  answer('queued');
  await after(2);
  expect(seen).toEqual(['completed']);
});
