import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../../src/store/postgres/database-clock.ts';

const hour = 3_600_000;

test('the time is that of the database, not that of this machine', () => {
  const clock = createDatabaseClock();
  const at = performance.now();
  clock.hear(Date.now() + hour, at, at);
  expect(Math.abs(clock.now() - Date.now() - hour)).toBeLessThan(1_000);
});

test('a late answer does not move the time, and a clock that was set does', () => {
  const clock = createDatabaseClock();
  const at = performance.now();
  const ahead = () => clock.now() - performance.now();
  clock.hear(at + hour, at, at);
  clock.hear(at + hour + 20, at, at + 5_000);
  expect(ahead()).toBeCloseTo(hour, -1);
  clock.hear(at + 2 * hour, at, at);
  expect(ahead()).toBeCloseTo(2 * hour, -1);
});
