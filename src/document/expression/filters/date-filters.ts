// Filters that write days and times. A value without an offset from UTC never moves to another time zone.
import { toText } from '../values.ts';
import { dayUnits, partsOfDay, weekOf } from './calendar.ts';
import { dateStyles, dayFields, findPatternFault, readPattern, timeFields } from './date-pattern.ts';
import { defineFilter, type Filter, type FilterArgument } from './filter.ts';
import { calendarOf, checkedLocale, dateFormatter, formatNumber } from './intl.ts';
import { dayOf, type Moment, minuteMs, readInput } from './moment.ts';
import { quarterName } from './quarters.ts';

const pattern: FilterArgument = { kind: 'word', findFault: findPatternFault, missing: () => 'the default style is taken' };

const noTime = 'A day without a time of day prints midnight';

/** Year, month, day, hour, minute, second in ASCII digits. A year of the Chinese calendar is its `relatedYear`. */
type DateParts = Readonly<Record<string, string | undefined>>;

type DateStyle = 'short' | 'medium' | 'long' | 'full';

function formatted(
  parts: (style: DateStyle) => Intl.DateTimeFormatOptions,
  iso: (moment: Moment) => string,
  fallback: DateStyle,
  kind: 'date' | 'time' | 'datetime',
): Pick<Filter, 'reads' | 'prints' | 'run'> {
  const reads = { needs: kind === 'time' ? 'time' : 'day', inZone: true } as const;
  const run: Filter['run'] = (value, [wanted], scope, tell, _kind, write) => {
    const moment = readInput(value, reads, scope, tell);
    if (!moment) return undefined;
    const given = wanted === undefined || wanted === null || wanted === '' ? fallback : toText(wanted);
    const isStyle = dateStyles.has(given);
    if (isStyle && kind !== 'date' && !moment.hasTime) tell(scope, noTime);
    if (given === 'iso') return iso(moment);
    const { locale } = scope.format;
    if (isStyle) return formatStyle(parts(given as DateStyle), moment, locale);
    const inDigits = (text: string) => text.replace(/\d/g, (digit) => write(Number(digit), scope.format));
    return formatPattern(given, moment, { locale, inDigits, tell: (what) => tell(scope, what) });
  };
  return { reads, prints: 'arguments', run };
}

/** Intl's own form. A long time has the name of its zone. */
function formatStyle(options: Intl.DateTimeFormatOptions, moment: Moment, locale: string): string {
  const { timeStyle } = options;
  const namesZone = timeStyle === 'long' || timeStyle === 'full';
  if (!namesZone) return dateFormatter(locale, 'UTC', options).format(shown(moment));
  if (moment.zone !== undefined) return dateFormatter(locale, moment.zone, options).format(instant(moment));
  // A local time has no zone to name.
  if (moment.offset === undefined) return formatStyle({ ...options, timeStyle: 'medium' }, moment, locale);
  const name = offsetName(moment.offset, locale, timeStyle);
  const written = dateFormatter(locale, 'UTC', options).formatToParts(shown(moment));
  return written.map((part) => (part.type === 'timeZoneName' ? name : part.value)).join('');
}

/** The date for a formatter in UTC, so that it writes the time that the clock shows. */
const shown = ({ clock }: Moment): Date => new Date(clock);

const instant = ({ clock, offset = 0 }: Moment): Date => new Date(Math.floor(clock - offset * minuteMs));

/** An offset as the locale names it: `GMT+1`, `UTC+01:00`. */
function offsetName(offset: number, locale: string, width: 'short' | 'long' | 'full'): string {
  // ECMA-402: an offset is the name of a zone in new engines only. POSIX counts the zones Etc/GMT-1 west of Greenwich.
  const zone = offset === 0 ? 'UTC' : offset < 0 ? 'Etc/GMT+1' : 'Etc/GMT-1';
  const name = width === 'full' ? 'long' : 'short';
  const parts = dateFormatter(locale, zone, { timeZoneName: offset === 0 ? name : `${name}Offset` }).formatToParts(0);
  const { hours, minutes } = clockOf(offset);
  const digits = (value: number, least: number) =>
    formatNumber(value, locale, { minimumIntegerDigits: least, useGrouping: false });
  const time = `${digits(hours, width === 'full' ? 2 : 1)}${width === 'full' || minutes > 0 ? `:${digits(minutes, 2)}` : ''}`;
  return parts.find(({ type }) => type === 'timeZoneName')!.value.replace(/\p{Nd}+(?::\p{Nd}+)?/u, time);
}

const clockOf = (offset: number) => ({
  sign: offset < 0 ? '-' : '+',
  hours: Math.floor(Math.abs(offset) / 60),
  minutes: Math.floor(Math.abs(offset) % 60),
});

/** The parts of a moment in the Gregorian calendar. Intl counts no year 0. */
function isoParts(moment: Moment): DateParts {
  const at = shown(moment);
  const [year, hour, minute, second] = [at.getUTCFullYear() || 1, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(
    String,
  );
  return { year, month: String(at.getUTCMonth() + 1), day: String(at.getUTCDate()), hour, minute, second };
}

/** The same in another calendar of Intl. */
function partsOf(moment: Moment, calendar: string): DateParts {
  const form = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const written = dateFormatter(`en-US-u-ca-${calendar}-nu-latn`, 'UTC', form).formatToParts(shown(moment));
  return { ...isoParts(moment), year: undefined, ...Object.fromEntries(written.map(({ type, value }) => [type, value])) };
}

/** `2025-03-09T14:05:00` */
const isoText = (moment: Moment): string => shown(moment).toISOString().slice(0, 19);

/** A pattern of UTS #35, part 4, 8 (date format patterns). Warns if a time of day should print a day. */
function formatPattern(
  given: string,
  moment: Moment,
  { locale, inDigits, tell }: Pick<FieldContext, 'locale' | 'tell'> & { readonly inDigits: (text: string) => string },
): string {
  const iso = isoParts(moment);
  const calendar = calendarOf(locale);
  const parts = calendar === 'gregory' ? iso : partsOf(moment, calendar);
  const pieces = readPattern(given);
  const lacksDay = !moment.hasDay && pieces.some((piece) => 'field' in piece && dayFields.includes(piece.field));
  if (!moment.hasTime && pieces.some((piece) => 'field' in piece && timeFields.includes(piece.field))) tell(noTime);
  if (lacksDay) tell(`A time of day alone has no day for the pattern '${given}'`);
  let result = '';
  for (const piece of pieces) {
    if ('text' in piece) result += piece.text;
    else if (moment.hasDay || !dayFields.includes(piece.field)) {
      const written = fieldWriters[piece.field]?.(piece.length, { moment, locale, parts, iso, tell }) ?? '';
      result += isoFields.includes(piece.field) ? written : inDigits(written);
    }
  }
  return result;
}

/** Fields in the form of ISO 8601, which has the digits 0 to 9 in every locale. */
const isoFields = 'ZXx';

interface FieldContext {
  readonly moment: Moment;
  readonly locale: string;
  /** Year, month, day, hour, minute, second in digits, by the calendar of the locale. */
  readonly parts: DateParts;
  /** The same in the Gregorian calendar, which weeks are counted in. */
  readonly iso: DateParts;
  readonly tell: (what: string) => void;
}

type FieldWriter = (length: number, context: FieldContext) => string;

const padded = (length: number, digits: string | number | undefined): string => String(Number(digits)).padStart(length, '0');

function named({ moment, locale }: FieldContext, options: Intl.DateTimeFormatOptions, type: string): string {
  const parts = dateFormatter(locale, 'UTC', options).formatToParts(shown(moment));
  return parts.find((part) => part.type === type)?.value ?? '';
}

const widthOf = (length: number): 'short' | 'long' | 'narrow' => (length <= 3 ? 'short' : length === 5 ? 'narrow' : 'long');
const yearOf = (length: number, year: string): string => (length === 2 ? year.slice(-2) : year).padStart(length, '0');
const weekdayName: FieldWriter = (length, context) => named(context, { weekday: widthOf(length) }, 'weekday');
const weekdayNumber: FieldWriter = (length, context) =>
  length <= 2 ? padded(length, partsOfDay(dayOf(context.moment)).weekday) : weekdayName(length, context);
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
    const alone = dateFormatter(context.locale, 'UTC', { month: width }).format(shown(context.moment));
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
  (length, { moment, tell }) => {
    if (moment.offset === undefined) return noZone(tell);
    const { sign, hours, minutes } = clockOf(moment.offset);
    return form(length, sign, String(hours).padStart(2, '0'), String(minutes).padStart(2, '0'));
  };
function noZone(tell: FieldContext['tell']): string {
  tell('A day, or a time without an offset from UTC, has no time zone to print');
  return '';
}
const isoOffset = (length: number, sign: string, hours: string, minutes: string): string => {
  if (length === 1) return `${sign}${hours}${minutes === '00' ? '' : minutes}`;
  return `${sign}${hours}${length === 3 || length === 5 ? ':' : ''}${minutes}`;
};
const zoneName: FieldWriter = (length, { moment, locale, tell }) => {
  if (moment.offset === undefined) return noZone(tell);
  if (moment.zone === undefined) return offsetName(moment.offset, locale, length >= 4 ? 'full' : 'short');
  const parts = dateFormatter(locale, moment.zone, { timeZoneName: length >= 4 ? 'long' : 'short' }).formatToParts(
    instant(moment),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
};

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
  Y: (length, { moment }) => yearOf(length, String(weekOf(dayOf(moment)).year)),
  Q: quarter,
  q: quarter,
  // Beside a day, the month has the form that dates use ("5 мая"). Alone (L) it has its own form.
  M: month({ day: 'numeric' }),
  L: month({}),
  w: (length, { moment }) => padded(length, weekOf(dayOf(moment)).week),
  d: (length, { parts }) => padded(length, parts.day),
  D: (length, { moment }) => padded(length, dayOfYear(dayOf(moment))),
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
  S: (length, { moment }) => moment.fraction.padEnd(length, '0').slice(0, length),
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

const dayOfYear = (day: number): number => day - dayUnits.year.span(day)[0] + 1;

export const dateFilters: readonly Filter[] = [
  defineFilter({
    name: 'date',
    input: 'date',
    arity: [0, 1],
    output: 'text',
    liquid: false,
    signature: "date: 'short' | 'medium' | 'long' | 'full' | 'iso' | pattern",
    summary:
      'A day as the locale writes it (default medium), or by a CLDR pattern in the calendar and digits of the locale (`ja-JP-u-ca-japanese`); weeks (`w`) follow ISO 8601.',
    example: "'2025-03-09' | date: 'd MMMM yyyy'",
    result: '9 March 2025',
    args: () => [pattern],
    ...formatted(
      (dateStyle) => ({ dateStyle }),
      (moment) => isoText(moment).slice(0, 10),
      'medium',
      'date',
    ),
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
    ...formatted(
      (timeStyle) => ({ timeStyle }),
      (moment) => isoText(moment).slice(11),
      'short',
      'time',
    ),
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
    ...formatted(
      (style) => ({ dateStyle: style, timeStyle: style === 'medium' ? 'short' : style }),
      isoText,
      'medium',
      'datetime',
    ),
  }),
];
