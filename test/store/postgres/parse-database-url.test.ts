import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOfDatabase, parseDatabaseUrl } from '../../../src/store/postgres/parse-database-url.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { openFolder } from '../../support/folders.ts';

const folder = openFolder();
const { certFile, keyFile, cert: caText, key: keyText } = makeCertificate(folder, 'ca', 'db.example.com');
writeFileSync(join(folder, 'text.txt'), 'text');
// The names of tests must be the same in each run.
const [ca, key, text] = [certFile, keyFile, 'text.txt'].map((file) => `FOLDER/${basename(file)}`);
const parse = (url: string) => parseDatabaseUrl(url.replaceAll('FOLDER', folder));

test.each([
  ['postgres://u:secret@db.internal:6432/x', 'db.internal:6432'],
  ['postgres://u:secret@db.internal/x', 'db.internal:5432'],
  ['postgres://u:secret@[::1]/x', '[::1]:5432'],
  ['postgres:///x?host=/run/postgresql', '/run/postgresql'],
  ['postgres:///x', 'other:7000'],
])('the address of %s is %s, without user and password', (url, address) => {
  expect(addressOfDatabase(url, { PGHOST: 'other', PGPORT: url === 'postgres:///x' ? '7000' : '' })).toBe(address);
});

test('a URL has the parts that libpq reads of it', () => {
  expect(parseDatabaseUrl('postgres://us%40er:p%25w@db.example.com:5433/docs?application_name=api')).toEqual({
    host: 'db.example.com',
    port: 5433,
    user: 'us@er',
    password: 'p%w',
    database: 'docs',
    application_name: 'api',
    options: undefined,
    ssl: false,
  });
  expect(parseDatabaseUrl('postgresql:///docs?host=/run/postgresql&user=me')).toMatchObject({
    host: '/run/postgresql',
    user: 'me',
    database: 'docs',
  });
  expect(parseDatabaseUrl('postgres://[::1]/docs').host).toBe('::1');
});

test.each([
  ['disable', false],
  ['require', { rejectUnauthorized: false, checkServerIdentity: expect.any(Function) as unknown }],
  [`require&sslrootcert=${ca}`, { ca: caText, checkServerIdentity: expect.any(Function) as unknown }],
  [`verify-ca&sslrootcert=${ca}`, { ca: caText, checkServerIdentity: expect.any(Function) as unknown }],
  ['verify-full', {}],
  ['verify-full&sslrootcert=system', {}],
  [`verify-full&sslcert=${ca}&sslkey=${key}`, { cert: caText, key: keyText }],
  ['verify-full&host=/run/postgresql', false],
])('sslmode=%s', (mode, ssl) => {
  expect(parse(`postgres://db/docs?sslmode=${mode}`).ssl).toEqual(ssl);
});

test.each([
  ['db.example.com/docs', 'write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.'],
  ['mysql://db/docs', 'write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.'],
  ['postgres://u:100%@db/docs', 'a "%" that begins no escape must be written as %25.'],
  ['postgres://db/docs?sslmod=require', 'it has an unknown parameter "sslmod"; did you mean "sslmode"?'],
  ['postgres://db/docs?ssl=true', 'it has an unknown parameter "ssl"; write sslmode=verify-full.'],
  ['postgres://db/docs?sslmode=verifyfull', 'got "verifyfull"; did you mean "verify-full"?'],
  ['postgres://db/docs?sslmode=prefer', 'sslmode=prefer goes on without TLS when somebody prevents it'],
  ['postgres://db/docs?sslmode=', 'sslmode has no value.'],
  ['postgres://db/docs?sslmode=require&sslmode=disable', 'sslmode is given twice.'],
  [`postgres://db/docs?sslrootcert=${ca}`, 'sslrootcert needs TLS: add sslmode=verify-full.'],
  [`postgres://db/docs?sslmode=verify-full&sslcert=${ca}`, 'sslcert and sslkey go together.'],
  [`postgres://db/docs?sslmode=verify-full&sslrootcert=FOLDER/none.pem`, 'the file of sslrootcert cannot be read'],
  [`postgres://db/docs?sslmode=verify-full&sslrootcert=${text}`, 'the file of sslrootcert is not in PEM format'],
  [
    `postgres://db/docs?sslmode=verify-full&sslcert=${key}&sslkey=${ca}`,
    'each must be in PEM format, and the key must have no password.',
  ],
  [`postgres://db/docs?sslmode=verify-full&sslrootcert=${key}`, 'each must be in PEM format, and the key'],
  ['postgres://db/docs?port=x', 'port must be a number.'],
])('%s is refused', (url, message) => {
  expect(() => parse(url)).toThrow(message);
});

test('no message repeats a password', () => {
  expect(() => parseDatabaseUrl('postgres://u:hidden@db/docs?pasword=hidden')).toThrow(/^(?!.*hidden)/);
});
