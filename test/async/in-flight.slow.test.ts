// What changes while a call is on its way.
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
const host = 'https://host.example';
let server: OpenedServer;

beforeEach(async () => {
  server = await openServer({ worker: false });
  await server.engine.createTemplate({
    body: { uuid, slug: 'note', pages: [{ body: ['Dear Ada'] }], dataSchema: true, exampleData: {} },
  });
});
afterEach(() => server.close());

test('a token that is revoked while the body is arriving is refused', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise((done) => socket.on('close', done));
  const lines = [
    `POST /api/v1/generate/single/${uuid} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${server.token}`,
    'Content-Type: application/json',
    'Content-Length: 11',
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{"data"`);
  // The head is read when the server answers a later call.
  await fetch(`${server.url}/healthz`);
  await server.revoke(server.token);
  socket.write(':{}}');
  await ended;
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).toContain('"code":"UNAUTHENTICATED"');
});

test('a call that waits for a job gets its current state when the server stops', async () => {
  const { uuid: job } = await server.engine.createRenderJob({ params: { uuid }, body: { data: {} } });
  const stopping = await createServer({ service: server.service, settings: { port: 0 } });
  const { url } = await stopping.listen();
  const waiting = fetch(`${url}/api/v1/render-jobs/${job}?wait=60`, { headers: { authorization: `Bearer ${server.token}` } });
  await fetch(`${url}/healthz`);
  const closed = stopping.close(20_000);
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toMatchObject([200, { uuid: job, state: 'queued' }]);
  await closed;
});

test('an origin that was removed from the list can no longer frame the editor', async () => {
  await server.allowOrigins('default', [host]);
  const { capability } = await server.engine.openEditorSession({
    params: { baseTemplateUuid: uuid, externalUuid: uuid },
    body: { hostOrigin: host },
  });
  const enter = () => fetch(`${server.url}/editor`, { method: 'POST', body: new URLSearchParams({ capability }) });
  expect((await enter()).headers.get('content-security-policy')).toContain(`frame-ancestors ${host}`);
  await server.allowOrigins('default', []);
  expect((await enter()).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
