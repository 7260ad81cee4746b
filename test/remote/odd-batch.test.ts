// A server that tells of a batch in an odd way: documents go to their own files, or the run ends with the reason.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PdfgenError } from '../../src/contract/errors.ts';
import type { ItemRequest } from '../../src/contract/generate-items.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { raises } from '../support/ends.ts';
import { answering, foreignJob, foreignTemplate, json, openForeignServer } from '../support/foreign-server.ts';
import { makeFolder } from '../support/run-cli.ts';

const count = 3;
const pdfOf = (i: number) => Buffer.from(`%PDF-1.4\n% of item ${i}\n%%EOF\n`);
const all = Array.from({ length: count }, (_, index) => ({ index, jobUuid: `job-${index}`, state: 'completed' }));
const unnumbered = all.map(({ index: _index, ...item }) => item);

/** Generates three items from a server that answers for their batch as `tell` says; `cursor`: of the page that is asked for. */
async function generate(tell: (cursor: string | null) => object, content: (index: number) => Buffer | number = pdfOf) {
  const results = all.map(({ index, jobUuid }) => [
    `GET /api/v1/render-jobs/${jobUuid}/result`,
    (_request: unknown, response: ServerResponse) => {
      const pdf = content(index);
      if (typeof pdf === 'number') return json(response, pdf, {});
      const etag = `"${createHash('sha256').update(pdf).digest('hex')}"`;
      response.writeHead(200, { 'content-type': 'application/pdf', etag });
      response.end(pdf);
    },
  ]);
  const { url } = await openForeignServer({
    [`POST /api/v1/generate/batch/${foreignTemplate}`]: answering({ batchUuid: 'b', state: 'queued' }, 202),
    'GET /api/v1/render-batches/b': (request, response) => {
      const cursor = new URL(request.url!, 'http://server').searchParams.get('cursor');
      json(response, 200, { batchUuid: 'b', state: 'completed', nextCursor: null, ...tell(cursor) });
    },
    ...Object.fromEntries(results),
  });
  const folder = makeFolder();
  async function* items(): AsyncGenerator<ItemRequest> {
    for (let i = 0; i < count; i++) yield { data: { i }, path: join(folder, `${i}.pdf`) };
  }
  const engine = createHttpEngine({ baseUrl: url, token: 'secret' });
  const input = { params: { uuid: foreignTemplate }, body: {} };
  const indexes: number[] = [];
  const failures: unknown[] = [];
  for await (const result of engine.generateItems(input, items())) {
    indexes.push(result.index);
    if ('error' in result) failures.push([result.index, (result.error as PdfgenError).code]);
  }
  const written = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return { indexes: indexes.sort(), failures, written: Object.fromEntries(written) };
}

test.each([
  ['in another order', () => ({ items: all.toReversed() })],
  ['twice', () => ({ items: [...all, ...all] })],
  [
    'on pages that overlap',
    (cursor: string | null) => (cursor ? { items: all.slice(1) } : { items: all.slice(0, 2), nextCursor: 'x' }),
  ],
  ['beside others', () => ({ items: [...all, { index: 7, jobUuid: 'job-7', state: 'completed' }] })],
])('items told %s are each one result, in a file of its own', async (_, tell) => {
  const { indexes, written } = await generate(tell);
  expect(indexes).toEqual([0, 1, 2]);
  for (const { index } of all) expect(written[`${index}.pdf`]).toBe(pdfOf(index).toString());
});

test('pages of items without a number are refused, not put into the files of others', async () => {
  const pages = (cursor: string | null) =>
    cursor ? { items: unnumbered.slice(2) } : { items: unnumbered.slice(0, 2), nextCursor: 'x' };
  await expect(generate(pages)).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED', message: /names two jobs for item 0/ });
});

test('a page that leads to itself is refused, not read for ever', async () => {
  const again = generate(() => ({ items: all, nextCursor: 'x' }));
  await expect(again).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED', message: /same page of items again and again/ });
});

test.each(['', '%PD', '<h1>Sign in</h1>'])('a result that begins as %j is no document', async (text) => {
  const content = (index: number) => (index === 1 ? Buffer.from(text) : pdfOf(index));
  const refused = generate(() => ({ items: all }), content);
  await raises(refused, 'REMOTE_UNSUPPORTED', 'job-1 has the type of a PDF, but is not a PDF');
});

test.each([
  [404, 'JOB_NOT_FOUND'],
  [500, 'INTERNAL'],
])('a result that is answered with %i is a failure of its document alone', async (status, code) => {
  const { failures, written } = await generate(
    () => ({ items: all }),
    (index) => (index === 1 ? status : pdfOf(index)),
  );
  expect([failures, Object.keys(written).sort()]).toEqual([[[1, code]], ['0.pdf', '2.pdf']]);
});

test('an unknown state ends the run, which would otherwise wait for ever', async () => {
  const odd = all.map((item) => ({ ...item, state: item.index === 2 ? 'Paused' : 'completed' }));
  await raises(
    generate(() => ({ state: 'processing', items: odd })),
    'REMOTE_UNSUPPORTED',
    'in the state "Paused"',
  );
});

test.each([
  ['a state that is not known', { state: 'Paused' }, 'in the state "Paused". Known states: queued'],
  ['no state', {}, 'without a state'],
])('a job with %s is refused wherever a server tells of it, and never taken for a queued one', async (_, state, message) => {
  const job = { uuid: 'job-0', ...state };
  const { url } = await openForeignServer({
    'GET /api/v1/render-jobs': answering({ items: [job] }),
    'GET /api/v1/render-jobs/job-0': answering(job),
    [`POST /api/v1/generate/async/${foreignTemplate}`]: answering(job),
  });
  const engine = createHttpEngine({ baseUrl: url, token: 'secret' });
  const refusal = { code: 'REMOTE_UNSUPPORTED', message: expect.stringContaining(message) as string };
  await expect(engine.listRenderJobs({ query: {} })).rejects.toMatchObject(refusal);
  await expect(engine.getRenderJob({ params: { uuid: 'job-0' } })).rejects.toMatchObject(refusal);
  await expect(engine.createRenderJob({ params: { uuid: foreignTemplate }, body: { data: {} } })).rejects.toMatchObject(refusal);
});

test.each([
  [
    'tells its state under another name and in another word',
    { status: 'in-progress', items: [{ uuid: 'job-0', status: 'done' }] },
    'processing',
  ],
  ['tells only the states of its items', { items: [{ uuid: 'job-0', status: 'done' }] }, undefined],
  ['is in a state that is not known', { state: 'Paused', items: [{ uuid: 'job-0', status: 'done' }] }, undefined],
  ['names no job of a completed item', { state: 'processing', items: [{ status: 'done' }] }, undefined],
])('a batch that %s', async (_, batch, state) => {
  const { url } = await openForeignServer({ 'GET /api/v1/render-batches/b': answering({ batchUuid: 'b', ...batch }) });
  const answer = createHttpEngine({ baseUrl: url, token: 'secret' }).getRenderBatch({ params: { batchUuid: 'b' } });
  if (state === undefined) await expect(answer).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED' });
  else expect(await answer).toMatchObject({ state });
});

test('a batch is followed by the events of its server, and its items are read when some have ended', async () => {
  let end: (() => void) | undefined;
  let isOver = false;
  const batchOf = (state: string, count: number) => ({
    batchUuid: 'b',
    state,
    counts: { total: 1, queued: 1 - count, processing: 0 },
  });
  const { url, calls } = await openForeignServer({
    [`POST /api/v1/generate/batch/${foreignTemplate}`]: answering(batchOf('queued', 0), 202),
    'GET /api/v1/render-batches/b': (request, response) => {
      const tell = (state: string, count: number) => response.write(`data: ${JSON.stringify(batchOf(state, count))}\n\n`);
      if (request.headers.accept?.startsWith('text/event-stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        tell('queued', 0);
        end = () => tell('completed', 1);
        return;
      }
      const item = { index: 0, jobUuid: foreignJob, state: isOver ? 'completed' : 'queued' };
      json(response, 200, { ...batchOf(isOver ? 'completed' : 'queued', isOver ? 1 : 0), items: [item] });
    },
  });
  async function* items(): AsyncGenerator<ItemRequest> {
    yield { data: {}, path: join(makeFolder(), '0.pdf') };
  }
  const engine = createHttpEngine({ baseUrl: url, token: 'secret' });
  const results = engine.generateItems({ params: { uuid: foreignTemplate }, body: {} }, items())[Symbol.asyncIterator]();
  const first = results.next();
  await expect.poll(() => end).toBeDefined();
  isOver = true;
  end!();
  expect((await first).value).toMatchObject({ index: 0, made: { bytes: expect.any(Number) as number } });
  expect((await results.next()).done).toBe(true);
  expect(calls.filter((call) => call.endsWith('/render-batches/b')).length).toBeGreaterThanOrEqual(3);
});

test('an item whose job is not made yet, or was never made, has no job and no result', async () => {
  const batch = { batchUuid: 'b', state: 'processing', items: [{ status: 'pending' }, { status: 'rejected' }] };
  const { url } = await openForeignServer({ 'GET /api/v1/render-batches/b': answering(batch) });
  const { items } = await createHttpEngine({ baseUrl: url, token: 'secret' }).getRenderBatch({ params: { batchUuid: 'b' } });
  expect(items).toMatchObject([
    { jobUuid: null, state: 'queued', result: null },
    { jobUuid: null, state: 'failed', result: null },
  ]);
});
