// The date of a document: `doc.date` of templates and the PDF's metadata. The clock is never read.
import { isDay, momentOf } from './calendar.ts';
import type { OpenedTemplate } from './context.ts';
import { describeTemplate } from './get-template.ts';
import type { Io } from './io/io.ts';
import { UsageError } from './usage-error.ts';

/** From `--date`, else SOURCE_DATE_EPOCH, else undefined; RFC 3339. A day begins in the template's time zone. Raises UsageError. */
export async function chooseDate(given: unknown, template: OpenedTemplate, env: Io['env']): Promise<string | undefined> {
  if (given !== undefined) return readDate(String(given), template);
  const epoch = env.SOURCE_DATE_EPOCH;
  if (!epoch) return undefined;
  // reproducible-builds.org/specs/source-date-epoch: an integer, seconds since the epoch.
  if (!/^\d{1,11}$/.test(epoch))
    throw new UsageError(`SOURCE_DATE_EPOCH must be whole seconds since 1970, got ${JSON.stringify(epoch)}`);
  return new Date(Number(epoch) * 1000).toISOString();
}

async function readDate(text: string, template: OpenedTemplate): Promise<string> {
  const refusal = new UsageError(
    `--date must be a day such as 2026-01-31 or a time such as 2026-01-31T09:30:00Z, got ${JSON.stringify(text)}`,
  );
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? [];
  if (day === undefined || !isDay(day)) throw refusal;
  if (time === undefined)
    return startOfDay(new Date(`${day}T00:00:00Z`), (await describeTemplate(template)) as { readonly timezone?: unknown });
  if (zone === undefined) throw new UsageError(`--date needs a time zone after the time: ${text}Z, or ${text}+01:00`);
  const instant = new Date(text.toUpperCase());
  if (Number.isNaN(instant.getTime())) throw refusal;
  return instant.toISOString();
}

/** The first moment of a day in the template's zone: 2026-01-31 must not print as the 30th west of Greenwich. */
function startOfDay(midnight: Date, { timezone }: { readonly timezone?: unknown }): string {
  if (typeof timezone !== 'string' || timezone.includes('{{')) return midnight.toISOString();
  // Where there is no such zone, compiling the template says what is wrong with it.
  return (momentOf(midnight, timezone) ?? midnight).toISOString();
}
