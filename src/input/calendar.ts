// Checks days of the calendar, and converts the local time of a zone.

/** Whether the calendar has this day, written as `2026-03-31`. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  // Date takes the 30th of February for the 2nd of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date;
}

/** The moment at which the clocks of a zone show the digits of `shown`; undefined: unknown zone. */
export function momentOf(shown: Date, timeZone: string): Date | undefined {
  let moment = shown;
  // Two rounds: the offset may change between the first guess and the moment.
  for (let i = 0; i < 2; i++) {
    const offset = offsetMs(moment, timeZone);
    if (offset === undefined) return undefined;
    moment = new Date(shown.getTime() - offset);
  }
  return moment;
}

function offsetMs(at: Date, timeZone: string): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes, seconds = '0'] = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
    if (sign === undefined) return 0;
    return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  } catch {
    return undefined;
  }
}
