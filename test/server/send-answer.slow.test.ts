import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RenderBatch, RenderJob } from '../../src/contract/engine.ts';
import { makePng } from '../document/image/make-image.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const externalUuid = '5e0f7c1a-0000-4000-8000-000000000001';
const template = {
  uuid,
  slug: 'note',
  pages: [{ body: ['Dear {{ name }}'] }],
  dataSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  exampleData: { name: 'Ada' },
};
let server: OpenedServer;

beforeAll(async () => {
  server = await openServer();
  await server.engine.createTemplate({ body: template });
  return () => server.close();
});

type Body = NonNullable<RequestInit['body']>;

interface Call {
  readonly body?: unknown;
  readonly raw?: Body;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

function call(method: string, path: string, { body, raw, headers, token = server.token }: Call = {}): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(raw instanceof ReadableStream && { duplex: 'half' }),
    ...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
  });
}

async function problemOf(response: Response): Promise<{ status: number; code: string; detail: string }> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return (await response.json()) as { status: number; code: string; detail: string };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const create = (name: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/generate/async/${uuid}`, { body: { data: { name } }, headers });

async function complete(name: string): Promise<RenderJob> {
  const made = (await (await create(name)).json()) as RenderJob;
  const job = (await (await call('GET', `/api/v1/render-jobs/${made.uuid}?wait=30`)).json()) as RenderJob;
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
    whole = Buffer.from(await (await call('GET', path)).arrayBuffer());
  });

  const facts = ['content-type', 'content-disposition', 'etag', 'cache-control', 'accept-ranges'];
  const more = ['x-pdfgen-pages', 'x-pdfgen-warnings', 'x-pdfgen-template-version', 'content-length'];
  const factsOf = ({ headers }: Response) => [...facts, ...more].map((name) => headers.get(name));

  test('comes with its facts, and HEAD gives the same without it', async () => {
    expect(sha256(whole)).toBe(job.result!.sha256);
    const got = await call('GET', path);
    await got.arrayBuffer();
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
    expect([head.status, factsOf(head), await head.text()]).toEqual([200, factsOf(got), '']);
  });

  test.each([
    ['the beginning', 'bytes=0-4', 0, 5],
    ['the middle', 'bytes=10-19', 10, 20],
    ['the end', 'bytes=-6', -6, undefined],
    ['the rest', 'bytes=100-', 100, undefined],
  ])('%s of it', async (_, range, start, end) => {
    const part = await call('GET', path, { headers: { range } });
    const bytes = Buffer.from(await part.arrayBuffer());
    expect(part.status).toBe(206);
    expect(bytes).toEqual(whole.subarray(start, end));
    const from = start < 0 ? whole.length + start : start;
    expect(part.headers.get('content-range')).toBe(`bytes ${from}-${from + bytes.length - 1}/${whole.length}`);
    expect(part.headers.get('content-length')).toBe(String(bytes.length));
  });

  test('a range past its end is refused with its size', async () => {
    const part = await call('GET', path, { headers: { range: `bytes=${whole.length}-` } });
    expect(part.status).toBe(416);
    expect(part.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    expect(part.headers.get('content-length')).not.toBe(String(whole.length));
    expect((await problemOf(part)).status).toBe(416);
  });

  test.each([
    ['its tag', (tag: string) => tag],
    ['its tag, weakly', (tag: string) => `W/${tag}`],
    ['a list with its tag', (tag: string) => `"x", ${tag}`],
    ['anything', () => '*'],
  ])('If-None-Match with %s answers 304', async (_, toHeader) => {
    const answer = await call('GET', path, { headers: { 'if-none-match': toHeader(`"${sha256(whole)}"`) } });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', `"${sha256(whole)}"`]);
  });

  test('If-None-Match with another tag answers the whole', async () => {
    const answer = await call('GET', path, { headers: { 'if-none-match': '"x"' } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
  });

  test.each([
    ['its tag', (tag: string) => tag, 206],
    ['its tag, weakly', (tag: string) => `W/${tag}`, 200],
    ['another tag', () => '"x"', 200],
    ['a date', () => 'Sat, 21 Nov 2026 00:00:00 GMT', 200],
  ])('a part under If-Range with %s', async (_, toHeader, status) => {
    const headers = { range: 'bytes=0-4', 'if-range': toHeader(`"${sha256(whole)}"`) };
    const answer = await call('GET', path, { headers });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([status, status === 206 ? 5 : whole.length]);
  });

  test('is unknown to another team, with the same message as a missing result', async () => {
    const stranger = await server.tokenOf('other');
    const words = async (where: string) => {
      const answer = await call('GET', where, { token: stranger, headers: { 'x-request-id': 'same' } });
      const headers = [...answer.headers].filter(([name]) => name !== 'date');
      return [answer.status, headers, (await answer.text()).replaceAll(/[0-9a-f-]{36}/g, 'ID')];
    };
    expect(await words(path)).toEqual(await words('/api/v1/render-jobs/0190a0a0-0000-7000-8000-00000000dead/result'));
  });
});

const fileOf = (jobUuid: string): string => {
  const root = join(server.folder, 'results');
  const name = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((one) => one.includes(jobUuid));
  return join(root, name!);
};

test('a result that is cut short on the disk is said to be lost, without a header of the file', async () => {
  const job = await complete('Joan');
  truncateSync(fileOf(job.uuid), 100);
  const answer = await call('GET', job.result!.url);
  expect(answer.status).toBe(500);
  expect([answer.headers.get('etag'), answer.headers.get('content-disposition')]).toEqual([null, null]);
  const { code, detail } = await problemOf(answer);
  expect(code).toBe('RESULT_LOST');
  expect(detail).not.toContain(server.folder);
});

test('a result with a changed byte never arrives whole', async () => {
  const job = await complete('Mary');
  const bytes = readFileSync(fileOf(job.uuid));
  bytes[200]! ^= 1;
  writeFileSync(fileOf(job.uuid), bytes);
  const arrived = await call('GET', job.result!.url)
    .then(
      async (answer) => (answer.ok ? (await answer.arrayBuffer()).byteLength : 0),
      () => 0,
    )
    .catch(() => 0);
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
    const { uuid: job } = (await first.json()) as RenderJob;
    expect(first.headers.get('location')).toBe(`/api/v1/render-jobs/${job}`);
    expect(((await second.json()) as RenderJob).uuid).toBe(job);
  });

  test('with a different byte is a conflict', async () => {
    const headers = { 'idempotency-key': 'twice' };
    await create('Ada', headers);
    const raw = JSON.stringify({ data: { name: 'Ada' } }, null, 1);
    const answer = await call('POST', `/api/v1/generate/async/${uuid}`, {
      raw,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect((await problemOf(answer)).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('a call that was refused is not remembered', async () => {
    const headers = { 'idempotency-key': 'thrice' };
    const refused = await call('POST', `/api/v1/generate/async/${uuid}`, { body: { data: {} }, headers });
    expect((await problemOf(refused)).code).toBe('DATA_INVALID');
    expect((await create('Ada', headers)).status).toBe(202);
  });

  test('a key that is too long or empty is refused', async () => {
    for (const key of ['x'.repeat(256), ''])
      expect((await problemOf(await create('Ada', { 'idempotency-key': key }))).code).toBe('INVALID_REQUEST');
  });
});

test('a result that is asked too early says when to ask again', async () => {
  const idle = await openServer({ worker: false });
  try {
    await idle.engine.createTemplate({ body: template });
    const job = await idle.engine.createRenderJob({ params: { uuid }, body: { data: { name: 'Ada' } } });
    const headers = { authorization: `Bearer ${idle.token}` };
    const answer = await fetch(`${idle.url}/api/v1/render-jobs/${job.uuid}/result`, { headers });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await problemOf(answer)).code).toBe('JOB_NOT_COMPLETED');
  } finally {
    await idle.close();
  }
});

test('a batch downloads as a zip or as one PDF, under a name', async () => {
  const items = [{ data: { name: 'Ada' } }, { data: { name: 'Grace' } }];
  const made = await call('POST', `/api/v1/generate/batch/${uuid}`, { body: { items } });
  const { batchUuid } = (await made.json()) as { batchUuid: string };
  expect([made.status, made.headers.get('location')]).toEqual([202, `/api/v1/render-batches/${batchUuid}`]);
  await (await call('GET', `/api/v1/render-batches/${batchUuid}?wait=30`)).arrayBuffer();
  for (const [format, type, magic] of [
    ['zip', 'application/zip', 'PK'],
    ['pdf', 'application/pdf', '%PDF-'],
  ] as const) {
    const path = `/api/v1/render-batches/${batchUuid}/result?format=${format}`;
    const answer = await call('GET', path);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="[^"]+\\.${format}"`));
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, magic.length)
        .toString(),
    ).toBe(magic);
    const head = await call('HEAD', path);
    expect([head.status, head.headers.get('content-type')]).toEqual([200, type]);
  }
});

test.each(['missing', 'cut short'])(
  'a batch of which a part is %s on the disk is refused before its file begins',
  async (what) => {
    const made = await call('POST', `/api/v1/generate/batch/${uuid}`, {
      body: { items: Array.from({ length: 12 }, (_, n) => ({ data: { name: `N${n}` } })) },
    });
    const { batchUuid } = (await made.json()) as { batchUuid: string };
    const batch = (await (await call('GET', `/api/v1/render-batches/${batchUuid}?wait=30`)).json()) as RenderBatch;
    const file = fileOf(batch.items.at(-1)!.jobUuid);
    if (what === 'missing') rmSync(file);
    else truncateSync(file, 100);
    for (const format of ['zip', 'pdf']) {
      const answer = await call('GET', `/api/v1/render-batches/${batchUuid}/result?format=${format}`);
      expect([answer.status, (await problemOf(answer)).code]).toEqual([500, 'RESULT_LOST']);
    }
  },
);

test('a file goes in as it is, and comes out where no browser takes it for a page', async () => {
  // A page in the place of its pixels.
  const png = makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 1 });
  const file = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
  const path = `/api/v1/assets/${sha256(file)}`;
  expect((await call('PUT', path, { raw: file })).status).toBe(200);
  const answer = await call('GET', path);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${sha256(file)}"`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await problemOf(await call('PUT', `/api/v1/assets/${'0'.repeat(64)}`, { raw: file }))).code).toBe('ASSET_INVALID');
});

describe('an editor session', () => {
  const path = `/api/v1/embedded-templates/${uuid}/${externalUuid}/session`;

  test('is made once, and continued with or without a body', async () => {
    const first = await call('POST', path);
    expect(first.status).toBe(201);
    const { sessionUuid, capability } = (await first.json()) as { sessionUuid: string; capability: string };
    // A stream without a byte is a chunked body without a type.
    const nothing = () => new ReadableStream({ start: (stream) => stream.close() });
    for (const options of [{}, { body: {} }, { body: { expiresInMinutes: 5 } }, { raw: nothing() }] as Call[]) {
      const again = await call('POST', path, options);
      expect(again.status).toBe(200);
      expect(again.headers.get('idempotency-replayed')).toBeNull();
      expect(((await again.json()) as { sessionUuid: string }).sessionUuid).toBe(sessionUuid);
    }
    const editor = await call('GET', '/editor/v1/template', { token: capability });
    expect([editor.status, editor.headers.get('etag')]).toEqual([200, '"1"']);
    const preview = await call('POST', '/editor/v1/preview', { token: capability, body: { pages: template.pages } });
    expect([preview.headers.get('content-type'), preview.headers.get('vary')]).toEqual(['application/pdf', 'accept']);
    await preview.arrayBuffer();
    const headers = { accept: 'application/json' };
    const report = await call('POST', '/editor/v1/preview', { token: capability, headers, body: { pages: template.pages } });
    expect(report.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { pdf, ...facts } = (await report.json()) as { readonly pdf: string };
    expect(facts).toEqual({
      pages: 1,
      pageDigest: expect.stringMatching(/^1:/),
      warnings: [],
      filename: expect.stringMatching(/\.pdf$/),
    });
    const bytes = Buffer.from(pdf, 'base64');
    expect([bytes.subarray(0, 5).toString(), bytes.toString('base64')]).toEqual(['%PDF-', pdf]);
    const document = await call('POST', `/api/v1/generate/single/${uuid}/${externalUuid}`, { body: { data: { name: 'Ada' } } });
    await document.arrayBuffer();
    const versions = ['x-pdfgen-template-version', 'x-pdfgen-template-revision'].map((name) => document.headers.get(name));
    expect(versions).toEqual(['1', '1']);
  });

  test('its capability is no token, and a token is no capability', async () => {
    const { capability } = (await (await call('POST', path)).json()) as { capability: string };
    expect((await problemOf(await call('GET', '/api/v1/templates', { token: capability }))).code).toBe('UNAUTHENTICATED');
    expect((await problemOf(await call('GET', '/editor/v1/template'))).code).toBe('UNAUTHENTICATED');
  });

  test.each([
    ['too short', { expiresInMinutes: 4 }],
    ['too long', { expiresInMinutes: 1441 }],
    ['not whole', { expiresInMinutes: 5.5 }],
    ['a text', { expiresInMinutes: '60' }],
    ['misspelt', { expiresInMinute: 60 }],
  ])('a time that is %s is refused', async (_, body) => {
    expect((await problemOf(await call('POST', path, { body }))).code).toBe('INVALID_REQUEST');
  });
});
