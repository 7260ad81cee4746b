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
  readonly hasTime: boolean;
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2}))?/;

function parseMoment(value: unknown, scope: Scope): Moment | undefined {
  const text = toText(value, scope.format).trim();
  const day = dayPattern.exec(text);
  if (day) {
    const instant = new Date(`${text}T00:00:00Z`);
    // 2025-02-31 would become a day of March.
    return Number.isNaN(instant.getTime()) || instant.getUTCDate() !== Number(day[3])
      ? undefined
      : { instant, zone: 'UTC', hasTime: false };
  }
  const time = instantPattern.exec(text);
  if (time) {
    const iso = text.replace(' ', 'T');
    // A time without an offset is a time on the wall: it does not move either.
    const instant = new Date(time[1] ? iso : `${iso}Z`);
    return Number.isNaN(instant.getTime())
      ? undefined
      : { instant, zone: time[1] ? scope.format.timezone : 'UTC', hasTime: true };
  }
  const clock = timePattern.exec(text);
  if (clock) {
    const instant = new Date(`1970-01-01T${clock[1]}:${clock[2]}:${clock[3] ?? '00'}Z`);
    return Number.isNaN(instant.getTime()) ? undefined : { instant, zone: 'UTC', hasTime: true };
  }
  return undefined;
}

const styles = new Set(['short', 'medium', 'long', 'full']);
type Style = 'short' | 'medium' | 'long' | 'full';

function formatted(
  parts: (style: Style) => Intl.DateTimeFormatOptions,
  iso: (moment: Moment) => string,
  fallback: Style,
): Filter['run'] {
  return (value, [wanted], scope) => {
    const moment = parseMoment(value, scope);
    if (!moment) return '';
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

/** A pattern of UTS #35, date format patterns: y M L d E H h m s a and quoted text. */
function formatPattern(pattern: string, moment: Moment, locale: string): string {
  let result = '';
  for (const [piece] of pattern.slice(0, 200).matchAll(/'(?:[^']|'')*'|([a-zA-Z])\1*|[^a-zA-Z']+|'/g)) {
    if (piece === "''") result += "'";
    else if (piece.startsWith("'")) result += piece.slice(1, -1).replaceAll("''", "'");
    else result += /^[a-zA-Z]/.test(piece) ? patternField(piece, moment, locale) : piece;
  }
  return result;
}

function patternField(field: string, moment: Moment, locale: string): string {
  const n = field.length;
  const { year, month, day, hour, minute, second } = isoParts(moment);
  const padded = (digits: string | undefined) => (n === 1 ? String(Number(digits)) : String(Number(digits)).padStart(n, '0'));
  const named = (options: Intl.DateTimeFormatOptions, type: string) =>
    dateFormatter(locale, moment.zone, options)
      .formatToParts(moment.instant)
      .find((part) => part.type === type)?.value ?? '';
  const width = n === 3 ? 'short' : n === 5 ? 'narrow' : 'long';
  if (field[0] === 'y' || field[0] === 'u') return n === 2 ? year!.slice(-2) : year!.padStart(n, '0');
  // With a day beside it the month stands in the form that dates use ("5 мая"), alone (L) in its own.
  if (field[0] === 'M') return n <= 2 ? padded(month) : named({ month: width, day: 'numeric' }, 'month');
  if (field[0] === 'L') return n <= 2 ? padded(month) : named({ month: width }, 'month');
  if (field[0] === 'd') return padded(day);
  if (field[0] === 'E') return named({ weekday: n <= 3 ? 'short' : n === 5 ? 'narrow' : 'long' }, 'weekday');
  if (field[0] === 'H') return padded(hour);
  if (field[0] === 'h') return padded(String(Number(hour) % 12 || 12));
  if (field[0] === 'm') return padded(minute);
  if (field[0] === 's') return padded(second);
  if (field[0] === 'a') return named({ hour: 'numeric', hourCycle: 'h12' }, 'dayPeriod');
  return field;
}

export const dateFilters: readonly Filter[] = [
  defineFilter({
    name: 'date',
    input: 'date',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "date: 'short' | 'medium' | 'long' | 'full' | 'iso' | pattern",
    summary: 'A day as the locale writes it (default medium), or by a CLDR pattern.',
    example: "'2025-03-09' | date: 'd MMMM yyyy'",
    result: '9 March 2025',
    run: formatted((dateStyle) => ({ dateStyle }), isoDay, 'medium'),
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
    run: formatted((timeStyle) => ({ timeStyle }), isoTime, 'short'),
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
    run: formatted(
      (style) => ({ dateStyle: style, timeStyle: style === 'medium' ? 'short' : style }),
      (moment) => `${isoDay(moment)}T${isoTime(moment)}`,
      'medium',
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
