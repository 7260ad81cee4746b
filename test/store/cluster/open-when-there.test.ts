import pg from 'pg';
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { isAway, openWhenThere } from '../../../src/store/cluster/open-when-there.ts';
import { toServiceError } from '../../../src/store/postgres/faults.ts';
import { withAddress } from '../../../src/store/postgres/with-address.ts';
import { S3Refusal, toStoreError } from '../../../src/store/s3/faults.ts';

const place = { bucket: 'b', region: 'r', call: 'GET http://127.0.0.1/b', credentials: 'AWS_SECRET_ACCESS_KEY' };
const system = (code: string) => Object.assign(new Error(code), { code });
const answered = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
const refused = (status: number, code: string) => new S3Refusal({ status, code, region: undefined, date: undefined });

/** Faults at the start of a process, as the command line would report them. */
const kinds = {
  connection: (code: string) => [toServiceError(system(code)), toStoreError(system(code), place)],
  'server of PostgreSQL': (code: string) => [toServiceError(answered(code))],
  'words of pg': (text: string) => [toServiceError(new Error(text))],
  'object store': (text: string) => [toStoreError(refused(Number(text.split(' ')[0]), text.split(' ')[1] ?? ''), place)],
};
const away: Readonly<Record<keyof typeof kinds, readonly string[]>> = {
  connection:
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOENT ENOTFOUND EAI_AGAIN'.split(
      ' ',
    ),
  'server of PostgreSQL': ['57P01', '57P02', '57P03'],
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
  'server of PostgreSQL': ['28P01', '28000', '3D000', '42501', '53100', '53300', '57P04'],
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
