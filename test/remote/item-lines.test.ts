// How a stream of items goes to a server.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ItemStream } from '../../src/contract/item-stream.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { listen } from '../support/listen.ts';

interface Received {
  readonly type: string | undefined;
  readonly body: string;
}

type Handle = (request: IncomingMessage, response: ServerResponse, bodies: readonly Received[]) => void | Promise<void>;

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const accept: Handle = (_, response) => void json(response, 202, { batchUuid: 'b', state: 'queued' });

/** A server that says what it takes. `create` answers batches; by default it accepts them. */
async function start(whoami: readonly [status: number, body: unknown], create: Handle = accept, { isBodyRead = true } = {}) {
  const bodies: Received[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url!);
    if (request.url!.endsWith('/whoami')) return json(response, ...whoami);
    if (!isBodyRead) return create(request, response, bodies);
    bodies.push({ type: request.headers['content-type'], body: await text(request) });
    return create(request, response, bodies);
  });
  const engine = createHttpEngine({ baseUrl: `http://127.0.0.1:${await listen(server)}`, retries: 1 });
  const send = (items: ItemStream, headers = {}) =>
    engine.createRenderBatch({ params: { uuid: 't' }, headers, body: { options: { strict: true }, items } });
  return { send, bodies, asked };
}

const takesLines = [200, { team: 'a', token: {}, server: { name: 'pdfgen', version: '1', maxStreamItems: 10 } }] as const;
const two: ItemStream = async function* () {
  yield { data: { a: 1 }, reference: 'r' };
  yield { data: { text: 'ä\n' } };
};
const asLines = '{"options":{"strict":true}}\n{"data":{"a":1},"reference":"r"}\n{"data":{"text":"ä\\n"}}\n';

test('a server that takes JSON Lines gets them, and is asked once', async () => {
  const { send, bodies, asked } = await start(takesLines);
  await send(two);
  await send(two);
  expect(bodies).toEqual(Array(2).fill({ type: 'application/jsonl', body: asLines }));
  expect(asked.filter((path) => path.endsWith('/whoami'))).toHaveLength(1);
});

test.each([
  ['says nothing of JSON Lines', [200, { server: { name: 'other', version: '1' } }]],
  ['has another answer', [200, []]],
  ['does not know the question', [404, { error: 'what?' }]],
  ['does not allow the question', [403, {}]],
] as const)('a server that %s gets a list', async (_, whoami) => {
  const { send, bodies } = await start(whoami);
  await send(two);
  const items = [{ data: { a: 1 }, reference: 'r' }, { data: { text: 'ä\n' } }];
  expect(bodies.map(({ type, body }) => [type, JSON.parse(body)])).toEqual([
    ['application/json', { options: { strict: true }, items }],
  ]);
});

test('a stream that breaks off on its way is sent anew if the call has a key', async () => {
  const { send, bodies } = await start(takesLines, (request, response, received) => {
    if (received.length === 1) request.socket.destroy();
    else json(response, 202, { batchUuid: 'b', state: 'queued' });
  });
  await send(two, { 'idempotency-key': 'k' });
  expect(bodies.map(({ body }) => body)).toEqual([asLines, asLines]);
});

test('a server that refuses a stream before its end is understood, and the rest is not read', async () => {
  let isOver = false;
  const endless: ItemStream = async function* () {
    try {
      for (;;) {
        yield { data: { text: 'x'.repeat(10_000) } };
        await new Promise(setImmediate);
      }
    } finally {
      isOver = true;
    }
  };
  const refuse: Handle = (_, response) => void json(response, 413, { code: 'PAYLOAD_TOO_LARGE', detail: 'That is enough.' });
  const { send } = await start(takesLines, refuse, { isBodyRead: false });
  await expect(send(endless)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'That is enough.' });
  await expect.poll(() => isOver).toBe(true);
});
