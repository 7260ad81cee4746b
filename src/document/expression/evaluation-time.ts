// When the value of an expression is known.

/**
 * `data`: before the layout. `open`: when a page begins, such as its number. `close`: when a page ends, such as its marks. `end`: when all pages are laid out, such as
 * their total.
 */
export const times = ['data', 'open', 'close', 'end'] as const;

export type Time = (typeof times)[number];

/** Whether a value of the time `time` is known only after those of the time `other`. */
export const isAfter = (time: Time, other: Time): boolean => times.indexOf(time) > times.indexOf(other);

/** The time at which all these values are known. */
export function latest(parts: Iterable<{ readonly time: Time }>): Time {
  let last: Time = 'data';
  for (const { time } of parts) if (isAfter(time, last)) last = time;
  return last;
}
