// Drafts and earlier revisions over HTTP: statuses, headers, bounds.
import { describe, expect, test } from 'vitest';
import { external, refusal, useWire } from '../support/wire.ts';

const first = { 'if-none-match': '*' };

describe('the draft of an embedded template', () => {
  const wire = useWire({ worker: false });
  const open = async () => {
    const base = await wire.createOrder();
    const session = await wire.openSession(base);
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      wire.call(method, `/editor/v1/${path}`, { token: session.capability, body, headers });
    return { base, session, call };
  };

  test('GET|PUT|DELETE /draft: statuses, entity tags and codes', async () => {
    const { call } = await open();
    expect(refusal(await call('GET', 'draft'))).toEqual([404, 'DRAFT_NOT_FOUND']);
    const body = { pages: '[{"body": [', revision: 1 };
    expect(refusal(await call('PUT', 'draft', body))).toEqual([428, 'PRECONDITION_REQUIRED']);
    const made = await call('PUT', 'draft', body, first);
    expect([made.status, made.headers.get('etag')]).toEqual([200, '"1"']);
    expect(refusal(await call('PUT', 'draft', body, first))).toEqual([412, 'REVISION_CONFLICT']);
    const next = await call('PUT', 'draft', body, { 'if-match': made.headers.get('etag')! });
    expect([next.status, next.headers.get('etag')]).toEqual([200, '"2"']);
    expect(Object.keys(next.json())).toEqual(['draft', 'revision', 'savedAt']);
    const got = await call('GET', 'draft');
    expect([got.status, got.headers.get('etag')]).toEqual([200, '"2"']);
    expect(got.json()).toEqual({ ...next.json(), pages: body.pages });
    expect(refusal(await call('DELETE', 'draft'))).toEqual([428, 'PRECONDITION_REQUIRED']);
    expect(refusal(await call('DELETE', 'draft', undefined, { 'if-match': '"1"' }))).toEqual([412, 'REVISION_CONFLICT']);
    expect((await call('DELETE', 'draft', undefined, { 'if-match': '"2"' })).status).toBe(204);
    expect(refusal(await call('DELETE', 'draft', undefined, { 'if-match': '"2"' }))).toEqual([404, 'DRAFT_NOT_FOUND']);
  });

  test('the page of a deleted embedded template says that its session is over', async () => {
    const { base, session } = await open();
    await wire.call('DELETE', `/api/v1/embedded-templates/${base}/${external}`);
    const body = new URLSearchParams({ capability: session.capability });
    const page = await fetch(`${wire.server.url}/editor`, { method: 'POST', body });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This editor session is over')]);
  });

  test('a reader that has an answer gets 304 until it changes', async () => {
    const { session, call } = await open();
    const tagOf = async (path: string) => (await call('GET', path)).headers.get('etag')!;
    const again = async (path: string, tag: string, method = 'GET') => {
      const { status, headers, bytes } = await call(method, path, undefined, { 'if-none-match': `"x", W/${tag}` });
      return [status, headers.get('etag') === tag, bytes.length > 0];
    };
    const paths = ['template', 'revisions', 'revisions/1'];
    const before = new Map<string, string>();
    for (const path of paths) before.set(path, await tagOf(path));
    expect(before.get('template')).toMatch(/^"1-[0-9a-f]{32}"$/);
    for (const [path, tag] of before) {
      expect(await again(path, tag), path).toEqual([304, true, false]);
      expect(await again(path, tag.replace(/.{4}"$/, 'zzzz"')), path).toEqual([200, false, true]);
      expect((await call('GET', path, undefined, { 'if-none-match': '*' })).status).toBe(304);
      expect(await tagOf(path), path).toBe(tag);
    }
    // A draft and an upload change the template's answer, not its revision.
    await call('PUT', 'draft', { pages: 'x', revision: 1 }, first);
    expect(await again('draft', '"1"')).toEqual([304, true, false]);
    const drafted = await tagOf('template');
    expect(await again('template', before.get('template')!)).toEqual([200, false, true]);
    expect((await call('GET', 'template')).json()).toMatchObject({ draft: 1 });
    expect(await again('revisions', before.get('revisions')!)).toEqual([304, true, false]);
    // A save takes the tag as it came, and ends what was kept.
    const saved = await call('PUT', 'template', { pages: [{ body: ['new'] }], draft: 1 }, { 'if-match': drafted });
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, await tagOf('template')]);
    expect(await again('revisions', before.get('revisions')!)).toEqual([200, false, true]);
    expect(await again('revisions/1', before.get('revisions/1')!)).toEqual([304, true, false]);
    expect(refusal(await call('GET', 'draft', undefined, { 'if-none-match': '*' }))).toEqual([404, 'DRAFT_NOT_FOUND']);
    // Another pair has answers of its own.
    const other = await wire.openSession(await wire.createOrder());
    const theirs = await wire.call('GET', '/editor/v1/template', { token: other.capability });
    expect(theirs.json()).toMatchObject({ embeddedTemplateUuid: other.embeddedTemplateUuid });
    expect(other.embeddedTemplateUuid).not.toBe(session.embeddedTemplateUuid);
  });

  test('a token opens no draft', async () => {
    for (const [method, path] of [
      ...(['GET', 'PUT', 'DELETE'] as const).map((one) => [one, 'draft'] as const),
      ['GET', 'revisions'],
      ['GET', 'revisions/1'],
    ] as const)
      for (const token of [wire.server.token, null]) {
        const answer = await wire.call(method, `/editor/v1/${path}`, { token, headers: { 'if-match': '*' } });
        expect(refusal(answer)).toEqual([401, 'UNAUTHENTICATED']);
      }
  });

  test('hostile texts: 10 MB, deep, with names that come twice, with half characters', async () => {
    const { call, session } = await open();
    const send = (raw: string) => wire.call('PUT', '/editor/v1/draft', { token: session.capability, raw, headers: first });
    const draft = (pages: string) => send(JSON.stringify({ pages, revision: 1 }));
    expect(refusal(await draft('x'.repeat(10_000_000)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(refusal(await draft('['.repeat(1_000_000)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(refusal(await send('{"pages":"a","pages":"b","revision":1}'))).toEqual([400, 'INVALID_REQUEST']);
    expect(refusal(await send('{"pages":"\\ud800","revision":1}'))).toEqual([400, 'INVALID_REQUEST']);
    expect(refusal(await send('{"pages":"\\u0000","revision":1}'))).toEqual([400, 'INVALID_REQUEST']);
    expect(refusal(await send(`{"pages":${'['.repeat(5_000)}${']'.repeat(5_000)},"revision":1}`))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect(refusal(await call('GET', 'draft'))).toEqual([404, 'DRAFT_NOT_FOUND']);
    const pages = '{"a":1,"a":2,"__proto__":{"x":1}}';
    expect((await draft(pages)).status).toBe(200);
    expect((await call('GET', 'draft')).json()).toMatchObject({ pages });
  });

  test('whatever fits into a save fits into a draft, however many characters its text escapes', async () => {
    const { call } = await open();
    const pages = JSON.stringify([{ body: [`"${'"'.repeat(500_000)}`] }]);
    expect(Buffer.byteLength(JSON.stringify({ pages: JSON.parse(pages) }))).toBeLessThan(1024 ** 2);
    const body = { pages, revision: 1 };
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(1024 ** 2);
    expect((await call('PUT', 'draft', body, first)).status).toBe(200);
    expect((await call('GET', 'draft')).json()).toMatchObject({ pages });
  });

  test('a revision has a number', async () => {
    const { call } = await open();
    for (const wrong of ['0', '-1', '1.5', 'x', '9'.repeat(400)])
      expect(refusal(await call('GET', `revisions/${wrong}`)), wrong).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('settings of drafts and revisions', () => {
  const wire = useWire({
    worker: false,
    settings: { maxDraftBytes: 2_000, requestsPerMinute: 6 },
    limits: { keptRevisions: 1 },
  });

  test('bound the draft in bytes, its calls in a minute, and how many earlier revisions are kept', async () => {
    const session = await wire.openSession(await wire.createOrder());
    const call = (method: string, path: string, body?: unknown) =>
      wire.call(method, `/editor/v1/${path}`, { token: session.capability, body, ...(method === 'PUT' && { headers: first }) });
    expect(refusal(await call('PUT', 'draft', { pages: 'x'.repeat(2_000), revision: 1 }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await call('PUT', 'draft', { pages: 'x', revision: 1 })).status).toBe(200);
    for (const revision of [1, 2]) await wire.save(session, { pages: [{ body: [`${revision}`] }] }, revision);
    const { items } = (await call('GET', 'revisions')).json<{ items: { revision: number }[] }>();
    expect(items.map(({ revision }) => revision)).toEqual([3, 2]);
    expect(refusal(await call('GET', 'revisions/1'))).toEqual([404, 'REVISION_NOT_FOUND']);
    expect(refusal(await call('PUT', 'draft', { pages: 'y', revision: 1 }))).toEqual([429, 'RATE_LIMITED']);
  });
});

describe('the calls of a session', () => {
  const wire = useWire({ worker: false, settings: { sessionCallsPerMinute: 3 } });

  test('have a limit of their own, on each server, and the calls of a token do not count', async () => {
    const base = await wire.createOrder();
    const session = await wire.openSession(base);
    const read = (token: string) => wire.call('GET', '/editor/v1/template', { token });
    for (let i = 0; i < 3; i++) expect((await read(session.capability)).status).toBe(200);
    const refused = await read(session.capability);
    expect(refusal(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.json<{ detail: string }>().detail).toContain("More than 3 calls a minute of an editor's session");
    expect((await wire.call('GET', '/api/v1/templates')).status).toBe(200);
    const other = await wire.openSession(await wire.createOrder());
    expect((await read(other.capability)).status).toBe(200);
  });
});
