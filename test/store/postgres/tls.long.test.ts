// Connections with TLS to a real server that admits no others.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/postgres/database.ts';
import { giveToServer, type PostgresServer, postgresIn } from '../../support/postgres-server.ts';

let server: PostgresServer;
let port: number;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pdfgen-tls-'));
  chmodSync(folder, 0o755);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority');
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'server.crt',
    '-extfile',
    'names',
  );
  chmodSync(join(folder, 'server.key'), 0o600);
  giveToServer(join(folder, 'server.key'));
  writeFileSync(join(folder, 'hba'), 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n');
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  ({ port } = free.address() as { port: number });
  await once(free.close(), 'close');
  server = postgresIn(folder, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    hba_file: join(folder, 'hba'),
  });
  server.start();
}, 60_000);
afterAll(() => server.remove());

async function connect(host: string, query: string): Promise<boolean> {
  const database = openDatabase({ url: `postgres://postgres@${host}:${port}/postgres${query}` });
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
  ['127.0.0.1', '?sslmode=verify-ca&sslrootcert=CA'],
  ['localhost', '?sslmode=verify-full&sslrootcert=CA'],
])('%s%s is encrypted', async (host, query) => {
  expect(await connect(host, query.replace('CA', join(folder, 'ca.pem')))).toBe(true);
});

test.each([
  ['127.0.0.1', '', 'refuses connections without TLS'],
  ['localhost', '?sslmode=verify-full', 'is not trusted'],
  ['127.0.0.1', '?sslmode=verify-full&sslrootcert=CA', 'is for another host'],
])('%s%s is refused', async (host, query, message) => {
  await expect(connect(host, query.replace('CA', join(folder, 'ca.pem')))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining(message) as string,
  });
});
