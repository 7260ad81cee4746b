// Sends one HTTP request on connections that are kept. `fetch` takes several times as much processor time for a small answer, and a batch has
// thousands of them.
import { setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PdfgenError } from '../contract/errors.ts';
import { proxyCredentials, proxyFor } from './proxy.ts';

/** Gives a body in parts. Each call begins anew. */
export type BodyStream = () => AsyncIterable<string>;

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | BodyStream | undefined;
  /** Time limit for the head of the answer. It begins anew with each part of a body. */
  readonly timeoutMs: number;
  /** Ends the request, and later the body of its answer. */
  readonly signal: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HttpHeaders;
  /** The decoded body. Raises an error if it breaks off. Read it to its end, or call `cancel`. */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/** Headers by their names in small letters. */
export interface HttpHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Sends a request and gives the head of its answer. */
export type Requester = (url: URL, request: HttpRequest) => Promise<HttpResponse>;

/** An idle connection is closed after this time: servers usually keep theirs for 5 s or longer. */
const idleMs = 4_000;
/** Longest time in which no byte of a body arrives. */
const stalledMs = 300_000;

/** Keeps connections of its own, also to the proxies that the environment names. An idle connection does not keep the process alive. */
export function createRequester(): Requester {
  const options = { keepAlive: true, timeout: idleMs };
  const agents = { 'http:': new Agent(options), 'https:': new SecureAgent(options) };
  const tunnels = new Map<string, Agent>();
  /** The agent for a server behind a proxy. */
  const tunnelThrough = async (proxy: URL): Promise<Agent> => {
    const { TunnelAgent } = await import('./tunnel-agent.ts');
    const agent = tunnels.get(proxy.href) ?? new TunnelAgent(proxy, options);
    tunnels.set(proxy.href, agent);
    return agent;
  };
  return async (url, { method, headers, body, timeoutMs, signal }) => {
    const proxy = proxyFor(url);
    const isSecure = url.protocol === 'https:';
    // A proxy takes plain HTTP itself, with the whole address as the path.
    const forwarder = isSecure ? undefined : proxy;
    const { protocol } = forwarder ?? url;
    const agent = isSecure && proxy ? await tunnelThrough(proxy) : agents[protocol as keyof typeof agents];
    const sent = { 'accept-encoding': 'gzip, deflate, br', ...headers };
    const outgoingOptions: RequestOptions = {
      ...urlToHttpOptions(forwarder ?? url),
      auth: null,
      method,
      headers: forwarder ? { ...sent, host: url.host, ...proxyCredentials(forwarder) } : sent,
      ...(forwarder && { path: url.href }),
      agent,
    };
    return new Promise((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? requestSecure : requestPlain)(outgoingOptions);
      const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs);
      const onPart = () => void timer.refresh();
      const abort = () => outgoing.destroy(new Error('the call was aborted'));
      // Many calls may share a signal, and Node warns of more than ten listeners.
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', abort);
      let hasAnswer = false;
      outgoing.on('response', (incoming) => {
        hasAnswer = true;
        // A server that refuses a body answers before its end. The rest is not sent, so the connection cannot be used again.
        if (!outgoing.writableEnded) incoming.once('close', () => outgoing.destroy());
        clearTimeout(timer);
        outgoing.setTimeout(stalledMs, () => outgoing.destroy(new Error('the answer stalled')));
        try {
          resolve(toResponse(incoming, url.host));
        } catch (error) {
          incoming.destroy();
          reject(error);
        }
      });
      outgoing.on('error', reject);
      outgoing.on('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (!hasAnswer) reject(new Error('it closed the connection without an answer'));
      });
      if (typeof body !== 'function') outgoing.end(body);
      else sendParts(body, outgoing, { onPart, isAnswered: () => hasAnswer }).catch((error: Error) => outgoing.destroy(error));
    });
  };
}

/** Sends a body in parts, as quickly as the server takes them, until the server answers. Raises the errors of the body. */
async function sendParts(
  body: BodyStream,
  outgoing: ClientRequest,
  { onPart, isAnswered }: { onPart(): void; isAnswered(): boolean },
): Promise<void> {
  for await (const part of body()) {
    if (isAnswered() || outgoing.destroyed) return;
    onPart();
    if (!outgoing.write(part)) await roomIn(outgoing);
  }
  onPart();
  if (!isAnswered()) outgoing.end();
}

/** Resolves when more can be written, or nothing more need be. */
function roomIn(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      for (const event of events) outgoing.off(event, over);
      resolve();
    };
    const events = ['drain', 'response', 'close'];
    for (const event of events) outgoing.on(event, over);
  });
}

/** The answer to a request that needs no sending. */
export const emptyResponse: HttpResponse = {
  status: 204,
  statusText: 'No Content',
  headers: { get: () => null, has: () => false },
  body: (async function* () {})(),
  cancel() {},
};

/** A longer body is not held in memory: a small encoded answer may become very long. */
const mostHeldBytes = 256 * 1024 * 1024;

/** Reads the whole body. Raises REMOTE_UNSUPPORTED if it is too long, or an error if it breaks off. */
export async function holdBody(response: HttpResponse): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > mostHeldBytes)
      throw new PdfgenError('REMOTE_UNSUPPORTED', 'The answer of the server is longer than 256 MiB. No call has such an answer.');
    chunks.push(chunk);
  }
  return {
    ...response,
    body: (async function* () {
      yield* chunks;
    })(),
  };
}

/** The whole body. */
export async function readAll({ body }: HttpResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Raises REMOTE_UNSUPPORTED for a body that cannot be decoded. */
function toResponse(incoming: IncomingMessage, server: string): HttpResponse {
  const { statusCode = 0, statusMessage = '', headers } = incoming;
  const codings = listCodings(headers['content-encoding'] ?? '');
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined)
    throw new PdfgenError(
      'REMOTE_UNSUPPORTED',
      `The server ${server} encodes its answer as ${JSON.stringify(unknown)}. This program reads gzip, deflate and br.`,
    );
  // The last coding was applied last.
  const body = codings.reduceRight<Readable>((encoded, coding) => pipeline(encoded, decoders[coding]!(), () => {}), incoming);
  // The length of an encoded body says nothing about the decoded one.
  const read = (name: string) => (codings.length > 0 && name === 'content-length' ? undefined : headers[name]);
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: { get: (name) => read(name)?.toString() ?? null, has: (name) => read(name) !== undefined },
    body,
    cancel() {
      // A connection whose answer has no body can be used again.
      if (statusCode === 204 || headers['content-length'] === '0') incoming.resume();
      else incoming.destroy();
    },
  };
}

/** RFC 9110, 8.4: the codings of a body in the order in which they were applied. */
function listCodings(header: string): readonly string[] {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}
