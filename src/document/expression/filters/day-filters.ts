// Filters that calculate with days and times. The table of units in `calendar.ts` says which units there are.
import { conjuncts } from '../../../json/schema-parts.ts';
import { findNearest } from '../../../words/nearest.ts';
import { calculate, toDecimal } from '../decimal.ts';
import { valueTypes } from '../schema-walk.ts';
import { isMissing, toText } from '../values.ts';
import { showOperand, wholeNumber } from './arguments.ts';
import { dayUnits, partsOfDay, writeDay } from './calendar.ts';
import { defineFilter, type Filter, type FilterArgument } from './filter.ts';
import { formatNumber } from './intl.ts';
import { dayOf, type Moment, minuteMs, onDay, readMoment } from './moment.ts';
import { readInput } from './read-input.ts';

type FilterScope = Parameters<Filter['run']>[2];

/** Which day it is depends on the time zone. */
const dayInZone = { needs: 'day', inZone: true } as const;
const anyDay = { needs: 'day', inZone: false } as const;

/** What filters of days have in common. */
const ofDays = { input: 'date', reads: dayInZone, arity: [1, 1], liquid: false } as const satisfies Partial<Filter>;

/** A filter that works with the calendar day of its input. */
const onCalendar =
  (
    run: (day: number, args: readonly unknown[], scope: FilterScope, tell: Parameters<Filter['run']>[3]) => unknown,
  ): Filter['run'] =>
  (value, args, scope, tell) => {
    const moment = readInput(value, dayInZone, scope, tell);
    return moment && run(dayOf(moment), args, scope, tell);
  };

type CountedUnit = 'day' | 'month' | 'year';

/** The reference of `add_…`: summary, example, result. */
const adds: Readonly<Record<CountedUnit, readonly [string, string, string]>> = {
  day: [
    'The day after `count` days; a negative count goes back. A time keeps the time of day that clocks show in the `timezone` of the template; without one, it keeps its offset.',
    "'2026-02-20' | add_days: 14",
    '2026-03-06',
  ],
  month: [
    'The same day after `count` months, or the last day of a shorter month. A time moves as with `add_days`.',
    "'2026-01-31' | add_months: 1",
    '2026-02-28',
  ],
  year: [
    'The same day after `count` years; 28 February for 29 February. A time moves as with `add_days`.',
    "'2026-05-17' | add_years: 10",
    '2036-05-17',
  ],
};

/** The reference of `…_until`. */
const counts: typeof adds = {
  day: [
    'The days until another day, negative if it is before. A time counts as its calendar day in the `timezone` of the template.',
    "'2026-02-20' | days_until: '2026-03-06'",
    '14',
  ],
  month: [
    'The whole months until another day, negative if it is before. A day that a month lacks counts from the first day of the next month.',
    "'2026-01-15' | months_until: '2026-04-14'",
    '2',
  ],
  year: [
    'The whole years until another day, negative if it is before, such as an age: `born | years_until: doc.date`. 29 February counts from 1 March.',
    "'2008-02-29' | years_until: '2026-02-28'",
    '17',
  ],
};

/** A number of units. If a binding gives another value, the filter has no result. */
function count(most: number): FilterArgument {
  const whole = wholeNumber(-most, most);
  const findFault: FilterArgument['findFault'] = (value) => {
    const fault = whole.findFault!(value);
    return fault && { message: fault.message, instead: 'it prints nothing' };
  };
  return { kind: 'number', isOperand: true, findFault };
}

function addUnits(unit: CountedUnit): Filter {
  const name = `add_${unit}s`;
  const { add, most } = dayUnits[unit];
  const [summary, example, result] = adds[unit];
  return defineFilter({
    ...ofDays,
    reads: anyDay,
    name,
    args: () => [count(most)],
    output: 'date',
    signature: `${name}: count`,
    summary,
    example,
    result,
    run(value, [given], scope, tell) {
      const moment = readInput(value, anyDay, scope, tell);
      const number = toDecimal(given);
      if (!moment || number === undefined) return undefined;
      const moved = onDay(moment, toText(value).trim(), add(dayOf(moment), Number(number)));
      if (moved === undefined)
        tell(scope, `${showOperand(value)} | ${name}: ${number} leaves the years 0 to 9999 and prints nothing`);
      return moved;
    },
  });
}

const otherDay: FilterArgument = { kind: 'date', isOperand: true };

function countUntil(unit: CountedUnit): Filter {
  const name = `${unit}s_until`;
  const { until } = dayUnits[unit];
  const [summary, example, result] = counts[unit];
  return defineFilter({
    ...ofDays,
    name,
    args: () => [otherDay],
    output: 'number',
    signature: `${name}: day`,
    summary,
    example,
    result,
    run: onCalendar((from, [other], scope, tell) => {
      const to = readInput(other, dayInZone, scope, tell);
      return to && until(from, dayOf(to));
    }),
  });
}

type SpanUnit = 'week' | 'month' | 'quarter' | 'year';
const spanUnits = Object.entries(dayUnits).flatMap(([name, unit]) => ('span' in unit ? [name as SpanUnit] : []));
const quoted = (units: readonly string[]): string => `'${units.slice(0, -1).join("', '")}' or '${units.at(-1)}'`;

/** One of a few units, in quotes. If a binding gives another one, the filter has no result. `advise`: what to write for another word. */
function unitOf(units: readonly string[], advise: (word: string) => string | undefined): FilterArgument {
  return {
    kind: 'word',
    findFault(value) {
      if (units.includes(String(value))) return undefined;
      const word = toText(value).toLowerCase();
      const near = units.find((unit) => word.replace(/s$/, '').endsWith(unit.replace(/s$/, ''))) ?? findNearest(word, units);
      const advice = advise(word) ?? (near && `write '${near}'`);
      const message = `takes ${quoted(units)}, not ${showOperand(value)}${advice === undefined ? '' : `; ${advice}`}`;
      return { message, instead: 'it prints nothing' };
    },
  };
}

const spanUnit = unitOf(spanUnits, (word) => (/^(?:iso)?days?$/.test(word) ? 'the day of a time is a | day' : undefined));

function edgeOf(edge: 'start' | 'end', example: string, result: string): Filter {
  return defineFilter({
    ...ofDays,
    name: `${edge}_of`,
    args: () => [spanUnit],
    output: 'day',
    signature: `${edge}_of: ${spanUnits.map((unit) => `'${unit}'`).join(' | ')}`,
    summary: `The ${edge === 'start' ? 'first' : 'last'} day of the week, month, quarter or year with this day. Weeks begin on Monday, as in ISO 8601, in every locale.`,
    example,
    result,
    run: onCalendar((day, [unit], scope, tell) => {
      if (isMissing(unit)) return undefined;
      const [begin, next] = dayUnits[unit as SpanUnit].span(day);
      const found = writeDay(edge === 'start' ? begin : next - 1);
      if (found === undefined) tell(scope, `The ${edge} of the ${toText(unit)} leaves the years 0 to 9999 and prints nothing`);
      return found;
    }),
  });
}

/** What `duration` can write, in seconds. */
const durationUnits = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
const durationUnit = unitOf(Object.keys(durationUnits), () => undefined);
const needsUnit = `a number needs its unit: write duration: ${Object.keys(durationUnits)
  .map((unit) => `'${unit}'`)
  .join(' or ')}`;

export const dayFilters: readonly Filter[] = [
  defineFilter({
    ...ofDays,
    name: 'day',
    arity: [0, 0],
    output: 'day',
    signature: 'day',
    summary:
      'The calendar day of a time in the `timezone` of the template, as `2026-03-06`. A comparison of a time with a day needs it: `(at | day) <= due`.',
    example: "'2025-03-09T14:05:00Z' | day",
    result: '2025-03-09',
    run: onCalendar(writeDay),
  }),
  defineFilter({
    ...ofDays,
    name: 'weekday',
    arity: [0, 0],
    output: 'number',
    signature: 'weekday',
    summary: "The day of the week as a number: 1 is Monday, 7 is Sunday. Its name is `date: 'EEEE'`.",
    example: "'2026-03-06' | weekday",
    result: '5',
    run: onCalendar((day) => partsOfDay(day).weekday),
  }),
  edgeOf('start', "'2026-05-17' | start_of: 'quarter'", '2026-04-01'),
  edgeOf('end', "'2026-02-10' | end_of: 'month'", '2026-02-28'),
  ...(['day', 'month', 'year'] as const).map(addUnits),
  ...(['day', 'month', 'year'] as const).map(countUntil),
  defineFilter({
    name: 'minutes_until',
    input: 'date',
    reads: { needs: 'time', inZone: false },
    arity: [1, 1],
    args: () => [otherDay],
    output: 'minutes',
    liquid: false,
    signature: 'minutes_until: time',
    summary:
      'The whole minutes until another time, negative if it is before: both with an offset from UTC, or both without. `duration` writes them as hours and minutes.',
    example: "'08:30' | minutes_until: '17:00' | duration",
    result: '8 hr 30 min',
    run(value, [other], scope, tell) {
      const [from, to] = [value, other].map((one) => readTime(one, scope, tell));
      if (!from || !to) return undefined;
      if (from.hasDay !== to.hasDay || (from.offset === undefined) !== (to.offset === undefined)) {
        const what = from.hasDay === to.hasDay ? 'an offset from UTC' : 'a day';
        tell(scope, `Of ${showOperand(value)} and ${showOperand(other)}, one has ${what}. Their difference prints nothing`);
        return undefined;
      }
      const minutes = (to.clock - from.clock) / minuteMs - ((to.offset ?? 0) - (from.offset ?? 0));
      return Math.trunc(minutes) + 0;
    },
  }),
  defineFilter({
    name: 'duration',
    input: 'any',
    arity: [0, 1],
    args: () => [durationUnit],
    imply(schema, root) {
      const unit = conjuncts(schema, root).find((part) => part['x-unit'] !== undefined)?.['x-unit'];
      const types = valueTypes(schema, root);
      return unit !== undefined ? [unit] : types?.size === 1 && types.has('number') ? needsUnit : undefined;
    },
    output: 'text',
    liquid: false,
    signature: "duration: 'seconds' | 'minutes' | 'hours' | 'days'",
    summary:
      'A number of this unit as days, hours, minutes and seconds. What `minutes_until` gives, and an ISO 8601 duration such as `PT1H30M`, need no unit.',
    example: "90 | duration: 'minutes'",
    result: '1 hr 30 min',
    run: writeDuration,
  }),
];

/** A time as it is written: no zone changes how long something takes. */
function readTime(value: unknown, scope: FilterScope, tell: Parameters<Filter['run']>[3]): Moment | undefined {
  if (isMissing(value)) return undefined;
  const moment = readMoment(value, { timezone: undefined });
  if (moment?.hasTime) return moment;
  tell(scope, `${showOperand(value)} ${moment ? 'is a day without a time' : 'is not a time'} and prints nothing`);
  return undefined;
}

function writeDuration(
  value: unknown,
  [unit]: readonly unknown[],
  scope: FilterScope,
  tell: Parameters<Filter['run']>[3],
): string | undefined {
  const number = toDecimal(value);
  if (number !== undefined && isMissing(unit)) {
    tell(scope, `${showOperand(value)} | duration prints nothing: ${needsUnit}`);
    return undefined;
  }
  const seconds =
    number === undefined
      ? readDuration(value)
      : Number(calculate('*', number, durationUnits[unit as keyof typeof durationUnits]) ?? Number.NaN);
  if (seconds === undefined || Number.isNaN(seconds)) {
    if (!isMissing(value)) tell(scope, `${showOperand(value)} is not a duration and prints nothing`);
    return undefined;
  }
  const written = (amount: number, name: string) =>
    formatNumber(amount, scope.format.locale, { style: 'unit', unit: name, unitDisplay: 'short' });
  const parts: string[] = [];
  let left = Math.abs(seconds);
  for (const [units, size] of Object.entries(durationUnits).reverse()) {
    const amount = size === 1 ? left : Math.floor(left / size);
    left -= amount * size;
    if (amount > 0) parts.push(written(amount, units.slice(0, -1)));
  }
  return (seconds < 0 ? '-' : '') + (parts.join(' ') || written(0, 'second'));
}

/** The seconds of an ISO 8601 duration. Undefined: the value is none, or has months, which differ. */
function readDuration(value: unknown): number | undefined {
  const pattern = /^P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
  const parts = typeof value === 'string' ? pattern.exec(value) : null;
  if (!parts) return undefined;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return (weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds;
}
