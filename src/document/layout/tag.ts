// The structure of a document (ISO 32000-2, 14.7 and 14.8): its elements in reading order, and what is not part of it.

/** Structure types of ISO 32000-2, 14.8.4. Those that PDF 1.7 does not have are mapped when the file is written. */
export type StructureType =
  | 'Document'
  | 'Part'
  | 'Sect'
  | 'Div'
  | 'NonStruct'
  | 'Title'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'P'
  | 'BlockQuote'
  | 'Code'
  | 'Note'
  | 'Caption'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'TOC'
  | 'TOCI'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Form'
  | 'Annot'
  | 'Link'
  | 'Reference'
  | 'Em'
  | 'Strong'
  | 'Span';

/** What kind of labels a list has. PDF 1.7 does not know `Unordered`, `Ordered` and `Description`. */
export type Numbering =
  | 'None'
  | 'Disc'
  | 'Circle'
  | 'Square'
  | 'Decimal'
  | 'UpperRoman'
  | 'LowerRoman'
  | 'UpperAlpha'
  | 'LowerAlpha'
  | 'Unordered'
  | 'Ordered'
  | 'Description';

/** What a tag says beside its type. */
export interface TagFacts {
  /** Stands for the content of the element when it is read aloud. */
  readonly alt?: string | undefined;
  /** Stands for the content of the element, if its glyphs are not in the order in which they are read. */
  readonly actualText?: string | undefined;
  /** What a table shows, for people who cannot see it. Its cells are read as well. */
  readonly summary?: string | undefined;
  /** BCP 47. */
  readonly lang?: string | undefined;
  /** The labels of a list. The first label decides. */
  readonly list?: { numbering: Numbering } | undefined;
  /** Characters below or above the line, for PDF 2.0, and how far above the baseline they stand in pt, for PDF 1.7. */
  readonly textPosition?: 'Sub' | 'Sup' | undefined;
  readonly baselineShift?: number | undefined;
  readonly textDecoration?: 'Underline' | 'LineThrough' | undefined;
  /** What a header cell heads. */
  readonly scope?: 'Column' | 'Row' | 'Both' | undefined;
  /** Columns and rows that a cell takes; default 1. */
  readonly colSpan?: number | undefined;
  readonly rowSpan?: number | undefined;
  /** The header cells of a cell, where their scopes do not lead to it. */
  readonly headers?: readonly Element[] | undefined;
  /** The note to which a link refers. */
  readonly note?: Element | undefined;
  /** A note at the foot of a sheet. */
  readonly isFootnote?: true | undefined;
}

export const noFacts: TagFacts = {};

/** A form whose content belongs to elements. Paint fills in the object of the form, and for each marked sequence the object of its element. */
export interface TaggedForm {
  object: number;
  readonly owners: (number | undefined)[];
}

/**
 * A piece of painted content of an element, on a page from 0: marked content with its number there or in a form on it, or an annotation with its
 * object.
 */
export type ContentPiece =
  | { readonly kind: 'marked'; readonly page: number; readonly id: number; readonly form?: TaggedForm | undefined }
  | { readonly kind: 'annotation'; readonly page: number; readonly object: number };

/**
 * An element of the structure tree. It joins its parent when its component is built, or, if it is `inline`, when its first content is painted; so
 * its place is the one at which it is read. A note joins after the first link that refers to it. Paint adds its pieces of content.
 */
export class Element {
  readonly kind = 'element';
  #type: StructureType | undefined;
  readonly parent: Element | undefined;
  #facts: TagFacts;
  readonly kids: (Element | ContentPiece)[] = [];
  /** A cell names it as its header. */
  isNamed = false;
  #joined: boolean;

  constructor(type: StructureType | undefined, parent: Element | undefined, facts: TagFacts = noFacts, { inline = false } = {}) {
    this.#type = type;
    this.parent = parent;
    this.#facts = facts;
    this.#joined = !inline;
    if (!inline && !facts.isFootnote) parent?.kids.push(this);
  }

  /** Undefined: a place in the order, which the tree leaves out. Its kids stand there instead. */
  get type(): StructureType | undefined {
    return this.#type;
  }

  get facts(): TagFacts {
    return this.#facts;
  }

  /** Makes a cell cover more rows, when these are laid out. */
  cover(rowSpan: number): void {
    this.#facts = { ...this.#facts, rowSpan };
  }

  /** Makes the element a mere place: its kids stand there instead. */
  dissolve(): void {
    this.#type = undefined;
  }

  /** Changes the type, when all of the document is laid out. */
  become(type: StructureType): void {
    this.#type = type;
  }

  /** Adds painted content. */
  addContent(piece: ContentPiece): void {
    this.#join();
    this.kids.push(piece);
  }

  /** Adds an element at the end. */
  append(type: StructureType): Element {
    return new Element(type, this);
  }

  /** Takes all kids away: what a place in the order holds is made anew. */
  empty(): void {
    this.kids.length = 0;
  }

  #join(): void {
    if (this.#joined) return;
    this.#joined = true;
    if (this.parent === undefined) return;
    this.parent.#join();
    this.parent.kids.push(this);
    const { note } = this.#facts;
    if (note) note.#follow();
  }

  /** Joins a note, if no other link has done so. */
  #follow(): void {
    const { parent } = this;
    if (!parent || parent.kids.includes(this)) return;
    parent.#join();
    parent.kids.push(this);
  }
}

/** Content that is not part of the document's structure (ISO 32000-2, 14.8.2.2). */
export interface Artifact {
  readonly kind: 'artifact';
  readonly type: 'Pagination' | 'Layout' | 'Page' | 'Background';
  readonly subtype?: 'Header' | 'Footer' | 'Watermark' | undefined;
  /** Where links inside of it are read: an annotation always belongs to the structure. */
  readonly links?: Element | undefined;
}

/** Where an item belongs. */
export type Tag = Element | Artifact;

/** The figure to which an element belongs. */
export function figureOf(tag: Tag): Element | undefined {
  let at = tag.kind === 'element' ? tag : undefined;
  while (at && at.type !== 'Figure') at = at.parent;
  return at;
}

/** The element of lines and areas of colour. They are decoration, except in a figure. */
export function ownerOfShape(tag: Tag | undefined): Tag | undefined {
  return tag?.kind === 'element' && figureOf(tag) === undefined ? undefined : tag;
}

/** The element of an annotation that stands in it alone: its own, while that is empty, or else one beside it. */
export function placeOfAnnotation(root: Element, own: Element | undefined, type: 'Form' | 'Annot'): Element {
  return own?.kids.length === 0 ? own : (own?.parent ?? root).append(type);
}
