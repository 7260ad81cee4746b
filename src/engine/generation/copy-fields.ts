// Copies the form fields of the documents. Their annotations are copied with the pages.
import type { PDFDict, PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { PdfLib } from '../../pdf-file/copier.ts';
import type { DocumentCopier } from './document-copier.ts';
import { findFreeName } from './free-name.ts';
import { textOf } from './read-objects.ts';

/** What is copied of the form of a document. */
interface TakenForm {
  readonly fields: readonly PDFRef[];
  readonly fonts: PDFDict | undefined;
}

/** Most levels of groups. */
const deepest = 100;

export class MergedFields {
  readonly #lib: PdfLib;
  readonly #names = new Set<string>();
  readonly #fields: string[] = [];
  /** By name. pdfgen gives the same font the same name in all documents. */
  readonly #fonts = new Map<string, string>();
  #isSigned = false;

  constructor(lib: PdfLib) {
    this.#lib = lib;
  }

  /**
   * Gives the fields and groups of a document names that are free, before they are copied. `number`: of the document. Raises an error for fields that
   * would be lost or broken.
   */
  take({ catalog, context }: PDFDocument, number: number): TakenForm {
    const { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef } = this.#lib;
    const form = catalog.lookup(PDFName.of('AcroForm'));
    if (!(form instanceof PDFDict)) return { fields: [], fonts: undefined };
    const listed = form.lookup(PDFName.of('Fields'));
    const refs = listed instanceof PDFArray ? listed.asArray() : [];
    for (const ref of refs) {
      const field = context.lookup(ref);
      const name = field instanceof PDFDict ? textOf(this.#lib, field.lookup(PDFName.of('T'))) : undefined;
      if (!(ref instanceof PDFRef && field instanceof PDFDict) || name === undefined)
        throw new Error('it has form fields without a name, which would be lost');
      this.#checkSignatures(field, 0);
      const free = findFreeName(name, number, this.#names);
      this.#names.add(free);
      if (free !== name) field.set(PDFName.of('T'), PDFHexString.fromText(free));
    }
    const resources = form.lookup(PDFName.of('DR'));
    const fonts = resources instanceof PDFDict ? resources.lookup(PDFName.of('Font')) : undefined;
    return { fields: refs as PDFRef[], fonts: fonts instanceof PDFDict ? fonts : undefined };
  }

  #checkSignatures(field: PDFDict, depth: number): void {
    const { PDFArray, PDFDict, PDFName } = this.#lib;
    if (field.lookup(PDFName.of('FT')) === PDFName.of('Sig')) {
      this.#isSigned = true;
      if (field.lookup(PDFName.of('V')) instanceof PDFDict)
        throw new Error('it is signed, and its signature would be broken. Merge the documents first, then sign the merged PDF');
    }
    const kids = field.lookup(PDFName.of('Kids'));
    if (!(kids instanceof PDFArray) || depth > deepest) return;
    for (let i = 0; i < kids.size(); i++) {
      const kid = kids.lookup(i);
      if (kid instanceof PDFDict) this.#checkSignatures(kid, depth + 1);
    }
  }

  /** Lists fields whose pages are copied. */
  list({ fields, fonts }: TakenForm, copier: DocumentCopier): void {
    for (const field of fields) this.#fields.push(copier.format(field));
    for (const [name, font] of fonts?.entries() ?? [])
      if (!this.#fonts.has(name.asString())) this.#fonts.set(name.asString(), copier.format(font));
  }

  /** The value of the catalog's entry; undefined: no document has fields. */
  format(): string | undefined {
    if (this.#fields.length === 0) return undefined;
    const fonts = [...this.#fonts].map(([name, font]) => `${name} ${font}`).join('');
    return `<</Fields[${this.#fields.join(' ')}]${fonts && `/DR<</Font<<${fonts}>>>>`}${this.#isSigned ? '/SigFlags 0' : ''}>>`;
  }
}
