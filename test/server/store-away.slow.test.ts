// The store goes away after a call was let in: whatever the call is, it says so, and when to come again.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { routes } from '../../src/server/routes.ts';
import { completeSettings } from '../../src/settings/server-settings.ts';
import { openServerStores } from '../../src/store/open-stores.ts';
import { letter } from '../contract/engine.suite.ts';
import { openFolder } from '../support/folders.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { pixel } from '../support/pixel.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const sha256 = createHash('sha256').update(pixel).digest('hex');
const folder = openFolder();
let server: OpenedServer;
let capability: string;
let isAway = false;
let isSilent = false;

/** The same, but while the store is away all calls fail. */
function failing<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return failing(member);
      if (typeof member !== 'function') return member;
      if (name === 'team') return (id: string) => failing((member as (id: string) => object)(id));
      return (...given: unknown[]) => (isAway ? fail(name === 'read') : (member as (...given: unknown[]) => unknown)(...given));
    },
  });
}

function fail(isRead: boolean): unknown {
  const error = new PdfgenError('STORE_UNAVAILABLE', 'The database at db.internal cannot be reached.', { retryAfter: 2 });
  const next = () => Promise.reject(error);
  return isRead ? { [Symbol.asyncIterator]: () => ({ next }) } : next();
}

beforeAll(async () => {
  const stores = await openServerStores(completeSettings({ dataDir: join(folder, 'data') }), {
    user: 'server',
    now: Date.now,
    tell: () => {},
  });
  const { access } = stores.state;
  const state = new Proxy(failing(stores.state), {
    get: (target, name) => (name === 'access' ? access : Reflect.get(target, name)),
  });
  server = await openServer({
    worker: false,
    stores: {
      ...stores,
      state,
      results: failing(stores.results),
      templates: failing(stores.templates),
      check: () => (isSilent ? new Promise(() => {}) : stores.check()),
    },
  });
  await server.engine.createTemplate({ body: { ...letter('letter'), uuid } });
  const params = { baseTemplateUuid: uuid, externalUuid: uuid };
  ({ capability } = await server.engine.openEditorSession({ params }));
  isAway = true;
});
afterAll(async () => {
  isAway = false;
  await server.close();
});

/** Operations that need no store once the token is checked. */
const free = ['whoami'];
const calls = routes.flatMap(({ id, prefix, operation }) =>
  (operation.response.events ? ['application/json', 'text/event-stream'] : ['*/*']).map((accept) => ({
    id,
    method: operation.method,
    path: prefix + operation.path,
    operation,
    accept,
  })),
);

test.each(calls)('$id ($accept)', async ({ id, method, path, operation, accept }) => {
  const isEditor = path.startsWith('/editor/');
  const isBinary = operation.body === 'binary';
  const body = isBinary ? pixel : operation.body && JSON.stringify(operation.examples?.body ?? {});
  const given = path.replace(/:(\w+)/g, (_, name: string) => (name === 'sha256' ? sha256 : name === 'version' ? '1' : uuid));
  const answer = await fetch(`${server.url}${given}`, {
    method,
    headers: {
      accept,
      authorization: `Bearer ${isEditor ? capability : server.token}`,
      ...(body !== undefined && { 'content-type': isBinary ? 'application/octet-stream' : 'application/json' }),
      ...(method === 'PUT' && { 'if-match': '"1"' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  if (free.includes(id)) return expect(answer.status).toBe(200);
  expect([answer.status, answer.headers.get('retry-after'), text]).toEqual([
    503,
    '2',
    expect.stringContaining('"code":"STORE_UNAVAILABLE"'),
  ]);
  expect(text).not.toContain('db.internal');
});

test('a store that does not answer is told before those who ask for readiness give up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isSilent = true;
  onTestFinished(() => {
    vi.useRealTimers();
    isSilent = false;
  });
  const obstacles = server.service.findObstacles();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await obstacles).toMatchObject([{ code: 'STORE_UNAVAILABLE' }]);
});
