// Refuses slow bodies: a body that hardly moves keeps memory and a connection occupied.

export interface UploadRate {
  readonly minBytesPerSecond: number;
  /** The time window in which bytes are counted. */
  readonly windowMs: number;
}

/** The clock by which an upload is looked at, and its timer. Tests pass their own. */
export interface UploadTimer {
  now(): number;
  /** Calls at an interval. Gives the function that ends it. */
  every(ms: number, call: () => void): () => void;
}

const real: UploadTimer = {
  now: () => performance.now(),
  every(ms, call) {
    const timer = setInterval(call, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export interface UploadWatch {
  count(bytes: number): void;
  end(): void;
}

/** Watches one body. `tooSlow` is called at most once. */
export function watchUpload(
  { minBytesPerSecond, windowMs }: UploadRate,
  tooSlow: () => void,
  { now, every }: UploadTimer = real,
): UploadWatch {
  let bytes = 0;
  let startedMs = now();
  const end = every(windowMs, () => {
    const ms = now() - startedMs;
    // A late timer means that this process was busy and read nothing in between.
    const isOurFault = ms > 1.5 * windowMs;
    if (!isOurFault && bytes < (minBytesPerSecond * ms) / 1000) {
      end();
      tooSlow();
    }
    bytes = 0;
    startedMs += ms;
  });
  return {
    count(more) {
      bytes += more;
    },
    end,
  };
}
