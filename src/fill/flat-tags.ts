// Keeps the tags of a file whose fields become content: in the element of a field, marked content takes the place of the widget.
import { PDFArray, PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import type { FormField, Widget } from '../pdf-file/acro-form/read-fields.ts';
import { UnreadablePdf } from '../pdf-file/objects.ts';
import { type FormUpdate, textOf, toArray, toPdfRef } from './form-update.ts';

const maxEntries = 1_000_000;

export class FlatTags {
  readonly #update: FormUpdate;
  /** The parent tree: elements by the keys of pages and annotations (ISO 32000-2, 14.7.5.4). */
  readonly #parents = new Map<number, PDFObject>();
  /** The elements of the marked content of pages that change. */
  readonly #pages = new Map<number, PDFObject[]>();
  readonly #root: PDFDict;

  constructor(update: FormUpdate) {
    this.#update = update;
    const catalog = update.context.lookup(update.context.trailerInfo.Root as PDFRef) as PDFDict;
    const ref = catalog.get(PDFName.of('StructTreeRoot'));
    const root = ref instanceof PDFRef ? update.change(ref) : catalog.lookup(PDFName.of('StructTreeRoot'));
    this.#root = root as PDFDict;
    this.#readTree(this.#root.lookup(PDFName.of('ParentTree')));
  }

  #readTree(tree: PDFObject | undefined): void {
    const seen = new Set<PDFObject>();
    const open = [tree];
    while (open.length > 0) {
      const node = open.pop();
      if (!(node instanceof PDFDict) || seen.has(node)) continue;
      seen.add(node);
      const numbers = node.lookup(PDFName.of('Nums'));
      if (numbers instanceof PDFArray)
        for (let i = 0; i + 1 < numbers.size(); i += 2) {
          const key = numbers.lookup(i);
          if (key instanceof PDFNumber) this.#parents.set(key.asNumber(), numbers.get(i + 1));
        }
      if (this.#parents.size > maxEntries) throw new UnreadablePdf(`has more than ${maxEntries} entries in its tree of tags`);
      const kids = node.lookup(PDFName.of('Kids'));
      if (kids instanceof PDFArray) for (let i = 0; i < kids.size(); i++) open.push(kids.lookup(i));
    }
  }

  /** Gives the operator that begins the marked content of a field; undefined: no element holds its widget, or nothing is painted. */
  replaceWidget(pageRef: PDFRef, page: PDFDict, field: FormField, widget: Widget, isPainted: boolean): string | undefined {
    const key = widget.dict.number('StructParent');
    const elementRef = key === undefined ? undefined : this.#parents.get(key);
    if (key === undefined || !(elementRef instanceof PDFRef) || !widget.ref) return undefined;
    this.#parents.delete(key);
    const element = this.#update.change(elementRef);
    const listed = element.lookup(PDFName.of('K'));
    const kids = listed instanceof PDFArray ? listed.asArray() : [element.get(PDFName.of('K'))];
    const own = toPdfRef(widget.ref);
    const at = kids.findIndex((kid) => {
      const dict = this.#update.context.lookup(kid);
      return dict instanceof PDFDict && dict.get(PDFName.of('Obj')) === own;
    });
    if (at < 0) return undefined;
    const mcid = isPainted ? this.#addContent(page, elementRef) : undefined;
    const content = mcid === undefined ? [] : [this.#reference(pageRef, mcid)];
    const left = [...kids.slice(0, at), ...content, ...kids.slice(at + 1)].filter((kid) => kid !== undefined);
    element.set(PDFName.of('K'), toArray(left, this.#update.context));
    if (mcid === undefined) return undefined;
    this.#describe(element, field, widget);
    return `/Form <</MCID ${mcid}>> BDC`;
  }

  #reference(page: PDFRef, mcid: number): PDFDict {
    const reference = PDFDict.withContext(this.#update.context);
    reference.set(PDFName.of('Type'), PDFName.of('MCR'));
    reference.set(PDFName.of('Pg'), page);
    reference.set(PDFName.of('MCID'), PDFNumber.of(mcid));
    return reference;
  }

  #addContent(page: PDFDict, element: PDFRef): number {
    const given = page.lookup(PDFName.of('StructParents'));
    const key = given instanceof PDFNumber ? given.asNumber() : this.#nextKey();
    if (!(given instanceof PDFNumber)) page.set(PDFName.of('StructParents'), PDFNumber.of(key));
    let elements = this.#pages.get(key);
    if (!elements) {
      const listed = this.#update.context.lookup(this.#parents.get(key));
      elements = listed instanceof PDFArray ? [...listed.asArray()] : [];
      this.#pages.set(key, elements);
      this.#parents.set(key, PDFNull);
    }
    elements.push(element);
    return elements.length - 1;
  }

  #nextKey(): number {
    const given = this.#root.lookup(PDFName.of('ParentTreeNextKey'));
    let next = given instanceof PDFNumber ? given.asNumber() : 0;
    for (const key of this.#parents.keys()) next = Math.max(next, key + 1);
    this.#root.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(next + 1));
    return next;
  }

  /** ISO 32000-2, 14.8.5.6: what the printed field was. */
  #describe(element: PDFDict, { kind, label: ofField }: FormField, { dict, state, ref }: Widget): void {
    const { context } = this.#update;
    const label = dict.text('TU') ?? ofField;
    const attributes = PDFDict.withContext(context);
    attributes.set(PDFName.of('O'), PDFName.of('PrintField'));
    attributes.set(PDFName.of('Role'), PDFName.of({ checkbox: 'cb', radio: 'rb', button: 'pb' }[kind as string] ?? 'tv'));
    const own = ref && context.lookup(toPdfRef(ref));
    const shown = own instanceof PDFDict ? own.lookup(PDFName.of('AS')) : undefined;
    if (state !== undefined)
      attributes.set(PDFName.of('checked'), PDFName.of(shown instanceof PDFName && shown.decodeText() === state ? 'on' : 'off'));
    if (label !== undefined) attributes.set(PDFName.of('Desc'), textOf(label));
    // A sign is no text that could be read.
    if (label !== undefined && state !== undefined && !element.has(PDFName.of('Alt')))
      element.set(PDFName.of('Alt'), textOf(label));
    const given = element.lookup(PDFName.of('A'));
    const before = given instanceof PDFArray ? given.asArray() : given ? [element.get(PDFName.of('A'))!] : [];
    element.set(PDFName.of('A'), before.length === 0 ? attributes : toArray([...before, attributes], context));
  }

  finish(): void {
    const { context } = this.#update;
    for (const [key, elements] of this.#pages) this.#parents.set(key, this.#update.addObject(toArray(elements, context)));
    const numbers = [...this.#parents].toSorted(([a], [b]) => a - b).flatMap(([key, value]) => [PDFNumber.of(key), value]);
    const tree = PDFDict.withContext(context);
    tree.set(PDFName.of('Nums'), toArray(numbers, context));
    this.#root.set(PDFName.of('ParentTree'), this.#update.addObject(tree));
  }
}
