// The date of a document: `doc.date` of templates and the PDF's metadata. The clock is never read.
import type { OpenedTemplate } from '../../context.ts';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../../usage-error.ts';
import { zoneOffsetMs } from '../../zone-offset.ts';
import { getTemplate } from '../get-template.ts';

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
  if (day === undefined) throw refusal;
  const midnight = new Date(`${day}T00:00:00Z`);
  // The 30th of February would pass as the 2nd of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) throw refusal;
  if (time === undefined) return startOfDay(midnight, (await getTemplate(template)) as { readonly timezone?: unknown });
  if (zone === undefined) throw new UsageError(`--date needs a time zone after the time: ${text}Z, or ${text}+01:00`);
  const instant = new Date(text.toUpperCase());
  if (Number.isNaN(instant.getTime())) throw refusal;
  return instant.toISOString();
}

/** The first moment of a day in the template's zone: 2026-01-31 must not print as the 30th west of Greenwich. */
function startOfDay(midnight: Date, { timezone }: { readonly timezone?: unknown }): string {
  if (typeof timezone !== 'string' || timezone.includes('{{')) return midnight.toISOString();
  let start = midnight.getTime();
  // Twice, since the offset may change between the guess and the day's start.
  for (let i = 0; i < 2; i++) {
    const offset = zoneOffsetMs(new Date(start), timezone);
    if (offset === undefined) return midnight.toISOString(); // compiling the template says what is wrong with its zone
    start = midnight.getTime() - offset;
  }
  return new Date(start).toISOString();
}
