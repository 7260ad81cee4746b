// What two API servers on one database and bucket share.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openAdmin } from '../../src/engine/administration/admin.ts';
import { openServer as openService } from '../../src/engine/wiring/open-server-service.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { ServerSettings } from '../../src/settings/server-settings.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { makeCluster, type TestCluster } from '../support/cluster.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await makeCluster();
});

interface OpenedStores {
  readonly server: OpenedServer;
  readonly stores: ServerStores;
}

async function openOne(settings: Partial<ServerSettings> = {}): Promise<OpenedStores> {
  const stores = await cluster.openUnowned();
  const server = await openServer({ worker: false, stores, settings });
  onTestFinished(() => server.close());
  return { server, stores };
}

async function openTwo(settings?: Partial<ServerSettings>): Promise<readonly [OpenedStores, OpenedStores]> {
  return [await openOne(settings), await openOne(settings)];
}

const call = ({ url }: Pick<OpenedServer, 'url'>, path: string, token: string, more: RequestInit & { key?: string } = {}) =>
  fetch(url + path, {
    ...more,
    headers: {
      authorization: `Bearer ${token}`,
      ...(more.body !== undefined && { 'content-type': 'application/json' }),
      ...(more.key !== undefined && { 'idempotency-key': more.key }),
    },
  });

const createNote = ({ engine }: Pick<OpenedServer, 'engine'>) =>
  engine.createTemplate({ body: { slug: 'note', pages: [{ body: ['Hello'] }], dataSchema: true, exampleData: {} } });

test('a key makes one job or batch, whichever server gets the calls', async () => {
  const [{ server: one }, { server: two }] = await openTwo();
  const { uuid } = await createNote(one);
  for (const [path, body, name] of [
    [`/api/v1/generate/async/${uuid}`, { data: {} }, 'uuid'],
    [`/api/v1/generate/batch/${uuid}`, { items: [{ data: {} }, { data: {} }] }, 'batchUuid'],
  ] as const) {
    const key = randomUUID();
    const send = (server: OpenedServer, given: unknown) =>
      call(server, path, one.token, { method: 'POST', key, body: JSON.stringify(given) });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n % 2 ? one : two, body)));
    const made = await Promise.all(answers.map(async (answer) => (await answer.json()) as Record<string, unknown>));
    expect(new Set(made.map((each) => each[name]))).toHaveLength(1);
    for (const server of [one, two]) {
      const other = await send(server, { ...body, options: { date: '2026-01-01T00:00:00Z' } });
      expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    }
  }
  expect(await cluster.query('SELECT count(*)::int AS n FROM jobs')).toEqual([{ n: 3 }]);
});

test('a session of the editor is open on every server, and ends on every server', async () => {
  const [{ server: one }, { server: two }] = await openTwo();
  const params = { baseTemplateUuid: (await createNote(one)).uuid, externalUuid: randomUUID() };
  const opened = await one.engine.openEditorSession({ params });
  const again = await two.engine.openEditorSession({ params });
  expect(again.sessionUuid).toBe(opened.sessionUuid);
  const look = async (server: OpenedServer, capability: string) => (await call(server, '/editor/v1/template', capability)).status;
  expect([await look(two, opened.capability), await look(one, again.capability)]).toEqual([200, 200]);
  await two.engine.endEditorSession({ params });
  expect([await look(one, opened.capability), await look(two, opened.capability)]).toEqual([401, 401]);
  const { capability } = await one.engine.openEditorSession({ params });
  await two.engine.deleteEmbeddedTemplate({ params });
  expect([await look(one, capability), await look(two, capability)]).toEqual([404, 404]);
});

test('servers whose clocks are hours apart agree when tokens and sessions of the editor end', async () => {
  const env = { ...process.env };
  Object.assign(process.env, cluster.env);
  onTestFinished(() => {
    for (const name of Object.keys(cluster.env)) delete process.env[name];
    Object.assign(process.env, env);
  });
  const [hour, realNow] = [3_600_000, Date.now];
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  /** Work on a machine whose clock is wrong by so much. */
  const within = async <T>(aheadMs: number, work: () => Promise<T>): Promise<T> => {
    clock.mockImplementation(() => realNow() + aheadMs);
    return work().finally(() => clock.mockImplementation(realNow));
  };
  const isSoon = (time: string | number) => Math.abs(new Date(time).getTime() - realNow() - 5 * 60_000) < 60_000;
  const admin = await within(-3 * hour, () => openAdmin({ ...cluster.settings, now: Date.now }));
  onTestFinished(() => admin.close());
  await admin.teams.create('default');
  const { token, expiresMs } = await within(-3 * hour, () =>
    admin.tokens.create({ team: 'default', name: 'n', scopes: ['embed'], lifeMs: 5 * 60_000 }),
  );
  expect(isSoon(expiresMs!)).toBe(true);
  const open = async () => {
    const opened = await openService({ settings: cluster.settings, editorUrl: () => null, log: () => undefined });
    const server = await createServer({ service: opened.service, settings: { port: 0 } });
    const { url } = await server.listen();
    onTestFinished(async () => {
      await server.close(0);
      await opened.close();
    });
    return { url, engine: createHttpEngine({ baseUrl: url, token }) };
  };
  const [early, late] = [await within(-hour, open), await within(2 * hour, open)];
  const { server } = await openOne();
  const params = { baseTemplateUuid: (await createNote(server)).uuid, externalUuid: randomUUID() };
  await server.engine.openEditorSession({ params, body: { expiresInMinutes: 5 } });
  const session = await within(-hour, () => early.engine.openEditorSession({ params, body: { expiresInMinutes: 5 } }));
  expect([session.expiresAt, session.capabilityExpiresAt].map(isSoon)).toEqual([true, true]);
  const enter = async () =>
    (await fetch(`${late.url}/editor`, { method: 'POST', body: new URLSearchParams({ capability: session.capability }) })).status;
  expect(await within(2 * hour, enter)).toBe(200);
});

test('a new key of capabilities is good on every server at once, and a revoked key is dead after five seconds', async () => {
  const [{ server: one, stores }, { server: two, stores: others }] = await openTwo();
  const params = { baseTemplateUuid: (await createNote(one)).uuid, externalUuid: randomUUID() };
  const look = async (server: OpenedServer, capability: string) => (await call(server, '/editor/v1/template', capability)).status;
  const old = (await two.engine.openEditorSession({ params })).capability;
  expect(await look(one, old)).toBe(200);
  const [keys, otherKeys] = [await stores.openKeys(), await others.openKeys()];
  const kid = (await otherKeys.list())[0]!.kid;
  await keys.rotate();
  const fresh = (await one.engine.openEditorSession({ params })).capability;
  expect(await look(two, fresh)).toBe(200);
  expect(await keys.revoke(kid)).toBe(true);
  expect(await look(one, old)).toBe(401);
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 5_000);
  onTestFinished(() => clock.mockRestore());
  expect(await look(two, old)).toBe(401);
  expect(await look(two, fresh)).toBe(200);
});

test('a token that is revoked on one server is refused by the next call to another', async () => {
  const [{ server: one }, { server: two }] = await openTwo();
  const list = async () => (await call(two, '/api/v1/templates', one.token)).status;
  expect(await list()).toBe(200);
  await one.revoke(one.token);
  expect(await list()).toBe(401);
});

test('two servers let as many calls of a token through as one, and other tokens notice nothing', async () => {
  const limit = 20;
  const [{ server: one }, { server: two }] = await openTwo({ requestsPerMinute: limit });
  const other = await one.tokenOf('other');
  const answers: Response[] = [];
  for (let n = 0; n < 15; n++) for (const server of [one, two]) answers.push(await call(server, '/api/v1/templates', one.token));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
  const headersOf = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)));
  expect(answers.slice(0, limit).map((answer) => headersOf(answer)[1])).toEqual(
    Array.from({ length: limit }, (_, n) => limit - 1 - n),
  );
  for (const refused of answers.slice(limit)) {
    const [most, left, reset] = headersOf(refused);
    expect([refused.status, most, left]).toEqual([429, limit, 0]);
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
    expect(Number(refused.headers.get('retry-after'))).toBe(reset);
  }
  for (const server of [one, two]) expect((await call(server, '/api/v1/templates', other)).status).toBe(200);
});
