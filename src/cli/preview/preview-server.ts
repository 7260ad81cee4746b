// The server of a preview: for the browser of the person at this machine only.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PdfgenError } from '../../contract/errors.ts';
import { enterCall, ticketStart } from '../../contract/shown-pages.ts';
import { browserFileHeaders, openBrowserFile, pagePolicy, readBrowserPage } from '../../files/browser-files.ts';

/** A call of the page. It gives what is answered as JSON, or bytes. */
export type PreviewCall = (query: URLSearchParams, body: unknown, signal: AbortSignal) => Promise<unknown>;

export interface PreviewCalls {
  /** By method and path below `/api/`. */
  readonly json: ReadonlyMap<string, PreviewCall>;
  /** A file of the template. Undefined: no such file. */
  file(kind: string, name: string): Promise<Uint8Array | undefined>;
}

export interface PreviewServer {
  /** With the secret. */
  readonly address: string;
  /**
   * An address that opens the page once. Command lines of programs, such as that of the browser, can be read by all users of the machine, so the
   * secret is not in it.
   */
  makeTicket(): string;
  close(): Promise<void>;
}

/** A refused call: the HTTP status, and the message that the page shows. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.body = { message, ...more };
  }
}

/** A fault of the template or its data is no fault of the preview. */
function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  return error instanceof PdfgenError
    ? new Refusal(422, error.message)
    : new Refusal(500, `The preview has failed: ${error.message}`);
}

/** Most bytes of a body: a sample of data. */
const mostBytes = 16 * 1024 ** 2;

/** Serves the page on 127.0.0.1. Each call needs the secret, which stands in the fragment of the address and so in no log. */
export async function startPreviewServer(calls: PreviewCalls, port = 0): Promise<PreviewServer> {
  const secret = randomBytes(24).toString('base64url');
  const isSecret = (header = '') => isSame(header, `Bearer ${secret}`);
  let ticket: string | undefined;
  let own: readonly string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, body } = toRefusal(error as Error);
      if (response.headersSent) response.destroy();
      else send(response, status, 'application/json', Buffer.from(JSON.stringify(body)));
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin, authorization } = request.headers;
    // A page of another site may lead a browser here by a name that it has pointed at this machine.
    if (!own.includes(host)) throw new Refusal(403, 'This server answers to its own address only.');
    if (origin !== undefined && !own.some((name) => origin === `http://${name}`))
      throw new Refusal(403, 'This server answers its own page only.');
    const { pathname, searchParams } = readAddress(request.url ?? '/', host);
    const [, first, ...steps] = pathname.split('/').map(decodeStep);
    if (first === 'api') {
      if (
        ticket !== undefined &&
        request.method === 'POST' &&
        steps.join('/') === enterCall &&
        isSame(authorization ?? '', `Bearer ${ticket}`)
      ) {
        ticket = undefined;
        response.setHeader('cache-control', 'no-store');
        return send(response, 200, 'application/json', Buffer.from(JSON.stringify({ secret })));
      }
      if (!isSecret(authorization))
        throw new Refusal(401, 'Open the address that the command has printed, with all that follows #.');
      return answerCall(`${request.method} ${steps.join('/')}`, searchParams, request, response);
    }
    if (request.method !== 'GET') throw new Refusal(405, 'Only GET is answered here.');
    if (pathname === '/') {
      response.setHeader('content-security-policy', pagePolicy("'none'"));
      return send(response, 200, 'text/html; charset=utf-8', Buffer.from(readBrowserPage('preview-page.html')));
    }
    const file = first === 'files' && steps.length === 1 ? await openBrowserFile(steps[0]!, acceptedOf(request)) : undefined;
    if (!file) throw new Refusal(404, `There is nothing at ${pathname}.`);
    for (const [name, value] of Object.entries(browserFileHeaders(steps[0]!, file))) response.setHeader(name, value);
    return send(response, 200, file.type, file.bytes);
  }

  async function answerCall(
    call: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [, kind, name] = /^GET file\/(\w+)\/([^/]+)$/.exec(call) ?? [];
    if (kind !== undefined && name !== undefined) {
      const bytes = await calls.file(kind, name);
      if (!bytes) throw new Refusal(404, `The template has no file ${name} any more.`);
      // The file may have been saved since its address was made: a cache would keep the new content under the old key.
      response.setHeader('cache-control', 'no-store');
      return send(response, 200, 'application/octet-stream', bytes);
    }
    const found = calls.json.get(call);
    if (!found) throw new Refusal(404, `There is no call ${call}.`);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const given = await found(query, body, gone.signal);
    response.setHeader('cache-control', 'no-store');
    if (!response.destroyed) send(response, 200, 'application/json', Buffer.from(JSON.stringify(given)));
  }

  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
  const { port: chosen } = server.address() as AddressInfo;
  own = [`127.0.0.1:${chosen}`, `localhost:${chosen}`];
  return {
    address: `http://127.0.0.1:${chosen}/#${secret}`,
    makeTicket() {
      ticket = `${ticketStart}${randomBytes(24).toString('base64url')}`;
      return `http://127.0.0.1:${chosen}/#${ticket}`;
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const malformed = () => new Refusal(400, 'The address is malformed.');

function readAddress(path: string, host: string): URL {
  if (!URL.canParse(path, `http://${host}`)) throw malformed();
  return new URL(path, `http://${host}`);
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    throw malformed();
  }
}

function acceptedOf({ headers }: IncomingMessage): string | undefined {
  const accepted = headers['accept-encoding'];
  return Array.isArray(accepted) ? accepted.join(',') : accepted;
}

function send(response: ServerResponse, status: number, type: string, bytes: Uint8Array): void {
  // A page and its files have a policy of their own.
  if (/^application\/(?:json|octet-stream)$/.test(type))
    response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(bytes);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) throw new Refusal(413, `The data are larger than ${mostBytes} bytes.`);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body of the call is no JSON.');
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
