// A run that is continued takes up the batches that it has sent to a server, and sends anew what these do not give any more.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemRequest, ItemResult, SentChunk } from '../../src/contract/generate-items.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { letter } from '../contract/engine.suite.ts';
import { makeFolder } from '../support/folders.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

let server: OpenedServer;
let templateUuid: string;
/** The lines of a record. */
let sent: SentChunk[];
let folder: string;

beforeEach(async () => {
  server = await openServer();
  templateUuid = (await server.engine.createTemplate({ body: letter('letter') })).uuid;
  sent = [];
  folder = makeFolder();
});
afterEach(() => server.close());

const items = (count: number): ItemRequest[] =>
  Array.from({ length: count }, (_, i) => ({
    data: { name: `n${i}` },
    path: join(folder, `${i}.pdf`),
    id: `id${i}`,
  }));

/** Generates them; `stopAfter`: until the chunks are recorded so often, as a process that ends there. */
async function generate(list: readonly ItemRequest[], { strict = false, stopAfter = Number.POSITIVE_INFINITY } = {}) {
  const earlier = new Map(sent.flatMap((chunk) => chunk.ids.map((id) => [id, chunk])));
  const stop = new AbortController();
  const results: ItemResult[] = [];
  let added = 0;
  const input = { params: { uuid: templateUuid }, body: { options: { date: '2026-03-01T00:00:00Z', strict } } };
  const record = {
    find: (id: string) => earlier.get(id),
    async add(chunk: SentChunk) {
      sent.push(chunk);
      if (++added === stopAfter) stop.abort(new Error('killed'));
    },
  };
  const engine = createHttpEngine({ baseUrl: server.url, token: server.token });
  try {
    for await (const one of engine.generateItems(input, toAsync(list), { signal: stop.signal, sent: record })) results.push(one);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  return results.sort((a, b) => a.index - b.index).map((one) => ('made' in one ? one.made.sha256 : one.error.code));
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const countBatches = async () => (await server.engine.listRenderBatches({ query: {} })).items.length;
const lastBatch = () => ({ params: { batchUuid: sent.at(-1)!.batchUuid! } });

test('what is sent is recorded before the server is asked, and when it has answered', async () => {
  await generate(items(3));
  const [before, after] = sent;
  expect(sent).toHaveLength(2);
  expect(before).toMatchObject({ batchUuid: null, ids: ['id0', 'id1', 'id2'] });
  expect(after).toEqual({ ...before, batchUuid: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test('a batch that is known is followed: of all its items, or of those that are left', async () => {
  const whole = await generate(items(5));
  expect(await generate(items(5))).toEqual(whole);
  expect(await generate(items(5).slice(2, 4))).toEqual(whole.slice(2, 4));
  expect(await countBatches()).toBe(1);
});

test('a request without an answer is sent again, and gives the same batch if it had arrived', async () => {
  await generate(items(5), { stopAfter: 1 }); // before it is sent
  expect(await countBatches()).toBe(0);
  const whole = await generate(items(5));
  sent = sent.filter(({ batchUuid }) => batchUuid === null); // its answer was lost
  expect(await generate(items(5))).toEqual(whole);
  expect(await countBatches()).toBe(1);
});

test('items that a known batch has beside new ones come from it alone', async () => {
  const first = await generate(items(3));
  const all = await generate(items(6));
  expect(all.slice(0, 3)).toEqual(first);
  const { items: batches } = await server.engine.listRenderBatches({ query: {} });
  expect(batches.map(({ counts }) => counts.total)).toEqual([3, 3]);
});

test.each([
  ['was canceled', async () => void (await server.engine.cancelRenderBatch(lastBatch())), { worker: false }],
  ['gives its results no more', async () => server.advance(25 * 3_600_000), {}],
  ['is unknown', async () => sent.push({ ...sent.at(-1)!, batchUuid: '0190a1b2-0000-7000-8000-000000000001' }), {}],
])('what a batch that %s had is sent anew', async (_, happens, { worker = true }: { worker?: boolean }) => {
  await server.close();
  server = await openServer({ worker });
  templateUuid = (await server.engine.createTemplate({ body: letter('letter') })).uuid;
  if (worker) await generate(items(3));
  else await generate(items(3), { stopAfter: 2 });
  await happens();
  if (!worker) await server.service.startWorker({ concurrency: 2 });
  const again = await generate(items(3));
  expect(again).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
  expect(await countBatches()).toBe(2);
});

test('a batch of other options is not taken up', async () => {
  await generate(items(2));
  await generate(items(2), { strict: true });
  expect(await countBatches()).toBe(2);
});

test('an item that failed in a known batch is a failure, as it would have been at once', async () => {
  const strict = letter('strict', { pages: [{ body: [{ image: '{{ name }}', width: 10 }] }] });
  ({ uuid: templateUuid } = await server.engine.createTemplate({ body: strict }));
  expect(await generate(items(1), { strict: true })).toEqual(['RENDER_WARNINGS']);
  expect(await generate(items(1), { strict: true })).toEqual(['RENDER_WARNINGS']);
  expect(await countBatches()).toBe(1);
});
