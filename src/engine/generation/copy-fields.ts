// Copies the places for signatures of the documents. Their annotations are copied with the pages.
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { PdfLib } from '../../pdf-file/copier.ts';
import type { DocumentCopier } from './document-copier.ts';
import { findFreeName } from './free-name.ts';
import { textOf } from './read-objects.ts';

export class MergedFields {
  readonly #lib: PdfLib;
  readonly #names = new Set<string>();
  readonly #fields: string[] = [];

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  /** Gives the fields of a document names that are free, before they are copied. `number`: of the document. Raises an error for fields that would be lost. */
  take({ catalog, context }: PDFDocument, number: number): readonly PDFRef[] {
    const { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef } = this.#lib;
    const form = catalog.lookup(PDFName.of('AcroForm'));
    if (!(form instanceof PDFDict)) return [];
    const listed = form.lookup(PDFName.of('Fields'));
    const refs = listed instanceof PDFArray ? listed.asArray() : [];
    for (const ref of refs) {
      const field = context.lookup(ref);
      const name = field instanceof PDFDict ? textOf(this.#lib, field.lookup(PDFName.of('T'))) : undefined;
      const isPlace =
        ref instanceof PDFRef &&
        field instanceof PDFDict &&
        field.lookup(PDFName.of('FT')) === PDFName.of('Sig') &&
        !field.has(PDFName.of('Kids'));
      if (!isPlace || name === undefined)
        throw new Error('it has form fields other than places for signatures, which would be lost');
      if (field.lookup(PDFName.of('V')) instanceof PDFDict)
        throw new Error('it is signed, and its signature would be broken. Merge the documents first, then sign the merged PDF');
      const free = findFreeName(name, number, this.#names);
      this.#names.add(free);
      if (free !== name) field.set(PDFName.of('T'), PDFHexString.fromText(free));
    }
    return refs as PDFRef[];
  }

  /** Lists fields whose pages are copied. */
  list(fields: readonly PDFRef[], copier: DocumentCopier): void {
    for (const field of fields) this.#fields.push(copier.format(field));
  }

  /** The value of the catalog's entry; undefined: no document has fields. */
  format(): string | undefined {
    return this.#fields.length === 0 ? undefined : `<</Fields[${this.#fields.join(' ')}]/SigFlags 0>>`;
  }
}
