// What only a plain HTTP client sees of the resources: statuses, headers and refusals. The suites of test/contract prove what the calls do, and the
// examples of the OpenAPI document their members.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RenderBatch, RenderJob, Template } from '../../src/contract/engine.ts';
import { operations } from '../../src/contract/operations.ts';
import { scopes } from '../../src/contract/scopes.ts';
import { makePng } from '../document/image/make-image.ts';
import { type Answer, external, order, orderOf, refusal, unknownUuid, useWire } from '../support/wire.ts';

const data = orderOf('Grace', [
  { sku: 'A1', qty: 2 },
  { sku: 'B2', qty: 3 },
]);
const hello = [{ size: 'A6', body: ['Hello {{ customer.name }}'] }];
const png = makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 128 });
const strict = { options: { strict: true } };
const worker = useWire();
const idle = useWire({ worker: false });

const statusAndTag = ({ status, headers }: Answer) => [status, headers.get('etag')];

describe('Template', () => {
  const wire = worker;
  const pathOf = (uuid: string) => `/api/v1/templates/${uuid}`;

  test('POST answers 201 and `Location`, GET and PUT `ETag: "VERSION"`, DELETE 204; `If-Match` is optional', async () => {
    const made = await wire.post('/api/v1/templates', { ...order, slug: 'matched' });
    const path = made.headers.get('location')!;
    expect([made.status, path]).toEqual([201, pathOf(made.json<Template>().uuid)]);
    const put = (more: object, tag: string) =>
      wire.call('PUT', path, { body: { ...order, slug: 'matched', ...more }, headers: { 'if-match': tag } });
    const remove = (tag: string) => wire.call('DELETE', path, { headers: { 'if-match': tag } });
    expect(statusAndTag(await wire.get(path))).toEqual([200, '"1"']);
    expect(statusAndTag(await put({ pages: hello }, '"1"'))).toEqual([200, '"2"']);
    expect(refusal(await put({}, '"1"'))).toEqual([412, 'REVISION_CONFLICT']);
    expect(refusal(await remove('"1"'))).toEqual([412, 'REVISION_CONFLICT']);
    const gone = await remove('"2"');
    expect([gone.status, gone.bytes.length]).toEqual([204, 0]);
  });

  test('PUT /assets/:sha256 takes the raw bytes', async () => {
    const path = `/api/v1/assets/${createHash('sha256').update(png).digest('hex')}`;
    // A form stands around the bytes: that is said, instead of that they are no picture.
    const form = { raw: png, headers: { 'content-type': 'Multipart/form-data; boundary=x' } };
    expect(refusal(await wire.call('PUT', path, form))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const stored = await wire.call('PUT', path, { raw: png, headers: { 'content-type': 'application/octet-stream' } });
    expect([stored.status, stored.json()]).toMatchObject([200, { bytes: png.length, type: 'image/png' }]);
  });
});

describe('Render job', () => {
  const wire = worker;

  test('a failed job says where its warnings are, and DELETE leaves it as it is: 204', async () => {
    const { uuid } = await wire.finishJob(await wire.createOrder(), { data: orderOf('nobody'), ...strict });
    const path = `/api/v1/render-jobs/${uuid}`;
    const error = { code: 'RENDER_WARNINGS', detail: expect.stringMatching(/ \(\S+, page 1, \/pages\/\S+\)$/) };
    expect((await wire.get(path)).json()).toMatchObject({ state: 'failed', error, result: null });
    expect(refusal(await wire.get(`${path}/result`))).toEqual([409, 'JOB_FAILED']);
    expect((await wire.call('DELETE', path)).status).toBe(204);
    expect((await wire.get(path)).json()).toMatchObject({ state: 'failed' });
  });

  test('one that waits: `?wait=` is 0 to 60 seconds, POST …/cancel is 200, also the second time', async () => {
    const created = await idle.post(`/api/v1/generate/async/${await idle.createOrder()}`, { data });
    const path = created.headers.get('location')!;
    const early = await idle.get(`${path}/result`);
    expect([...refusal(early), Number(early.headers.get('retry-after')) > 0]).toEqual([409, 'JOB_NOT_COMPLETED', true]);
    for (const wait of ['61', '-1', '1.5', 'x'])
      expect(refusal(await idle.get(`${path}?wait=${wait}`)), wait).toEqual([400, 'INVALID_REQUEST']);
    for (let i = 0; i < 2; i++) {
      const canceled = await idle.post(`${path}/cancel`);
      expect([canceled.status, canceled.json()]).toMatchObject([200, { state: 'canceled', result: null }]);
    }
    expect(refusal(await idle.get(`${path}/result`))).toEqual([409, 'JOB_CANCELED']);
    expect(refusal(await idle.get('/api/v1/render-jobs?state=done'))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('Render batch', () => {
  const wire = worker;
  const pathOf = ({ batchUuid }: RenderBatch) => `/api/v1/render-batches/${batchUuid}`;
  const items = ['Ada', 'nobody', 'Grace'].map((name, i) => ({ data: orderOf(name), reference: `r${i}` }));
  let template: string;
  let ended: RenderBatch;

  beforeAll(async () => {
    template = await wire.createOrder();
    ended = await wire.finishBatch(template, { items, ...strict });
  });

  test('it, its items and their jobs have these members and no others', async () => {
    const [item] = ended.items;
    const job = (await wire.get(`/api/v1/render-jobs/${item!.jobUuid}`)).json<RenderJob>();
    expect([ended, item!, job, job.result!].map((one) => Object.keys(one).sort().join(' '))).toEqual([
      'batchUuid counts createdAt finishedAt items nextCursor state templateUuid templateVersion',
      'error index jobUuid reference result state warningCount warnings',
      'attempts batchUuid createdAt embedded error expiresAt finishedAt itemIndex result retriedAs startedAt state templateUuid templateVersion uuid warnings',
      'bytes pages sha256 url',
    ]);
  });

  test('the list is by state, and leaves out the items', async () => {
    const listed = (await wire.get('/api/v1/render-batches?state=completed_with_errors')).json<{ items: RenderBatch[] }>();
    expect(listed.items.map(({ batchUuid }) => batchUuid)).toContain(ended.batchUuid);
    expect(listed.items[0]).not.toHaveProperty('items');
  });

  test('its items come by state; `limit` is 1 to 1,000', async () => {
    const failed = (await wire.get(`${pathOf(ended)}?state=failed`)).json<RenderBatch>();
    expect(failed.items.map(({ index }) => index)).toEqual([1]);
    for (const limit of [0, 1001]) expect(refusal(await wire.get(`${pathOf(ended)}?limit=${limit}`))[0]).toBe(400);
  });

  test('an item has an object `data`, and a `reference` of 1 to 255 characters; there is one at least', async () => {
    const create = (...given: readonly object[]) => wire.post(`/api/v1/generate/batch/${template}`, { items: given });
    for (const item of [{}, { data: null }, { data: [data] }])
      expect(refusal(await create(item))).toEqual([422, 'BATCH_INVALID']);
    expect(refusal(await create())).toEqual([400, 'INVALID_REQUEST']);
    expect((await create({ data, reference: 'x'.repeat(255) })).status).toBe(202);
    for (const reference of ['', 'x'.repeat(256), 5])
      expect(refusal(await create({ data, reference }))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('one that has ended is ALREADY_FINAL', async () => {
    expect(refusal(await wire.post(`${pathOf(ended)}/cancel`))).toEqual([409, 'ALREADY_FINAL']);
    expect(refusal(await wire.get(`${pathOf(ended)}/result?format=tar`))).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('Embedded template', () => {
  test('it has `ETag: "REVISION"` for the host, and with a digest for the editor', async () => {
    const base = await idle.createOrder();
    const path = `/api/v1/embedded-templates/${base}/${external}`;
    const session = await idle.openSession(base);
    expect(statusAndTag(await idle.save(session, { pages: hello }))).toEqual([200, expect.stringMatching(/^"2-[0-9a-f]{32}"$/)]);
    expect(statusAndTag(await idle.get(path))).toEqual([200, '"2"']);
    expect((await idle.call('DELETE', path)).status).toBe(204);
    expect(refusal(await idle.get(path))).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });
});

describe('Teams, tokens, service', () => {
  const wire = idle;

  test('all paths begin with `/api/v1/`', async () => {
    for (const path of ['/templates', '/api/templates', '/api/v2/templates', '/v1/templates', '/api/v1templates'])
      expect(refusal(await wire.get(path)), path).toEqual([404, 'NOT_FOUND']);
  });

  test('requests use `Authorization: Bearer TOKEN`', async () => {
    const { token } = wire.server;
    for (const authorization of [token, `Basic ${token}`, `Token ${token}`, 'Bearer', `Bearer ${token}x`]) {
      const answer = await wire.get('/api/v1/templates', { token: null, headers: { authorization } });
      expect(refusal(answer), authorization).toEqual([401, 'UNAUTHENTICATED']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  test.each([
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('a body of the type %s is answered with %i', async (type, status) => {
    const path = `/api/v1/generate/single/${await wire.createOrder()}`;
    expect((await wire.post(path, { data }, { headers: { 'content-type': type } })).status).toBe(status);
  });

  test('each UUID of a path is checked', async () => {
    for (const [id, { method, path }] of Object.entries(operations))
      for (const parameter of path.match(/:\w*[uU]uid\b/g) ?? []) {
        const broken = path.replace(parameter, 'x1').replaceAll(/:\w+/g, unknownUuid);
        expect(refusal(await wire.call(method, `/api/v1${broken}`)), `${id} ${broken}`).toEqual([400, 'INVALID_UUID']);
      }
  });

  test('GET /whoami: `{ team, token: { id, name, scopes, expiresAt }, server: { name, version, maxStreamItems } }`', async () => {
    const answer = await wire.get('/api/v1/whoami');
    const token = { id: expect.any(String), name: 'test', scopes, expiresAt: null };
    const server = { name: 'pdfgen', version: expect.any(String), maxStreamItems: 1_000_000 };
    expect(answer.json()).toEqual({ team: 'default', token, server });
  });

  test('revocation is read from the store on every request', async () => {
    const token = await wire.server.tokenOf('default');
    expect((await wire.get('/api/v1/whoami', { token })).status).toBe(200);
    await wire.server.revoke(token);
    expect(refusal(await wire.get('/api/v1/whoami', { token }))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test.each([
    ['templates:read', 'GET', '/api/v1/templates'],
    ['templates:write', 'POST', '/api/v1/templates'],
    ['templates:write', 'PUT', `/api/v1/assets/${'0'.repeat(64)}`],
    ['render', 'POST', `/api/v1/generate/single/${unknownUuid}`],
    ['render', 'POST', `/api/v1/templates/${unknownUuid}/validate`],
    ['render', 'GET', '/api/v1/render-jobs'],
    ['render', 'GET', '/api/v1/render-batches'],
    ['render', 'POST', `/api/v1/generate/single/${unknownUuid}/${external}`],
    ['embed', 'GET', '/api/v1/embedded-templates'],
    ['embed', 'POST', `/api/v1/embedded-templates/${unknownUuid}/${external}/session`],
  ])('Scope %s: %s %s', async (scope, method, path) => {
    const tokenOf = (isKept: (one: string) => boolean) => wire.server.tokenOf('default', scopes.filter(isKept));
    const [others, only] = [await tokenOf((one) => one !== scope), await tokenOf((one) => one === scope)];
    expect(refusal(await wire.call(method, path, { token: others }))).toEqual([403, 'FORBIDDEN']);
    expect((await wire.call(method, path, { token: only })).status).not.toBeOneOf([401, 403]);
  });

  test('Without a token: `/healthz`, `/readyz`, `/openapi.json`, `/docs`, `/editor`; `/metrics` with a metrics token', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/docs.js', '/editor'])
      expect((await wire.get(path, { token: null })).status, path).toBe(200);
    expect((await wire.get('/openapi.json', { token: null })).json().openapi).toMatch(/^3\.1\./);
    const forwarded = { headers: { 'x-forwarded-for': '192.0.2.1' } };
    const token = await wire.server.metricsToken();
    expect((await wire.get('/metrics', { token, ...forwarded })).bytes.toString()).toContain('# TYPE pdfgen_');
    for (const path of ['templates', 'whoami'])
      expect(refusal(await wire.get(`/api/v1/${path}`, { token }))).toEqual([403, 'FORBIDDEN']);
    await wire.server.revoke(token);
    expect(refusal(await wire.get('/metrics', { token, ...forwarded }))).toEqual([401, 'UNAUTHENTICATED']);
    expect(refusal(await wire.get('/api/v1/templates', { token }))).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('The API sends no CORS headers', async () => {
    const origin = 'https://app.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    for (const answer of [
      await wire.get('/api/v1/templates', { headers: { origin } }),
      await wire.call('OPTIONS', '/api/v1/templates', { headers: preflight }),
    ])
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
