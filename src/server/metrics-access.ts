// Decides who may read /metrics on the port of the API: a metrics token, or a program on the same machine.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Service } from '../engine/service.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { isLoopback } from '../words/is-loopback.ts';
import type { Authenticator } from './authenticate.ts';

interface AccessDeps {
  readonly service: Pick<Service, 'authenticateMetrics'>;
  readonly authenticate: Authenticator;
  readonly settings: Pick<ServerSettings, 'publicUrl' | 'trustProxy'>;
}

/**
 * Raises UNAUTHENTICATED without a valid token, FORBIDDEN for a token of a team. A program on the same machine needs no token, unless the settings
 * tell of a proxy: a proxy on this machine may hide that a client is elsewhere.
 */
export async function checkMetricsAccess(
  { service, authenticate, settings }: AccessDeps,
  request: FastifyRequest,
): Promise<void> {
  const isBehindProxy = settings.publicUrl !== undefined || settings.trustProxy !== undefined;
  if (request.raw.headers.authorization === undefined && !isBehindProxy && isFromThisMachine(request)) return;
  await authenticate(request, (token) => service.authenticateMetrics(token));
}

/** Headers of a proxy. Behind a proxy on this machine, every client seems to be on this machine. */
const isOfProxy = (header: string): boolean =>
  header.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(header);

/**
 * Whether the call comes from this machine, and from no proxy. The call must also name this machine in `Host`: a web page whose host name leads
 * to 127.0.0.1 sends its own name.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const host = isIP(address) === 6 ? `[${address}]` : address;
  return isLoopback(host) && isLoopback(hostNameOf(headers.host ?? '')) && !Object.keys(headers).some(isOfProxy);
}

const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();
