import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorTable, PdfgenError } from '../../src/contract/errors.ts';
import { createServer } from '../../src/server/create-server.ts';
import { routes } from '../../src/server/routes.ts';
import { openServer } from '../support/open-server.ts';
import { type Answer, createCall, type Request, refusal } from '../support/wire.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const template = {
  uuid,
  slug: 'note',
  name: 'Note',
  pages: [{ body: ['Dear {{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};
const opened = await openServer({ worker: false });
const { engine, token } = opened;
const reader = await opened.tokenOf('default', ['templates:read']);
let obstacles: PdfgenError[] = [];
const server = await createServer({
  service: { ...opened.service, findObstacles: async () => obstacles },
  settings: { port: 0, maxBodyBytes: 4096, maxHeaderBytes: 8192, failedAuthenticationsPerMinute: 1000 },
});
const { url } = await server.listen();
await engine.createTemplate({ body: template });
afterAll(async () => {
  await server.close(1000);
  await opened.close();
});

const call = createCall({ url, token });
const codeOf = (answer: Answer): string => {
  const [status, code] = refusal(answer);
  expect(errorTable[code as ErrorCode].status).toBe(status);
  return code;
};

/** What comes back for bytes that no HTTP client sends. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const generate = `/api/v1/generate/single/${uuid}`;

describe('routes', () => {
  test.each(routes.map((route) => [route.id, route] as const))(
    '%s is served, and asks for a token',
    async (_, { prefix, operation }) => {
      const path = (prefix + operation.path)
        .replace(/:sha256/, 'a'.repeat(64))
        .replace(/:version/, '1')
        .replace(/:\w+/g, uuid);
      expect(codeOf(await call(operation.method, path, { token: null }))).toBe('UNAUTHENTICATED');
    },
  );

  test('a PDF carries its facts in headers', async () => {
    const answer = await call('POST', generate, { body: { data: { name: 'Grace' } } });
    const { bytes } = answer;
    expect(answer.status).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="note.pdf"');
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-pdfgen-pages')).toBe('1');
    expect(answer.headers.get('x-pdfgen-warnings')).toBe('0');
  });

  test('query values have the types of the schema', async () => {
    const list = await call('GET', '/api/v1/templates?limit=1');
    expect(list.json<{ items: unknown[] }>().items).toHaveLength(1);
    for (const query of ['limit=x', 'limit=0', 'limit=1&limit=2', 'colour=red'])
      expect(codeOf(await call('GET', `/api/v1/templates?${query}`)), query).toBe('INVALID_REQUEST');
    expect(codeOf(await call('GET', `/api/v1/templates/${uuid}?a=1`))).toBe('INVALID_REQUEST');
  });
});

const unknownTemplate = '/api/v1/generate/single/0190a0a0-0000-7000-8000-00000000dead';
const noUuid = '/api/v1/generate/single/x';
const plain = { 'content-type': 'text/plain' };
const large = 'x'.repeat(5000);

// Every row breaks its own step and the one after it: the earlier must answer.
test.each<[string, string, string, Request, string]>([
  ['path before method', 'PATCH', '/api/v1/nothing', { token: null }, 'NOT_FOUND'],
  ['method before token', 'PATCH', generate, { token: null }, 'METHOD_NOT_ALLOWED'],
  ['token before scope and UUID', 'POST', noUuid, { token: null }, 'UNAUTHENTICATED'],
  ['scope before UUID', 'POST', noUuid, { token: reader }, 'FORBIDDEN'],
  ['UUID before media type', 'POST', noUuid, { raw: 'x', headers: plain }, 'INVALID_UUID'],
  ['media type before size', 'POST', generate, { raw: large, headers: plain }, 'UNSUPPORTED_MEDIA_TYPE'],
  ['size before JSON', 'POST', generate, { raw: large }, 'PAYLOAD_TOO_LARGE'],
  ['declared size before look-up', 'POST', unknownTemplate, { raw: large }, 'PAYLOAD_TOO_LARGE'],
  ['look-up before JSON', 'POST', unknownTemplate, { raw: '{' }, 'TEMPLATE_NOT_FOUND'],
  ['JSON before shape', 'POST', generate, { raw: '{"colour":' }, 'INVALID_REQUEST'],
  ['shape before data', 'POST', generate, { body: { data: {}, colour: 1 } }, 'INVALID_REQUEST'],
  ['data', 'POST', generate, { body: { data: {} } }, 'DATA_INVALID'],
])('order: %s', async (_, method, path, options, code) => {
  expect(codeOf(await call(method, path, options))).toBe(code);
});

test('405 names the methods of the path', async () => {
  expect((await call('PATCH', `/api/v1/templates/${uuid}`)).headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
});

test.each([
  ['an empty body', ''],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)],
  ['a list', '[]'],
  ['depth', `{"data":${'['.repeat(1500)}${']'.repeat(1500)}}`],
  ['an unknown member', '{"data":{},"x":1}'],
  ['a member __proto__', '{"__proto__":{"data":{}}}'],
])('%s is INVALID_REQUEST', async (_, raw) => {
  expect(codeOf(await call('POST', generate, { raw }))).toBe('INVALID_REQUEST');
});

test.each([
  ['[]', 'The body must be an object, got an empty array'],
  ['{}', 'The body must have "data"'],
  ['{"data":{},"x":1}', 'The body must not have "x"; known members are "data", "options" and "templateVersion"'],
  ['{"data":[]}', '/data must be an object, got an empty array'],
])('what is wrong with %s is told with its place', async (raw, detail) => {
  expect((await call('POST', generate, { raw })).json().detail).toBe(detail);
});

test('a name that appears twice in a body is refused with both places and its pointer', async () => {
  const raw = '{"data": {\n  "name": "Ada",\n  "name": "Bob"\n}}';
  const answer = await call('POST', generate, { raw });
  const problem = answer.json();
  expect(codeOf(answer)).toBe('INVALID_REQUEST');
  const message = 'the name "name" appears twice in its object, first in line 2, column 3';
  expect(problem.detail).toBe(`The body at line 3, column 3 (/data/name): ${message}.`);
  expect(problem.errors).toEqual([
    { path: '/data/name', message, keyword: 'duplicate', params: { line: 3, column: 3, offset: 30 }, schemaPath: '' },
  ]);
});

test('a body that is not JSON is refused with the place and a remedy', async () => {
  const answer = await call('POST', generate, { raw: '{"data": {"name": "Ada",}}' });
  expect(answer.json().detail).toBe('The body is not valid JSON at line 1, column 25: there must be no "," before "}".');
});

test('a byte order mark and __proto__ in data do no harm', async () => {
  const raw = '\ufeff{"data":{"name":"x","__proto__":{"polluted":true}}}';
  const answer = await call('POST', generate, { raw });
  expect(answer.status).toBe(200);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  ['data', generate, '{"data":{"name":"x","n":[1,1e999]}}', 'DATA_INVALID', '/data/n/1'],
  ['data of a job', `/api/v1/generate/async/${uuid}`, '{"data":{"name":"x","n":-1e999}}', 'DATA_INVALID', '/data/n'],
  [
    'an item',
    `/api/v1/generate/batch/${uuid}`,
    '{"items":[{"data":{"name":"x"}},{"data":{"name":"x","n":1e999}}]}',
    'BATCH_INVALID',
    '/items/1/data/n',
  ],
  ['a template', '/api/v1/templates', '{"exampleData":{"a/b":1e999}}', 'INVALID_REQUEST', '/exampleData/a~1b'],
])('a number that JSON cannot hold in %s is refused with its place', async (_, path, raw, code, place) => {
  const whole = path.endsWith('templates')
    ? JSON.stringify({ ...template, slug: 'third', exampleData: 0 }).replace(/"exampleData":0/, raw.slice(1, -1))
    : raw;
  const answer = await call('POST', path, { raw: whole });
  const { errors } = answer.json<{ errors: { path: string }[] }>();
  expect([codeOf(answer), errors.map((one) => one.path)]).toEqual([code, [place]]);
});

test('a body of the size of the limit is read', async () => {
  expect((await call('POST', generate, { raw: '{"data":{"name":"Ada"}}'.padEnd(4096) })).status).toBe(200);
});

test('a chunked body above the limit is refused, and the connection stays usable', async () => {
  const chunk = 'a'.repeat(3000);
  const chunked = `POST ${generate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n${chunk}\r\nbb8\r\n${chunk}\r\n0\r\n\r\n`;
  const answer = await send(`${chunked}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
  expect(answer).toContain('{"status":"ok"}');
});

test('a request id of the client is echoed, a strange one replaced', async () => {
  expect((await call('GET', '/healthz', { headers: { 'x-request-id': 'a.b-c_1' } })).headers.get('x-request-id')).toBe('a.b-c_1');
  expect((await call('GET', '/healthz', { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id')).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});

test('invalid HTTP, and malformed or too long addresses, are answered with a problem document', async () => {
  expect(await send('nonsense\r\n\r\n')).toContain('"code":"INVALID_REQUEST"');
  expect(await send(`GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain('too long');
  expect(codeOf(await call('GET', '/api/v1/templates/%zz'))).toBe('NOT_FOUND');
  expect(codeOf(await call('GET', `/api/v1/templates/${'a'.repeat(3000)}`))).toBe('INVALID_UUID');
});

test('two Authorization headers count as none', async () => {
  const answer = await send(
    `GET /api/v1/templates HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer other\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toContain('"code":"UNAUTHENTICATED"');
});

test('an expired capability and an invalid one have different errors', async () => {
  const params = { baseTemplateUuid: uuid, externalUuid: uuid };
  const { capability } = await engine.openEditorSession({ params, body: { expiresInMinutes: 5 } });
  await opened.advance(10 * 60_000);
  expect(codeOf(await call('GET', '/editor/v1/template', { token: capability }))).toBe('CAPABILITY_EXPIRED');
  expect(codeOf(await call('GET', '/editor/v1/template'))).toBe('UNAUTHENTICATED');
});

test('the server is ready until there is an obstacle, which its answer does not name', async () => {
  expect((await call('GET', '/readyz')).status).toBe(200);
  for (const code of ['OVERLOADED', 'STORE_UNAVAILABLE'] as const) {
    obstacles = [new PdfgenError(code, '/secret/folder')];
    const answer = await call('GET', '/readyz');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const text = answer.bytes.toString();
    expect(text).toContain(`"code":"${code}"`);
    expect(text).not.toContain('secret');
  }
  obstacles = [];
});

test('metrics are for this machine and for metrics tokens, not for the token of a team', async () => {
  const metric = 'pdfgen_http_request_duration_seconds_count{operation="generateSingle"';
  expect((await call('GET', '/metrics', { token: null })).bytes.toString()).toContain(metric);
  expect((await call('GET', '/metrics', { token: await opened.metricsToken() })).bytes.toString()).toContain(metric);
  expect(codeOf(await call('GET', '/metrics'))).toBe('FORBIDDEN');
  expect(codeOf(await call('GET', '/metrics', { token: 'unknown' }))).toBe('UNAUTHENTICATED');
});

test.each([
  ['X-Forwarded-For: 192.0.2.1'],
  ['X-Forwarded-Proto: https'],
  ['Forwarded: for=192.0.2.1'],
  ['Via: 1.1 proxy'],
  ['X-Real-IP: 192.0.2.1'],
  ['Authorization: Basic eDp5'],
])('metrics need a token in a call with %s', async (header) => {
  const answer = await send(`GET /metrics HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`);
  expect(answer).toContain('"code":"UNAUTHENTICATED"');
});

test.each([
  ['127.0.0.1:8080', 200],
  ['LOCALHOST', 200],
  ['[::1]:8080', 200],
  ['pdf.example.com', 401],
  ['', 401],
])('metrics without a token for the host "%s": %i', async (host, status) => {
  expect(await send(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toContain(`HTTP/1.1 ${status} `);
});
