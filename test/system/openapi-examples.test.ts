// The OpenAPI document against a real server: every operation is called with the document's own example, and every answer is held
// to the schema that the document gives it.

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { apiPrefix } from '../../src/contract/api-prefix.ts';
import type { Engine } from '../../src/contract/engine.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { createOpenApi, type OpenApi, type OpenApiOperation } from '../../src/server/openapi.ts';
import { toCurl } from '../../src/server/to-curl.ts';
import { isStorableText } from '../../src/words/storable-text.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { pixel } from '../support/pixel.ts';
import { makeFolder } from '../support/run-cli.ts';
import { typeCurl } from '../support/typed-curl.ts';
import { type Answer, createCall, type Wire } from '../support/wire.ts';

const openApi = createOpenApi({ name: 'pdfgen', version: '0.0.0' });
interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}
const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Described => ({ path, method: method.toUpperCase(), operation })),
);
const operationOf = (id: string): Described => described.find(({ operation }) => operation.operationId === id)!;

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (given: Ajv2020) => void)(ajv);
ajv.addFormat('storable-text', isStorableText);

type Media = Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
const exampleOf = ({ requestBody }: OpenApiOperation): unknown =>
  (requestBody?.content as Media | undefined)?.['application/json']?.example;

/** What stands among the components where the document only points at it. */
function resolve(given: unknown): unknown {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((given as { $ref?: string } | undefined)?.$ref ?? '') ?? [];
  return kind === undefined ? given : (openApi.components[kind] as Record<string, unknown>)[name!];
}

/** Checks of schemas, by their JSON: most answers share a schema, and compiling one takes longer than the call. */
const checks = new Map<string, ValidateFunction>();
function checkOf(schema: object | undefined): ValidateFunction {
  const key = JSON.stringify(schema);
  const check = checks.get(key) ?? ajv.compile({ ...schema, components: openApi.components });
  checks.set(key, check);
  return check;
}

/** Holds an answer to what the document says of its status. */
function holdToDocument({ operation }: Described, answer: Answer): void {
  const said = resolve(operation.responses[answer.status]) as { content?: Media; headers?: object } | undefined;
  expect(said, `${answer.status} ${answer.bytes.toString('utf8')}`).toBeDefined();
  for (const name of ['X-Request-Id', 'Location', 'ETag', 'WWW-Authenticate', 'Content-Disposition'])
    if (said!.headers && name in said!.headers) expect(answer.headers.get(name), name).not.toBeNull();
  if (said!.content === undefined) {
    expect(answer.bytes).toHaveLength(0);
    return;
  }
  const given = answer.headers.get('content-type')?.split(';', 1)[0];
  const type = Object.keys(said!.content).find((one) => one === given || one === '*/*');
  expect(type, given).toBeDefined();
  const { schema } = said!.content[type!]!;
  if (!type!.endsWith('json')) return;
  const check = checkOf(schema);
  check(answer.json());
  expect(check.errors ?? []).toEqual([]);
}

const binary = { 'content-type': 'application/octet-stream' };
const sha256 = createHash('sha256').update(pixel).digest('hex');

/** Path parameters of what there is not. */
const uuids = ['id', 'templateUuid', 'uuid', 'batchUuid', 'baseTemplateUuid', 'externalUuid'];
const unknown = {
  ...Object.fromEntries(uuids.map((name) => [name, randomUUID()])),
  version: '1',
  revision: '1',
  kind: 'fonts',
  sha256,
};

/** One without a worker, for what ends no job. Each test has a team of its own. */
let shared: OpenedServer;
let teams = 0;
let server: OpenedServer;
let token: string;
let call: Wire['call'];
let engine: Engine;
beforeAll(async () => {
  shared = await openServer({ worker: false });
});
afterAll(() => shared.close());

async function enter(opened: OpenedServer): Promise<void> {
  server = opened;
  const team = `team-${++teams}`;
  token = await server.tokenOf(team);
  await server.allowOrigins(team, ['https://shop.example.com']);
  call = createCall({ url: server.url, token });
  engine = createHttpEngine({ baseUrl: server.url, token });
}
beforeEach(() => enter(shared));

interface Prepared {
  readonly params: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the example of an operation. */
const run = ({ path, method, operation }: Described, { params, token, headers }: Prepared): Promise<Answer> => {
  const body = exampleOf(operation);
  const isBinary = operation.requestBody !== undefined && body === undefined;
  return call(
    method,
    path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
    {
      ...(token !== undefined && { token }),
      ...(isBinary
        ? { raw: pixel, headers: { ...headers, ...binary } }
        : { ...(headers && { headers }), ...(body !== undefined && { body }) }),
    },
  );
};
/** Makes something by the example of its operation. */
const make = async (id: string, params = {}): Promise<Readonly<Record<string, string>>> => {
  const answer = await run(operationOf(id), { params });
  expect(answer.status, id).toBeLessThan(300);
  return answer.json();
};
const endJobs = async (): Promise<void> => {
  await server.service.startWorker({ concurrency: 1 });
  const { items } = await engine.listRenderJobs({});
  for (const { uuid } of items) await engine.getRenderJob({ params: { uuid }, query: { wait: 30 } });
};
/** Operations before which jobs end. They have a server of their own, since its worker ends what others leave waiting. */
const ofEndedJobs = ({ path, operation: { operationId: id } }: Described): boolean =>
  /\/render-(?:jobs|batches)|\/webhook-deliveries/.test(path) &&
  !['cancelRenderJob', 'retryRenderJob', 'cancelRenderBatch'].includes(id);

/** A template that makes an electronic invoice of any data. */
async function makeInvoiceTemplate(): Promise<string> {
  const head = { profile: 'MINIMUM', 'BT-1': 'A-1', 'BT-2': '2026-01-31', 'BT-3': '380', 'BT-5': 'EUR' };
  const seller = { 'BT-27': 'Ada', 'BT-31': 'DE123456789', 'BG-5': { 'BT-40': 'DE' } };
  const totals = { 'BT-109': '100.00', 'BT-110': '19.00', 'BT-112': '119.00', 'BT-115': '119.00' };
  const invoice = { ...head, 'BG-4': seller, 'BG-7': { 'BT-44': 'Bob' }, 'BG-22': totals };
  const body = { slug: 'invoice', name: 'Invoice', pages: [{ body: ['x'] }], invoice, dataSchema: true, exampleData: {} };
  const answer = await call('POST', `${apiPrefix}/templates`, { body });
  expect(answer.status, answer.bytes.toString('utf8')).toBe(201);
  return answer.json<{ uuid: string }>().uuid;
}

const font = readFileSync(
  new URL('../../node_modules/@fontsource-variable/jost/files/jost-latin-wght-normal.woff2', import.meta.url),
);

/** A template with a font. */
async function makeTemplateWithFont(): Promise<string> {
  const digest = createHash('sha256').update(font).digest('hex');
  await call('PUT', `${apiPrefix}/assets/${digest}`, { raw: font, headers: binary });
  const assets = { 'Jost.woff2': { sha256: digest, bytes: font.length, type: 'font/woff2' } };
  const answer = await call('POST', `${apiPrefix}/templates`, {
    body: { slug: 'font', name: 'Font', pages: [{ body: ['x'] }], dataSchema: true, exampleData: {}, assets },
  });
  expect(answer.status, answer.bytes.toString('utf8')).toBe(201);
  return answer.json<{ uuid: string }>().uuid;
}

/** What an operation needs that is there before it: by the names in its path and who calls. */
async function prepare(one: Described): Promise<Prepared> {
  const { path, operation } = one;
  const { operationId: id, security } = operation;
  if (ofEndedJobs(one)) {
    const own = await openServer({ worker: false });
    onTestFinished(() => own.close());
    await enter(own);
  }
  if (id === 'createTemplate') return { params: {} };
  if (id === 'generateInvoice') return { params: { id: await makeInvoiceTemplate() } };
  const template = id === 'getEditorFile' ? await makeTemplateWithFont() : (await make('createTemplate')).uuid!;
  const params = {
    id: template,
    templateUuid: template,
    baseTemplateUuid: template,
    externalUuid: randomUUID(),
    uuid: template,
    version: '1',
    revision: '1',
    kind: 'fonts',
    sha256: id === 'getEditorFile' ? createHash('sha256').update(font).digest('hex') : sha256,
  };
  if (path.includes('/assets/') && id !== 'putAsset') await make('putAsset', { sha256 });
  if (path.includes('/render-jobs')) {
    const { uuid } = await make('createRenderJob', params);
    if (id === 'retryRenderJob') await engine.cancelRenderJob({ params: { uuid: uuid! } });
    else if (id !== 'cancelRenderJob') await endJobs();
    return { params: { ...params, uuid: uuid! } };
  }
  if (path.includes('/render-batches')) {
    const { batchUuid } = await make('createRenderBatch', params);
    if (id !== 'cancelRenderBatch') await endJobs();
    return { params: { ...params, batchUuid: batchUuid! } };
  }
  if (path.includes('/webhook')) {
    const { uuid } = await make('createWebhook');
    if (!path.includes('/webhook-deliveries')) return { params: { ...params, uuid: uuid! } };
    await make('createRenderJob', params);
    await endJobs();
    const [delivery] = (await engine.listWebhookDeliveries({})).items;
    return { params: { ...params, uuid: delivery!.uuid } };
  }
  const isEditor = 'capability' in security[0]!;
  const isOfPair = path.includes('{externalUuid}') || path.endsWith('/embedded-templates');
  if ((!isEditor && !isOfPair) || id === 'openEditorSession') return { params };
  const { capability } = await make('openEditorSession', params);
  if (!isEditor) return { params };
  if (id === 'getEditorAsset') {
    const { path: assets, method } = operationOf('addEditorAsset');
    expect((await call(method, assets, { token: capability!, raw: pixel, headers: binary })).status).toBe(201);
  }
  const first = { params, token: capability!, headers: { 'if-none-match': '*' } };
  if (id === 'saveEditorDraft') return first;
  if (path.endsWith('/draft')) expect((await run(operationOf('saveEditorDraft'), first)).status).toBe(200);
  return { ...first, headers: { 'if-match': '"1"' } };
}

test('the document is the one that the server sends', async () => {
  const sent = (await call('GET', '/openapi.json', { token: null })).json<OpenApi>();
  expect(sent.paths).toEqual(JSON.parse(JSON.stringify(openApi.paths)));
});

test.each(['createRenderBatch', 'createEmbeddedRenderBatch'])('%s takes its example of JSON Lines', async (id) => {
  const one = operationOf(id);
  const { params } = await prepare(one);
  const raw = (one.operation.requestBody!.content as Media)['application/jsonl']!.example as string;
  const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const answer = await call('POST', path, { raw, headers: { 'content-type': 'application/jsonl' } });
  expect(answer.status).toBe(202);
  holdToDocument(one, answer);
});

test('a preview is JSON for those who ask for it, as the document says', async () => {
  const one = operationOf('previewEditorTemplate');
  const prepared = await prepare(one);
  const answer = await run(one, { ...prepared, headers: { accept: 'application/json' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const { content } = resolve(one.operation.responses[200]) as { readonly content: Media };
  const { schema, example } = content['application/json']!;
  for (const value of [answer.json(), example]) {
    const check = checkOf(schema);
    check(value);
    expect(check.errors ?? []).toEqual([]);
  }
});

describe.each(described.map((one) => [one.operation.operationId, one] as const))('%s', (id, one) => {
  test('answers its example as the document says', async () => {
    const prepared = await prepare(one);
    const answer = await run(one, prepared);
    expect(answer.status, answer.bytes.toString('utf8')).toBeLessThan(300);
    holdToDocument(one, answer);
    if (id !== 'openEditorSession') return;
    const again = await run(one, prepared);
    expect([answer.status, again.status]).toEqual([201, 200]);
    holdToDocument(one, again);
  });

  test('is made by the command that the page /docs shows', async () => {
    const { params, token: given = token, headers } = await prepare(one);
    const names = Object.entries(params).map(([name, value]) => [name.replace(/(?=[A-Z])/g, '_').toUpperCase(), value]);
    const folder = makeFolder();
    writeFileSync(join(folder, 'pixel'), pixel);
    const values = { SERVER: server.url, TOKEN: given, CAPABILITY: given, IF_MATCH: headers?.['if-match'] ?? '', FILE: 'pixel' };
    const env = { PATH: process.env.PATH, ...Object.fromEntries(names), ...values };
    const command = toCurl({ ...one.operation, path: one.path, method: one.method });
    expect((await typeCurl(command, folder, env)).status).toBeLessThan(300);
    const { length } = readdirSync(folder);
    const type = Object.keys((resolve(Object.values(one.operation.responses)[0]) as { content?: Media }).content ?? {})[0];
    expect(length).toBe(type === undefined || type === 'application/json' ? 1 : 2);
  });

  test('refuses a caller without a token as the document says', async () => {
    const answer = await run(one, { params: unknown, token: 'none' });
    expect(answer.status).toBe(401);
    holdToDocument(one, answer);
  });
});

const ofSomething = described.filter(
  ({ path, operation }) => path.includes('{') && 'token' in operation.security[0]! && operation.operationId !== 'putAsset',
);
test.each(ofSomething.map((one) => [one.operation.operationId, one] as const))(
  '%s answers what there is not as the document says',
  async (_, one) => {
    const answer = await run(one, { params: unknown });
    expect(answer.status).toBe(404);
    holdToDocument(one, answer);
  },
);
