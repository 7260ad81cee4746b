// What an object store answers in trouble, from a server that answers as one. object-client.rest.test.ts uses a real one.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { credentialsFromEnvironment } from '../../../src/store/s3/credentials.ts';
import { type CallLimits, createObjectClient, type ObjectClient } from '../../../src/store/s3/object-client.ts';
import { parseObjectUrl } from '../../../src/store/s3/parse-object-url.ts';
import { raises } from '../../support/ends.ts';
import { listen } from '../../support/listen.ts';

const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hushhush' };

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

interface TestStore {
  readonly client: ObjectClient;
  readonly calls: string[];
  connections(): number;
}

async function startStore(
  answer: Answer,
  limits?: CallLimits,
  credentials = credentialsFromEnvironment(keys),
): Promise<TestStore> {
  const calls: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    answer(request, response, calls.length);
  }).on('connection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const client = createObjectClient(parseObjectUrl(`s3://box?endpoint=${endpoint}`, {}), credentials, limits);
  onTestFinished(() => {
    client.close();
    server.close();
    server.closeAllConnections();
  });
  return { client, calls, connections: () => connections };
}

const errorOf = (code: string, more = '') => `<Error><Code>${code}</Code>${more}</Error>`;
const bodyOf = (text: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = [Buffer.from(text)]) => ({
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
  chunks,
});

test.each([
  [503, 'SlowDown'],
  [500, 'InternalError'],
  [429, 'TooManyRequests'],
  [400, 'RequestTimeout'],
])('%i %s passes: the call is tried again with the whole body', async (status, code) => {
  const bodies: string[] = [];
  const { client } = await startStore(async (request, response, count) => {
    bodies.push(String(await buffer(request)));
    if (count < 3) response.writeHead(status).end(errorOf(code));
    else response.writeHead(200, { etag: '"x"' }).end();
  });
  await client.put('a/b', bodyOf('hello'), 'text/plain');
  expect(bodies).toEqual(['hello', 'hello', 'hello']);
});

test('after three tries the store counts as unavailable', async () => {
  const { client, calls } = await startStore((_, response) => void response.writeHead(503).end(errorOf('SlowDown')));
  await expect(client.get('a/b')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfter: 5 });
  await expect(client.head('a/b')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(calls).toEqual([...Array(3).fill('GET /box/a/b'), ...Array(3).fill('HEAD /box/a/b')]);
});

test('a connection that the store closed between two calls costs no call', async () => {
  const { client } = await startStore((request, response, count) => {
    if (count === 2) request.socket.destroy();
    else response.writeHead(200, { 'content-length': '1' }).end('x');
  });
  expect([await client.head('a/b'), await client.head('a/b')]).toEqual([1, 1]);
});

test('one connection serves call after call, whatever they answer', async () => {
  const absent = errorOf('NoSuchKey');
  const { client, calls, connections } = await startStore((request, response) => {
    if (request.method === 'DELETE') response.writeHead(204).end();
    else if (request.url?.endsWith('/none')) response.writeHead(404, { 'content-length': absent.length }).end(absent);
    else if (request.headers.range) response.writeHead(416).end(errorOf('InvalidRange'));
    else if (request.method === 'PUT') response.writeHead(200, { etag: '"x"' }).end();
    else response.writeHead(200, { etag: '"x"', 'content-length': '5' }).end('hello');
  });
  for (let i = 0; i < 3; i++) {
    await client.put('a', bodyOf('hello'), 'text/plain');
    await client.head('a');
    expect(String(await buffer((await client.get('a'))!.chunks))).toBe('hello');
    expect((await client.get('a', { start: 9 }))!.bytes).toBe(0);
    expect([await client.get('none'), await client.head('none')]).toEqual([undefined, undefined]);
    await client.delete('a');
    await expect(client.listPage('', 1)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  }
  expect([calls.length, connections()]).toEqual([27, 1]);
});

test('an answer that nobody reads gives its connection back', async () => {
  const { client } = await startStore((_, response) => void response.writeHead(200, { 'content-length': '10000000' }).write('x'));
  const [dropped, begun] = [(await client.get('a'))!, (await client.get('a'))!];
  dropped.discard();
  for await (const _ of begun.chunks) break;
  await expect(buffer(dropped.chunks)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('a store that never answers ends the call when its time is over', async () => {
  const { client } = await startStore(() => undefined, { connectMs: 60_000, idleMs: 60_000, callMs: 300 });
  await expect(client.head('a')).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    cause: { message: expect.stringContaining('no answer in time') },
  });
});

test('a connection that was kept open and is dead costs a client half of the idle time: the call goes on with a new connection', async () => {
  let dead: unknown;
  const { client, calls, connections } = await startStore(
    (request, response, count) => {
      if (count === 1) dead = request.socket;
      if (count > 1 && request.socket === dead) return;
      response.writeHead(200, { 'content-length': '1' }).end('x');
    },
    { connectMs: 60_000, idleMs: 2_000, callMs: 60_000 },
  );
  expect([await client.head('a'), await client.head('a')]).toEqual([1, 1]);
  expect([calls.length, connections()]).toEqual([3, 2]);
});

test('work waits the whole idle time on a connection that was kept open, so a slow store gets each body once', async () => {
  const { client, calls, connections } = await startStore(
    async (request, response, count) => {
      await buffer(request);
      if (count > 1) await sleep(1_100);
      response.writeHead(200, { etag: '"x"' }).end();
    },
    { connectMs: 60_000, idleMs: 2_000, callMs: 60_000 },
  );
  for (let n = 0; n < 2; n++) await client.put('a', bodyOf('hello'), 'text/plain');
  expect([calls.length, connections()]).toEqual([2, 1]);
});

test('a new connection on which nothing comes is the last while a client waits, and work tries two more', async () => {
  const { client, calls } = await startStore(() => undefined, { connectMs: 60_000, idleMs: 200, callMs: 60_000 });
  const silent = { code: 'STORE_UNAVAILABLE', cause: { message: expect.stringContaining('no byte for 0.2 s') } };
  await expect(client.get('a')).rejects.toMatchObject(silent);
  await expect(client.put('a', bodyOf('hello'), 'text/plain', 'call')).rejects.toMatchObject(silent);
  expect(calls).toEqual(['GET /box/a', 'PUT /box/a']);
  await expect(client.put('b', bodyOf('hello'), 'text/plain')).rejects.toMatchObject(silent);
  expect(calls.slice(2)).toEqual(['PUT /box/b', 'PUT /box/b', 'PUT /box/b']);
});

test('an answer whose bytes come one by one ends with the time of the call', async () => {
  const trickle = (status: number): Answer => {
    return (_, response) => {
      response.writeHead(status, { etag: '"x"' }).write(' ');
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
  };
  const limits = { connectMs: 3_000, idleMs: 60_000, callMs: 100 };
  const { client } = await startStore(trickle(200), limits);
  await expect(client.put('a', bodyOf('hello'), 'text/plain')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(client.delete('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(client.listPage('', 1)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  const refusing = await startStore(trickle(403), limits);
  await expect(refusing.client.get('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('an answer that falls silent is STORE_UNAVAILABLE', async () => {
  const { client } = await startStore(
    (_, response) => void response.writeHead(200, { 'content-length': '2000000' }).write(Buffer.alloc(1_000_000)),
    { connectMs: 60_000, idleMs: 200, callMs: 60_000 },
  );
  // A busy machine may take so long for the first byte already: that ends the call itself in the same way.
  await expect(client.get('a').then((found) => buffer(found!.chunks))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    cause: { message: expect.stringContaining('no byte for 0.2 s') },
  });
});

test('a reader may take its time', async () => {
  const idleMs = 1_000;
  const { client } = await startStore(
    (_, response) => void response.writeHead(200, { 'content-length': '2000000' }).end(Buffer.alloc(2_000_000)),
    { connectMs: 60_000, idleMs, callMs: 60_000 },
  );
  let bytes = 0;
  for await (const chunk of (await client.get('a'))!.chunks) {
    if (bytes === 0) await sleep(idleMs + 100);
    bytes += chunk.length;
  }
  expect(bytes).toBe(2_000_000);
});

test('expired credentials of an endpoint are renewed within the call', async () => {
  let nowMs = Date.now();
  let asked = 0;
  const endpoint = createServer((_, response) => {
    asked++;
    const Expiration = new Date(nowMs + 3_600_000).toISOString();
    response.end(JSON.stringify({ AccessKeyId: `key${asked}`, SecretAccessKey: 's', Token: `token${asked}`, Expiration }));
  });
  const uri = `http://127.0.0.1:${await listen(endpoint)}/`;
  const credentials = credentialsFromEnvironment({ AWS_CONTAINER_CREDENTIALS_FULL_URI: uri }, () => nowMs);
  const tokens: unknown[] = [];
  let valid = 'token1';
  const { client } = await startStore(
    (request, response) => {
      const token = request.headers['x-amz-security-token'];
      tokens.push(token);
      if (token === valid) response.writeHead(200, { 'content-length': '1' }).end('x');
      else response.writeHead(403).end(errorOf('ExpiredToken'));
    },
    undefined,
    credentials,
  );
  await client.get('a').then((found) => buffer(found!.chunks));
  valid = 'token2';
  nowMs += 60_000;
  await client.get('a').then((found) => buffer(found!.chunks));
  expect(tokens).toEqual(['token1', 'token1', 'token2']);
  valid = 'none';
  await expect(client.get('a')).rejects.toThrow('Check the role behind AWS_CONTAINER_CREDENTIALS_FULL_URI.');
});

test('a generator that was read cannot be sent again', async () => {
  const { client, calls } = await startStore(async (request, response) => {
    await buffer(request);
    response.writeHead(503).end(errorOf('SlowDown'));
  });
  const once = (function* () {
    yield Buffer.from('hello');
  })();
  await expect(client.put('a/b', bodyOf('hello', once), 'text/plain')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(calls.length).toBe(1);
});

test.each(['hell', 'hello!'])('a body of 5 bytes that gives %j is not stored', async (text) => {
  const whole: string[] = [];
  const { client } = await startStore(async (request, response) => {
    whole.push(String(await buffer(request)));
    response.writeHead(200, { etag: '"x"' }).end();
  });
  await raises(
    client.put('a/b', bodyOf('hello', [Buffer.from(text)]), 'text/plain'),
    'INTERNAL',
    'than the 5 bytes that were said',
  );
  expect(whole).toEqual([]);
});

test.each([
  [
    403,
    errorOf('RequestTimeTooSkewed'),
    'The clocks of this machine and of the object store differ too much: the object store has Sun, 01 Mar 2026 12:00:00 GMT. Set the clock.',
  ],
  [403, errorOf('AccessDenied'), 'The object store denies access to the bucket "box".'],
  [
    403,
    errorOf('InvalidAccessKeyId'),
    'The object store refuses the credentials (403 InvalidAccessKeyId). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [404, errorOf('NoSuchBucket'), 'The object store has no bucket "box".'],
  [
    400,
    errorOf('AuthorizationHeaderMalformed', '<Region>eu-9</Region>'),
    'The bucket "box" is in the region "eu-9". Write region=eu-9',
  ],
  [301, errorOf('PermanentRedirect'), 'The bucket "box" has another address (301 PermanentRedirect).'],
  [403, errorOf('AccessDenied', '<Region>eu-9</Region>'), 'The object store denies access to the bucket "box".'],
  [404, '<html><body>No such page</body></html>', 'The endpoint does not answer as an object store does (status 404).'],
  [404, '', 'The endpoint does not answer as an object store does (status 404).'],
  [200, '<html>Welcome</html>', 'The endpoint does not answer as an object store does (status 200).'],
])('%i %s is told at once as a fault of the configuration', async (status, text, message) => {
  const { client, calls } = await startStore(
    (_, response) => void response.writeHead(status, { date: 'Sun, 01 Mar 2026 12:00:00 GMT' }).end(text),
  );
  const told = expect.objectContaining({ code: 'STORE_UNAVAILABLE', retryAfter: 30, message: expect.stringContaining(message) });
  await expect(client.listPage('', 1)).rejects.toEqual(told);
  await expect(client.put('a/b', bodyOf('hello'), 'text/plain')).rejects.toEqual(told);
  expect(calls.length).toBe(2);
});

test.each(['<html>Welcome</html>', errorOf('InternalError')])(
  'an upload that is answered with %s is not stored',
  async (text) => {
    const { client } = await startStore((_, response) => void response.writeHead(200, { etag: '"x"' }).end(text));
    await expect(client.put('a/b', bodyOf('hello'), 'text/plain')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'The endpoint does not answer as an object store does (status 200). Correct the URL of the object store.',
    });
  },
);

test.each([
  [404, errorOf('NoSuchKey'), undefined],
  [404, errorOf('NoSuchBucket'), 'has no bucket "box"'],
  [403, errorOf('AccessDenied'), 'denies access'],
  [404, 'not found', 'does not answer as an object store'],
])('HEAD has no code, so GET decides whether %i %s means a missing object', async (status, text, message) => {
  const { client, calls } = await startStore((_, response) => void response.writeHead(status).end(text));
  if (message === undefined) expect(await client.head('a/b')).toBeUndefined();
  else await expect(client.head('a/b')).rejects.toThrow(message);
  expect(calls).toEqual(['HEAD /box/a/b', 'GET /box/a/b']);
});

test('a list that says to be cut but does not name its next page is not taken for the whole', async () => {
  const { client } = await startStore(
    (_, response) => void response.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
  );
  await expect(client.listPage('', 10)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('keys of others in a list are read as they are', async () => {
  const entry =
    '<Contents><Key>a+b%2Bc%0A%C3%A4</Key><Size>5</Size><LastModified>2026-03-01T12:00:00.000Z</LastModified></Contents>';
  const { client } = await startStore(
    (_, response) =>
      void response
        .setHeader('date', 'Sun, 01 Mar 2026 12:00:05 GMT')
        .end(`<ListBucketResult><EncodingType>url</EncodingType>${entry}</ListBucketResult>`),
  );
  expect(await client.listPage('', 10)).toEqual({
    objects: [{ key: 'a b+c\nä', bytes: 5, writtenMs: Date.parse('2026-03-01T12:00:00Z') }],
    next: undefined,
    nowMs: Date.parse('2026-03-01T12:00:05Z'),
  });
});

test('an answer that breaks off raises STORE_UNAVAILABLE', async () => {
  const { client } = await startStore((_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half');
    setTimeout(() => response.destroy(), 50);
  });
  const found = await client.get('a/b');
  expect(found?.bytes).toBe(1000);
  await expect(buffer(found!.chunks)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('a store that does not know ranges is told, not read from the beginning', async () => {
  const { client } = await startStore((_, response) => void response.end('the whole'));
  await expect(client.get('a/b', { start: 4, end: 6 })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('a refused upload is told even if the store does not read it', async () => {
  const { client } = await startStore((_, response) => {
    response.writeHead(403, { connection: 'close' }).end(errorOf('AccessDenied'));
  });
  const chunk = Buffer.alloc(1_000_000);
  const body = { bytes: 50_000_000, sha256: '0'.repeat(64), chunks: Array.from({ length: 50 }, () => chunk) };
  await expect(client.put('a/b', body, 'text/plain')).rejects.toThrow('denies access');
});

test('more than 5 GiB are refused before they are sent', async () => {
  const { client, calls } = await startStore((_, response) => void response.end());
  await raises(
    client.put('a/b', { ...bodyOf(''), bytes: 5 * 1024 ** 3 + 1 }, 'text/plain'),
    'PAYLOAD_TOO_LARGE',
    'at most 5 GiB',
  );
  expect(calls).toEqual([]);
});

test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', './a', 'a b', 'a?b', 'ä', 'a\n'])('the key %j is refused', async (key) => {
  const { client, calls } = await startStore((_, response) => void response.end());
  await expect(client.head(key)).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(client.put(key, bodyOf('x'), 'text/plain')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(calls).toEqual([]);
});

test('no fault tells a secret', async () => {
  const { client } = await startStore(
    (request, response) =>
      void response
        .writeHead(403)
        .end(errorOf('SignatureDoesNotMatch', `<StringToSign>${request.headers.authorization}</StringToSign>`)),
  );
  const fault = await client.get('a/b').catch((error: unknown) => error as Error & { cause: Error });
  const told = JSON.stringify([
    fault,
    String(fault),
    String((fault as Error).cause),
    String(((fault as Error).cause as Error).cause),
  ]);
  expect(told).toContain('SignatureDoesNotMatch');
  expect(told).not.toMatch(/hushhush|AWS4-HMAC|Signature=/);
});
