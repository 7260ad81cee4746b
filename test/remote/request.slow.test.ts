import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { raises } from '../support/ends.ts';
import { listen } from '../support/listen.ts';

async function start(listener: RequestListener) {
  let connections = 0;
  const server = createServer(listener).on('connection', () => {
    connections++;
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const engine = createHttpEngine({ baseUrl, retries: 0 });
  return { engine, server, baseUrl, connections: () => connections };
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
  await raises(
    engine.generateSingle({ params: { uuid: 'a' }, body: { data: {} } }),
    'REMOTE_UNSUPPORTED',
    /encodes its answer as "(?:zstd|constructor)"/,
  );
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
  const pdf = await engine.generateSingle({ params: { uuid: 'a' }, body: { data: {} } });
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
  await raises(engine.listTemplates({}), 'REMOTE_UNREACHABLE', 'in the middle of its answer');
  const stalled = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{', () => controller.abort(new Error('enough')));
  });
  const controller = new AbortController();
  await expect(stalled.engine.listTemplates({}, { signal: controller.signal })).rejects.toThrow('enough');
  stalled.server.closeAllConnections();
});

test('a signal that ends a download is the error of the download', async () => {
  const controller = new AbortController();
  const { engine, server } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-encoding': 'gzip' });
    response.write(gzipSync(randomBytes(1000)).subarray(0, 500));
  });
  const { read } = await engine.getRenderJobResult({ params: { uuid: 'a' } }, { signal: controller.signal });
  const download = async () => {
    for await (const _ of read());
  };
  const ended = expect(download()).rejects.toThrow('enough');
  controller.abort(new Error('enough'));
  await ended;
  server.closeAllConnections();
});

test('a small encoded answer that becomes very long is refused', async () => {
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  const { engine, server } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    for (let i = 0; i < 5; i++) response.write(zeros);
    response.end(gzipSync(list));
  });
  await raises(engine.listTemplates({}), 'REMOTE_UNSUPPORTED', 'longer than 256 MiB');
  server.closeAllConnections();
});

describe('a result whose download breaks off', () => {
  const whole = Buffer.from('%PDF-1.7 0123456789');
  const head = { 'content-type': 'application/pdf', etag: '"not-a-digest"', 'accept-ranges': 'bytes' };
  const startParts = (part: RequestListener) =>
    start((request, response) => {
      if (request.headers.range !== undefined) return part(request, response);
      response.writeHead(200, { ...head, 'content-length': whole.length });
      response.write(whole.subarray(0, 5), () => response.destroy());
    });
  const download = async ({ engine }: Awaited<ReturnType<typeof start>>): Promise<string> => {
    const { read } = await engine.getRenderJobResult({ params: { uuid: 'a' } });
    let text = '';
    for await (const chunk of read()) text += Buffer.from(chunk).toString();
    return text;
  };

  test('is resumed at its position', async () => {
    const given = await startParts((_, response) => {
      response.writeHead(206, { ...head, 'content-range': `bytes 5-${whole.length - 1}/${whole.length}` });
      response.end(whole.subarray(5));
    });
    expect(await download(given)).toBe(whole.toString());
  });

  test.each([`bytes 0-${whole.length - 6}/${whole.length}`, `bytes 50-60/${whole.length}`, undefined])(
    'is not continued with the part %s',
    async (range) => {
      const given = await startParts((_, response) => {
        response.writeHead(206, { ...head, ...(range && { 'content-range': range }) });
        response.end(whole.subarray(0, -5));
      });
      await expect(download(given)).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE' });
    },
  );

  test('gives no whole result where a part is requested', async () => {
    const { engine } = await start((_, response) => {
      response.writeHead(200, { ...head, 'content-length': whole.length });
      response.end(whole);
    });
    const { read } = await engine.getRenderJobResult({ params: { uuid: 'a' } });
    await expect(async () => {
      for await (const _ of read(5, 7));
    }).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED' });
  });
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
