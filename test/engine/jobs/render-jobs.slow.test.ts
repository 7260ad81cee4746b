// What happens between two steps of a call on jobs.

import { buffer as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderJob } from '../../../src/contract/engine.ts';
import type { Deps } from '../../../src/engine/deps.ts';
import { getRenderBatchResult } from '../../../src/engine/jobs/render-batch-result.ts';
import { retryRenderBatch } from '../../../src/engine/jobs/render-batches.ts';
import { deleteRenderJob, getRenderJobResult } from '../../../src/engine/jobs/render-jobs.ts';
import { letter } from '../../contract/engine.suite.ts';
import { type OpenedServer, openServer } from '../../support/open-server.ts';

const templateUuid = '0190a0a0-0000-7000-8000-000000000001';
let server: OpenedServer;
let deps: Deps;

beforeAll(async () => {
  server = await openServer();
  await server.engine.createTemplate({ body: letter('note', { uuid: templateUuid }) });
  const { teamId } = await server.service.authenticate(server.token);
  deps = server.service.depsOf(teamId);
});
afterAll(() => server.close());

async function complete(): Promise<{ readonly uuid: string }> {
  const made = await server.engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: { name: 'Ada' } } });
  const { uuid, state }: RenderJob = await server.engine.getRenderJob({ params: { uuid: made.uuid }, query: { wait: 30 } });
  expect(state).toBe('completed');
  return { uuid };
}

test('a result that is deleted after its job was looked up has expired, and is not lost', async () => {
  const params = await complete();
  const openResults = async () => {
    await deleteRenderJob(deps, { params });
    return deps.openResults();
  };
  await expect(getRenderJobResult({ ...deps, openResults }, { params })).rejects.toMatchObject({ code: 'RESULT_EXPIRED' });
});

test.each([
  ['whole', []],
  ['in part', [0, 10]],
])('a result that is deleted before it is read %s is over, not lost', async (_, range) => {
  const params = await complete();
  const pdf = await getRenderJobResult(deps, { params });
  await deleteRenderJob(deps, { params });
  await expect(readAll(pdf.read(...range))).rejects.toMatchObject({ code: 'RESULT_EXPIRED' });
});

test('results that are too large for one PDF come as a zip alone', async () => {
  const items = [{ data: { name: 'Ada' } }, { data: { name: 'Bob' } }];
  const { batchUuid } = await server.engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
  const batch = await server.engine.getRenderBatch({ params: { batchUuid }, query: { wait: 30 } });
  const bytes = batch.items.reduce((sum, { result }) => sum + result!.bytes, 0);
  const limited = (maxOutputBytes: number) => ({
    ...deps,
    limits: { ...deps.limits, later: { ...deps.limits.later, maxOutputBytes } },
  });
  const get = (most: number, format: 'pdf' | 'zip') =>
    getRenderBatchResult(limited(most), { params: { batchUuid }, query: { format } });
  await expect(get(bytes - 1, 'pdf')).rejects.toMatchObject({ code: 'RENDER_LIMIT' });
  for (const { body } of [await get(bytes, 'pdf'), await get(bytes - 1, 'zip')]) await readAll(body);
});

describe('a batch of more files than a slow store can be asked for in time', () => {
  let params: { readonly batchUuid: string };
  let nowMs = 0;
  let looks = 0;
  const slow = () => ({
    ...deps,
    now: () => nowMs,
    openResults: async () => {
      const results = await deps.openResults();
      const size = async (key: string) => {
        looks += 1;
        nowMs += 1_000;
        return results.size(key);
      };
      return { ...results, size, read: results.read.bind(results) };
    },
  });
  beforeAll(async () => {
    const items = Array.from({ length: 40 }, (_, n) => ({ data: { name: `N${n}` } }));
    const { batchUuid } = await server.engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
    params = { batchUuid };
    await server.engine.getRenderBatch({ params, query: { wait: 30 } });
  });
  beforeEach(() => {
    looks = 0;
  });

  test.each(['zip', 'pdf'] as const)('begins its %s after a few looks', async (format) => {
    const { body } = await getRenderBatchResult(slow(), { params, query: { format } });
    expect(looks).toBeLessThan(40);
    await readAll(body);
  });

  test('is not looked at any longer when its caller has gone', async () => {
    const signal = AbortSignal.abort();
    await expect(getRenderBatchResult(slow(), { params }, { signal })).rejects.toThrow('aborted');
    expect(looks).toBe(0);
  });

  test('breaks off its file at a result that is lost', async () => {
    const { items } = await server.engine.getRenderBatch({ params, query: { limit: 100 } });
    const { jobs } = await deps.openState();
    const { result } = (await jobs.find(items.at(-1)!.jobUuid))!;
    await (await deps.openResults()).delete(result!.blob);
    const { body } = await getRenderBatchResult(slow(), { params });
    await expect(readAll(body)).rejects.toMatchObject({ code: 'RESULT_LOST' });
  });
});

test('a batch is not repeated when the disk is nearly full', async () => {
  const items = [{ data: { name: 'Ada' } }];
  const body = { items, options: { date: '2026-01-05T09:30:00Z' } };
  const { batchUuid } = await server.engine.createRenderBatch({ params: { uuid: templateUuid }, body });
  await server.engine.getRenderBatch({ params: { batchUuid }, query: { wait: 30 } });
  const full = { ...deps, limits: { ...deps.limits, minFreeBytes: 1 }, freeBytes: async () => 0 };
  await expect(retryRenderBatch(full, { params: { batchUuid } })).rejects.toMatchObject({ code: 'OVERLOADED' });
});
