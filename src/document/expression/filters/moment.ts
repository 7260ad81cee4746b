// Reads days and times as data have them (RFC 3339), and moves those with an offset from UTC to the time zone of the template.
import { momentOf, offsetMs } from '../../../words/calendar.ts';
import { asWritten, type FormatSettings, type Scope } from '../scope.ts';
import { isAbsent, toText } from '../values.ts';
import { showOperand } from './arguments.ts';
import { dayMs, isCalendarDay, readDay, writeDay } from './calendar.ts';
import type { Filter, NoteUnusable } from './filter.ts';

export const minuteMs = 60_000;

/** A day, a time of day or both. */
export interface Moment {
  /** The local time, in whole ms since 1970 as if it were in UTC. */
  readonly clock: number;
  /** The digits after the decimal point of the second. */
  readonly fraction: string;
  /** A time of day alone belongs to no day. */
  readonly hasDay: boolean;
  readonly hasTime: boolean;
  /** Minutes ahead of UTC. Undefined: a day, or a local time of no known place. */
  readonly offset: number | undefined;
  /** The time zone to which it was moved. Undefined: it stands as it is written. */
  readonly zone: string | undefined;
}

const pattern =
  /^(?:(\d{4}-\d\d-\d\d)(?:$|[T ](?=\d)))?(?:([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d|60)(?:\.(\d+))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/** A moment as it is written. Undefined: the text is no date or time. */
function readWritten(text: string): Moment | undefined {
  const found = text === '' ? null : pattern.exec(text);
  if (!found) return undefined;
  const [, day, hour, minute, second = '0', fraction = '', offset] = found;
  const days = day === undefined ? 0 : readDay(day);
  if (days === undefined) return undefined;
  const time = hour === undefined ? 0 : (Number(hour) * 60 + Number(minute)) * minuteMs + Number(second) * 1000;
  // ISO 8601-1, 4.3.8: 24:00 is the end of a day.
  if (time > dayMs && hour === '24') return undefined;
  return {
    // Cut, because .NET and Java end a day at 23:59:59.9999999: rounded, it would be on the next day.
    clock: days * dayMs + time + Number(fraction.slice(0, 3).padEnd(3, '0')),
    fraction,
    hasDay: day !== undefined,
    hasTime: hour !== undefined,
    offset: offset === undefined ? undefined : readOffset(offset),
    zone: undefined,
  };
}

function readOffset(text: string): number {
  if (text.length === 1) return 0;
  return (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2)));
}

/** A moment in the time zone of the template. A day, a local time and a time without a day never move. Undefined: the value is no date or time. */
export function readMoment(value: unknown, { timezone }: Pick<FormatSettings, 'timezone'>): Moment | undefined {
  const written = readWritten(toText(value).trim());
  if (written?.offset === undefined || !written.hasDay || timezone === undefined || timezone === asWritten) return written;
  const instant = written.clock - written.offset * minuteMs;
  const ahead = offsetMs(new Date(instant), timezone);
  return ahead === undefined ? written : { ...written, clock: instant + ahead, offset: ahead / minuteMs, zone: timezone };
}

/** A shorter text is no day with its time and offset. */
const leastLength = '2026-03-09T14:05Z'.length;

/** The point in time of a time with an offset, in ms since 1970. Undefined: the value is no such time. */
export function instantOf(value: unknown): number | undefined {
  const written = typeof value === 'string' && value.length >= leastLength ? readWritten(value) : undefined;
  if (!written?.hasDay || written.offset === undefined) return undefined;
  // Cut after the µs: a number of this size cannot tell smaller parts from the next ms.
  return written.clock - written.offset * minuteMs + Number(`0.${written.fraction.slice(3, 6)}`);
}

/** The number of its calendar day. */
export const dayOf = ({ clock }: Moment): number => Math.floor(clock / dayMs);

/** Whether a moment would move if the template had a time zone, and the template does not say that it should not. */
export const isUnsaid = ({ offset, zone, hasDay }: Moment, { timezone }: Pick<FormatSettings, 'timezone'>): boolean =>
  timezone === undefined && zone === undefined && offset !== undefined && hasDay;

/** What to write in a template without `timezone`. */
export const zoneAdvice =
  'write "timezone": "Europe/Berlin" in the template to move all times there, or "timezone": "written" if this is meant';

/** The local time of a moment, in ms since 1970 as if it were in UTC. Undefined: the value is no date. */
export function readClock(
  value: unknown,
  format: Pick<FormatSettings, 'timezone'>,
): { readonly ms: number; readonly hasTime: boolean; readonly isUnsaid: boolean } | undefined {
  const moment = typeof value === 'string' ? readMoment(value, format) : undefined;
  return moment?.hasDay ? { ms: moment.clock, hasTime: moment.hasTime, isUnsaid: isUnsaid(moment, format) } : undefined;
}

/** A moment as its text has it, on another day at the same time of day. The clocks of a zone may leave out this time: then it is later. Undefined: no day can be written. */
export function onDay(moment: Moment, text: string, day: number): string | undefined {
  const days = day - dayOf(moment);
  // 24:00 and the 60th second belong to the next day, but their text has the day before.
  const date = writeDay(readDay(text.slice(0, 10))! + days);
  if (moment.zone === undefined || date === undefined) return date && date + text.slice(10);
  const shown = new Date(moment.clock + days * dayMs);
  // Clocks that are put back show a time twice: the offset stays, if it can.
  const sameOffset = new Date(shown.getTime() - moment.offset! * minuteMs);
  const isShown = offsetMs(sameOffset, moment.zone) === moment.offset! * minuteMs;
  const at = isShown ? sameOffset : momentOf(shown, moment.zone)!;
  const ahead = Math.round(offsetMs(at, moment.zone)! / 1000) / 60;
  // Local mean times have seconds, which an offset cannot say.
  const offset = Number.isInteger(ahead) ? ahead : 0;
  const written = new Date(at.getTime() + offset * minuteMs).toISOString();
  return `${written.slice(0, 19)}${moment.fraction && `.${moment.fraction}`}${writeOffset(offset)}`;
}

function writeOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/**
 * A day or a time in the time zone of the template. Undefined: the value is missing, or a filter cannot use it, with a warning. Warns of a time that
 * prints in no zone which the template says.
 */
export function readInput(
  value: unknown,
  { needs, inZone }: NonNullable<Filter['reads']>,
  scope: Scope,
  tell: NoteUnusable,
): Moment | undefined {
  const moment = readMoment(value, scope.format);
  if (!moment || (needs === 'day' && !moment.hasDay)) {
    if (!isAbsent(value)) tell(scope, `${showOperand(value)} is not a ${needs === 'day' ? 'date' : 'time'} and prints nothing`);
    return undefined;
  }
  if (!isCalendarDay(dayOf(moment))) {
    tell(scope, `${showOperand(value)} leaves the years 0 to 9999 in "${moment.zone}" and prints nothing`);
    return undefined;
  }
  if (inZone && isUnsaid(moment, scope.format))
    tell(scope, `${showOperand(value)} stands as it is written: ${zoneAdvice}`, 'no-timezone');
  return moment;
}
