// Makes many documents with batches of a remote server. While the documents of one batch are downloaded, the server makes the next batch.
import { createHash, randomUUID } from 'node:crypto';
import { inFlight, mergeInFlight } from '../async/in-flight.ts';
import type { Engine, RenderBatch, RenderBatchItem } from '../contract/engine.ts';
import { type Breach, type ErrorCode, isErrorCode, PdfgenError } from '../contract/errors.ts';
import type {
  GenerateItemsInput,
  GenerateItemsOptions,
  ItemRequest,
  ItemResult,
  Made,
  SentChunk,
  SentChunks,
} from '../contract/generate-items.ts';
import { isFinal } from '../contract/job-states.ts';
import { writeBreach } from '../contract/warnings.ts';
import { openWholeFile } from '../files/whole-file.ts';
import { type BatchEvents, type BatchNews, createBatchListener } from './batch-news.ts';

/** Most items and bytes of JSON in a batch, below the default limits of a server. For lower limits, a refused batch is halved. */
const ofList: BatchSize = { mostItems: 200, mostBytes: 2_000_000 };
/** The same for JSON Lines. An answer lists as many items. */
const ofLines: BatchSize = { mostItems: 1_000, mostBytes: 8_000_000 };
/** Batches at the same time: while the results of one are downloaded, the server works on another. */
const batchesAtOnce = 2;
const downloadsAtOnce = 4;

interface BatchSize {
  readonly mostItems: number;
  readonly mostBytes: number;
}

interface NumberedItem extends ItemRequest {
  readonly index: number;
}

/** Items for one batch. `earlier`: an earlier run sent these items together, perhaps with others. */
interface ItemChunk {
  readonly items: readonly NumberedItem[];
  readonly earlier?: SentChunk;
}

/** What is known of the server beside its calls. */
interface ServerFacts {
  takesLines(): Promise<boolean>;
  readonly events: BatchEvents;
}

/**
 * Sends items in batches with Idempotency-Keys, follows the batches and downloads finished documents. Items that an earlier run has sent are
 * followed, not sent again. Raises faults that concern all items.
 */
export async function* generateItems(
  engine: Engine,
  input: GenerateItemsInput,
  items: AsyncIterable<ItemRequest>,
  { signal, sent, takesLines, events }: GenerateItemsOptions & ServerFacts,
): AsyncGenerator<ItemResult> {
  const size = (await takesLines()) ? ofLines : ofList;
  const run = new RemoteRun(engine, input, sent, createBatchListener(events));
  const open = (chunk: ItemChunk, stop: AbortSignal) =>
    chunk.earlier ? run.takeUp(chunk.earlier, chunk.items, stop) : run.generate(chunk.items, stop);
  yield* mergeInFlight(split(items, sent, size), batchesAtOnce, open, signal);
}

/** Errors for items of an earlier run after which the items are sent again. */
const goneCodes: readonly ErrorCode[] = [
  'RESULT_EXPIRED',
  'RESULT_LOST',
  'JOB_CANCELED',
  'JOB_NOT_FOUND',
  'BATCH_NOT_FOUND',
  'NOT_FOUND',
  'IDEMPOTENCY_CONFLICT', // another request had the key
];
const ofOneDocument: readonly ErrorCode[] = ['RESULT_LOST', 'RESULT_EXPIRED', 'JOB_NOT_FOUND', 'INTERNAL'];
const isGone = (error: unknown): boolean => error instanceof PdfgenError && goneCodes.includes(error.code);

type OpenNews = (batchUuid: string, signal: AbortSignal) => BatchNews;

class RemoteRun {
  readonly #engine: Engine;
  readonly #input: GenerateItemsInput;
  readonly #sent: SentChunks | undefined;
  readonly #openNews: OpenNews;
  readonly #common: string;

  constructor(engine: Engine, input: GenerateItemsInput, sent: SentChunks | undefined, openNews: OpenNews) {
    this.#engine = engine;
    this.#input = input;
    this.#sent = sent;
    this.#openNews = openNews;
    this.#common = createHash('sha256')
      .update(JSON.stringify([input.params, input.body]))
      .digest('hex');
  }

  async *generate(chunk: readonly NumberedItem[], signal: AbortSignal, key: string = randomUUID()): AsyncGenerator<ItemResult> {
    const batch = await this.#create(chunk, key, signal).catch((error: unknown) => {
      if (error instanceof PdfgenError) return error;
      throw error;
    });
    if (!(batch instanceof PdfgenError)) yield* this.#follow(batch.batchUuid, chunk, signal);
    else if (batch.code === 'BATCH_INVALID' || batch.code === 'DATA_INVALID') yield* this.#leaveOut(batch, chunk, signal);
    else if ((batch.code === 'TOO_MANY_ITEMS' || batch.code === 'PAYLOAD_TOO_LARGE') && chunk.length > 1) {
      const half = chunk.length >> 1;
      yield* this.generate(chunk.slice(0, half), signal);
      yield* this.generate(chunk.slice(half), signal);
    } else if (batch.code === 'PAYLOAD_TOO_LARGE') yield { index: chunk[0]!.index, error: batch };
    else throw batch;
  }

  /** Gives the results of items in the batch of an earlier run. Items without a result are sent again. */
  async *takeUp(earlier: SentChunk, items: readonly NumberedItem[], signal: AbortSignal): AsyncGenerator<ItemResult> {
    const left = new Map(items.map((item) => [item.index, item]));
    if (earlier.common === this.#common) {
      const byId = new Map(items.map((item) => [item.id, item]));
      const places = earlier.ids.map((id) => byId.get(id));
      try {
        for await (const result of this.#findEarlier(earlier, places, signal)) {
          if ('error' in result && isGone(result.error)) continue;
          left.delete(result.index);
          yield result;
        }
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    if (left.size > 0) yield* this.generate([...left.values()], signal);
  }

  async *#findEarlier(
    { key, batchUuid }: SentChunk,
    places: readonly (NumberedItem | undefined)[],
    signal: AbortSignal,
  ): AsyncGenerator<ItemResult> {
    if (batchUuid !== null) {
      await this.#engine.getRenderBatch({ params: { batchUuid }, query: { limit: 1 } }, { signal }).catch((error: unknown) => {
        const isForeign404 = error instanceof PdfgenError && error.code === 'REMOTE_UNSUPPORTED';
        throw isForeign404 ? new PdfgenError('BATCH_NOT_FOUND', error.message, { cause: error }) : error;
      });
      yield* this.#follow(batchUuid, places, signal);
    }
    // Safe also if the first request arrived: the same request with the same key makes one batch.
    else if (places.every((item) => item !== undefined)) yield* this.generate(places, signal, key);
  }

  async #create(chunk: readonly NumberedItem[], key: string, signal: AbortSignal): Promise<RenderBatch> {
    const { params, body } = this.#input;
    async function* items() {
      for (const { data, reference } of chunk) yield { data, reference };
    }
    const ids = chunk.flatMap(({ id }) => id ?? []);
    await this.#sent?.add({ key, common: this.#common, batchUuid: null, ids });
    const batch = await this.#engine.createRenderBatch(
      { params, headers: { 'idempotency-key': key }, body: { ...body, items } },
      { signal },
    );
    await this.#sent?.add({ key, common: this.#common, batchUuid: batch.batchUuid, ids });
    return batch;
  }

  /** Gives errors as the results of the refused items, and sends the other items again. */
  async *#leaveOut(refusal: PdfgenError, chunk: readonly NumberedItem[], signal: AbortSignal): AsyncGenerator<ItemResult> {
    const byItem = new Map<number, Breach[]>();
    for (const one of refusal.errors ?? []) {
      const [, at, path = ''] = /^\/items\/(\d+)(.*)$/s.exec(one.path) ?? [];
      const place = at === undefined ? undefined : Number(at);
      if (place === undefined || place >= chunk.length) continue;
      byItem.set(place, [...(byItem.get(place) ?? []), { ...one, path }]);
    }
    if (byItem.size === 0) throw refusal;
    for (const [place, errors] of byItem)
      yield {
        index: chunk[place]!.index,
        error: new PdfgenError(codeOf(errors[0]!), writeBreach(errors[0]!), { errors }),
      };
    const rest = chunk.filter((_, place) => !byItem.has(place));
    if (rest.length > 0) yield* this.generate(rest, signal);
  }

  /** The results of a batch's items as they come. Items without a place are ignored. */
  async *#follow(
    batchUuid: string,
    places: readonly (NumberedItem | undefined)[],
    signal: AbortSignal,
  ): AsyncGenerator<ItemResult> {
    const left = new Map(places.flatMap((item, place) => (item ? [[place, item] as const] : [])));
    const news = this.#openNews(batchUuid, signal);
    try {
      for (;;) {
        const { items, isOver } = await this.#read(batchUuid, signal);
        const ended = items.filter(({ state }) => isFinal(state));
        const wanted = ended.flatMap((item) => {
          const of = left.get(item.index);
          return of ? [{ item, of }] : [];
        });
        for (const { item } of wanted) left.delete(item.index);
        yield* inFlight(toAsync(wanted), downloadsAtOnce, ({ item, of }, _, stop) => this.#take(item, of, stop), signal);
        if (left.size === 0) return;
        if (isOver) {
          const lost = new PdfgenError(
            'REMOTE_UNSUPPORTED',
            `The batch ${batchUuid} has ended, but the server does not list every item.`,
          );
          for (const { index } of left.values()) yield { index, error: lost };
          return;
        }
        await news.next(ended.length, left.size);
      }
    } finally {
      news.close();
    }
  }

  /** Every item of a batch once, read over several pages if needed. */
  async #read(batchUuid: string, signal: AbortSignal): Promise<{ items: readonly RenderBatchItem[]; isOver: boolean }> {
    const items = new Map<number, RenderBatchItem>();
    const cursors = new Set<string>();
    const refuse = (does: string) => new PdfgenError('REMOTE_UNSUPPORTED', `For the batch ${batchUuid} the server ${does}.`);
    for (let cursor: string | undefined; ; cursors.add(cursor)) {
      const page = await this.#engine.getRenderBatch(
        { params: { batchUuid }, query: cursor === undefined ? {} : { cursor } },
        { signal },
      );
      for (const item of page.items) {
        // For example, each page counts its items from 0: documents would go to the files of other items.
        if ((items.get(item.index) ?? item).jobUuid !== item.jobUuid) throw refuse(`names two jobs for item ${item.index}`);
        items.set(item.index, item);
      }
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined)
        return { items: [...items.values()], isOver: page.state !== 'queued' && page.state !== 'processing' };
      if (cursors.has(cursor)) throw refuse('sends the same page of items again and again');
    }
  }

  async #take(item: RenderBatchItem, { index, path }: NumberedItem, signal: AbortSignal): Promise<ItemResult> {
    if (item.state !== 'completed') return { index, error: toError(item) };
    try {
      return { index, made: { ...(await this.#download(item.jobUuid, path, signal)), warnings: item.warnings } };
    } catch (error) {
      // The fault concerns this document only. If the whole server fails, the next call ends the run.
      if (error instanceof PdfgenError && ofOneDocument.includes(error.code)) return { index, error };
      throw error;
    }
  }

  async #download(uuid: string, path: string, signal: AbortSignal): Promise<Omit<Made, 'warnings'>> {
    const {
      read,
      sha256: given,
      pages,
      warningCount,
      templateVersion,
    } = await this.#engine.getRenderJobResult({ params: { uuid } }, { signal });
    // `read` compares the bytes with a given digest.
    const hash = given === '' ? createHash('sha256') : undefined;
    let head = '';
    let bytes = 0;
    const file = openWholeFile(path);
    try {
      for await (const chunk of read()) {
        signal.throwIfAborted();
        if (head.length < pdfHead.length) head += Buffer.from(chunk.subarray(0, pdfHead.length)).toString('latin1');
        hash?.update(chunk);
        bytes += chunk.length;
        file.write(chunk);
      }
      // The content type alone proves nothing: a proxy may send it with any content.
      if (!head.startsWith(pdfHead))
        throw new PdfgenError(
          'REMOTE_UNSUPPORTED',
          `The server's result of the job ${uuid} has the type of a PDF, but is not a PDF.`,
        );
      file.put();
      return { pages, bytes, sha256: hash?.digest('hex') ?? given, warningCount, templateVersion };
    } finally {
      file.drop();
    }
  }
}

/** ISO 32000-2, 7.5.2: the beginning of a PDF. */
const pdfHead = '%PDF-';

function toError({ state, error }: RenderBatchItem): PdfgenError {
  if (state === 'expired') return new PdfgenError('RESULT_EXPIRED', 'The server no longer keeps the result.');
  if (state === 'canceled') return new PdfgenError('JOB_CANCELED', 'The job was canceled on the server.');
  return new PdfgenError(
    isErrorCode(error?.code) ? error.code : 'RENDER_FAILED',
    error?.detail ?? 'The server does not say why.',
  );
}

/** Groups items in order into batches. Items that an earlier run sent together stay together. */
async function* split(
  items: AsyncIterable<ItemRequest>,
  sent: SentChunks | undefined,
  { mostItems, mostBytes }: BatchSize,
): AsyncGenerator<ItemChunk> {
  const known = new Map<string, { readonly earlier: SentChunk; readonly open: number; readonly items: NumberedItem[] }>();
  let chunk: NumberedItem[] = [];
  let bytes = 0;
  let index = 0;
  for await (const item of items) {
    const numbered = { ...item, index: index++ };
    const earlier = item.id === undefined ? undefined : sent?.find(item.id);
    if (earlier) {
      const open = () => earlier.ids.filter((id) => sent?.find(id)?.key === earlier.key).length;
      const group = known.get(earlier.key) ?? { earlier, open: open(), items: [] };
      known.set(earlier.key, group);
      group.items.push(numbered);
      if (group.items.length < group.open) continue;
      known.delete(earlier.key);
      yield group;
      continue;
    }
    const size = JSON.stringify(item.data)?.length ?? 0;
    if (chunk.length > 0 && (chunk.length === mostItems || bytes + size > mostBytes)) {
      yield { items: chunk };
      chunk = [];
      bytes = 0;
    }
    chunk.push(numbered);
    bytes += size;
  }
  // Some items of these batches are no longer wanted.
  yield* known.values();
  if (chunk.length > 0) yield { items: chunk };
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** The code of an item that the server refused. Another server may leave it out. */
const codeOf = ({ code }: Breach): ErrorCode => (isErrorCode(code) ? code : 'DATA_INVALID');
