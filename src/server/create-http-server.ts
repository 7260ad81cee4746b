// Creates the HTTP server of Node: limits of a connection, and answers to input that is not a valid request.
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
import type { ServerSettings } from '../settings/server-settings.ts';
import { stalledCode } from './call-ends.ts';
import { readRequestId } from './request-id.ts';

/** Certificate chain and private key, as PEM texts. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Creates the server for one address, plain or with TLS. */
export function createHttpServer(settings: ServerSettings, tls: Tls | undefined, listener: RequestListener): Server {
  const options: ServerOptions = {
    maxHeaderSize: settings.maxHeaderBytes,
    headersTimeout: settings.headerSeconds * 1000,
    requestTimeout: settings.requestSeconds * 1000,
    keepAliveTimeout: settings.keepAliveSeconds * 1000,
    // Node checks for late requests this often. Its default is every 30 s.
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, settings.headerSeconds * 500)),
    // We refuse such requests ourselves, with a problem document.
    requireHostHeader: false,
  };
  const calls = createCallRecord();
  const take: RequestListener = (request, response) => {
    calls.add(request, response);
    listener(request, response);
  };
  const server = tls ? createSecure({ ...options, ...tls }, take) : createPlain(options, take);
  // A client that neither sends nor reads would hold the memory of its answer for ever. A client that waits for the server is not disconnected.
  server.setTimeout(settings.stalledSeconds * 1000, (socket: Socket) => {
    if (!calls.isWorkingFor(socket)) socket.destroy(Object.assign(new Error('stalled'), { code: stalledCode }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || calls.isAnswering(socket)) socket.destroy(error);
    else answerSocket(error, socket);
  });
  // The server asks for the body only after all checks that need no body: see readBytes.
  server.on('checkContinue', take);
  // RFC 9110, 10.1.1: a server may ignore other expectations.
  server.on('checkExpectation', take);
  return server;
}

interface CallRecord {
  add(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the server is working on a complete request, so that the client is not the slow one. */
  isWorkingFor(socket: Socket): boolean;
  /** Whether an answer is being sent. A second answer would break it. */
  isAnswering(socket: Socket): boolean;
}

function createCallRecord(): CallRecord {
  // A client may send its next request before the last answer, so a socket may have several.
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
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Input that is not HTTP, too long or too slow never becomes a request. It is answered on the socket. */
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy(error));
}
