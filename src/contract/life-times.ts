// How long a server keeps things. The stores, the descriptions of the API, messages and help derive from this table.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Milliseconds. */
export const lifeTimes = {
  /** The PDF of a job, after it was produced. */
  result: 24 * hourMs,
  /** The data of a failed or canceled job, so that its batch can be retried. */
  data: 24 * hourMs,
  /** An Idempotency-Key. */
  key: 24 * hourMs,
  /** The record of a job or batch, after it has ended and its result has expired. */
  record: 7 * dayMs,
  /** A delivery of a webhook, after its event. */
  delivery: 14 * dayMs,
  /** The earlier secret of a webhook, after a rotation. */
  oldSecret: 24 * hourMs,
  /** A draft that nobody has written, in the server and in a browser. */
  draft: 30 * dayMs,
  /** An uploaded file that no template, revision or draft names. */
  upload: 24 * hourMs,
  /** A revision that nobody can list any more. A call may have read the revision and may still make a job with it. */
  revision: 24 * hourMs,
} as const;

/** `24 hours`, `7 days`. */
export function inWords(ms: number): string {
  const days = ms / dayMs;
  const [count, unit] = Number.isInteger(days) && days > 1 ? [days, 'days'] : [ms / hourMs, 'hours'];
  return `${count} ${unit}`;
}

/** A life time in words. */
export const lifeOf = (kind: keyof typeof lifeTimes): string => inWords(lifeTimes[kind]);

/** Lifetime of an editor session and of its capability, in minutes. */
export const sessionMinutes = { least: 5, most: 1440, default: 60 } as const;
