// The client of objects with a real object store.
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { credentialsFromEnvironment } from '../../../src/store/s3/credentials.ts';
import { type CallLimits, createObjectClient, type ObjectClient } from '../../../src/store/s3/object-client.ts';
import { parseObjectUrl } from '../../../src/store/s3/parse-object-url.ts';
import { raises } from '../../support/ends.ts';
import { listen } from '../../support/listen.ts';
import { isForeignStore, makeBucket, objectUrl, type TestBucket } from '../../support/object-store.ts';
import { startRelay } from '../../support/relay.ts';
import { startProcess } from '../../support/start-process.ts';
import { swiftDomain } from '../../support/swift.ts';

let box: TestBucket;
beforeAll(async () => {
  box = await makeBucket();
});

function open(url = box.url, env: Readonly<Record<string, string>> = box.env, limits?: CallLimits): ObjectClient {
  const client = createObjectClient(parseObjectUrl(url, {}), credentialsFromEnvironment(env), limits);
  onTestFinished(() => client.close());
  return client;
}

const bodyOf = (bytes: Uint8Array) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  chunks: [bytes],
});
const put = (client: ObjectClient, key: string, text: string) => client.put(key, bodyOf(Buffer.from(text)), 'text/plain');
const read = async (client: ObjectClient, key: string, range?: { start: number; end: number }) => {
  const found = await client.get(key, range);
  return found && String(await buffer(found.chunks));
};

test('an object is put, found, read in ranges, replaced and deleted', async () => {
  const client = open();
  await put(client, 'a/b-1.txt', 'hello');
  expect(await client.head('a/b-1.txt')).toBe(5);
  expect(await read(client, 'a/b-1.txt')).toBe('hello');
  expect(await read(client, 'a/b-1.txt', { start: 1, end: 3 })).toBe('el');
  await put(client, 'a/b-1.txt', '');
  expect([await client.head('a/b-1.txt'), await read(client, 'a/b-1.txt')]).toEqual([0, '']);
  await client.delete('a/b-1.txt');
  await client.delete('a/b-1.txt');
  expect([await client.head('a/b-1.txt'), await read(client, 'a/b-1.txt')]).toEqual([undefined, undefined]);
});

test('keys are listed by pages, in order, with size and time', async () => {
  const client = open((await makeBucket()).url);
  const keys = Array.from({ length: 7 }, (_, n) => `list/${n}`);
  for (const key of [...keys, 'other']) await put(client, key, key);
  const pages: number[] = [];
  const found = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const from = after === undefined ? undefined : { page: after };
    const { objects, next, nowMs } = await client.listPage('list/', 3, from);
    for (const { writtenMs } of objects) expect(Math.abs(nowMs - writtenMs)).toBeLessThan(3_600_000);
    pages.push(objects.length);
    found.push(...objects);
    after = next;
  }
  expect(pages).toEqual([3, 3, 1]);
  expect(found.map(({ key, bytes }) => [key, bytes])).toEqual(keys.map((key) => [key, 6]));
  const behind = await client.listPage('list/', 3, { behind: 'list/4' });
  expect(behind.objects.map(({ key }) => key)).toEqual(['list/5', 'list/6']);
});

test('bytes with another digest are not stored', async () => {
  const client = open();
  const body = { ...bodyOf(Buffer.from('hello')), chunks: [Buffer.from('hallo')] };
  await raises(client.put('digest', body, 'text/plain'), 'INTERNAL', 'SHA-256');
  expect(await client.head('digest')).toBeUndefined();
});

test('a wrong secret, a missing bucket and a wrong region are told as such', async () => {
  const { endpoint, env, bucket } = box;
  const told = (message: string) =>
    expect.objectContaining({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining(message) });
  const stranger = open(box.url, { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' });
  const lost = open(objectUrl('no-such-bucket-is-here', { endpoint }), env);
  const away = open(objectUrl(bucket, { endpoint, region: 'mars-1' }), env);
  for (const call of [
    (client: ObjectClient) => put(client, 'x', 'x'),
    (client: ObjectClient) => client.head('x'),
    (client: ObjectClient) => client.get('x'),
    (client: ObjectClient) => client.delete('x'),
    (client: ObjectClient) => client.listPage('', 1),
  ]) {
    await expect(call(stranger)).rejects.toEqual(
      told('refuses the credentials (403 SignatureDoesNotMatch). Check AWS_ACCESS_KEY_ID'),
    );
    await expect(call(lost)).rejects.toEqual(told('has no bucket "no-such-bucket-is-here"'));
    await expect(call(away)).rejects.toEqual(told('Write region='));
  }
});

test.skipIf(isForeignStore)('a bucket is addressed as a host', async () => {
  // No name server knows the domain of the test's store.
  const lookup = dns.lookup;
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: [never, never]) =>
    lookup(name.endsWith(`.${swiftDomain}`) ? '127.0.0.1' : name, ...rest)) as typeof dns.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
  const port = new URL(box.endpoint).port;
  const client = open(objectUrl(box.bucket, { endpoint: `http://${swiftDomain}:${port}`, style: 'host' }));
  await put(client, 'host/a', 'hello');
  expect(await read(client, 'host/a')).toBe('hello');
  expect((await client.listPage('host/', 10)).objects.map(({ key }) => key)).toEqual(['host/a']);
  expect(await read(open(), 'host/a')).toBe('hello');
});

test('the keys of a credentials endpoint open the store', async () => {
  const server = createHttpServer((_, response) => {
    const { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey } = box.env;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    response.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: 'token', Expiration }));
  });
  const port = await listen(server);
  const client = open(box.url, { AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/` });
  await put(client, 'endpoint', 'hello');
  expect(await read(client, 'endpoint')).toBe('hello');
});

describe('when the network breaks', () => {
  /** Times that a busy machine does not reach. */
  const patient = { connectMs: 60_000, idleMs: 60_000, callMs: 120_000 };
  const startRelayed = async () => {
    const relay = await startRelay(box.endpoint);
    onTestFinished(() => relay.end());
    const url = box.url.replace(encodeURIComponent(box.endpoint), encodeURIComponent(relay.origin));
    return { relay, url, client: open(url, box.env, patient) };
  };

  test('a store that is away is STORE_UNAVAILABLE, never a missing object, and good again when it is back', async () => {
    const { relay, client } = await startRelayed();
    await put(client, 'away', 'hello');
    await relay.cut();
    const calls = [
      client.head('away'),
      client.get('none'),
      client.delete('away'),
      client.listPage('', 1),
      put(client, 'late', 'x'),
    ];
    const told = { code: 'STORE_UNAVAILABLE', retryAfter: 5, message: expect.stringContaining('ECONNREFUSED') };
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(told)));
    await relay.restore();
    expect([await read(client, 'away'), await client.head('none')]).toEqual(['hello', undefined]);
    await put(client, 'late', 'x');
  });

  test('a store that does not answer is STORE_UNAVAILABLE', async () => {
    const { relay, url, client } = await startRelayed();
    await put(client, 'mute', 'hello');
    relay.swallow();
    await raises(open(url, box.env, { ...patient, idleMs: 500 }).head('mute'), 'STORE_UNAVAILABLE', 'ETIMEDOUT');
    await relay.restore();
    expect(await client.head('mute')).toBe(5);
  });

  test('an upload that is cut off is sent once more', async () => {
    const { relay, client } = await startRelayed();
    const bytes = Buffer.alloc(3_000_000, 'abc');
    relay.cutAfterBytes(1_000_000);
    await client.put('cut', bodyOf(bytes), 'text/plain');
    expect((await buffer((await client.get('cut'))!.chunks)).equals(bytes)).toBe(true);
  });

  test('a TLS handshake that does not end is STORE_UNAVAILABLE', async () => {
    const silent = createServer();
    const endpoint = `https://127.0.0.1:${await listen(silent)}`;
    await expect(open(objectUrl('box', { endpoint }), box.env, { ...patient, connectMs: 500 }).head('x')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      cause: { message: expect.stringContaining('no connection in 0.5 s') },
    });
  });

  test('a store without TLS behind https:// is told', async () => {
    const endpoint = box.endpoint.replace('http:', 'https:');
    await expect(open(objectUrl('box', { endpoint })).head('x')).rejects.toThrow('Correct http or https');
  });
});

test('a store that swallows calls ends those that a client waits for after 3 seconds, and not the upload of a worker', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as { port: number }).port}`;
  const client = open(objectUrl('box', { endpoint }));
  let isWorkOver = false;
  const work = client
    .put('a', bodyOf(Buffer.from('x')), 'text/plain')
    .catch(() => undefined)
    .finally(() => {
      isWorkOver = true;
    });
  const calls = [client.get('a'), client.head('a'), client.put('a', bodyOf(Buffer.alloc(9_000_000)), 'text/plain', 'call')];
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({
      status: 'rejected',
      reason: { code: 'STORE_UNAVAILABLE', cause: { message: expect.stringContaining('no byte for 3 s') } },
    });
  expect(isWorkOver).toBe(false);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await work;
});

test('a large object is sent and read with flat memory', async () => {
  const { ends } = startProcess(
    new URL('../../support/stream-object.ts', import.meta.url),
    [box.url, String(100_000_000)],
    box.env,
  );
  const { stdout } = await ends();
  const { isSame, grownBytes } = JSON.parse(stdout) as { isSame: boolean; grownBytes: number };
  expect(isSame).toBe(true);
  expect(grownBytes).toBeLessThan(50_000_000);
});
