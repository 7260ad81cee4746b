// What one team may ask of the server, as its client sees it.
import { describe, expect, test } from 'vitest';
import type { RenderBatch } from '../../src/contract/engine.ts';
import { templateOperations } from '../../src/contract/templates.ts';
import { pngOf } from '../support/png-of.ts';
import { createRandom } from '../support/random.ts';
import { order, orderOf, unknownUuid, useWire } from '../support/wire.ts';

describe('a body above 64 kB', () => {
  const wire = useWire({ worker: false });

  test('is taken and refused as a small one', async () => {
    const template = await wire.createOrder();
    const lines = Array.from({ length: 3000 }, (_, i) => ({ sku: `A${i}`, qty: i }));
    const [good, bad] = [orderOf('Ada', lines), orderOf(5, lines)];
    const pdf = await wire.post(`/api/v1/generate/single/${template}`, { data: good });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const made = await wire.post(`/api/v1/generate/batch/${template}`, {
      items: [{ data: good, reference: 'a' }, { data: good }],
    });
    expect(made.status, made.bytes.toString()).toBe(202);
    expect(made.json<RenderBatch>().items.map(({ reference }) => reference)).toEqual(['a', null]);
    const refused = await wire.post(`/api/v1/generate/batch/${template}`, {
      items: [{ data: good }, { data: bad }, 7, { data: [] }],
    });
    expect(refused.json()).toMatchObject({
      code: 'BATCH_INVALID',
      errors: [{ path: '/items/1/data/customer/name' }, { path: '/items/2' }, { path: '/items/3/data' }],
    });
    const broken = await wire.call('POST', `/api/v1/generate/single/${template}`, { raw: `{"data":${JSON.stringify(good)}` });
    expect(broken.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    const large = { ...(await wire.get(`/api/v1/templates/${template}`)).json<object>(), exampleData: good };
    const saved = await wire.call('PUT', `/api/v1/templates/${template}`, { body: large });
    expect([saved.status, saved.json<{ exampleData: unknown }>().exampleData]).toEqual([200, good]);
  });

  test('is not read for a template that is not there', async () => {
    // Neither its media type is wrong nor its declared size: the look-up alone can tell.
    const raw = `{"items":[${'{},'.repeat(400_000)}{}]}`;
    for (const template of [unknownUuid, `${unknownUuid}/${unknownUuid}`]) {
      const answer = await wire.call('POST', `/api/v1/generate/batch/${template}`, { raw });
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, expect.stringMatching(/TEMPLATE_NOT_FOUND$/)]);
    }
  });
});

describe('values', () => {
  const wire = useWire({ worker: false, settings: { maxJsonValues: 5_000, maxTemplateValues: 1_000 } });

  test('are bounded, with the limit and what to do', async () => {
    const template = await wire.createOrder();
    const answer = await wire.call('POST', `/api/v1/generate/batch/${template}`, {
      raw: `{"items":[${'{},'.repeat(40_000)}{}]}`,
    });
    expect(answer.json()).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      detail: 'The body holds more than 5000 values (limit maxJsonValues). Send several smaller requests.',
    });
    const pages = Array(2_000).fill('x');
    const large = await wire.post('/api/v1/templates', { ...order, slug: 'large', pages: [{ body: pages }] });
    expect(large.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', detail: expect.stringContaining('limit maxTemplateValues') });
  });
});

describe('files', () => {
  const wire = useWire({ worker: false });

  test('a template has no more than a thousand files', async () => {
    const entry = { sha256: '0'.repeat(64), bytes: 1, type: 'image/png' };
    const create = (files: number) => {
      const assets = Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}.png`, entry]));
      return wire.post('/api/v1/templates', { ...order, slug: 'files', assets });
    };
    expect((await create(1001)).json()).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ path: '/assets', keyword: 'maxProperties' }],
    });
    // Their bytes are missing: so far it comes only with as many as there may be.
    expect((await create(1000)).json()).toMatchObject({ code: 'TEMPLATE_INVALID' });
  });
});

describe('calls that wait for a job', () => {
  const wire = useWire({ worker: false, settings: { maxWaitingPolls: 2 } });

  test('are limited for each team; an answer or a disconnect frees a place', async () => {
    const template = await wire.createOrder();
    const job = (await wire.post(`/api/v1/generate/async/${template}`, { data: orderOf('Ada') })).headers.get('location')!;
    const waiting = ['2', '60'].map((seconds) => wire.get(`${job}?wait=${seconds}`));
    // Those that do not wait are not counted.
    expect((await wire.get(`${job}?wait=0`)).status).toBe(200);
    const refused = await wire.get(`${job}?wait=1`);
    expect([refused.status, refused.headers.get('retry-after'), refused.json()]).toEqual([
      429,
      '1',
      expect.objectContaining({ code: 'RATE_LIMITED', detail: expect.stringContaining('limit maxWaitingPolls') }),
    ]);
    await waiting[0];
    const next = await wire.get(`${job}?wait=1`);
    expect(next.status).toBe(200);
    await wire.post(`${job}/cancel`, undefined);
    expect((await waiting[1])!.json()).toMatchObject({ state: 'canceled' });
  });
});

describe('a call with an Idempotency-Key', () => {
  const wire = useWire({ worker: false });

  test('is answered as before when its template is gone; one with a new key is not', async () => {
    const template = await wire.createOrder();
    const create = (key: string, name = 'Ada') =>
      wire.post(`/api/v1/generate/async/${template}`, { data: orderOf(name) }, { headers: { 'idempotency-key': key } });
    const first = await create('once');
    await wire.call('DELETE', `/api/v1/templates/${template}`);
    const second = await create('once');
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect((await create('once', 'Bob')).json()).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect((await create('twice')).json()).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });
});

describe('the reference of an item', () => {
  const wire = useWire({ worker: false });

  test.each(['a\0b', '\ud800', 'x\udc00y'])('%j is refused with its place', async (reference) => {
    const template = await wire.createOrder();
    const answer = await wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data: orderOf('Ada'), reference }] });
    const message = 'must be text without U+0000 and without half of a surrogate pair';
    const errors = [{ path: '/items/0/reference', message }];
    expect(answer.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST', errors });
  });

  test('comes back as it was sent, or is refused, whatever its characters', async () => {
    const template = await wire.createOrder();
    const random = createRandom(5);
    const unit = () => Math.floor([0x20, 0x100, 0xd800, 0xe000, 0x10000][Math.floor(random() * 5)]! * random() ** 0.1);
    for (let round = 0; round < 40; round++) {
      const reference = String.fromCharCode(...Array.from({ length: 1 + Math.floor(random() * 6) }, unit));
      const answer = await wire.post(`/api/v1/generate/batch/${template}`, { items: [{ data: orderOf('Ada'), reference }] });
      if (answer.status === 400) expect(reference).toMatch(/[\0\p{Cs}]/u);
      else expect(answer.json<RenderBatch>().items[0]!.reference).toBe(reference);
    }
  });
});

describe('what a team may have', () => {
  const wire = useWire({ worker: false, limits: { maxTemplates: 2, maxUnfinishedJobs: 3, maxUploadBytes: 200_000 } });

  test('unfinished jobs: a refusal says how many there may be and are left', async () => {
    const template = await wire.createOrder();
    const items = (count: number) => ({ items: Array(count).fill({ data: orderOf('Ada') }) });
    expect((await wire.post(`/api/v1/generate/batch/${template}`, items(2))).status).toBe(202);
    const refused = await wire.post(`/api/v1/generate/batch/${template}`, items(2));
    expect(refused.json()).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED' });
    const headers = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
    expect(headers.map((name) => refused.headers.get(name))).toEqual(['10', '3', '1', '10']);
  });

  test('uploads of an editor: opened before they are taken, counted, and gone after a day when nothing names them', async () => {
    const session = await wire.openSession(await wire.createOrder());
    const given = { token: session.capability, headers: { 'content-type': 'application/octet-stream' } };
    const upload = (raw: Uint8Array) => wire.call('POST', '/editor/v1/assets', { ...given, raw });
    const [first, second, third] = [1, 2, 3].map((seed) => pngOf(90_000, seed)) as [Buffer, Buffer, Buffer];
    const profile = Buffer.alloc(200);
    profile.write('acsp', 36);
    for (const magic of [Buffer.from('wOF2'), Buffer.from('wOFF'), Buffer.from('OTTO'), first.subarray(0, 60), profile])
      expect((await upload(magic)).json(), magic.toString('latin1', 0, 4)).toMatchObject({ code: 'ASSET_INVALID' });
    expect([(await upload(first)).status, (await upload(second)).status, (await upload(first)).status]).toEqual([201, 201, 201]);
    const refused = await upload(third);
    expect(refused.json()).toMatchObject({
      status: 429,
      code: 'QUOTA_EXCEEDED',
      detail: expect.stringContaining('are deleted after 24 hours'),
    });
    expect(refused.headers.get('ratelimit-limit')).toBe('200000');
  });

  test('templates: a refusal says how many there may be, and the reference names it', async () => {
    const refused = await wire.post('/api/v1/templates', { ...order, slug: 'third' });
    expect(refused.json()).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED' });
    expect(['limit', 'remaining'].map((name) => refused.headers.get(`ratelimit-${name}`))).toEqual(['2', '0']);
    expect(templateOperations.createTemplate.errors).toContain('QUOTA_EXCEEDED');
  });
});
