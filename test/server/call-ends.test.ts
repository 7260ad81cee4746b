// Every call leaves one line in the log and one observation in the metrics, however it ends.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { createServer, type PdfgenServer } from '../../src/server/create-server.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import type { Tracing } from '../../src/tracing/tracing.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const traceId = '0af7651916cd43dd8448eb211c80319c';
let opened: OpenedServer;
let server: PdfgenServer;
let port: number;
let job: string;
const metrics = createMetrics();
const lines: Array<Readonly<Record<string, unknown>>> = [];
const spans: Array<{ readonly facts?: object | undefined; readonly fault?: string | undefined }> = [];
const tracing: Tracing = {
  begin: () => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01`, end: (end = {}) => void spans.push(end) }),
  close: async () => undefined,
};

beforeAll(async () => {
  opened = await openServer({ worker: false });
  await opened.engine.createTemplate({
    body: { uuid, slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} },
  });
  job = (await opened.engine.createRenderJob({ params: { uuid }, body: { data: {} } })).uuid;
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await createServer({
    service: opened.service,
    settings: { port: 0, stalledSeconds: 0.2 },
    log,
    metrics,
    tracing,
  });
  port = Number(new URL((await server.listen()).url).port);
});
afterAll(async () => {
  await server.close(0);
  await opened.close();
});

/** Sends a head, and gives the connection. */
async function begin(head: string, body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await new Promise<void>((done) =>
    socket.write(`${head} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${opened.token}\r\n${body}`, () => done()),
  );
  return socket;
}

/** The line of the call to this path. Raises an error if there is none within 10 s, or if there are more. */
async function lineOf(path: string) {
  const found = () => lines.filter((line) => line.path === path);
  for (const end = performance.now() + 10_000; found().length === 0 && performance.now() < end; ) await sleep(10);
  expect(found()).toHaveLength(1);
  return found()[0]!;
}

const counted = async (operation: string, status: number) =>
  (await metrics.write()).match(
    new RegExp(
      `^pdfgen_http_request_duration_seconds_count\\{operation="${operation}",method="\\w+",status="${status}"\\} (\\d+)`,
      'm',
    ),
  )?.[1];

test('a call whose client leaves before the answer has a line, with status 499, its team and its trace', async () => {
  const path = `/api/v1/render-jobs/${job}`;
  const socket = await begin(`GET ${path}?wait=60`, '\r\n');
  // The head is read before this later call is answered.
  await opened.engine.whoami({});
  socket.destroy();
  const line = await lineOf(path);
  expect(line).toMatchObject({ method: 'GET', operation: 'getRenderJob', status: 499, trace: traceId, msg: 'the client left' });
  expect(line.team).toMatch(/^[0-9a-f-]{36}$/);
  expect(line.ms).toBeTypeOf('number');
  expect(await counted('getRenderJob', 499)).toBe('1');
  expect(spans).toContainEqual({ facts: { 'http.response.status_code': 499, 'error.type': undefined }, fault: undefined });
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
});

test.each([
  ['sized', 'Content-Length: 20\r\n\r\n{"data":'],
  ['chunked', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"data":\r\n'],
])('a client that leaves in the middle of its %s body has status 499', async (kind, body) => {
  const path = `/api/v1/generate/single/${kind}`;
  const socket = await begin(`POST ${path}`, `Content-Type: application/json\r\n${body}`);
  socket.end();
  expect(await lineOf(path)).toMatchObject({ operation: 'generateSingle', status: 499, msg: 'the client left' });
});

test('a client that stops sending is cut off, with status 408', async () => {
  const path = `/api/v1/generate/single/${uuid}`;
  await begin(`POST ${path}`, 'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"data":');
  expect(await lineOf(path)).toMatchObject({ operation: 'generateSingle', status: 408, msg: 'cut off' });
  expect(await counted('generateSingle', 408)).toBe('1');
});

test('an invalid body has the status of the answer that the connection gets', async () => {
  const path = `/api/v1/generate/async/${uuid}`;
  const socket = await begin(`POST ${path}`, 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(await lineOf(path)).toMatchObject({ operation: 'createRenderJob', status: 400, msg: 'cut off' });
});

test('a result that breaks off in the middle of its answer has status 500', async () => {
  const worker = await opened.service.startWorker({ concurrency: 1 });
  const { result } = await opened.engine.getRenderJob({ params: { uuid: job }, query: { wait: 30 } });
  await worker.stop(0);
  async function* broken() {
    yield new Uint8Array([37]);
    await sleep(10);
    throw new PdfgenError('STORE_UNAVAILABLE', 'The object store cannot be reached.');
  }
  const blobs = { write: async () => undefined, size: async () => result!.bytes, read: broken, delete: async () => undefined };
  opened.useResults({ team: () => blobs, list: () => broken() as never, freeBytes: async () => 1 });
  const path = `/api/v1/render-jobs/${job}/result`;
  await begin(`GET ${path}`, 'Range: bytes=0-99\r\n\r\n');
  expect(await lineOf(path)).toMatchObject({ operation: 'getRenderJobResult', status: 500, msg: 'cut off' });
});

test('an address that cannot be read has a line too', async () => {
  await begin('GET /api/%zz', '\r\n');
  expect(await lineOf('/api/%zz')).toMatchObject({ operation: 'other', status: 404, msg: 'answered' });
});
