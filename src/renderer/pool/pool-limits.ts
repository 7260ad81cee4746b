// What bounds the child process and what waits for it.

export interface PoolLimits {
  /** Largest heap of a thread. */
  readonly threadHeapMb: number;
  /** Resident memory at which the child process is ended and started again. */
  readonly maxResidentBytes: number;
  /** A call that somebody waits for raises OVERLOADED after so long without a thread. */
  readonly longestWaitMs: number;
  /** More such calls than this do not even wait. */
  readonly mostWaiting: number;
}

/** What holds where nothing else is said. */
export function defaultPoolLimits(threads: number): PoolLimits {
  return {
    threadHeapMb: 1024,
    maxResidentBytes: 1024 ** 3 + threads * 512 * 1024 ** 2,
    longestWaitMs: 10_000,
    mostWaiting: 64 * threads,
  };
}
