import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Tls } from '../../src/server/create-http-server.ts';
import { createServer, type PdfgenServer } from '../../src/server/create-server.ts';
import type { ServerSettings } from '../../src/settings/server-settings.ts';
import { letter } from '../contract/engine.suite.ts';
import { makeCertificate } from '../support/certificate.ts';
import { openServer } from '../support/open-server.ts';
import { pngOf } from '../support/png-of.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
/** Of a template that needs other data than the tests send: refused after the body was read. */
const generate = `/api/v1/generate/single/${uuid}`;
const opened = await openServer({ worker: false });
const { engine, folder, service, token } = opened;
await engine.createTemplate({ body: letter('note', { uuid }) });
afterAll(() => opened.close());
let server: PdfgenServer;
let port: number;

afterEach(() => server.close(100));

async function open(settings: Partial<ServerSettings> = {}, tls?: Tls): Promise<string> {
  server = await createServer({ service, settings: { port: 0, ...settings }, tls });
  const { url } = await server.listen();
  port = Number(new URL(url).port);
  return url;
}

/** A connection that keeps what comes back. */
function dial(): Promise<{ socket: Socket; received(): string; has(text: string): Promise<void>; ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const waiting = new Set<() => void>();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (const look of waiting) look();
    });
    const ended = new Promise<string>((done) => socket.on('close', () => done(text)));
    const has = (wanted: string) =>
      new Promise<void>((done, fail) => {
        const look = () => {
          if (text.includes(wanted)) done();
        };
        waiting.add(look);
        socket.on('close', () => fail(new Error(`ended without ${wanted}: ${text}`)));
        look();
      });
    socket.on('error', reject);
    socket.on('connect', () => resolve({ socket, received: () => text, has, ended }));
  });
}

const largeBytes = 24 * 1024 ** 2;

/** A connection on which the first bytes of a file have come, of which the buffers between server and client hold only a part. */
async function askForLargeFile(): ReturnType<typeof dial> {
  const body = pngOf(largeBytes, 1);
  const sha256 = createHash('sha256').update(body).digest('hex');
  await engine.putAsset({ params: { sha256 }, body });
  const connection = await dial();
  connection.socket.write(head([`GET /api/v1/assets/${sha256} HTTP/1.1`, 'Host: x', good]));
  await once(connection.socket, 'data');
  return connection;
}

/** Sends a request as soon as it is connected, and prints what comes back. */
const askAtOnce = `
  const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
  socket.write('GET /api/v1/templates HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer ${token}\\r\\n\\r\\n', () => require('node:fs').writeFileSync(process.argv[2], ''));
  socket.pipe(process.stdout);
  socket.on('error', (error) => console.log(error.code));`;

const head = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const good = `Authorization: Bearer ${token}`;
const post = (more: readonly string[]): string =>
  head([`POST ${generate} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...more]);
/** The beginning of a body that is longer. */
const begun = `${post([good, 'Content-Length: 1000'])}{`;

test.each([
  ['no Host', ['GET /healthz HTTP/1.1'], 400],
  ['two Hosts', ['GET /healthz HTTP/1.1', 'Host: a', 'Host: b'], 400],
  ['HTTP/1.0 without a Host', ['GET /healthz HTTP/1.0'], 200],
  ['an unknown expectation', ['GET /healthz HTTP/1.1', 'Host: x', 'Expect: pony'], 200],
  ['an absolute address', ['GET http://x/healthz HTTP/1.1', 'Host: x'], 200],
  ['an unknown method', ['PROPFIND /healthz HTTP/1.1', 'Host: x'], 405],
  ['two lengths', ['POST /healthz HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'], 400],
  ['a length and chunks', ['POST /healthz HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0', '', 'SM'], 400],
] as const)('%s', async (_, lines, status) => {
  await open();
  const { socket, ended } = await dial();
  socket.write(head([...lines.slice(0, 1), ...(lines[0].startsWith('PRI') ? [] : ['Connection: close']), ...lines.slice(1)]));
  const answer = await ended;
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain('x-request-id: ');
  if (status !== 200) expect(answer).toContain('"requestId":');
});

test.each([
  ['without a token', ['Content-Length: 11'], uuid, 'UNAUTHENTICATED'],
  ['if it is too large', [good, 'Content-Length: 2000'], uuid, 'PAYLOAD_TOO_LARGE'],
  ['of a template that is not there', [good, 'Content-Length: 11'], '0190a0a0-0000-7000-8000-00000000dead', 'TEMPLATE_NOT_FOUND'],
])('a body that waits to be called for is not called for %s', async (_, lines, template, code) => {
  await open({ maxBodyBytes: 1024 });
  const { socket, ended } = await dial();
  socket.write(post([...lines, 'Expect: 100-continue']).replace(uuid, template));
  const answer = await ended;
  expect(answer).toContain(`"code":"${code}"`);
  expect(answer).not.toContain('100 Continue');
});

test('a body that waits is called for with a token, once', async () => {
  await open();
  const { socket, has, ended } = await dial();
  socket.write(post([good, 'Content-Length: 11', 'Expect: 100-continue']));
  await has('HTTP/1.1 100 Continue');
  socket.write('{"data":{}}');
  const answer = await ended;
  expect(answer.match(/100 Continue/g)).toHaveLength(1);
  expect(answer).toContain('"code":"DATA_INVALID"');
});

test('a body that hardly comes is given up with what to do, and its connection ended', async () => {
  await open({ uploadWindowSeconds: 0.1, minUploadBytesPerSecond: 10_000 });
  const { socket, ended } = await dial();
  socket.write(`${post([good, 'Content-Length: 2000'])}{`);
  const answer = await ended;
  expect(answer).toContain('at less than 10,000 bytes a second (limit minUploadBytesPerSecond)');
  expect(answer).toContain('"code":"INVALID_REQUEST"');
});

test('bodies that are too much together are refused until there is room again', async () => {
  const url = await open({ maxHeldBytes: 64_000 });
  const held = await dial();
  held.socket.write(`${post([good, 'Content-Length: 2000'])}${' '.repeat(1000)}`);
  const ask = () =>
    fetch(url + generate, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"data":{}}${' '.repeat(1000)}`,
    });
  const refused = async () => {
    const { status, headers } = await ask();
    return [status, headers.get('retry-after')];
  };
  // When the server has read the head of the first: a token has a quarter of the eighth for small bodies.
  await expect.poll(refused).toEqual([503, '1']);
  held.socket.destroy();
  await held.ended;
  await expect.poll(async () => (await ask()).status).toBe(422);
});

test.each([
  ['a head that does not end', { headerSeconds: 0.2 }, 'GET /healthz HTTP/1.1\r\nHost: x\r\n', /did not arrive in time/],
  ['a body that does not end', { headerSeconds: 0.2, requestSeconds: 0.3 }, begun, /did not arrive in time/],
  ['a connection on which nothing moves in the middle of a request', { stalledSeconds: 0.3 }, begun, /^$/],
])('%s is cut off after its time', async (_, settings, sent, answer) => {
  await open(settings);
  const { socket, ended } = await dial();
  socket.write(sent);
  expect(await ended).toMatch(answer);
});

test('a client that stops reading is not served on', async () => {
  await open({ stalledSeconds: 0.3 });
  const { socket, received, ended } = await askForLargeFile();
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  socket.resume();
  await ended;
  expect(received()).toContain('HTTP/1.1 200 OK');
  expect(received().length).toBeLessThan(largeBytes);
});

test('a client that waits for its answer is not taken for one that stopped', async () => {
  const url = await open({ stalledSeconds: 0.3 });
  const job = await engine.createRenderJob({ params: { uuid }, body: { data: { name: 'Ada' } } });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/render-jobs/${job.uuid}?wait=1`, { headers });
  expect([answer.status, ((await answer.json()) as { state: string }).state]).toEqual([200, 'queued']);
});

test('what is no HTTP behind a request does not break into the answer', async () => {
  await open();
  const { socket, received, ended } = await askForLargeFile();
  socket.write('nonsense\r\n\r\n');
  await ended;
  expect(received()).toContain('HTTP/1.1 200 OK');
  expect(received()).not.toContain('HTTP/1.1 400');
});

test('a connection is kept for the next request', async () => {
  await open({ keepAliveSeconds: 60, stalledSeconds: 60 });
  const { socket, has } = await dial();
  socket.write(head(['GET /healthz HTTP/1.1', 'Host: x']));
  await has('{"status":"ok"}');
  socket.write(head(['GET /readyz HTTP/1.1', 'Host: x']));
  await has('{"status":"ready"}');
});

test('a connection without a next request is ended after a while', async () => {
  await open({ keepAliveSeconds: 0.3, stalledSeconds: 60 });
  const { socket, has, ended } = await dial();
  socket.write(head(['GET /healthz HTTP/1.1', 'Host: x']));
  await has('{"status":"ok"}');
  await ended;
});

test('failed authentications of an address are limited, and a good token passes all the same', async () => {
  const url = await open();
  const ask = (token: string) => fetch(`${url}/api/v1/templates`, { headers: { authorization: `Bearer ${token}` } });
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await ask(`wrong${i}`)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  const refused = await ask('wrong');
  expect(((await refused.json()) as { code: string }).code).toBe('RATE_LIMITED');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(['limit', 'remaining'].map((one) => refused.headers.get(`ratelimit-${one}`))).toEqual(['10', '0']);
  expect((await ask(token)).status).toBe(200);
});

test.each([
  ['is believed of a trusted proxy', ['127.0.0.1'], 401],
  ['is not believed of anybody else', undefined, 429],
] as const)('X-Forwarded-For %s', async (_, trustProxy, status) => {
  const url = await open({ trustProxy, failedAuthenticationsPerMinute: 1 });
  const ask = (address: string) =>
    fetch(`${url}/api/v1/templates`, { headers: { authorization: 'Bearer wrong', 'x-forwarded-for': address } });
  await ask('203.0.113.1');
  expect((await ask('203.0.113.2')).status).toBe(status);
});

test('calls of a token are limited when that is set, and every answer says how many are left', async () => {
  const url = await open({ requestsPerMinute: 2 });
  const ask = () => fetch(`${url}/api/v1/templates`, { headers: { authorization: `Bearer ${token}` } });
  const first = await ask();
  expect(['limit', 'remaining'].map((name) => first.headers.get(`ratelimit-${name}`))).toEqual(['2', '1']);
  await ask();
  const third = await ask();
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(third.headers.get('ratelimit-remaining')).toBe('0');
});

test('without a limit no answer tells of one', async () => {
  const url = await open();
  const answer = await fetch(`${url}/api/v1/templates`, { headers: { authorization: `Bearer ${token}` } });
  expect([...answer.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
});

test('every kind of answer is kept from being sniffed, framed and stored', async () => {
  const url = await open();
  for (const path of ['/healthz', '/nothing', '/api/v1/templates', '/%zz']) {
    const { headers } = await fetch(url + path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control'), path).toBe('private, no-store');
    expect(headers.get('strict-transport-security'), path).toBeNull();
  }
});

test('a draining server finishes what runs, refuses what comes, and ends idle connections', async () => {
  await open();
  const idle = await dial();
  idle.socket.write(head(['GET /healthz HTTP/1.1', 'Host: x']));
  await idle.has('{"status":"ok"}');
  const busy = await dial();
  busy.socket.write(`${post([good, 'Content-Length: 11'])}{"data"`);
  // The head is read when the server answers a later call.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const closed = server.close(10_000);
  await idle.ended;
  busy.socket.write(`:{}}${head(['GET /api/v1/templates HTTP/1.1', 'Host: x', good])}`);
  const answer = await busy.ended;
  expect(answer).toContain('"code":"DATA_INVALID"');
  expect(answer).toContain('"code":"OVERLOADED"');
  expect(answer.toLowerCase()).toContain('retry-after: ');
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test('a request on a connection that the server has not taken yet is answered when it stops', async () => {
  await open();
  // Both are with the system before this process has its next turn, in which it would take the connection.
  const sent = join(folder, 'sent');
  const client = spawn(process.execPath, ['-e', askAtOnce, String(port), sent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(client, 'exit');
  let answer = '';
  client.stdout.on('data', (chunk) => {
    answer += chunk;
  });
  while (!existsSync(sent)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  await server.close(10_000);
  await exit;
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer.toLowerCase()).toContain('retry-after: ');
});

test('what does not end in time is cut off when the server closes', async () => {
  await open({ host: 'localhost' });
  const { socket, ended } = await dial();
  socket.write(`${post([good, 'Content-Length: 11'])}{`);
  await fetch(`http://127.0.0.1:${port}/healthz`);
  await server.close(200);
  await ended;
});

test('over TLS the same limits hold, and browsers are told to come by TLS alone', async () => {
  const { cert, key } = makeCertificate(folder, 'localhost', '127.0.0.1');
  const tls = { cert, key };
  const url = await open({ maxHeaderBytes: 2048 }, tls);
  expect(url).toMatch(/^https:/);
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; hsts: string | undefined; body: string }>((resolve, reject) => {
      const call = secureRequest(`https://127.0.0.1:${port}/healthz`, { ca: tls.cert, headers }, (answer) => {
        let body = '';
        answer.on('data', (chunk) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, hsts: answer.headers['strict-transport-security'], body }));
      });
      call.on('error', reject).end();
    });
  expect(await ask({})).toEqual({ status: 200, hsts: 'max-age=31536000', body: '{"status":"ok"}' });
  const refused = await ask({ 'x-long': 'a'.repeat(4000) });
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('too long')]);
});

test('numbers have a port of their own when one is given, and then no place beside the API', async () => {
  server = await createServer({ service, settings: { port: 0, metricsPort: 0 } });
  const { url, metricsUrl } = await server.listen();
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
  expect(await (await fetch(metricsUrl!)).text()).toContain('process_cpu_seconds_total');
  expect(await (await fetch(new URL('/healthz', metricsUrl))).json()).toEqual({ status: 'ok' });
  expect((await fetch(new URL('/other', metricsUrl))).status).toBe(404);
});
