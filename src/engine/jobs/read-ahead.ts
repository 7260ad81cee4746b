// Reads stored files one after the other, and fetches the next files meanwhile: fetching a file from an object store takes a while, however small it is.

/** Most files that are fetched ahead, and their bytes together. A larger file is read when its turn comes. */
const mostFiles = 8;
const mostBytes = 8 * 1024 ** 2;

/** Gives a function that reads a file. `sizes`: bytes of each file. The files are read in their order, each once. */
export function createReadAhead(
  sizes: readonly number[],
  read: (index: number) => AsyncIterable<Uint8Array>,
): (index: number) => AsyncIterable<Uint8Array> {
  const held = new Map<number, Promise<readonly Uint8Array[]>>();
  let heldBytes = 0;
  let next = 0;
  const fetchAhead = () => {
    while (next < sizes.length && held.size < mostFiles && heldBytes + sizes[next]! <= mostBytes) {
      const file = readWhole(read(next));
      // An error is raised when the file's turn comes, if the caller needs the file at all.
      file.catch(() => {});
      held.set(next, file);
      heldBytes += sizes[next]!;
      next++;
    }
  };
  return async function* readFile(index) {
    next = Math.max(next, index);
    fetchAhead();
    const file = held.get(index);
    if (file === undefined) {
      next = Math.max(next, index + 1);
      yield* read(index);
      return;
    }
    const chunks = await file;
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
