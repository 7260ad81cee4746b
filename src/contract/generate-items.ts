// Many documents of one template in the foreground, to files. It stands beside the operations, since each engine has a way of its own: threads of this
// process, or batches of a server.
import type { PdfgenError } from './errors.ts';
import type { generateBody } from './generate.ts';
import type { FromSchema } from './schema.ts';

export interface Item {
  readonly data: unknown;
  /** Where the document is put, in a folder that is there. What stands there is replaced. */
  readonly path: string;
  /** The caller's name for it. */
  readonly reference?: string | undefined;
  /** By which a run that is continued knows it again: another for other data. */
  readonly id?: string;
}

/** A document that stands whole at the item's path. */
export interface Made {
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warningCount: number;
  /** Null: of a template that keeps no versions. */
  readonly templateVersion: number | null;
}

/** What became of the item at `index` of those given, from 0. */
export type ItemResult =
  | { readonly index: number; readonly made: Made }
  | { readonly index: number; readonly error: PdfgenError };

export interface GenerateItemsInput {
  readonly params: { readonly templateUuid: string };
  readonly body: Pick<FromSchema<typeof generateBody>, 'options' | 'templateVersion'>;
  /** About how many items will come. */
  readonly expected?: number | undefined;
  /** Documents that are made at a time; default: as the engine sees fit. A server decides for itself. */
  readonly concurrency?: number | undefined;
}

/** Items that were sent to a server together. */
export interface SentChunk {
  /** The request's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what was asked for beside the items. */
  readonly common: string;
  /** Null: nobody knows whether the server has taken them. */
  readonly batchUuid: string | null;
  /** Of the items, in order. */
  readonly ids: readonly string[];
}

/** What was sent to a server, kept where a run that is continued finds it. */
export interface SentChunks {
  /** The chunk in which an earlier run sent the item, if that run did not learn what became of it. */
  find(id: string): SentChunk | undefined;
  /** Resolves when a process that is killed has not lost it. The last one with its key holds. */
  add(chunk: SentChunk): Promise<void>;
}

export interface GenerateItemsOptions {
  readonly signal?: AbortSignal;
  /** For an engine that hands items over to another process: what that has already is not made again. */
  readonly sent?: SentChunks | undefined;
}

export interface ItemGenerator {
  /**
   * Begins to make ready what `generateItems` with the same input will need, while the caller still reads the items. Not needed, and
   * nothing comes of it but time; what is begun is over when the engine is closed.
   */
  prepareItems?(input: Omit<GenerateItemsInput, 'expected'>): void;
  /**
   * Makes a document of each item, puts it whole at the item's path and gives the results as they come, in no order; items are taken no sooner
   * than there is room for them. What is wrong with one item is its result. Raises what concerns all: TEMPLATE_NOT_FOUND, TEMPLATE_INVALID,
   * REMOTE_UNREACHABLE, the signal's reason, the system's error where a file cannot be written.
   */
  generateItems(input: GenerateItemsInput, items: AsyncIterable<Item>, options?: GenerateItemsOptions): AsyncIterable<ItemResult>;
}
