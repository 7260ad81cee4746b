// The limit of time for work on a file of somebody else.
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';

export const timeLimitOption = ['--max-seconds <n>', 'longest time to work on the file (default: 30)'] as const;

/** Raises UsageError. */
export function readTimeLimit({ maxSeconds = '30' }: OptionValues): { readonly timeoutMs: number } {
  const seconds = Number(maxSeconds);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return { timeoutMs: seconds * 1000 };
  throw new UsageError(`--max-seconds takes a whole number from 1 to 86400, got ${JSON.stringify(maxSeconds)}.`);
}
