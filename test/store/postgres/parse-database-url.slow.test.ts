// Connections with TLS to a real server that admits no others.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/postgres/database.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { raises } from '../../support/ends.ts';
import { freePort } from '../../support/free-port.ts';
import { giveToServer, type PostgresServer, postgresIn } from '../../support/postgres-server.ts';

let server: PostgresServer;
let port: number;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pdfgen-tls-'));
  chmodSync(folder, 0o755);
  const authorityOf = (name: string) =>
    makeCertificate(folder, 'authority', 'authority', { files: [`${name}.pem`, `${name}.key`] });
  const [ca, other] = [authorityOf('ca'), authorityOf('other')];
  for (const [name, authority] of Object.entries({ server: ca, client: ca, stranger: other }))
    makeCertificate(folder, 'localhost', 'localhost', { files: [`${name}.crt`, `${name}.key`], authority });
  chmodSync(join(folder, 'server.key'), 0o600);
  giveToServer(join(folder, 'server.key'));
  writeFileSync(
    join(folder, 'hba'),
    'local all all trust\nhostssl template1 all 127.0.0.1/32 trust clientcert=verify-ca\nhostssl all all 127.0.0.1/32 trust\n',
  );
  port = await freePort();
  server = postgresIn(folder, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    ssl_ca_file: join(folder, 'ca.pem'),
    hba_file: join(folder, 'hba'),
  });
  server.start();
}, 60_000);
afterAll(() => server.remove());

/** `query`: files by their names in the folder, as `@ca.pem`. */
async function connect(host: string, query: string, name = 'postgres'): Promise<boolean> {
  const database = openDatabase({ url: `postgres://postgres@${host}:${port}/${name}${query.replaceAll('@', `${folder}/`)}` });
  try {
    const row = await database.first<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return row!.ssl;
  } finally {
    await database.close();
  }
}

test.each([
  ['localhost', '?sslmode=require'],
  ['127.0.0.1', '?sslmode=require'],
  ['127.0.0.1', '?sslmode=verify-ca&sslrootcert=@ca.pem'],
  ['localhost', '?sslmode=verify-full&sslrootcert=@ca.pem'],
])('%s%s is encrypted', async (host, query) => {
  expect(await connect(host, query)).toBe(true);
});

test.each([
  ['127.0.0.1', '', 'refuses connections without TLS'],
  ['localhost', '?sslmode=verify-full', 'is not trusted'],
  ['127.0.0.1', '?sslmode=verify-full&sslrootcert=@ca.pem', 'is for another host'],
  ['localhost', '?sslmode=verify-full&sslrootcert=@other.pem', 'is not trusted'],
  ['localhost', '?sslmode=verify-ca&sslrootcert=@other.pem', 'is not trusted'],
  ['localhost', '?sslmode=require&sslrootcert=@other.pem', 'is not trusted'],
])('%s%s is refused', async (host, query, message) => {
  await raises(connect(host, query), 'STORE_UNAVAILABLE', message);
});

const toOwner = '?sslmode=verify-full&sslrootcert=@ca.pem';

test('a database that asks for a certificate of its client gets it', async () => {
  expect(await connect('localhost', `${toOwner}&sslcert=@client.crt&sslkey=@client.key`, 'template1')).toBe(true);
});

test.each([
  ['', 'STORE_UNAVAILABLE', 'asks for a certificate of its client'],
  ['&sslcert=@stranger.crt&sslkey=@stranger.key', 'STORE_UNAVAILABLE', 'refuses the certificate of sslcert'],
  ['&sslcert=@client.crt&sslkey=@stranger.key', 'INVALID_REQUEST', 'does not belong to the certificate'],
])('without a fitting certificate of the client it is refused, and told why: %s', async (query, code, message) => {
  await expect(connect('localhost', toOwner + query, 'template1')).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
});
