// Merges documents into one PDF with an outline entry for each. The documents are read one at a time, and the PDF is written meanwhile. Of an
// earlier document, only the places of its objects stay in memory.
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import { PdfgenError } from '../../contract/errors.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';
import type { PdfLib } from '../../pdf-file/copier.ts';
import { CommonViewer } from './common-viewer.ts';
import { MergedAttachments } from './copy-attachments.ts';
import { MergedFields } from './copy-fields.ts';
import { MergedLabels } from './copy-labels.ts';
import { MergedStructure, StructureCopier } from './copy-structure.ts';
import { DocumentCopier } from './document-copier.ts';
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
  const parts = await importParts();
  const chunks: Uint8Array[] = [];
  const merge = new Merge(parts, (chunk) => void chunks.push(chunk));
  for await (const { title: name, read } of documents) {
    const source = await load(parts.lib, name, read());
    try {
      merge.add(name, source);
    } catch (error) {
      // A file of another server may open and still be damaged.
      throw refuse(name, error);
    }
    yield* chunks.splice(0);
  }
  merge.end(title);
  yield* chunks;
}

type Parts = Awaited<ReturnType<typeof importParts>>;

/** What only a merge needs. Loading it takes longer than starting the program. */
async function importParts() {
  const [lib, { createCompactSink }, { formatTextString }, { writeMetadata }, { formatFileNames }, { LeafTree }] =
    await Promise.all([
      import('@cantoo/pdf-lib'),
      import('../../document/paint/compact-sink.ts'),
      import('../../document/paint/text-string.ts'),
      import('../../document/paint/metadata.ts'),
      import('../../document/paint/attachments.ts'),
      import('../../document/paint/leaf-tree.ts'),
    ]);
  return { lib, createCompactSink, formatTextString, writeMetadata, formatFileNames, LeafTree };
}

/** A PDF that grows by one document after another. */
class Merge {
  readonly #parts: Parts;
  readonly #sink: PdfSink;
  readonly #shared: SharedObjects;
  readonly #attachments: MergedAttachments;
  readonly #labels: MergedLabels;
  readonly #fields: MergedFields;
  readonly #viewer: CommonViewer;
  /** The object of the outline. */
  readonly #outline: number;
  readonly #entries: { readonly id: number; readonly body: string }[] = [];
  readonly #pages: number[] = [];
  #structure: MergedStructure | undefined;
  #lang: string | undefined;
  /** Files of documents without tags. */
  readonly #files = new Set<string>();
  #is20 = false;
  /** Whether all documents are tagged. */
  #isTagged = true;
  /** Whether the tags of a document are in doubt. */
  #isSuspect = false;

  constructor(parts: Parts, write: (chunk: Uint8Array) => void) {
    const { lib, createCompactSink, formatTextString } = parts;
    this.#parts = parts;
    this.#sink = createCompactSink({ write });
    this.#shared = new SharedObjects(this.#sink);
    this.#attachments = new MergedAttachments(lib, this.#sink, formatTextString);
    this.#labels = new MergedLabels(lib);
    this.#fields = new MergedFields(lib);
    this.#viewer = new CommonViewer(lib);
    this.#outline = this.#sink.reserve();
  }

  add(name: string, source: PDFDocument): void {
    const { lib, LeafTree, formatTextString } = this.#parts;
    const [sink, shared] = [this.#sink, this.#shared];
    const number = this.#entries.length + 1;
    const id = sink.reserve();
    const facts = readFacts(lib, source);
    if (number === 1) this.#lang = facts.lang;
    this.#is20 ||= facts.is20;
    this.#isTagged &&= facts.isTagged;
    this.#isSuspect ||= facts.isSuspect;
    // Of one length, so that the names of a document follow those of the document before it.
    const copier = new DocumentCopier({ lib, source, sink, shared, idPrefix: `${String(number).padStart(7, '0')}.` });
    if (facts.root) this.#structure ??= new MergedStructure({ lib, sink, shared, LeafTree, formatText: formatTextString });
    const tags = this.#structure && facts.root && new StructureCopier(this.#structure, source, copier, facts.root);
    const files = this.#attachments.copy(source, copier, number);
    const places = this.#fields.take(source, number);
    const pages = copier.copyPages(sink.pageTree);
    this.#fields.list(places, copier);
    this.#labels.copy(source, copier, this.#pages.length, pages.length);
    this.#viewer.take(source);
    // ISO 32000-2, 14.9.2: an empty language is an unknown language.
    tags?.write({ title: name, lang: facts.lang === this.#lang ? undefined : (facts.lang ?? ''), files });
    if (!tags) for (const file of files) this.#files.add(file);
    // ISO 32000-2, 12.3.3: the entry leads to the first page, fitted to the window. A negative count closes the entries below it.
    const place = `/Parent ${this.#outline} 0 R/Dest[${pages[0]} 0 R/Fit]${copier.copyOutline(id)}`;
    this.#entries.push({ id, body: `/Title${formatTextString(name)}${place}` });
    for (const page of pages) this.#pages.push(page);
  }

  /** `title`: of the merged PDF. */
  end(title: string | undefined): void {
    this.#writeOutline();
    const { info, catalog } = this.#parts.writeMetadata(this.#sink, { ...saysNothing, title, lang: this.#lang });
    this.#sink.end({ pages: this.#pages, catalog: { ...catalog, ...this.#formatCatalog(Boolean(title)) }, info });
  }

  #writeOutline(): void {
    const entries = this.#entries;
    for (const [i, { id, body }] of entries.entries()) {
      const before = i > 0 ? `/Prev ${entries[i - 1]!.id} 0 R` : '';
      const after = i + 1 < entries.length ? `/Next ${entries[i + 1]!.id} 0 R` : '';
      this.#sink.writeObject(id, `<<${body}${before}${after}>>`);
    }
    const ends = `/First ${entries[0]!.id} 0 R/Last ${entries.at(-1)!.id} 0 R`;
    this.#sink.writeObject(this.#outline, `<</Type/Outlines${ends}/Count ${entries.length}>>`);
  }

  /** Writes what the documents have in common, and gives the entries of the catalog that lead there. */
  #formatCatalog(hasTitle: boolean): Record<string, string> {
    const { LeafTree, formatTextString, formatFileNames } = this.#parts;
    const { files } = this.#attachments;
    const catalog: Record<string, string> = { Outlines: `${this.#outline} 0 R`, ...this.#viewer.format(hasTitle) };
    const labels = this.#labels.write(this.#sink, LeafTree);
    if (labels !== undefined) catalog.PageLabels = labels;
    const form = this.#fields.format();
    if (form !== undefined) catalog.AcroForm = form;
    if (this.#is20) catalog.Version = '/2.0';
    if (this.#lang !== undefined) catalog.Lang = formatTextString(this.#lang);
    if (this.#structure) catalog.StructTreeRoot = this.#structure.end(this.#is20);
    // A mark promises that all content is in the tree. Without the mark, a reader looks at the pages of documents without tags too.
    if (this.#isTagged) catalog.MarkInfo = `<</Marked true${this.#isSuspect ? '/Suspects true' : ''}>>`;
    if (files.length > 0) catalog.Names = formatFileNames(files);
    if (this.#files.size > 0) catalog.AF = `[${[...this.#files].join(' ')}]`;
    return catalog;
  }
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
