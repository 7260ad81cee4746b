// Copies the files that are attached to the documents of a merged PDF. Files that several documents attach in the same way are there once.
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';
import type { formatTextString } from '../../document/paint/text-string.ts';
import type { PdfLib } from '../../pdf-file/copier.ts';
import type { DocumentCopier } from './document-copier.ts';
import { findFreeName } from './free-name.ts';
import { readTree, textOf } from './read-objects.ts';

export interface AttachedFile {
  readonly filename: string;
  readonly id: number;
}

export class MergedAttachments {
  readonly #lib: PdfLib;
  readonly #sink: PdfSink;
  readonly #formatText: typeof formatTextString;
  readonly #byName = new Map<string, number>();
  /** By their names in the documents and their contents. */
  readonly #known = new Map<string, number>();

  constructor(lib: PdfLib, sink: PdfSink, formatText: typeof formatTextString) {
    this.#lib = lib;
    this.#sink = sink;
    this.#formatText = formatText;
  }

  /** All files. Their names are different. */
  get files(): readonly AttachedFile[] {
    return [...this.#byName].map(([filename, id]) => ({ filename, id }));
  }

  /** Copies the files of a document. `number`: of the document, for a name that other files have. Gives the files that belong to the whole document. */
  copy(source: PDFDocument, copier: DocumentCopier, number: number): readonly string[] {
    const { PDFArray, PDFDict, PDFName, PDFRef } = this.#lib;
    const names = source.catalog.lookup(PDFName.of('Names'));
    const tree = names instanceof PDFDict ? names.lookup(PDFName.of('EmbeddedFiles')) : undefined;
    for (const [name, value] of readTree(this.#lib, tree, 'Names')) {
      const file = source.context.lookup(value);
      if (!(file instanceof PDFDict)) continue;
      const id = this.#write(file, textOf(this.#lib, name), copier, number);
      if (value instanceof PDFRef) copier.assign(value, id);
    }
    const whole = source.catalog.lookup(PDFName.of('AF'));
    return whole instanceof PDFArray ? whole.asArray().map((file) => copier.format(file)) : [];
  }

  #write(file: PDFDict, key: string | undefined, copier: DocumentCopier, number: number): number {
    const { PDFName } = this.#lib;
    const told = textOf(this.#lib, file.lookup(PDFName.of('UF'))) ?? textOf(this.#lib, file.lookup(PDFName.of('F')));
    const name = told ?? key ?? 'file';
    // Equal contents are one object by now, so that the text of equal files is equal.
    const rest = copier.entriesOf(file, ['F', 'UF']);
    const known = this.#known.get(`${name}\0${rest}`);
    if (known !== undefined) return known;
    const id = this.#sink.reserve();
    const free = findFreeName(name, number, this.#byName);
    const written = this.#formatText(free);
    this.#sink.writeObject(id, `<</F${written}/UF${written}${rest}>>`);
    this.#byName.set(free, id);
    this.#known.set(`${name}\0${rest}`, id);
    return id;
  }
}
