// The scale of an axis of dates: its ticks at round moments, and how they are written. Moments are in ms as a clock shows them, counted as if they were UTC.

/** How moments are told apart: by their year, their month … */
export type DateUnit = 'year' | 'month' | 'day' | 'minute' | 'second';

export interface DateTicks {
  readonly unit: DateUnit;
  readonly ticks: readonly number[];
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

interface Interval {
  readonly unit: DateUnit;
  /** Units from one tick to the next. */
  readonly count: number;
  /** In ms, about. */
  readonly length: number;
}

const intervals: readonly Interval[] = [
  ...[1, 5, 15, 30].map((count): Interval => ({ unit: 'second', count, length: count * second })),
  ...[1, 5, 15, 30, 60, 180, 360, 720].map((count): Interval => ({ unit: 'minute', count, length: count * minute })),
  ...[1, 2, 7].map((count): Interval => ({ unit: 'day', count, length: count * day })),
  ...[1, 2, 3, 6].map((count): Interval => ({ unit: 'month', count, length: count * 30.5 * day })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map(
    (count): Interval => ({ unit: 'year', count, length: count * 365.25 * day }),
  ),
];

/** At most `count` ticks within the moments, at the smallest interval that has no more. `hasTimes`: moments have a time of day. */
export function makeDateTicks(from: number, to: number, count: number, hasTimes: boolean): DateTicks {
  for (const interval of intervals) {
    if (!hasTimes && interval.length < day) continue;
    if ((to - from) / interval.length > count + 1) continue;
    const ticks = [...momentsOf(interval, from, to)];
    if (ticks.length <= Math.max(1, count)) return { unit: interval.unit, ticks };
  }
  return { unit: 'year', ticks: [] };
}

/** 1 January 1970 was a Thursday: weeks begin on Mondays. */
const firstMonday = 4 * day;

function* momentsOf({ unit, count, length }: Interval, from: number, to: number): Iterable<number> {
  if (unit === 'year' || unit === 'month') {
    const months = unit === 'year' ? count * 12 : count;
    const start = new Date(from);
    const first = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
    for (let at = first; ; at += months) {
      const moment = startOfMonth(at);
      if (moment > to) return;
      if (moment >= from) yield moment;
    }
  }
  const origin = unit === 'day' && count >= 7 ? firstMonday : 0;
  for (let at = Math.ceil((from - origin) / length) * length + origin; at <= to; at += length) yield at;
}

/** The first moment of a month, counted from the year 0. */
function startOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month % 12, 1);
  return date.getTime();
}
