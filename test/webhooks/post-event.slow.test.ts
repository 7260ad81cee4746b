import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { expect, test } from 'vitest';
import { anyAddress, createAddressRules } from '../../src/webhooks/address-rules.ts';
import { postEvent } from '../../src/webhooks/post-event.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makeFolder } from '../support/folders.ts';
import { listen } from '../support/listen.ts';
import { openReceiver } from '../support/receiver.ts';

const addresses = createAddressRules(['127.0.0.1']);
const lookUpMs = 50;
const event = { headers: { 'webhook-id': 'x' }, body: '{"a":"ü"}' };
const post = (url: string, more: object = {}) => postEvent({ ...event, url }, { addresses, lookUpMs, ...more });

test('the body arrives as JSON with its headers, and the answer is given', async () => {
  const { url, received, answer } = await openReceiver();
  expect(await post(`${url}hook?a=1`)).toEqual({
    status: 204,
    body: undefined,
    error: undefined,
    retryAfter: undefined,
    isSlow: false,
  });
  expect(received).toMatchObject([
    { path: '/hook?a=1', body: event.body, headers: { 'content-type': 'application/json', 'webhook-id': 'x' } },
  ]);
  answer((_, response) => response.writeHead(503, { 'retry-after': '120' }).end('later'));
  expect(await post(url)).toMatchObject({ status: 503, error: 'It answered 503.', retryAfter: 120 });
});

test('a redirect is not followed', async () => {
  const [from, to] = [await openReceiver(), await openReceiver()];
  from.answer((_, response) => response.writeHead(307, { location: to.url }).end());
  expect(await post(from.url)).toMatchObject({ status: 307, error: expect.stringContaining('Redirects are not followed') });
  expect(to.received).toEqual([]);
});

test('the address that was checked is dialled, whatever the name stands for a moment later', async () => {
  const { port, received } = await openReceiver();
  const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '169.254.169.254', family: 4 }]];
  const resolve = async () => answers.shift()!;
  expect(await post(`http://shop.example:${port}/`, { resolve })).toMatchObject({ status: 204 });
  expect(received[0]!.headers.host).toBe(`shop.example:${port}`);
  expect(await post(`http://shop.example:${port}/`, { resolve })).toMatchObject({
    status: undefined,
    error: expect.stringMatching(/^Nothing was sent: shop.example is unknown, or this server may not call its address/),
    refusal: expect.stringMatching(/^shop.example is 169.254.169.254, which is not on the internet/),
  });
  expect(answers).toEqual([]);
  expect(received).toHaveLength(1);
});

test('a name that stands for an address outside and one inside is not called', async () => {
  const { port, received } = await openReceiver();
  const resolve = async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }));
  expect(await post(`http://shop.example:${port}/`, { resolve })).toMatchObject({ refusal: expect.stringContaining('10.0.0.1') });
  expect(received).toEqual([]);
});

test('http is for allowed networks only', async () => {
  const resolve = async () => [{ address: '8.8.8.8', family: 4 }];
  expect(await post('http://shop.example/', { resolve })).toMatchObject({
    error: expect.stringContaining('Try https.'),
    refusal: expect.stringContaining('with https only'),
  });
});

test.each([
  ['unknown', () => Promise.reject(new Error('ENOTFOUND')), 'The name shop.example is unknown.'],
  ['without an address', async () => [], 'The name shop.example has no address.'],
  ['private', async () => [{ address: '10.0.0.1', family: 4 }], 'shop.example is 10.0.0.1, which is not on the internet'],
  ['slow to look up', () => new Promise<never>(() => {}), 'The look-up of shop.example took longer than 0.05 seconds.'],
])(
  'a name that is %s has the answer of all refused names, and only the operator reads the reason',
  async (_, resolve, reason) => {
    const { refusal, ...told } = await post('https://shop.example/', { resolve });
    expect(refusal).toContain(reason);
    expect(told).toEqual({
      status: undefined,
      body: undefined,
      error:
        'Nothing was sent: shop.example is unknown, or this server may not call its address. The log of the server has the reason, for its operator.',
      retryAfter: undefined,
      isSlow: false,
    });
    const own = await post('https://shop.example/', {
      resolve: () => Promise.reject(new Error('ENOTFOUND')),
      addresses: anyAddress,
    });
    expect(own).toMatchObject({ error: 'Nothing was sent: The name shop.example is unknown.' });
  },
);

test('a refusal comes when the time of the look-up is over, not when the name is known', async () => {
  let isOver = false;
  const post = postEvent(
    { ...event, url: 'https://shop.example/' },
    {
      addresses,
      lookUpMs: 60_000,
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    },
    AbortSignal.timeout(300),
  ).then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isOver).toBe(false);
  await post;
});

test('a call ends in time, also while its answer goes on and on', async () => {
  const { url, answer } = await openReceiver();
  answer(() => {});
  expect(await post(url, { timeoutMs: 200 })).toMatchObject({
    status: undefined,
    error: 'It did not answer within 0.2 seconds.',
  });
  answer((_, response) => {
    const drip = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(drip));
    response.writeHead(200);
  });
  expect(await post(url, { timeoutMs: 1_000 })).toMatchObject({ status: 200, error: undefined });
  expect(
    await post('http://shop.example/', { timeoutMs: 50, lookUpMs: 9_000, resolve: () => new Promise(() => {}) }),
  ).toMatchObject({
    error: 'It did not answer within 0.05 seconds.',
  });
});

test('a name without a dot is one of the system', async () => {
  const { url, answer } = await openReceiver();
  answer((_, response) => void response.writeHead(204).end());
  expect(await post(url.replace('127.0.0.1', 'localhost'), { lookUpMs: 9_000 })).toMatchObject({ status: 204 });
});

test('of a long answer the beginning is read', async () => {
  const { url, answer } = await openReceiver();
  let sent = 0;
  answer((_, response) => {
    const chunk = Buffer.alloc(65_536, 'a');
    const write = (): void => {
      while (sent < 1_000 * chunk.length && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.writeHead(200);
    write();
  });
  expect((await post(url, { addresses: anyAddress })).body).toBe('a'.repeat(1_000));
  expect(sent).toBeLessThan(1_000 * 65_536);
});

test.each([
  ['refuses connections', undefined, 'It refuses connections.'],
  ['is no HTTP', 'SSH-2.0-OpenSSH\r\n', 'Its answer is not valid HTTP.'],
  ['closes at once', '', 'It broke off the connection.'],
])('an endpoint that %s is told in words', async (_, greeting, error) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.end(greeting ?? ''));
  });
  const port = await listen(server);
  if (greeting === undefined) await new Promise((resolve) => server.close(resolve));
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: undefined, error });
  if (greeting !== undefined)
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      status: undefined,
      error: expect.stringMatching(/TLS|broke off/),
    });
});

test('the handshake carries the name, and a certificate that nobody vouches for is refused', async () => {
  const folder = makeFolder();
  const { cert, key } = makeCertificate(folder, 'shop.example', 'shop.example');
  const names: string[] = [];
  const server = createSecureServer({
    key,
    cert,
    SNICallback(name, found) {
      names.push(name);
      found(null);
    },
  });
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  expect(await post(`https://shop.example:${port}/`, { resolve })).toMatchObject({ error: 'Its certificate is not trusted.' });
  expect(names).toEqual(['shop.example']);
});
