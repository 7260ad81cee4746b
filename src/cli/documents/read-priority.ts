// The option --priority of the commands that make jobs.
import { priorities } from '../../contract/generate.ts';
import { UsageError } from '../../words/usage-error.ts';

const range = `${priorities.least} to ${priorities.most}`;

export const priorityText = `${range}: the jobs go before your team's other jobs with a lower priority (default: ${priorities.least})`;

/** The options for a job. Raises UsageError. */
export function readPriority(given: unknown): { readonly priority?: number } {
  if (given === undefined) return {};
  const priority = /^\d{1,3}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (priority >= priorities.least && priority <= priorities.most) return { priority };
  throw new UsageError(
    `--priority must be a whole number from ${range}, got ${JSON.stringify(given)}. Higher priorities go first.`,
  );
}
