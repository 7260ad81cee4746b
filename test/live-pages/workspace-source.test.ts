import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';

/** The source of a page of a server that answers so. */
async function open(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('location', { href: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  vi.resetModules();
  const { workspaceSource } = await import('../../src/live-pages/workspace-source.ts');
  return { server, source: workspaceSource('secret') };
}
const never = new AbortController().signal;
const hasEnded = { message: expect.stringContaining('has ended. Start it again') };

test('each call has the secret, and names the choice and the revision', async () => {
  const asked: unknown[] = [];
  const { source } = await open(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    response.end('{"revision":3}');
  });
  expect(await source.read('a b.json', undefined, never)).toEqual({ revision: 3 });
  await source.read('', 3, never);
  expect(asked).toEqual([
    ['/api/shown?choice=a+b.json', 'Bearer secret'],
    ['/api/shown?choice=&after=3', 'Bearer secret'],
  ]);
});

test('what the command refuses is an error with its faults', async () => {
  const { source } = await open((_request, response) => {
    response.writeHead(422).end('{"message":"It cannot.","faults":[{"severity":"error","message":"why"}]}');
  });
  const error = await source.check({}).catch((thrown: unknown) => thrown);
  expect(error).toEqual(expect.objectContaining({ message: 'It cannot.', faults: [{ severity: 'error', message: 'why' }] }));
});

test.each([
  ['before an answer', () => {}],
  ['inside of an answer', (response: { write(text: string): unknown }) => void response.write('{')],
])('a command that ends %s has ended for the page', async (_, begin) => {
  const { server, source } = await open((_request, response) => {
    begin(response);
    setTimeout(() => server.closeAllConnections(), 50);
  });
  await expect(source.read('', 1, never)).rejects.toMatchObject(hasEnded);
});

test('a call that the page ends is no fault of the command', async () => {
  const { source } = await open(() => {});
  const leaving = new AbortController();
  const left = source.read('', 1, leaving.signal).catch((error: unknown) => error);
  leaving.abort();
  expect(await left).toMatchObject({ name: 'AbortError' });
});
