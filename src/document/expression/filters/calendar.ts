// Calculates with days of the Gregorian calendar, as numbers of days since 1970-01-01, and has the table of the units of time.

export const dayMs = 86_400_000;

/** The day of a text such as `2026-03-06`. Undefined: the calendar has no such day. */
export function readDay(text: string): number | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  // Date takes the 30th of February for the 2nd of March.
  return at.getUTCDate() === Number(text.slice(8)) ? at.getTime() / dayMs : undefined;
}

/** Whether a day is of the years 0 to 9999, which can be written. */
export const isCalendarDay = (day: number): boolean => day >= -719_528 && day < 2_932_897;

/** Undefined: the day is before year 0 or after 9999. */
export const writeDay = (day: number): string | undefined =>
  isCalendarDay(day) ? new Date(day * dayMs).toISOString().slice(0, 10) : undefined;

/** Year, month from 1, day of the month, day of the week from Monday, 1. */
export function partsOfDay(day: number): {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly weekday: number;
} {
  const at = new Date(day * dayMs);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() || 7 };
}

/** Months since year 0. */
const monthOf = (day: number): number => {
  const { year, month } = partsOfDay(day);
  return year * 12 + month - 1;
};

/** The first day of a month. */
const beginOf = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1) / dayMs;

/** The same day after some months, or the last day of a shorter month. */
function addMonths(day: number, count: number): number {
  const month = monthOf(day) + count;
  const begin = beginOf(month);
  return begin + Math.min(partsOfDay(day).date, beginOf(month + 1) - begin) - 1;
}

/** The whole months from one day to another. A day that the last month lacks counts from the first of the next month. */
function monthsUntil(from: number, to: number): number {
  if (to < from) return 0 - monthsUntil(to, from);
  return monthOf(to) - monthOf(from) - (partsOfDay(to).date < partsOfDay(from).date ? 1 : 0);
}

interface DayUnit {
  /** `add_…`: the day after a number of units, and the largest number. */
  readonly add?: (day: number, count: number) => number;
  readonly most?: number;
  /** `…_until`: the whole units from one day to another. */
  readonly until?: (from: number, to: number) => number;
  /** `start_of`, `end_of`: the first day of the unit with this day, and that of the next unit. */
  readonly span?: (day: number) => readonly [begin: number, next: number];
}

/** A unit of some months. */
function ofMonths(months: number): Required<Omit<DayUnit, 'most'>> {
  return {
    add: (day, count) => addMonths(day, count * months),
    // Truncated, so that both directions have as many.
    until: (from, to) => Math.trunc(monthsUntil(from, to) / months) + 0,
    span(day) {
      const first = Math.floor(monthOf(day) / months) * months;
      return [beginOf(first), beginOf(first + months)];
    },
  };
}

/** ISO 8601-1: weeks begin on Monday, in every locale, so that a document prints the same week everywhere. */
function week(day: number): readonly [begin: number, next: number] {
  const begin = day - partsOfDay(day).weekday + 1;
  return [begin, begin + 7];
}

/** The units in which filters can count days, each with its filters. */
export const dayUnits = {
  day: { add: (day, count) => day + count, most: 1_000_000, until: (from, to) => to - from },
  week: { span: week },
  month: { ...ofMonths(1), most: 100_000 },
  quarter: { span: ofMonths(3).span },
  year: { ...ofMonths(12), most: 10_000 },
} as const satisfies Record<string, DayUnit>;

/** ISO 8601-1: the first week of a year is the one with its first Thursday. */
export function weekOf(day: number): { readonly year: number; readonly week: number } {
  const thursday = week(day)[0] + 3;
  const [begin] = dayUnits.year.span(thursday);
  return { year: partsOfDay(thursday).year, week: Math.floor((thursday - begin) / 7) + 1 };
}
