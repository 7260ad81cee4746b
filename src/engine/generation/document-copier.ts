// Copies the objects of one document into the merged PDF.
import type { PDFDict, PDFDocument, PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { Copier, type CopierOptions, writeCopied } from '../../pdf-file/copier.ts';
import type { SharedObjects } from './shared-objects.ts';

export interface DocumentCopierOptions extends Omit<CopierOptions, 'context'> {
  readonly source: PDFDocument;
  readonly shared: SharedObjects;
  /** Stands before each identifier of an element, so that it is unique in the merged PDF. */
  readonly idPrefix: string;
}

/** Copies an object after the objects that it refers to, so that equal objects of all documents are found. */
export class DocumentCopier extends Copier {
  readonly #source: PDFDocument;
  readonly #shared: SharedObjects;
  readonly #idPrefix: string;
  /** Objects whose copying has begun. A reference back to such an object gives it a number before it is written. */
  readonly #open = new Set<PDFRef>();

  /** Keys of the document's parent tree, and those in the merged PDF that stand for them. */
  #keys: ReadonlyMap<number, number> = new Map();

  constructor({ source, shared, idPrefix, ...options }: DocumentCopierOptions) {
    super({ ...options, context: source.context });
    this.#source = source;
    this.#shared = shared;
    this.#idPrefix = idPrefix;
  }

  setKeys(keys: ReadonlyMap<number, number>): void {
    this.#keys = keys;
  }

  copyPages(parent: number): readonly number[] {
    const pages = this.#source.getPages();
    // Pages get their numbers first, because links lead from page to page.
    for (const { ref } of pages) this.ids.set(ref, this.sink.reserve());
    const annotations = this.#reserveAnnotations(pages);
    const ids = pages.map((page) => {
      const id = this.ids.get(page.ref)!;
      this.sink.writeObject(id, `<</Parent ${parent} 0 R${this.#pageEntries(page)}>>`);
      return id;
    });
    for (const [ref, value] of annotations) writeCopied(this.sink, this.ids.get(ref)!, this.toCopied(value));
    return ids;
  }

  /** ISO 32000-2, 12.5.2: an annotation stands on one page only, so equal annotations are not shared. */
  #reserveAnnotations(pages: readonly PDFPage[]): ReadonlyMap<PDFRef, PDFObject> {
    const { PDFArray, PDFName, PDFRef } = this.lib;
    const found = new Map<PDFRef, PDFObject>();
    for (const { node } of pages) {
      const listed = node.lookup(PDFName.of('Annots'));
      for (const ref of listed instanceof PDFArray ? listed.asArray() : []) {
        const value = ref instanceof PDFRef && !this.ids.has(ref) ? this.context.lookup(ref) : undefined;
        if (!value) continue;
        this.ids.set(ref as PDFRef, this.sink.reserve());
        found.set(ref as PDFRef, value);
      }
    }
    return found;
  }

  /** Writes the document's own outline under the entry `parent`. Gives the members that the entry needs for it. */
  copyOutline(parent: number): string {
    const { PDFDict, PDFName } = this.lib;
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
    const { PDFDict, PDFName, PDFNumber } = this.lib;
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
    const ids = entries.map(() => this.sink.reserve());
    let count = entries.length;
    for (const [i, entry] of entries.entries()) {
      const below = this.#copyEntries(entry, ids[i]!, seen);
      const given = entry.lookup(PDFName.of('Count'));
      const isOpen = given instanceof PDFNumber && given.asNumber() > 0;
      if (isOpen) count += below.count;
      const parts = [
        this.entriesOf(entry, treeEntries),
        `/Parent ${parent} 0 R`,
        i > 0 && `/Prev ${ids[i - 1]} 0 R`,
        i + 1 < ids.length && `/Next ${ids[i + 1]} 0 R`,
        below.count > 0 && `${below.text}/Count ${isOpen ? '' : '-'}${below.count}`,
      ];
      this.sink.writeObject(ids[i]!, `<<${parts.filter(Boolean).join('')}>>`);
    }
    return { text: `/First ${ids[0]} 0 R/Last ${ids.at(-1)} 0 R`, count };
  }

  #pageEntries({ node }: PDFPage): string {
    const { PDFName, PDFPageLeaf } = this.lib;
    // ISO 32000-2, 7.7.3.4: a page inherits missing attributes from the nodes above it.
    const inherited = PDFPageLeaf.InheritableEntries.map((name) => {
      const value = node.has(PDFName.of(name)) ? undefined : node.getInheritableAttribute(PDFName.of(name));
      return value ? `/${name} ${this.format(value)}` : '';
    });
    return this.entriesOf(node, ['Parent']) + inherited.join('');
  }

  protected override formatEntry(dict: PDFDict, name: string, value: PDFObject): string {
    const { PDFArray, PDFName, PDFNumber } = this.lib;
    if (name === '/StructParents' || name === '/StructParent') {
      const given = this.context.lookup(value);
      const key = given instanceof PDFNumber ? this.#keys.get(given.asNumber()) : undefined;
      return key === undefined ? '' : `${name} ${key}`;
    }
    if (name === '/Headers' && dict.lookup(PDFName.of('O')) === PDFName.of('Table')) {
      const headers = this.context.lookup(value);
      return `${name}[${
        headers instanceof PDFArray
          ? headers
              .asArray()
              .map((one) => this.formatId(one))
              .join('')
          : ''
      }]`;
    }
    return super.formatEntry(dict, name, value);
  }

  /** The identifier of an element as it is in the merged PDF. */
  formatId(given: PDFObject): string {
    const { PDFHexString, PDFString } = this.lib;
    const id = this.context.lookup(given);
    const bytes = id instanceof PDFString || id instanceof PDFHexString ? id.asBytes() : new Uint8Array();
    return `<${Buffer.from(this.#idPrefix, 'latin1').toString('hex')}${Buffer.from(bytes).toString('hex')}>`;
  }

  protected override place(ref: PDFRef, value: PDFObject): void {
    // A cycle. The object gets a number of its own, so it and the objects that refer to it are not shared.
    if (this.#open.has(ref)) {
      this.ids.set(ref, this.sink.reserve());
      return;
    }
    this.#open.add(ref);
    const copied = this.toCopied(value);
    this.#open.delete(ref);
    const id = this.ids.get(ref);
    if (id === undefined) this.ids.set(ref, this.#shared.write(copied));
    else writeCopied(this.sink, id, copied);
  }
}

/** Members that hold an outline entry's place in the outline. They are written anew. */
const treeEntries = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count'];
