// Reads the stored results of a batch one after the other, and fetches the next results meanwhile: an object store takes a while for each, however small.

/** Most results that are fetched ahead, and their bytes together. A larger result is read when its turn comes. */
const mostResults = 8;
const mostBytes = 8 * 1024 ** 2;

/** Gives a function that reads a result. `sizes`: bytes of each result. The results are read in their order, each once. */
export function createResultReader(
  sizes: readonly number[],
  readResult: (index: number) => AsyncIterable<Uint8Array>,
): (index: number) => AsyncIterable<Uint8Array> {
  const held = new Map<number, Promise<readonly Uint8Array[]>>();
  let heldBytes = 0;
  let next = 0;
  const fetchAhead = () => {
    while (next < sizes.length && held.size < mostResults && heldBytes + sizes[next]! <= mostBytes) {
      const result = readWhole(readResult(next));
      // An error is raised when the turn of the result comes, if the caller needs the result at all.
      result.catch(() => {});
      held.set(next, result);
      heldBytes += sizes[next]!;
      next++;
    }
  };
  return async function* readInTurn(index) {
    next = Math.max(next, index);
    fetchAhead();
    const result = held.get(index);
    if (result === undefined) {
      next = Math.max(next, index + 1);
      yield* readResult(index);
      return;
    }
    const chunks = await result;
    held.delete(index);
    heldBytes -= sizes[index]!;
    fetchAhead();
    yield* chunks;
  };
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
