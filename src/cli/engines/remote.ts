// Decides before the command runs whether it talks to a server, and with which token.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isLoopback } from '../../words/is-loopback.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { GlobalOptions } from '../command-line/global-options.ts';
import type { Io } from '../io/io.ts';
import { getProfile, type Profile, readProfiles } from '../settings/profiles.ts';

export interface Remote {
  /** The profile's name; undefined: the server is named by its address. */
  readonly profile: string | undefined;
  readonly url: string;
  readonly token: string | undefined;
  /** Whether the user named the server in this run; false: the profile in use. */
  readonly isAskedFor: boolean;
}

/** Undefined: the run works locally. Raises UsageError. */
export function resolveRemote(options: GlobalOptions, io: Pick<Io, 'env' | 'cwd'>): Remote | undefined {
  if (options.local) return undefined;
  const asked = options.remote ?? (io.env.PDFGEN_REMOTE || undefined);
  const name = asked ?? readProfiles(io).current;
  return name === undefined ? undefined : { ...getRemote(name, options, io), isAskedFor: asked !== undefined };
}

/** The server of a profile's name or an address. Raises UsageError. */
export function getRemote(name: string, options: GlobalOptions, io: Pick<Io, 'env' | 'cwd'>): Remote {
  const known = readProfiles(io);
  const chosen = isUrl(name) ? ofUrl(name, known.profiles) : { profile: name, ...getProfile(known, name) };
  const isInsecureAllowed = options.allowInsecure || chosen.allowInsecure === true || io.env.PDFGEN_ALLOW_INSECURE === '1';
  return {
    profile: chosen.profile,
    url: checkUrl(chosen.url, isInsecureAllowed),
    token: readToken(options, io) ?? chosen.token,
    isAskedFor: true,
  };
}

/** Whether the user has logged in to this address. */
export const isKnownServer = (url: string, io: Pick<Io, 'env'>): boolean =>
  ofUrl(url, readProfiles(io).profiles).profile !== undefined;

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Sends a profile's token only to the address of that profile. */
function ofUrl(
  url: string,
  profiles: Readonly<Record<string, Profile>>,
): {
  readonly profile: string | undefined;
  readonly url: string;
  readonly token: string | undefined;
  readonly allowInsecure?: boolean;
} {
  const same = Object.entries(profiles).find(([, one]) => trim(one.url) === trim(url));
  return same ? { profile: same[0], ...same[1] } : { profile: undefined, url, token: undefined };
}

const trim = (url: string): string => url.replace(/\/+$/, '');

/** The address without a trailing slash. Raises UsageError for an address that would carry a token in the clear. */
export function checkUrl(given: string, allowInsecure: boolean): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new UsageError(`Invalid server address ${JSON.stringify(given)}. Give one such as https://pdf.example.com`);
  }
  if (url.username !== '' || url.password !== '')
    throw new UsageError('A server address must not contain a user name or password. Log in with: pdfgen login URL');
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`The server address ${given} must not have a query or fragment.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure) {
    throw new UsageError(`${given} is not https: others could read the token on its way. Use https, or add --allow-insecure.`);
  }
  return trim(url.href);
}

function readToken({ tokenFile }: GlobalOptions, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string | undefined {
  if (tokenFile !== undefined) return readTokenFile(tokenFile, cwd);
  if (!env.PDFGEN_TOKEN) return undefined;
  const token = env.PDFGEN_TOKEN.trim();
  if (!isTokenText(token)) throw notOneToken('PDFGEN_TOKEN');
  return token;
}

/** Whether a text can be a token of this or another server: one word in ASCII, as a header takes it. */
export const isTokenText = (text: string): boolean => /^[!-~]+$/.test(text);

/** The error for a text that is not a token. It does not quote the text. */
export const notOneToken = (place: string): UsageError =>
  new UsageError(`${place} must contain one token in ASCII and nothing else.`);

/** Tells where a refused token came from, and how to send another. */
export function explainRefusal({ profile, url, token }: Remote, { tokenFile }: GlobalOptions, { env }: Pick<Io, 'env'>): string {
  if (tokenFile !== undefined) return `The token came from --token-file ${tokenFile}.`;
  if (env.PDFGEN_TOKEN) return 'The token came from PDFGEN_TOKEN.';
  if (token === undefined) return `No token was sent. Log in with: pdfgen login ${url}`;
  return `The token came from the profile ${profile}. Log in again with: pdfgen login ${url} --profile ${profile}`;
}

/** The token in a file. Raises UsageError. */
export function readTokenFile(file: string, cwd: string): string {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--token-file ${file} cannot be read: ${(error as Error).message}`, 'file');
  }
  if (!isTokenText(text)) throw notOneToken(`--token-file ${file}`);
  return text;
}
