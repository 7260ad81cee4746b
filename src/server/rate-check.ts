// Limits how often a token, or an editor's session, may call.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PdfgenError } from '../contract/errors.ts';
import type { ServerSettings } from '../settings/server-settings.ts';

/** Counts a call under `key`. Raises RATE_LIMITED after too many calls. */
export type RateCheck = (request: FastifyRequest, reply: FastifyReply, key: string) => Promise<void>;

export function createRateCheck(app: FastifyInstance, { requestsPerMinute }: ServerSettings): RateCheck {
  const keys = new WeakMap<FastifyRequest, string>();
  if (requestsPerMinute === undefined) return async () => {};
  const count = app.createRateLimit({
    max: requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => keys.get(request)!,
  });
  return async (request, reply, key) => {
    keys.set(request, key);
    const limit = await count(request);
    if (limit.isAllowed) return;
    reply
      .header('ratelimit-limit', String(limit.max))
      .header('ratelimit-remaining', String(limit.remaining))
      .header('ratelimit-reset', String(limit.ttlInSeconds));
    if (!limit.isExceeded) return;
    throw new PdfgenError('RATE_LIMITED', `More than ${limit.max} calls a minute.`, { retryAfter: limit.ttlInSeconds });
  };
}
