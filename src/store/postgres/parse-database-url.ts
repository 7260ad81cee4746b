// Reads the URL of a PostgreSQL database: postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=verify-full
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { PdfgenError } from '../../contract/errors.ts';
import { suggest } from '../../words/nearest.ts';

/** How a database is connected to. What is undefined comes from the variables of libpq, such as PGPASSWORD. */
export interface DatabaseAddress {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly application_name: string;
  /** Options of the server, such as `-c work_mem=8MB`. */
  readonly options: string | undefined;
  readonly ssl: ConnectionOptions | false;
}

const parameters = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'application_name',
  'options',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
] as const;
type UrlParameters = Partial<Record<(typeof parameters)[number], string>>;

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** Raises INVALID_REQUEST. No message repeats a value that may hold a secret. The modes of TLS are those of libpq (PostgreSQL, 34.19.1). */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw wrongDatabaseUrl('write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  const given = readParameters(url.searchParams);
  const host = given.host ?? (decodePart(url.hostname).replace(/^\[|\]$/g, '') || undefined);
  const port = given.port ?? (url.port || undefined);
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw wrongDatabaseUrl('port must be a number');
  return {
    host,
    port: port === undefined ? undefined : Number(port),
    user: given.user ?? (decodePart(url.username) || undefined),
    password: given.password ?? (decodePart(url.password) || undefined),
    database: given.dbname ?? (decodePart(url.pathname.slice(1)) || undefined),
    application_name: given.application_name ?? 'pdfgen',
    options: given.options,
    ssl: readTls(given, host),
  };
}

/** The host and port of a URL that was parsed before, also those that the variables of libpq name. Never the user or the password. */
export function addressOfDatabase(url: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { host = env.PGHOST || 'localhost', port = env.PGPORT || 5432 } = parseDatabaseUrl(url);
  if (host.startsWith('/')) return host; // the folder of a socket
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readParameters(search: URLSearchParams): UrlParameters {
  const found: UrlParameters = {};
  for (const [name, value] of search) {
    const known = parameters.find((one) => one === name);
    if (known === undefined) {
      const near = /^(?:ssl|tls)$/i.test(name) ? '; write sslmode=verify-full' : suggest(name, parameters);
      throw wrongDatabaseUrl(
        `it has an unknown parameter ${JSON.stringify(name)}${near || `; known are ${parameters.join(', ')}`}`,
      );
    }
    if (found[known] !== undefined) throw wrongDatabaseUrl(`${known} is given twice`);
    if (value === '') throw wrongDatabaseUrl(`${known} has no value`);
    found[known] = value;
  }
  return found;
}

function readTls({ sslmode, sslrootcert, sslcert, sslkey }: UrlParameters, host: string | undefined): ConnectionOptions | false {
  const files = { sslrootcert, sslcert, sslkey };
  if (sslmode === undefined || sslmode === 'disable') {
    const [useless] = Object.entries(files).find(([, file]) => file !== undefined) ?? [];
    if (useless !== undefined) throw wrongDatabaseUrl(`${useless} needs TLS: add sslmode=verify-full`);
    return false;
  }
  if (sslmode === 'prefer' || sslmode === 'allow')
    throw wrongDatabaseUrl(`sslmode=${sslmode} goes on without TLS when somebody prevents it: write verify-full, or disable`);
  if (!modes.some((mode) => mode === sslmode))
    throw wrongDatabaseUrl(
      `sslmode must be one of ${modes.join(', ')}, got ${JSON.stringify(sslmode)}${suggest(sslmode, modes)}`,
    );
  if ((sslcert === undefined) !== (sslkey === undefined)) throw wrongDatabaseUrl('sslcert and sslkey go together');
  // A socket of this machine needs no TLS, and has none.
  if (host !== undefined && isAbsolute(host)) return false;
  const ca = sslrootcert === undefined || sslrootcert === 'system' ? undefined : readPem(sslrootcert, 'sslrootcert');
  const clientCertificate = sslcert !== undefined && { cert: readPem(sslcert, 'sslcert'), key: readPem(sslkey!, 'sslkey') };
  checkFiles(ca, clientCertificate || {});
  return {
    ...(ca !== undefined && { ca }),
    ...clientCertificate,
    // As in libpq, `require` checks the certificate if a root certificate is named.
    ...(sslmode === 'require' && sslrootcert === undefined && { rejectUnauthorized: false }),
    ...(sslmode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function checkFiles(ca: string | undefined, clientCertificate: ConnectionOptions): void {
  try {
    createSecureContext(clientCertificate);
    // OpenSSL passes over a root certificate that it cannot read, and then trusts none.
    if (ca !== undefined) new X509Certificate(ca);
  } catch (cause) {
    const isPair = (cause as NodeJS.ErrnoException).code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH';
    throw wrongDatabaseUrl(
      isPair
        ? 'the key of sslkey does not belong to the certificate of sslcert'
        : 'a file of sslrootcert, sslcert or sslkey cannot be used: each must be in PEM format, and the key must have no password',
      cause,
    );
  }
}

function readPem(file: string, parameter: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw wrongDatabaseUrl(`the file of ${parameter} cannot be read: ${file}`, cause);
  }
  if (!text.includes('-----BEGIN ')) throw wrongDatabaseUrl(`the file of ${parameter} is not in PEM format: ${file}`);
  return text;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongDatabaseUrl('a "%" that begins no escape must be written as %25');
  }
}

function wrongDatabaseUrl(detail: string, cause?: unknown): PdfgenError {
  const end = detail.endsWith('?') ? '' : '.';
  return new PdfgenError('INVALID_REQUEST', `The address of the database is wrong: ${detail}${end}`, { cause });
}
