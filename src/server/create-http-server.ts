// The socket side of the server: what bounds a connection, and answers for what never becomes a request.
import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Socket } from 'node:net';
import { errorTable, PdfgenError, toProblem } from '../contract/errors.ts';
import { readRequestId } from './request-id.ts';
import type { ServerSettings } from './settings.ts';

/** Creates the server of a host's address, plain or with TLS. */
export function createHttpServer(settings: ServerSettings, listener: RequestListener): Server {
  const options: ServerOptions = {
    maxHeaderSize: settings.maxHeaderBytes,
    headersTimeout: settings.headersTimeoutMs,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    // Node looks for late requests this often; by itself only every 30 s.
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, settings.headersTimeoutMs / 2)),
    // Refused by us, as a problem document.
    requireHostHeader: false,
  };
  const calls = createCallRecord();
  const take: RequestListener = (request, response) => {
    calls.add(request, response);
    listener(request, response);
  };
  const server = settings.tls ? createSecure({ ...options, ...settings.tls }, take) : createPlain(options, take);
  // A client that neither sends nor reads any more would hold what it was to be answered for ever. One that waits for us may.
  server.setTimeout(settings.stalledMs, (socket: Socket) => {
    if (!calls.isWorkingFor(socket)) socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || calls.isAnswering(socket)) socket.destroy();
    else answerSocket(error, socket);
  });
  // The body is called for when everything that needs none was checked: see readBytes.
  server.on('checkContinue', take);
  // RFC 9110, 10.1.1: other expectations need not be refused.
  server.on('checkExpectation', take);
  return server;
}

interface CallRecord {
  add(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a request came whole and its answer has not begun: it is we who take the time. */
  isWorkingFor(socket: Socket): boolean;
  /** Whether an answer is under way, and would be broken by another. */
  isAnswering(socket: Socket): boolean;
}

function createCallRecord(): CallRecord {
  // A client may send its next request before the answer to the last: several a socket.
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const of = (socket: Socket): readonly ServerResponse[] => [...(open.get(socket) ?? [])];
  return {
    add({ socket }, response) {
      const calls = open.get(socket) ?? new Set();
      open.set(socket, calls.add(response));
      response.once('close', () => calls.delete(response));
    },
    isWorkingFor: (socket) => of(socket).some(({ req, headersSent }) => req.complete && !headersSent),
    isAnswering: (socket) => of(socket).some(({ headersSent }) => headersSent),
  };
}

const words: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in time.',
};

/** What is no HTTP, too long or too slow never becomes a request, and is answered on the socket. */
function answerSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  const problem = toProblem(new PdfgenError('INVALID_REQUEST', words[error.code ?? ''] ?? 'The request is not valid HTTP.'));
  const requestId = readRequestId(undefined);
  const body = JSON.stringify({ ...problem, requestId });
  const { status } = errorTable.INVALID_REQUEST;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: private, no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
