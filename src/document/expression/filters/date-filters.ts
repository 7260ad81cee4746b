// Filters of dates. A value without a time is a calendar day and never moves by time zone.
import { toDecimal } from '../decimal.ts';
import { toText } from '../values.ts';
import { showOperand, wholeNumber } from './arguments.ts';
import { addDays, addMonths } from './calendar.ts';
import { dateStyles, dayFields, findPatternFault, readPattern, timeFields } from './date-pattern.ts';
import { defineFilter, type Filter, type FilterArgument } from './filter.ts';
import { calendarOf, checkedLocale, dateFormatter, formatNumber } from './intl.ts';
import { quarterName } from './quarters.ts';

type FilterScope = Parameters<Filter['run']>[2];

interface Moment {
  readonly instant: Date;
  /** UTC for a calendar day, so that its parts are read as written. */
  readonly zone: string;
  /** A time of day alone belongs to no day. */
  readonly hasDay: boolean;
  readonly hasTime: boolean;
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
/** A time with an offset prints as it is written, too: without a day it cannot move to another zone. */
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

function parseMoment(value: unknown, scope: FilterScope): Moment | undefined {
  const text = toText(value).trim();
  if (dayPattern.test(text)) {
    const instant = dayOf(text);
    return instant && { instant, zone: 'UTC', hasDay: true, hasTime: false };
  }
  const [, day, offset] = instantPattern.exec(text) ?? [];
  if (day !== undefined) {
    const iso = text.replace(' ', 'T');
    // A time without an offset is local time, so it does not move either.
    const instant = new Date(offset ? iso : `${iso}Z`);
    if (!dayOf(day) || Number.isNaN(instant.getTime())) return undefined;
    return { instant, zone: offset ? scope.format.timezone : 'UTC', hasDay: true, hasTime: true };
  }
  const clock = timePattern.exec(text);
  if (clock) {
    const instant = new Date(`1970-01-01T${clock[1]}:${clock[2]}:${clock[3] ?? '00'}Z`);
    return Number.isNaN(instant.getTime()) ? undefined : { instant, zone: 'UTC', hasDay: false, hasTime: true };
  }
  return undefined;
}

/** Midnight of a valid day. JavaScript would turn 2025-02-31 into a day of March. */
function dayOf(text: string): Date | undefined {
  const instant = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || instant.getUTCDate() !== Number(text.slice(8)) ? undefined : instant;
}

/** What a clock shows at a moment, in ms as if the clock were in UTC. Undefined: the value is no date. */
export function readClock(value: unknown, scope: Pick<FilterScope, 'format'>): { ms: number; hasTime: boolean } | undefined {
  const moment = typeof value === 'string' ? parseMoment(value, scope as FilterScope) : undefined;
  if (!moment?.hasDay) return undefined;
  const { instant, zone, hasTime } = moment;
  if (zone === 'UTC') return { ms: instant.getTime(), hasTime };
  const { year, month, day, hour, minute, second } = isoParts(moment);
  return { ms: Date.parse(`${year!.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`), hasTime };
}

/** The fault of a date that the template writes. */
const checkDate =
  (needsDay: boolean): NonNullable<Filter['check']> =>
  (value) => {
    if (typeof value !== 'string') return undefined;
    const moment = parseMoment(value, bareScope);
    if (moment && (moment.hasDay || !needsDay)) return undefined;
    return `${JSON.stringify(value)} is not a valid ${needsDay ? 'date' : 'time'}.`;
  };

const pattern: FilterArgument = { kind: 'word', findFault: findPatternFault, missing: () => 'the default style is taken' };

const bareScope = { format: { locale: 'en-US', currency: undefined, timezone: 'UTC' } } as FilterScope;

const noTime = 'A day without a time of day prints midnight';

/** Adds a number of days or months to the day as it is written. Its time and offset stay. */
const added = (
  name: string,
  most: number,
  add: (day: Date, count: number) => string | undefined,
): Pick<Filter, 'input' | 'arity' | 'args' | 'output' | 'liquid' | 'check' | 'run'> => ({
  input: 'date',
  arity: [1, 1],
  args: () => [{ ...wholeNumber(-most, most), missing: () => 'nothing is added' }],
  output: 'date',
  liquid: false,
  check: checkDate(true),
  run(value, [given], scope, tell) {
    const text = toText(value).trim();
    const day = dayOf(text.slice(0, 10));
    if (!day || !parseMoment(text, scope)) {
      if (text !== '') tell(scope, `${showOperand(value)} is not a date and prints nothing`);
      return '';
    }
    const count = Math.max(-most, Math.min(most, Number(toDecimal(given) ?? 0)));
    const result = add(day, count);
    if (result === undefined)
      tell(scope, `${showOperand(value)} | ${name}: ${count} leaves the years 0 to 9999 and prints nothing`);
    return result === undefined ? '' : result + text.slice(10);
  },
});

type DateStyle = 'short' | 'medium' | 'long' | 'full';

function formatted(
  parts: (style: DateStyle) => Intl.DateTimeFormatOptions,
  iso: (moment: Moment) => string,
  fallback: DateStyle,
  kind: 'date' | 'time' | 'datetime',
): Filter['run'] {
  const needsDay = kind !== 'time';
  return (value, [wanted], scope, tell) => {
    const moment = parseMoment(value, scope);
    if (!moment || (needsDay && !moment.hasDay)) {
      if (value !== '') tell(scope, `${showOperand(value)} is not a ${needsDay ? 'date' : 'time'} and prints nothing`);
      return '';
    }
    const given = wanted === undefined || wanted === null || wanted === '' ? fallback : toText(wanted);
    const isStyle = dateStyles.has(given);
    if (isStyle && kind !== 'date' && !moment.hasTime) tell(scope, noTime);
    if (given === 'iso') return iso(moment);
    const { locale } = scope.format;
    if (isStyle) return dateFormatter(locale, moment.zone, parts(given as DateStyle)).format(moment.instant);
    return formatPattern(given, moment, locale, (what) => tell(scope, what));
  };
}

/** The parts of a moment in ASCII digits, in the Gregorian or another calendar of Intl. */
function isoParts(moment: Moment, calendar = 'gregory'): Record<string, string> {
  const format = dateFormatter(`en-US-u-ca-${calendar}-nu-latn`, moment.zone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(moment.instant).map(({ type, value }) => [type, value]));
}

const isoDay = (moment: Moment) => {
  const { year, month, day } = isoParts(moment);
  return `${year!.padStart(4, '0')}-${month}-${day}`;
};
const isoTime = (moment: Moment) => {
  const { hour, minute, second } = isoParts(moment);
  return `${hour}:${minute}:${second}`;
};

/** A pattern of UTS #35, part 4, 8 (date format patterns). Warns if a time of day should print a day. */
function formatPattern(given: string, moment: Moment, locale: string, tell: (what: string) => void): string {
  const iso = isoParts(moment);
  const calendar = calendarOf(locale);
  const parts = calendar === 'gregory' ? iso : isoParts(moment, calendar);
  const pieces = readPattern(given);
  const lacksDay = !moment.hasDay && pieces.some((piece) => 'field' in piece && dayFields.includes(piece.field));
  if (!moment.hasTime && pieces.some((piece) => 'field' in piece && timeFields.includes(piece.field))) tell(noTime);
  if (lacksDay) tell(`A time of day alone has no day for the pattern '${given}'`);
  let result = '';
  for (const piece of pieces) {
    if ('text' in piece) result += piece.text;
    else if (moment.hasDay || !dayFields.includes(piece.field))
      result += fieldWriters[piece.field]?.(piece.length, { moment, locale, parts, iso, tell }) ?? '';
  }
  return result;
}

interface FieldContext {
  readonly moment: Moment;
  readonly locale: string;
  /** Year, month, day, hour, minute, second in digits, by the calendar of the locale. */
  readonly parts: Readonly<Record<string, string>>;
  /** The same in the Gregorian calendar, which weeks are counted in. */
  readonly iso: Readonly<Record<string, string>>;
  readonly tell: (what: string) => void;
}

type FieldWriter = (length: number, context: FieldContext) => string;

const padded = (length: number, digits: string | number | undefined): string => String(Number(digits)).padStart(length, '0');

function named({ moment, locale }: FieldContext, options: Intl.DateTimeFormatOptions, type: string): string {
  const parts = dateFormatter(locale, moment.zone, options).formatToParts(moment.instant);
  return parts.find((part) => part.type === type)?.value ?? '';
}

const widthOf = (length: number): 'short' | 'long' | 'narrow' => (length <= 3 ? 'short' : length === 5 ? 'narrow' : 'long');
const yearOf = (length: number, year: string): string => (length === 2 ? year.slice(-2) : year).padStart(length, '0');
const weekdayName: FieldWriter = (length, context) => named(context, { weekday: widthOf(length) }, 'weekday');
const weekdayNumber: FieldWriter = (length, context) =>
  length <= 2 ? padded(length, weekOf(context.iso).weekday) : weekdayName(length, context);
/** The month in a date ("5 мая"), or by itself ("май"). If the dates of a locale have a number for the month, the name by itself is used. */
const month =
  (day: Intl.DateTimeFormatOptions): FieldWriter =>
  (length, context) => {
    const number = context.parts.month;
    // Hebrew months have names only; a leap month of the Chinese calendar is "6bis".
    if (length <= 2 && Number(number) > 0) return padded(length, number);
    if (length <= 2 && /^\d/.test(number!)) return number!;
    const width = length <= 2 ? 'long' : widthOf(length);
    const name = named(context, { month: width, ...day }, 'month');
    if (width === 'narrow' || !isNumeric(name)) return name;
    const alone = dateFormatter(context.locale, context.moment.zone, { month: width }).format(context.moment.instant);
    return isNumeric(alone) && width === 'short' ? month(day)(4, context) : alone;
  };
const isNumeric = (name: string): boolean => /^\p{N}+$/u.test(name);
const quarter: FieldWriter = (length, { parts, iso, locale, tell }) => {
  const number = Math.min(4, Math.ceil((Number.parseInt(parts.month!, 10) || Number(iso.month)) / 3));
  if (length <= 2) return padded(length, number);
  if (length === 5) return String(number);
  const name = quarterName(number, checkedLocale(locale), length === 3 ? 'short' : 'long');
  if (name === undefined) tell(`The names of quarters in "${locale}" are not known: Q${number} is printed`);
  return name ?? `Q${number}`;
};
const offset =
  (form: (length: number, sign: string, hours: string, minutes: string) => string): FieldWriter =>
  (length, context) => {
    // An offset from UTC is written with ASCII digits in English, whatever the locale.
    const name = named({ ...context, locale: 'en-US' }, { timeZoneName: 'longOffset' }, 'timeZoneName');
    const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d{2}):(\d{2})/.exec(name.replace('\u2212', '-')) ?? [];
    return form(length, sign, hours, minutes);
  };
const isoOffset = (length: number, sign: string, hours: string, minutes: string): string => {
  if (length === 1) return `${sign}${hours}${minutes === '00' ? '' : minutes}`;
  return `${sign}${hours}${length === 3 || length === 5 ? ':' : ''}${minutes}`;
};
const zoneName: FieldWriter = (length, context) =>
  named(context, { timeZoneName: length >= 4 ? 'long' : 'short' }, 'timeZoneName');

/** UTS #35, 8.1 (date field symbol table). Weeks follow ISO 8601 in every locale, so that a document prints the same week everywhere. */
const fieldWriters: Readonly<Record<string, FieldWriter>> = {
  G: (length, context) => named(context, { era: widthOf(length) }, 'era'),
  y(length, { parts, iso, tell }) {
    const year = parts.year ?? parts.relatedYear ?? '';
    // The seventh year of an era should not print as 0007.
    if (length > 2 && year.length < length && year !== iso.year)
      tell(`"${'y'.repeat(length)}" prints ${yearOf(length, year)}, the year of an era of this calendar: write y`);
    return yearOf(length, year);
  },
  // Calendars with eras take the Gregorian year as their extended year.
  u: (length, { iso }) => yearOf(length, iso.year!),
  Y: (length, { iso }) => yearOf(length, String(weekOf(iso).year)),
  Q: quarter,
  q: quarter,
  // Beside a day, the month has the form that dates use ("5 мая"). Alone (L) it has its own form.
  M: month({ day: 'numeric' }),
  L: month({}),
  w: (length, { iso }) => padded(length, weekOf(iso).week),
  d: (length, { parts }) => padded(length, parts.day),
  D: (length, { iso }) => padded(length, dayOfYear(iso)),
  E: weekdayName,
  e: weekdayNumber,
  c: weekdayNumber,
  a: (_length, context) => named(context, { hour: 'numeric', hourCycle: 'h12' }, 'dayPeriod'),
  B: (length, context) => named(context, { hour: 'numeric', hourCycle: 'h12', dayPeriod: widthOf(length) }, 'dayPeriod'),
  H: (length, { parts }) => padded(length, parts.hour),
  k: (length, { parts }) => padded(length, Number(parts.hour) || 24),
  h: (length, { parts }) => padded(length, Number(parts.hour) % 12 || 12),
  K: (length, { parts }) => padded(length, Number(parts.hour) % 12),
  m: (length, { parts }) => padded(length, parts.minute),
  s: (length, { parts }) => padded(length, parts.second),
  S: (length, { moment }) => String(moment.instant.getUTCMilliseconds()).padStart(3, '0').padEnd(length, '0').slice(0, length),
  z: zoneName,
  v: zoneName,
  Z: offset((length, sign, hours, minutes) =>
    length === 4 ? `GMT${sign}${hours}:${minutes}` : isoOffset(length === 5 ? 5 : 2, sign, hours, minutes),
  ),
  X: offset((length, sign, hours, minutes) =>
    hours === '00' && minutes === '00' ? 'Z' : isoOffset(length, sign, hours, minutes),
  ),
  x: offset(isoOffset),
};

const dayMs = 86_400_000;

/** Days since 1970 of a calendar day. */
const dayNumber = ({ year, month, day }: Readonly<Record<string, string>>): number =>
  Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs;

function dayOfYear(parts: Readonly<Record<string, string>>): number {
  return dayNumber(parts) - Date.UTC(Number(parts.year), 0, 1) / dayMs + 1;
}

/** ISO 8601-1, 4.3.2: weeks begin on Monday, and the first is the one with the year's first Thursday. */
function weekOf(parts: Readonly<Record<string, string>>): {
  readonly year: number;
  readonly week: number;
  readonly weekday: number;
} {
  const day = dayNumber(parts);
  // 1970-01-01 was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  const thursday = new Date((day + 4 - weekday) * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1;
  return { year, week, weekday };
}

export const dateFilters: readonly Filter[] = [
  defineFilter({
    name: 'date',
    input: 'date',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "date: 'short' | 'medium' | 'long' | 'full' | 'iso' | pattern",
    summary:
      'A day as the locale writes it (default medium), or by a CLDR pattern in the calendar of the locale (`ja-JP-u-ca-japanese`); weeks (`w`) follow ISO 8601.',
    example: "'2025-03-09' | date: 'd MMMM yyyy'",
    result: '9 March 2025',
    args: () => [pattern],
    check: checkDate(true),
    run: formatted((dateStyle) => ({ dateStyle }), isoDay, 'medium', 'date'),
  }),
  defineFilter({
    name: 'time',
    input: 'date',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "time: 'short' | … | pattern",
    summary: 'A time of day (default short).',
    example: "'2025-03-09T14:05:00Z' | time: 'HH:mm'",
    result: '14:05',
    args: () => [pattern],
    check: checkDate(false),
    run: formatted((timeStyle) => ({ timeStyle }), isoTime, 'short', 'time'),
  }),
  defineFilter({
    name: 'datetime',
    input: 'date',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "datetime: 'short' | … | pattern",
    summary: 'Day and time (default medium day, short time).',
    example: "'2025-03-09T14:05:00Z' | datetime: 'iso'",
    result: '2025-03-09T14:05:00',
    args: () => [pattern],
    check: checkDate(true),
    run: formatted(
      (style) => ({ dateStyle: style, timeStyle: style === 'medium' ? 'short' : style }),
      (moment) => `${isoDay(moment)}T${isoTime(moment)}`,
      'medium',
      'datetime',
    ),
  }),
  defineFilter({
    name: 'add_days',
    signature: 'add_days: count',
    summary:
      'The day after `count` days; a negative count goes back. The day is counted as it is written: no time zone moves it, and a time and its offset stay as they are.',
    example: "'2026-02-20' | add_days: 14",
    result: '2026-03-06',
    ...added('add_days', 1_000_000, addDays),
  }),
  defineFilter({
    name: 'add_months',
    signature: 'add_months: count',
    summary:
      'The same day after `count` months, or the last day of a shorter month; a negative count goes back. Time and zone as with `add_days`.',
    example: "'2026-01-31' | add_months: 1",
    result: '2026-02-28',
    ...added('add_months', 100_000, addMonths),
  }),
  defineFilter({
    name: 'duration',
    input: 'any',
    arity: [0, 0],
    output: 'text',
    liquid: false,
    signature: 'duration',
    summary: 'Seconds, or an ISO 8601 duration, as hours and minutes.',
    example: '5400 | duration',
    result: '1 hr 30 min',
    run: (value, _args, scope, tell) => {
      const { format } = scope;
      const seconds = toSeconds(value);
      if (seconds === undefined) {
        if (value !== '') tell(scope, `${showOperand(value)} is not a duration and prints nothing`);
        return '';
      }
      const parts: string[] = [];
      let left = Math.abs(seconds);
      for (const [unit, size] of [
        ['day', 86_400],
        ['hour', 3600],
        ['minute', 60],
        ['second', 1],
      ] as const) {
        const amount = unit === 'second' ? left : Math.floor(left / size);
        left -= amount * size;
        if (amount > 0) parts.push(formatNumber(amount, format.locale, { style: 'unit', unit, unitDisplay: 'short' }));
      }
      return (
        (seconds < 0 ? '-' : '') +
        (parts.join(' ') || formatNumber(0, format.locale, { style: 'unit', unit: 'second', unitDisplay: 'short' }))
      );
    },
  }),
];

function toSeconds(value: unknown): number | undefined {
  const decimal = toDecimal(value);
  if (decimal !== undefined) return Number(decimal);
  const parts = typeof value === 'string' ? /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(value) : null;
  if (!parts) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
