import { type IncomingHttpHeaders, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startPreviewServer } from '../../../src/cli/preview/preview-server.ts';

async function start() {
  const server = await startPreviewServer({
    json: new Map([['POST echo', async (_query: URLSearchParams, body: unknown) => body]]),
    file: async (kind, name) => (kind === 'assets' && name === 'a b.png' ? Buffer.from('picture') : undefined),
  });
  onTestFinished(() => server.close());
  return server;
}

interface Asked {
  readonly method?: string;
  readonly body?: string;
  /** Headers. */
  readonly more?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks for a path as it stands, with what follows # in an address as proof. */
function ask(address: string, path: string, { method = 'GET', body = '', more = {} }: Asked = {}) {
  const { port, hash } = new URL(address);
  const headers = { authorization: `Bearer ${hash.slice(1)}`, 'content-length': Buffer.byteLength(body), ...more };
  return new Promise<Answer>((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, text }));
    })
      .on('error', fail)
      .end(body);
  });
}

test('a ticket gives the secret once, and opens nothing else', async () => {
  const server = await start();
  const ticket = server.makeTicket();
  const enter = (address: string) => ask(address, '/api/enter', { method: 'POST' });
  expect((await ask(ticket, '/api/echo', { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await ask(ticket, '/api/enter')).status).toBe(401);
  expect((await enter(`${ticket}x`)).status).toBe(401);
  const { status, text } = await enter(ticket);
  const { secret } = JSON.parse(text) as { readonly secret: string };
  expect({ status, address: ticket.replace(/#.*/, `#${secret}`) }).toEqual({ status: 200, address: server.address });
  expect((await enter(ticket)).status).toBe(401);
  expect((await ask(server.address, '/api/echo', { method: 'POST', body: '[1]' })).text).toBe('[1]');
});

test('a file is found by its name', async () => {
  const { address } = await start();
  expect(await ask(address, '/api/file/assets/a%20b.png?key')).toMatchObject({ status: 200, text: 'picture' });
  expect((await ask(address, '/api/file/assets/a.png')).status).toBe(404);
});

test('only its own page and its own names are answered', async () => {
  const { address } = await start();
  const { port } = new URL(address);
  const statusOf = async (more: Readonly<Record<string, string>>, path = '/api/file/assets/a%20b.png') =>
    (await ask(address, path, { more })).status;
  expect(await statusOf({ host: `localhost:${port}`, origin: `http://127.0.0.1:${port}` })).toBe(200);
  expect(await statusOf({ host: `pdfgen.example:${port}` })).toBe(403);
  expect(await statusOf({ host: '127.0.0.1' })).toBe(403);
  expect(await statusOf({ host: `pdfgen.example:${port}` }, '/')).toBe(403);
  expect(await statusOf({ origin: 'http://pdfgen.example' })).toBe(403);
  expect(await statusOf({ origin: `https://127.0.0.1:${port}` })).toBe(403);
  expect(await statusOf({ authorization: '' })).toBe(401);
});

test('answers are not kept by the browser, and the page may load nothing from elsewhere', async () => {
  const server = await start();
  const { address } = server;
  const answers = [
    await ask(address, '/api/file/assets/a%20b.png?key'),
    await ask(address, '/api/echo', { method: 'POST', body: '[1]' }),
    await ask(server.makeTicket(), '/api/enter', { method: 'POST' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(Array(3).fill([200, 'no-store']));
  const { headers } = await ask(address, '/');
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test.each([
  ['/api/file/assets/%zz', 'GET', '', 400],
  ['http://[', 'GET', '', 400],
  ['/api/file/assets/a/b', 'GET', '', 404],
  ['/api/echo', 'GET', '', 404],
  ['/api/echo', 'POST', '{', 400],
  ['/api/echo', 'POST', ' '.repeat(16 * 1024 ** 2), 400],
  ['/api/echo', 'POST', ' '.repeat(16 * 1024 ** 2 + 1), 413],
  ['/elsewhere', 'GET', '', 404],
  ['/', 'PUT', '', 405],
] as const)('%s by %s is refused', async (path, method, body, status) => {
  const { address } = await start();
  expect((await ask(address, path, { method, body })).status).toBe(status);
});
