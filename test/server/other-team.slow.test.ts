// What belongs to another team is not to be told from what never was: by words, headers or status, whatever is asked.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationShape } from '../../src/contract/operation-shape.ts';
import { operations } from '../../src/contract/operations.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { pixel } from '../support/pixel.ts';
import { createCall, type Wire } from '../support/wire.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const nobody = '0190a0a0-ffff-7000-8000-00000000dead';
const body = { slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} };
let server: OpenedServer;
let stranger: string;
/** What the other team has, by the name of the parameter. */
let theirs: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await openServer();
  const { engine } = server;
  await engine.createTemplate({ body: { uuid, ...body } });
  await engine.openEditorSession({ params: { baseTemplateUuid: uuid, externalUuid: uuid } });
  const webhook = await engine.createWebhook({ body: { url: 'https://shop.example' } });
  const job = await engine.createRenderJob({ params: { uuid }, body: { data: {} } });
  await engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 30 } });
  const { batchUuid } = await engine.createRenderBatch({ params: { uuid }, body: { items: [{ data: {} }] } });
  await engine.getRenderBatch({ params: { batchUuid }, query: { wait: 30 } });
  const sha256 = createHash('sha256').update(pixel).digest('hex');
  await engine.putAsset({ params: { sha256 }, body: pixel });
  const [delivery] = (await engine.listWebhookDeliveries({})).items;
  theirs = { job: job.uuid, batchUuid, sha256, webhook: webhook.uuid, delivery: delivery!.uuid };
  stranger = await server.tokenOf('other');
});
afterAll(() => server.close());

const bodies: Readonly<Record<string, unknown>> = {
  replaceTemplate: body,
  createRenderBatch: { items: [{ data: {} }] },
  createEmbeddedRenderBatch: { items: [{ data: {} }] },
  openEditorSession: {},
  resetEmbeddedTemplate: {},
  testWebhook: {},
};
const asked = Object.entries<OperationShape>(operations).filter(([id, { path }]) => path.includes(':') && id !== 'putAsset');

function fill(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'version') return '1';
    if (path.startsWith('/render-jobs')) return ids.job!;
    if (path.startsWith('/webhooks')) return ids.webhook!;
    if (path.startsWith('/webhook-deliveries')) return ids.delivery!;
    return ids[name] ?? ids.uuid!;
  });
}

const call: Wire['call'] = (...request) => createCall({ url: server.url, token: stranger })(...request);

async function ask(id: string, method: string, path: string) {
  const { body: schema }: OperationShape = operations[id as keyof typeof operations];
  const given = schema && (bodies[id] ?? { data: {} });
  const answer = await call(method, `/api/v1${path}`, { body: given });
  const { requestId: _, ...problem } = answer.json();
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name));
  return { status: answer.status, problem, headers };
}

test.each(asked.map(([id, { method, path }]) => [id, method, path] as const))('%s', async (id, method, path) => {
  const none = { uuid: nobody, job: nobody, batchUuid: nobody, webhook: nobody, delivery: nobody, sha256: 'f'.repeat(64) };
  const [known, unknown] = [fill(path, { ...theirs, uuid }), fill(path, none)];
  const [found, missing] = [await ask(id, method, known), await ask(id, method, unknown)];
  expect(missing.status).toBe(404);
  const named = Object.values({ ...theirs, uuid }).reduce(
    (text, one) => text.replaceAll(one, one.length === 64 ? none.sha256 : nobody),
    JSON.stringify(found),
  );
  expect(JSON.parse(named)).toEqual(missing);
});

test('its jobs are in no list, also when its batch is asked for', async () => {
  for (const path of [
    '/templates',
    '/render-jobs',
    `/render-jobs?batchUuid=${theirs.batchUuid}`,
    '/render-batches',
    '/embedded-templates',
  ]) {
    expect([path, (await call('GET', `/api/v1${path}`)).json()]).toEqual([path, { items: [], nextCursor: null }]);
  }
});
