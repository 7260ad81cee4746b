// Makes one call to a webhook: to an address that was checked, without redirects, within a bounded time.

import { lookup, Resolver } from 'node:dns/promises';
import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { abortAfter } from '../async/abort-after.ts';
import { counted } from '../words/counts.ts';
import type { AddressRules } from './address-rules.ts';
import { findAddressFault, literalOf } from './check-url.ts';

export interface EventCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EventAnswer {
  /** Undefined: no answer. */
  readonly status: number | undefined;
  /** The beginning of the answer's body. Undefined: no answer, or the team may not see the body. */
  readonly body: string | undefined;
  /** Why the call failed, for the team. Undefined: the status is between 200 and 299. */
  readonly error: string | undefined;
  /** Why nothing was sent, for the operator only. */
  readonly refusal?: string | undefined;
  /** Whether the call took so long that its endpoint counts as failing. */
  readonly isSlow: boolean;
  /** Seconds after which the endpoint wants to be called again. */
  readonly retryAfter: number | undefined;
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface CallRules {
  readonly addresses: AddressRules;
  /** Finds the addresses of a name. Default: by DNS. */
  readonly resolve?: (hostname: string) => Promise<readonly Address[]>;
  /** Longest time of a call, from the look-up of the name to the end of the answer. */
  readonly timeoutMs?: number;
  /** Longest time of the look-up. A refusal is told after this time, whatever its reason. */
  readonly lookUpMs?: number;
  /** Time after which a call is slow. */
  readonly slowMs?: number;
}

const defaults = { timeoutMs: 10_000, lookUpMs: 3_000, slowMs: 5_000 };
/** Characters of an answer that are kept. */
const mostBody = 1_000;
/** Bytes of an answer that are read. */
const mostBytes = 16_384;

/** Never raises. */
export async function postEvent(call: EventCall, rules: CallRules, signal?: AbortSignal): Promise<EventAnswer> {
  const { timeoutMs, slowMs } = { ...defaults, ...rules };
  const over = abortAfter(timeoutMs);
  const end = signal ? AbortSignal.any([over, signal]) : over;
  const beganMs = performance.now();
  const isSlow = () => over.aborted || performance.now() - beganMs > slowMs;
  const failed = (error: string, refusal?: string): EventAnswer => ({ ...noAnswer(error), refusal, isSlow: isSlow() });
  try {
    const url = new URL(call.url);
    const addresses = await findAddresses(url, rules, end);
    const { body, ...answer } = await send(url, addresses, call, end);
    return { ...answer, body: rules.addresses.showsBodies ? body : undefined, isSlow: isSlow() };
  } catch (error) {
    if (over.aborted) return failed(`It did not answer within ${counted(timeoutMs / 1000, 'second')}.`);
    if (!(error instanceof AddressRefusal)) return failed(describeFault(error));
    return failed(`Nothing was sent: ${rules.addresses.givesReasons ? error.message : error.told}`, error.message);
  }
}

/** A call that got no answer. */
export function noAnswer(error: string): EventAnswer {
  return { status: undefined, body: undefined, error, retryAfter: undefined, isSlow: false };
}

/** Nothing was sent. The message says why. */
class AddressRefusal extends Error {
  /** What a team learns of it: the same for an unknown name and for a name of an address that must not be called. */
  readonly told: string;

  constructor({ hostname, protocol }: URL, reason: string) {
    super(reason);
    const hint = protocol === 'http:' ? ' Try https.' : '';
    this.told = `${hostname} is unknown, or this server may not call its address.${hint} The log of the server has the reason, for its operator.`;
  }
}

/**
 * The addresses to dial, one or more. A refusal takes the same time whatever its reason, unless the caller may know the reason: the time would tell
 * an internal name from an unknown name.
 */
async function findAddresses(url: URL, rules: CallRules, signal: AbortSignal): Promise<readonly Address[]> {
  const { lookUpMs } = { ...defaults, ...rules };
  const time = abortAfter(lookUpMs);
  try {
    return await within(AbortSignal.any([time, signal]), checkedAddresses(url, rules));
  } catch (error) {
    if (time.aborted)
      throw new AddressRefusal(url, `The look-up of ${url.hostname} took longer than ${counted(lookUpMs / 1000, 'second')}.`);
    if (!rules.addresses.givesReasons) await within(signal, aborted(time));
    throw error;
  }
}

/** The addresses of a host. Raises AddressRefusal if one of them must not be called: a name for addresses inside and outside is a trick. */
async function checkedAddresses(url: URL, { addresses: rules, resolve = resolveAll }: CallRules): Promise<readonly Address[]> {
  const literal = literalOf(url);
  const found =
    literal === undefined
      ? await resolve(url.hostname).catch(() => {
          throw new AddressRefusal(url, `The name ${url.hostname} is unknown.`);
        })
      : [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
  for (const { address } of found) {
    const fault = findAddressFault(url, address, rules);
    if (fault !== undefined) throw new AddressRefusal(url, fault);
  }
  if (found.length === 0) throw new AddressRefusal(url, `The name ${url.hostname} has no address.`);
  return found;
}

/**
 * The addresses of a name by DNS. The look-up of the system (getaddrinfo) cannot be broken off, and few of its threads would be left for the database
 * while the DNS of a team is slow. So it is asked only for names that no team can have a DNS for: those without a dot, such as `localhost`.
 */
async function resolveAll(hostname: string): Promise<readonly Address[]> {
  if (!hostname.replace(/\.$/, '').includes('.')) return lookup(hostname, { all: true });
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const toAddresses = (found: typeof v4, family: number) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...toAddresses(v4, 4), ...toAddresses(v6, 6)];
}

/** The connection is made to one of these addresses. The name stays in `Host` and in the handshake of TLS, which checks the certificate against it. */
function send(
  url: URL,
  addresses: readonly Address[],
  { headers, body }: EventCall,
  signal: AbortSignal,
): Promise<Omit<EventAnswer, 'isSlow'>> {
  const [{ address, family }] = addresses as [Address];
  const toChecked: LookupFunction = (_name, { all }, found) => (all ? found(null, [...addresses]) : found(null, address, family));
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'accept-encoding': 'identity',
    },
    lookup: toChecked,
    // A connection of its own, which ends with the call.
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    /** Resolves with the part of the answer that has arrived. Undefined: nothing has arrived. */
    let end: (() => void) | undefined;
    const outgoing = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (incoming) => {
      const { statusCode: status = 0 } = incoming;
      let read = Buffer.alloc(0);
      const giveAnswer = () => {
        const text = read.toString('utf8').slice(0, mostBody);
        resolve({
          status,
          body: text,
          error: findStatusFault(status),
          retryAfter: readRetryAfter(incoming.headers['retry-after']),
        });
        incoming.destroy();
      };
      end = giveAnswer;
      incoming.on('data', (chunk: Buffer) => {
        read = Buffer.concat([read, chunk]);
        if (read.length >= mostBytes) giveAnswer();
      });
      incoming.on('end', giveAnswer).on('error', giveAnswer).on('close', giveAnswer);
    });
    // The status says it all: a body that breaks off or takes too long changes nothing.
    outgoing.on('error', (error) => (end ? end() : reject(error)));
    outgoing.on('close', () => reject(new Error('The connection ended without an answer.')));
    outgoing.end(body);
  });
}

function findStatusFault(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect
    ? `It answered ${status}. Redirects are not followed: make a webhook with the new address.`
    : `It answered ${status}.`;
}

/** RFC 9110, 10.2.3: seconds or a date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds > 0 ? seconds : undefined;
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refuses connections.',
  ECONNRESET: 'It broke off the connection.',
  EPIPE: 'It broke off the connection.',
  EHOSTUNREACH: 'It cannot be reached.',
  ENETUNREACH: 'It cannot be reached.',
  ETIMEDOUT: 'It cannot be reached.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
};

/** Codes of a certificate that nobody vouches for. */
const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];

function describeFault(error: unknown): string {
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (untrusted.includes(code)) return 'Its certificate is not trusted.';
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'It does not speak TLS, or no version that this server speaks.';
  if (code.startsWith('HPE_')) return 'Its answer is not valid HTTP.';
  return reasons[code] ?? 'The connection failed.';
}
