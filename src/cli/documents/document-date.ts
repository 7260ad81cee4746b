// Chooses the date of a document: `doc.date` of templates and the PDF's metadata. Never reads the clock.

import { describeTemplate } from '../../contract/get-template.ts';
import { readDate } from '../../input/read-date.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Io } from '../io/io.ts';

/** From `--date`, else SOURCE_DATE_EPOCH, else undefined; RFC 3339. A day begins in the template's time zone. Raises UsageError. */
export async function chooseDate(
  given: unknown,
  template: Parameters<typeof describeTemplate>[0],
  env: Io['env'],
): Promise<string | undefined> {
  if (given !== undefined) return readDate(String(given), { option: '--date', getTemplate: () => describeTemplate(template) });
  return readEpoch(env)?.toISOString();
}

/** Raises UsageError as `chooseDate` does, without a template: its time zone decides when a day begins, and not whether it is a day. */
export async function checkDate(given: unknown, env: Io['env']): Promise<void> {
  if (given !== undefined) await readDate(String(given), { option: '--date', getTemplate: async () => ({}) });
  else readEpoch(env);
}

/** The time of SOURCE_DATE_EPOCH (reproducible-builds.org/specs/source-date-epoch). Raises UsageError. */
export function readEpoch({ SOURCE_DATE_EPOCH: epoch }: Io['env']): Date | undefined {
  if (!epoch) return undefined;
  // An integer, seconds since the epoch.
  if (!/^\d{1,11}$/.test(epoch))
    throw new UsageError(`SOURCE_DATE_EPOCH must be whole seconds since 1970, got ${JSON.stringify(epoch)}`);
  return new Date(Number(epoch) * 1000);
}
