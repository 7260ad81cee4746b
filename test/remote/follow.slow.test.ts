// Servers whose streams break off, or that have none.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { JobState } from '../../src/contract/job-states.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { listen } from '../support/listen.ts';

const uuid = '0190a0a0-0000-7000-8000-000000000001';
type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** `stream` answers requests for events, `call` the others. Both get the number of such requests before. */
async function serve({ stream, call }: { readonly stream: Handler; readonly call: Handler }) {
  const seen = { streams: [] as (string | undefined)[], calls: [] as string[] };
  const server = createServer((request, response) => {
    if (request.headers.accept?.startsWith('text/event-stream')) {
      stream(request, response, seen.streams.push(request.headers['last-event-id'] as string | undefined) - 1);
    } else call(request, response, seen.calls.push(new URL(request.url!, 'http://x').search) - 1);
  });
  const engine = createHttpEngine({ baseUrl: `http://127.0.0.1:${await listen(server)}`, retries: 0 });
  const states: JobState[] = [];
  const follow = async () => {
    for await (const { state } of engine.followRenderJob({ params: { uuid } })) states.push(state);
    return states;
  };
  return { seen, states, follow };
}

const json = (response: ServerResponse, state: string, status = 200, more: object = {}) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ uuid, state, ...more }));
};
const eventOf = (state: string, name = 'state') =>
  `event: ${name}\nid: at-${state}\nretry: 10\ndata: ${JSON.stringify({ uuid, state })}\n\n`;
const stream = (response: ServerResponse, ...texts: readonly string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const text of texts) response.write(text);
};
const finish = (response: ServerResponse, text: string) => {
  stream(response, text);
  response.end();
};
const refuse: Handler = (_, response) => json(response, 'no', 500);

test('a stream that breaks off is opened again behind its last event', async () => {
  const { seen, follow } = await serve({
    stream(_, response, count) {
      if (count > 0) {
        stream(response, eventOf('completed', 'end'));
        return;
      }
      // The last event is cut, so it does not count.
      stream(response, eventOf('queued'), eventOf('processing'), eventOf('failed').slice(0, -5));
      setTimeout(() => response.destroy(), 50);
    },
    call: (_, response) => json(response, 'processing'),
  });
  expect(await follow()).toEqual(['queued', 'processing', 'completed']);
  expect(seen.streams).toEqual([undefined, 'at-processing']);
  expect(seen.calls).toEqual(['']);
});

test('a state that a server tells again is given once', async () => {
  const { follow } = await serve({
    stream(_, response, count) {
      stream(response, eventOf('queued'), ...(count > 0 ? [eventOf('canceled', 'end')] : []));
      response.end();
    },
    call: (_, response) => json(response, 'queued'),
  });
  expect(await follow()).toEqual(['queued', 'canceled']);
});

test.each<[string, Handler]>([
  ['answers 406', (_, response) => json(response, 'none', 406)],
  ['has no stream left for the team', (_, response) => json(response, 'none', 429, { code: 'QUOTA_EXCEEDED' })],
  ['answers with JSON', (_, response) => json(response, 'queued')],
  ['tells nonsense', (_, response) => finish(response, 'data: {"state":"dancing"}\n\n')],
])('a server that %s is called until the end', async (_, noStream) => {
  const { seen, follow } = await serve({
    stream: noStream,
    call: (_request, response, count) => json(response, ['queued', 'processing', 'processing', 'done'][count]!),
  });
  expect(await follow()).toEqual(['queued', 'processing', 'completed']);
  expect(seen.streams).toHaveLength(1);
  expect(seen.calls).toEqual(['?wait=60', '?wait=60', '?wait=60', '?wait=60']);
});

test('an answer in JSON that is the end needs no further call', async () => {
  const { follow, seen } = await serve({ stream: (_, response) => json(response, 'completed'), call: refuse });
  expect(await follow()).toEqual(['completed']);
  expect(seen.calls).toEqual([]);
});

test.each<[string, Handler]>([
  ['break off', (_, response) => response.destroy()],
  ['are refused for now', (_, response) => json(response, 'no', 503)],
  ['end without news', (_, response) => finish(response, ': nothing\n\n')],
])('where all streams %s, calls follow after a few attempts', async (_, broken) => {
  const { seen, follow } = await serve({
    stream: broken,
    call: (request, response) => json(response, request.url!.includes('wait=') ? 'completed' : 'queued'),
  });
  expect(await follow()).toEqual(['queued', 'completed']);
  expect(seen.streams).toHaveLength(4);
});

test('a job that is gone ends the following with its error', async () => {
  const gone: Handler = (_, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ code: 'JOB_NOT_FOUND', detail: 'gone' }));
  };
  const { seen, states, follow } = await serve({
    stream: (request, response, count) => (count === 0 ? finish(response, eventOf('queued')) : gone(request, response, 0)),
    call: gone,
  });
  await expect(follow()).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  expect([states, seen.streams.length]).toEqual([['queued'], 1]);
});
