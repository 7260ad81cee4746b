import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { abortAfter } from '../../src/async/abort-after.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('the time is up, though nothing but the combined signal is held and garbage is collected before', async () => {
  const outer = new AbortController();
  const signal = abortAfter(200, outer.signal);
  const heard = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  for (let i = 0; i < 4; i++) {
    await sleep(10);
    collectGarbage();
  }
  await heard;
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(outer.signal.aborted).toBe(false);
});

test('the outer signal ends it earlier, with its own reason', () => {
  const outer = new AbortController();
  const signal = abortAfter(100_000, outer.signal);
  outer.abort(new Error('enough'));
  expect(signal.reason).toMatchObject({ message: 'enough' });
});

test('alone it is a limit of time', async () => {
  const signal = abortAfter(1);
  await sleep(50);
  expect(signal.aborted).toBe(true);
});

test('a time of months is no matter of one millisecond', () => {
  vi.useFakeTimers();
  try {
    const hours = 3_600_000;
    const signal = abortAfter(2000 * hours);
    vi.advanceTimersByTime(1999 * hours);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1 * hours);
    expect(signal.aborted).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
