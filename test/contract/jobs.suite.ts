// What an engine promises of render jobs and batches, for every implementation.
import { createHash } from 'node:crypto';
import { buffer as readAll } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallNotes, Engine, RenderBatch, RenderJob, TemplateInput } from '../../src/contract/engine.ts';
import type { ErrorCode, PdfgenError } from '../../src/contract/errors.ts';
import type { Follower } from '../../src/contract/follow.ts';
import { unzip } from '../support/unzip.ts';
import { letter } from './engine.suite.ts';

export interface OpenedJobs {
  readonly engine: Engine & Follower;
  /** From now on jobs are rendered. */
  startWorker(): Promise<void>;
  /** Lets time pass for engine and stores. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const unknownUuid = '0190a1b2-0000-7000-8000-000000000000';
const day = 24 * 3_600_000;
const refuses = (call: Promise<unknown>, code: ErrorCode) => expect(call).rejects.toMatchObject({ name: 'PdfgenError', code });

/** Runs the suite on an implementation; `open` gives an engine without templates, and no worker yet. */
export function jobsSuite(name: string, open: () => Promise<OpenedJobs>): void {
  describe(`render jobs and batches: ${name}`, () => {
    let opened: OpenedJobs;
    let engine: Engine & Follower;
    let templateUuid: string;
    beforeEach(async () => {
      opened = await open();
      engine = opened.engine;
      templateUuid = (await engine.createTemplate({ body: letter('letter') })).uuid;
    });
    afterEach(() => opened.close());

    const createJob = (data: Record<string, unknown>, more: object = {}, notes: CallNotes = {}) =>
      engine.createRenderJob({ params: { uuid: templateUuid }, body: { data }, ...more }, { notes });
    const endOf = (job: RenderJob) => engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 30 } });
    const createBatch = (items: readonly object[], more: object = {}, options: { priority?: number } = {}) =>
      engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items, options }, ...more });
    const endOfBatch = (batch: RenderBatch) =>
      engine.getRenderBatch({ params: { batchUuid: batch.batchUuid }, query: { wait: 30 } });
    const names = (count: number) => Array.from({ length: count }, (_, i) => ({ data: { name: `n${i}` }, reference: `r${i}` }));
    /** A template whose document of the name "bad" prints this text, for which there is no glyph unless it is mended. */
    const warns = (text = '\u{10ffff}') =>
      letter('warns', { pages: [{ size: 'A6', body: [{ text, when: "name == 'bad'" }, '{{ name }}'] }] });
    const goodAndBad = { items: [{ data: { name: 'good' } }, { data: { name: 'bad' } }], options: { strict: true } };

    test('a job waits, is rendered, and gives the bytes that a single call gives', async () => {
      const job = await createJob({ name: 'Ada' });
      const made = { templateUuid, templateVersion: 1, embedded: null, batchUuid: null };
      expect(job).toMatchObject({ state: 'queued', ...made, result: null });
      await refuses(engine.getRenderJobResult({ params: { uuid: job.uuid } }), 'JOB_NOT_COMPLETED');
      await opened.startWorker();
      const ended = await endOf(job);
      expect(ended).toMatchObject({ state: 'completed', attempts: 1, error: null, warnings: [] });
      expect(Date.parse(ended.expiresAt!) - Date.parse(ended.finishedAt!)).toBe(day);
      const stored = await engine.getRenderJobResult({ params: { uuid: job.uuid } });
      const bytes = await readAll(stored.read());
      const body = { data: { name: 'Ada' }, options: { date: job.createdAt } };
      const single = await engine.generateSingle({ params: { uuid: templateUuid }, body });
      expect(bytes.equals(Buffer.concat(single.body))).toBe(true);
      expect(ended.result).toEqual({
        url: `/api/v1/render-jobs/${job.uuid}/result`,
        bytes: bytes.length,
        pages: 1,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      expect((await readAll(stored.read(1, 5))).equals(bytes.subarray(1, 5))).toBe(true);
    });

    test('invalid data, an unknown template and a malformed id make nothing', async () => {
      await expect(createJob({ name: 5 })).rejects.toMatchObject({ code: 'DATA_INVALID', errors: [{ path: '/data/name' }] });
      await refuses(engine.createRenderJob({ params: { uuid: unknownUuid }, body: { data: {} } }), 'TEMPLATE_NOT_FOUND');
      await refuses(engine.createRenderJob({ params: { uuid: 'letter' }, body: { data: {} } }), 'INVALID_UUID');
      await refuses(engine.getRenderJob({ params: { uuid: unknownUuid } }), 'JOB_NOT_FOUND');
      expect((await engine.listRenderJobs({})).items).toEqual([]);
    });

    test('a repeat with the same key makes no second job, another request with it is refused', async () => {
      const headers = { 'idempotency-key': 'k1' };
      const notes: CallNotes = {};
      const first = await createJob({ name: 'Ada' }, { headers });
      expect((await createJob({ name: 'Ada' }, { headers }, notes)).uuid).toBe(first.uuid);
      expect(notes.repeated).toBe(true);
      await refuses(createJob({ name: 'Bob' }, { headers }), 'IDEMPOTENCY_CONFLICT');
      expect((await engine.listRenderJobs({})).items).toHaveLength(1);
      await opened.advance(day + 1);
      expect((await createJob({ name: 'Bob' }, { headers })).uuid).not.toBe(first.uuid);
    });

    test('calls with one key at the same moment make one job, and all but one are repeats', async () => {
      const all = Array.from({ length: 6 }, () => ({}) as CallNotes);
      const headers = { 'idempotency-key': 'at-once' };
      const jobs = await Promise.all(all.map((notes) => createJob({ name: 'Ada' }, { headers }, notes)));
      expect(new Set(jobs.map(({ uuid }) => uuid)).size).toBe(1);
      expect(all.filter(({ repeated }) => repeated)).toHaveLength(5);
      expect((await engine.listRenderJobs({})).items).toHaveLength(1);
    });

    test('a job renders the version that stood when it was made, whatever becomes of the template', async () => {
      const job = await createJob({ name: 'Ada' });
      await engine.deleteTemplate({ params: { uuid: templateUuid } });
      await opened.startWorker();
      expect(await endOf(job)).toMatchObject({ state: 'completed', templateVersion: 1 });
    });

    test('a job that cannot be rendered fails and says why', async () => {
      const { uuid } = await engine.createTemplate({ body: warns() });
      const body = { data: { name: 'bad' }, options: { strict: true } };
      const job = await engine.createRenderJob({ params: { uuid }, body });
      await opened.startWorker();
      expect(await endOf(job)).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'RENDER_WARNINGS' }, result: null });
      await refuses(engine.getRenderJobResult({ params: { uuid: job.uuid } }), 'JOB_FAILED');
    });

    test('a job keeps the standard of its options, and fails if its document breaks it', async () => {
      const pages = [{ size: 'A6', body: [{ text: '{{ name }}', id: 'it', font: 'helvetica' }] }];
      const { uuid } = await engine.createTemplate({ body: letter('helvetica', { pages }) });
      const create = (standard: string | readonly string[]) =>
        engine.createRenderJob({ params: { uuid }, body: { data: { name: 'x' }, options: { standard } as object } });
      const job = await create('PDF/A-2b');
      await opened.startWorker();
      const error = { code: 'STANDARD_BREACH', detail: expect.stringMatching(/1 breach\..*font-embedded.* it\)/s) };
      expect(await endOf(job)).toMatchObject({ state: 'failed', attempts: 1, error });
      await refuses(create(['PDF/A-2b', 'PDF/UA-2']), 'INVALID_REQUEST');
    });

    test('a waiting job can be canceled, an ended job cannot', async () => {
      const job = await createJob({ name: 'Ada' });
      expect(await engine.cancelRenderJob({ params: { uuid: job.uuid } })).toMatchObject({ state: 'canceled' });
      await refuses(engine.getRenderJobResult({ params: { uuid: job.uuid } }), 'JOB_CANCELED');
      const other = await createJob({ name: 'Bob' });
      await opened.startWorker();
      await endOf(other);
      await refuses(engine.cancelRenderJob({ params: { uuid: other.uuid } }), 'ALREADY_FINAL');
      expect(await endOf(job)).toMatchObject({ state: 'canceled', attempts: 0 });
    });

    test('a result is kept for 24 hours by the clock, or until it is deleted', async () => {
      const [kept, deleted] = [await createJob({ name: 'Ada' }), await createJob({ name: 'Bob' })];
      await refuses(engine.deleteRenderJob({ params: { uuid: kept.uuid } }), 'JOB_NOT_COMPLETED');
      await opened.startWorker();
      await Promise.all([endOf(kept), endOf(deleted)]);
      await engine.deleteRenderJob({ params: { uuid: deleted.uuid } });
      expect(await endOf(deleted)).toMatchObject({ state: 'expired', result: null });
      await refuses(engine.getRenderJobResult({ params: { uuid: deleted.uuid } }), 'RESULT_EXPIRED');
      await opened.advance(day - 60_000);
      expect(await endOf(kept)).toMatchObject({ state: 'completed' });
      await opened.advance(2 * 60_000);
      expect(await endOf(kept)).toMatchObject({ state: 'expired', result: null });
      await refuses(engine.getRenderJobResult({ params: { uuid: kept.uuid } }), 'RESULT_EXPIRED');
    });

    test('lists are newest first, by state, in pages', async () => {
      const made: string[] = [];
      for (const one of ['a', 'b', 'c']) made.unshift((await createJob({ name: one })).uuid);
      const first = await engine.listRenderJobs({ query: { limit: 2 } });
      const second = await engine.listRenderJobs({ query: { limit: 2, cursor: first.nextCursor! } });
      expect([...first.items, ...second.items].map((one) => one.uuid)).toEqual(made);
      expect(second.nextCursor).toBeNull();
      expect((await engine.listRenderJobs({ query: { state: 'completed' } })).items).toEqual([]);
      await refuses(engine.listRenderJobs({ query: { state: 'queued', cursor: first.nextCursor! } }), 'INVALID_REQUEST');
    });

    test('passwords are refused, because they would have to be stored', async () => {
      const options = { encryption: { userPassword: 'geheim' } } as object;
      await refuses(createBatch(names(1), {}, options), 'INVALID_REQUEST');
      await refuses(engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: {}, options } }), 'INVALID_REQUEST');
      // A template that makes only encrypted documents.
      ({ uuid: templateUuid } = await engine.createTemplate({ body: letter('sealed', { document: { encryption: {} } }) }));
      await refuses(createJob({ name: 'Ada' }), 'ENCRYPTION_INVALID');
      await refuses(createBatch(names(1)), 'ENCRYPTION_INVALID');
      expect((await engine.listRenderJobs({ query: {} })).items).toEqual([]);
    });

    test('waiting ends with the time, too', async () => {
      const job = await createJob({ name: 'Ada' });
      expect(await engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 1 } })).toMatchObject({ state: 'queued' });
      await refuses(engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 61 } }), 'INVALID_REQUEST');
    });

    async function collect<T>(states: AsyncIterable<T>, onEach: (state: T, count: number) => unknown = () => {}): Promise<T[]> {
      const all: T[] = [];
      for await (const state of states) {
        all.push(state);
        await onEach(state, all.length);
      }
      return all;
    }

    test('a job is followed from its state now to its end, and the last state is the whole job', async () => {
      const { uuid } = await createJob({ name: 'Ada' });
      const states = await collect(
        engine.followRenderJob({ params: { uuid } }),
        (_, count) => count === 1 && opened.startWorker(),
      );
      expect(states[0]).toMatchObject({ uuid, state: 'queued' });
      expect(states.at(-1)).toEqual(await engine.getRenderJob({ params: { uuid } }));
      expect(states.at(-1)!.state).toBe('completed');
      const words = states.map(({ state }) => state);
      expect(words).toEqual(['queued', 'processing', 'completed'].filter((word) => words.includes(word as 'queued')));
      expect(await collect(engine.followRenderJob({ params: { uuid: uuid.toUpperCase() } }))).toEqual([states.at(-1)]);
    });

    test('a batch is followed to its end with its counts', async () => {
      const { batchUuid } = await createBatch([...names(3), { data: { name: 'a' } }]);
      const states = await collect(
        engine.followRenderBatch({ params: { batchUuid } }),
        (_, count) => count === 1 && opened.startWorker(),
      );
      const { items: _items, nextCursor: _cursor, ...summary } = await engine.getRenderBatch({ params: { batchUuid } });
      expect(states[0]).toMatchObject({ batchUuid, state: 'queued', counts: { total: 4, queued: 4 } });
      expect(states.at(-1)).toEqual(summary);
      expect(summary).toMatchObject({ state: 'completed', counts: { completed: 4 } });
    });

    test('a job or batch is followed to its cancellation', async () => {
      const [job, batch] = [await createJob({ name: 'Ada' }), await createBatch(names(2))];
      const params = { batchUuid: batch.batchUuid };
      const [jobs, batches] = await Promise.all([
        collect(
          engine.followRenderJob({ params: { uuid: job.uuid } }),
          ({ state }) => state === 'queued' && engine.cancelRenderJob({ params: { uuid: job.uuid } }),
        ),
        collect(engine.followRenderBatch({ params }), ({ state }) => state === 'queued' && engine.cancelRenderBatch({ params })),
      ]);
      expect(jobs.map(({ state }) => state)).toEqual(['queued', 'canceled']);
      expect(batches.at(-1)).toMatchObject({ state: 'canceled', counts: { canceled: 2 } });
    });

    test('what does not exist cannot be followed, and a signal ends the following', async () => {
      const next = (states: AsyncIterable<unknown>) => states[Symbol.asyncIterator]().next();
      await refuses(next(engine.followRenderJob({ params: { uuid: unknownUuid } })), 'JOB_NOT_FOUND');
      await refuses(next(engine.followRenderBatch({ params: { batchUuid: unknownUuid } })), 'BATCH_NOT_FOUND');
      await refuses(next(engine.followRenderJob({ params: { uuid: 'letter' } })), 'INVALID_UUID');
      await refuses(engine.getRenderBatch({ params: { batchUuid: unknownUuid } }), 'BATCH_NOT_FOUND');
      await refuses(
        next(engine.followRenderJob({ params: { uuid: unknownUuid }, query: { wait: 1 } } as never)),
        'INVALID_REQUEST',
      );
      const { uuid } = await createJob({ name: 'Ada' });
      const stop = new AbortController();
      const reason = new Error('enough');
      const followed = collect(engine.followRenderJob({ params: { uuid } }, { signal: stop.signal }), () => stop.abort(reason));
      await expect(followed).rejects.toBe(reason);
    });

    test('a batch with an invalid item creates no job, and every breach says where it is', async () => {
      const items = [{ data: { name: 'a' } }, { data: { name: 1 } }, {}, { data: [] }, { data: { name: 'b' } }];
      const error = (await createBatch(items).catch((one: unknown) => one)) as PdfgenError;
      expect(error).toMatchObject({ code: 'BATCH_INVALID' });
      expect(error.errors!.map((one) => one.path)).toEqual(['/items/1/data/name', '/items/2', '/items/3/data']);
      await refuses(createBatch([]), 'INVALID_REQUEST');
      await refuses(createBatch([{ data: { name: 'a' }, refrence: 'x' }]), 'INVALID_REQUEST');
      expect((await engine.listRenderJobs({})).items).toEqual([]);
      expect((await engine.listRenderBatches({})).items).toEqual([]);
    });

    test('a list of breaches that was cut says so', async () => {
      const dataSchema = { properties: { n: { items: { type: 'number' } } } };
      const numbers = letter('numbers', { pages: [{ body: ['{{ n }}'] }], dataSchema, exampleData: {} });
      const { uuid } = await engine.createTemplate({ body: numbers });
      const wrong = (count: number) => ({ n: Array.from({ length: count }, () => 'x') });
      for (const [count, errorsTruncated] of [
        [1000, false],
        [1001, true],
      ] as const) {
        const cut = { errors: { length: 1000 }, errorsTruncated };
        const job = engine.createRenderJob({ params: { uuid }, body: { data: wrong(count) } });
        await expect(job).rejects.toMatchObject({ code: 'DATA_INVALID', ...cut });
        const items = [{ data: wrong(count - 1) }, {}];
        const batch = engine.createRenderBatch({ params: { uuid }, body: { items } });
        await expect(batch).rejects.toMatchObject({ code: 'BATCH_INVALID', ...cut });
      }
    });

    test('a batch tells of itself and of each item', async () => {
      const batch = await createBatch(names(5));
      const counts = { total: 5, queued: 5 };
      expect(batch).toMatchObject({ state: 'queued', templateUuid, templateVersion: 1, counts, finishedAt: null });
      expect(batch.items.map(({ index, reference }) => [index, reference])).toEqual([0, 1, 2, 3, 4].map((i) => [i, `r${i}`]));
      await refuses(engine.getRenderBatchResult({ params: { batchUuid: batch.batchUuid } }), 'BATCH_NOT_FINISHED');
      await opened.startWorker();
      const ended = await endOfBatch(batch);
      expect(ended).toMatchObject({ state: 'completed', counts: { total: 5, completed: 5 } });
      const page = await engine.getRenderBatch({ params: { batchUuid: batch.batchUuid }, query: { limit: 2 } });
      expect(page.items.map((one) => one.index)).toEqual([0, 1]);
      const query = { limit: 5, cursor: page.nextCursor! };
      const rest = await engine.getRenderBatch({ params: { batchUuid: batch.batchUuid }, query });
      expect(rest.items.map((one) => one.index)).toEqual([2, 3, 4]);
      const job = await engine.getRenderJob({ params: { uuid: ended.items[3]!.jobUuid } });
      expect(job).toMatchObject({ batchUuid: batch.batchUuid, itemIndex: 3, state: 'completed' });
      await opened.advance(day + 1000);
      expect(await endOfBatch(batch)).toMatchObject({ state: 'completed', counts: { completed: 0, expired: 5 } });
      await refuses(engine.getRenderBatchResult({ params: { batchUuid: batch.batchUuid } }), 'RESULT_EXPIRED');
    });

    test('the items of a batch may come one after the other', async () => {
      let readings = 0;
      const streamed = (count: number) =>
        async function* () {
          readings++;
          for (const one of names(count)) yield one;
        };
      const create = (items: ReturnType<typeof streamed>, notes: CallNotes = {}) =>
        engine.createRenderBatch(
          { params: { uuid: templateUuid }, headers: { 'idempotency-key': 'stream' }, body: { items } },
          { notes },
        );
      const batch = await create(streamed(1_005));
      expect(batch.counts).toMatchObject({ total: 1_005, queued: 1_005 });
      expect(readings).toBeGreaterThan(0);
      const notes: CallNotes = {};
      expect((await create(streamed(1_005), notes)).batchUuid).toBe(batch.batchUuid);
      expect(notes.repeated).toBe(true);
      await refuses(create(streamed(1_004)), 'IDEMPOTENCY_CONFLICT');
      const query = { cursor: batch.nextCursor! };
      const { items } = await engine.getRenderBatch({ params: { batchUuid: batch.batchUuid }, query });
      expect(items.map(({ index, reference }) => [index, reference]).at(-1)).toEqual([1_004, 'r1004']);
    });

    test('a stream with an invalid or a malformed item creates no job, and an error of the stream is raised as it is', async () => {
      const create = (more: unknown, fault?: Error) => {
        const items = async function* () {
          yield* names(3);
          if (fault) throw fault;
          yield more as { data: unknown };
        };
        return engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
      };
      for (const [item, code, path] of [
        [{ data: { name: 7 } }, 'BATCH_INVALID', '/items/3/data/name'],
        [{ data: {}, reference: 'x'.repeat(256) }, 'INVALID_REQUEST', '/items/3/reference'],
      ] as const)
        await expect(create(item)).rejects.toMatchObject({ code, errors: [{ path }] });
      const fault = new Error('the file is gone');
      await expect(create({}, fault)).rejects.toBe(fault);
      expect((await engine.listRenderBatches({})).items).toEqual([]);
    });

    test('the results of a batch come as one zip or one PDF', async () => {
      const batch = await createBatch(names(3));
      await opened.startWorker();
      await endOfBatch(batch);
      const params = { batchUuid: batch.batchUuid };
      const zip = await engine.getRenderBatchResult({ params, query: { format: 'zip' } });
      const bytes = await readAll(zip.body);
      expect(zip.contentType).toBe('application/zip');
      // PKWARE APPNOTE 4.3.7: a local file header for each of three PDFs and the manifest.
      expect(bytes.toString('latin1').split('PK\u0003\u0004')).toHaveLength(5);
      const pdf = await readAll((await engine.getRenderBatchResult({ params, query: { format: 'pdf' } })).body);
      const merged = await PDFDocument.load(pdf, { updateMetadata: false });
      expect([merged.getPageCount(), merged.getTitle(), merged.getProducer()]).toEqual([3, 'Letter letter', 'pdfgen']);
    });

    test('a zip gives documents with the same name a number, and its manifest lists their warnings', async () => {
      const { uuid } = await engine.createTemplate({ body: warns() });
      const batch = await engine.createRenderBatch({
        params: { uuid },
        body: { items: ['good', 'bad', 'better'].map((name) => ({ data: { name }, reference: name })) },
      });
      await opened.startWorker();
      const { items } = await endOfBatch(batch);
      const zip = await engine.getRenderBatchResult({ params: { batchUuid: batch.batchUuid }, query: { format: 'zip' } });
      const files = unzip(await readAll(zip.body));
      const [first, ...others] = [...files.keys()];
      const stem = first!.replace(/\.pdf$/, '');
      expect(others).toEqual([`${stem}-2.pdf`, `${stem}-3.pdf`, 'manifest.json']);
      const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { items: Record<string, unknown>[] };
      expect(manifest.items.map(({ file }) => file)).toEqual([first, others[0], others[1]]);
      expect(manifest.items.map(({ warningCount }) => warningCount)).toEqual([0, 1, 0]);
      expect(manifest.items[1]).toMatchObject({ reference: 'bad', warnings: items[1]!.warnings });
      expect(items[1]!.warnings).toMatchObject([{ code: 'missing-glyph', page: 1 }]);
      for (const { file, sha256 } of manifest.items)
        expect(
          createHash('sha256')
            .update(files.get(file as string)!)
            .digest('hex'),
        ).toBe(sha256);
    });

    test('failed items are rendered again as new jobs, with the current version of the template if that is asked for', async () => {
      const { uuid } = await engine.createTemplate({ body: warns() });
      const batch = await engine.createRenderBatch({ params: { uuid }, body: goodAndBad });
      const params = { batchUuid: batch.batchUuid };
      await refuses(engine.retryRenderBatch({ params }), 'BATCH_NOT_FINISHED');
      await opened.startWorker();
      const ended = await endOfBatch(batch);
      expect(ended).toMatchObject({ state: 'completed_with_errors', counts: { total: 2, completed: 1, failed: 1 } });
      await engine.replaceTemplate({ params: { uuid }, body: warns('x') as TemplateInput });
      // As it stood, the template fails again.
      expect((await engine.retryRenderBatch({ params })).items[1]!.jobUuid).not.toBe(ended.items[1]!.jobUuid);
      expect((await endOfBatch(batch)).counts).toMatchObject({ completed: 1, failed: 1 });
      const retried = await engine.retryRenderBatch({ params, query: { templateVersion: 'current' } });
      expect(retried.templateVersion).toBe(1);
      const last = await endOfBatch(batch);
      expect(last).toMatchObject({ state: 'completed', counts: { completed: 2 } });
      const jobs = await Promise.all(last.items.map(({ jobUuid }) => engine.getRenderJob({ params: { uuid: jobUuid } })));
      expect(jobs.map(({ templateVersion }) => templateVersion)).toEqual([1, 2]);
      expect(last.items[0]!.jobUuid).toBe(ended.items[0]!.jobUuid);
      await refuses(engine.retryRenderBatch({ params, query: { templateVersion: '2' as 'current' } }), 'INVALID_REQUEST');
    });

    test('jobs with a higher priority start first, and a wrong priority makes nothing', async () => {
      const [usual, urgent] = [await createBatch(names(4)), await createBatch(names(3), {}, { priority: 100 })];
      for (const priority of [-1, 101, 0.5, '5']) {
        const options = { priority: priority as number };
        await refuses(createBatch(names(1), {}, options), 'INVALID_REQUEST');
        await refuses(engine.createRenderJob({ params: { uuid: templateUuid }, body: { data: {}, options } }), 'INVALID_REQUEST');
      }
      const options = { priority: 1 } as object;
      await refuses(engine.generateSingle({ params: { uuid: templateUuid }, body: { data: {}, options } }), 'INVALID_REQUEST');
      await opened.startWorker();
      const startsOf = async (batch: RenderBatch) => {
        const { items } = await endOfBatch(batch);
        const jobs = await Promise.all(items.map(({ jobUuid }) => engine.getRenderJob({ params: { uuid: jobUuid } })));
        return jobs.map(({ startedAt }) => Date.parse(startedAt!));
      };
      expect(Math.max(...(await startsOf(urgent)))).toBeLessThanOrEqual(Math.min(...(await startsOf(usual))));
      expect((await engine.listRenderBatches({})).items).toHaveLength(2);
    });

    test('a failed job is rendered again as a new job, once, and with the current template if that is asked for', async () => {
      const strict = (text: string) => letter('strict', { pages: [{ size: 'A6', body: [`{{ name }}${text}`] }] });
      const { uuid: template } = await engine.createTemplate({ body: strict('\u{10ffff}') });
      const create = () =>
        engine.createRenderJob({
          params: { uuid: template },
          body: { data: { name: 'x' }, options: { strict: true, priority: 1 } },
        });
      const [job, canceled, late] = [await create(), await create(), await create()];
      await refuses(engine.retryRenderJob({ params: { uuid: job.uuid } }), 'JOB_NOT_COMPLETED');
      await refuses(engine.retryRenderJob({ params: { uuid: unknownUuid } }), 'JOB_NOT_FOUND');
      for (const { uuid } of [canceled, late]) await engine.cancelRenderJob({ params: { uuid } });
      await opened.startWorker();
      await endOf(job);
      const again = await engine.retryRenderJob({ params: { uuid: job.uuid } });
      expect(again).toMatchObject({ templateUuid: template, templateVersion: 1, retriedAs: null });
      expect((await engine.retryRenderJob({ params: { uuid: job.uuid } })).uuid).toBe(again.uuid);
      expect(await endOf(job)).toMatchObject({ state: 'failed', retriedAs: again.uuid });
      expect(await endOf(again)).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'RENDER_WARNINGS' } });
      await engine.replaceTemplate({ params: { uuid: template }, body: strict('!') as TemplateInput });
      const query = { templateVersion: 'current' } as const;
      for (const old of [again, canceled]) {
        const last = await engine.retryRenderJob({ params: { uuid: old.uuid }, query });
        expect(await endOf(last)).toMatchObject({ state: 'completed', templateVersion: 2 });
        await refuses(engine.retryRenderJob({ params: { uuid: last.uuid } }), 'ALREADY_FINAL');
      }
      const wrong = { templateVersion: '2' as 'current' };
      await refuses(engine.retryRenderJob({ params: { uuid: job.uuid }, query: wrong }), 'INVALID_REQUEST');
      await opened.advance(day + 1_000);
      await refuses(engine.retryRenderJob({ params: { uuid: late.uuid } }), 'DATA_EXPIRED');
    });

    test('items of a batch are retried one by one', async () => {
      const made = await createBatch(names(3));
      const [first, second] = made.items.map(({ jobUuid }) => ({ uuid: jobUuid }));
      for (const params of [first!, second!]) await engine.cancelRenderJob({ params });
      await opened.startWorker();
      for (const params of [first!, second!]) await engine.retryRenderJob({ params });
      expect(await endOfBatch(made)).toMatchObject({ state: 'completed', counts: { total: 3, completed: 3, canceled: 0 } });
    });

    test('an item of a batch lists its first ten warnings, and their number; the job lists all', async () => {
      const body = Array.from({ length: 12 }, (_, i) => ({ image: `{{ name }}-${i}.png`, width: 10 }));
      ({ uuid: templateUuid } = await engine.createTemplate({
        body: letter('images', { pages: [{ body: ['{{ name }}', ...body] }] }),
      }));
      await opened.startWorker();
      const { items } = await endOfBatch(await createBatch([{ data: { name: 'none' } }]));
      const [item] = items;
      expect([item!.warningCount, item!.warnings.length]).toEqual([12, 10]);
      const { warnings } = await engine.getRenderJob({ params: { uuid: item!.jobUuid } });
      expect([warnings.length, warnings.slice(0, 10)]).toEqual([12, item!.warnings]);
    });

    test('a batch with completed and canceled items is completed with errors, and a retry makes the canceled items', async () => {
      const made = await createBatch(names(3));
      const [first] = made.items;
      await engine.cancelRenderJob({ params: { uuid: first!.jobUuid } });
      await opened.startWorker();
      const ended = await endOfBatch(made);
      expect(ended).toMatchObject({ state: 'completed_with_errors', counts: { completed: 2, canceled: 1 } });
      const retried = await engine.retryRenderBatch({ params: { batchUuid: made.batchUuid } });
      expect(retried.items.map(({ jobUuid }, i) => jobUuid === ended.items[i]!.jobUuid)).toEqual([false, true, true]);
      expect(await endOfBatch(made)).toMatchObject({ state: 'completed', counts: { total: 3, completed: 3, canceled: 0 } });
    });

    test('a canceled batch is made whole by a retry', async () => {
      const { batchUuid } = await createBatch(names(3));
      await engine.cancelRenderBatch({ params: { batchUuid } });
      const counts = { total: 3, queued: 3, canceled: 0 };
      expect(await engine.retryRenderBatch({ params: { batchUuid } })).toMatchObject({ state: 'processing', counts });
      await opened.startWorker();
      const ended = await engine.getRenderBatch({ params: { batchUuid }, query: { wait: 30 } });
      expect(ended).toMatchObject({ state: 'completed', counts: { completed: 3 } });
    });

    test('a batch that is canceled twice at the same moment is canceled', async () => {
      const { batchUuid } = await createBatch(names(3));
      const answers = await Promise.all([1, 2, 3].map(() => engine.cancelRenderBatch({ params: { batchUuid } })));
      expect(answers.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled']);
    });

    test('a cursor of items that was changed is refused', async () => {
      const { batchUuid } = await createBatch(names(2));
      const { nextCursor } = await engine.getRenderBatch({ params: { batchUuid }, query: { limit: 1 } });
      const [hash] = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString()) as [string];
      for (const index of ['x', '', '1e400', '-7', '0.5', '9999999999']) {
        const cursor = Buffer.from(JSON.stringify([hash, index])).toString('base64url');
        await refuses(engine.getRenderBatch({ params: { batchUuid }, query: { limit: 1, cursor } }), 'INVALID_REQUEST');
      }
      const jobs = await engine.listRenderJobs({ query: { limit: 1 } });
      const [list, createdMs] = JSON.parse(Buffer.from(jobs.nextCursor!, 'base64url').toString()) as [string, string];
      const cursor = Buffer.from(JSON.stringify([list, createdMs, 'x'])).toString('base64url');
      await refuses(engine.listRenderJobs({ query: { limit: 1, cursor } }), 'INVALID_REQUEST');
    });

    test('failed items of an embedded template are rendered with its current revision, if that is asked for', async () => {
      const base = await engine.createTemplate({ body: warns() });
      const pair = { baseTemplateUuid: base.uuid, externalUuid: '0190a1b2-0000-7000-8000-00000000e00a' };
      await engine.openEditorSession({ params: pair });
      const batch = await engine.createEmbeddedRenderBatch({ params: pair, body: goodAndBad });
      await opened.startWorker();
      expect((await endOfBatch(batch)).counts).toMatchObject({ completed: 1, failed: 1 });
      await engine.replaceTemplate({ params: { uuid: base.uuid }, body: warns('x') as TemplateInput });
      const params = { batchUuid: batch.batchUuid };
      // The clone has not moved on with its base.
      await engine.retryRenderBatch({ params, query: { templateVersion: 'current' } });
      expect((await endOfBatch(batch)).counts).toMatchObject({ completed: 1, failed: 1 });
      await engine.resetEmbeddedTemplate({ params: pair });
      await engine.retryRenderBatch({ params, query: { templateVersion: 'current' } });
      const last = await endOfBatch(batch);
      expect(last).toMatchObject({ state: 'completed', counts: { completed: 2 } });
      const jobs = await Promise.all(last.items.map(({ jobUuid }) => engine.getRenderJob({ params: { uuid: jobUuid } })));
      expect(jobs.map(({ embedded }) => embedded?.revision)).toEqual([1, 2]);
      await engine.deleteEmbeddedTemplate({ params: pair });
    });

    test('an embedded template is rendered in the background as it stood', async () => {
      const pair = { baseTemplateUuid: templateUuid, externalUuid: '0190a1b2-0000-7000-8000-00000000e009' };
      await refuses(
        engine.createEmbeddedRenderJob({ params: pair, body: { data: { name: 'x' } } }),
        'EMBEDDED_TEMPLATE_NOT_FOUND',
      );
      await engine.openEditorSession({ params: pair });
      const job = await engine.createEmbeddedRenderJob({ params: pair, body: { data: { name: 'Ada' } } });
      expect(job.embedded).toEqual({ ...pair, revision: 1 });
      const batch = await engine.createEmbeddedRenderBatch({ params: pair, body: { items: names(2) } });
      await engine.deleteEmbeddedTemplate({ params: pair });
      await opened.startWorker();
      expect(await endOf(job)).toMatchObject({ state: 'completed' });
      expect(await endOfBatch(batch)).toMatchObject({ state: 'completed' });
    });
  });
}
