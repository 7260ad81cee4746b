// Uses PDFKit as the frame of the file: objects, catalog, information dictionary, cross-reference table and trailer. Does not use its pages, text and
// fonts.
import { createHash } from 'node:crypto';
import PDFDocument, { type Reference } from '#pdfkit';
import type { FileEntries, PdfSink, WrittenFile } from './pdf-sink.ts';

/** Small pieces are gathered up to this many bytes: a write for each piece would be dozens of writes for each page. */
const chunkBytes = 65_536;

/** PDF syntax in place of a value: PDFKit prints unknown objects by their toString. */
class Syntax {
  readonly #code: string;
  constructor(code: string) {
    this.#code = code;
  }
  get [Symbol.toStringTag](): string {
    return 'Syntax';
  }
  toString(): string {
    return this.#code;
  }
}

/** A sink through PDFKit that hands finished bytes to `write` at once, on the caller's stack. */
export function createPdfkitSink(options: {
  lang: string | undefined;
  displayTitle: boolean;
  write(chunk: Uint8Array): void;
}): PdfSink {
  const document = new PDFDocument({
    autoFirstPage: false,
    font: null,
    compress: false,
    pdfVersion: '1.7',
    ...(options.lang !== undefined && { lang: options.lang }),
    ...(options.displayTitle && { displayTitle: true }),
  });
  const pending = new Map<number, Reference>();
  const hash = createHash('sha256');
  let chunks: Uint8Array[] = [];
  let gathered = 0;
  let bytes = 0;

  const flush = (): void => {
    const chunk = Buffer.concat(chunks, gathered);
    chunks = [];
    gathered = 0;
    hash.update(chunk);
    options.write(chunk);
  };
  const take = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    gathered += chunk.length;
    bytes += chunk.length;
    if (gathered >= chunkBytes) flush();
  };

  // The constructor has written the header into the stream's own buffer; from here on nothing passes the event loop.
  const header: unknown = document.read();
  if (header instanceof Uint8Array) take(header);
  /** Lines of objects: in Latin-1, as PDFKit's strings are bytes. */
  let lines = '';
  const takeLines = (): void => {
    if (lines !== '') take(Buffer.from(lines, 'latin1'));
    lines = '';
  };
  document._write = (data: string | Uint8Array): void => {
    if (typeof data === 'string') {
      lines += `${data}\n`;
      document._offset += data.length + 1;
    } else {
      takeLines();
      take(data);
      document._offset += data.length;
    }
  };
  document.push = () => true;
  // PDFKit's own XMP is not escaped as XML and has its own date.
  document.endMetadata = () => {};

  const close = (id: number, body: string, data: Uint8Array | undefined): void => {
    const reference = pending.get(id);
    if (!reference) throw new Error(`PDF object ${id} is written twice or was never reserved.`);
    pending.delete(id);
    reference.data = new Syntax(body);
    reference.end(data);
  };

  return {
    pageTree: document._root.data.Pages.id,
    reserve() {
      const reference = document.ref();
      pending.set(reference.id, reference);
      return reference.id;
    },
    writeObject(id, body) {
      close(id, body, undefined);
    },
    writeStream(id, entries, data) {
      const body = `<<${entries}/Length ${data.length}>>`;
      // PDFKit leaves out the stream keywords for empty data.
      if (data.length === 0) close(id, `${body}\nstream\n\nendstream`, undefined);
      else close(id, body, data);
    },
    end({ pages, catalog, info }: FileEntries): WrittenFile {
      if (pending.size > 0) throw new Error(`PDF object ${[...pending.keys()].join(', ')} was reserved and not written.`);
      const kids = pages.map((id) => `${id} 0 R`).join(' ');
      document._root.data.Pages.data = new Syntax(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
      // Named destinations are not needed, because links contain their place. PDFKit writes the object nevertheless.
      document._root.data.Names.data = {};
      for (const [name, value] of Object.entries(catalog)) document._root.data[name] = new Syntax(value);
      document.info = { ...info };
      // ISO 32000-2, 14.4: the file identifier. It comes from the content, so the same input gives the same file.
      takeLines();
      const soFar = hash.copy();
      for (const chunk of chunks) soFar.update(chunk);
      document._id = soFar.digest().subarray(0, 16);
      document.end();
      takeLines();
      flush();
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
