import { request } from 'node:http';
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

/** Asks for a path as it stands, with what follows # in an address as proof. */
function ask(address: string, path: string, { method = 'GET', body = '' } = {}) {
  const { port, hash } = new URL(address);
  const headers = { authorization: `Bearer ${hash.slice(1)}`, 'content-length': Buffer.byteLength(body) };
  return new Promise<{ readonly status: number; readonly text: string }>((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => done({ status: answer.statusCode!, text }));
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
  expect(await ask(address, '/api/file/assets/a%20b.png?key')).toEqual({ status: 200, text: 'picture' });
  expect((await ask(address, '/api/file/assets/a.png')).status).toBe(404);
});

test.each([
  ['/api/file/assets/%zz', 'GET', '', 400],
  ['http://[', 'GET', '', 400],
  ['/api/file/assets/a/b', 'GET', '', 404],
  ['/api/echo', 'GET', '', 404],
  ['/api/echo', 'POST', '{', 400],
  ['/api/echo', 'POST', ' '.repeat(16 * 1024 ** 2 + 1), 413],
  ['/elsewhere', 'GET', '', 404],
  ['/', 'PUT', '', 405],
] as const)('%s by %s is refused', async (path, method, body, status) => {
  const { address } = await start();
  expect((await ask(address, path, { method, body })).status).toBe(status);
});
