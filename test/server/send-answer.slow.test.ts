import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EditorSession, RenderBatch, RenderJob } from '../../src/contract/engine.ts';
import { letter } from '../contract/engine.suite.ts';
import { makePng } from '../document/image/make-image.ts';
import { type Answer, external, refusal, useWire } from '../support/wire.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const template = letter('note', { uuid });
const wire = useWire();
const { call, get } = wire;
beforeAll(async () => {
  await wire.server.engine.createTemplate({ body: template });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const create = (name: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/generate/async/${uuid}`, { body: { data: { name } }, headers });

async function complete(name: string): Promise<RenderJob> {
  const job = await wire.finishJob(uuid, { data: { name } });
  expect(job.state).toBe('completed');
  return job;
}

describe('a stored result', () => {
  let job: RenderJob;
  let path: string;
  let whole: Buffer;

  beforeAll(async () => {
    job = await complete('Grace');
    path = job.result!.url;
    whole = (await get(path)).bytes;
  });

  const facts = ['content-type', 'content-disposition', 'etag', 'cache-control', 'accept-ranges'];
  const more = ['x-pdfgen-pages', 'x-pdfgen-warnings', 'x-pdfgen-template-version', 'content-length'];
  const factsOf = ({ headers }: Answer) => [...facts, ...more].map((name) => headers.get(name));

  test('comes with its facts, and HEAD gives the same without it', async () => {
    expect(sha256(whole)).toBe(job.result!.sha256);
    const got = await get(path);
    expect(factsOf(got)).toEqual([
      'application/pdf',
      'inline; filename="note.pdf"',
      `"${sha256(whole)}"`,
      'private, no-store',
      'bytes',
      '1',
      '0',
      '1',
      String(whole.length),
    ]);
    const head = await call('HEAD', path);
    expect([head.status, factsOf(head), head.bytes.length]).toEqual([200, factsOf(got), 0]);
  });

  test.each([
    ['the beginning', 'bytes=0-4', 0, 5],
    ['the middle', 'bytes=10-19', 10, 20],
    ['the end', 'bytes=-6', -6, undefined],
    ['the rest', 'bytes=100-', 100, undefined],
  ])('%s of it', async (_, range, start, end) => {
    const part = await get(path, { headers: { range } });
    const { bytes } = part;
    expect(part.status).toBe(206);
    expect(bytes).toEqual(whole.subarray(start, end));
    const from = start < 0 ? whole.length + start : start;
    expect(part.headers.get('content-range')).toBe(`bytes ${from}-${from + bytes.length - 1}/${whole.length}`);
    expect(part.headers.get('content-length')).toBe(String(bytes.length));
  });

  test('a range past its end is refused with its size', async () => {
    const part = await get(path, { headers: { range: `bytes=${whole.length}-` } });
    expect(part.status).toBe(416);
    expect(part.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    expect(part.headers.get('content-length')).not.toBe(String(whole.length));
    expect(refusal(part)[0]).toBe(416);
  });

  test.each([
    ['its tag', (tag: string) => tag],
    ['its tag, weakly', (tag: string) => `W/${tag}`],
    ['a list with its tag', (tag: string) => `"x", ${tag}`],
    ['anything', () => '*'],
  ])('If-None-Match with %s answers 304', async (_, toHeader) => {
    const answer = await get(path, { headers: { 'if-none-match': toHeader(`"${sha256(whole)}"`) } });
    expect([answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([304, 0, `"${sha256(whole)}"`]);
  });

  test('If-None-Match with another tag answers the whole', async () => {
    const answer = await get(path, { headers: { 'if-none-match': '"x"' } });
    expect([answer.status, answer.bytes.length]).toEqual([200, whole.length]);
  });

  test.each([
    ['its tag', (tag: string) => tag, 206],
    ['its tag, weakly', (tag: string) => `W/${tag}`, 200],
    ['another tag', () => '"x"', 200],
    ['a date', () => 'Sat, 21 Nov 2026 00:00:00 GMT', 200],
  ])('a part under If-Range with %s', async (_, toHeader, status) => {
    const headers = { range: 'bytes=0-4', 'if-range': toHeader(`"${sha256(whole)}"`) };
    const answer = await get(path, { headers });
    expect([answer.status, answer.bytes.length]).toEqual([status, status === 206 ? 5 : whole.length]);
  });

  test('is unknown to another team, with the same message as a missing result', async () => {
    const stranger = await wire.server.tokenOf('other');
    const words = async (where: string) => {
      const answer = await get(where, { token: stranger, headers: { 'x-request-id': 'same' } });
      const headers = [...answer.headers].filter(([name]) => name !== 'date');
      return [answer.status, headers, answer.bytes.toString().replaceAll(/[0-9a-f-]{36}/g, 'ID')];
    };
    expect(await words(path)).toEqual(await words('/api/v1/render-jobs/0190a0a0-0000-7000-8000-00000000dead/result'));
  });
});

const fileOf = (jobUuid: string): string => {
  const root = join(wire.server.folder, 'results');
  const name = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((one) => one.includes(jobUuid));
  return join(root, name!);
};

test('a result that is cut short on the disk is said to be lost, without a header of the file', async () => {
  const job = await complete('Joan');
  truncateSync(fileOf(job.uuid), 100);
  const answer = await call('GET', job.result!.url);
  expect([answer.headers.get('etag'), answer.headers.get('content-disposition')]).toEqual([null, null]);
  expect(refusal(answer)).toEqual([500, 'RESULT_LOST']);
  expect(answer.bytes.toString()).not.toContain(wire.server.folder);
});

test('a result with a changed byte never arrives whole', async () => {
  const job = await complete('Mary');
  const bytes = readFileSync(fileOf(job.uuid));
  bytes[200]! ^= 1;
  writeFileSync(fileOf(job.uuid), bytes);
  const arrived = await get(job.result!.url).then(
    (answer) => (answer.status === 200 ? answer.bytes.length : 0),
    () => 0,
  );
  expect(arrived).toBe(0);
});

describe('a repeat', () => {
  test('with the same key answers what the first call made', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await create('Ada', headers);
    const second = await create('Ada', headers);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect([first, second].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const { uuid: job } = first.json<RenderJob>();
    expect(first.headers.get('location')).toBe(`/api/v1/render-jobs/${job}`);
    expect(second.json<RenderJob>().uuid).toBe(job);
  });

  test('with a different byte is a conflict', async () => {
    const headers = { 'idempotency-key': 'twice' };
    await create('Ada', headers);
    const raw = JSON.stringify({ data: { name: 'Ada' } }, null, 1);
    const answer = await call('POST', `/api/v1/generate/async/${uuid}`, {
      raw,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(refusal(answer)).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  test('a call that was refused is not remembered', async () => {
    const headers = { 'idempotency-key': 'thrice' };
    const refused = await call('POST', `/api/v1/generate/async/${uuid}`, { body: { data: {} }, headers });
    expect(refusal(refused)).toEqual([422, 'DATA_INVALID']);
    expect((await create('Ada', headers)).status).toBe(202);
  });

  test('a key that is too long or empty is refused', async () => {
    for (const key of ['x'.repeat(256), ''])
      expect(refusal(await create('Ada', { 'idempotency-key': key }))).toEqual([400, 'INVALID_REQUEST']);
  });
});

test('a batch downloads as a zip or as one PDF, under a name', async () => {
  const items = [{ data: { name: 'Ada' } }, { data: { name: 'Grace' } }];
  const made = await call('POST', `/api/v1/generate/batch/${uuid}`, { body: { items } });
  const { batchUuid } = made.json<RenderBatch>();
  expect([made.status, made.headers.get('location')]).toEqual([202, `/api/v1/render-batches/${batchUuid}`]);
  await get(`/api/v1/render-batches/${batchUuid}?wait=30`);
  for (const [format, type, magic] of [
    ['zip', 'application/zip', 'PK'],
    ['pdf', 'application/pdf', '%PDF-'],
  ] as const) {
    const path = `/api/v1/render-batches/${batchUuid}/result?format=${format}`;
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="[^"]+\\.${format}"`));
    expect(answer.bytes.toString('latin1', 0, magic.length)).toBe(magic);
    const head = await call('HEAD', path);
    expect([head.status, head.headers.get('content-type')]).toEqual([200, type]);
  }
});

test.each(['missing', 'cut short'])(
  'a batch of which a part is %s on the disk is refused before its file begins',
  async (what) => {
    const items = Array.from({ length: 12 }, (_, n) => ({ data: { name: `N${n}` } }));
    const batch = await wire.finishBatch(uuid, { items });
    const file = fileOf(batch.items.at(-1)!.jobUuid);
    if (what === 'missing') rmSync(file);
    else truncateSync(file, 100);
    for (const format of ['zip', 'pdf']) {
      const answer = await get(`/api/v1/render-batches/${batch.batchUuid}/result?format=${format}`);
      expect(refusal(answer)).toEqual([500, 'RESULT_LOST']);
    }
  },
);

test('a file goes in as it is, and comes out where no browser takes it for a page', async () => {
  // A page in the place of its pixels.
  const png = makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 1 });
  const file = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
  const path = `/api/v1/assets/${sha256(file)}`;
  expect((await call('PUT', path, { raw: file })).status).toBe(200);
  const answer = await get(path);
  expect(answer.bytes).toEqual(file);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${sha256(file)}"`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(refusal(await call('PUT', `/api/v1/assets/${'0'.repeat(64)}`, { raw: file }))).toEqual([422, 'ASSET_INVALID']);
});

describe('an editor session', () => {
  const path = `/api/v1/embedded-templates/${uuid}/${external}/session`;

  test('is made once, and continued with or without a body', async () => {
    const first = await call('POST', path);
    expect(first.status).toBe(201);
    const { sessionUuid, capability } = first.json<EditorSession>();
    for (const body of [undefined, {}, { expiresInMinutes: 5 }]) {
      const again = await call('POST', path, { body });
      const said = ['idempotency-replayed', 'cache-control'].map((name) => again.headers.get(name));
      expect([again.status, ...said]).toEqual([200, null, 'private, no-store']);
      expect(again.json<EditorSession>().sessionUuid).toBe(sessionUuid);
    }
    // A stream without a byte is a chunked body without a type.
    const nothing = new ReadableStream({ start: (stream) => stream.close() });
    const headers = { authorization: `Bearer ${wire.server.token}` };
    const chunked = { method: 'POST', headers, body: nothing, duplex: 'half' } as RequestInit;
    expect((await fetch(wire.server.url + path, chunked)).status).toBe(200);
    const editor = await call('GET', '/editor/v1/template', { token: capability });
    expect([editor.status, editor.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"1-[0-9a-f]{32}"$/)]);
    const preview = await call('POST', '/editor/v1/preview', { token: capability, body: { pages: template.pages } });
    expect([preview.headers.get('content-type'), preview.headers.get('vary')]).toEqual(['application/pdf', 'accept']);
    const json = { token: capability, headers: { accept: 'application/json' }, body: { pages: template.pages } };
    const report = await call('POST', '/editor/v1/preview', json);
    expect(report.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { pdf, ...facts } = report.json<{ readonly pdf: string }>();
    expect(facts).toEqual({
      pages: 1,
      pageDigest: expect.stringMatching(/^2:/),
      warnings: [],
      filename: expect.stringMatching(/\.pdf$/),
    });
    const bytes = Buffer.from(pdf, 'base64');
    expect([bytes.subarray(0, 5).toString(), bytes.toString('base64')]).toEqual(['%PDF-', pdf]);
    const document = await call('POST', `/api/v1/generate/single/${uuid}/${external}`, { body: { data: { name: 'Ada' } } });
    const versions = ['x-pdfgen-template-version', 'x-pdfgen-template-revision'].map((name) => document.headers.get(name));
    expect(versions).toEqual(['1', '1']);
  });

  test('its capability is no token, and a token is no capability', async () => {
    const { capability } = (await call('POST', path)).json<EditorSession>();
    for (const answer of [await get('/api/v1/templates', { token: capability }), await get('/editor/v1/template')])
      expect(refusal(answer)).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('a misspelt member is refused', async () => {
    expect(refusal(await call('POST', path, { body: { expiresInMinute: 60 } }))).toEqual([400, 'INVALID_REQUEST']);
  });
});
