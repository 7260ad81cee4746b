// How many threads are worth their warm-up.

/** V8 runs a thread's first second in its interpreter: the speed of that second says little. */
export const slowStartMs = 1_000;
/** Each thread compiles and optimises the code for itself and takes the processor from the others meanwhile. Measured: see bench/README.md. */
const warmUpMs = 8_000;

/** `msLeft`: how long one thread would take for the documents that are left. */
export function countThreads({ elapsedMs, msLeft }: { readonly elapsedMs: number; readonly msLeft: number }): number {
  return elapsedMs < slowStartMs ? 1 : 1 + Math.floor(Math.max(0, msLeft) / warmUpMs);
}
