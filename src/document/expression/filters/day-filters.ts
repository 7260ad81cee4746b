// Filters that calculate with days and times. The table of units in `calendar.ts` says which units there are.
import { conjuncts, type Schema } from '../../../json/schema-parts.ts';
import { findNearest } from '../../../words/nearest.ts';
import { calculate, toDecimal } from '../decimal.ts';
import { valueTypes } from '../schema-walk.ts';
import type { Scope } from '../scope.ts';
import { isAbsent, isMissing, toText } from '../values.ts';
import { showOperand, wholeNumber } from './arguments.ts';
import { dayUnits, partsOfDay, writeDay } from './calendar.ts';
import type { Filter, FilterArgument, NoteUnusable } from './filter.ts';
import { formatNumber } from './intl.ts';
import { dayOf, type Moment, minuteMs, onDay, readInput, readMoment } from './moment.ts';

type CountedUnit = 'day' | 'month' | 'year';
type SpanUnit = 'week' | 'month' | 'quarter' | 'year';

const countedUnits: readonly CountedUnit[] = ['day', 'month', 'year'];
const spanUnits = Object.entries(dayUnits).flatMap(([name, unit]) => ('span' in unit ? [name as SpanUnit] : []));

/** What `duration` can write, in seconds. */
const durationUnits = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
const durationNames = Object.keys(durationUnits);
const needsUnit = `a number needs its unit: write duration: ${durationNames.map((unit) => `'${unit}'`).join(' or ')}`;

/** Which day it is depends on the time zone. */
const dayInZone = { needs: 'day', inZone: true } as const;
const anyDay = { needs: 'day', inZone: false } as const;

type Row = Pick<Filter, 'name' | 'output' | 'summary' | 'example' | 'result' | 'run'> &
  Partial<Filter> & { readonly arg?: FilterArgument; readonly shown?: string };

/** A filter of dates. `arg`: its argument, without which it has no result, and which the reference calls `shown`. */
function dateFilter({ arg, shown, ...row }: Row): Filter {
  const args = arg ? [{ ...arg, isOperand: true }] : [];
  const signature = arg ? `${row.name}: ${shown}` : row.name;
  return {
    input: 'date',
    reads: dayInZone,
    arity: [args.length, args.length],
    args: () => args,
    liquid: false,
    signature,
    ...row,
  };
}

/** Runs a filter that works with the calendar day of its input. */
const onCalendar =
  (run: (day: number, arg: unknown, scope: Scope, tell: NoteUnusable) => unknown): Filter['run'] =>
  (value, [arg], scope, tell) => {
    const moment = readInput(value, dayInZone, scope, tell);
    return moment && run(dayOf(moment), arg, scope, tell);
  };

/** A filter has no result if a binding gives this argument another value. */
function strictly({ kind, findFault }: FilterArgument): FilterArgument {
  const find: FilterArgument['findFault'] = (value) => {
    const fault = findFault!(value);
    return fault && { message: fault.message, instead: 'it prints nothing' };
  };
  return { kind, findFault: find };
}

/** One of a few units, in quotes. */
function unitOf(units: readonly string[]): FilterArgument {
  const quoted = `'${units.slice(0, -1).join("', '")}' or '${units.at(-1)}'`;
  const findFault: FilterArgument['findFault'] = (value) => {
    if (units.includes(String(value))) return undefined;
    const word = toText(value).toLowerCase();
    const isMeant = (unit: string) => unit.startsWith(word) || word.replace(/s$/, '').endsWith(unit.replace(/s$/, ''));
    const near = (word !== '' && units.find(isMeant)) || findNearest(word, units);
    const advice = /^(?:iso)?days?$/.test(word) ? '; the day of a time is a | day' : near && `; write '${near}'`;
    return { message: `takes ${quoted}, not ${showOperand(value)}${advice ?? ''}`, instead: '' };
  };
  return strictly({ kind: 'word', findFault });
}

/** What the reference says of `add_…`. */
const adds: Readonly<Record<CountedUnit, Pick<Filter, 'summary' | 'example' | 'result'>>> = {
  day: {
    summary: 'The day after `count` days; a negative count goes back.',
    example: "'2026-02-20' | add_days: 14",
    result: '2026-03-06',
  },
  month: {
    summary: 'The same day after `count` months, or the last day of a shorter month.',
    example: "'2026-01-31' | add_months: 1",
    result: '2026-02-28',
  },
  year: {
    summary: 'The same day after `count` years; 28 February for 29 February.',
    example: "'2026-05-17' | add_years: 10",
    result: '2036-05-17',
  },
};

/** What the reference says of `…_until`. */
const counts: typeof adds = {
  day: {
    summary: 'The days until another day, negative if it is before.',
    example: "'2026-02-20' | days_until: '2026-03-06'",
    result: '14',
  },
  month: {
    summary: 'The whole months until another day, negative if it is before.',
    example: "'2026-01-15' | months_until: '2026-04-14'",
    result: '2',
  },
  year: {
    summary: 'The whole years until another day, such as an age. 29 February counts from 1 March.',
    example: "'2008-02-29' | years_until: '2026-02-28'",
    result: '17',
  },
};

function addUnits(unit: CountedUnit): Filter {
  const name = `add_${unit}s`;
  const { add, most } = dayUnits[unit];
  const run: Filter['run'] = (value, [given], scope, tell) => {
    const moment = readInput(value, anyDay, scope, tell);
    const number = toDecimal(given);
    if (!moment || number === undefined) return undefined;
    const moved = onDay(moment, toText(value).trim(), add(dayOf(moment), Number(number)));
    if (moved === undefined)
      tell(scope, `${showOperand(value)} | ${name}: ${number} leaves the years 0 to 9999 and prints nothing`);
    return moved;
  };
  const arg = strictly(wholeNumber(-most, most));
  return dateFilter({ name, reads: anyDay, arg, shown: 'count', output: 'date', ...adds[unit], run });
}

function countUntil(unit: CountedUnit): Filter {
  const { until } = dayUnits[unit];
  const run = onCalendar((from, other, scope, tell) => {
    const to = readInput(other, dayInZone, scope, tell);
    return to && until(from, dayOf(to));
  });
  const name = `${unit}s_until`;
  return dateFilter({ name, arg: { kind: 'date' }, shown: 'day', output: 'number', ...counts[unit], run });
}

function edgeOf(edge: 'start' | 'end', example: string, result: string): Filter {
  const summary = `The ${edge === 'start' ? 'first' : 'last'} day of the week, month, quarter or year with this day. Weeks begin on Monday, as in ISO 8601, in every locale.`;
  const run = onCalendar((day, unit, scope, tell) => {
    if (isMissing(unit)) return undefined;
    const [begin, next] = dayUnits[unit as SpanUnit].span(day);
    const found = writeDay(edge === 'start' ? begin : next - 1);
    if (found === undefined) tell(scope, `The ${edge} of the ${toText(unit)} leaves the years 0 to 9999 and prints nothing`);
    return found;
  });
  const shown = spanUnits.map((unit) => `'${unit}'`).join(' | ');
  return dateFilter({ name: `${edge}_of`, arg: unitOf(spanUnits), shown, output: 'day', summary, example, result, run });
}

export const dayFilters: readonly Filter[] = [
  dateFilter({
    name: 'day',
    output: 'day',
    summary:
      'The calendar day of a time in the `timezone` of the template, as `2026-03-06`. A comparison of a time with a day needs it: `(at | day) <= due`.',
    example: "'2025-03-09T14:05:00Z' | day",
    result: '2025-03-09',
    run: onCalendar(writeDay),
  }),
  dateFilter({
    name: 'weekday',
    output: 'number',
    summary: "The day of the week as a number: 1 is Monday, 7 is Sunday. Its name is `date: 'EEEE'`.",
    example: "'2026-03-06' | weekday",
    result: '5',
    run: onCalendar((day) => partsOfDay(day).weekday),
  }),
  edgeOf('start', "'2026-05-17' | start_of: 'quarter'", '2026-04-01'),
  edgeOf('end', "'2026-02-10' | end_of: 'month'", '2026-02-28'),
  ...countedUnits.map(addUnits),
  ...countedUnits.map(countUntil),
  dateFilter({
    name: 'minutes_until',
    reads: { needs: 'time', inZone: false },
    arg: { kind: 'date' },
    shown: 'time',
    output: 'minutes',
    summary:
      'The whole minutes until another time, negative if it is before: both with an offset from UTC, or both without. `duration` writes them as hours and minutes.',
    example: "'08:30' | minutes_until: '17:00' | duration",
    result: '8 hr 30 min',
    run(value, [other], scope, tell) {
      const [from, to] = [value, other].map((one) => readTime(one, scope, tell));
      if (!from || !to) return undefined;
      const lacks = from.hasDay !== to.hasDay ? 'a day' : (from.offset ?? to.offset) !== undefined && 'an offset from UTC';
      if (from.hasDay === to.hasDay && (from.offset === undefined) === (to.offset === undefined))
        return Math.trunc((to.clock - from.clock) / minuteMs - (to.offset ?? 0) + (from.offset ?? 0)) + 0;
      tell(scope, `Of ${showOperand(value)} and ${showOperand(other)}, one has ${lacks}. Their difference prints nothing`);
      return undefined;
    },
  }),
  dateFilter({
    name: 'duration',
    input: 'any',
    reads: undefined,
    arg: unitOf(durationNames),
    arity: [0, 1],
    shown: durationNames.map((unit) => `'${unit}'`).join(' | '),
    imply(schema, root) {
      const found = unitsOf(schema, root);
      const units = [...found].filter((one) => one !== text);
      if (units.length === 1 && units[0] !== undefined) return units;
      const hasNumbers = units.length > 0 || valueTypes(schema, root)?.has('number') === true;
      return hasNumbers && !found.has(text) ? needsUnit : undefined;
    },
    output: 'text',
    summary:
      'A number of this unit as days, hours, minutes and seconds. What `minutes_until` gives, and an ISO 8601 duration such as `PT1H30M`, need no unit.',
    example: "90 | duration: 'minutes'",
    result: '1 hr 30 min',
    run: writeDuration,
  }),
];

/** Stands for texts among units. */
const text = 'text';
/** Schemas may refer to themselves. */
const mostNested = 20;

/** The units of the numbers that a schema allows. Undefined: of numbers without a unit. A written 0 or empty text has none and needs none. */
function unitsOf(schema: Schema, root: Schema, depth = 0): ReadonlySet<unknown> {
  const parts = conjuncts(schema, root);
  const unit = parts.find((part) => part['x-unit'] !== undefined)?.['x-unit'];
  if (unit !== undefined) return new Set([unit]);
  if (depth > mostNested || parts.some((part) => part.const === 0 || part.const === '')) return new Set();
  const branches = parts.flatMap(({ anyOf = [] }) => anyOf);
  if (branches.length > 0) return new Set(branches.flatMap((one) => [...unitsOf(one, root, depth + 1)]));
  const types = valueTypes(schema, root);
  return new Set([...(types?.has('number') ? [undefined] : []), ...(types?.has('string') ? [text] : [])]);
}

/** A time as it is written: no zone changes how long something takes. */
function readTime(value: unknown, scope: Scope, tell: NoteUnusable): Moment | undefined {
  if (isAbsent(value)) return undefined;
  const moment = readMoment(value, { timezone: undefined });
  if (moment?.hasTime) return moment;
  tell(scope, `${showOperand(value)} ${moment ? 'is a day without a time' : 'is not a time'} and prints nothing`);
  return undefined;
}

function writeDuration(value: unknown, [unit]: readonly unknown[], scope: Scope, tell: NoteUnusable): string | undefined {
  if (value === '') return '';
  const number = toDecimal(value);
  const size = durationUnits[unit as keyof typeof durationUnits];
  const seconds = number === undefined ? readDuration(value) : size && Number(calculate('*', number, size));
  if (seconds === undefined || Number.isNaN(seconds)) {
    const why = number === undefined ? 'is not a duration and prints nothing' : `| duration prints nothing: ${needsUnit}`;
    tell(scope, `${showOperand(value)} ${why}`);
    return undefined;
  }
  const written = (amount: number, name: string) =>
    formatNumber(amount, scope.format.locale, { style: 'unit', unit: name, unitDisplay: 'short' });
  const parts: string[] = [];
  let left = Math.abs(seconds);
  for (const [units, size] of Object.entries(durationUnits).reverse()) {
    const amount = size === 1 ? left : Math.floor(left / size);
    left -= amount * size;
    if (amount === 0) continue;
    const isFirst = parts.length === 0;
    parts.push(written(isFirst && seconds < 0 ? -amount : amount, units.slice(0, -1)));
  }
  return parts.join(' ') || written(0, 'second');
}

/** The seconds of an ISO 8601 duration. Undefined: the value is no duration, or has months, whose lengths differ. */
function readDuration(value: unknown): number | undefined {
  const pattern = /^P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
  const parts = typeof value === 'string' ? pattern.exec(value) : null;
  const sizes = [7 * 86_400, 86_400, 3600, 60, 1];
  return parts?.slice(1).reduce((all, part, i) => all + Number(part ?? 0) * sizes[i]!, 0);
}
