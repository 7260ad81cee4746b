// Copies the labels of pages (ISO 32000-2, 12.4.2). In a document without labels, viewers count the pages from 1, and so they do in the merged PDF.
import type { PDFDocument } from '@cantoo/pdf-lib';
import type { LeafTree } from '../../document/paint/leaf-tree.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';
import type { PdfLib } from '../../pdf-file/copier.ts';
import type { DocumentCopier } from './document-copier.ts';
import { readTree } from './read-objects.ts';

const fromOne = '<</S/D>>';

export class MergedLabels {
  readonly #lib: PdfLib;
  readonly #starts: (readonly [index: number, labels: string])[] = [];
  #hasLabels = false;

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  /** `first`: index of the document's first page in the merged PDF. */
  copy({ catalog, context }: PDFDocument, copier: DocumentCopier, first: number, pages: number): void {
    const { PDFDict, PDFName, PDFNumber } = this.#lib;
    const starts = new Map([[0, fromOne]]);
    for (const [key, value] of readTree(this.#lib, catalog.lookup(PDFName.of('PageLabels')), 'Nums')) {
      const index = key instanceof PDFNumber ? key.asNumber() : -1;
      const labels = context.lookup(value);
      if (!Number.isInteger(index) || index < 0 || index >= pages || !(labels instanceof PDFDict)) continue;
      starts.set(index, `<<${copier.entriesOf(labels, [])}>>`);
      this.#hasLabels = true;
    }
    for (const [index, labels] of [...starts].sort(([a], [b]) => a - b)) this.#starts.push([first + index, labels]);
  }

  /** The value of the catalog's entry; undefined: no document has labels. */
  write(sink: PdfSink, Tree: typeof LeafTree): string | undefined {
    if (!this.#hasLabels) return undefined;
    const tree = new Tree(sink, 'Nums');
    for (const [index, labels] of this.#starts) tree.add(index, labels);
    tree.end();
    return `${tree.id} 0 R`;
  }
}
