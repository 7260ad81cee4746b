// Authenticates a request by its bearer token, and limits invalid tokens.
import type { FastifyRequest } from 'fastify';
import { createMinuteCounts } from '../async/minute-counts.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { toNetwork } from './to-network.ts';

/** The token of the `Authorization` header. Raises UNAUTHENTICATED without one. */
export function readToken({ raw }: FastifyRequest): string {
  const given = raw.headersDistinct.authorization ?? [];
  const token = given.length === 1 ? /^Bearer +([A-Za-z0-9._~+/=-]{1,4096}) *$/i.exec(given[0]!)?.[1] : undefined;
  if (token === undefined) throw new PdfgenError('UNAUTHENTICATED', 'The call needs one header "Authorization: Bearer TOKEN".');
  return token;
}

/** Authenticates a request. Default: the token in its header. */
export type Authenticator = <T>(
  request: FastifyRequest,
  authenticate: (token: string) => Promise<T>,
  given?: string,
) => Promise<T>;

/** Counts invalid tokens by address, in this process: a stranger without a token must not make the database write. A valid token always passes, even if other clients at its address send invalid tokens. */
export function createAuthenticator({ failedAuthenticationsPerMinute: limit }: ServerSettings): Authenticator {
  const failures = createMinuteCounts(() => performance.now());
  return async (request, authenticate, given) => {
    const token = given ?? readToken(request);
    try {
      return await authenticate(token);
    } catch (error) {
      if (!(error instanceof PdfgenError) || error.code !== 'UNAUTHENTICATED') throw error;
      const { isAllowed, left, overInMs } = failures.count(toNetwork(request.ip), limit);
      if (isAllowed) throw error;
      throw new PdfgenError('RATE_LIMITED', 'Too many failed authentications from this address.', {
        retryAfter: Math.ceil(overInMs / 1000),
        quota: { limit, remaining: left },
      });
    }
  };
}
