import { availableParallelism } from 'node:os';
import { PdfgenError } from '../contract/errors.ts';
import type { GenerateItemsInput, GenerateItemsOptions, Item, ItemResult } from '../contract/generate-items.ts';
import { inFlight } from '../contract/in-flight.ts';
import type { Renderer } from '../renderer/types.ts';
import type { Deps } from './deps.ts';

/** What an item's own data can bring about; anything else concerns all items. */
const faultsOfItem = [
  'DATA_INVALID',
  'ASSET_INVALID',
  'RENDER_LIMIT',
  'RENDER_WARNINGS',
  'VALIDATION_TIMEOUT',
  'RENDER_TIMEOUT',
  'RENDER_FAILED',
];

/** A further thread takes as long to start as this many documents to render. */
const worthThread = 50;

/** Renders each item in a thread of this process; nothing is kept of it. */
export async function* generateItems(
  { templates, limits }: Deps,
  openPool: (threads: number) => Promise<Renderer>,
  input: GenerateItemsInput,
  items: AsyncIterable<Item>,
  { signal }: GenerateItemsOptions = {},
): AsyncGenerator<ItemResult> {
  const { templateVersion, options = {} } = input.body;
  const template = await templates.get(input.params.templateUuid, templateVersion);
  const threads =
    input.concurrency ?? Math.max(1, Math.min(availableParallelism(), Math.floor((input.expected ?? 1_000) / worthThread)));
  const renderer = await openPool(threads);
  const render = async ({ data }: Item, index: number, stop: AbortSignal): Promise<ItemResult> => {
    try {
      const result = await renderer.render({ template, data, options, limits: limits.now }, { signal: stop, urgency: 'later' });
      return {
        index,
        pdf: {
          contentType: 'application/pdf',
          ...result,
          templateVersion: template.version,
          templateRevision: null,
          warningCount: result.warnings.length,
        },
      };
    } catch (error) {
      if (error instanceof PdfgenError && faultsOfItem.includes(error.code)) return { index, error };
      throw error;
    }
  };
  try {
    // One that is rendered in each thread, one that waits for it, and results that are being taken.
    yield* inFlight(items, 4 * threads, render, signal);
  } finally {
    await renderer.close();
  }
}
