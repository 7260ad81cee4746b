// Many documents by batches of a server: it makes the documents of one batch while those of another are downloaded.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, RenderBatch, RenderBatchItem } from '../contract/engine.ts';
import { type Breach, type ErrorCode, errorTable, PdfgenError } from '../contract/errors.ts';
import type { Pdf } from '../contract/generate.ts';
import type { GenerateItemsInput, Item, ItemResult } from '../contract/generate-items.ts';
import { inFlight, mergeInFlight } from '../contract/in-flight.ts';

/** Below what a server takes at a time: items, and bytes of JSON. One that takes less is sent halves. */
const mostItems = 200;
const mostBytes = 2_000_000;
/** Batches at a time: while the results of one are fetched, the server has another to work on. */
const batchesAtOnce = 2;
const downloadsAtOnce = 4;
const firstPollMs = 100;
const longestPollMs = 2_000;

interface Numbered extends Item {
  readonly index: number;
}

/** Sends items in batches with Idempotency-Keys, follows these and downloads what is done. Raises what concerns all items. */
export async function* generateItems(
  engine: Engine,
  input: GenerateItemsInput,
  items: AsyncIterable<Item>,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<ItemResult> {
  const run = new Run(engine, input);
  yield* mergeInFlight(split(items), batchesAtOnce, (chunk, stop) => run.generate(chunk, stop), signal);
}

class Run {
  readonly #engine: Engine;
  readonly #input: GenerateItemsInput;
  readonly #key = randomUUID();

  constructor(engine: Engine, input: GenerateItemsInput) {
    this.#engine = engine;
    this.#input = input;
  }

  async *generate(chunk: readonly Numbered[], signal: AbortSignal): AsyncGenerator<ItemResult> {
    const batch = await this.#create(chunk, signal).catch((error: unknown) => {
      if (error instanceof PdfgenError) return error;
      throw error;
    });
    if (!(batch instanceof PdfgenError)) yield* this.#follow(batch, chunk, signal);
    else if (batch.code === 'BATCH_INVALID' || batch.code === 'DATA_INVALID') yield* this.#leaveOut(batch, chunk, signal);
    else if ((batch.code === 'TOO_MANY_ITEMS' || batch.code === 'PAYLOAD_TOO_LARGE') && chunk.length > 1) {
      const half = chunk.length >> 1;
      yield* this.generate(chunk.slice(0, half), signal);
      yield* this.generate(chunk.slice(half), signal);
    } else if (batch.code === 'PAYLOAD_TOO_LARGE') yield { index: chunk[0]!.index, error: batch };
    else throw batch;
  }

  #create(chunk: readonly Numbered[], signal: AbortSignal): Promise<RenderBatch> {
    const { params, body } = this.#input;
    const items = chunk.map(({ data, reference }) => ({ data, ...(reference !== undefined && { reference }) }));
    // Sent again after a broken connection, the same chunk is the same batch.
    const key = createHash('sha256').update(`${this.#key} ${chunk[0]!.index} ${chunk.length}`).digest('hex').slice(0, 40);
    return this.#engine.createRenderBatch({ params, headers: { 'idempotency-key': key }, body: { ...body, items } }, { signal });
  }

  /** The items that the server refuses are results; the others are sent without them. */
  async *#leaveOut(refusal: PdfgenError, chunk: readonly Numbered[], signal: AbortSignal): AsyncGenerator<ItemResult> {
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
        error: new PdfgenError('DATA_INVALID', `${errors[0]!.path} ${errors[0]!.message}`, { errors }),
      };
    const rest = chunk.filter((_, place) => !byItem.has(place));
    if (rest.length > 0) yield* this.generate(rest, signal);
  }

  async *#follow(batch: RenderBatch, chunk: readonly Numbered[], signal: AbortSignal): AsyncGenerator<ItemResult> {
    const { batchUuid } = batch;
    const taken = new Set<number>();
    for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPollMs)) {
      const { items, isOver } = await this.#read(batchUuid, signal);
      const news = items.filter(({ index, state }) => isFinal(state) && !taken.has(index));
      for (const { index } of news) taken.add(index);
      if (news.length > 0) pauseMs = firstPollMs;
      yield* inFlight(toAsync(news), downloadsAtOnce, (item, _, stop) => this.#take(item, chunk, stop), signal);
      if (taken.size >= chunk.length) return;
      if (isOver) {
        const lost = new PdfgenError(
          'REMOTE_UNSUPPORTED',
          `The batch ${batchUuid} has ended, but the server does not tell of each item.`,
        );
        for (const [at, { index }] of chunk.entries()) if (!taken.has(at)) yield { index, error: lost };
        return;
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }

  /** Every item of a batch; it may take several pages. */
  async #read(batchUuid: string, signal: AbortSignal): Promise<{ items: readonly RenderBatchItem[]; isOver: boolean }> {
    const items: RenderBatchItem[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await this.#engine.getRenderBatch(
        { params: { batchUuid }, query: cursor === undefined ? {} : { cursor } },
        { signal },
      );
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) return { items, isOver: page.state !== 'queued' && page.state !== 'processing' };
    }
  }

  async #take(item: RenderBatchItem, chunk: readonly Numbered[], signal: AbortSignal): Promise<ItemResult> {
    const { index } = chunk[item.index]!;
    if (item.state !== 'completed') return { index, error: toError(item) };
    try {
      return { index, pdf: await this.#download(item.jobUuid, signal) };
    } catch (error) {
      // Lost or expired is this document alone.
      if (error instanceof PdfgenError && (error.code === 'RESULT_LOST' || error.code === 'RESULT_EXPIRED'))
        return { index, error };
      throw error;
    }
  }

  async #download(uuid: string, signal: AbortSignal): Promise<Pdf> {
    const { read, ...about } = await this.#engine.getRenderJobResult({ params: { uuid } }, { signal });
    const hash = createHash('sha256');
    const body: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of read()) {
      signal.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      body.push(chunk);
    }
    const sha256 = hash.digest('hex');
    if (about.sha256 !== '' && about.sha256 !== sha256)
      throw new PdfgenError('RESULT_LOST', `The result arrived damaged: its SHA-256 is ${sha256}, not ${about.sha256}.`);
    return { ...about, body, bytes, sha256 };
  }
}

const finalStates: readonly RenderBatchItem['state'][] = ['completed', 'failed', 'canceled', 'expired'];
const isFinal = (state: RenderBatchItem['state']): boolean => finalStates.includes(state);

function toError({ state, error }: RenderBatchItem): PdfgenError {
  if (state === 'expired') return new PdfgenError('RESULT_EXPIRED', 'The server no longer keeps the result.');
  if (state === 'canceled') return new PdfgenError('RENDER_FAILED', 'The job was canceled on the server.');
  const code = error && Object.hasOwn(errorTable, error.code) ? (error.code as ErrorCode) : 'RENDER_FAILED';
  return new PdfgenError(code, error?.detail ?? 'The server does not say why.');
}

/** Items in order, as many as go into one batch. */
async function* split(items: AsyncIterable<Item>): AsyncGenerator<readonly Numbered[]> {
  let chunk: Numbered[] = [];
  let bytes = 0;
  let index = 0;
  for await (const item of items) {
    const size = JSON.stringify(item.data)?.length ?? 0;
    if (chunk.length > 0 && (chunk.length === mostItems || bytes + size > mostBytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push({ ...item, index: index++ });
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

async function* toAsync<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
