// The resources of the service beyond the interface document: what the contract adds to each, sentence by sentence, over plain HTTP.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EditorSession, EmbeddedTemplate, RenderBatch, RenderJob, Template } from '../../src/contract/engine.ts';
import { scopes } from '../../src/contract/scopes.ts';
import { makePng } from '../document/image/make-image.ts';
import { day, external, minute, order, orderOf, pdfLines, refusal, unknownUuid, useWire } from '../support/wire.ts';

const data = orderOf('Grace');
const hello = [{ size: 'A6', body: ['Hello {{ customer.name }}'] }];
const png = (width: number) => makePng({ width, height: 1, bits: 8, colorType: 0, sample: () => 128 });
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const strict = { options: { strict: true } };

interface List<T = Readonly<Record<string, unknown>>> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

describe('Template', () => {
  const wire = useWire();
  const pathOf = (uuid: string) => `/api/v1/templates/${uuid}`;
  const put = (uuid: string, more: object, ifMatch?: string) =>
    wire.call('PUT', pathOf(uuid), {
      body: { ...order, ...more },
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    });

  test('an unknown `templateVersion` is TEMPLATE_NOT_FOUND, an earlier one is used', async () => {
    const uuid = await wire.createOrder({ slug: 'earlier' });
    await put(uuid, { slug: 'earlier', pages: hello });
    const generate = (templateVersion: unknown) => wire.post(`/api/v1/generate/single/${uuid}`, { data, templateVersion });
    expect(pdfLines(await generate(1))).toEqual(['Dear Grace']);
    expect(refusal(await generate(3))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect(refusal(await generate('1'))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('its members; the list leaves out the last four and adds `pageCount`', async () => {
    const uuid = await wire.createOrder({ slug: 'members' });
    const listed = ['uuid', 'slug', 'name', 'description', 'tags', 'version', 'createdAt', 'updatedAt'];
    const got = Object.keys((await wire.get(pathOf(uuid))).json());
    expect(got).toEqual(expect.arrayContaining([...listed, 'assets', 'pages', 'dataSchema', 'exampleData']));
    const { items } = (await wire.get('/api/v1/templates?slug=members')).json<List>();
    expect(Object.keys(items[0]!).sort()).toEqual([...listed, 'pageCount'].sort());
  });

  test('uuid and slug are unique within a team', async () => {
    const uuid = await wire.createOrder({ slug: 'unique' });
    const create = (more: object, token = wire.server.token) => wire.post('/api/v1/templates', { ...order, ...more }, { token });
    expect(refusal(await create({ uuid, slug: 'unique-2' }))).toEqual([409, 'TEMPLATE_EXISTS']);
    expect(refusal(await create({ slug: 'unique' }))).toEqual([409, 'SLUG_TAKEN']);
    expect((await create({ uuid, slug: 'unique' }, await wire.server.tokenOf('others'))).status).toBe(201);
  });

  test('A save whose content differs makes the next version; an equal one makes none', async () => {
    const uuid = await wire.createOrder({ slug: 'saved' });
    expect((await put(uuid, { slug: 'saved', pages: hello })).json()).toMatchObject({ version: 2 });
    expect((await put(uuid, { slug: 'saved', pages: hello })).json()).toMatchObject({ version: 2 });
  });

  test('A uuid made again after DELETE continues its numbers', async () => {
    const uuid = await wire.createOrder({ slug: 'again' });
    const gone = await wire.call('DELETE', pathOf(uuid));
    expect([gone.status, gone.bytes.length]).toEqual([204, 0]);
    expect((await wire.post('/api/v1/templates', { ...order, uuid, slug: 'again' })).json()).toMatchObject({ uuid, version: 2 });
  });

  test('GET /templates: `?q=`, `?slug=`, `?tag=`, in pages', async () => {
    const made = [
      await wire.createOrder({ name: 'Delivery note', tags: ['store'] }),
      await wire.createOrder({ tags: ['store'] }),
    ];
    const list = async (query: string) => (await wire.get(`/api/v1/templates?${query}`)).json<List<Template>>();
    expect((await list('q=delivery')).items.map((one) => one.uuid)).toEqual([made[0]]);
    const first = await list('tag=store&limit=1');
    const second = await list(`tag=store&limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map((one) => one.uuid)).toEqual(made.reverse());
    expect(second.nextCursor).toBeNull();
    const otherFilters = await wire.get(`/api/v1/templates?limit=1&cursor=${first.nextCursor}`);
    expect(refusal(otherFilters)).toEqual([400, 'INVALID_REQUEST']);
  });

  test('POST /templates: 201, `Location`; keeps a uuid that comes along', async () => {
    const uuid = '0190A0A0-0000-4000-8000-00000000C0DE';
    const made = await wire.post('/api/v1/templates', { ...order, uuid, slug: 'along' });
    expect([made.status, made.headers.get('location')]).toEqual([201, pathOf(uuid.toLowerCase())]);
  });

  test('GET|PUT|DELETE /templates/:uuid: `ETag: "VERSION"`, optional `If-Match`', async () => {
    const uuid = await wire.createOrder({ slug: 'matched' });
    expect((await wire.get(pathOf(uuid))).headers.get('etag')).toBe('"1"');
    expect((await put(uuid, { slug: 'matched', pages: hello }, '"1"')).headers.get('etag')).toBe('"2"');
    expect(refusal(await put(uuid, { slug: 'matched' }, '"1"'))).toEqual([412, 'REVISION_CONFLICT']);
    const remove = (ifMatch: string) => wire.call('DELETE', pathOf(uuid), { headers: { 'if-match': ifMatch } });
    expect(refusal(await remove('"1"'))).toEqual([412, 'REVISION_CONFLICT']);
    expect((await remove('"2"')).status).toBe(204);
  });

  test('GET …/versions and …/versions/:version: immutable', async () => {
    const uuid = await wire.createOrder({ slug: 'versions' });
    await put(uuid, { slug: 'versions', pages: hello });
    const { items } = (await wire.get(`${pathOf(uuid)}/versions`)).json<List>();
    expect(items.map((one) => one.version)).toEqual([2, 1]);
    expect((await wire.get(`${pathOf(uuid)}/versions/1`)).json()).toMatchObject({ version: 1, pages: order.pages });
    expect(refusal(await wire.get(`${pathOf(uuid)}/versions/3`))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  test('Deleting a base leaves clones, jobs and results, and what they need', async () => {
    const uuid = await wire.createOrder();
    await wire.openSession(uuid);
    const { uuid: job } = await wire.finishJob(uuid, { data });
    expect((await wire.call('DELETE', pathOf(uuid))).status).toBe(204);
    expect(refusal(await wire.post(`/api/v1/generate/single/${uuid}`, { data }))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect(pdfLines(await wire.post(`/api/v1/generate/single/${uuid}/${external}`, { data }))).toEqual(['Dear Grace']);
    expect(pdfLines(await wire.get(`/api/v1/render-jobs/${job}/result`))).toEqual(['Dear Grace']);
  });

  test('PUT /assets/:sha256 takes the raw bytes: type found from the bytes, hash checked; per team', async () => {
    const path = `/api/v1/assets/${sha256(png(1))}`;
    // A form stands around the bytes: that is said, instead of that they are no picture.
    const form = { raw: png(1), headers: { 'content-type': 'Multipart/form-data; boundary=x' } };
    expect(refusal(await wire.call('PUT', path, form))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const stored = await wire.call('PUT', path, { raw: png(1), headers: { 'content-type': 'application/octet-stream' } });
    expect([stored.status, stored.json()]).toMatchObject([200, { sha256: sha256(png(1)), type: 'image/png' }]);
    expect((await wire.get(path)).bytes).toEqual(png(1));
    expect(refusal(await wire.call('PUT', path, { raw: png(2) }))).toEqual([422, 'ASSET_INVALID']);
    const token = await wire.server.tokenOf('others');
    expect(refusal(await wire.get(path, { token }))).toEqual([404, 'ASSET_NOT_FOUND']);
  });

  test('a file that cannot be drawn is ASSET_INVALID with what to do', async () => {
    for (const [raw, words] of [
      [Buffer.from('GIF89a'), 'GIF that is cut off'],
      [Buffer.from('II*\0'), 'a TIFF picture, which cannot be drawn. Convert it to PNG'],
      [Buffer.from('wOF2'), 'cut short'],
      [png(9).subarray(0, 50), 'PNG'],
      [Buffer.from('wOFF'.padEnd(100, '\0')), 'damaged'],
      [Buffer.alloc(0), 'empty'],
    ] as const) {
      const refused = await wire.call('PUT', `/api/v1/assets/${sha256(raw)}`, { raw });
      expect(refusal(refused)).toEqual([422, 'ASSET_INVALID']);
      expect(refused.json<{ detail: string }>().detail).toContain(words);
    }
  });

  test('a save that names a missing asset is TEMPLATE_INVALID with an error each', async () => {
    await wire.call('PUT', `/api/v1/assets/${sha256(png(3))}`, { raw: png(3) });
    const entry = (width: number) => ({ sha256: sha256(png(width)), bytes: png(width).length, type: 'image/png' });
    const assets = { 'a.png': entry(3), 'b.png': entry(4), 'c.png': entry(5) };
    const refused = await wire.post('/api/v1/templates', { ...order, slug: 'with-assets', assets });
    expect(refusal(refused)).toEqual([422, 'TEMPLATE_INVALID']);
    const paths = refused.json<{ errors: { path: string }[] }>().errors.map((one) => one.path);
    expect(paths).toEqual([expect.stringContaining('b.png'), expect.stringContaining('c.png')]);
    expect((await wire.post('/api/v1/templates', { ...order, slug: 'with-assets', assets: { 'a.png': entry(3) } })).status).toBe(
      201,
    );
  });
});

describe('Validate', () => {
  const wire = useWire();
  const validate = async (dataSchema: object, value: object) => {
    const uuid = await wire.createOrder({ dataSchema, pages: [{ body: ['Text'] }], exampleData: {} });
    const answer = await wire.post(`/api/v1/templates/${uuid}/validate`, { data: value });
    expect(answer.status).toBe(200);
    return answer.json<{ valid: boolean; errors: { path: string }[] }>();
  };

  test('200 `{ valid, errors: [{ path, message, keyword, params, schemaPath }] }`, every breach', async () => {
    const { valid, errors } = await validate(order.dataSchema, orderOf(5, [{ qty: 'x' }]));
    expect([valid, errors.map((one) => one.path)]).toEqual([false, ['/data/customer/name', '/data/lines/0/qty']]);
    expect(Object.keys(errors[0]!).sort()).toEqual(['keyword', 'message', 'params', 'path', 'schemaPath']);
    expect(await validate(order.dataSchema, data)).toEqual({ valid: true, errors: [] });
  });

  test('Validation never changes `data`', async () => {
    const name = { type: 'string', default: 'somebody' };
    const uuid = await wire.createOrder({
      pages: [{ body: ["Dear {{ name | default: 'nobody' }}"] }],
      dataSchema: { type: 'object', properties: { name } },
      exampleData: {},
    });
    expect(pdfLines(await wire.post(`/api/v1/generate/single/${uuid}`, { data: {} }))).toEqual(['Dear nobody']);
  });

  test.each([
    ['2020-12', undefined, { prefixItems: [{ type: 'string' }] }],
    ['2019-09', 'https://json-schema.org/draft/2019-09/schema', { items: [{ type: 'string' }] }],
    ['draft-07', 'http://json-schema.org/draft-07/schema#', { items: [{ type: 'string' }] }],
  ])('`dataSchema` is JSON Schema %s by `$schema`', async (_, $schema, rule) => {
    const schema = { ...($schema && { $schema }), type: 'object', properties: { list: { type: 'array', ...rule } } };
    expect(await validate(schema, { list: ['a', 1] })).toMatchObject({ valid: true });
    expect(await validate(schema, { list: [1] })).toMatchObject({ valid: false, errors: [{ path: '/data/list/0' }] });
  });

  test('formats asserted', async () => {
    const schema = { type: 'object', properties: { on: { type: 'string', format: 'date' } } };
    expect(await validate(schema, { on: '2026-02-28' })).toMatchObject({ valid: true });
    expect(await validate(schema, { on: '2026-02-30' })).toMatchObject({ valid: false, errors: [{ keyword: 'format' }] });
  });

  test('a `$ref` resolves inside the document, else TEMPLATE_INVALID', async () => {
    const inside = { type: 'object', properties: { a: { $ref: '#/$defs/text' } }, $defs: { text: { type: 'string' } } };
    expect(await validate(inside, { a: 1 })).toMatchObject({ valid: false, errors: [{ path: '/data/a' }] });
    const dataSchema = { type: 'object', properties: { a: { $ref: 'https://example.com/other.json' } } };
    const made = await wire.post('/api/v1/templates', { ...order, slug: 'outside', dataSchema, pages: [{ body: ['Text'] }] });
    expect(refusal(made)).toEqual([422, 'TEMPLATE_INVALID']);
  });
});

describe('Render job', () => {
  const wire = useWire();

  test('its members', async () => {
    const template = await wire.createOrder();
    const job = await wire.finishJob(template, { data: orderOf('nobody') });
    const members =
      'uuid templateUuid templateVersion embedded batchUuid itemIndex state attempts createdAt startedAt finishedAt';
    expect(Object.keys(job).sort()).toEqual(
      [...members.split(' '), 'expiresAt', 'error', 'warnings', 'result', 'retriedAs'].sort(),
    );
    expect(job).toMatchObject({
      embedded: null,
      batchUuid: null,
      itemIndex: null,
      warnings: [{ code: 'missing-glyph', page: 1 }],
    });
    expect(Object.keys(job.result!).sort()).toEqual(['bytes', 'pages', 'sha256', 'url']);
  });

  test("A job renders the version that stood when it was created, with the job's `createdAt` as its date", async () => {
    const template = await wire.createOrder({ pages: [{ body: ["{{ doc.date | date: 'yyyy' }} {{ customer.name }}"] }] });
    const { createdAt, result, templateVersion } = await wire.finishJob(template, { data });
    await wire.call('PUT', `/api/v1/templates/${template}`, { body: { ...order, slug: 'moved', pages: hello } });
    const body = { data, templateVersion, options: { date: createdAt } };
    const same = await wire.post(`/api/v1/generate/single/${template}`, body);
    expect(sha256(same.bytes)).toBe(result!.sha256);
    expect(pdfLines(same)).toEqual([`${createdAt.slice(0, 4)} Grace`]);
  });

  test('GET /render-jobs: `?state=`, `?batchUuid=`', async () => {
    const template = await wire.createOrder();
    await wire.finishJob(template, { data: orderOf('nobody'), ...strict });
    const { batchUuid, items } = await wire.finishBatch(template, { items: [{ data }, { data }] });
    const list = async (query: string) => (await wire.get(`/api/v1/render-jobs?${query}`)).json<List<RenderJob>>().items;
    expect((await list('state=failed')).map((one) => one.state)).toEqual(['failed']);
    expect(new Set((await list(`batchUuid=${batchUuid}`)).map((one) => one.uuid))).toEqual(
      new Set(items.map((one) => one.jobUuid)),
    );
    expect(refusal(await wire.get('/api/v1/render-jobs?state=done'))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('DELETE /render-jobs/:uuid: 204, a completed job becomes `expired`', async () => {
    const { uuid, result } = await wire.finishJob(await wire.createOrder());
    expect((await wire.call('DELETE', `/api/v1/render-jobs/${uuid}`)).status).toBe(204);
    expect((await wire.get(`/api/v1/render-jobs/${uuid}`)).json()).toMatchObject({ state: 'expired', result: null });
    expect(refusal(await wire.get(result!.url))).toEqual([410, 'RESULT_EXPIRED']);
  });

  test('DELETE of a job that failed: 204, and it says failed still', async () => {
    const { uuid } = await wire.finishJob(await wire.createOrder(), { data: orderOf('nobody'), ...strict });
    expect((await wire.call('DELETE', `/api/v1/render-jobs/${uuid}`)).status).toBe(204);
    expect((await wire.get(`/api/v1/render-jobs/${uuid}`)).json()).toMatchObject({ state: 'failed' });
  });

  test('another final state is ALREADY_FINAL for POST …/cancel', async () => {
    const { uuid } = await wire.finishJob(await wire.createOrder());
    expect(refusal(await wire.post(`/api/v1/render-jobs/${uuid}/cancel`))).toEqual([409, 'ALREADY_FINAL']);
  });

  test('Records go 7 days after `expiresAt`; until then a poll says expired, not 404', async () => {
    const { uuid } = await wire.finishJob(await wire.createOrder());
    await wire.server.advance(7 * day);
    expect((await wire.get(`/api/v1/render-jobs/${uuid}`)).json()).toMatchObject({ state: 'expired' });
  });
});

describe('Render job that waits', () => {
  const wire = useWire({ worker: false });
  const create = async () => {
    const created = await wire.post(`/api/v1/generate/async/${await wire.createOrder()}`, { data });
    return created.headers.get('location')!;
  };

  test('`?wait=SECONDS` (0-60) answers when time is up', async () => {
    const path = await create();
    expect((await wire.get(`${path}?wait=1`)).json()).toMatchObject({ state: 'queued' });
    for (const wait of ['61', '-1', '1.5', 'x'])
      expect(refusal(await wire.get(`${path}?wait=${wait}`)), wait).toEqual([400, 'INVALID_REQUEST']);
  });

  test('`?wait=SECONDS` answers when the job ends', async () => {
    const path = await create();
    const waiting = wire.get(`${path}?wait=60`);
    await wire.post(`${path}/cancel`);
    expect((await waiting).json()).toMatchObject({ state: 'canceled' });
  });

  test('POST …/cancel: 200; a second is answered the same', async () => {
    const path = await create();
    for (let i = 0; i < 2; i++) {
      const canceled = await wire.post(`${path}/cancel`);
      expect([canceled.status, canceled.json()]).toMatchObject([200, { state: 'canceled', result: null }]);
    }
    expect(refusal(await wire.get(`${path}/result`))).toEqual([409, 'JOB_CANCELED']);
  });

  test('before its end the result and its deletion are JOB_NOT_COMPLETED', async () => {
    const path = await create();
    const early = await wire.get(`${path}/result`);
    expect(refusal(early)).toEqual([409, 'JOB_NOT_COMPLETED']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal(await wire.call('DELETE', path))).toEqual([409, 'JOB_NOT_COMPLETED']);
  });
});

describe('Render batch', () => {
  const wire = useWire();
  const pathOf = ({ batchUuid }: RenderBatch) => `/api/v1/render-batches/${batchUuid}`;
  const mixed = ['Ada', 'nobody', 'Grace'].map((name, i) => ({ data: orderOf(name), reference: `r${i}` }));
  let template: string;
  let ended: RenderBatch;

  beforeAll(async () => {
    template = await wire.createOrder();
    ended = await wire.finishBatch(template, { items: mixed, ...strict });
  });

  test('its members, and those of its items', () => {
    const members = 'batchUuid templateUuid templateVersion state counts createdAt finishedAt items nextCursor';
    expect(Object.keys(ended).sort()).toEqual(members.split(' ').sort());
    expect(ended.counts).toEqual({ total: 3, queued: 0, processing: 0, completed: 2, failed: 1, canceled: 0, expired: 0 });
    const ofItems = 'error index jobUuid reference result state warningCount warnings';
    expect(Object.keys(ended.items[0]!).sort()).toEqual(ofItems.split(' '));
    expect(ended.items.map((one) => one.reference)).toEqual(['r0', 'r1', 'r2']);
  });

  test("an item's job tells its batch and its place in it", async () => {
    const job = await wire.get(`/api/v1/render-jobs/${ended.items[2]!.jobUuid}`);
    expect(job.json()).toMatchObject({ batchUuid: ended.batchUuid, itemIndex: 2, result: ended.items[2]!.result });
  });

  test('An item without an object `data` is BATCH_INVALID; no item is INVALID_REQUEST', async () => {
    const create = (items: readonly object[]) => wire.post(`/api/v1/generate/batch/${template}`, { items });
    for (const item of [{}, { data: null }, { data: [data] }])
      expect(refusal(await create([item]))).toEqual([422, 'BATCH_INVALID']);
    expect(refusal(await create([]))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('`reference` has 1-255 characters', async () => {
    const create = (reference: unknown) => wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data, reference }] });
    expect((await create('x'.repeat(255))).status).toBe(202);
    for (const reference of ['', 'x'.repeat(256), 5]) expect(refusal(await create(reference))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('1,000 items a batch, TOO_MANY_ITEMS beyond', async () => {
    const items = Array.from({ length: 1001 }, () => ({ data }));
    expect(refusal(await wire.post(`/api/v1/generate/batch/${template}`, { items }))).toEqual([413, 'TOO_MANY_ITEMS']);
  });

  test('Items: `?state=`, `?limit=`, `?cursor=`', async () => {
    const list = async (query: string) => (await wire.get(`${pathOf(ended)}?${query}`)).json<RenderBatch>();
    expect((await list('state=failed')).items.map((one) => one.index)).toEqual([1]);
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map((one) => one.index)).toEqual([0, 1, 2]);
    expect(second.nextCursor).toBeNull();
    for (const limit of [0, 1001]) expect(refusal(await wire.get(`${pathOf(ended)}?limit=${limit}`))[0]).toBe(400);
  });

  test.each([
    ['completed (all)', 'completed', ['Ada', 'Grace']],
    ['completed_with_errors (some)', 'completed_with_errors', ['Ada', 'nobody']],
    ['failed (none)', 'failed', ['nobody', 'nobody']],
  ])('its state at the end: %s', async (_, state, names) => {
    const items = names.map((name) => ({ data: orderOf(name) }));
    const batch = await wire.finishBatch(template, { items, ...strict });
    expect([batch.state, typeof batch.finishedAt]).toEqual([state, 'string']);
  });

  test('GET /render-batches lists them, without their items', async () => {
    const { items } = (await wire.get('/api/v1/render-batches?state=completed_with_errors')).json<List>();
    expect(items.map((one) => one.batchUuid)).toContain(ended.batchUuid);
    expect(items[0]).not.toHaveProperty('items');
  });

  test('POST …/retry: a new job for each failed item', async () => {
    const batch = await wire.finishBatch(template, { items: mixed, ...strict });
    const retried = await wire.post(`${pathOf(batch)}/retry`);
    const isNew = retried.json<RenderBatch>().items.map((one, i) => one.jobUuid !== batch.items[i]!.jobUuid);
    expect([retried.status, isNew]).toEqual([200, [false, true, false]]);
    const again = (await wire.get(`${pathOf(batch)}?wait=30`)).json();
    expect(again).toMatchObject({ state: 'completed_with_errors', counts: { total: 3, completed: 2, failed: 1 } });
  });

  test('GET …/result?format=zip|pdf: the completed items, with a `manifest.json`', async () => {
    const zip = await wire.get(`${pathOf(ended)}/result`);
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    // PKWARE APPNOTE 4.3.12: each entry of the central directory begins with this signature.
    expect(zip.bytes.toString('latin1').split('PK\u0001\u0002')).toHaveLength(1 + 3);
    expect(zip.bytes.includes('manifest.json')).toBe(true);
    const pdf = await wire.get(`${pathOf(ended)}/result?format=pdf`);
    expect([pdf.headers.get('content-type'), pdf.bytes.toString('latin1', 0, 5)]).toEqual(['application/pdf', '%PDF-']);
    expect(refusal(await wire.get(`${pathOf(ended)}/result?format=tar`))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('POST …/cancel of one that has ended is ALREADY_FINAL', async () => {
    expect(refusal(await wire.post(`${pathOf(ended)}/cancel`))).toEqual([409, 'ALREADY_FINAL']);
  });

  test('fixed when the last job ends, later expiry does not change it; DATA_EXPIRED when the data is gone', async () => {
    await wire.server.advance(day + minute);
    const { state, counts } = (await wire.get(pathOf(ended))).json<RenderBatch>();
    expect([state, counts]).toMatchObject(['completed_with_errors', { completed: 0, failed: 1, expired: 2 }]);
    expect(refusal(await wire.get(`${pathOf(ended)}/result`))).toEqual([410, 'RESULT_EXPIRED']);
    expect(refusal(await wire.post(`${pathOf(ended)}/retry`))).toEqual([410, 'DATA_EXPIRED']);
  });
});

describe('Render batch that waits', () => {
  const wire = useWire({ worker: false });
  const create = async (headers = {}) => {
    const template = await wire.createOrder();
    return wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data }, { data }] }, { headers });
  };

  test('before the end its result and a retry are BATCH_NOT_FINISHED', async () => {
    const path = (await create()).headers.get('location')!;
    expect(refusal(await wire.get(`${path}/result`))).toEqual([409, 'BATCH_NOT_FINISHED']);
    expect(refusal(await wire.post(`${path}/retry`))).toEqual([409, 'BATCH_NOT_FINISHED']);
  });

  test('POST …/cancel: every job is canceled, the batch too', async () => {
    const canceled = await wire.post(`${(await create()).headers.get('location')}/cancel`);
    expect([canceled.status, canceled.json()]).toMatchObject([200, { state: 'canceled', counts: { total: 2, canceled: 2 } }]);
  });

  test('a repeat with the same `Idempotency-Key` answers the same batch', async () => {
    const path = `/api/v1/generate/batch/${await wire.createOrder()}`;
    const send = (items: readonly object[]) => wire.post(path, { items }, { headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send([{ data }]), await send([{ data }])];
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(refusal(await send([{ data }, { data }]))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});

describe('Embedded template and editor session', () => {
  const wire = useWire();
  const pathOf = (base: string) => `/api/v1/embedded-templates/${base}/${external}`;
  const changeBase = async (base: string, more: object) => {
    const { slug } = (await wire.get(`/api/v1/templates/${base}`)).json<Template>();
    const changed = await wire.call('PUT', `/api/v1/templates/${base}`, { body: { ...order, slug, ...more } });
    expect(changed.status).toBe(200);
  };

  test('the members of a session: 201, and 200 when one of the pair stands', async () => {
    const base = await wire.createOrder();
    const open = () => wire.post(`${pathOf(base)}/session`, {});
    const [first, second] = [await open(), await open()];
    expect([first.status, second.status]).toEqual([201, 200]);
    const members = 'sessionUuid baseTemplateUuid externalUuid embeddedTemplateUuid baseTemplateVersion revision capability';
    const more = ['capabilityExpiresAt', 'editorUrl', 'expiresAt', 'createdAt'];
    expect(Object.keys(second.json()).sort()).toEqual([...members.split(' '), ...more].sort());
    expect(second.json().capability).not.toBe(first.json().capability);
  });

  test('`expiresAt` moves later if a call asks for it, never earlier; a later call never prolongs a capability', async () => {
    const base = await wire.createOrder();
    const first = await wire.openSession(base, { expiresInMinutes: 30 });
    const shorter = await wire.openSession(base, { expiresInMinutes: 5 });
    expect(shorter.expiresAt).toBe(first.expiresAt);
    const longer = await wire.openSession(base, { expiresInMinutes: 90 });
    expect(Date.parse(longer.expiresAt)).toBeGreaterThan(Date.parse(first.expiresAt));
    expect(longer.expiresAt).toBe(longer.capabilityExpiresAt);
    await wire.server.advance(6 * minute);
    const statusOf = async ({ capability }: EditorSession) =>
      (await wire.get('/editor/v1/template', { token: capability })).status;
    expect(await Promise.all([first, shorter, longer].map(statusOf))).toEqual([200, 401, 200]);
  });

  test('a clone is enough for a further session when its base was deleted; else TEMPLATE_NOT_FOUND', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    await wire.call('DELETE', `/api/v1/templates/${base}`);
    await wire.call('DELETE', `${pathOf(base)}/session`);
    expect((await wire.post(`${pathOf(base)}/session`)).status).toBe(201);
    await wire.call('DELETE', pathOf(base));
    expect(refusal(await wire.post(`${pathOf(base)}/session`))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  test("`hostOrigin` must be https or loopback and on the team's list", async () => {
    await wire.server.allowOrigins('default', ['https://app.example', 'http://127.0.0.1:3000', 'http://app.example']);
    const base = await wire.createOrder();
    const open = (hostOrigin: string) => wire.post(`${pathOf(base)}/session`, { hostOrigin });
    expect((await open('https://app.example')).status).toBe(201);
    expect((await open('http://127.0.0.1:3000')).status).toBe(200);
    for (const origin of ['http://app.example', 'https://other.example', 'https://app.example/', 'null'])
      expect(refusal(await open(origin)), origin).toEqual([400, 'INVALID_REQUEST']);
  });

  test('The capability is a JWE of at most 2 KiB with a known `kid`, no `zip` or `crit`', async () => {
    const { capability } = await wire.openSession(await wire.createOrder());
    const header = JSON.parse(Buffer.from(capability.split('.')[0]!, 'base64url').toString());
    expect(header).toEqual({ alg: 'dir', enc: 'A256GCM', kid: expect.any(String) });
    expect(capability.length).toBeLessThanOrEqual(2048);
  });

  test('DELETE …/session ends it at once', async () => {
    const base = await wire.createOrder();
    const { capability, sessionUuid } = await wire.openSession(base);
    expect((await wire.call('DELETE', `${pathOf(base)}/session`)).status).toBe(204);
    expect(refusal(await wire.get('/editor/v1/template', { token: capability }))).toEqual([401, 'CAPABILITY_EXPIRED']);
    expect((await wire.openSession(base)).sessionUuid).not.toBe(sessionUuid);
  });

  test('GET|DELETE of a pair', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    const got = await wire.get(pathOf(base));
    expect(got.headers.get('etag')).toBe('"1"');
    expect(got.json()).toMatchObject({
      externalUuid: external,
      baseTemplateVersion: 1,
      latestBaseTemplateVersion: 1,
      revision: 1,
    });
    expect((await wire.call('DELETE', pathOf(base))).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await wire.call(method, pathOf(base)))).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });

  test('GET /embedded-templates: `?baseTemplateUuid=`, `?outdated=true`', async () => {
    const [base, other] = [await wire.createOrder(), await wire.createOrder()];
    await Promise.all([wire.openSession(base), wire.openSession(other)]);
    await changeBase(base, { pages: hello });
    const list = async (query: string) =>
      (await wire.get(`/api/v1/embedded-templates?${query}`)).json<List<EmbeddedTemplate>>().items;
    expect((await list(`baseTemplateUuid=${other}`)).map((one) => one.baseTemplateUuid)).toEqual([other]);
    expect((await list('outdated=true')).map((one) => one.baseTemplateUuid)).toEqual([base]);
  });

  test("POST …/reset: the base's latest version again; with `keepPages` only the rest", async () => {
    const base = await wire.createOrder();
    await wire.save(await wire.openSession(base), { pages: hello });
    await changeBase(base, { exampleData: data });
    const kept = await wire.post(`${pathOf(base)}/reset`, { keepPages: true });
    expect(kept.json()).toMatchObject({ pages: hello, exampleData: data, baseTemplateVersion: 2, revision: 3 });
    const whole = await wire.post(`${pathOf(base)}/reset`);
    expect(whole.json()).toMatchObject({ pages: order.pages, baseTemplateVersion: 2, revision: 4 });
  });

  test('… if that does not compile TEMPLATE_INVALID, nothing changed', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    const dataSchema = { type: 'object', additionalProperties: false, properties: { title: { type: 'string' } } };
    await changeBase(base, { dataSchema, pages: [{ body: ['{{ title }}'] }], exampleData: {} });
    const refused = await wire.post(`${pathOf(base)}/reset`, { keepPages: true });
    expect(refusal(refused)).toEqual([422, 'TEMPLATE_INVALID']);
    expect((await wire.get(pathOf(base))).json()).toMatchObject({ baseTemplateVersion: 1, revision: 1 });
  });

  test('POST /generate/async|batch/:baseTemplateUuid/:externalUuid as for a template', async () => {
    const base = await wire.createOrder();
    await wire.save(await wire.openSession(base), { pages: hello });
    const job = await wire.finishJob(`${base}/${external}`, { data });
    expect(job).toMatchObject({ state: 'completed', embedded: { baseTemplateUuid: base, externalUuid: external, revision: 2 } });
    expect(pdfLines(await wire.get(job.result!.url))).toEqual(['Hello Grace']);
    const batch = await wire.finishBatch(`${base}/${external}`, { items: [{ data }, { data }] });
    expect(batch).toMatchObject({ state: 'completed', counts: { completed: 2 } });
  });

  test('Every call on a pair but session creation: EMBEDDED_TEMPLATE_NOT_FOUND whatever is missing', async () => {
    const base = await wire.createOrder();
    for (const pair of [`${base}/${external}`, `${unknownUuid}/${external}`])
      for (const [method, path, body] of [
        ['GET', `embedded-templates/${pair}`, undefined],
        ['DELETE', `embedded-templates/${pair}`, undefined],
        ['DELETE', `embedded-templates/${pair}/session`, undefined],
        ['POST', `embedded-templates/${pair}/reset`, undefined],
        ['POST', `generate/single/${pair}`, { data }],
        ['POST', `generate/async/${pair}`, { data }],
        ['POST', `generate/batch/${pair}`, { items: [{ data }] }],
        ['POST', `templates/${pair}/validate`, { data }],
      ] as const)
        expect(refusal(await wire.call(method, `/api/v1/${path}`, { body })), path).toEqual([404, 'EMBEDDED_TEMPLATE_NOT_FOUND']);
  });

  test('For a pair the headers tell the base version cloned, and its revision', async () => {
    const base = await wire.createOrder();
    await changeBase(base, { pages: hello });
    await wire.save(await wire.openSession(base), { pages: order.pages });
    const { headers } = await wire.post(`/api/v1/generate/single/${base}/${external}`, { data });
    expect(['version', 'revision'].map((one) => headers.get(`x-pdfgen-template-${one}`))).toEqual(['2', '2']);
  });
});

describe("The editor's calls", () => {
  const wire = useWire();
  const open = async () => {
    const base = await wire.createOrder();
    const session = await wire.openSession(base);
    const call = (method: string, path: string, request: object = {}) =>
      wire.call(method, `/editor/v1/${path}`, { token: session.capability, ...request });
    return { base, session, call };
  };

  test('GET /template: pages, dataSchema, exampleData, revision, fonts, assets; `ETag: "REVISION"`', async () => {
    const { call } = await open();
    const got = await call('GET', 'template');
    expect([got.status, got.headers.get('etag')]).toEqual([200, '"1"']);
    const { pages, dataSchema, exampleData } = order;
    expect(got.json()).toMatchObject({ pages, dataSchema, exampleData, revision: 1, assets: {} });
    expect(got.json().fonts).toContain('noto-sans');
  });

  test('PUT /template: `If-Match` required', async () => {
    const { call, session } = await open();
    expect(refusal(await call('PUT', 'template', { body: { pages: hello } }))).toEqual([428, 'PRECONDITION_REQUIRED']);
    expect(refusal(await wire.save(session, { pages: hello }, 2))).toEqual([412, 'REVISION_CONFLICT']);
    const saved = await wire.save(session, { pages: hello });
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"']);
  });

  test('PUT /template: equal content answers 200 and makes no revision', async () => {
    const { session } = await open();
    const saved = await wire.save(session, { pages: order.pages });
    expect([saved.status, saved.json().revision]).toEqual([200, 1]);
  });

  test('PUT /template: a layout that does not compile is TEMPLATE_INVALID, with every place', async () => {
    const { session } = await open();
    const refused = await wire.save(session, { pages: [{ body: ['{{ nothing }}', { type: 'txt' }] }] });
    expect(refusal(refused)).toEqual([422, 'TEMPLATE_INVALID']);
    expect(refused.json()).toMatchObject({ errors: [{ path: '/pages/0/body/0' }, { path: '/pages/0/body/1/type' }] });
  });

  test('POST /preview: `{ pages, data?, options? }` makes a PDF and saves nothing', async () => {
    const { call } = await open();
    expect(pdfLines(await call('POST', 'preview', { body: { pages: hello } }))).toEqual(['Hello Ada']);
    expect(pdfLines(await call('POST', 'preview', { body: { pages: hello, data } }))).toEqual(['Hello Grace']);
    expect((await call('GET', 'template')).json()).toMatchObject({ pages: order.pages, revision: 1 });
  });

  test('POST /validate', async () => {
    const { call } = await open();
    expect((await call('POST', 'validate', { body: { data } })).json()).toEqual({ valid: true, errors: [] });
    const bad = await call('POST', 'validate', { body: { data: orderOf(5) } });
    expect(bad.json()).toMatchObject({ valid: false, errors: [{ path: '/data/customer/name' }] });
  });

  test('POST /assets: 201 `{ src, bytes, type, width, height }`; GET /assets/:sha256', async () => {
    const { call } = await open();
    const added = await call('POST', 'assets', { raw: pixel, headers: { 'content-type': 'image/png' } });
    const hash = sha256(pixel);
    const facts = { src: `asset:${hash}`, bytes: pixel.length, type: 'image/png', width: 1, height: 1 };
    expect([added.status, added.json()]).toEqual([201, facts]);
    expect((await call('GET', `assets/${hash}`)).bytes).toEqual(pixel);
    const broken = await call('POST', 'assets', { raw: pixel.subarray(0, 30), headers: { 'content-type': 'image/png' } });
    expect(refusal(broken)).toEqual([422, 'ASSET_INVALID']);
  });

  test('A clone may name files uploaded to the pair, nothing else of the team', async () => {
    const hash = sha256(pixel);
    await wire.call('PUT', `/api/v1/assets/${hash}`, { raw: pixel });
    const { call, session } = await open();
    const pages = [{ body: [{ image: `asset:${hash}`, width: 10 }] }];
    expect(refusal(await wire.save(session, { pages }))).toEqual([422, 'TEMPLATE_INVALID']);
    expect(refusal(await call('GET', `assets/${hash}`))).toEqual([404, 'ASSET_NOT_FOUND']);
    await call('POST', 'assets', { raw: pixel, headers: { 'content-type': 'image/png' } });
    expect((await wire.save(session, { pages })).status).toBe(200);
  });
});

describe('Teams, tokens, service', () => {
  const wire = useWire();

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
    const others = await wire.server.tokenOf(
      'default',
      scopes.filter((one) => one !== scope),
    );
    const only = await wire.server.tokenOf(
      'default',
      scopes.filter((one) => one === scope),
    );
    expect(refusal(await wire.call(method, path, { token: others }))).toEqual([403, 'FORBIDDEN']);
    expect((await wire.call(method, path, { token: only })).status).not.toBeOneOf([401, 403]);
  });

  test('Without a token: `/healthz`, `/readyz`, `/openapi.json`, `/docs`, `/editor`; `/metrics` with a metrics token', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/docs.js', '/editor'])
      expect((await wire.get(path, { token: null })).status, path).toBe(200);
    expect((await wire.get('/openapi.json', { token: null })).json().openapi).toMatch(/^3\.1\./);
    const forwarded = { headers: { 'x-forwarded-for': '192.0.2.1' } };
    expect(refusal(await wire.get('/metrics', { token: null, ...forwarded }))).toEqual([401, 'UNAUTHENTICATED']);
    expect(refusal(await wire.get('/metrics', forwarded))).toEqual([403, 'FORBIDDEN']);
    const token = await wire.server.metricsToken();
    expect((await wire.get('/metrics', { token, ...forwarded })).bytes.toString()).toContain('# TYPE pdfgen_');
    expect(refusal(await wire.get('/api/v1/templates', { token }))).toEqual([403, 'FORBIDDEN']);
    expect(refusal(await wire.get('/api/v1/whoami', { token }))).toEqual([403, 'FORBIDDEN']);
    await wire.server.revoke(token);
    expect(refusal(await wire.get('/metrics', { token }))).toEqual([401, 'UNAUTHENTICATED']);
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
