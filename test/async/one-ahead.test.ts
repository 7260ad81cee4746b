import { expect, test } from 'vitest';
import { oneAhead } from '../../src/async/one-ahead.ts';

/** Numbers from 1 on. `log` hears of each that is made, and of the end. */
async function* numbers(log: string[], fault?: Error): AsyncGenerator<number> {
  try {
    for (let n = 1; n <= 3; n++) {
      log.push(`made ${n}`);
      yield n;
    }
    if (fault) throw fault;
  } finally {
    log.push('ended');
  }
}

test('the next value is read while the caller works on a value, and no further', async () => {
  const log: string[] = [];
  for await (const n of oneAhead(numbers(log))) {
    await new Promise(setImmediate);
    log.push(`used ${n}`);
  }
  expect(log).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'ended', 'used 3']);
});

test('an error comes after all values before it', async () => {
  const used: number[] = [];
  const work = async () => {
    for await (const n of oneAhead(numbers([], new Error('it broke off')))) used.push(n);
  };
  await expect(work()).rejects.toThrow('it broke off');
  expect(used).toEqual([1, 2, 3]);
});

test('a caller that leaves ends the stream', async () => {
  const log: string[] = [];
  for await (const n of oneAhead(numbers(log))) if (n === 1) break;
  expect(log).toEqual(['made 1', 'made 2', 'ended']);
});
