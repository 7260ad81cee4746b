// Writes the structure tree (ISO 32000-2, 14.7): an object for each element, and the parent tree, which leads from marked content to its element.

import { keptKids, type WrittenElement } from '../layout/kept-kids.ts';
import {
  type ContentPiece,
  type Element,
  type Numbering,
  placeOfAnnotation,
  type StructureType,
  type TagFacts,
  type TaggedForm,
} from '../layout/tag.ts';
import type { Standard } from '../standard.ts';
import { LeafTree } from './leaf-tree.ts';
import { FigureAreas } from './marked-content.ts';
import type { MarkedPlace, StructuredPlace } from './navigation.ts';
import { formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatLiteral, formatTextString } from './text-string.ts';

/** Types that PDF 1.7 does not have, and the types that it takes for them. */
const roles: Partial<Record<StructureType, StructureType>> = { Title: 'P' };

/** Names of PDF 2.0 for these types, in its namespace (ISO 32000-2, 14.8.6). Document says the namespace of the tree; Note is no longer a type. */
const typesOf20: Partial<Record<StructureType, string>> = {
  Document: 'Document',
  Title: 'Title',
  Note: 'FENote',
  Em: 'Em',
  Strong: 'Strong',
};
const namespaceOf20 = 'http://iso.org/pdf2/ssn';

/** Kinds of labels that only PDF 2.0 knows, and what PDF 1.7 takes for them. */
const numberings: Partial<Record<Numbering, Numbering>> = { Unordered: 'Disc', Ordered: 'Decimal', Description: 'None' };

/** Types of the groups of too many elements in an element. */
const groupTypes: Partial<Record<StructureType, StructureType>> = { TOC: 'TOC', L: 'L', Table: 'NonStruct' };
/** ISO 19005-1, 6.1.12: most elements of an array. */
const mostKids = 8191;

/** Characters. */
const padding = 20;

/** A page object. */
export interface WrittenPage {
  readonly id: number;
  /** The key in the parent tree, if elements have content on the page. */
  readonly key: number | undefined;
  /** Number of sequences of elements. */
  readonly marks: number;
}

/** The objects of a footnote, of the links that refer to it, and of the arrays by which they refer to each other. */
interface WrittenNote {
  note: number;
  readonly links: number[];
  readonly toNote: number;
  readonly toLinks: number;
}

export class Structure {
  readonly figures = new FigureAreas();
  readonly root: Element;
  readonly #sink: PdfSink;
  readonly #version: Standard['pdfVersion'];
  /** By page and number of the marked content: the element's object. */
  #owners: readonly (readonly (number | undefined)[])[] = [];
  #top = 0;
  /** Keys of annotations in the parent tree, by their objects. */
  readonly #annotations = new Map<number, number>();
  /** By their keys in the parent tree. */
  readonly #forms = new Map<number, TaggedForm>();
  #nextKey = 0;
  /** Where links of a document of PDF 2.0 lead. */
  readonly #targets = new Map<object, StructuredPlace>();

  constructor(root: Element, sink: PdfSink, version: Standard['pdfVersion']) {
    this.root = root;
    this.#sink = sink;
    this.#version = version;
  }

  /** A new key of the parent tree, for a page. */
  reserveKey(): number {
    return this.#nextKey++;
  }

  /** Adds an annotation to the content of an element. `page`: its index, from 0. Returns the key for its dictionary. */
  addAnnotation(element: Element, page: number, object: number): number {
    element.addContent({ kind: 'annotation', page, object });
    const key = this.reserveKey();
    this.#annotations.set(object, key);
    return key;
  }

  /** As `addAnnotation`, for an annotation that must be alone in its element. Each further annotation gets an element of its own beside it. */
  holdAnnotation(element: Element | undefined, type: 'Form' | 'Annot', page: number, object: number): number {
    return this.addAnnotation(placeOfAnnotation(this.root, element, type), page, object);
  }

  /** The annotations in the order in which they are read, numbered from 0. */
  orderAnnotations(): ReadonlyMap<number, number> {
    const order = new Map<number, number>();
    const visit = (element: Element): void => {
      for (const kid of element.kids) {
        if (kid.kind === 'element') visit(kid);
        else if (kid.kind === 'annotation') order.set(kid.object, order.size);
      }
    };
    visit(this.root);
    return order;
  }

  /** Takes a form with content of elements. Returns the key for its dictionary. */
  addForm(form: TaggedForm): number {
    const key = this.reserveKey();
    this.#forms.set(key, form);
    return key;
  }

  /** Notes where a link leads. */
  lead(link: Element, place: StructuredPlace): void {
    this.#targets.set(link, place);
  }

  /** Writes the tree and returns the entries of the catalog. */
  write(pages: readonly WrittenPage[]): Record<string, string> {
    const sink = this.#sink;
    const id = sink.reserve();
    const namespace = this.#version === '2.0' ? sink.reserve() : undefined;
    if (namespace !== undefined) sink.writeObject(namespace, `<</Type/Namespace/NS(${namespaceOf20})>>`);
    const tree = new TreeWriter(sink, pages, this.figures, namespace, this.#version, this.#targets);
    const top = tree.write(this.root, id);
    this.#owners = tree.owners;
    this.#top = top;
    for (const [id, place] of tree.references) sink.writeObject(id, `[${this.elementAt(place)} 0 R]`);
    for (const { note, links, toNote, toLinks } of tree.notes.values()) {
      sink.writeObject(toNote, `[${note} 0 R]`);
      sink.writeObject(toLinks, `[${links.map((link) => `${link} 0 R`).join(' ')}]`);
    }
    const parents: [number, string][] = [];
    for (const [page, { key }] of pages.entries()) if (key !== undefined) parents.push([key, formatOwners(tree.owners[page]!)]);
    for (const [key, { owners }] of this.#forms) parents.push([key, formatOwners(owners)]);
    for (const [object, key] of this.#annotations) parents.push([key, `${tree.linkOwners.get(object)} 0 R`]);
    parents.sort(([a], [b]) => a - b);
    const parentTree = writeLeaves(sink, 'Nums', parents);
    const names = tree.identifiers
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, element]) => [formatLiteral(name), `${element} 0 R`] as const);
    const idTree = names.length > 0 ? `/IDTree ${writeLeaves(sink, 'Names', names)} 0 R` : '';
    const map = [...tree.mapped].map((type) => `/${type}/${roles[type]}`).join('');
    const roleMap = map && `/RoleMap<<${map}>>`;
    sink.writeObject(
      id,
      `<</Type/StructTreeRoot/K ${top} 0 R/ParentTree ${parentTree} 0 R/ParentTreeNextKey ${this.#nextKey}${roleMap}${idTree}${namespace === undefined ? '' : `/Namespaces[${namespace} 0 R]`}>>`,
    );
    return { MarkInfo: '<</Marked true>>', StructTreeRoot: `${id} 0 R` };
  }

  /** The object of the element that a sequence of marked content belongs to, once the tree is written. `mark` may be one past the last. */
  elementAt({ page, mark, form }: MarkedPlace): number {
    const owners = form?.owners ?? this.#owners[page] ?? [];
    return owners[mark] ?? owners[mark - 1] ?? this.#top;
  }
}

class TreeWriter {
  /** By page and number of the marked content: the element's object. */
  readonly owners: (number | undefined)[][];
  /** By annotation: the element's object. */
  readonly linkOwners = new Map<number, number>();
  readonly identifiers: [name: string, object: number][] = [];
  /** Arrays with the element at a place, by their objects. */
  readonly references: [object: number, place: StructuredPlace][] = [];
  /** The footnotes of a document of PDF 2.0. */
  readonly notes = new Map<WrittenElement, WrittenNote>();
  /** The names of header cells. */
  readonly #headerNames = new Map<WrittenElement, string>();
  /** Types in use that the role map lists. */
  readonly mapped = new Set<StructureType>();
  readonly #sink: PdfSink;
  readonly #pages: readonly WrittenPage[];
  readonly #figures: FigureAreas;
  readonly #version: Standard['pdfVersion'];
  readonly #targets: ReadonlyMap<object, StructuredPlace>;
  /** The object of the namespace of PDF 2.0. Undefined: the types are those of PDF 1.7. */
  readonly #namespace: number | undefined;

  constructor(
    sink: PdfSink,
    pages: readonly WrittenPage[],
    figures: FigureAreas,
    namespace: number | undefined,
    version: Standard['pdfVersion'],
    targets: ReadonlyMap<object, StructuredPlace>,
  ) {
    this.#targets = targets;
    this.#version = version;
    this.#namespace = namespace;
    this.#sink = sink;
    this.#pages = pages;
    this.#figures = figures;
    this.owners = pages.map(({ marks }) => new Array<number | undefined>(marks).fill(undefined));
  }

  /** Writes an element with all elements in it, and returns its object. */
  write(element: Element, parent: number): number {
    const id = this.#sink.reserve();
    this.#sink.writeObject(id, padded(this.#format(element, id, parent)));
    return id;
  }

  /** Writes the elements in an element, and returns its own dictionary. Siblings are numbered and written one after the other: they compress better. */
  #format(element: WrittenElement, id: number, parent: number): string {
    const type = element.type ?? 'Document';
    const kept = this.#keptKids(element);
    const ids = kept.map((kid) => (kid.kind === 'element' ? this.#sink.reserve() : 0));
    const bodies = kept.map((kid, i) => (kid.kind === 'element' ? this.#format(kid, ids[i]!, id) : ''));
    let kids = '';
    let page: number | undefined;
    for (let i = 0; i < kept.length; i++) {
      const kid = kept[i]!;
      if (i > 0) kids += ' ';
      if (kid.kind === 'element') {
        this.#sink.writeObject(ids[i]!, padded(bodies[i]!));
        kids += `${ids[i]} 0 R`;
        continue;
      }
      page ??= kid.page;
      kids += this.#formatPiece(kid, page);
      if (kid.kind === 'marked') (kid.form?.owners ?? this.owners[kid.page]!)[kid.id] = id;
      else this.linkOwners.set(kid.object, id);
    }
    if (roles[type] !== undefined && this.#namespace === undefined) this.mapped.add(type);
    const on = page === undefined ? '' : `/Pg ${this.#pages[page]!.id} 0 R`;
    return `<</S/${this.#formatType(type)}/P ${parent} 0 R${this.#formatFacts(element, type, id)}${on}${formatKids(kids, kept.length)}>>`;
  }

  #formatType(type: StructureType): string {
    const of20 = this.#namespace === undefined ? undefined : typesOf20[type];
    return of20 === undefined ? type : `${of20}/NS ${this.#namespace} 0 R`;
  }

  #keptKids(element: WrittenElement): readonly (WrittenElement | ContentPiece)[] {
    const kids = keptKids(element, this.#version);
    return this.#version === '1.4' ? groupKids(kids, element.type) : kids;
  }

  /** A piece of content names its page only if it is not the page of the element. */
  #formatPiece(piece: ContentPiece, page: number): string {
    const on = piece.page === page ? '' : `/Pg ${this.#pages[piece.page]!.id} 0 R`;
    if (piece.kind === 'annotation') return `<</Type/OBJR${on}/Obj ${piece.object} 0 R>>`;
    if (piece.form) return `<</Type/MCR${on}/Stm ${piece.form.object} 0 R/MCID ${piece.id}>>`;
    return on === '' ? `${piece.id}` : `<</Type/MCR${on}/MCID ${piece.id}>>`;
  }

  #formatFacts(element: WrittenElement, type: StructureType, id: number): string {
    const { alt, actualText, lang } = element.facts;
    const name = type === 'Note' ? `note${this.identifiers.length + 1}` : element.isNamed ? this.#nameHeader(element) : undefined;
    if (name !== undefined) this.identifiers.push([name, id]);
    return (
      (name === undefined ? '' : `/ID${formatLiteral(name)}`) +
      (alt === undefined || alt === '' ? '' : `/Alt${formatTextString(alt)}`) +
      (actualText === undefined ? '' : `/ActualText${formatTextString(actualText)}`) +
      (lang === undefined ? '' : `/Lang${formatTextString(lang)}`) +
      this.#formatAttributes(element, type) +
      (this.#namespace === undefined ? '' : this.#formatReferences(element, type, id))
    );
  }

  #formatReferences(element: WrittenElement, type: StructureType, id: number): string {
    const { note, isFootnote } = element.facts;
    if (type === 'TOCI') return this.#formatReference(element);
    if (note) {
      const written = this.#noteOf(note);
      written.links.push(id);
      return `/Ref ${written.toNote} 0 R`;
    }
    if (!isFootnote) return '';
    const written = this.#noteOf(element);
    written.note = id;
    return `/Ref ${written.toLinks} 0 R`;
  }

  /** ISO 14289-2, 8.2.5.14: a note and the places that refer to it refer to each other. */
  #noteOf(element: WrittenElement): WrittenNote {
    let written = this.notes.get(element);
    if (!written) {
      written = { note: 0, links: [], toNote: this.#sink.reserve(), toLinks: this.#sink.reserve() };
      this.notes.set(element, written);
    }
    return written;
  }

  #nameHeader(header: WrittenElement): string {
    const name = this.#headerNames.get(header) ?? `header${this.#headerNames.size + 1}`;
    this.#headerNames.set(header, name);
    return name;
  }

  /** ISO 14289-2, 8.2.5.8: an entry of a table of contents refers to the element to which it leads. */
  #formatReference(entry: WrittenElement): string {
    const place = this.#targetIn(entry);
    if (place === undefined) return '';
    const id = this.#sink.reserve();
    this.references.push([id, place]);
    return `/Ref ${id} 0 R`;
  }

  /** Where the first link in an element leads. */
  #targetIn(element: WrittenElement): StructuredPlace | undefined {
    const linkTarget = this.#targets.get(element);
    if (linkTarget !== undefined) return linkTarget;
    for (const kid of element.kids) {
      const found = kid.kind === 'element' ? this.#targetIn(kid) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #formatAttributes(element: WrittenElement, type: StructureType): string {
    const names = element.facts.headers?.map((header) => formatLiteral(this.#nameHeader(header)));
    const table = formatTableFacts(element.facts) + (names ? `/Headers[${names.join('')}]` : '');
    const area = type === 'Figure' ? this.#figures.of(element) : undefined;
    const { list } = element.facts;
    const numbering = list && ((this.#namespace === undefined && numberings[list.numbering]) || list.numbering);
    return (
      (table && `/A<</O/Table${table}>>`) +
      (numbering === undefined ? '' : `/A<</O/List/ListNumbering/${numbering}>>`) +
      formatTextFacts(element.facts, this.#namespace !== undefined) +
      (element.facts.isFootnote && this.#namespace !== undefined ? '/A<</O/FENote/NoteType/Footnote>>' : '') +
      (area ? `/A<</O/Layout/BBox[${area.map(formatLength).join(' ')}]>>` : '')
    );
  }
}

/** The objects of the elements of sequences, as the parent tree lists them. */
function formatOwners(owners: readonly (number | undefined)[]): string {
  return `[${Array.from(owners, (owner) => (owner === undefined ? 'null' : `${owner} 0 R`)).join(' ')}]`;
}

function formatTableFacts({ summary, scope, colSpan = 1, rowSpan = 1 }: TagFacts): string {
  return (
    (summary ? `/Summary${formatTextString(summary)}` : '') +
    (scope === undefined ? '' : `/Scope/${scope}`) +
    (colSpan === 1 ? '' : `/ColSpan ${colSpan}`) +
    (rowSpan === 1 ? '' : `/RowSpan ${rowSpan}`)
  );
}

/** ISO 32000-2, table 380. PDF 1.7 knows how far characters stand above the baseline, and PDF 2.0 also why. */
function formatTextFacts({ textPosition, baselineShift, textDecoration }: TagFacts, isOf20: boolean): string {
  const position =
    textPosition === undefined
      ? ''
      : isOf20
        ? `/TextPosition/${textPosition}`
        : `/BaselineShift ${formatLength(baselineShift ?? 0)}`;
  const line = textDecoration === undefined ? '' : `/TextDecorationType/${textDecoration}`;
  return position + line && `/A<</O/Layout${position}${line}>>`;
}

/** With spaces at the end, so that the places of objects in their stream are round numbers. These compress better: a long table takes 6 % less. */
function padded(body: string): string {
  return body.padEnd(Math.ceil((body.length + 1) / padding) * padding - 1);
}

function formatKids(kids: string, count: number): string {
  if (count === 0) return '';
  if (count > 1) return `/K[${kids}]`;
  return kids.startsWith('<') ? `/K${kids}` : `/K ${kids}`;
}

/**
 * Too many kids stand in groups, which say nothing of their own. A table of contents holds further tables of contents, a list further lists, and a
 * text holds no blocks. What stands in a NonStruct belongs to the table (ISO 32000-1, table 333).
 */
function groupKids(
  kids: readonly (WrittenElement | ContentPiece)[],
  type: StructureType | undefined,
): readonly (WrittenElement | ContentPiece)[] {
  if (kids.length <= mostKids) return kids;
  const group = groupTypes[type ?? 'Div'] ?? (kids.some(({ kind }) => kind !== 'element') ? 'Span' : 'Div');
  const groups: WrittenElement[] = [];
  for (let at = 0; at < kids.length; at += mostKids)
    groups.push({ kind: 'element', type: group, facts: {}, kids: kids.slice(at, at + mostKids) });
  return groups;
}

/** Writes a number or name tree of sorted entries, and returns its root. */
function writeLeaves(
  sink: PdfSink,
  kind: 'Nums' | 'Names',
  entries: readonly (readonly [key: number | string, value: string])[],
): number {
  const tree = new LeafTree(sink, kind);
  for (const [key, value] of entries) tree.add(key, value);
  tree.end();
  return tree.id;
}
