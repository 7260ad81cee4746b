// How many threads are worth their warm-up.

/** V8 runs a thread's first second in its interpreter: the speed of that second says little. */
const slowStartMs = 1_000;
/**
 * Each thread compiles and optimises the code for itself, and takes the processor from the others meanwhile: some 2 s for invoices. `bench/README.md` has
 * 1,000 and 10,000 invoices with this bound, under "A second worker".
 */
const warmUpMs = 8_000;

/** `elapsedMs`: since the first document began. `msLeft`: how long one thread would take for the documents that are left. */
export function countThreads({ elapsedMs, msLeft }: { readonly elapsedMs: number; readonly msLeft: number }): number {
  return elapsedMs < slowStartMs ? 1 : 1 + Math.floor(Math.max(0, msLeft) / warmUpMs);
}

export interface Pace {
  /** Documents go to a thread. */
  begin(): void;
  /** Notes that documents are done. Takes their number, and the time of a thread for each. */
  advance(documents: number, msOfDocument: number): void;
  close(): void;
}

/** Raises the number of threads while a batch runs. `expected`: documents of the batch. */
export function watchPace(expected: number, useThreads: (count: number) => void): Pace {
  let done = 0;
  let beganMs: number | undefined;
  const elapsedMs = (): number => (beganMs === undefined ? 0 : performance.now() - beganMs);
  const grow = (msOfDocument: number): void =>
    useThreads(countThreads({ elapsedMs: elapsedMs(), msLeft: (expected - done) * msOfDocument }));
  // The first document takes at least as long as it has taken so far.
  const timer = setInterval(() => done === 0 && grow(elapsedMs()), slowStartMs);
  return {
    begin() {
      beganMs ??= performance.now();
    },
    advance(documents, msOfDocument) {
      done += documents;
      grow(msOfDocument);
    },
    close: () => clearInterval(timer),
  };
}
