import { expect, test } from 'vitest';
import { createMinuteCounts } from '../../src/async/minute-counts.ts';

test('more keys than fit drop the count that began first', () => {
  const counts = createMinuteCounts(() => 0, 2);
  for (const key of ['a', 'b']) expect(counts.count(key, 1).isAllowed).toBe(true);
  expect(counts.count('a', 1).isAllowed).toBe(false);
  expect(counts.count('c', 1).isAllowed).toBe(true);
  expect(counts.count('b', 1).isAllowed).toBe(false);
  expect(counts.count('a', 1).isAllowed).toBe(true);
});

test('counts whose minute is over leave the memory to others', () => {
  let ms = 0;
  const counts = createMinuteCounts(() => ms, 2);
  counts.count('a', 1);
  ms = 60_000;
  for (const key of ['b', 'c']) counts.count(key, 1);
  for (const key of ['b', 'c']) expect(counts.count(key, 1).isAllowed).toBe(false);
});
