// The completed items of a batch as one file: a zip with a manifest, or one PDF with an outline entry for each.
import { PassThrough, Readable } from 'node:stream';
import type { FileStream, Input } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { BatchItemRecord } from '../store/state-store.ts';
import type { Deps } from './deps.ts';
import { findBatch, hasEnded } from './render-batches.ts';
import { openStoredPdf } from './stored-pdf.ts';

interface Part {
  readonly item: BatchItemRecord;
  /** Distinct within the batch; null: the item has no result. */
  readonly name: string | null;
}

/** Raises BATCH_NOT_FINISHED, RESULT_EXPIRED when no result is kept any more, RENDER_LIMIT when they are too large for one PDF. */
export async function getRenderBatchResult(
  deps: Deps,
  { params, query = {} }: Input<'getRenderBatchResult'>,
): Promise<FileStream> {
  const { format = 'zip' } = query;
  const { uuid, state } = await findBatch(deps, params.batchUuid);
  if (!hasEnded(state))
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
  return format === 'zip'
    ? { contentType: 'application/zip', filename: `${uuid}.zip`, body: zip(deps, uuid, parts) }
    : { contentType: 'application/pdf', filename: `${uuid}.pdf`, body: merge(deps, parts) };
}

/** Unlike a zip, a PDF is put together in memory. */
function checkSize(parts: readonly Part[], maxOutputBytes: number): void {
  const bytes = parts.reduce((sum, { item }) => sum + (item.job.result?.bytes ?? 0), 0);
  if (bytes <= maxOutputBytes) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The results hold ${bytes} bytes, more than a PDF may have (limit maxOutputBytes: ${maxOutputBytes}). Download the zip.`,
  );
}

async function listAll(deps: Deps, uuid: string): Promise<readonly BatchItemRecord[]> {
  const { batches } = await deps.openState();
  const items: BatchItemRecord[] = [];
  for (;;) {
    const page = await batches.listItems(uuid, {}, 1000, items.at(-1)?.index ?? -1);
    items.push(...page.items);
    if (!page.hasMore) return items;
  }
}

/** Of several with one name, as a file system without cases sees it, the later get their number. */
function nameParts(items: readonly BatchItemRecord[]): readonly Part[] {
  const taken = new Set<string>(['manifest.json']);
  return items.map((item) => {
    const wanted = item.job.result?.filename;
    if (wanted === undefined) return { item, name: null };
    let name = wanted;
    for (let n = item.index; taken.has(name.toLowerCase()); n++) name = wanted.replace(/(\.pdf)?$/i, `-${n}.pdf`);
    taken.add(name.toLowerCase());
    return { item, name };
  });
}

function readItem(deps: Deps, { job }: BatchItemRecord): AsyncIterable<Uint8Array> {
  return (async function* () {
    yield* (await openStoredPdf(await deps.openResults(), job, job.result!)).read();
  })();
}

async function* zip(deps: Deps, batchUuid: string, parts: readonly Part[]): AsyncIterable<Uint8Array> {
  const { ZipFile } = await import('yazl');
  const file = new ZipFile();
  const output = (file.outputStream as Readable).pipe(new PassThrough());
  let current: Readable | undefined;
  file.on('error', (error: Error) => output.destroy(error));
  // PDFs are compressed already. The time is that of the item, so that the same batch gives the same file.
  for (const { item, name } of parts) {
    if (name === null) continue;
    file.addReadStreamLazy(name, { compress: false, mtime: new Date(item.job.finishedMs ?? 0) }, (take) => {
      const stream = Readable.from(readItem(deps, item));
      current = stream;
      stream.on('error', (error) => output.destroy(error));
      take(null, stream);
    });
  }
  const manifest = { batchUuid, items: parts.map(toManifest) };
  file.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', {
    mtime: new Date(Math.max(0, ...parts.map(({ item }) => item.job.finishedMs ?? 0))),
  });
  file.end();
  try {
    yield* output;
  } finally {
    // Whoever reads may leave in the middle.
    output.destroy();
    current?.destroy();
  }
}

function toManifest({ item, name }: Part) {
  const { index, reference, job } = item;
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
  };
}

async function* merge(deps: Deps, parts: readonly Part[]): AsyncIterable<Uint8Array> {
  const { PDFDocument, PDFHexString, PDFName, PDFNumber } = await import('@cantoo/pdf-lib');
  const merged = await PDFDocument.create({ updateMetadata: false });
  const entries: { readonly title: string; readonly page: import('@cantoo/pdf-lib').PDFRef }[] = [];
  for (const { item, name } of parts) {
    if (name === null) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of readItem(deps, item)) chunks.push(chunk);
    const source = await PDFDocument.load(Buffer.concat(chunks), { updateMetadata: false });
    const pages = await merged.copyPages(source, source.getPageIndices());
    for (const page of pages) merged.addPage(page);
    entries.push({ title: item.reference ?? name.replace(/\.pdf$/i, ''), page: pages[0]!.ref });
  }
  const { context, catalog } = merged;
  const root = context.nextRef();
  const refs = entries.map(() => context.nextRef());
  for (const [i, { title, page }] of entries.entries()) {
    // ISO 32000-2, 12.3.3: the items of the outline, each with a destination that fits its first page.
    const entry = context.obj({
      Parent: root,
      ...(i > 0 && { Prev: refs[i - 1]! }),
      ...(i < refs.length - 1 && { Next: refs[i + 1]! }),
      Dest: context.obj([page, PDFName.of('Fit')]),
    });
    entry.set(PDFName.of('Title'), PDFHexString.fromText(title));
    context.assign(refs[i]!, entry);
  }
  const outline = context.obj({ First: refs[0]!, Last: refs.at(-1)! });
  outline.set(PDFName.of('Type'), PDFName.of('Outlines'));
  outline.set(PDFName.of('Count'), PDFNumber.of(entries.length));
  context.assign(root, outline);
  catalog.set(PDFName.of('Outlines'), root);
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
  yield await merged.save({ updateFieldAppearances: false });
}
