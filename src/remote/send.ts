// Sends a request to a remote server, with redirects, time limits and safe repeats. Errors become PdfgenError.
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '../contract/api-prefix.ts';
import { PdfgenError } from '../contract/errors.ts';
import { linesType } from '../contract/item-stream.ts';
import type { OperationId } from '../contract/operations.ts';
import { checkMembers, showArgument } from '../words/check-arguments.ts';
import { UsageError } from '../words/usage-error.ts';
import { readProblem } from './problem.ts';
import { throughProxy } from './proxy.ts';
import {
  type BodyStream,
  createRequester,
  emptyResponse,
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
  holdBody,
  type Requester,
} from './request.ts';

/** How to reach a server. */
export interface HttpEngineOptions {
  /** Address of the server, with its path if it has one. It may end with `/api/v1`. */
  readonly baseUrl: string;
  /** API token. */
  readonly token?: string | undefined;
  /** The name of your program for the server's log. */
  readonly userAgent?: string;
  /** Time limit for the head of an answer, in addition to the wait that the call requests. Default: 60 s. */
  readonly timeoutMs?: number;
  /** How often a call is tried again if that is safe. Default: 4. */
  readonly retries?: number;
  /** How long a safe call is tried again while connections are refused or break off, or answers are 502, 503 or 504. Default: 0. */
  readonly retryForMs?: number;
  /** Called with the reason when calls begin to wait for the server, and with undefined when the server answers again. */
  readonly onOutage?: (reason: PdfgenError | undefined) => void;
  /** Called with the milliseconds and the reason when a call waits for more than 2 s because the server asks for it (429, 503). */
  readonly onWait?: (ms: number, reason: PdfgenError) => void;
}

export interface OutgoingCall {
  /** The operation. */
  readonly id: OperationId;
  readonly method: string;
  /** Path after the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Bytes are sent unchanged, a function as the stream of JSON Lines that it gives, and any other value as JSON. */
  readonly body: unknown;
  /** How long the server may take to answer. Default: the usual time limit. */
  readonly patienceMs?: number;
  readonly isRepeatable: boolean;
  /** The answer is small enough to be read as a whole. If it breaks off, the call is tried again. */
  readonly isReadWhole: boolean;
  /** Seconds that the call asks the server to wait. */
  readonly waitSeconds: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly response: HttpResponse;
  /** Sends the same request with other headers, to resume a download that broke off. */
  again(headers: Readonly<Record<string, string>>): Promise<Answer>;
  /** The error of a body that breaks off: REMOTE_UNREACHABLE, or the reason of the call's signal. */
  brokenOff(cause: unknown): unknown;
  /** Name of the server in messages. */
  readonly server: string;
}

/** Gives answers with a status below 300. Raises the server's error, REMOTE_UNREACHABLE, REMOTE_UNSUPPORTED, or the reason of a signal. */
export type Sender = (call: OutgoingCall, signal: AbortSignal | undefined) => Promise<Answer>;

const firstPauseMs = 250;
const longestPauseMs = 30_000;
/** The longest pause that a server may ask for. */
const longestAskedMs = 120_000;
/** A longer pause that a server asks for is told. */
const untoldPauseMs = 2_000;
const mostRedirects = 5;

/** The longest pause between two calls to a server that is away and does not say when it is back. */
const longestOutagePauseMs = 2_000;

/** Statuses of a server that is away or starts. */
const awayStatuses = [502, 503, 504];
/** Statuses that mean that the server did not work on the request. */
const busyStatuses = [429, ...awayStatuses];
/** Errors of a connection to a server that is away. */
const awayCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

export function createSender(options: HttpEngineOptions): Sender {
  checkOptions(options);
  const { retries = 4, retryForMs = 0, onOutage, onWait } = options;
  const base = options.baseUrl.replace(new RegExp(`(?:${apiPrefix})?/*$`), '');
  const server = new URL(base).host + throughProxy(new URL(base));
  const request = createRequester();
  let isAway = false;
  const noteOutage = (reason: PdfgenError | undefined): void => {
    if (isAway !== (reason !== undefined)) onOutage?.(reason);
    isAway = reason !== undefined;
  };
  const send: Sender = async (call, signal) => {
    let awaySinceMs: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOnce(request, base, call, options, signal);
      if ('response' in outcome && outcome.response.status < 300) {
        noteOutage(undefined);
        const { response } = outcome;
        const again = (headers: Readonly<Record<string, string>>) =>
          send({ ...call, headers: { ...call.headers, ...headers } }, signal);
        const broken = (cause: unknown) => (signal?.aborted ? signal.reason : brokenOff(server, cause));
        return { status: response.status, headers: response.headers, response, again, brokenOff: broken, server };
      }
      const failed = await readFailure(outcome, call, { server, base });
      // An earlier attempt that broke off had already deleted it.
      if (failed.status === 404 && call.method === 'DELETE' && attempt > 0) {
        const { headers } = emptyResponse;
        return { status: 204, headers, response: emptyResponse, again: fail, brokenOff: (cause) => cause, server };
      }
      const nowMs = performance.now();
      awaySinceMs = failed.isAway ? (awaySinceMs ?? nowMs) : undefined;
      const leftMs = awaySinceMs === undefined ? 0 : awaySinceMs + retryForMs - nowMs;
      const isLast = !call.isRepeatable || !failed.mayPass || (attempt >= retries && leftMs <= 0);
      if (isLast) throw failed.error;
      const isOutage = failed.isAway && retryForMs > 0;
      if (isOutage) noteOutage(failed.error);
      const backOffMs = Math.min(firstPauseMs * 2 ** attempt, isOutage ? longestOutagePauseMs : longestPauseMs);
      const askedMs = (failed.error.retryAfter ?? 0) * 1000;
      // The last call comes when the time is up.
      const mostMs = isOutage && attempt >= retries ? leftMs : longestAskedMs;
      const pauseMs = Math.min(mostMs, Math.max(backOffMs * (0.5 + Math.random()), askedMs));
      if (askedMs > untoldPauseMs) onWait?.(pauseMs, failed.error);
      await sleep(pauseMs, undefined, signal && { signal });
    }
  };
  return send;
}

interface Failure {
  readonly error: PdfgenError;
  readonly status: number | undefined;
  /** The same call may succeed later. */
  readonly mayPass: boolean;
  /** The server is away or starts. */
  readonly isAway: boolean;
}

async function readFailure(
  outcome: AttemptOutcome,
  { id }: OutgoingCall,
  { server, base }: { readonly server: string; readonly base: string },
): Promise<Failure> {
  if ('failure' in outcome) {
    const { failure, isInBody } = outcome;
    const isAway = awayCodes.includes((failure as NodeJS.ErrnoException).code ?? '');
    const error = isInBody ? brokenOff(server, failure) : unreachable(failure, server, base);
    return { error, status: undefined, mayPass: true, isAway };
  }
  const { status } = outcome.response;
  const error = await readProblem(outcome.response, { id, server });
  return { error, status, mayPass: busyStatuses.includes(status), isAway: awayStatuses.includes(status) };
}

const textOptions = ['baseUrl', 'token', 'userAgent'] as const;
const numberOptions = ['timeoutMs', 'retries', 'retryForMs'] as const;
const functionOptions = ['onOutage', 'onWait'] as const;

/** Raises UsageError. */
function checkOptions(options: HttpEngineOptions): void {
  checkMembers(
    options,
    [...textOptions, ...numberOptions, ...functionOptions],
    "createClient({ baseUrl: 'https://pdf.example.com', token })",
  );
  const { baseUrl } = options;
  if (typeof baseUrl !== 'string' || !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
    throw new UsageError(
      `baseUrl takes the address of a server, such as "https://pdf.example.com", got ${showArgument(baseUrl)}`,
    );
  const { username, password } = new URL(baseUrl);
  if (username !== '' || password !== '')
    throw new UsageError('baseUrl takes an address without a user name and a password. A server of pdfgen takes a token');
  for (const name of textOptions) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'string')
      throw new UsageError(`${name} takes a text, got ${showArgument(value)}`);
  }
  for (const name of numberOptions) {
    const value: unknown = options[name];
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw new UsageError(`${name} takes a number from 0, got ${showArgument(value)}`);
  }
  for (const name of functionOptions) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'function')
      throw new UsageError(`${name} takes a function, got ${showArgument(value)}`);
  }
}

async function fail(): Promise<never> {
  throw new PdfgenError('RESULT_LOST', 'There is nothing to read again.');
}

/** `isInBody`: the head of the answer arrived, but not all of its body. */
type AttemptOutcome = { readonly response: HttpResponse } | { readonly failure: unknown; readonly isInBody: boolean };

async function attemptOnce(
  request: Requester,
  base: string,
  call: OutgoingCall,
  { timeoutMs = 60_000, token, userAgent }: HttpEngineOptions,
  signal: AbortSignal | undefined,
): Promise<AttemptOutcome> {
  signal?.throwIfAborted();
  let isInBody = false;
  let ofBody: { readonly error: unknown } | undefined;
  try {
    const headers: Record<string, string> = { accept: 'application/json, application/pdf, */*' };
    if (userAgent !== undefined) headers['user-agent'] = userAgent;
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    for (const [name, value] of Object.entries(call.headers)) if (value !== undefined) headers[name.toLowerCase()] = value;
    const { body, type } = writeBody(call.body, (error) => {
      ofBody = { error };
    });
    if (type !== undefined) headers['content-type'] = type;
    const { method, path, waitSeconds, patienceMs = 0 } = call;
    const response = await followRedirects(request, `${base}${path}`, {
      method,
      headers,
      body,
      timeoutMs: timeoutMs + patienceMs + waitSeconds * 1000,
      signal,
    });
    isInBody = true;
    return { response: call.isReadWhole && response.status < 300 ? await holdBody(response) : response };
  } catch (failure) {
    signal?.throwIfAborted();
    if (ofBody) throw ofBody.error;
    if (failure instanceof PdfgenError) throw failure;
    return { failure, isInBody };
  }
}

/** `onError` gets the error of a stream. */
function writeBody(
  body: unknown,
  onError: (error: unknown) => void,
): { readonly body: HttpRequest['body']; readonly type: string | undefined } {
  if (body === undefined) return { body: undefined, type: undefined };
  if (typeof body === 'function') return { body: tellingErrors(body as BodyStream, onError), type: linesType };
  if (body instanceof Uint8Array) return { body, type: 'application/octet-stream' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

function tellingErrors(body: BodyStream, onError: (error: unknown) => void): BodyStream {
  return async function* () {
    try {
      yield* body();
    } catch (error) {
      onError(error);
      throw error;
    }
  };
}

/** Follows redirects only of a GET. The token is sent only to the first origin. */
async function followRedirects(request: Requester, url: string, first: HttpRequest): Promise<HttpResponse> {
  let target = new URL(url);
  let { headers } = first;
  for (let redirects = 0; ; redirects++) {
    const response = await request(target, { ...first, headers });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    response.cancel();
    const next = new URL(location, target);
    if (first.method !== 'GET' || redirects >= mostRedirects) {
      const why = redirects >= mostRedirects ? 'redirects in circles' : `redirects this call to ${next.origin}${next.pathname}`;
      throw new PdfgenError('REMOTE_UNSUPPORTED', `The server ${target.host} ${why}. Give the final address instead.`);
    }
    if (!['http:', 'https:'].includes(next.protocol) || (target.protocol === 'https:' && next.protocol === 'http:'))
      throw new PdfgenError('REMOTE_UNSUPPORTED', `The server ${target.host} redirects to an address that is not safe.`);
    if (next.origin !== target.origin) {
      const { authorization: _, ...others } = headers;
      headers = others;
    }
    target = next;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'it broke off the connection',
  ETIMEDOUT: 'it does not answer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name the certificate in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority; name the authority in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority; name the authority in NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; is the address http?',
};

function brokenOff(server: string, cause: unknown): PdfgenError {
  return new PdfgenError('REMOTE_UNREACHABLE', `The server ${server} broke off the connection in the middle of its answer.`, {
    cause,
  });
}

/** REMOTE_UNREACHABLE with the reason in words. */
function unreachable(failure: unknown, server: string, base: string): PdfgenError {
  const { code = '', message } = failure as NodeJS.ErrnoException;
  const reason = reasons[code] ?? (message || 'unknown');
  return new PdfgenError('REMOTE_UNREACHABLE', `The server ${server} cannot be reached (${base}): ${reason}.`, {
    cause: failure,
  });
}
