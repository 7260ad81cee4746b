import { expect, test } from 'vitest';
import { readTimeLimit } from '../../../src/cli/files/time-limit.ts';

test('the limit of time is 30 seconds, or a whole number of them', () => {
  expect(readTimeLimit({})).toEqual({ timeoutMs: 30_000 });
  expect(readTimeLimit({ maxSeconds: '300' })).toEqual({ timeoutMs: 300_000 });
  for (const maxSeconds of ['0', '1.5', 'x', '', '-1', '86401'])
    expect(() => readTimeLimit({ maxSeconds }), maxSeconds).toThrow('--max-seconds takes a whole number from 1 to 86400');
});
