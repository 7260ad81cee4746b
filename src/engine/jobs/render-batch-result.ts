// Gives the completed items of a batch as one file: a zip with a manifest, or a PDF with an outline entry for each item.

import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { CallOptions, FileStream, Input } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isFinal } from '../../contract/job-states.ts';
import type { BatchItemRecord, BatchRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import { type ZipManifest, zipDocuments, zipManifestName } from '../generation/zip-documents.ts';
import { createResultReader } from './read-results.ts';
import { findBatch } from './render-batches.ts';
import { openStoredFile, readChecked } from './stored-pdf.ts';

interface ResultPart {
  readonly item: BatchItemRecord;
  /** Name in the file, unique within the batch. Null: the item has no result. */
  readonly name: string | null;
}

/**
 * Raises BATCH_NOT_FINISHED, RESULT_EXPIRED if all results have expired, RESULT_LOST if a stored result is missing, and RENDER_LIMIT if
 * the results are too large for one PDF.
 */
export async function getRenderBatchResult(
  deps: Deps,
  { params, query = {} }: Input<'getRenderBatchResult'>,
  { signal }: CallOptions = {},
): Promise<FileStream> {
  const { format = 'zip' } = query;
  const batch = await findBatch(deps, params.batchUuid);
  const { uuid, state } = batch;
  if (!isFinal(state))
    throw new PdfgenError('BATCH_NOT_FINISHED', `The render batch ${uuid} has not ended: it is ${state}.`, { retryAfter: 1 });
  const parts = nameParts(await listAll(deps, uuid));
  if (!parts.some((one) => one.name !== null)) {
    const isOver = parts.some(({ item }) => item.job.state === 'expired');
    throw new PdfgenError(
      'RESULT_EXPIRED',
      isOver
        ? `The results of the render batch ${uuid} are no longer kept.`
        : `No item of the render batch ${uuid} has a result.`,
    );
  }
  if (format === 'pdf') checkSize(parts, deps.limits.later.maxOutputBytes);
  await checkStored(deps, parts, signal);
  return format === 'zip'
    ? { contentType: 'application/zip', filename: `${uuid}.zip`, body: zip(deps, uuid, parts) }
    : { contentType: 'application/pdf', filename: `${uuid}.pdf`, body: merge(deps, parts, await titleOf(deps, batch), signal) };
}

/** Raises RENDER_LIMIT if the merged PDF would be larger than one document may be. A zip has no such limit. */
function checkSize(parts: readonly ResultPart[], maxOutputBytes: number): void {
  const bytes = parts.reduce((sum, { item }) => sum + (item.job.result?.bytes ?? 0), 0);
  if (bytes <= maxOutputBytes) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The results have ${bytes} bytes, more than a PDF may have (limit maxOutputBytes: ${maxOutputBytes}). Download the zip instead.`,
  );
}

/** Stored files that are checked together. */
const checksAtOnce = 32;
/** After this time, no further files are checked: the download should begin at once, and each check asks the object store. */
const checkTimeMs = 200;

/** Checks the first stored files before the first byte is sent, and as many more as the time allows. A later error can only cut off the answer. */
async function checkStored(deps: Deps, parts: readonly ResultPart[], signal: AbortSignal | undefined): Promise<void> {
  const results = await deps.openResults();
  const stored = parts.flatMap(({ item }) => item.job.result ?? []);
  const endMs = deps.now() + checkTimeMs;
  for (let at = 0; at < stored.length && (at === 0 || deps.now() < endMs); at += checksAtOnce) {
    signal?.throwIfAborted();
    await Promise.all(stored.slice(at, at + checksAtOnce).map((result) => openStoredFile(results, result)));
  }
}

async function listAll(deps: Deps, uuid: string): Promise<readonly BatchItemRecord[]> {
  const { batches } = await deps.openState();
  const items: BatchItemRecord[] = [];
  for (;;) {
    const page = await batches.listItems(uuid, {}, 1000, items.at(-1)?.index ?? -1);
    items.push(...page.items);
    if (!page.hasMore) return items;
    await endOfTurn();
  }
}

/** Gives each item a unique name, upper and lower case being equal. A repeated name gets the number of its item. */
function nameParts(items: readonly BatchItemRecord[]): readonly ResultPart[] {
  const taken = new Set<string>([zipManifestName]);
  return items.map((item) => {
    const wanted = item.job.result?.filename;
    if (wanted === undefined) return { item, name: null };
    let name = wanted;
    for (let n = item.index + 1; taken.has(name.toLowerCase()); n++) name = wanted.replace(/(\.pdf)?$/i, `-${n}.pdf`);
    taken.add(name.toLowerCase());
    return { item, name };
  });
}

interface StoredPart {
  readonly item: BatchItemRecord;
  readonly name: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Makes a file of the parts that have a result, which are read in their order. When its reader stops, no more results are fetched. */
async function* withStored(
  deps: Deps,
  parts: readonly ResultPart[],
  make: (stored: readonly StoredPart[]) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const stored = parts.flatMap(({ item, name }) => (name === null ? [] : [{ item, name, result: item.job.result! }]));
  const results = createResultReader(
    stored.map(({ result }) => result.bytes),
    async function* readResult(index) {
      yield* readChecked(await deps.openResults(), stored[index]!.result);
    },
  );
  try {
    yield* make(stored.map(({ item, name }, index) => ({ item, name, read: () => results.read(index) })));
  } finally {
    results.close();
  }
}

function zip(deps: Deps, batchUuid: string, parts: readonly ResultPart[]): AsyncIterable<Uint8Array> {
  return withStored(deps, parts, (stored) =>
    zipDocuments(
      // With the item's own time, the same batch always gives the same file.
      stored.map(({ item, name, read }) => ({ name, time: new Date(item.job.finishedMs ?? 0), read })),
      { batchUuid, items: parts.map(toManifest) },
    ),
  );
}

function toManifest({ item, name }: ResultPart): ZipManifest['items'][number] {
  const { index, reference, job, warningCount, warnings } = item;
  const { state, result, error } = job;
  return {
    index,
    reference,
    jobUuid: job.uuid,
    state,
    file: name,
    pages: result?.pages ?? null,
    bytes: result?.bytes ?? null,
    sha256: result?.sha256 ?? null,
    error,
    warningCount,
    warnings,
  };
}

/** Title of the merged PDF: the template's name. Undefined: the template is gone. */
async function titleOf({ templates }: Deps, { templateUuid, templateVersion }: BatchRecord): Promise<string | undefined> {
  const template = await templates.get(templateUuid, templateVersion).catch((error: unknown) => {
    if (error instanceof PdfgenError && error.code === 'TEMPLATE_NOT_FOUND') return undefined;
    throw error;
  });
  const name = template?.document.name;
  return typeof name === 'string' && name !== '' ? name : template?.slug;
}

function merge(
  deps: Deps,
  parts: readonly ResultPart[],
  title: string | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  return withStored(deps, parts, (stored) =>
    deps.mergeDocuments(
      stored.map(({ item, name, read }) => ({ title: item.reference ?? name.replace(/\.pdf$/i, ''), read })),
      title,
      signal,
    ),
  );
}
