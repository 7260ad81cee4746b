import { expect, test } from 'vitest';
import { countThreads } from '../../../src/engine/generation/count-threads.ts';

test('one thread serves for its first second, whatever is left: its speed is not known yet', () => {
  expect(countThreads({ elapsedMs: 999, msLeft: 3_600_000 })).toBe(1);
});

test.each([
  [0, 1],
  [7_999, 1],
  [8_000, 2],
  [60_000, 8],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [-5_000, 1], // more documents came than were expected
])('documents for %d ms of one thread are worth %d threads', (msLeft, threads) => {
  expect(countThreads({ elapsedMs: 1_000, msLeft })).toBe(threads);
});
