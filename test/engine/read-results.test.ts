import { expect, test } from 'vitest';
import { createResultReader } from '../../src/engine/jobs/read-results.ts';

const mega = 1024 ** 2;

/** Files of these sizes. Each begun file is in `begun` until it ends, and its chunk holds its index. */
function filesOf(sizes: readonly number[], broken?: number) {
  const begun = new Set<number>();
  let [most, mostBytes] = [0, 0];
  const bytesOf = (indexes: Iterable<number>) => [...indexes].reduce((sum, index) => sum + sizes[index]!, 0);
  const read = createResultReader(sizes, async function* file(index) {
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
  const { readAll, most } = filesOf(Array.from({ length: 40 }, () => 1_000));
  expect(await readAll()).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(most()).toBeGreaterThan(4);
  expect(most()).toBeLessThan(12);
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
