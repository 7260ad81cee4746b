// The option --template-version of the commands that retry jobs.
import { UsageError } from '../../words/usage-error.ts';

export const retriedVersionOption = [
  '--template-version <version>',
  'current: render the current version of the template',
] as const;

/** The query of a retry. Raises UsageError. */
export function readRetriedVersion(given: unknown): { readonly templateVersion?: 'current' } {
  if (given === undefined) return {};
  if (given === 'current') return { templateVersion: given };
  throw new UsageError(`--template-version must be current, got ${JSON.stringify(given)}`);
}
