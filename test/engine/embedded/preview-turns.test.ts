import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPreviewTurns } from '../../../src/engine/embedded/preview-turns.ts';
import { codeOf } from '../../support/ends.ts';

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

test('a session has eight previews at most; those that are replaced do not count, and another session has its own', async () => {
  const turns = createPreviewTurns();
  const take = (tab: string | undefined, sessionUuid = 'a') =>
    codeOf(turns.take({ sessionUuid, tab }, undefined, () => new Promise(() => {})));
  const told = new Map<string, string>();
  const note = (name: string, call: Promise<string>) => void call.then((code) => told.set(name, code));
  for (let i = 1; i <= 8; i++) note(`tab ${i}`, take(`tab ${i}`));
  note('ninth', take('tab 9'));
  await settle();
  expect([...told]).toEqual([['ninth', 'RATE_LIMITED']]);
  note('newer', take('tab 8'));
  note('without a tab', take(undefined));
  note('elsewhere', take('tab 9', 'b'));
  await settle();
  expect([...told].slice(1).sort()).toEqual([
    ['tab 8', 'PREVIEW_REPLACED'],
    ['without a tab', 'RATE_LIMITED'],
  ]);
});

test('a preview that is refused leaves the place of no other', async () => {
  const turns = createPreviewTurns();
  const all = Array.from({ length: 8 }, work);
  const calls = all.map(({ run }, i) => codeOf(turns.take({ sessionUuid: 'a', tab: `tab ${i}` }, undefined, run)));
  expect(await codeOf(turns.take({ sessionUuid: 'a', tab: 'more' }, undefined, async () => 'done'))).toBe('RATE_LIMITED');
  await settle();
  all[0]!.end();
  await settle();
  expect(await calls[0]).toBe('done');
  const next = codeOf(turns.take({ sessionUuid: 'a', tab: 'more' }, undefined, async () => 'done'));
  for (const one of all.slice(1)) {
    one.end();
    await settle();
  }
  expect(await next).toBe('done');
});

test('a tab does not wait for all previews without a tab', async () => {
  const turns = createPreviewTurns();
  const order: string[] = [];
  const take = async (name: string, tab: string | undefined) =>
    turns.take({ sessionUuid: 'a', tab }, undefined, async () => void order.push(name));
  await Promise.all([take('first', undefined), take('second', undefined), take('third', undefined), take('named', 'one')]);
  expect(order).toEqual(['first', 'second', 'named', 'third']);
});
