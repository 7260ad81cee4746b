// Limits how often a token, or an editor's session, may call.
import type { FastifyReply } from 'fastify';
import { createMinuteCounts } from '../async/minute-counts.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { Service } from '../engine/service.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { grouped } from '../words/counts.ts';

/** Counts a call under `key`. Raises RATE_LIMITED after too many calls. */
export type RateCheck = (reply: FastifyReply, key: string) => Promise<void>;

/** Counts a call of an editor's session in this process. Raises RATE_LIMITED after too many calls. */
export type SessionCheck = (session: string) => void;

/** The store is not asked: a refusal has to cost less than the call. */
export function createSessionCheck(
  { sessionCallsPerMinute: limit }: Pick<ServerSettings, 'sessionCallsPerMinute'>,
  now: () => number,
): SessionCheck {
  const counts = createMinuteCounts(now);
  return (session) => {
    const { isAllowed, overInMs } = counts.count(session, limit);
    if (isAllowed) return;
    const retryAfter = Math.ceil(overInMs / 1000);
    throw new PdfgenError('RATE_LIMITED', `More than ${grouped(limit)} calls a minute of an editor's session.`, { retryAfter });
  };
}

export function createRateCheck(service: Pick<Service, 'countCall'>, { requestsPerMinute: limit }: ServerSettings): RateCheck {
  if (limit === undefined) return async () => {};
  return async (reply, key) => {
    const { isAllowed, left, overInMs } = await service.countCall(key, limit);
    const seconds = Math.ceil(overInMs / 1000);
    reply
      .header('ratelimit-limit', String(limit))
      .header('ratelimit-remaining', String(left))
      .header('ratelimit-reset', String(seconds));
    if (!isAllowed) throw new PdfgenError('RATE_LIMITED', `More than ${limit} calls a minute.`, { retryAfter: seconds });
  };
}
