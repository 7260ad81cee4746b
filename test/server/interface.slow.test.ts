// The interface document of the service, line by line: the sections are its headings, the tests its sentences.
import { describe, expect, test } from 'vitest';
import type { EditorSession, RenderBatch, RenderJob, Template } from '../../src/contract/engine.ts';
import { day, external, minute, order, orderOf, pdfLines, refusal, unknownUuid, useWire } from '../support/wire.ts';

const otherExternal = '5e0f7c1a-0000-4000-8000-000000000002';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const data = orderOf('Grace', [
  { sku: 'A1', qty: 2 },
  { sku: 'B2', qty: 3 },
]);
/** Other pages for an order. */
const hello = [{ size: 'A6', body: ['Hello {{ customer.name }}'] }];

describe('1. What the service does', () => {
  const wire = useWire();

  test('Dynamic fields in a template are filled from the JSON object under `data`', async () => {
    const template = await wire.createOrder();
    const answer = await wire.post(`/api/v1/generate/single/${template}`, { data });
    expect(pdfLines(answer)).toEqual(['Dear Grace', 'A1 x 2', 'B2 x 3']);
  });

  test('Single: the PDF bytes come back in the response', async () => {
    const template = await wire.createOrder();
    const { headers, bytes } = await wire.post(`/api/v1/generate/single/${template}`, { data });
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['application/pdf', String(bytes.length)]);
    expect([bytes.toString('latin1', 0, 5), bytes.toString('latin1').trimEnd().slice(-5)]).toEqual(['%PDF-', '%%EOF']);
  });

  test('Asynchronous: a render job is created, polled, and its private PDF result is downloaded afterwards', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
    expect(created.status).toBe(202);
    const { uuid } = created.json<RenderJob>();
    const isOver = async () => (await wire.get(`/api/v1/render-jobs/${uuid}`)).json<RenderJob>().state === 'completed';
    await expect.poll(isOver).toBe(true);
    const result = await wire.get(`/api/v1/render-jobs/${uuid}/result`);
    expect(pdfLines(result)[0]).toBe('Dear Grace');
    expect(result.headers.get('cache-control')).toBe('private, no-store');
  });

  test('Batch: several document items are submitted for one template and tracked as one batch', async () => {
    const template = await wire.createOrder();
    const items = ['Ada', 'Grace', 'Joan'].map((name) => ({ data: orderOf(name) }));
    const batch = await wire.finishBatch(template, { items });
    expect(batch).toMatchObject({ templateUuid: template, state: 'completed', counts: { total: 3, completed: 3 } });
    const results = await Promise.all(batch.items.map((item) => wire.get(item.result!.url)));
    expect(results.flatMap(pdfLines)).toEqual(['Dear Ada', 'Dear Grace', 'Dear Joan']);
  });

  test('Embedded: a base template is cloned per external application identifier', async () => {
    const base = await wire.createOrder();
    const sessions = await Promise.all(
      [external, otherExternal].map((one) => wire.post(`/api/v1/embedded-templates/${base}/${one}/session`)),
    );
    expect(sessions.map((one) => one.status)).toEqual([201, 201]);
    const clones = sessions.map((one) => one.json<EditorSession>().embeddedTemplateUuid);
    expect(new Set([base, ...clones]).size).toBe(3);
  });

  test('The clone can be edited through a short-lived session and rendered or validated with the same contract', async () => {
    const base = await wire.createOrder();
    const pair = `${base}/${external}`;
    const saved = await wire.save(await wire.openSession(base), { pages: hello });
    expect(saved.status).toBe(200);
    expect(pdfLines(await wire.post(`/api/v1/generate/single/${pair}`, { data }))).toEqual(['Hello Grace']);
    const wrong = { data: orderOf(5) };
    expect(refusal(await wire.post(`/api/v1/generate/single/${pair}`, wrong))).toEqual([422, 'DATA_INVALID']);
    expect((await wire.post(`/api/v1/templates/${pair}/validate`, wrong)).json()).toMatchObject({ valid: false });
  });

  test('The template database can be reached through the templates endpoint', async () => {
    const template = await wire.createOrder();
    const { items } = (await wire.get('/api/v1/templates')).json<{ items: Template[] }>();
    expect(items.map((one) => one.uuid)).toContain(template);
  });

  test('All paths are relative to the base address: so are those that the service answers', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
    const job = await wire.finishJob(template);
    for (const path of [created.headers.get('location')!, job.result!.url]) {
      expect(path).toMatch(/^\/api\/v1\//);
      expect((await wire.get(path)).status).toBe(200);
    }
  });
});

describe('2. Resources and their fields', () => {
  const wire = useWire();

  describe('Template', () => {
    test('Identified by a UUID', async () => {
      const uuid = await wire.createOrder();
      expect(uuid).toMatch(uuidPattern);
      expect((await wire.get(`/api/v1/templates/${uuid.toUpperCase()}`)).json()).toMatchObject({ uuid });
    });

    test('Known fields: `pages`, `dataSchema`, `exampleData`', async () => {
      const { pages, dataSchema, exampleData } = order;
      const got = await wire.get(`/api/v1/templates/${await wire.createOrder()}`);
      expect(got.json()).toMatchObject({ pages, dataSchema, exampleData });
    });

    test('`dataSchema` is the data contract used to validate `data`', async () => {
      const template = await wire.createOrder({ dataSchema: { ...order.dataSchema, required: ['lines'] } });
      const dataOf = (lines: unknown) => ({ data: { customer: { name: 'Ada' }, lines } });
      expect((await wire.post(`/api/v1/generate/single/${template}`, dataOf([]))).status).toBe(200);
      expect(refusal(await wire.post(`/api/v1/generate/single/${template}`, dataOf('none')))).toEqual([422, 'DATA_INVALID']);
    });

    test('A template has versions; the latest base version is the one cloned for embedded use', async () => {
      const uuid = await wire.createOrder();
      const changed = await wire.call('PUT', `/api/v1/templates/${uuid}`, { body: { ...order, slug: 'changed', pages: hello } });
      expect(changed.json()).toMatchObject({ version: 2 });
      const { items } = (await wire.get(`/api/v1/templates/${uuid}/versions`)).json<{ items: object[] }>();
      expect(items).toMatchObject([{ version: 2 }, { version: 1 }]);
      expect(await wire.openSession(uuid)).toMatchObject({ baseTemplateVersion: 2 });
      const answer = await wire.post(`/api/v1/generate/single/${uuid}/${external}`, { data });
      expect(pdfLines(answer)).toEqual(['Hello Grace']);
    });
  });

  describe('Generation request body', () => {
    const ways = ['single', 'async'] as const;

    test.each(ways)('%s: `data` is a JSON object', async (way) => {
      const path = `/api/v1/generate/${way}/${await wire.createOrder()}`;
      for (const other of [null, 'text', 5, true, [data]])
        expect(refusal(await wire.post(path, { data: other })), JSON.stringify(other)).toEqual([400, 'INVALID_REQUEST']);
      expect((await wire.post(path, { data })).status).toBe(way === 'single' ? 200 : 202);
    });

    test.each(ways)('%s: `data` is required', async (way) => {
      const path = `/api/v1/generate/${way}/${await wire.createOrder()}`;
      for (const body of [{}, { datum: data }, data])
        expect(refusal(await wire.post(path, body))).toEqual([400, 'INVALID_REQUEST']);
    });

    test('Values for the dynamic fields: nested objects and arrays of objects are allowed', async () => {
      const template = await wire.createOrder();
      const lines = Array.from({ length: 5 }, (_, i) => ({ sku: `S${i}`, qty: i }));
      const answer = await wire.post(`/api/v1/generate/single/${template}`, { data: orderOf('Ada', lines) });
      expect(pdfLines(answer)).toEqual(['Dear Ada', 'S0 x 0', 'S1 x 1', 'S2 x 2', 'S3 x 3', 'S4 x 4']);
    });

    test('Batch items are per document', async () => {
      const items = [{ data: orderOf('Ada', [{ sku: 'A', qty: 1 }]) }, { data: orderOf('Grace') }];
      const batch = await wire.finishBatch(await wire.createOrder(), { items });
      const results = await Promise.all(batch.items.map((item) => wire.get(item.result!.url)));
      expect(results.map(pdfLines)).toEqual([['Dear Ada', 'A x 1'], ['Dear Grace']]);
    });
  });

  describe('Render job', () => {
    test('Identified by a `uuid`', async () => {
      const { uuid } = await wire.finishJob(await wire.createOrder());
      expect(uuid).toMatch(uuidPattern);
      expect((await wire.get(`/api/v1/render-jobs/${uuid}`)).json()).toMatchObject({ uuid });
    });

    test('Has a current state and, after completion, a private PDF result', async () => {
      const template = await wire.createOrder();
      const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
      expect(created.json()).toMatchObject({ state: 'queued', result: null });
      const path = created.headers.get('location')!;
      const { state, result } = (await wire.get(`${path}?wait=30`)).json<RenderJob>();
      expect([state, result?.url]).toEqual(['completed', `${path}/result`]);
      expect(refusal(await wire.get(`${path}/result`, { token: null }))).toEqual([401, 'UNAUTHENTICATED']);
      const token = await wire.server.tokenOf('others');
      expect(refusal(await wire.get(`${path}/result`, { token }))).toEqual([404, 'JOB_NOT_FOUND']);
    });

    test('The result expires 24 hours after it is produced', async () => {
      const { finishedAt, expiresAt } = await wire.finishJob(await wire.createOrder());
      expect(Date.parse(expiresAt!) - Date.parse(finishedAt!)).toBe(day);
    });
  });

  describe('Render batch', () => {
    test('Identified by a `batchUuid`', async () => {
      const { batchUuid } = await wire.finishBatch(await wire.createOrder(), { items: [{ data }] });
      expect(batchUuid).toMatch(uuidPattern);
      expect((await wire.get(`/api/v1/render-batches/${batchUuid}`)).json()).toMatchObject({ batchUuid });
    });

    test('Reports the batch itself and the states of its items', async () => {
      const items = [
        { data, reference: 'a' },
        { data, reference: 'b' },
      ];
      const { state, items: reported } = await wire.finishBatch(await wire.createOrder(), { items });
      expect(state).toBe('completed');
      expect(reported).toMatchObject([
        { index: 0, reference: 'a', state: 'completed', error: null },
        { index: 1, reference: 'b', state: 'completed', error: null },
      ]);
    });
  });

  describe('Embedded template', () => {
    test('Identified by the pair: another base or another identifier is another embedded template', async () => {
      const [first, second] = [await wire.createOrder(), await wire.createOrder()];
      const pairs = [`${first}/${external}`, `${first}/${otherExternal}`, `${second}/${external}`];
      for (const pair of pairs) expect((await wire.post(`/api/v1/embedded-templates/${pair}/session`)).status).toBe(201);
      const got = await Promise.all(pairs.map((pair) => wire.get(`/api/v1/embedded-templates/${pair}`)));
      expect(got.map((one) => one.json<EditorSession>()).map((one) => `${one.baseTemplateUuid}/${one.externalUuid}`)).toEqual(
        pairs,
      );
      expect(new Set(got.map((one) => one.json<EditorSession>().embeddedTemplateUuid)).size).toBe(3);
    });

    test('A base template of the authenticated team', async () => {
      const base = await wire.createOrder();
      const token = await wire.server.tokenOf('others');
      const answer = await wire.post(`/api/v1/embedded-templates/${base}/${external}/session`, undefined, { token });
      expect(refusal(answer)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    });

    test('Both must be valid UUIDs', async () => {
      const base = await wire.createOrder();
      for (const pair of [`${base}/customer-7`, `order/${external}`, `${base}/${external}0`, `${base}/%7B${external}%7D`])
        expect(refusal(await wire.post(`/api/v1/embedded-templates/${pair}/session`)), pair).toEqual([400, 'INVALID_UUID']);
    });

    test('`pages`, `dataSchema` and `exampleData` are cloned on the first editor session for a pair', async () => {
      const base = await wire.createOrder();
      const path = `/api/v1/embedded-templates/${base}/${external}`;
      expect(refusal(await wire.get(path))).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
      await wire.openSession(base);
      const { pages, dataSchema, exampleData } = order;
      expect((await wire.get(path)).json()).toMatchObject({ pages, dataSchema, exampleData, baseTemplateVersion: 1 });
    });

    test('`externalUuid` is an application identifier, not a secret: it is told in answers', async () => {
      const base = await wire.createOrder();
      expect(await wire.openSession(base)).toMatchObject({ externalUuid: external });
      const { items } = (await wire.get('/api/v1/embedded-templates')).json<{ items: object[] }>();
      expect(items).toContainEqual(expect.objectContaining({ baseTemplateUuid: base, externalUuid: external }));
    });
  });

  describe('Editor session', () => {
    test('Created per embedded template pair', async () => {
      const base = await wire.createOrder();
      const first = await wire.openSession(base);
      const other = (await wire.post(`/api/v1/embedded-templates/${base}/${otherExternal}/session`)).json<EditorSession>();
      expect(other.sessionUuid).not.toBe(first.sessionUuid);
      await wire.save(first, { pages: hello });
      const seen = await wire.get('/editor/v1/template', { token: other.capability });
      expect(seen.json()).toMatchObject({ pages: order.pages, revision: 1 });
    });

    test('Access to the editor requires the capability that session creation returns', async () => {
      const { capability } = await wire.openSession(await wire.createOrder());
      expect((await wire.get('/editor/v1/template', { token: capability })).status).toBe(200);
      for (const token of [null, wire.server.token, external])
        expect(refusal(await wire.get('/editor/v1/template', { token }))).toEqual([401, 'UNAUTHENTICATED']);
    });

    test('The capability is encrypted', async () => {
      const { capability, sessionUuid } = await wire.openSession(await wire.createOrder());
      // RFC 7516, 3.1: header, key, vector, ciphertext, tag.
      const parts = capability.split('.').map((part) => Buffer.from(part, 'base64url'));
      expect(JSON.parse(parts[0]!.toString())).toMatchObject({ alg: 'dir', enc: 'A256GCM' });
      expect(parts.map((part) => part.length > 0)).toEqual([true, false, true, true, true]);
      expect(Buffer.concat(parts).toString('latin1')).not.toContain(sessionUuid);
    });

    test('Lifetime is set by `expiresInMinutes`', async () => {
      const session = await wire.openSession(await wire.createOrder(), { expiresInMinutes: 10 });
      expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(10 * minute);
      await wire.server.advance(9 * minute);
      expect((await wire.get('/editor/v1/template', { token: session.capability })).status).toBe(200);
      await wire.server.advance(minute);
      const late = await wire.get('/editor/v1/template', { token: session.capability });
      expect(refusal(late)).toEqual([401, 'CAPABILITY_EXPIRED']);
    });
  });
});

describe('3. States and transitions', () => {
  const wire = useWire();

  test('A job is created by the async endpoint', async () => {
    const created = await wire.post(`/api/v1/generate/async/${await wire.createOrder()}`, { data });
    const { items } = (await wire.get('/api/v1/render-jobs')).json<{ items: RenderJob[] }>();
    expect(items.map((one) => one.uuid)).toEqual([created.json<RenderJob>().uuid]);
  });

  test('Its result is available after completion', async () => {
    const { state, result } = await wire.finishJob(await wire.createOrder());
    expect(state).toBe('completed');
    expect((await wire.get(result!.url)).bytes).toHaveLength(result!.bytes);
  });

  test('The result expires after 24 hours', async () => {
    const { uuid, result } = await wire.finishJob(await wire.createOrder());
    await wire.server.advance(day);
    expect(refusal(await wire.get(result!.url))).toEqual([410, 'RESULT_EXPIRED']);
    expect((await wire.get(`/api/v1/render-jobs/${uuid}`)).json()).toMatchObject({ state: 'expired', result: null });
  });

  test('A batch validates all items before any job is created', async () => {
    const before = (await wire.get('/api/v1/render-jobs')).json<{ items: object[] }>().items.length;
    const items = [...Array.from({ length: 9 }, () => ({ data })), { data: orderOf(5) }];
    const answer = await wire.post(`/api/v1/generate/batch/${await wire.createOrder()}`, { items });
    expect(refusal(answer)).toEqual([422, 'BATCH_INVALID']);
    expect((await wire.get('/api/v1/render-jobs')).json<{ items: object[] }>().items).toHaveLength(before);
  });
});

describe('4. Endpoints', () => {
  const wire = useWire();
  const sessionPath = async () => `/api/v1/embedded-templates/${await wire.createOrder()}/${external}/session`;

  /** A pair with a clone. */
  const createPair = async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    return `${base}/${external}`;
  };

  test('All requests use `Authorization: Bearer <API_TOKEN>`', async () => {
    expect((await wire.get('/api/v1/templates')).status).toBe(200);
    for (const authorization of [wire.server.token, `Basic ${wire.server.token}`, `Token ${wire.server.token}`, 'Bearer']) {
      const answer = await wire.get('/api/v1/templates', { token: null, headers: { authorization } });
      expect(refusal(answer), authorization).toEqual([401, 'UNAUTHENTICATED']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  test('Bodies are JSON (`Content-Type: application/json`)', async () => {
    const path = `/api/v1/generate/single/${await wire.createOrder()}`;
    const withType = (type: string) => wire.post(path, { data }, { headers: { 'content-type': type } });
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
      expect((await withType(type)).status, type).toBe(200);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json'])
      expect(refusal(await withType(type)), type).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(refusal(await wire.post(path, undefined, { raw: '{"data":' }))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('GET /api/v1/templates: template database listing', async () => {
    const template = await wire.createOrder({ slug: 'listed', tags: ['sales'] });
    const answer = await wire.get('/api/v1/templates?slug=listed');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      items: [{ uuid: template, tags: ['sales'], version: 1, pageCount: 1 }],
      nextCursor: null,
    });
  });

  test('GET /api/v1/templates: template database operations', async () => {
    const made = await wire.post('/api/v1/templates', { ...order, slug: 'operated' });
    const path = made.headers.get('location')!;
    expect([made.status, path]).toEqual([201, `/api/v1/templates/${made.json<Template>().uuid}`]);
    expect((await wire.get(path)).json()).toMatchObject({ slug: 'operated', version: 1 });
    const replaced = await wire.call('PUT', path, { body: { ...order, slug: 'operated', pages: hello } });
    expect([replaced.status, replaced.json<Template>().version]).toEqual([200, 2]);
    expect((await wire.call('DELETE', path)).status).toBe(204);
    expect(refusal(await wire.get(path))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  test('POST /api/v1/generate/single/:id: JSON `{ data: object }`; `:id` is the template UUID; PDF bytes', async () => {
    const answer = await wire.post(`/api/v1/generate/single/${await wire.createOrder()}`, { data });
    expect(pdfLines(answer)).toEqual(['Dear Grace', 'A1 x 2', 'B2 x 3']);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="order-\d+\.pdf"$/);
    const missing = await wire.post(`/api/v1/generate/single/${unknownUuid}`, { data });
    expect(refusal(missing)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  test('POST /api/v1/generate/async/:templateUuid: a render job', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/async/${template}`, { data });
    const job = created.json<RenderJob>();
    expect([created.status, created.headers.get('location')]).toEqual([202, `/api/v1/render-jobs/${job.uuid}`]);
    expect(job).toMatchObject({ templateUuid: template, templateVersion: 1, state: 'queued', batchUuid: null, result: null });
  });

  test('POST /api/v1/generate/async/:templateUuid: the request is validated before the job is created', async () => {
    const template = await wire.createOrder();
    const count = async () => (await wire.get('/api/v1/render-jobs?limit=200')).json<{ items: object[] }>().items.length;
    const before = await count();
    const answer = await wire.post(`/api/v1/generate/async/${template}`, { data: orderOf(5) });
    expect(refusal(answer)).toEqual([422, 'DATA_INVALID']);
    expect(answer.json()).toMatchObject({ errors: [{ path: '/data/customer/name', keyword: 'type' }] });
    expect(refusal(await wire.post(`/api/v1/generate/async/${unknownUuid}`, { data }))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect(await count()).toBe(before);
  });

  test('GET /api/v1/render-jobs/:uuid: current job state', async () => {
    const template = await wire.createOrder();
    const { uuid } = await wire.finishJob(template);
    const answer = await wire.get(`/api/v1/render-jobs/${uuid}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ uuid, state: 'completed', templateUuid: template, attempts: 1, error: null });
    const { uuid: failing } = await wire.finishJob(template, { data: orderOf('nobody'), options: { strict: true } });
    const failed = await wire.get(`/api/v1/render-jobs/${failing}`);
    const error = { code: 'RENDER_WARNINGS', detail: expect.stringMatching(/ \(\S+, page 1, \/pages\/\S+\)$/) };
    expect(failed.json()).toMatchObject({ state: 'failed', error, result: null });
    expect(refusal(await wire.get(`/api/v1/render-jobs/${unknownUuid}`))).toEqual([404, 'JOB_NOT_FOUND']);
  });

  test('GET /api/v1/render-jobs/:uuid/result: the private PDF result', async () => {
    const { uuid, result } = await wire.finishJob(await wire.createOrder(), { data });
    const answer = await wire.get(`/api/v1/render-jobs/${uuid}/result`);
    expect(pdfLines(answer)).toEqual(['Dear Grace', 'A1 x 2', 'B2 x 3']);
    expect(answer.headers.get('etag')).toBe(`"${result!.sha256}"`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  describe('GET /api/v1/render-jobs/:uuid/result', () => {
    const idle = useWire({ worker: false });

    test('available after completion and for 24 hours', async () => {
      const created = await idle.post(`/api/v1/generate/async/${await idle.createOrder()}`, { data });
      const path = created.headers.get('location')!;
      const early = await idle.get(`${path}/result`);
      expect(refusal(early)).toEqual([409, 'JOB_NOT_COMPLETED']);
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      await idle.server.service.startWorker({ concurrency: 1 });
      expect((await idle.get(`${path}?wait=30`)).json()).toMatchObject({ state: 'completed' });
      await idle.server.advance(day - minute);
      expect(pdfLines(await idle.get(`${path}/result`))[0]).toBe('Dear Grace');
      await idle.server.advance(minute);
      expect(refusal(await idle.get(`${path}/result`))).toEqual([410, 'RESULT_EXPIRED']);
    });
  });

  test('GET /api/v1/render-jobs/:uuid/result: a failed job has no result', async () => {
    const { uuid } = await wire.finishJob(await wire.createOrder(), { data: orderOf('nobody'), options: { strict: true } });
    expect(refusal(await wire.get(`/api/v1/render-jobs/${uuid}/result`))).toEqual([409, 'JOB_FAILED']);
  });

  test('POST /api/v1/generate/batch/:templateUuid: multiple document items, a batch', async () => {
    const template = await wire.createOrder();
    const created = await wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data }, { data, reference: 'mine' }] });
    const batch = created.json<RenderBatch>();
    expect([created.status, created.headers.get('location')]).toEqual([202, `/api/v1/render-batches/${batch.batchUuid}`]);
    expect(batch).toMatchObject({ templateUuid: template, counts: { total: 2 } });
    expect(batch.items.map(({ index, reference }) => [index, reference])).toEqual([
      [0, null],
      [1, 'mine'],
    ]);
  });

  test('POST /api/v1/generate/batch/:templateUuid: all items are validated before any jobs are created', async () => {
    const items = [{ data: orderOf(5) }, { data }, {}, { data: orderOf('Ada', [{ qty: 'two' }]) }];
    const answer = await wire.post(`/api/v1/generate/batch/${await wire.createOrder()}`, { items });
    expect(refusal(answer)).toEqual([422, 'BATCH_INVALID']);
    const paths = answer.json<{ errors: { path: string }[] }>().errors.map((one) => one.path);
    expect(paths).toEqual(['/items/0/data/customer/name', '/items/2', '/items/3/data/lines/0/qty']);
  });

  test('GET /api/v1/render-batches/:batchUuid: the batch and its item states; partial failures are possible', async () => {
    const items = ['Ada', 'nobody', 'Grace'].map((name) => ({ data: orderOf(name) }));
    const { batchUuid } = await wire.finishBatch(await wire.createOrder(), { items, options: { strict: true } });
    const answer = await wire.get(`/api/v1/render-batches/${batchUuid}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      state: 'completed_with_errors',
      counts: { total: 3, completed: 2, failed: 1 },
      items: [
        { state: 'completed' },
        { state: 'failed', error: { code: 'RENDER_WARNINGS' }, result: null },
        { state: 'completed' },
      ],
    });
    expect(refusal(await wire.get(`/api/v1/render-batches/${unknownUuid}`))).toEqual([404, 'BATCH_NOT_FOUND']);
  });

  test('POST …/:baseTemplateUuid/:externalUuid/session: editor session with the short-lived encrypted capability', async () => {
    const answer = await wire.post(await sessionPath());
    expect(answer.status).toBe(201);
    const session = answer.json<EditorSession>();
    expect(session).toMatchObject({ externalUuid: external, baseTemplateVersion: 1, revision: 1 });
    expect(session.editorUrl).toBe(`${wire.server.url}/editor#capability=${session.capability}`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('POST /api/v1/generate/single/:baseTemplateUuid/:externalUuid: PDF bytes from the embedded template', async () => {
    const pair = await createPair();
    const answer = await wire.post(`/api/v1/generate/single/${pair}`, { data });
    expect(pdfLines(answer)).toEqual(['Dear Grace', 'A1 x 2', 'B2 x 3']);
    for (const body of [{}, { data: [] }])
      expect(refusal(await wire.post(`/api/v1/generate/single/${pair}`, body))).toEqual([400, 'INVALID_REQUEST']);
    const missing = await wire.post(`/api/v1/generate/single/${pair.replace(external, otherExternal)}`, { data });
    expect(refusal(missing)).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });

  test('POST /api/v1/templates/:baseTemplateUuid/:externalUuid/validate: the result of the validation', async () => {
    const path = `/api/v1/templates/${await createPair()}/validate`;
    const good = await wire.post(path, { data });
    expect([good.status, good.json()]).toEqual([200, { valid: true, errors: [] }]);
    const bad = await wire.post(path, { data: orderOf(5) });
    expect([bad.status, bad.json()]).toMatchObject([
      200,
      { valid: false, errors: [{ path: '/data/customer/name', keyword: 'type' }] },
    ]);
    for (const body of [{}, { data: 'text' }]) expect(refusal(await wire.post(path, body))).toEqual([400, 'INVALID_REQUEST']);
  });

  describe('Path parameters: UUID', () => {
    test.each([
      ['POST', '/api/v1/generate/single/:id', { data }],
      ['POST', '/api/v1/generate/async/:templateUuid', { data }],
      ['POST', '/api/v1/generate/batch/:templateUuid', { items: [{ data }] }],
      ['GET', '/api/v1/render-jobs/:uuid', undefined],
      ['GET', '/api/v1/render-jobs/:uuid/result', undefined],
      ['GET', '/api/v1/render-batches/:batchUuid', undefined],
      ['POST', '/api/v1/embedded-templates/:baseTemplateUuid/:externalUuid/session', undefined],
      ['POST', '/api/v1/generate/single/:baseTemplateUuid/:externalUuid', { data }],
      ['POST', '/api/v1/templates/:baseTemplateUuid/:externalUuid/validate', { data }],
    ])('%s %s', async (method, path, body) => {
      const fill = (text: string) => text.replaceAll(/:\w+/g, unknownUuid);
      for (const parameter of path.match(/:\w+/g)!) {
        const broken = fill(path.replace(parameter, 'x1'));
        expect(refusal(await wire.call(method, broken, { body })), broken).toEqual([400, 'INVALID_UUID']);
      }
      expect(refusal(await wire.call(method, fill(path), { body }))[0]).toBe(404);
    });
  });

  describe('Session creation parameter: `expiresInMinutes`', () => {
    const minutesOf = ({ expiresAt, createdAt }: EditorSession) => (Date.parse(expiresAt) - Date.parse(createdAt)) / minute;

    test.each([4, 0, -60, 1441, 5.5, '60', null, true, [60]])(
      'a number of minutes, 5 to 1440: %j is refused',
      async (expiresInMinutes) => {
        const answer = await wire.post(await sessionPath(), { expiresInMinutes });
        expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
        expect(answer.json()).toMatchObject({ errors: [{ path: '/expiresInMinutes' }] });
      },
    );

    test.each([5, 60, 1440])('a number of minutes, 5 to 1440: %j is taken', async (expiresInMinutes) => {
      const answer = await wire.post(await sessionPath(), { expiresInMinutes });
      expect([answer.status, minutesOf(answer.json())]).toEqual([201, expiresInMinutes]);
    });

    test.each([
      ['no body', undefined],
      ['an empty one', {}],
    ])('not required, default 60: %s', async (_, body) => {
      const answer = await wire.post(await sessionPath(), body);
      expect([answer.status, minutesOf(answer.json())]).toEqual([201, 60]);
    });
  });

  describe('Rules', () => {
    test('1. Session creation is idempotent for a given template pair', async () => {
      const path = await sessionPath();
      const first = await wire.post(path);
      const more = await Promise.all(Array.from({ length: 4 }, () => wire.post(path)));
      expect([first, ...more].map((one) => one.status)).toEqual([201, 200, 200, 200, 200]);
      const same = ({ sessionUuid, embeddedTemplateUuid, createdAt }: EditorSession) => [
        sessionUuid,
        embeddedTemplateUuid,
        createdAt,
      ];
      for (const one of more) expect(same(one.json())).toEqual(same(first.json()));
    });

    test('1. … also when the first calls come at the same moment', async () => {
      const path = await sessionPath();
      const answers = await Promise.all(Array.from({ length: 5 }, () => wire.post(path)));
      expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 200, 200, 201]);
      expect(new Set(answers.map((one) => one.json<EditorSession>().sessionUuid)).size).toBe(1);
    });

    test.each([
      ['a template', async () => wire.createOrder()],
      ['a pair', createPair],
    ])('2. The validate endpoint runs the same validation as generation and produces no PDF: %s', async (_, create) => {
      const template = await create();
      for (const wrong of [orderOf(5), {}, { ...data, lines: [{ qty: 1.5 }, { sku: 7 }] }]) {
        const validated = await wire.post(`/api/v1/templates/${template}/validate`, { data: wrong });
        const generated = await wire.post(`/api/v1/generate/single/${template}`, { data: wrong });
        expect(refusal(generated)).toEqual([422, 'DATA_INVALID']);
        expect(validated.json()).toEqual({ valid: false, errors: generated.json().errors });
      }
      const good = await wire.post(`/api/v1/templates/${template}/validate`, { data });
      expect(good.headers.get('content-type')).toMatch(/^application\/json/);
    });

    test('3. Embedded saves from the editor may change `pages` and their layout components only', async () => {
      const base = await wire.createOrder();
      const session = await wire.openSession(base);
      const { dataSchema, exampleData } = order;
      for (const more of [{ styles: {} }, { name: 'Other' }, { slug: 'other' }])
        expect(refusal(await wire.save(session, { pages: hello, ...more }))).toEqual([400, 'INVALID_REQUEST']);
      const saved = await wire.save(session, { pages: hello, dataSchema, exampleData });
      expect([saved.status, saved.json()]).toMatchObject([200, { pages: hello, dataSchema, exampleData, revision: 2 }]);
      expect((await wire.get(`/api/v1/templates/${base}`)).json()).toMatchObject({ pages: order.pages, version: 1 });
    });
  });
});

describe('5. Authentication', () => {
  const wire = useWire();

  /** Every endpoint of the document, for a template, a pair, a job and a batch that exist. */
  const endpoints = async () => {
    const template = await wire.createOrder();
    await wire.openSession(template);
    const { uuid } = await wire.finishJob(template);
    const { batchUuid } = await wire.finishBatch(template, { items: [{ data }] });
    return [
      ['POST', `/api/v1/generate/single/${template}`, { data }],
      ['POST', `/api/v1/generate/async/${template}`, { data }],
      ['POST', `/api/v1/generate/batch/${template}`, { items: [{ data }] }],
      ['GET', `/api/v1/render-jobs/${uuid}`, undefined],
      ['GET', `/api/v1/render-jobs/${uuid}/result`, undefined],
      ['GET', `/api/v1/render-batches/${batchUuid}`, undefined],
      ['POST', `/api/v1/embedded-templates/${template}/${external}/session`, undefined],
      ['POST', `/api/v1/generate/single/${template}/${external}`, { data }],
      ['POST', `/api/v1/templates/${template}/${external}/validate`, { data }],
    ] as const;
  };

  test('All endpoints take a bearer token in the `Authorization` header', async () => {
    for (const [method, path, body] of [...(await endpoints()), ['GET', '/api/v1/templates', undefined] as const]) {
      for (const token of [null, 'unknown', `${wire.server.token}x`])
        expect(refusal(await wire.call(method, path, { body, token })), path).toEqual([401, 'UNAUTHENTICATED']);
      expect((await wire.call(method, path, { body })).status, path).toBeLessThan(300);
    }
  });

  test('The embedded-template session, single generation and validate endpoints require the team API token', async () => {
    const base = await wire.createOrder();
    const { capability: token } = await wire.openSession(base);
    for (const path of [
      `/api/v1/embedded-templates/${base}/${external}/session`,
      `/api/v1/generate/single/${base}/${external}`,
      `/api/v1/templates/${base}/${external}/validate`,
    ])
      expect(refusal(await wire.post(path, { data }, { token })), path).toEqual([401, 'UNAUTHENTICATED']);
  });

  test("Every lookup is scoped to the authenticated team: another team's looks as if it were not there", async () => {
    const token = await wire.server.tokenOf('others');
    const seen = async (method: string, path: string, body: unknown) => {
      const { status, headers, bytes } = await wire.call(method, path, { body, token, headers: { 'x-request-id': 'same' } });
      const kept = [...headers].filter(([name]) => name !== 'date');
      return [status, kept, bytes.toString().replaceAll(/[0-9a-f-]{36}/g, 'UUID')];
    };
    for (const [method, path, body] of await endpoints()) {
      const theirs = await seen(method, path, body);
      expect(theirs[0], path).toBe(404);
      expect(theirs, path).toEqual(await seen(method, path.replaceAll(/[0-9a-f-]{36}/g, unknownUuid), body));
    }
    expect((await wire.get('/api/v1/templates', { token })).json()).toEqual({ items: [], nextCursor: null });
  });

  test('A base template of another team appears as not found', async () => {
    const base = await wire.createOrder();
    const token = await wire.server.tokenOf('others');
    const answer = await wire.post(`/api/v1/embedded-templates/${base}/${external}/session`, undefined, { token });
    expect(refusal(answer)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect((await wire.get('/api/v1/embedded-templates', { token })).json()).toEqual({ items: [], nextCursor: null });
  });

  test('Editor access requires the capability: one that was changed, or of a session that was ended, opens nothing', async () => {
    const base = await wire.createOrder();
    const { capability } = await wire.openSession(base);
    const [header, key, vector, text, tag] = capability.split('.');
    const forged = [header, key, vector, text!.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')), tag].join('.');
    expect(refusal(await wire.get('/editor/v1/template', { token: forged }))).toEqual([401, 'UNAUTHENTICATED']);
    await wire.call('DELETE', `/api/v1/embedded-templates/${base}/${external}/session`);
    const ended = await wire.get('/editor/v1/template', { token: capability });
    expect(refusal(ended)).toEqual([401, 'CAPABILITY_EXPIRED']);
  });

  test('Sessions must not be created without the scope', async () => {
    const base = await wire.createOrder();
    const token = await wire.server.tokenOf('default', ['templates:read', 'templates:write', 'render']);
    const answer = await wire.post(`/api/v1/embedded-templates/${base}/${external}/session`, undefined, { token });
    expect(refusal(answer)).toEqual([403, 'FORBIDDEN']);
    const pair = await wire.get(`/api/v1/embedded-templates/${base}/${external}`);
    expect(refusal(pair)).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });

  test('The external UUID is not a secret and grants nothing by itself', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    const path = `/api/v1/generate/single/${base}/${external}`;
    for (const token of [null, external]) expect(refusal(await wire.post(path, { data }, { token }))[0]).toBe(401);
    const token = await wire.server.tokenOf('others');
    expect(refusal(await wire.post(path, { data }, { token }))).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });
});

describe('6. Events', () => {
  const wire = useWire({ worker: false });

  test('Job and batch progress is obtained by polling the status endpoints', async () => {
    const template = await wire.createOrder();
    const job = (await wire.post(`/api/v1/generate/async/${template}`, { data })).headers.get('location')!;
    const batch = (await wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data }, { data }] })).headers.get(
      'location',
    )!;
    const poll = async () => [(await wire.get(job)).json().state, (await wire.get(batch)).json().state];
    expect(await poll()).toEqual(['queued', 'queued']);
    await wire.server.service.startWorker({ concurrency: 1 });
    await expect.poll(poll).toEqual(['completed', 'completed']);
  });
});

describe('7. Errors', () => {
  const wire = useWire();

  test.each([
    ['dataSchema', { dataSchema: { type: 'object' } }],
    ['exampleData', { exampleData: data }],
  ])('EMBEDDED_DATA_CONTRACT_READ_ONLY: an embedded save changes `%s`, also past the editor UI', async (member, more) => {
    const base = await wire.createOrder();
    const session = await wire.openSession(base);
    const answer = await wire.save(session, { pages: hello, ...more });
    expect(refusal(answer)).toEqual([422, 'EMBEDDED_DATA_CONTRACT_READ_ONLY']);
    expect(answer.json()).toMatchObject({ errors: [{ path: `/${member}` }] });
    const { pages, dataSchema, exampleData } = order;
    const stored = await wire.get(`/api/v1/embedded-templates/${base}/${external}`);
    expect(stored.json()).toMatchObject({ pages, dataSchema, exampleData, revision: 1 });
  });

  test('1. A base template belonging to another team yields a not-found outcome', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    const token = await wire.server.tokenOf('others');
    for (const path of ['embedded-templates/:pair/session', 'generate/single/:pair', 'templates/:pair/validate']) {
      const body = path.endsWith('session') ? undefined : { data };
      const answer = await wire.post(`/api/v1/${path.replace(':pair', `${base}/${external}`)}`, body, { token });
      expect(refusal(answer)[0], path).toBe(404);
    }
  });

  test('2. Both UUIDs of an embedded pair must be valid UUIDs, otherwise the request is invalid', async () => {
    const base = await wire.createOrder();
    for (const pair of [`${base}/x`, `x/${external}`, `${base}/${external.replaceAll('-', '')}`])
      for (const path of ['embedded-templates/:pair/session', 'generate/single/:pair', 'templates/:pair/validate'])
        expect(refusal(await wire.post(`/api/v1/${path.replace(':pair', pair)}`, { data }))).toEqual([400, 'INVALID_UUID']);
  });

  test('3. A batch with any invalid item creates no jobs', async () => {
    const items = [{ data }, { data }, { data: {} }];
    const answer = await wire.post(`/api/v1/generate/batch/${await wire.createOrder()}`, { items });
    expect(refusal(answer)).toEqual([422, 'BATCH_INVALID']);
    for (const list of ['render-jobs', 'render-batches'])
      expect((await wire.get(`/api/v1/${list}`)).json()).toEqual({ items: [], nextCursor: null });
  });
});

describe('8. Limits', () => {
  const wire = useWire();

  test('Render job result retention: 24 hours', async () => {
    const { result } = await wire.finishJob(await wire.createOrder());
    await wire.server.advance(day - minute);
    expect((await wire.get(result!.url)).status).toBe(200);
    await wire.server.advance(minute);
    expect(refusal(await wire.get(result!.url))).toEqual([410, 'RESULT_EXPIRED']);
  });

  test.each([
    ['minimum 5', { expiresInMinutes: 5 }, 5],
    ['maximum 1440', { expiresInMinutes: 1440 }, 1440],
    ['default 60', {}, 60],
  ])('`expiresInMinutes`: %s, after which the capability opens nothing', async (_, body, minutes) => {
    const { capability: token } = await wire.openSession(await wire.createOrder(), body);
    await wire.server.advance(minutes * minute - 30_000);
    expect((await wire.get('/editor/v1/template', { token })).status).toBe(200);
    await wire.server.advance(30_000);
    expect(refusal(await wire.get('/editor/v1/template', { token }))).toEqual([401, 'CAPABILITY_EXPIRED']);
  });
});

describe('9. Versioning', () => {
  const wire = useWire();

  test('The version is part of the path prefix: `/api/v1/`', async () => {
    for (const path of ['/templates', '/api/templates', '/api/v2/templates', '/v1/templates', '/api/v1templates'])
      expect(refusal(await wire.get(path)), path).toEqual([404, 'NOT_FOUND']);
    expect((await wire.get('/api/v1/templates')).status).toBe(200);
  });

  test('Embedded templates are cloned from the latest version of the base at first session creation', async () => {
    const base = await wire.createOrder();
    const replace = (pages: object) =>
      wire.call('PUT', `/api/v1/templates/${base}`, { body: { ...order, slug: 'moving', pages } });
    await replace(hello);
    expect(await wire.openSession(base)).toMatchObject({ baseTemplateVersion: 2 });
    await replace([{ size: 'A6', body: ['Bye {{ customer.name }}'] }]);
    expect(await wire.openSession(base)).toMatchObject({ baseTemplateVersion: 2, revision: 1 });
    const answer = await wire.post(`/api/v1/generate/single/${base}/${external}`, { data });
    expect(pdfLines(answer)).toEqual(['Hello Grace']);
    expect(answer.headers.get('x-pdfgen-template-version')).toBe('2');
  });
});
