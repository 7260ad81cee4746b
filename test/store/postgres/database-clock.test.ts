import { expect, test } from 'vitest';
import { createDatabaseClock, type DatabaseClock } from '../../../src/store/postgres/database-clock.ts';

const hour = 3_600_000;

/** Checks how far the clock is ahead of another. However long the test pauses, the clock reads between two readings of the other, rounded to 1 ms. */
function expectAhead(clock: DatabaseClock, ms: number, other: () => number): void {
  const before = other();
  const told = clock.now() - ms;
  expect(told).toBeGreaterThanOrEqual(before - 1);
  expect(told).toBeLessThanOrEqual(other() + 1);
}

const ownClock = () => performance.now();

test('the time is that of the database, not that of this machine', () => {
  const clock = createDatabaseClock();
  expectAhead(clock, 0, Date.now);
  const at = ownClock();
  clock.hear(at + hour, at, at);
  expectAhead(clock, hour, ownClock);
});

test('a late answer does not move the time, and a clock that was set does', () => {
  const clock = createDatabaseClock();
  const at = ownClock();
  clock.hear(at + hour, at, at);
  clock.hear(at + hour + 20, at, at + 5_000);
  expectAhead(clock, hour, ownClock);
  clock.hear(at + 2 * hour, at, at);
  expectAhead(clock, 2 * hour, ownClock);
});

test('the first time, the database is taken to have answered halfway', () => {
  const clock = createDatabaseClock();
  const at = ownClock();
  clock.hear(at + hour, at - 1_000, at + 1_000);
  expectAhead(clock, hour, ownClock);
});
