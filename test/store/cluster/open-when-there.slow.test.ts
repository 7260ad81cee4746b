import pg from 'pg';
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { isAway, openWhenThere } from '../../../src/store/cluster/open-when-there.ts';
import { toServiceError } from '../../../src/store/postgres/faults.ts';
import { withAddress } from '../../../src/store/postgres/with-address.ts';
import { S3Refusal, toStoreError } from '../../../src/store/s3/faults.ts';

const place = { bucket: 'b', region: 'r', call: 'GET http://127.0.0.1/b', credentials: 'AWS_SECRET_ACCESS_KEY' };
const system = (code: string) => Object.assign(new Error(code), { code });
/** `text`: an SQLSTATE, and words if they matter. */
const answered = (text: string) =>
  Object.assign(new pg.DatabaseError(text.slice(6) || 'no', 2, 'error'), { code: text.slice(0, 5) });
const refused = (status: number, code: string) => new S3Refusal({ status, code, region: undefined, date: undefined });

/** Faults at the start of a process, as the command line would report them. */
const kinds = {
  connection: (code: string) => [toServiceError(system(code)), toStoreError(system(code), place)],
  'server of PostgreSQL': (text: string) => [toServiceError(answered(text))],
  'words of pg': (text: string) => [toServiceError(new Error(text))],
  'object store': (text: string) => [toStoreError(refused(Number(text.split(' ')[0]), text.split(' ')[1] ?? ''), place)],
};
const away: Readonly<Record<keyof typeof kinds, readonly string[]>> = {
  connection: [
    ...'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN'.split(' '),
    ...'ENETUNREACH ENETDOWN ENOENT ENOTFOUND EAI_AGAIN'.split(' '),
  ],
  'server of PostgreSQL': [
    ...'57P01 57P02 57P03 53300 08006'.split(' '),
    // The words of PgBouncer.
    '08P01 the database system is starting up',
    '08P01 sorry, too many clients already',
    '08P01 no more connections allowed (max_client_conn)',
    '08P01 query_wait_timeout',
    '08P01 client_login_timeout (server down)',
    '08P01 server login has been failing, try again later (server_login_retry)',
    '08P01 server login has been failing, cached error: connect failed (server_login_retry)',
  ],
  'words of pg': [
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
  ],
  'object store': ['503 ServiceUnavailable', '503 SlowDown', '503', '502', '504'],
};
const wrong: typeof away = {
  connection: ['CERT_HAS_EXPIRED', 'EPROTO', 'EACCES', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  'server of PostgreSQL': [
    ...'28P01 28000 3D000 42501 53100 57P04'.split(' '),
    '08P01 database "x" does not exist',
    '08P01 no such database: x',
    '08P01 no such user',
    '08P01 password authentication failed for user "x"',
    '08P01 SASL authentication failed',
    '08P01 server login failed: wrong password type',
    '08P01 server login has been failing, cached error: password authentication failed for user "x" (server_login_retry)',
    '08P01 pg_hba.conf rejects connection for host "db", user "x", database "x", no encryption',
    '08P01 role "x" is not permitted to log in',
    '08P01 unix socket login rejected',
    '08P01 SSL required',
    '08P01 unsupported startup parameter: options',
    '08P01 bouncer config error',
  ],
  'words of pg': [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'The server does not support SSL connections',
  ],
  'object store': ['403 AccessDenied', '403 SignatureDoesNotMatch', '404 NoSuchBucket', '301 PermanentRedirect', '200', '500'],
};
const rowsOf = (table: typeof away) =>
  Object.entries(table).flatMap(([kind, codes]) => codes.map((code) => [kind as keyof typeof kinds, code] as const));

test.each(rowsOf(away))('%s: a process waits for the end of %s', async (kind, code) => {
  for (const error of kinds[kind](code)) {
    expect(isAway(error)).toBe(true);
    await expect(withAddress('db.example.com:5432', () => Promise.reject(error))).rejects.toSatisfy(isAway);
  }
});

test.each(rowsOf(wrong))('%s: no wait cures %s', (kind, code) => {
  for (const error of kinds[kind](code)) expect(isAway(error)).toBe(false);
});

test('a file that is missing is not a store that is away', () => {
  expect(isAway(new PdfgenError('INVALID_REQUEST', 'The master key cannot be read.', { cause: system('ENOENT') }))).toBe(false);
});

test('each attempt tells why it failed, and the end of the wait is told once', async () => {
  const told: string[] = [];
  const faults = ['ECONNREFUSED', 'EAI_AGAIN'].map((code) => toServiceError(system(code)));
  const wait = {
    signal: new AbortController().signal,
    onAway: async ({ cause }: PdfgenError) => void told.push((cause as Error).message),
    onBack: () => void told.push('back'),
  };
  const open = async () => {
    const fault = faults.shift();
    if (fault) throw fault;
    return 'stores';
  };
  expect(await openWhenThere(open, wait)).toBe('stores');
  expect(told).toEqual(['ECONNREFUSED', 'EAI_AGAIN', 'back']);
  expect(await openWhenThere(open, wait)).toBe('stores');
  expect(told).toHaveLength(3);
});

test('the signal ends the wait with its reason', async () => {
  const controller = new AbortController();
  const wait = { signal: controller.signal, onAway: async () => controller.abort(new Error('stop')), onBack: () => {} };
  await expect(openWhenThere(() => Promise.reject(toServiceError(system('ECONNREFUSED'))), wait)).rejects.toThrow('stop');
});
