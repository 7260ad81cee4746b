import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreviewTurns } from '../../src/engine/embedded/preview-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that lasts until its signal comes, or until `end` is called. */
function work(): { readonly run: (signal: AbortSignal) => Promise<string>; end(): void; readonly began: () => boolean } {
  let [hasBegun, end] = [false, () => {}];
  return {
    run(signal) {
      hasBegun = true;
      return new Promise((resolve, reject) => {
        end = () => resolve('done');
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
    end: () => end(),
    began: () => hasBegun,
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error & { readonly code?: unknown }) => (typeof error.code === 'string' ? error.code : error.name),
  );

test('previews of a session take turns; those of another do not wait', async () => {
  const turns = createPreviewTurns();
  const [first, second, elsewhere] = [work(), work(), work()];
  const calls = [
    turns.take({ sessionUuid: 'a', tab: 'one' }, undefined, first.run),
    turns.take({ sessionUuid: 'a', tab: 'two' }, undefined, second.run),
    turns.take({ sessionUuid: 'b', tab: 'one' }, undefined, elsewhere.run),
  ];
  await settle();
  expect([first, second, elsewhere].map(({ began }) => began())).toEqual([true, false, true]);
  first.end();
  await settle();
  expect(second.began()).toBe(true);
  second.end();
  elsewhere.end();
  expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
});

test('a newer one of the tab replaces what is rendered and what waits', async () => {
  const turns = createPreviewTurns();
  const take = (tab: string, one: ReturnType<typeof work>) => codeOf(turns.take({ sessionUuid: 'a', tab }, undefined, one.run));
  const [running, waiting, newest] = [work(), work(), work()];
  const first = take('one', running);
  await settle();
  const second = take('two', waiting);
  const third = take('two', newest);
  expect(await second).toBe('PREVIEW_REPLACED');
  expect(waiting.began()).toBe(false);
  const fourth = take('one', work());
  expect(await first).toBe('PREVIEW_REPLACED');
  await settle();
  expect(newest.began()).toBe(true);
  newest.end();
  expect(await third).toBe('done');
  void fourth;
});

test('one without a tab replaces none', async () => {
  const turns = createPreviewTurns();
  const all = [work(), work()];
  const calls = all.map(({ run }) => codeOf(turns.take({ sessionUuid: 'a', tab: undefined }, undefined, run)));
  for (const one of all) {
    await settle();
    one.end();
  }
  expect(await Promise.all(calls)).toEqual(['done', 'done']);
});

test('one that waits for ten seconds is refused; one that is rendered is not', async () => {
  const turns = createPreviewTurns();
  const [first, second] = [work(), work()];
  const running = codeOf(turns.take({ sessionUuid: 'a', tab: 'one' }, undefined, first.run));
  const waiting = codeOf(turns.take({ sessionUuid: 'a', tab: 'two' }, undefined, second.run));
  await vi.advanceTimersByTimeAsync(9_999);
  const early = codeOf(turns.take({ sessionUuid: 'a', tab: 'three' }, undefined, async () => 'done'));
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBe('RATE_LIMITED');
  expect(second.began()).toBe(false);
  first.end();
  expect(await Promise.all([running, early])).toEqual(['done', 'done']);
});

test('one whose client has left is dropped', async () => {
  const turns = createPreviewTurns();
  const left = new AbortController();
  const [first, second] = [work(), work()];
  const running = codeOf(turns.take({ sessionUuid: 'a', tab: 'one' }, left.signal, first.run));
  const waiting = codeOf(turns.take({ sessionUuid: 'a', tab: 'two' }, left.signal, second.run));
  await settle();
  left.abort();
  expect(await Promise.all([running, waiting])).toEqual(['AbortError', 'AbortError']);
  expect(second.began()).toBe(false);
});
