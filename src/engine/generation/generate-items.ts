// Makes the documents of a batch in threads of this process.
import { availableParallelism } from 'node:os';
import { inFlight } from '../../async/in-flight.ts';
import { isOfTemplate, noSchemaCode, refuseDoubtfulTemplate, templateInvalid } from '../../contract/diagnostic.ts';
import { type ErrorCode, PdfgenError } from '../../contract/errors.ts';
import { documentErrors } from '../../contract/generate.ts';
import {
  type GenerateItemsInput,
  type GenerateItemsOptions,
  generateItemsParts,
  type ItemGenerator,
  type ItemRequest,
  type ItemResult,
} from '../../contract/generate-items.ts';
import type { FileRenderer, TemplateSource } from '../../renderer/renderer.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { findPartFault } from '../../words/check-arguments.ts';
import type { Deps } from '../deps.ts';
import { watchPace } from './count-threads.ts';

/** Errors of one item. Any other error concerns all items. */
const faultsOfItem: readonly ErrorCode[] = documentErrors;

/** About how long a thread works on one chunk of documents. Handing over each document alone would cost more. */
const chunkMs = 25;
const mostInChunk = 32;

interface NumberedItem extends ItemRequest {
  readonly index: number;
}

export interface LocalItemGenerator extends Required<ItemGenerator> {
  close(): Promise<void>;
}

/** Makes documents in threads, which write each document to its file. The documents do not stay in memory. */
export function createItemGenerator(
  { templates, limits, openRenderer: openLinter }: Deps,
  openRenderer: (threads: number) => Promise<FileRenderer>,
): LocalItemGenerator {
  let prepared: { readonly concurrency: number | undefined; readonly renderer: Promise<FileRenderer> } | undefined;

  /** The prepared renderer, if it was prepared for this number of threads. Closes any other. */
  async function takePrepared(concurrency: number | undefined): Promise<FileRenderer | undefined> {
    const taken = prepared;
    prepared = undefined;
    if (taken?.concurrency === concurrency) return taken?.renderer;
    await closePrepared(taken?.renderer);
    return undefined;
  }

  async function prepare({ params, body, concurrency = availableParallelism() }: GenerateItemsInput): Promise<FileRenderer> {
    const renderer = await openRenderer(concurrency);
    try {
      renderer.prepare(withFixedAssets(await templates.get(params.uuid, body.templateVersion)));
    } catch {
      // A fault of the template is reported when documents are made of it.
    }
    return renderer;
  }

  async function* generate(
    input: GenerateItemsInput,
    items: AsyncIterable<ItemRequest>,
    { signal }: GenerateItemsOptions = {},
  ): AsyncGenerator<ItemResult> {
    const fault = findPartFault('generateItems', input, generateItemsParts, ['uuid']);
    if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', fault);
    const { params, body, expected = Number.POSITIVE_INFINITY, concurrency = availableParallelism() } = input;
    const template = withFixedAssets(await templates.get(params.uuid, body.templateVersion));
    const renderer = (await takePrepared(input.concurrency)) ?? (await openRenderer(concurrency));
    const results: ItemResult[] = [];
    let chunkSize = 1;
    const pace = watchPace(expected, renderer.useThreads);

    const renderChunk = async (chunk: readonly NumberedItem[], _: unknown, stop: AbortSignal): Promise<void> => {
      pace.begin();
      const beganMs = performance.now();
      const files = chunk.map(({ data, path, userPassword }) => ({ data, path, userPassword }));
      const request = { template, items: files, options: body.options ?? {}, limits: limits.now };
      const made = await renderer.renderFiles(request, stop).catch((error: unknown) => {
        if (stop.aborted || !isFaultOfItem(error)) throw error;
        return error;
      });
      if (made instanceof PdfgenError) {
        // One document crashed the thread. Each is made again alone, so that only this document fails.
        if (chunk.length > 1) for (const one of chunk) await renderChunk([one], _, stop);
        else {
          results.push({ index: chunk[0]!.index, error: made });
          pace.advance(1, performance.now() - beganMs);
        }
        return;
      }
      for (const [i, outcome] of made.outcomes.entries()) {
        const { index } = chunk[i]!;
        if (!('error' in outcome)) results.push({ index, made: { ...outcome, templateVersion: template.version } });
        else if (isFaultOfItem(outcome.error)) results.push({ index, error: outcome.error });
        else throw outcome.error;
      }
      if (made.fault !== undefined) throw made.fault;
      if (made.outcomes.length === 0) return; // the run was stopped
      const msOfDocument = made.ms / made.outcomes.length;
      pace.advance(made.outcomes.length, msOfDocument);
      const fitting = Math.floor(chunkMs / msOfDocument);
      chunkSize = Math.max(1, Math.min(mostInChunk, 2 * chunkSize, fitting));
    };

    try {
      for await (const _ of inFlight(
        inChunks(items, () => chunkSize),
        2 * concurrency, // each thread renders one chunk while another waits
        renderChunk,
        signal,
      ))
        yield* results.splice(0);
    } catch (error) {
      yield* results.splice(0); // documents made before the error
      throw error;
    } finally {
      pace.close();
      await renderer.close();
    }
  }

  return {
    prepareItems(input) {
      prepared ??= { concurrency: input.concurrency, renderer: prepare(input) };
      prepared.renderer.catch(() => {}); // `generateItems` raises it
    },
    async checkTemplate({ params, body }) {
      const template = await templates.get(params.uuid, body.templateVersion);
      const diagnostics = await (await openLinter()).lint({ template });
      if (diagnostics.some((one) => one.severity === 'error')) throw templateInvalid(template.slug, diagnostics);
      if (body.options?.strict !== true) return;
      refuseDoubtfulTemplate(
        template.slug,
        diagnostics.filter(({ code }) => code !== noSchemaCode),
      );
    },
    generateItems: generate,
    async close() {
      const unused = prepared?.renderer;
      prepared = undefined;
      await closePrepared(unused);
    },
  };
}

/** Threads read a file when a document first needs it. A file that is replaced meanwhile ends the run, so that all documents have the same files. */
function withFixedAssets({
  assets,
  assetStates = {},
  ...template
}: StoredTemplate): TemplateSource & { readonly version: number | null } {
  const fixed = Object.entries(assets).map(([name, file]) => [name, { ...file, state: assetStates[name] }]);
  return { ...template, assets: Object.fromEntries(fixed) };
}

async function closePrepared(opening: Promise<FileRenderer> | undefined): Promise<void> {
  const renderer = await opening?.catch(() => undefined); // a renderer that failed to open needs no closing
  await renderer?.close();
}

function isFaultOfItem(error: unknown): error is PdfgenError {
  return error instanceof PdfgenError && faultsOfItem.includes(error.code) && !isOfTemplate(error);
}

async function* inChunks(items: AsyncIterable<ItemRequest>, chunkSize: () => number): AsyncGenerator<readonly NumberedItem[]> {
  let chunk: NumberedItem[] = [];
  let index = 0;
  for await (const item of items) {
    chunk.push({ ...item, index: index++ });
    if (chunk.length < chunkSize()) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
