// Credentials of the object store: fixed ones from the environment, or ones of an endpoint, which expire and are renewed.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { isLoopback } from '../../words/is-loopback.ts';
import { storeUnavailable } from './faults.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface CredentialSource {
  /** What an operator has to check if the object store refuses the credentials. */
  readonly origin: string;
  /** Raises STORE_UNAVAILABLE if there are no valid credentials. */
  get(): Promise<Credentials>;
  /** Call this when the object store says that the credentials are no longer valid. True: `get` will give others. */
  drop(refused: Credentials): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Fixed credentials come first. Raises INVALID_REQUEST if the environment has no credentials, or a part of them. */
export function credentialsFromEnvironment(env: Environment, now: () => number = Date.now): CredentialSource {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (accessKeyId && secretAccessKey) {
    const fixed = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
    const origin = `AWS_ACCESS_KEY_ID${sessionToken ? ', AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN' : ' and AWS_SECRET_ACCESS_KEY'}`;
    return { origin, get: async () => fixed, drop: () => false };
  }
  if (accessKeyId || secretAccessKey)
    throw wrongCredentials(
      `${accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'} is missing in the environment. Set it too.`,
    );
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const full = env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  const instance = env.AWS_EC2_METADATA_SERVICE_ENDPOINT;
  if (relative) return fromContainer('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', `http://169.254.170.2${relative}`, env, now);
  if (full) return fromContainer('AWS_CONTAINER_CREDENTIALS_FULL_URI', full, env, now);
  if (instance) return fromInstance('AWS_EC2_METADATA_SERVICE_ENDPOINT', instance, now);
  throw wrongCredentials(
    'The object store needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment. For the role of a container set AWS_CONTAINER_CREDENTIALS_FULL_URI, for the role of an EC2 instance AWS_EC2_METADATA_SERVICE_ENDPOINT=http://169.254.169.254.',
  );
}

/** The endpoint that ECS and EKS give to a container. */
function fromContainer(variable: string, address: string, env: Environment, now: () => number): CredentialSource {
  const url = checkAddress(variable, address);
  const ask = async () => {
    // The token's file is read each time, because its content changes.
    const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
    const token = file ? (await readFile(file, 'utf8')).trim() : env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
    if (token && /[\r\n]/.test(token)) throw new Error('the authorization token must be a single line');
    return parseCredentials(await call(url, { headers: token ? { authorization: token } : {} }));
  };
  return new RenewedSource(variable, ask, now);
}

/** The metadata service of an EC2 instance, in its second version: each question needs a token. */
function fromInstance(variable: string, address: string, now: () => number): CredentialSource {
  const base = checkAddress(variable, address).href.replace(/\/*$/, '/latest/');
  const ask = async () => {
    const asked = { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' } };
    const token = await call(new URL('api/token', base), asked);
    const told = { headers: { 'x-aws-ec2-metadata-token': token } };
    const roles = new URL('meta-data/iam/security-credentials/', base);
    const role = (await call(roles, told)).trim();
    if (!/^[\w+=,.@-]+$/.test(role)) throw new Error('the instance has no role');
    return parseCredentials(await call(new URL(role, roles), told));
  };
  return new RenewedSource(variable, ask, now);
}

async function call(url: URL, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerMs) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  return answer.text();
}

function parseCredentials(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the text, which may hold a secret.
    throw new Error('its answer is not JSON');
  }
}

/** Credentials are renewed when less time than this is left, or less than half of their life. */
const renewalMs = 5 * 60_000;
/** Pause between two renewals, so that a refusal or a fault does not flood the endpoint. */
const pauseMs = 10_000;
const answerMs = 5_000;

interface HeldCredentials {
  readonly credentials: Credentials;
  readonly askedMs: number;
  readonly expiresMs: number;
  renewMs: number;
}

/** Credentials that expire. They are asked for again in time. */
class RenewedSource implements CredentialSource {
  readonly origin: string;
  readonly #variable: string;
  readonly #askEndpoint: () => Promise<unknown>;
  readonly #now: () => number;
  #held: HeldCredentials | undefined;
  #asking: Promise<HeldCredentials> | undefined;

  constructor(variable: string, askEndpoint: () => Promise<unknown>, now: () => number) {
    this.origin = `the role behind ${variable}`;
    this.#variable = variable;
    this.#askEndpoint = askEndpoint;
    this.#now = now;
  }

  async get(): Promise<Credentials> {
    const held = this.#held;
    if (held && this.#now() < held.renewMs) return held.credentials;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    try {
      this.#held = await this.#asking;
    } catch (error) {
      if (!held || this.#held !== held || this.#now() >= held.expiresMs) throw error;
      held.renewMs = Math.min(held.expiresMs, this.#now() + pauseMs);
    }
    return this.#held.credentials;
  }

  drop(refused: Credentials): boolean {
    if (this.#held?.credentials !== refused) return true;
    if (this.#now() - this.#held.askedMs < pauseMs) return false;
    this.#held = undefined;
    return true;
  }

  async #ask(): Promise<HeldCredentials> {
    try {
      return this.#read(await this.#askEndpoint());
    } catch (cause) {
      throw storeUnavailable(
        `The credentials endpoint in ${this.#variable} gives no credentials. Look at its service, then try again.`,
        {
          cause,
        },
      );
    }
  }

  #read(answer: unknown): HeldCredentials {
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = (answer ?? {}) as Readonly<Record<string, unknown>>;
    const expiresMs = typeof Expiration === 'string' ? Date.parse(Expiration) : Number.NaN;
    if (
      typeof AccessKeyId !== 'string' ||
      typeof SecretAccessKey !== 'string' ||
      typeof Token !== 'string' ||
      Number.isNaN(expiresMs)
    )
      throw new Error('its answer lacks AccessKeyId, SecretAccessKey, Token or Expiration');
    const askedMs = this.#now();
    const leftMs = expiresMs - askedMs;
    if (leftMs <= 0) throw new Error('its credentials have expired already');
    const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
    return { credentials, askedMs, expiresMs, renewMs: expiresMs - Math.min(renewalMs, leftMs / 2) };
  }
}

/** Addresses of ECS, EKS and EC2 that may be asked without TLS, besides those of this machine. */
const plainHosts = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', '169.254.169.254', '[fd00:ec2::254]'];

function checkAddress(variable: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongCredentials(`${variable} is not the address of a credentials endpoint.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plainHosts.includes(url.hostname))
    throw wrongCredentials(`${variable} must begin with https://, because its host is not this machine.`);
  return url;
}

function wrongCredentials(detail: string): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', detail);
}
