// Reads the date of documents from an option: a day, or a time with its zone.
import { isDay, momentOf } from '../words/calendar.ts';
import { UsageError } from '../words/usage-error.ts';

/**
 * `2026-01-31` or `2026-01-31T09:30:00Z` as a moment, RFC 3339. A day begins in the time zone of the template. `option`: its name, for messages.
 * Raises UsageError.
 */
export async function readDate(
  text: string,
  { option, getTemplate }: { readonly option: string; readonly getTemplate: () => Promise<object> },
): Promise<string> {
  const refusal = new UsageError(
    `${option} must be a day such as 2026-01-31 or a time such as 2026-01-31T09:30:00Z, got ${JSON.stringify(text)}`,
  );
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? [];
  if (day === undefined || !isDay(day)) throw refusal;
  if (time === undefined) {
    const { timezone } = (await getTemplate()) as { readonly timezone?: unknown };
    if (!String(timezone).includes('{{')) return startOfDay(new Date(`${day}T00:00:00Z`), timezone);
    const right = `${option} ${day}T09:00:00+01:00`;
    throw new UsageError(`The time zone of the template comes from the data. Give a time with its offset from UTC: ${right}`);
  }
  if (zone === undefined) throw new UsageError(`${option} needs a time zone after the time: ${text}Z, or ${text}+01:00`);
  const instant = new Date(text.toUpperCase());
  if (Number.isNaN(instant.getTime())) throw refusal;
  return instant.toISOString();
}

/** The first moment of a day in the template's zone: 2026-01-31 must not print as the 30th west of Greenwich. */
function startOfDay(midnight: Date, timezone: unknown): string {
  // Without a zone, the date prints as it is written. For an unknown zone, compiling the template gives the error.
  return ((typeof timezone === 'string' && momentOf(midnight, timezone)) || midnight).toISOString();
}
