import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LayoutWorker } from '../../src/live-pages/layout-worker.ts';
import type { PaintedSheet, ShowRequest, WaitNote, WorkerAnswer, WorkerRequest } from '../../src/live-pages/protocol.ts';

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
  shows(bitmap?: ImageBitmap): void {
    const painted = bitmap ? [{ bitmap } as PaintedSheet] : [];
    this.onmessage({ data: { kind: 'shown', sheets: [], painted, warnings: [], doubts: [] } });
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
const show = { kind: 'show' } as ShowRequest;
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

describe('the document that is shown', () => {
  /** A worker whose first document is shown. */
  async function openShown() {
    const worker = await openWarm();
    const shown = { ...show };
    const answer = worker.ask(shown);
    started[0]!.shows();
    await answer;
    worker.shown = shown;
    return { worker, shown };
  }
  const asked = (nth: number) => started[nth]!.asked;

  test('is laid out once for all requests about it', async () => {
    const { worker, shown } = await openShown();
    for (const request of [paintAt(1), digest]) {
      const answer = worker.ask(request);
      started[0]!.answers('made');
      await answer;
    }
    expect(asked(0).slice(1)).toEqual([shown, paintAt(1), digest]);
  });

  test.each([
    ['took too long', () => vi.advanceTimersByTimeAsync(2_000)],
    ['failed', async () => started[0]!.onerror({ message: '' })],
  ])('is laid out again for the next request when the worker %s, and its pixels are freed', async (_, fail) => {
    const { worker, shown } = await openShown();
    const newer = watch(worker.ask({ ...show }));
    await fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(newer).toEqual([expect.objectContaining({ kind: 'refused' })]);
    const painted = watch(worker.ask(paintAt(1)));
    expect(asked(1)).toEqual([shown]);
    expect(asked(1)[0]).toBe(shown);
    const close = vi.fn();
    started[1]!.shows({ close } as unknown as ImageBitmap);
    await vi.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledOnce();
    started[1]!.answers('painted');
    await vi.advanceTimersByTimeAsync(0);
    expect(painted).toEqual([{ kind: 'digest', digest: 'painted' }]);
    void worker.ask(digest);
    expect(asked(1)).toEqual([shown, paintAt(1), digest]);
  });

  test('is laid out again when the worker has another one, which nobody shows', async () => {
    const { worker, shown } = await openShown();
    const other = { ...show };
    const answer = worker.ask(other);
    started[0]!.shows();
    await answer;
    void worker.ask(paintAt(1));
    expect(asked(0).at(-1)).toBe(shown);
  });

  test('stays with the worker when another one is refused', async () => {
    const { worker } = await openShown();
    const answer = worker.ask({ ...show });
    started[0]!.onmessage({ data: { kind: 'refused', faults: [], message: 'It cannot.' } });
    await answer;
    void worker.ask(paintAt(1));
    expect(asked(0).at(-1)).toEqual(paintAt(1));
  });

  test('is the new one for a request that has waited for it', async () => {
    const { worker } = await openShown();
    const newer = { ...show };
    const answer = worker.ask(newer).then(() => {
      worker.shown = newer;
    });
    void worker.ask(paintAt(1));
    started[0]!.shows();
    await answer;
    await vi.advanceTimersByTimeAsync(0);
    expect(asked(0).at(-1)).toEqual(paintAt(1));
  });

  test('that cannot be laid out again is told', async () => {
    const { worker } = await openShown();
    void worker.ask({ ...show });
    await vi.advanceTimersByTimeAsync(2_000);
    const painted = watch(worker.ask(paintAt(1)));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(painted).toEqual([expect.objectContaining({ message: expect.stringMatching(/longer than 5 s/) })]);
    expect(started.length).toBe(3);
  });

  test('is not laid out before a newer one', async () => {
    const { worker } = await openShown();
    void worker.ask({ ...show });
    await vi.advanceTimersByTimeAsync(2_000);
    const newer = { ...show };
    void worker.ask(newer);
    expect(asked(1)[0]).toBe(newer);
  });
});
