import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { holdLock } from '../../src/files/lock.ts';
import { makeFolder } from '../support/run-cli.ts';

afterEach(() => void vi.useRealTimers());

test('a lock that is held is renewed, refused to others, and gone when it is released', () => {
  vi.useFakeTimers();
  const path = join(makeFolder(), 'one.lock');
  const release = holdLock(path)!;
  expect(holdLock(path)).toBeUndefined();
  utimesSync(path, 0, 0);
  vi.advanceTimersByTime(60_000);
  expect(statSync(path).mtimeMs).toBeGreaterThan(0);
  release();
  expect(existsSync(path)).toBe(false);
});

test('a process whose lock was removed goes on, and leaves the lock of the next process alone', () => {
  vi.useFakeTimers();
  const path = join(makeFolder(), 'one.lock');
  const release = holdLock(path)!;
  rmSync(path);
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  const next = holdLock(path)!;
  release();
  expect(holdLock(path)).toBeUndefined();
  next();
  expect(existsSync(path)).toBe(false);
});
