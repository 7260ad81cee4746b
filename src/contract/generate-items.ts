// The port for making many documents of one template in the foreground, each into its file. It is not an operation, because each engine does
// it in its own way: with threads of this process, or with batches of a server.
import type { PdfgenError } from './errors.ts';
import type { generateBody, RenderWarning } from './generate.ts';
import type { FromSchema } from './schema.ts';

export interface ItemRequest {
  readonly data: unknown;
  /** The file to write, in an existing folder. An existing file is replaced. */
  readonly path: string;
  /** The password that opens this document. Default: that of the input. Only an engine of this machine takes it. */
  readonly userPassword?: string | undefined;
  /** The caller's name for the item. */
  readonly reference?: string | undefined;
  /** Identifies the item when a run is continued. Other data has another id. */
  readonly id?: string;
}

/** A complete document at the item's path. */
export interface Made {
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warningCount: number;
  /** The first of the warnings; none if a server does not list them. */
  readonly warnings: readonly RenderWarning[];
  /** Number of warnings of the template. Undefined: a server made the document. */
  readonly templateWarnings?: number;
  /** Null: the template keeps no versions. */
  readonly templateVersion: number | null;
}

/** The outcome of one item. `index` is its place among the given items, from 0. */
export type ItemResult =
  | { readonly index: number; readonly made: Made }
  | { readonly index: number; readonly error: PdfgenError };

export interface GenerateItemsInput {
  readonly params: { readonly uuid: string };
  readonly body: Pick<FromSchema<typeof generateBody>, 'options' | 'templateVersion'>;
  /** About how many items will come. */
  readonly expected?: number | undefined;
  /** Most documents made at the same time. Default: one for each processor core. A server ignores it and decides itself. */
  readonly concurrency?: number | undefined;
}

/** The members of GenerateItemsInput. */
export const generateItemsParts: readonly (keyof GenerateItemsInput)[] = ['params', 'body', 'expected', 'concurrency'];

/** Items that were sent to a server together. */
export interface SentChunk {
  /** The request's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of the request without its items. */
  readonly common: string;
  /** Null: it is unknown whether the server has accepted the items. */
  readonly batchUuid: string | null;
  /** Ids of the items, in order. */
  readonly ids: readonly string[];
}

/** A record of what was sent to a server. A continued run reads it. */
export interface SentChunks {
  /** The chunk in which an earlier run sent the item, if that run did not learn the item's outcome. */
  find(id: string): SentChunk | undefined;
  /** Resolves when the chunk is recorded on the disk. A later chunk with the same key replaces the earlier chunk. */
  add(chunk: SentChunk): Promise<void>;
}

export interface GenerateItemsOptions {
  readonly signal?: AbortSignal;
  /** The record for an engine that sends items to a server. Items that the server already has are not sent again. */
  readonly sent?: SentChunks | undefined;
}

export interface ItemGenerator {
  /**
   * Prepares a later call of `generateItems` with the same input, while the caller still reads the items. The call is optional and only saves
   * time. Closing the engine ends the preparation.
   */
  prepareItems?(input: Omit<GenerateItemsInput, 'expected'>): void;
  /** Raises what would keep `generateItems` from making any document of the template: TEMPLATE_INVALID, RENDER_WARNINGS. */
  checkTemplate?(input: Omit<GenerateItemsInput, 'expected'>): Promise<void>;
  /**
   * Makes a document of each item and writes it to the item's path. Gives results as they are done, in any order. Reads an item only when there
   * is room for it. A fault of one item is the item's result. Raises faults that concern all items: TEMPLATE_NOT_FOUND, TEMPLATE_INVALID,
   * RENDER_WARNINGS of a template with strict rendering, REMOTE_UNREACHABLE, the signal's reason, and the system's error for a file that cannot be written.
   */
  generateItems(
    input: GenerateItemsInput,
    items: AsyncIterable<ItemRequest>,
    options?: GenerateItemsOptions,
  ): AsyncIterable<ItemResult>;
}
