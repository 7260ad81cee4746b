// How a viewer opens and prints the merged PDF (ISO 32000-2, 7.7.2 and 12.2): as all of its documents ask.
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import type { PdfLib } from '../../pdf-file/copier.ts';

/** They hold for the pages or the title of one document. */
const ofOneDocument = ['DisplayDocTitle', 'PrintPageRange'];

export class CommonViewer {
  readonly #lib: PdfLib;
  #common: Map<string, string> | undefined;

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  /** Keeps what this document asks for as all documents before it. */
  take({ catalog }: PDFDocument): void {
    const { PDFDict, PDFName } = this.#lib;
    const asked = new Map<string, string>();
    const read = (dict: PDFDict, name: string, key: string) => {
      const value = dict.lookup(PDFName.of(name));
      if (value !== undefined) asked.set(key, value.toString());
    };
    for (const name of ['PageMode', 'PageLayout']) read(catalog, name, name);
    const preferences = catalog.lookup(PDFName.of('ViewerPreferences'));
    if (preferences instanceof PDFDict)
      for (const name of preferences.keys().map((key) => key.decodeText()))
        if (!ofOneDocument.includes(name)) read(preferences, name, `ViewerPreferences/${name}`);
    this.#common ??= asked;
    for (const [key, value] of this.#common) if (asked.get(key) !== value) this.#common.delete(key);
  }

  /** Entries of the catalog. The outline leads to the documents, so it is open unless all documents ask for something else. */
  format(hasTitle: boolean): Record<string, string> {
    const { PageMode = '/UseOutlines', PageLayout, ...others } = Object.fromEntries(this.#common ?? []);
    const preferences = Object.entries(others).map(([key, value]) => `${key.slice(key.indexOf('/'))} ${value}`);
    if (hasTitle) preferences.unshift('/DisplayDocTitle true');
    return {
      PageMode,
      ...(PageLayout !== undefined && { PageLayout }),
      ...(preferences.length > 0 && { ViewerPreferences: `<<${preferences.join('')}>>` }),
    };
  }
}
