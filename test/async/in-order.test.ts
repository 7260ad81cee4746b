import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from '../../src/async/in-order.ts';

/** Numbers from 1 to 5. `log` hears of each that is read, and of the end. */
async function* numbers(log: string[], fault?: Error): AsyncGenerator<number> {
  try {
    for (let n = 1; n <= 5; n++) {
      log.push(`read ${n}`);
      yield n;
    }
    if (fault) throw fault;
  } finally {
    log.push('ended');
  }
}

test('results come in the order of the values, though the first takes longest', async () => {
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await sleep(10 - 2 * n);
    running--;
    return n * 10;
  };
  const results: number[] = [];
  for await (const result of inOrder(numbers([]), 3, work)) results.push(result);
  expect(results).toEqual([10, 20, 30, 40, 50]);
  expect(most).toBe(3);
});

test('the next value is read while the caller works on a value, and no further', async () => {
  const log: string[] = [];
  for await (const n of inOrder(numbers(log), 1, async (value) => value)) {
    await new Promise(setImmediate);
    log.push(`used ${n}`);
    if (n === 2) break;
  }
  expect(log).toEqual(['read 1', 'read 2', 'used 1', 'read 3', 'used 2', 'ended']);
});

test('an error of the stream or of the work comes after all results before it', async () => {
  const used: number[] = [];
  const take = async (values: AsyncIterable<number>) => {
    for await (const n of values) used.push(n);
  };
  await expect(take(inOrder(numbers([], new Error('it broke off')), 3, async (n) => n))).rejects.toThrow('it broke off');
  expect(used.splice(0)).toEqual([1, 2, 3, 4, 5]);
  const work = async (n: number) => {
    if (n === 1) await sleep(10);
    if (n === 2) throw new Error('not 2');
    return n;
  };
  const log: string[] = [];
  await expect(take(inOrder(numbers(log), 3, work))).rejects.toThrow('not 2');
  expect([used, log.at(-1)]).toEqual([[1], 'ended']);
});

test('a caller that leaves stops the work that was begun', async () => {
  const stopped: number[] = [];
  const work = async (n: number, _: number, signal: AbortSignal) => {
    if (n > 1) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    if (signal.aborted) stopped.push(n);
    return n;
  };
  for await (const n of inOrder(numbers([]), 2, work)) if (n === 1) break;
  expect(stopped).toEqual([2, 3]);
});
