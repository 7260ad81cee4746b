// Reads the text of finished sheets in the order of the structure, for screen readers.
import type { DocumentParts, PageTaker } from './lay-out-document.ts';
import type { FieldItem, LinkItem, Page, PageItem } from './layout/fragment.ts';
import { keptKids, type WrittenElement } from './layout/kept-kids.ts';
import { isNamed, numberOfPage } from './layout/named-link.ts';
import { type Element, ownerOfShape, placeOfAnnotation, type StructureType, type Tag } from './layout/tag.ts';
import type { Segment } from './text/shaped-text.ts';
import { textOfWord } from './text/text-of-word.ts';

/** An element of the structure, as far as a sheet shows it. */
export interface ReadElement {
  readonly type: StructureType;
  readonly kids: readonly (ReadElement | string)[];
  /** BCP 47. */
  readonly lang?: string | undefined;
  /** A figure: the text that stands for it. A field: its description. A link: where it leads. */
  readonly label?: string | undefined;
  /** What a table shows. */
  readonly summary?: string | undefined;
  /** What a header cell heads. */
  readonly scope?: 'Column' | 'Row' | 'Both' | undefined;
  readonly colSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
}

export interface SheetReader extends PageTaker {
  /** When the document is laid out. Gives the reader of a sheet, from 0, whose element is that of the document. */
  end(): (sheet: number) => ReadElement;
}

type DocumentToRead = Pick<DocumentParts, 'structure' | 'metadata' | 'standard' | 'leftOut'>;

/** Takes finished pages, and adds what they show to the structure, as paint does. The texts of a document without tags are read in the order of painting. */
export function createSheetReader(document: DocumentToRead): SheetReader {
  return document.structure ? new StructureReader(document.structure, document) : new PlainReader(document);
}

/** What an annotation says. */
type Said = Pick<ReadElement, 'label' | 'kids'>;

class StructureReader implements SheetReader {
  readonly #root: Element;
  readonly #document: DocumentToRead;
  /** By page and number of the marked content. Undefined: it has no text. */
  readonly #content: (Segment | undefined)[][] = [];
  /** By the numbers that stand for their objects. */
  readonly #annotations: (() => Said)[] = [];
  readonly #links: { readonly item: LinkItem; readonly page: number }[] = [];
  readonly #anchors = new Set<string>();
  readonly #values = new Map<string, string>();

  constructor(root: Element, document: DocumentToRead) {
    this.#root = root;
    this.#document = document;
  }

  addPage({ items }: Page): void {
    this.#content.push([]);
    this.addLate(this.#content.length - 1, items);
  }

  addLate(page: number, items: readonly PageItem[]): void {
    for (const item of items) this.#addItem(item, page);
  }

  #addItem(item: PageItem, page: number): void {
    switch (item.kind) {
      case 'text':
        if (item.segment.words.length > 0) this.#addContent(item.tag, page, item.segment);
        return;
      case 'rect':
      case 'path':
        if (item.fill !== undefined || (item.stroke?.width ?? 0) > 0) this.#addContent(ownerOfShape(item.tag), page);
        return;
      case 'line':
        if (item.stroke.width > 0) this.#addContent(ownerOfShape(item.tag), page);
        return;
      case 'modules':
        if (item.rects.length > 0) this.#addContent(item.tag, page);
        return;
      case 'image':
        this.#addContent(item.tag, page);
        return;
      case 'group':
        this.addLate(page, item.items);
        return;
      case 'link':
        this.#links.push({ item, page });
        return;
      case 'anchor':
        if (item.name !== undefined) this.#anchors.add(item.name);
        return;
      case 'field':
      case 'annotation':
        if (!this.#document.leftOut.has(item)) this.#addPlace(item, page);
        return;
      default:
        // A new kind of item needs a reader.
        item satisfies never;
    }
  }

  #addContent(tag: Tag | undefined, page: number, segment?: Segment): void {
    if (tag?.kind !== 'element') return;
    const content = this.#content[page]!;
    tag.addContent({ kind: 'marked', page, id: content.length });
    content.push(segment);
  }

  #addPlace(item: Extract<PageItem, { readonly kind: 'field' | 'annotation' }>, page: number): void {
    const type = item.kind === 'field' ? 'Form' : 'Annot';
    if (item.kind === 'field' && item.form.value !== undefined && !this.#values.has(item.name))
      this.#values.set(item.name, item.form.value);
    this.#annotate(placeOfAnnotation(this.#root, item.tag, type), page, () => sayPlace(item, this.#values));
  }

  #annotate(element: Element, page: number, say: () => Said): void {
    element.addContent({ kind: 'annotation', page, object: this.#annotations.length });
    this.#annotations.push(say);
  }

  end(): (sheet: number) => ReadElement {
    for (const { item, page } of this.#links)
      if (this.#leads(item.target))
        this.#annotate(item.tag ?? this.#root.append('Link'), page, () => ({ label: item.contents, kids: [] }));
    const spans = findSpans(this.#root);
    return (sheet) => ({
      type: 'Document',
      lang: this.#document.metadata.lang,
      kids: this.#readKids(this.#root, { sheet, spans }).kids,
    });
  }

  #leads(target: string): boolean {
    const number = numberOfPage(target);
    const isThere = number !== undefined && number >= 1 && number <= this.#content.length;
    return !isNamed(target) || isThere || this.#anchors.has(target.slice(1));
  }

  #readKids(element: WrittenElement, place: ReadPlace): Said {
    const kids: (ReadElement | string)[] = [];
    let label: string | undefined;
    let text = '';
    const pass = (): void => {
      if (text !== '') kids.push(text);
      text = '';
    };
    for (const kid of keptKids(element, this.#document.standard.pdfVersion)) {
      if (kid.kind === 'element') {
        const read = this.#readElement(kid, place);
        if (!read) continue;
        pass();
        kids.push(read);
      } else if (kid.page !== place.sheet) continue;
      else if (kid.kind === 'marked') text += textOf(this.#content[kid.page]![kid.id]);
      else {
        const said = this.#annotations[kid.object]!();
        label ??= said.label;
        pass();
        kids.push(...said.kids);
      }
    }
    pass();
    return { kids, label };
  }

  #readElement(element: WrittenElement, place: ReadPlace): ReadElement | undefined {
    const { facts } = element;
    const type = element.type ?? 'Div';
    const { alt, actualText, lang, summary, scope, colSpan, rowSpan } = facts;
    const span = place.spans.get(element);
    // Each row has all of its cells.
    const isCell = type === 'TD' || type === 'TH';
    const isHere = span !== undefined && place.sheet >= span.first && place.sheet <= span.last;
    if (!isHere && !isCell) return undefined;
    const own = { type, lang, summary: summary || undefined, scope, colSpan, rowSpan };
    const instead = actualText ?? (alt || undefined);
    if (instead !== undefined) {
      // The replacement text of an element is read on the sheet where the element begins.
      if (place.sheet !== span?.first) return undefined;
      return actualText === undefined ? { ...own, kids: [], label: alt } : { ...own, kids: [actualText] };
    }
    const { kids, label } = this.#readKids(element, place);
    if (kids.length === 0 && label === undefined && !isCell && type !== 'Figure') return undefined;
    return { ...own, kids, label };
  }
}

interface ReadPlace {
  readonly sheet: number;
  readonly spans: ReadonlyMap<WrittenElement, Span>;
}

/** The first and the last sheet of an element, from 0. */
interface Span {
  first: number;
  last: number;
}

/** The sheets of all elements with content. A row without content stands on the sheet of the row before it. */
function findSpans(root: Element): ReadonlyMap<WrittenElement, Span> {
  const spans = new Map<WrittenElement, Span>();
  const visit = (element: Element): Span | undefined => {
    const span: Span = { first: Number.POSITIVE_INFINITY, last: -1 };
    for (const kid of element.kids) {
      const inside = kid.kind === 'element' ? visit(kid) : { first: kid.page, last: kid.page };
      if (inside) {
        span.first = Math.min(span.first, inside.first);
        span.last = Math.max(span.last, inside.last);
      } else if (kid.kind === 'element' && kid.type === 'TR' && span.last >= 0)
        spans.set(kid, { first: span.last, last: span.last });
    }
    if (span.last < 0) return undefined;
    spans.set(element, span);
    return span;
  };
  visit(root);
  return spans;
}

/** Reads a document without tags: its texts, fields and notes. The text of a component is a paragraph, if layout has noted which text is whose. */
class PlainReader implements SheetReader {
  readonly #document: DocumentToRead;
  readonly #sheets: { readonly page: Page; readonly items: PageItem[] }[] = [];

  constructor(document: DocumentToRead) {
    this.#document = document;
  }

  addPage(page: Page): void {
    this.#sheets.push({ page, items: [...page.items] });
  }

  addLate(page: number, items: readonly PageItem[]): void {
    this.#sheets[page]!.items.push(...items);
  }

  end(): (sheet: number) => ReadElement {
    return (sheet) => ({ type: 'Document', lang: this.#document.metadata.lang, kids: this.#read(sheet) });
  }

  #read(sheet: number): readonly ReadElement[] {
    const { page, items } = this.#sheets[sheet]!;
    const read: { readonly owner: unknown; readonly element: ReadElement }[] = [];
    const visit = (item: PageItem): void => {
      if (item.kind === 'group') for (const inside of item.items) visit(inside);
      else if (item.kind === 'text') {
        const owner = page.origins?.originOf(item) ?? item;
        const text = textOf(item.segment);
        const last = read.at(-1);
        if (last?.owner !== owner) read.push({ owner, element: { type: 'P', kids: [text] } });
        else read[read.length - 1] = { owner, element: { type: 'P', kids: [last.element.kids.join('') + text] } };
      } else if ((item.kind === 'field' || item.kind === 'annotation') && !this.#document.leftOut.has(item)) {
        const element = { type: item.kind === 'field' ? 'Form' : 'Annot', ...sayPlace(item, new Map()) } as const;
        read.push({ owner: item, element });
      }
    };
    for (const item of items) visit(item);
    return read.map(({ element }) => element);
  }
}

/** The text of a segment, without hyphens at which lines end. */
function textOf(segment: Segment | undefined): string {
  if (!segment) return '';
  const { words, face } = segment;
  return words
    .map((word) => textOfWord(word, face))
    .join('')
    .replaceAll('\u00ad', '');
}

/** `values`: the values of fields by their names, since one button of a group may say which one is on. */
function sayPlace(item: Extract<PageItem, { readonly kind: 'field' | 'annotation' }>, values: ReadonlyMap<string, string>): Said {
  if (item.kind === 'annotation') return { label: undefined, kids: [item.contents] };
  const { description, form } = item;
  return {
    label: form.button?.label ? `${description}: ${form.button.label}` : description,
    kids: sayValue(item, values.get(item.name) ?? form.value),
  };
}

function sayValue({ form: { button, options } }: FieldItem, value: string | undefined): readonly string[] {
  if (button) return [value === button.option ? 'on' : 'off'];
  if (value === undefined) return [];
  return [options?.find((option) => option.value === value)?.label ?? value];
}
