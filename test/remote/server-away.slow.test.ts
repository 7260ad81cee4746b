// Calls to a server that is away for a while.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { listen } from '../support/listen.ts';

/** A server that answers each call with the next status, and with the last status from then on. */
async function startServer(statuses: readonly number[]) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const status = statuses[Math.min(calls.length, statuses.length - 1)]!;
    calls.push(`${request.method} ${status}`);
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(status === 200 ? '{"items":[],"nextCursor":null}' : '{}');
  });
  return { calls, baseUrl: `http://127.0.0.1:${await listen(server)}` };
}

test('502, 503 and 504 are waited out, and the beginning and end of the outage are told once', async () => {
  const { baseUrl, calls } = await startServer([502, 503, 504, 200]);
  const told: (string | undefined)[] = [];
  const engine = createHttpEngine({ baseUrl, retries: 0, retryForMs: 60_000, onOutage: (reason) => told.push(reason?.code) });
  expect(await engine.listTemplates({})).toEqual({ items: [], nextCursor: null });
  expect(calls).toEqual(['GET 502', 'GET 503', 'GET 504', 'GET 200']);
  expect(told).toEqual(['REMOTE_UNREACHABLE', undefined]);
});

test('a call that a second one would repeat is not sent again', async () => {
  const { baseUrl, calls } = await startServer([503]);
  const engine = createHttpEngine({ baseUrl, retryForMs: 60_000 });
  const input = { params: { uuid: '11111111-1111-4111-8111-111111111111' }, body: { data: {} } };
  await expect(engine.createRenderJob(input)).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(calls).toEqual(['POST 503']);
});

test('a failure that does not pass is not waited for', async () => {
  const { baseUrl, calls } = await startServer([500]);
  const engine = createHttpEngine({ baseUrl, retryForMs: 60_000 });
  await expect(engine.listTemplates({})).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(calls).toEqual(['GET 500']);
});

test.each([
  { kind: 'the first tries', retries: 1, retryForMs: 0 },
  { kind: 'the time of an outage', retries: 0, retryForMs: 60_000 },
])('an answer that breaks off in the middle is asked for again within $kind', async ({ retries, retryForMs }) => {
  let calls = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 30 });
    if (calls++ === 0) response.write('{"items"', () => response.destroy());
    else response.end('{"items":[],"nextCursor":null}');
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const engine = createHttpEngine({ baseUrl, retries, retryForMs });
  expect(await engine.listTemplates({})).toEqual({ items: [], nextCursor: null });
  expect(calls).toBe(2);
});

test.each([
  [429, '57', 57_000],
  [503, '3', 3_000],
  [429, '9999', 120_000],
])('a wait is told that a server asks for with %i and Retry-After: %s', async (status, seconds, ms) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': seconds }).end('{}');
  });
  const waited = new AbortController();
  const told: unknown[] = [];
  const engine = createHttpEngine({
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
    onWait(time, { code }) {
      told.push(time, code);
      waited.abort();
    },
  });
  await expect(engine.listTemplates({}, { signal: waited.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toEqual([ms, status === 429 ? 'RATE_LIMITED' : 'OVERLOADED']);
});
