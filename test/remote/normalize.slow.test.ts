import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { raises } from '../support/ends.ts';
import { answering, foreignJob, foreignTemplate, openForeignServer } from '../support/foreign-server.ts';
import { listen } from '../support/listen.ts';

const open = async (more?: Parameters<typeof openForeignServer>[0], options: object = {}) => {
  const foreign = await openForeignServer(more);
  return { ...foreign, engine: createHttpEngine({ baseUrl: foreign.url, token: 'secret', ...options }) };
};
const pair = { baseTemplateUuid: foreignTemplate, externalUuid: foreignJob };

test('a server with other field names is read by likely names, and what it adds is kept', async () => {
  const { engine } = await open();
  expect(await engine.listTemplates({})).toMatchObject({ items: [{ uuid: foreignTemplate, name: 'Invoice' }], nextCursor: null });
  const job = await engine.createRenderJob({ params: { uuid: foreignTemplate }, body: { data: { name: 'good' } } });
  expect(job).toMatchObject({ uuid: foreignJob, state: 'queued', queue: 'a' });
  expect(await engine.getRenderJob({ params: { uuid: foreignJob } })).toMatchObject({ state: 'processing' });
  expect(await engine.getRenderJob({ params: { uuid: foreignJob } })).toMatchObject({ uuid: foreignJob, state: 'completed' });
});

test('its errors keep their words', async () => {
  const { engine } = await open();
  const bad = engine.createRenderJob({ params: { uuid: foreignTemplate }, body: { data: {} } });
  await expect(bad).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: 'name is wrong (BAD_DATA)' });
  const { url } = await openForeignServer();
  const stranger = createHttpEngine({ baseUrl: url, token: 'wrong' });
  await expect(stranger.listTemplates({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED', message: 'who are you' });
});

test('a proxy that does not reach the server says so by its status alone', async () => {
  const { engine } = await open(
    { 'GET /api/v1/templates': (_request, response) => void response.writeHead(502).end() },
    { retries: 0 },
  );
  await expect(engine.listTemplates({})).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE', exitCode: 7 });
});

test.each([
  ['listTemplates', {}, 401, 'UNAUTHENTICATED'],
  ['listTemplates', {}, 404, 'NOT_FOUND'],
  ['listTemplates', {}, 418, 'INVALID_REQUEST'],
  ['listTemplates', {}, 429, 'RATE_LIMITED'],
  ['listTemplates', {}, 500, 'INTERNAL'],
  ['listTemplates', {}, 503, 'OVERLOADED'],
  ['listTemplates', {}, 504, 'INTERNAL'],
  ['getTemplate', { params: { uuid: foreignTemplate } }, 404, 'TEMPLATE_NOT_FOUND'],
  ['getWebhook', { params: { uuid: foreignJob } }, 404, 'WEBHOOK_NOT_FOUND'],
  ['generateSingle', { params: { uuid: foreignTemplate }, body: {} }, 422, 'DATA_INVALID'],
  ['generateSingle', { params: { uuid: foreignTemplate }, body: {} }, 504, 'RENDER_TIMEOUT'],
  ['createRenderJob', { params: { uuid: foreignTemplate }, body: {} }, 409, 'IDEMPOTENCY_CONFLICT'],
  ['createRenderJob', { params: { uuid: foreignTemplate }, body: {} }, 422, 'DATA_INVALID'],
  ['createRenderBatch', { params: { uuid: foreignTemplate }, body: { items: [] } }, 422, 'BATCH_INVALID'],
  ['createEmbeddedRenderJob', { params: pair, body: {} }, 404, 'EMBEDDED_TEMPLATE_NOT_FOUND'],
  ['createTemplate', { body: {} }, 422, 'TEMPLATE_INVALID'],
  ['cancelRenderJob', { params: { uuid: foreignJob } }, 409, 'ALREADY_FINAL'],
  ['getRenderJobResult', { params: { uuid: foreignJob } }, 409, 'JOB_NOT_COMPLETED'],
  ['getRenderBatchResult', { params: { batchUuid: foreignJob } }, 410, 'RESULT_EXPIRED'],
] as const)(
  'the status of an error without a code is read by what %s(%j) may raise: %i is %s',
  async (id, input, status, code) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"detail":"no"}');
    });
    const baseUrl = `http://127.0.0.1:${await listen(server)}`;
    const engine = createHttpEngine({ baseUrl, token: 'secret', retries: 0 }) as unknown as Record<
      string,
      (given: object) => Promise<unknown>
    >;
    await expect(engine[id]!(input)).rejects.toMatchObject({ code });
  },
);

test('a parameter is called as in the library, not as in the path', async () => {
  const detail = 'id must be a UUID, got "x".';
  const { engine } = await open({
    'POST /api/v1/generate/single/x': answering({ code: 'INVALID_UUID', detail }, 400),
  });
  const call = engine.generateSingle({ params: { uuid: 'x' }, body: { data: {} } });
  await expect(call).rejects.toMatchObject({ code: 'INVALID_UUID', message: 'uuid must be a UUID, got "x".' });
});

test.each(['', '/', '/api/v1', '/api/v1/'])('the address of a server may end with %j', async (end) => {
  const { url } = await open();
  const engine = createHttpEngine({ baseUrl: url + end, token: 'secret', retries: 0 });
  await expect(engine.listTemplates({})).resolves.toMatchObject({ nextCursor: null });
});

test('a missing operation is reported', async () => {
  const { engine } = await open();
  await expect(engine.whoami({})).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED', exitCode: 7 });
  await raises(engine.openEditorSession({ params: pair }), 'REMOTE_UNSUPPORTED', 'does not offer openEditorSession');
});

test.each([
  [{ templates: [] }, 'a list without its items'],
  [[{ title: 'Invoice' }], 'a template without a UUID'],
])('the answer %j lacks what nothing can replace, and is refused', async (body, what) => {
  const { engine } = await open({ 'GET /api/v1/templates': answering(body) });
  const refusal = { code: 'REMOTE_UNSUPPORTED', message: `The server sent ${what}.` };
  await expect(engine.listTemplates({})).rejects.toMatchObject(refusal);
});

test('a validation that does not say whether the data is valid is no valid data', async () => {
  const { engine } = await open({ [`POST /api/v1/templates/${foreignTemplate}/validate`]: answering({}) });
  const call = engine.validateTemplateData({ params: { uuid: foreignTemplate }, body: { data: {} } });
  await raises(call, 'REMOTE_UNSUPPORTED', 'valid');
});

test('a text that is not JSON is refused as an answer', async () => {
  const { engine } = await open({
    'GET /api/v1/templates': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<h1>Welcome</h1>');
    },
  });
  await raises(engine.listTemplates({}), 'REMOTE_UNSUPPORTED', 'not JSON (text/html)');
});

test('only safe calls are tried again', async () => {
  let tries = 0;
  const busy = (_request: unknown, response: import('node:http').ServerResponse) => {
    tries++;
    response.writeHead(tries < 3 ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(tries < 3 ? '{"code":"OVERLOADED","detail":"later"}' : '[]');
  };
  const { engine } = await open({ 'GET /api/v1/templates': busy, 'POST /api/v1/templates': busy });
  await engine.listTemplates({});
  expect(tries).toBe(3);
  tries = 0;
  const create = engine.createTemplate({ body: { slug: 'a', pages: [], dataSchema: true, exampleData: {} } });
  await expect(create).rejects.toMatchObject({ code: 'OVERLOADED', exitCode: 7 });
  expect(tries).toBe(1);
});

test('the token stays with its origin when a call is sent elsewhere, and only a GET goes there', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json');
    response.end('[]');
  });
  const away = `http://localhost:${await listen(other)}/`;
  const redirect = (_request: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(307, { location: away });
    response.end();
  };
  const { engine } = await open({
    'GET /api/v1/templates': redirect,
    [`POST /api/v1/generate/single/${foreignTemplate}`]: redirect,
  });
  await engine.listTemplates({});
  expect(seen).toEqual([undefined]);
  const post = engine.generateSingle({ params: { uuid: foreignTemplate }, body: { data: {} } });
  await expect(post).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED' });
  expect(seen).toHaveLength(1);
});

test('a download that breaks off is resumed, and its digest is checked', async () => {
  const bytes = Buffer.from(`%PDF-1.7 ${'x'.repeat(200_000)}`);
  const { createHash } = await import('node:crypto');
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const ranges: (string | undefined)[] = [];
  const serve =
    (isHonest: boolean) => (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      ranges.push(request.headers.range);
      const headers = {
        'content-type': 'application/pdf',
        'accept-ranges': 'bytes',
        etag: isHonest ? etag : `"${'0'.repeat(64)}"`,
        ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      };
      response.writeHead(from > 0 ? 206 : 200, { ...headers, 'content-length': bytes.length - from });
      if (from > 0 || !isHonest) response.end(bytes.subarray(from));
      else response.write(bytes.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 20));
    };
  const path = `GET /api/v1/render-jobs/${foreignJob}/result`;
  const read = async (engine: Awaited<ReturnType<typeof open>>['engine']) =>
    buffer((await engine.getRenderJobResult({ params: { uuid: foreignJob } })).read());
  expect((await read((await open({ [path]: serve(true) })).engine)).equals(bytes)).toBe(true);
  expect(ranges[0]).toBeUndefined();
  expect(ranges[1]).toMatch(/^bytes=\d+-$/);
  await raises(read((await open({ [path]: serve(false) })).engine), 'REMOTE_UNREACHABLE', 'damaged');
});

test('a server that does not exist or never answers is unreachable', async () => {
  const nobody = createHttpEngine({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
  await expect(nobody.listTemplates({})).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE', exitCode: 7 });
  const { engine } = await open({ 'GET /api/v1/templates': () => {} }, { timeoutMs: 100, retries: 0 });
  await expect(engine.listTemplates({})).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE' });
  const controller = new AbortController();
  const call = engine.listTemplates({}, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});
