// Sends one HTTP request and gives its answer, within time limits.
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { PdfgenError } from '../../contract/errors.ts';

export interface HttpBody {
  readonly bytes: number;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface HttpCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection. Needed only for an answer whose body nobody begins to read. */
  discard(): void;
}

export interface ExchangeLimits {
  /** Time for a new connection, TLS included. */
  readonly connectMs: number;
  /** Longest time without a byte sent or received. */
  readonly idleMs: number;
  /** The same on a connection that was kept open, which may be dead, until the head of the answer. Default: `idleMs`. */
  readonly keptIdleMs?: number | undefined;
}

/** Connections that stay open between calls. */
export type S3Connections = HttpAgent | HttpsAgent;

export function openConnections(protocol: string): S3Connections {
  // The connection used last is the least likely to be closed by the other side.
  const options = { keepAlive: true, scheduling: 'lifo' } as const;
  return protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
}

/** The body could not be read, or has another size. The cause says more. The other side is not at fault. */
export class BodyFault extends Error {}

/** The other side did not answer in time. */
export class LateFault extends Error {
  readonly code = 'ETIMEDOUT';
  /** Whether the connection was kept open by an earlier call. It may be dead although the other side is well. */
  readonly wasReused: boolean;

  constructor(message: string, wasReused: boolean) {
    super(message);
    this.wasReused = wasReused;
  }
}

/**
 * `connections` undefined: a connection of its own. The signal ends the wait for the answer's head, not the reading of its body. Raises the error of
 * the connection, or BodyFault.
 */
export async function exchange(
  call: HttpCall,
  connections: S3Connections | undefined,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const start = call.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = start(call.url, { method: call.method, headers: call.headers, agent: connections ?? false });
  request.once('socket', (socket) => {
    limitConnecting(request, socket, call.url.protocol, limits.connectMs);
    const idleMs = request.reusedSocket ? (limits.keptIdleMs ?? limits.idleMs) : limits.idleMs;
    request.setTimeout(idleMs, () => request.destroy(silent(idleMs, request)));
  });
  const stop = () => request.destroy(new LateFault('no answer in time', request.reusedSocket));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).on('error', reject));
    const over = new Promise<void>((resolve) =>
      answered.then(
        () => resolve(),
        () => resolve(),
      ),
    );
    if (signal.aborted) stop();
    if (call.body) await sendBody(request, call.body, over);
    else request.end();
    const response = await answered;
    return {
      status: response.statusCode!,
      headers: response.headers,
      chunks: readBody(request, response, limits.idleMs),
      discard: () => void request.destroy(),
    };
  } finally {
    signal.removeEventListener('abort', stop);
    request.setTimeout(0);
  }
}

function limitConnecting(request: ClientRequest, socket: Socket, protocol: string, connectMs: number): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => request.destroy(new LateFault(`no connection in ${connectMs / 1000} s`, false)), connectMs);
  const clear = () => clearTimeout(timer);
  socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', clear).once('close', clear);
}

/** Ends early when there is an answer, or the connection is lost. */
async function sendBody(request: ClientRequest, body: HttpBody, over: Promise<void>): Promise<void> {
  let isOver = false;
  let wake = (): void => undefined;
  void over.then(() => {
    isOver = true;
    wake();
  });
  request.on('drain', () => wake());
  let sent = 0;
  try {
    for await (const chunk of body.chunks) {
      if (isOver) return;
      sent += chunk.length;
      if (sent > body.bytes) break;
      if (request.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isOver) resolve();
      });
    }
    if (sent !== body.bytes)
      throw new PdfgenError(
        'INTERNAL',
        `The body has ${sent > body.bytes ? 'more' : 'fewer'} than the ${body.bytes} bytes that were said.`,
      );
  } catch (cause) {
    request.destroy();
    throw new BodyFault('The body cannot be sent.', { cause });
  }
  request.end();
}

async function* readBody(request: ClientRequest, response: IncomingMessage, idleMs: number): AsyncGenerator<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // The limit counts only while somebody waits for bytes: a reader may take its time between two chunks.
      const timer = setTimeout(() => response.destroy(silent(idleMs, request)), idleMs);
      const step = await chunks.next().finally(() => clearTimeout(timer));
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Closes the connection of an answer that was not read to its end, or that came before the body was sent.
    await chunks.return?.();
    if (!request.writableFinished) request.destroy();
  }
}

function silent(idleMs: number, { reusedSocket }: ClientRequest): LateFault {
  return new LateFault(`no byte for ${idleMs / 1000} s`, reusedSocket);
}
