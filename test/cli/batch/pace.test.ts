import { expect, test } from 'vitest';
import { createPace, type Pace } from '../../../src/cli/batch/pace.ts';

/** So many documents, `everyMs` apart; when the last was made. */
function make(pace: Pace, count: number, everyMs: number, fromMs: number): number {
  for (let i = 1; i <= count; i++) pace.made(fromMs + i * everyMs);
  return fromMs + count * everyMs;
}

test('nothing is said before there is something to go by', () => {
  const pace = createPace();
  expect(pace.at(60_000, 100)).toBeUndefined();
  pace.made(60_000);
  expect(pace.at(65_000, 99)).toBeUndefined();
  make(pace, 100, 10, 65_000);
  expect(pace.at(66_000, 99)).toMatchObject({ perSecond: 100 / 6 });
  const quick = createPace();
  const nowMs = make(quick, 100, 10, 0);
  expect(quick.at(nowMs, 900)).toBeUndefined();
});

test('the time until the first document does not count', () => {
  const pace = createPace();
  const nowMs = make(pace, 301, 10, 30_000);
  expect(pace.at(nowMs, 1_000)).toEqual({ perSecond: 100, secondsLeft: 10 });
});

test('a slow beginning is forgotten', () => {
  const pace = createPace();
  const warmMs = make(pace, 50, 100, 0);
  expect(pace.at(warmMs, 10_000)?.secondsLeft).toBeGreaterThan(900);
  const nowMs = make(pace, 1_200, 10, warmMs);
  expect(pace.at(nowMs, 10_000)).toEqual({ perSecond: expect.closeTo(100, 0), secondsLeft: expect.closeTo(100, -1) });
});

test('documents that take longer than the window have a pace too', () => {
  const pace = createPace();
  const nowMs = make(pace, 20, 30_000, 0);
  expect(pace.at(nowMs, 10)).toEqual({ perSecond: 1 / 30, secondsLeft: 300 });
});

test('the figures stand for a second, and are as rough as they are uncertain', () => {
  const pace = createPace();
  const nowMs = make(pace, 500, 10, 0);
  const first = pace.at(nowMs, 12_345);
  expect(first?.secondsLeft).toBe(130);
  expect(pace.at(nowMs + 900, 12_000)).toBe(first);
  expect(pace.at(nowMs + 1_000, 12_000)).not.toBe(first);
});
