import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LayoutWorker } from '../../src/live-pages/layout-worker.ts';
import type { WaitNote, WorkerAnswer, WorkerRequest } from '../../src/live-pages/protocol.ts';

/** A worker whose answers the test gives. */
class StagedWorker {
  readonly asked: WorkerRequest[] = [];
  hasEnded = false;
  onmessage!: (event: { readonly data: WorkerAnswer | WaitNote }) => void;
  onerror!: (event: { readonly message: string }) => void;

  postMessage(request: WorkerRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.hasEnded = true;
  }
  answers(digest: string): void {
    this.onmessage({ data: { kind: 'digest', digest } });
  }
  waits(isWaiting: boolean): void {
    this.onmessage({ data: { kind: 'waits', isWaiting } });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
});
afterEach(() => void vi.useRealTimers());

let started: StagedWorker[] = [];
const start = (): Worker => {
  const worker = new StagedWorker();
  started.push(worker);
  return worker as unknown as Worker;
};
const paintAt = (scale: number): WorkerRequest => ({ kind: 'paint', view: { scale, sheets: [0] } });
const show = { kind: 'show' } as WorkerRequest;
const digest: WorkerRequest = { kind: 'digest' };

/** A worker that has answered once, and so has compiled its code. */
async function openWarm() {
  const worker = new LayoutWorker(start);
  const first = worker.ask(digest);
  started[0]!.answers('first');
  await first;
  return worker;
}

/** What became of an answer so far. */
function watch(answer: Promise<WorkerAnswer | undefined>) {
  const seen: (WorkerAnswer | undefined)[] = [];
  void answer.then((given) => seen.push(given));
  return seen;
}

test('the worker starts before it is asked, and gets one request after the other, a layout first', async () => {
  const worker = new LayoutWorker(start);
  expect(started.length).toBe(1);
  const answers = [paintAt(1), digest, paintAt(2), show].map((request) => watch(worker.ask(request)));
  const [staged] = started;
  expect(staged!.asked).toEqual([paintAt(1)]);
  for (const name of ['1', '2', '3', '4']) {
    staged!.answers(name);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(staged!.asked).toEqual([paintAt(1), show, paintAt(2), digest]);
  const told = (name: string) => [{ kind: 'digest', digest: name }];
  expect(answers).toEqual([told('1'), told('4'), told('3'), told('2')]);
});

test('a newer request takes the place of one of its kind that waits', async () => {
  const worker = await openWarm();
  const answers = [paintAt(1), paintAt(2), paintAt(3)].map((request) => watch(worker.ask(request)));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([[], [undefined], []]);
  started[0]!.answers('1');
  await vi.advanceTimersByTimeAsync(0);
  expect(started[0]!.asked.slice(1)).toEqual([paintAt(1), paintAt(3)]);
});

test('a first request has five seconds, later ones two, and a new worker five again', async () => {
  const worker = new LayoutWorker(start);
  const first = watch(worker.ask(show));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(first).toEqual([]);
  started[0]!.answers('first');
  const second = watch(worker.ask(show));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(second).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(second).toEqual([expect.objectContaining({ kind: 'refused', message: expect.stringMatching(/longer than 2 s/) })]);
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
  const third = watch(worker.ask(show));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(third).toEqual([expect.objectContaining({ message: expect.stringMatching(/longer than 5 s/) })]);
});

test('time of waiting is not time of work, and has an end of its own', async () => {
  const worker = await openWarm();
  const shown = watch(worker.ask(show));
  await vi.advanceTimersByTimeAsync(1_500);
  started[0]!.waits(true);
  await vi.advanceTimersByTimeAsync(59_999);
  started[0]!.waits(false);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(shown).toEqual([]);
  started[0]!.waits(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toEqual([expect.objectContaining({ message: expect.stringMatching(/not ready after 60 s/) })]);
});

test('a worker without a request may take its time', async () => {
  await openWarm();
  started[0]!.waits(false);
  started[0]!.waits(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(started.length).toBe(1);
});

test.each([
  ['Out of memory', 'ended: Out of memory.'],
  ['', 'ended: it was not loaded.'],
])('a worker that fails with %j is replaced at the next request', async (message, told) => {
  const worker = await openWarm();
  const failed = watch(worker.ask(show));
  started[0]!.onerror({ message });
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual([expect.objectContaining({ kind: 'refused', message: expect.stringContaining(told) })]);
  const next = watch(worker.ask(show));
  expect(started.map(({ hasEnded }) => hasEnded)).toEqual([true, false]);
  started[1]!.answers('again');
  await vi.advanceTimersByTimeAsync(0);
  expect(next).toEqual([{ kind: 'digest', digest: 'again' }]);
});
