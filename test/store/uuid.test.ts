import { expect, test } from 'vitest';
import { createUuid } from '../../src/store/uuid.ts';

const ms = Date.UTC(2026, 0, 1);

test('a new UUID is of version 7 and tells its time', () => {
  const uuid = createUuid(ms);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(ms);
});

test('UUIDs of one millisecond sort as they were made, and are known by their endings all the same', () => {
  const made = Array.from({ length: 10_000 }, () => createUuid(ms));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const uuid of made) expect(uuid).toMatch(/-7[0-9a-f]{3}-[89ab]/);
  // As random as 32 bits are: one run in a hundred has a pair that is alike.
  expect(new Set(made.map((uuid) => uuid.slice(-8))).size).toBeGreaterThan(9_990);
});

test('each millisecond begins at a random number', () => {
  const [first, second] = [createUuid(ms + 1), createUuid(ms)].map((uuid) => uuid.slice(15));
  const [third, fourth] = [createUuid(ms + 1), createUuid(ms)].map((uuid) => uuid.slice(15));
  expect(new Set([first, second, third, fourth]).size).toBe(4);
});
