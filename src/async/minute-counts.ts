// Counts calls of this process by the minute.

export interface CallCount {
  readonly isAllowed: boolean;
  /** Calls that are left in the minute. */
  readonly left: number;
  /** Time until the minute is over. */
  readonly overInMs: number;
}

export interface MinuteCounts {
  /**
   * Counts a call of `key`, unless `limit` calls were counted in its minute. The minute of a key begins with its first call. The next minute
   * begins with the first call after the end of the last.
   */
  count(key: string, limit: number): CallCount;
}

export const minuteMs = 60_000;

/** `most`: keys in memory. The count that began first is dropped for a further key. */
export function createMinuteCounts(now: () => number, most = 10_000): MinuteCounts {
  // In the order in which their minutes began.
  const minutes = new Map<string, { readonly endsMs: number; calls: number }>();
  const begin = (key: string, nowMs: number) => {
    minutes.delete(key);
    for (const [other, { endsMs }] of minutes) {
      if (nowMs < endsMs && minutes.size < most) break;
      minutes.delete(other);
    }
    const minute = { endsMs: nowMs + minuteMs, calls: 0 };
    minutes.set(key, minute);
    return minute;
  };
  return {
    count(key, limit) {
      const nowMs = now();
      const found = minutes.get(key);
      const minute = found && nowMs < found.endsMs ? found : begin(key, nowMs);
      const isAllowed = minute.calls < limit;
      if (isAllowed) minute.calls++;
      return { isAllowed, left: Math.max(0, limit - minute.calls), overInMs: minute.endsMs - nowMs };
    },
  };
}
