// Connections through an HTTP proxy to servers that speak TLS (RFC 9110, 9.3.6).
import { request as requestPlain } from 'node:http';
import { type AgentOptions, request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { proxyCredentials } from './proxy.ts';

const proxyMs = 30_000;

type Connect = (error: Error | null, socket?: Duplex) => void;

export class TunnelAgent extends SecureAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: AgentOptions & { readonly host?: string; readonly port?: number },
    connect: Connect,
  ): undefined {
    const proxy = this.#proxy;
    const target = `${options.host?.includes(':') ? `[${options.host}]` : options.host}:${options.port}`;
    const asked = (proxy.protocol === 'https:' ? requestSecure : requestPlain)({
      ...urlToHttpOptions(proxy),
      auth: null,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyCredentials(proxy) },
      agent: false,
    });
    // The call that waits for the connection keeps the process alive, and may be ended before.
    asked.on('socket', (socket) => socket.unref());
    asked.setTimeout(proxyMs, () => asked.destroy(new Error('the proxy does not answer')));
    asked.on('error', connect);
    asked.on('connect', ({ statusCode = 0, statusMessage }, socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        socket.setTimeout(0);
        socket.ref();
        connect(null, super.createConnection({ ...options, socket } as AgentOptions) ?? undefined);
        return;
      }
      socket.destroy();
      connect(new Error(`the proxy answered ${statusCode}${statusMessage && ` ${statusMessage}`}`));
    });
    asked.end();
  }
}
