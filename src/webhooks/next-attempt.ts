// What follows an attempt: when the delivery is tried again, and when its webhook is turned off.
import { counted } from '../words/counts.ts';
import type { EventAnswer } from './post-event.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after failed attempts, as the Standard Webhooks specification suggests: ten attempts within 75 hours. */
export const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A webhook is turned off when all attempts have failed for this long. */
const offAfterMs = 5 * 24 * hour;
const longestHoldMs = minute;
const longestPauseMs = 24 * hour;

/** The pause before the next attempt. Undefined: no attempt follows. `attempts`: the failed ones so far. `random`: from 0 to 1. */
export function pauseAfter(
  attempts: number,
  { retryAfter = 0 }: Pick<EventAnswer, 'retryAfter'>,
  random: number,
): number | undefined {
  const pause = pauses[attempts];
  if (pause === undefined) return undefined;
  // Up to a tenth more, so that deliveries that failed together are not tried again together.
  return Math.max(pause * (1 + random / 10), Math.min(retryAfter * second, longestPauseMs));
}

/** How long a webhook rests after its `failures` claims in a row have failed: an endpoint that is down is not overrun. */
export function holdAfter(failures: number): number {
  return Math.min(longestHoldMs, second * 2 ** Math.min(failures, 10));
}

/** Why a webhook is turned off after these answers. Undefined: it is not. `failingMs`: for how long attempts had failed before. */
export function findTurnOffReason(answers: readonly EventAnswer[], failingMs: number): string | undefined {
  if (answers.some(({ status }) => status === 410)) return 'The endpoint answered 410: it wants no more events.';
  const [last] = answers.slice(-1);
  if (last === undefined || failingMs < offAfterMs || answers.some(({ error }) => error === undefined)) return undefined;
  return `Every attempt has failed for ${counted(Math.floor(failingMs / (24 * hour)), 'day')}. The last time: ${last.error}`;
}
