// What an answer and a log must not tell: paths, stacks, secrets.
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer, type PdfgenServer } from '../../src/server/create-server.ts';
import { openObjectStore } from '../../src/store/s3/open-object-store.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { createCall } from '../support/wire.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
let opened: OpenedServer;
let server: PdfgenServer;
let url: string;
let log: string;

beforeEach(async () => {
  opened = await openServer({ worker: false });
  log = '';
  const write = (line: string) => {
    log += line;
  };
  server = await createServer({ service: opened.service, settings: { port: 0 }, log: pino({ level: 'debug' }, { write }) });
  ({ url } = await server.listen());
  await opened.engine.createTemplate({
    body: { uuid, slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} },
  });
});
afterEach(async () => {
  await server.close(0);
  await opened.close();
});

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const { status, bytes } = await createCall({ url, token: opened.token })(method, path, { body });
  return { status, text: bytes.toString() };
}

function teamFolder(): string {
  const teams = join(opened.folder, 'teams');
  return join(teams, readdirSync(teams)[0]!);
}

/** A job with a result, made by a worker. */
async function makeResult(): Promise<{ readonly jobUuid: string }> {
  const worker = await opened.service.startWorker({ concurrency: 1 });
  const made = await ask('POST', `/api/v1/generate/async/${uuid}`, { data: {} });
  const { uuid: jobUuid } = JSON.parse(made.text) as { uuid: string };
  const { text } = await ask('GET', `/api/v1/render-jobs/${jobUuid}?wait=30`);
  expect(JSON.parse(text)).toMatchObject({ state: 'completed' });
  await worker.stop(0);
  return { jobUuid };
}

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no text', Buffer.of(0xff)],
])('a template that is damaged on the disk (%s) is told without the path of its file', async (_, content) => {
  writeFileSync(join(teamFolder(), 'templates/note/template.json'), content);
  for (const [method, path, body] of [
    ['GET', `/api/v1/templates/${uuid}`],
    ['POST', `/api/v1/generate/single/${uuid}`, { data: {} }],
    ['POST', `/api/v1/generate/async/${uuid}`, { data: {} }],
  ] as const) {
    const { status, text } = await ask(method, path, body);
    expect(status).toBe(422);
    expect(text).toContain('"templates/note/template.json');
    expect(text).not.toContain(opened.folder);
  }
});

test('a store that is away is told without its host and its keys; the log says why it is away', async () => {
  const { jobUuid } = await makeResult();
  const env = { AWS_ACCESS_KEY_ID: 'AKIDHUSH', AWS_SECRET_ACCESS_KEY: 'hushhush' };
  const store = openObjectStore({ url: 's3://hush-bucket?endpoint=http://127.0.0.1:1', env });
  opened.useResults(store.results);
  const answer = await createCall({ url, token: opened.token })('GET', `/api/v1/render-jobs/${jobUuid}/result`);
  const text = answer.bytes.toString();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(text).toContain('"STORE_UNAVAILABLE"');
  expect(text).not.toMatch(/hush|127\.0\.0\.1|ECONNREFUSED|AWS/i);
  expect(log).toContain('The object store cannot be reached (ECONNREFUSED).');
  expect(log).not.toMatch(/hushhush|AKIDHUSH/);
});

test('an unexpected fault is logged with its place in the source, without a path or a stack', async () => {
  // A file where a folder was: an error of the file system, with a path in its words.
  const records = join(teamFolder(), '.pdfgen');
  renameSync(records, `${records}-away`);
  writeFileSync(records, '');
  const { status, text } = await ask('POST', '/api/v1/templates', {
    slug: 'other',
    pages: [{ body: ['x'] }],
    dataSchema: true,
    exampleData: {},
  });
  expect([status, text]).toEqual([500, expect.stringContaining('"INTERNAL"')]);
  const { requestId } = JSON.parse(text) as { requestId: string };
  const lines = () => log.split('\n').filter((line) => line.includes(requestId));
  await expect.poll(lines).toHaveLength(2);
  for (const line of lines())
    expect(line.split(requestId)).toEqual([expect.stringMatching(/"requestId":"$/), expect.any(String)]);
  for (const one of [text, log]) {
    expect(one).not.toContain(opened.folder);
    expect(one).not.toContain(opened.token);
    expect(one).not.toMatch(/\\n +at /);
  }
  expect(log).toMatch(/"message":"ENOTDIR|"message":"EEXIST/);
  expect(log).toMatch(/"at":"[\w-]+\.ts:\d+:\d+"/);
});
