// Uses PDFKit as the frame of a file of PDF 1.4, with a classic cross-reference table: objects, catalog, information dictionary, table and trailer.
// Does not use its pages, text and fonts.
import PDFDocument, { type Reference } from '#pdfkit';
import { FileOutput } from './file-output.ts';
import type { FileEntries, PdfSink, WrittenFile } from './pdf-sink.ts';

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
  /** Does nothing. PDFKit calls `end` of some entries of the catalog, because its own entries have this method. */
  end(): void {}
}

export interface PdfkitSinkOptions {
  /** Takes finished bytes at once, on the caller's stack. */
  write(chunk: Uint8Array): void;
}

export function createPdfkitSink({ write }: PdfkitSinkOptions): PdfSink {
  const document = new PDFDocument({ autoFirstPage: false, font: null, compress: false, pdfVersion: '1.4' });
  const pending = new Map<number, Reference>();
  const output = new FileOutput(write);

  // The constructor has written the header into the stream's own buffer; from here on nothing passes the event loop.
  const header: unknown = document.read();
  if (header instanceof Uint8Array) output.addBytes(header);
  document._write = (data: string | Uint8Array): void => {
    if (typeof data === 'string') output.addText(`${data}\n`);
    else output.addBytes(data);
    document._offset = output.offset;
  };
  document.push = () => true;
  // PDFKit's own XMP is not escaped as XML and has its own date.
  document.endMetadata = () => {};
  // PDFKit expects a form of its own in the catalog.
  document.endAcroForm = () => {};

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
      // PDFKit writes an object of names in any case.
      document._root.data.Names.data = {};
      for (const [name, value] of Object.entries(catalog)) {
        if (name === 'Names') document._root.data.Names.data = new Syntax(value);
        else document._root.data[name] = new Syntax(value);
      }
      document.info = Object.fromEntries(Object.entries(info).map(([name, value]) => [name, new Syntax(value)]));
      // ISO 32000-2, 14.4: the file identifier. It comes from the content, so the same input gives the same file.
      document._id = output.digestSoFar().subarray(0, 16);
      document.end();
      return output.end();
    },
  };
}
