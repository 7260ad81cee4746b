// Streams of server-sent events, as a client that knows nothing of this program reads them.
import { request as sendRequest } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readEvents, type ServerEvent } from '../../src/remote/read-events.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { ServerSettings } from '../../src/settings/server-settings.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const templateUuid = '0190a0a0-0000-7000-8000-000000000001';
let server: OpenedServer;
beforeEach(async () => {
  server = await openServer({ worker: false });
  await server.engine.createTemplate({
    body: { uuid: templateUuid, slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} },
  });
});
afterEach(() => server.close());

const createJob = async () => (await server.engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: {} } })).uuid;
const createBatch = async (count: number) => {
  const items = Array.from({ length: count }, () => ({ data: {} }));
  return (await server.engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } })).batchUuid;
};

interface Stream {
  readonly answer: Response;
  next(): Promise<ServerEvent | undefined>;
  close(): void;
}

async function open(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  url = server.url,
  method = 'GET',
): Promise<Stream> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    signal: stop.signal,
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.token}`, ...headers },
  });
  const events = readEvents(answer.body ?? (async function* () {})());
  return { answer, next: async () => (await events.next()).value as ServerEvent | undefined, close: () => stop.abort() };
}

/** Another server on the same stores. */
async function startOther(settings: Partial<ServerSettings>) {
  const other = await createServer({ service: server.service, settings: { port: 0, ...settings } });
  const { url } = await other.listen();
  onTestFinished(() => other.close(100));
  return { ...other, url };
}

const codeOf = async ({ answer }: Stream) => [answer.status, ((await answer.json()) as { code: string }).code];

test('a job is told at once, at each change of its state and at its end; then the stream closes', async () => {
  const uuid = await createJob();
  const { answer, next } = await open(`/render-jobs/${uuid}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    vary: 'accept',
  });
  const first = (await next())!;
  expect(first).toMatchObject({ name: 'state', id: 'queued-0', retryMs: 2_000 });
  expect(JSON.parse(first.data)).toEqual(await server.engine.getRenderJob({ params: { uuid } }));
  await server.service.startWorker({ concurrency: 1 });
  const events = [];
  for (let event = await next(); event; event = await next()) events.push(event);
  expect(events.at(-1)).toMatchObject({ name: 'end', id: 'completed-1' });
  expect(JSON.parse(events.at(-1)!.data)).toEqual(await server.engine.getRenderJob({ params: { uuid } }));
  expect(events.slice(0, -1).map(({ name, id }) => [name, id])).toEqual(events.length > 1 ? [['state', 'processing-1']] : []);
});

test('a batch tells its progress while its state stays', async () => {
  const batchUuid = await createBatch(3);
  const { next } = await open(`/render-batches/${batchUuid}`);
  expect(await next()).toMatchObject({ name: 'state', id: 'queued-3-3-0-0-0-0-0' });
  const { items } = await server.engine.getRenderBatch({ params: { batchUuid } });
  const cancel = async (index: number) => server.engine.cancelRenderJob({ params: { uuid: items[index]!.jobUuid } });
  await cancel(0);
  expect(await next()).toMatchObject({ name: 'state', id: 'processing-3-2-0-0-0-1-0' });
  await cancel(1);
  const progress = (await next())!;
  expect(progress).toMatchObject({ name: 'progress', id: 'processing-3-1-0-0-0-2-0' });
  const { items: _items, nextCursor: _cursor, ...summary } = await server.engine.getRenderBatch({ params: { batchUuid } });
  expect(JSON.parse(progress.data)).toEqual(summary);
  await cancel(2);
  expect(await next()).toMatchObject({ name: 'end', id: 'canceled-3-0-0-0-0-3-0' });
  expect(await next()).toBeUndefined();
});

test('a client that connects again gets only what is new, and after the end it is told to stay away', async () => {
  const uuid = await createJob();
  const path = `/render-jobs/${uuid}`;
  const again = await open(path, { 'last-event-id': 'queued-0' });
  await server.engine.cancelRenderJob({ params: { uuid } });
  expect(await again.next()).toMatchObject({ name: 'end', id: 'canceled-0' });
  expect(await (await open(path, { 'last-event-id': 'queued-0' })).next()).toMatchObject({ name: 'end' });
  expect(await (await open(path, { 'last-event-id': 'what?' })).next()).toMatchObject({ name: 'end' });
  const over = await open(path, { 'last-event-id': 'canceled-0' });
  expect([over.answer.status, await over.answer.text()]).toEqual([204, '']);
});

test('other clients get JSON from the same address', async () => {
  const { answer } = await open(`/render-jobs/${await createJob()}`, { accept: 'application/json, */*' });
  expect([answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual(['application/json; charset=utf-8', 'accept']);
});

test('a stream is refused like the call, with a problem document', async () => {
  const uuid = await createJob();
  const unknown = `/render-jobs/${templateUuid}`;
  expect(await codeOf(await open(unknown))).toEqual([404, 'JOB_NOT_FOUND']);
  expect(await codeOf(await open(`/render-batches/${uuid}`))).toEqual([404, 'BATCH_NOT_FOUND']);
  expect(await codeOf(await open('/render-jobs/42'))).toEqual([400, 'INVALID_UUID']);
  expect(await codeOf(await open(`/render-jobs/${uuid}?wait=5`))).toEqual([400, 'INVALID_REQUEST']);
  expect(await codeOf(await open(`/render-jobs/${uuid}`, { authorization: 'Bearer x' }))).toEqual([401, 'UNAUTHENTICATED']);
  const other = await server.tokenOf('other');
  expect(await codeOf(await open(`/render-jobs/${uuid}`, { authorization: `Bearer ${other}` }))).toEqual([404, 'JOB_NOT_FOUND']);
  const weak = await server.tokenOf('default', ['templates:read']);
  expect(await codeOf(await open(`/render-jobs/${uuid}`, { authorization: `Bearer ${weak}` }))).toEqual([403, 'FORBIDDEN']);
});

test('HEAD gives the head of a stream', async () => {
  const { answer } = await open(`/render-jobs/${await createJob()}`, {}, server.url, 'HEAD');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/event-stream', '']);
});

test('a team may have so many streams and waiting calls, a server so many streams, and an ended stream makes room', async () => {
  const path = `/render-jobs/${await createJob()}`;
  const { url } = await startOther({ maxWaitingPolls: 2, maxEventStreams: 3 });
  const streams = [await open(path, {}, url), await open(path, {}, url)];
  expect(await codeOf(await open(path, {}, url))).toEqual([429, 'RATE_LIMITED']);
  expect(await codeOf(await open(`${path}?wait=1`, { accept: '*/*' }, url))).toEqual([429, 'RATE_LIMITED']);
  // A call that does not wait is not one of them.
  expect((await open(path, { accept: '*/*' }, url)).answer.status).toBe(200);
  const other = { authorization: `Bearer ${await server.tokenOf('other')}` };
  expect(await codeOf(await open(path, other, url))).toEqual([404, 'JOB_NOT_FOUND']);
  const small = await startOther({ maxEventStreams: 1 });
  const only = await open(path, {}, small.url);
  expect(await codeOf(await open(path, {}, small.url))).toEqual([503, 'OVERLOADED']);
  only.close();
  streams[0]!.close();
  await expect.poll(async () => (await open(path, {}, small.url)).answer.status).toBe(200);
  await expect.poll(async () => (await open(path, {}, url)).answer.status).toBe(200);
});

test('a silent stream sends comments, so that nobody takes the connection for dead', async () => {
  const path = `/render-jobs/${await createJob()}`;
  const { url } = await startOther({ stalledSeconds: 1 });
  const { answer } = await open(path, {}, url);
  let text = '';
  for await (const chunk of answer.body!) {
    text += Buffer.from(chunk).toString();
    if (text.split('\n\n:\n\n:\n\n:\n\n:').length > 1) break;
  }
  expect(text).toMatch(/^retry: 2000\n\nevent: state\nid: queued-0\ndata: \{.*\}\n\n(:\n\n)+:/);
});

test('a client that reads nothing is disconnected, and its stream is forgotten', async () => {
  const path = `/render-jobs/${await createJob()}`;
  const { url } = await startOther({ stalledSeconds: 1, maxEventStreams: 1 });
  const sent = sendRequest(`${url}/api/v1${path}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${server.token}` },
  });
  const ended = new Promise((resolve) => sent.on('response', (answer) => answer.on('close', resolve).resume()));
  sent.end();
  await new Promise((resolve) => sent.on('response', resolve));
  sent.destroy();
  await ended;
  await expect.poll(async () => (await open(path, {}, url)).answer.status).toBe(200);
});

test('a stream ends when its token is revoked', async () => {
  const path = `/render-jobs/${await createJob()}`;
  const authorization = `Bearer ${server.token}`;
  const spare = await server.tokenOf('default');
  const [doomed, kept] = [await open(path), await open(path, { authorization: `Bearer ${spare}` })];
  for (const stream of [doomed, kept]) expect(await stream.next()).toMatchObject({ id: 'queued-0' });
  await server.revoke(server.token);
  expect(await doomed.next()).toBeUndefined();
  expect(await codeOf(await open(path, { authorization }))).toEqual([401, 'UNAUTHENTICATED']);
  await server.service.startWorker({ concurrency: 1 });
  expect((await kept.next())?.name).toMatch(/state|end/);
});

test('streams end when the server stops, so that their clients connect to another one', async () => {
  const path = `/render-jobs/${await createJob()}`;
  const stopping = await startOther({});
  const stream = await open(path, {}, stopping.url);
  expect(await stream.next()).toMatchObject({ id: 'queued-0' });
  await stopping.close(60_000);
  expect(await stream.next()).toBeUndefined();
});
