// Filters of dates. A value without a time is a calendar day and never moves by time zone.
import { toDecimal } from '../decimal.ts';
import { toText } from '../values.ts';
import { defineFilter, type Filter } from './filter.ts';
import { dateFormatter, formatNumber } from './intl.ts';

type Scope = Parameters<Filter['run']>[2];

interface Moment {
  readonly instant: Date;
  /** UTC for a calendar day, so that its parts are read as they were written. */
  readonly zone: string;
  /** A time of day alone belongs to no day. */
  readonly hasDay: boolean;
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;

function parseMoment(value: unknown, scope: Scope): Moment | undefined {
  const text = toText(value, scope.format).trim();
  if (dayPattern.test(text)) {
    const instant = dayOf(text);
    return instant && { instant, zone: 'UTC', hasDay: true };
  }
  const [, day, offset] = instantPattern.exec(text) ?? [];
  if (day !== undefined) {
    const iso = text.replace(' ', 'T');
    // A time without an offset is a time on the wall: it does not move either.
    const instant = new Date(offset ? iso : `${iso}Z`);
    if (!dayOf(day) || Number.isNaN(instant.getTime())) return undefined;
    return { instant, zone: offset ? scope.format.timezone : 'UTC', hasDay: true };
  }
  const clock = timePattern.exec(text);
  if (clock) {
    const instant = new Date(`1970-01-01T${clock[1]}:${clock[2]}:${clock[3] ?? '00'}Z`);
    return Number.isNaN(instant.getTime()) ? undefined : { instant, zone: 'UTC', hasDay: false };
  }
  return undefined;
}

/** Midnight of a day that there is: 2025-02-31 would become one of March. */
function dayOf(text: string): Date | undefined {
  const instant = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || instant.getUTCDate() !== Number(text.slice(8)) ? undefined : instant;
}

/** What is wrong with a date or a pattern that is written in the template. */
const checkDate =
  (name: string, needsDay: boolean): NonNullable<Filter['check']> =>
  (value, [pattern]) => {
    if (typeof value === 'string') {
      const moment = parseMoment(value, bareScope);
      if (!moment || (needsDay && !moment.hasDay))
        return `${JSON.stringify(value)} is no ${needsDay ? 'date' : 'time'} that there is.`;
    }
    if (typeof pattern !== 'string' || pattern === 'iso' || styles.has(pattern)) return undefined;
    const [unknown] = unknownFields(pattern);
    return unknown && `"${name}" knows no field "${unknown}" of a pattern; text in a pattern stands in single quotes.`;
  };

const bareScope = { format: { locale: 'en-US', currency: undefined, timezone: 'UTC' } } as Scope;

const styles = new Set(['short', 'medium', 'long', 'full']);
type Style = 'short' | 'medium' | 'long' | 'full';

function formatted(
  parts: (style: Style) => Intl.DateTimeFormatOptions,
  iso: (moment: Moment) => string,
  fallback: Style,
  needsDay: boolean,
): Filter['run'] {
  return (value, [wanted], scope) => {
    const moment = parseMoment(value, scope);
    if (!moment || (needsDay && !moment.hasDay)) return '';
    const pattern = wanted === undefined ? fallback : toText(wanted, scope.format);
    if (pattern === 'iso') return iso(moment);
    const { locale } = scope.format;
    if (styles.has(pattern)) return dateFormatter(locale, moment.zone, parts(pattern as Style)).format(moment.instant);
    return formatPattern(pattern, moment, locale);
  };
}

function isoParts(moment: Moment): Record<string, string> {
  const format = dateFormatter('en-US', moment.zone, {
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

/** Pieces of a pattern: quoted text, runs of one letter, anything else. */
const pieces = /'(?:[^']|'')*'|([a-zA-Z])\1*|[^a-zA-Z']+|'/g;

/** The fields of a pattern that mean nothing here. */
function unknownFields(pattern: string): readonly string[] {
  const fields = [...pattern.matchAll(pieces)].map(([piece]) => piece).filter((piece) => /^[a-zA-Z]/.test(piece));
  return fields.filter((field) => !Object.hasOwn(fieldWriters, field[0]!));
}

/** A pattern of UTS #35, 8 (date format patterns). What it has no meaning for stands as it is written. */
function formatPattern(pattern: string, moment: Moment, locale: string): string {
  const parts = isoParts(moment);
  let result = '';
  for (const [piece] of pattern.slice(0, 200).matchAll(pieces)) {
    const write = Object.hasOwn(fieldWriters, piece[0]!) ? fieldWriters[piece[0]!] : undefined;
    if (piece === "''") result += "'";
    else if (piece.startsWith("'")) result += piece.slice(1, -1).replaceAll("''", "'");
    else result += write ? write(piece.length, { moment, locale, parts }) : piece;
  }
  return result;
}

interface FieldContext {
  readonly moment: Moment;
  readonly locale: string;
  /** Year, month, day, hour, minute, second in digits. */
  readonly parts: Readonly<Record<string, string>>;
}

type FieldWriter = (length: number, context: FieldContext) => string;

const padded = (length: number, digits: string | number | undefined): string => String(Number(digits)).padStart(length, '0');

function named({ moment, locale }: FieldContext, options: Intl.DateTimeFormatOptions, type: string): string {
  const parts = dateFormatter(locale, moment.zone, options).formatToParts(moment.instant);
  return parts.find((part) => part.type === type)?.value ?? '';
}

const widthOf = (length: number): 'short' | 'long' | 'narrow' => (length <= 3 ? 'short' : length === 5 ? 'narrow' : 'long');
const yearOf = (length: number, year: string): string => (length === 2 ? year.slice(-2) : year.padStart(length, '0'));
const weekdayName: FieldWriter = (length, context) => named(context, { weekday: widthOf(length) }, 'weekday');
const weekdayNumber: FieldWriter = (length, context) =>
  length <= 2 ? padded(length, weekOf(context.parts).weekday) : weekdayName(length, context);
const month =
  (day: Intl.DateTimeFormatOptions): FieldWriter =>
  (length, context) =>
    length <= 2 ? padded(length, context.parts.month) : named(context, { month: widthOf(length), ...day }, 'month');
const quarter: FieldWriter = (length, { parts }) => {
  const number = Math.ceil(Number(parts.month) / 3);
  return length <= 2 ? padded(length, number) : `Q${number}`;
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

/** UTS #35, 8.1 (date field symbol table). Weeks are those of ISO 8601 in every locale, so that a document has one answer. */
const fieldWriters: Readonly<Record<string, FieldWriter>> = {
  G: (length, context) => named(context, { era: widthOf(length) }, 'era'),
  y: (length, { parts }) => yearOf(length, parts.year!),
  u: (length, { parts }) => yearOf(length, parts.year!),
  Y: (length, { parts }) => yearOf(length, String(weekOf(parts).year).padStart(4, '0')),
  Q: quarter,
  q: quarter,
  // With a day beside it the month stands in the form that dates use ("5 мая"), alone (L) in its own.
  M: month({ day: 'numeric' }),
  L: month({}),
  w: (length, { parts }) => padded(length, weekOf(parts).week),
  d: (length, { parts }) => padded(length, parts.day),
  D: (length, { parts }) => padded(length, dayOfYear(parts)),
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
    summary: 'A day as the locale writes it (default medium), or by a CLDR pattern; weeks (`w`) are those of ISO 8601.',
    example: "'2025-03-09' | date: 'd MMMM yyyy'",
    result: '9 March 2025',
    check: checkDate('date', true),
    run: formatted((dateStyle) => ({ dateStyle }), isoDay, 'medium', true),
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
    check: checkDate('time', false),
    run: formatted((timeStyle) => ({ timeStyle }), isoTime, 'short', false),
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
    check: checkDate('datetime', true),
    run: formatted(
      (style) => ({ dateStyle: style, timeStyle: style === 'medium' ? 'short' : style }),
      (moment) => `${isoDay(moment)}T${isoTime(moment)}`,
      'medium',
      true,
    ),
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
    run: (value, _args, { format }) => {
      const seconds = toSeconds(value);
      if (seconds === undefined) return '';
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
