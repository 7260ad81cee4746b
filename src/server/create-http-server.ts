// The socket side of the server: what bounds a connection, and answers for what never becomes a request.
import { createServer as createPlain, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
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
  const server = settings.tls ? createSecure({ ...options, ...settings.tls }, listener) : createPlain(options, listener);
  // A client that neither sends nor reads any more would hold what it was to be answered for ever.
  server.timeout = settings.stalledMs;
  server.on('clientError', answerSocket);
  // The body is called for when everything that needs none was checked: see readBytes.
  server.on('checkContinue', listener);
  // RFC 9110, 10.1.1: other expectations need not be refused.
  server.on('checkExpectation', listener);
  return server;
}

const words: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not come in time.',
};

/** What is no HTTP, too long or too slow never becomes a request, and is answered on the socket. */
function answerSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
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

/** Whether the answer to an earlier request is under way on the socket, and would be cut by another. Node keeps it where its own handler looks. */
function isAnswering(socket: Socket): boolean {
  return (socket as Socket & { readonly _httpMessage?: { readonly headersSent: boolean } })._httpMessage?.headersSent === true;
}
