// Counts days and months of the Gregorian calendar, for the filters `add_days` and `add_months`.

/** The day after some days, as `2026-03-06`. `day`: its midnight in UTC. Undefined: it is before year 0 or after 9999. */
export function addDays(day: Date, count: number): string | undefined {
  const moved = new Date(day);
  moved.setUTCDate(day.getUTCDate() + count);
  return isoDay(moved);
}

/** The same day after some months, or the last day of a shorter month. Undefined: it is before year 0 or after 9999. */
export function addMonths(day: Date, count: number): string | undefined {
  const moved = new Date(day);
  moved.setUTCMonth(day.getUTCMonth() + count);
  // JavaScript goes on into the next month if this one is too short.
  if (moved.getUTCDate() !== day.getUTCDate()) moved.setUTCDate(0);
  return isoDay(moved);
}

function isoDay(day: Date): string | undefined {
  const year = day.getUTCFullYear();
  return year >= 0 && year <= 9999 ? day.toISOString().slice(0, 10) : undefined;
}
