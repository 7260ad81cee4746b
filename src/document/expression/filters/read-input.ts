// Reads the days and times that filters work with.
import type { Scope } from '../scope.ts';
import { isMissing } from '../values.ts';
import { showOperand } from './arguments.ts';
import { isCalendarDay } from './calendar.ts';
import type { Filter, NoteUnusable } from './filter.ts';
import { dayOf, isUnsaid, type Moment, readMoment, zoneAdvice } from './moment.ts';

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
    if (!isMissing(value)) tell(scope, `${showOperand(value)} is not a ${needs === 'day' ? 'date' : 'time'} and prints nothing`);
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
