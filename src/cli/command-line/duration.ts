// Reads a duration of the command line.
import { UsageError } from '../../words/usage-error.ts';

/** Value of --retry-for if the user gives none. */
export const defaultRetryFor = '2m';

/** The description of --retry-for. */
export const retryForText = `with a server: how long to wait while the server is away, such as 90s, 15m or 2h (default: ${defaultRetryFor})`;

/** Seconds: a number, or `90s`, `15m`, `2h`. Raises UsageError with the name of the flag. */
export function readDuration(flag: string, given: unknown): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(s|m|h)?$/.exec(String(given)) ?? [];
  if (number === undefined) throw new UsageError(`${flag} must be a time such as 90s, 15m or 2h, got ${JSON.stringify(given)}`);
  return Number(number) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}

/** `45 s`, `3 min 20 s`, `2 h 5 min`, `20 min`. */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
