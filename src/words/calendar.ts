// Days of the calendar, and what the clocks of a time zone show.

/** Whether the calendar has this day, written as `2026-03-31`. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  // Date takes the 30th of February for the 2nd of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date;
}

/**
 * The moment at which the clocks of a zone show the digits of `shown`: the first of two, or a later one if they leave these digits out. Undefined: unknown
 * zone.
 */
export function momentOf(shown: Date, timeZone: string): Date | undefined {
  const before = offsetMs(new Date(shown.getTime() - dayMs), timeZone);
  if (before === undefined) return undefined;
  const after = offsetMs(new Date(shown.getTime() + dayMs), timeZone)!;
  const momentAt = (offset: number) => new Date(shown.getTime() - offset);
  const offset = [before, after].find((one) => offsetMs(momentAt(one), timeZone) === one);
  return momentAt(offset ?? Math.min(before, after));
}

/** Further than any zone is from UTC: the clocks change at most once between the day before a time and the day after it. */
const dayMs = 24 * 3_600_000;

/** Formatters by their zones: making one takes 50 times as long as using it. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 500;

/** How far the clocks of a zone are ahead of UTC at a moment, in ms; undefined: unknown zone. */
export function offsetMs(at: Date, timeZone: string): number | undefined {
  let format = offsetFormats.get(timeZone);
  try {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  if (offsetFormats.size >= mostFormats) offsetFormats.clear();
  offsetFormats.set(timeZone, format);
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(format.format(at)) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
