// Merges documents into one PDF with an outline entry for each. The documents are read one at a time, and the PDF is written meanwhile. Of an
// earlier document, only the places of its objects stay in memory.
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import { PdfgenError } from '../../contract/errors.ts';
import { CommonViewer } from './common-viewer.ts';
import { Copier } from './copier.ts';
import { MergedAttachments } from './copy-attachments.ts';
import { MergedFields } from './copy-fields.ts';
import { MergedLabels } from './copy-labels.ts';
import { MergedStructure, StructureCopier } from './copy-structure.ts';
import type { PdfLib } from './read-objects.ts';
import { SharedObjects } from './shared-objects.ts';

export interface MergedDocument {
  /** Title of its entry in the outline. */
  readonly title: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Merges documents and gives the bytes of one PDF. After the signal, a merge that waits for its turn does not begin. */
export type MergeDocuments = (
  documents: Iterable<MergedDocument>,
  title: string | undefined,
  signal?: AbortSignal,
) => AsyncIterable<Uint8Array>;

/** A file of many documents has no author or date of its own. */
const saysNothing = {
  author: undefined,
  subject: undefined,
  keywords: [],
  creator: undefined,
  date: undefined,
};

/** `title`: of the merged PDF. The same documents give the same bytes. Needs a document. Raises RENDER_FAILED for a PDF that is invalid or empty. */
export async function* mergeDocuments(
  documents: Iterable<MergedDocument> | AsyncIterable<MergedDocument>,
  title: string | undefined,
): AsyncGenerator<Uint8Array> {
  const [lib, { createCompactSink }, { formatTextString }, { writeMetadata }, { formatFileNames }, { LeafTree }] =
    await Promise.all([
      import('@cantoo/pdf-lib'),
      import('../../document/paint/compact-sink.ts'),
      import('../../document/paint/text-string.ts'),
      import('../../document/paint/metadata.ts'),
      import('../../document/paint/attachments.ts'),
      import('../../document/paint/leaf-tree.ts'),
    ]);
  const chunks: Uint8Array[] = [];
  const sink = createCompactSink({ write: (chunk) => void chunks.push(chunk) });
  const shared = new SharedObjects(sink);
  const attachments = new MergedAttachments(lib, sink, formatTextString);
  const labels = new MergedLabels(lib);
  const fields = new MergedFields(lib);
  const viewer = new CommonViewer(lib);
  const outline = sink.reserve();
  const pages: number[] = [];
  const entries: { readonly id: number; readonly body: string }[] = [];
  let structure: MergedStructure | undefined;
  let lang: string | undefined;
  /** Files of documents without tags. */
  const files = new Set<string>();
  let is20 = false;
  const marks = { isTagged: true, isSuspect: false };
  for await (const { title: name, read } of documents) {
    const number = entries.length + 1;
    const source = await load(lib, name, read());
    const id = sink.reserve();
    const facts = readFacts(lib, source);
    if (number === 1) lang = facts.lang;
    is20 ||= facts.is20;
    marks.isTagged &&= facts.isTagged;
    marks.isSuspect ||= facts.isSuspect;
    // Of one length, so that the names of a document follow those of the document before it.
    const copier = new Copier({ lib, source, sink, shared, idPrefix: `${String(number).padStart(7, '0')}.` });
    try {
      if (facts.root) structure ??= new MergedStructure({ lib, sink, shared, LeafTree, formatText: formatTextString });
      const tags = structure && facts.root && new StructureCopier(structure, source, copier, facts.root);
      const copiedFiles = attachments.copy(source, copier, number);
      const places = fields.take(source, number);
      const copied = copier.copyPages(sink.pageTree);
      fields.list(places, copier);
      labels.copy(source, copier, pages.length, copied.length);
      viewer.take(source);
      // ISO 32000-2, 14.9.2: an empty language is an unknown language.
      tags?.write({ title: name, lang: facts.lang === lang ? undefined : (facts.lang ?? ''), files: copiedFiles });
      if (!tags) for (const file of copiedFiles) files.add(file);
      // ISO 32000-2, 12.3.3: the entry leads to the first page, fitted to the window. A negative count closes the entries below it.
      const below = copier.copyOutline(id);
      entries.push({ id, body: `/Title${formatTextString(name)}/Parent ${outline} 0 R/Dest[${copied[0]} 0 R/Fit]${below}` });
      for (const page of copied) pages.push(page);
    } catch (error) {
      // A file of another server may open and still be damaged.
      throw refuse(name, error);
    }
    yield* chunks.splice(0);
  }
  for (const [i, { id, body }] of entries.entries()) {
    const before = i > 0 ? `/Prev ${entries[i - 1]!.id} 0 R` : '';
    const after = i + 1 < entries.length ? `/Next ${entries[i + 1]!.id} 0 R` : '';
    sink.writeObject(id, `<<${body}${before}${after}>>`);
  }
  const ends = `/First ${entries[0]!.id} 0 R/Last ${entries.at(-1)!.id} 0 R`;
  sink.writeObject(outline, `<</Type/Outlines${ends}/Count ${entries.length}>>`);
  const about = writeMetadata(sink, { ...saysNothing, title, lang });
  const catalog: Record<string, string> = {
    ...about.catalog,
    Outlines: `${outline} 0 R`,
    ...viewer.format(Boolean(title)),
  };
  const numbers = labels.write(sink, LeafTree);
  if (numbers !== undefined) catalog.PageLabels = numbers;
  const form = fields.format();
  if (form !== undefined) catalog.AcroForm = form;
  if (is20) catalog.Version = '/2.0';
  if (lang !== undefined) catalog.Lang = formatTextString(lang);
  if (structure) catalog.StructTreeRoot = structure.end(is20);
  // A mark promises that all content is in the tree. Without the mark, a reader looks at the pages of documents without tags too.
  if (marks.isTagged) catalog.MarkInfo = `<</Marked true${marks.isSuspect ? '/Suspects true' : ''}>>`;
  if (attachments.files.length > 0) catalog.Names = formatFileNames(attachments.files);
  if (files.size > 0) catalog.AF = `[${[...files].join(' ')}]`;
  sink.end({ pages, catalog, info: about.info });
  yield* chunks;
}

interface SourceFacts {
  readonly lang: string | undefined;
  /** The root of a structure tree with elements. */
  readonly root: PDFDict | undefined;
  /** Whether all content is in the tree, or is an artifact. */
  readonly isTagged: boolean;
  readonly isSuspect: boolean;
  /** Whether the document is in PDF 2.0. */
  readonly is20: boolean;
}

function readFacts(
  { PDFBool, PDFDict, PDFHexString, PDFName, PDFString }: PdfLib,
  { catalog, context }: PDFDocument,
): SourceFacts {
  const lang = catalog.lookup(PDFName.of('Lang'));
  const root = catalog.lookup(PDFName.of('StructTreeRoot'));
  const marks = catalog.lookup(PDFName.of('MarkInfo'));
  const hasMark = (name: string) => marks instanceof PDFDict && marks.lookup(PDFName.of(name)) === PDFBool.True;
  const hasTree = root instanceof PDFDict && root.lookup(PDFName.of('K')) !== undefined;
  return {
    lang: lang instanceof PDFString || lang instanceof PDFHexString ? lang.decodeText() || undefined : undefined,
    root: hasTree ? root : undefined,
    isTagged: hasTree && hasMark('Marked'),
    isSuspect: hasMark('Suspects'),
    is20: /^%PDF-2/.test(context.header.toString()) || catalog.lookup(PDFName.of('Version')) === PDFName.of('2.0'),
  };
}

async function load(
  { EncryptedPDFError, PDFDocument }: PdfLib,
  title: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PDFDocument> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const source = await PDFDocument.load(Buffer.concat(chunks), { updateMetadata: false }).catch((error: unknown) => {
    throw refuse(title, error instanceof EncryptedPDFError ? new Error('it is encrypted') : error);
  });
  if (source.getPageCount() === 0) throw refuse(title, new Error('it has no pages'));
  return source;
}

function refuse(title: string, cause: unknown): PdfgenError {
  const why = (cause as Error).message;
  return new PdfgenError('RENDER_FAILED', `The document "${title}" cannot be merged with others into one PDF: ${why}`, { cause });
}
