import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';

async function start(listener: RequestListener) {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const engine = createHttpEngine({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retries: 0 });
  return { engine, server, connections: () => connections };
}

const list = Buffer.from(JSON.stringify({ items: [], nextCursor: null }));

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
  ['identity', (bytes: Buffer) => bytes],
])('an answer with the content coding %s is decoded', async (coding, encode) => {
  const { engine } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
    response.end(encode(list));
  });
  expect(await engine.listTemplates({})).toEqual({ items: [], nextCursor: null });
});

test.each(['zstd', 'gzip, zstd', 'constructor'])('an answer with the unknown content coding %s is refused', async (coding) => {
  const { engine } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-encoding': coding });
    response.end('not a PDF');
  });
  await expect(engine.generateSingle({ params: { id: 'a' }, body: { data: {} } })).rejects.toMatchObject({
    code: 'REMOTE_UNSUPPORTED',
    message: expect.stringMatching(/encodes its answer as "(?:zstd|constructor)"/),
  });
});

test('an encoded PDF is whole although its length differs from the header', async () => {
  const bytes = Buffer.from(`%PDF-1.7 ${'x'.repeat(10_000)}`);
  const encoded = gzipSync(bytes);
  const { engine } = await start((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-encoding': 'gzip',
      'content-length': encoded.length,
    });
    response.end(encoded);
  });
  const pdf = await engine.generateSingle({ params: { id: 'a' }, body: { data: {} } });
  expect(Buffer.concat(pdf.body).equals(bytes)).toBe(true);
});

test('calls that follow each other share a connection', async () => {
  const { engine, connections } = await start((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(list);
  });
  for (let i = 0; i < 5; i++) await engine.listTemplates({});
  expect(connections()).toBe(1);
});

test('a server that has closed an idle connection is called on a new one', async () => {
  const { engine, server, connections } = await start((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(list);
  });
  await engine.listTemplates({});
  server.closeIdleConnections();
  // A call fails if the end of the connection arrives during it.
  await expect.poll(async () => (await engine.listTemplates({})).items).toEqual([]);
  expect(connections()).toBe(2);
});

test('an answer that breaks off is unreachable, and a signal ends a call in the middle of an answer', async () => {
  const { engine } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{', () => setTimeout(() => response.destroy(), 20));
  });
  await expect(engine.listTemplates({})).rejects.toMatchObject({
    code: 'REMOTE_UNREACHABLE',
    message: expect.stringContaining('in the middle of its answer'),
  });
  const stalled = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{', () => controller.abort(new Error('enough')));
  });
  const controller = new AbortController();
  await expect(stalled.engine.listTemplates({}, { signal: controller.signal })).rejects.toThrow();
  stalled.server.closeAllConnections();
});

test('one signal may end many calls, without a warning', async () => {
  const warnings: unknown[] = [];
  const note = (warning: unknown) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { engine, server } = await start(() => {});
  const controller = new AbortController();
  const calls = Array.from({ length: 30 }, () => engine.listTemplates({}, { signal: controller.signal }));
  setTimeout(() => controller.abort(new Error('enough')), 50);
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
  server.closeAllConnections();
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
