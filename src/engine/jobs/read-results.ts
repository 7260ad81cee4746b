// Reads the stored results of a batch one after the other, and fetches the next results meanwhile: an object store takes a while for each, however small.

/** Most results that are fetched ahead, and their bytes together. A larger result is read when its turn comes. */
const mostResults = 32;
const mostBytes = 8 * 1024 ** 2;

export interface ResultReader {
  /** The results are read in their order, each once. */
  read(index: number): AsyncIterable<Uint8Array>;
  /** Fetches nothing more, and breaks off what is being fetched ahead. */
  close(): void;
}

/** `sizes`: bytes of each result. */
export function createResultReader(
  sizes: readonly number[],
  readResult: (index: number) => AsyncIterable<Uint8Array>,
): ResultReader {
  const held = new Map<number, HeldResult>();
  let heldBytes = 0;
  let next = 0;
  const fetchAhead = () => {
    while (next < sizes.length && held.size < mostResults && heldBytes + sizes[next]! <= mostBytes) {
      held.set(next, hold(readResult(next)));
      heldBytes += sizes[next]!;
      next++;
    }
  };
  return {
    async *read(index) {
      next = Math.max(next, index);
      fetchAhead();
      const result = held.get(index);
      if (result === undefined) {
        next = Math.max(next, index + 1);
        yield* readResult(index);
        return;
      }
      const chunks = await result.whole;
      // Closed meanwhile: the chunks may be a part.
      if (!held.delete(index)) return;
      heldBytes -= sizes[index]!;
      fetchAhead();
      yield* chunks;
    },
    close() {
      next = sizes.length;
      for (const { breakOff } of held.values()) breakOff();
      held.clear();
    },
  };
}

interface HeldResult {
  readonly whole: Promise<readonly Uint8Array[]>;
  breakOff(): void;
}

function hold(result: AsyncIterable<Uint8Array>): HeldResult {
  const chunks = result[Symbol.asyncIterator]();
  const whole = readWhole(chunks);
  // An error is raised when the turn of the result comes, if the caller needs the result at all.
  whole.catch(() => {});
  return { whole, breakOff: () => void chunks.return?.().catch(() => {}) };
}

async function readWhole(chunks: AsyncIterator<Uint8Array>): Promise<readonly Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (let step = await chunks.next(); !step.done; step = await chunks.next()) all.push(step.value);
  return all;
}
