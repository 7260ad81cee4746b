// Merges documents into one PDF with an outline entry for each. The documents are read one at a time, and the PDF is written meanwhile. Of an
// earlier document, only the places of its objects stay in memory.
import { createHash } from 'node:crypto';
import type { PDFDict, PDFDocument, PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';

type PdfLib = typeof import('@cantoo/pdf-lib');

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
  lang: undefined,
  date: undefined,
};

/** Most objects that are remembered, so that documents can share equal objects such as a logo. */
const mostShared = 20_000;

/** `title`: of the merged PDF. The same documents give the same bytes. Needs a document. Raises RENDER_FAILED for a PDF that is invalid or empty. */
export async function* mergeDocuments(
  documents: Iterable<MergedDocument> | AsyncIterable<MergedDocument>,
  title: string | undefined,
): AsyncGenerator<Uint8Array> {
  const [lib, { createPdfkitSink }, { formatTextString }, { writeMetadata }] = await Promise.all([
    import('@cantoo/pdf-lib'),
    import('../../document/paint/pdfkit-sink.ts'),
    import('../../document/paint/text-string.ts'),
    import('../../document/paint/metadata.ts'),
  ]);
  const chunks: Uint8Array[] = [];
  const sink = createPdfkitSink({ write: (chunk) => void chunks.push(chunk) });
  const shared = new SharedObjects(sink);
  const outline = sink.reserve();
  const pages: number[] = [];
  const entries: { readonly id: number; readonly body: string }[] = [];
  for await (const { title: name, read } of documents) {
    const source = await load(lib, name, read());
    const id = sink.reserve();
    const { own, below } = copy(new Copier(lib, source, sink, shared), name, { parent: sink.pageTree, entry: id });
    // ISO 32000-2, 12.3.3: the entry leads to the first page, fitted to the window. A negative count closes the entries below it.
    entries.push({ id, body: `/Title${formatTextString(name)}/Parent ${outline} 0 R/Dest[${own[0]} 0 R/Fit]${below}` });
    for (const page of own) pages.push(page);
    yield* chunks.splice(0);
  }
  for (const [i, { id, body }] of entries.entries()) {
    const before = i > 0 ? `/Prev ${entries[i - 1]!.id} 0 R` : '';
    const after = i + 1 < entries.length ? `/Next ${entries[i + 1]!.id} 0 R` : '';
    sink.writeObject(id, `<<${body}${before}${after}>>`);
  }
  const ends = `/First ${entries[0]!.id} 0 R/Last ${entries.at(-1)!.id} 0 R`;
  sink.writeObject(outline, `<</Type/Outlines${ends}/Count ${entries.length}>>`);
  const { catalog, info } = writeMetadata(sink, { ...saysNothing, title });
  sink.end({ pages, catalog: { ...catalog, Outlines: `${outline} 0 R`, PageMode: '/UseOutlines' }, info });
  yield* chunks;
}

async function load({ PDFDocument }: PdfLib, title: string, bytes: AsyncIterable<Uint8Array>): Promise<PDFDocument> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const source = await PDFDocument.load(Buffer.concat(chunks), { updateMetadata: false }).catch((error: unknown) => {
    throw refuse(title, error);
  });
  if (source.getPageCount() === 0) throw refuse(title, new Error('it has no pages'));
  return source;
}

function copy(copier: Copier, title: string, { parent, entry }: { readonly parent: number; readonly entry: number }) {
  try {
    return { own: copier.copyPages(parent), below: copier.copyOutline(entry) };
  } catch (error) {
    // A file of another server may open and still be damaged.
    throw refuse(title, error);
  }
}

function refuse(title: string, cause: unknown): PdfgenError {
  const why = (cause as Error).message;
  return new PdfgenError('RENDER_FAILED', `The document "${title}" cannot be merged with others into one PDF: ${why}`, { cause });
}

/** Writes equal objects only once, even if they come from different documents. */
class SharedObjects {
  readonly #sink: PdfSink;
  readonly #ids = new BoundedCache<number>(mostShared);

  constructor(sink: PdfSink) {
    this.#sink = sink;
  }

  write(body: Body): number {
    const hash = createHash('sha256').update(body.text, 'latin1');
    const key = (body.data ? hash.update('\0').update(body.data) : hash).digest('base64');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#sink.reserve();
    writeBody(this.#sink, id, body);
    this.#ids.set(key, id);
    return id;
  }
}

/** The text of an object. With data, the object is a stream, and the text holds the entries of its dictionary. */
interface Body {
  readonly text: string;
  readonly data?: Uint8Array;
}

function writeBody(sink: PdfSink, id: number, { text, data }: Body): void {
  if (data) sink.writeStream(id, text, data);
  else sink.writeObject(id, text);
}

/** Copies the objects of one document. An object's references are copied before the object. */
class Copier {
  readonly #lib: PdfLib;
  readonly #source: PDFDocument;
  readonly #sink: PdfSink;
  readonly #shared: SharedObjects;
  readonly #ids = new Map<PDFRef, number>();
  /** Objects whose copying has begun. A reference back to such an object gives it a number before it is written. */
  readonly #open = new Set<PDFRef>();

  constructor(lib: PdfLib, source: PDFDocument, sink: PdfSink, shared: SharedObjects) {
    this.#lib = lib;
    this.#source = source;
    this.#sink = sink;
    this.#shared = shared;
  }

  copyPages(parent: number): readonly number[] {
    const pages = this.#source.getPages();
    // Pages get their numbers first, because links lead from page to page.
    for (const { ref } of pages) this.#ids.set(ref, this.#sink.reserve());
    return pages.map((page) => {
      const id = this.#ids.get(page.ref)!;
      this.#sink.writeObject(id, `<</Parent ${parent} 0 R${this.#pageEntries(page)}>>`);
      return id;
    });
  }

  /** Writes the document's own outline under the entry `parent`. Gives the members that the entry needs for it. */
  copyOutline(parent: number): string {
    const { PDFDict, PDFName } = this.#lib;
    const root = this.#source.catalog.lookup(PDFName.of('Outlines'));
    const { text, count } = this.#copyEntries(root instanceof PDFDict ? root : undefined, parent, new Set());
    return count === 0 ? '' : `${text}/Count -${count}`;
  }

  /** `count`: number of visible entries while the entry above is open. */
  #copyEntries(
    above: PDFDict | undefined,
    parent: number,
    seen: Set<PDFDict>,
  ): { readonly text: string; readonly count: number } {
    const { PDFDict, PDFName, PDFNumber } = this.#lib;
    const entries: PDFDict[] = [];
    for (
      let at = above?.lookup(PDFName.of('First'));
      at instanceof PDFDict && !seen.has(at);
      at = at.lookup(PDFName.of('Next'))
    ) {
      seen.add(at);
      entries.push(at);
    }
    if (entries.length === 0) return { text: '', count: 0 };
    const ids = entries.map(() => this.#sink.reserve());
    let count = entries.length;
    for (const [i, entry] of entries.entries()) {
      const below = this.#copyEntries(entry, ids[i]!, seen);
      const given = entry.lookup(PDFName.of('Count'));
      const isOpen = given instanceof PDFNumber && given.asNumber() > 0;
      if (isOpen) count += below.count;
      const parts = [
        this.#entriesOf(entry, treeEntries),
        `/Parent ${parent} 0 R`,
        i > 0 && `/Prev ${ids[i - 1]} 0 R`,
        i + 1 < ids.length && `/Next ${ids[i + 1]} 0 R`,
        below.count > 0 && `${below.text}/Count ${isOpen ? '' : '-'}${below.count}`,
      ];
      this.#sink.writeObject(ids[i]!, `<<${parts.filter(Boolean).join('')}>>`);
    }
    return { text: `/First ${ids[0]} 0 R/Last ${ids.at(-1)} 0 R`, count };
  }

  #pageEntries({ node }: PDFPage): string {
    const { PDFName, PDFPageLeaf } = this.#lib;
    // ISO 32000-2, 7.7.3.4: a page inherits missing attributes from the nodes above it.
    const inherited = PDFPageLeaf.InheritableEntries.map((name) => {
      const value = node.has(PDFName.of(name)) ? undefined : node.getInheritableAttribute(PDFName.of(name));
      return value ? `/${name} ${this.#format(value)}` : '';
    });
    // StructParents refers to the structure of the whole document, which is not copied.
    return this.#entriesOf(node, ['Parent', 'StructParents']) + inherited.join('');
  }

  #entriesOf(dict: PDFDict, without: readonly string[]): string {
    return dict
      .entries()
      .filter(([name]) => !without.includes(name.decodeText()))
      .map(([name, value]) => `${name} ${this.#format(value)}`)
      .join('');
  }

  #format(value: PDFObject): string {
    const { PDFArray, PDFDict, PDFRef } = this.#lib;
    if (value instanceof PDFRef) return this.#copy(value);
    if (value instanceof PDFDict) return `<<${this.#entriesOf(value, [])}>>`;
    if (value instanceof PDFArray)
      return `[${value
        .asArray()
        .map((one) => this.#format(one))
        .join(' ')}]`;
    return value.toString();
  }

  #copy(ref: PDFRef): string {
    if (!this.#ids.has(ref)) {
      // A cycle. The object gets a number of its own, so it and the objects that refer to it are not shared.
      if (this.#open.has(ref)) this.#ids.set(ref, this.#sink.reserve());
      else {
        const value = this.#source.context.lookup(ref);
        if (!value) return 'null';
        this.#open.add(ref);
        const body = this.#toBody(value);
        this.#open.delete(ref);
        const id = this.#ids.get(ref);
        if (id === undefined) this.#ids.set(ref, this.#shared.write(body));
        else writeBody(this.#sink, id, body);
      }
    }
    return `${this.#ids.get(ref)} 0 R`;
  }

  #toBody(value: PDFObject): Body {
    const { PDFStream } = this.#lib;
    if (!(value instanceof PDFStream)) return { text: this.#format(value) };
    return { text: this.#entriesOf(value.dict, ['Length']), data: value.getContents() };
  }
}

/** Members that hold an outline entry's place in the outline. They are written anew. */
const treeEntries = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count', 'SE'];
