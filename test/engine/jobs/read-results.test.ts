import { expect, test } from 'vitest';
import { createResultReader } from '../../../src/engine/jobs/read-results.ts';
import { createLatch } from '../../support/latch.ts';

const mega = 1024 ** 2;

/** Files of these sizes. Each begun file is in `begun` until it ends, and its chunk holds its index. */
function filesOf(sizes: readonly number[], broken?: number) {
  const begun = new Set<number>();
  let [most, mostBytes] = [0, 0];
  const bytesOf = (indexes: Iterable<number>) => [...indexes].reduce((sum, index) => sum + sizes[index]!, 0);
  const { read } = createResultReader(sizes, async function* file(index) {
    begun.add(index);
    most = Math.max(most, begun.size);
    mostBytes = Math.max(mostBytes, bytesOf(begun));
    await new Promise(setImmediate);
    if (index === broken) throw new Error(`file ${index} is lost`);
    yield Uint8Array.of(index);
  });
  /** A slow reader: what was fetched ahead has arrived when it takes the next file. */
  const readAll = async () => {
    const order: number[] = [];
    for (const index of sizes.keys()) {
      for await (const chunk of read(index)) order.push(...chunk);
      begun.delete(index);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    }
    return order;
  };
  return { readAll, most: () => most, mostBytes: () => mostBytes };
}

test('several files are fetched ahead, and come in their order', async () => {
  const { readAll, most } = filesOf(Array.from({ length: 100 }, () => 1_000));
  expect(await readAll()).toEqual(Array.from({ length: 100 }, (_, index) => index));
  // The one that is read, and those that were begun when its turn came.
  expect([32, 33]).toContain(most());
});

test('the memory for what is fetched ahead is bounded, and a file that exceeds it is read in its turn', async () => {
  const sizes = [3, 3, 3, 20, 1, 7, 9, 2].map((size) => size * mega);
  const { readAll, mostBytes } = filesOf(sizes);
  expect(await readAll()).toEqual([...sizes.keys()]);
  expect(mostBytes()).toBeLessThanOrEqual((20 + 8) * mega);
});

test('an error is raised by the file that it concerns', async () => {
  await expect(filesOf([1, 1, 1, 1], 2).readAll()).rejects.toThrow('file 2 is lost');
});

test('when the reader stops, nothing more is fetched, and what is being fetched is broken off', async () => {
  const begun: number[] = [];
  const open = new Set<number>();
  const { opened: answered, open: answer } = createLatch();
  const { read, close } = createResultReader(
    Array.from({ length: 100 }, () => 1_000),
    async function* file(index) {
      begun.push(index);
      open.add(index);
      try {
        if (index > 0) await answered;
        if (index === 5) throw new Error('the connection broke');
        yield Uint8Array.of(index);
        // The store goes silent.
        await new Promise(() => {});
      } finally {
        open.delete(index);
      }
    },
  );
  const first = read(0)[Symbol.asyncIterator]().next();
  await expect.poll(() => begun.length).toBe(32);
  close();
  answer();
  await expect.poll(() => [...open]).toEqual([0]);
  expect(begun).toHaveLength(32);
  void first;
});
