// Copies the structure trees of documents into one tree (ISO 32000-2, 14.7): one Document, which holds a Document for each of them. A tree is written while
// its document is copied. Of a written tree, only the places of its top and of the leaves of its parent tree stay in memory.
import type { PDFDict, PDFDocument, PDFName, PDFObject } from '@cantoo/pdf-lib';
import type { LeafTree } from '../../document/paint/leaf-tree.ts';
import type { PdfSink } from '../../document/paint/pdf-sink.ts';
import type { formatTextString } from '../../document/paint/text-string.ts';
import type { PdfLib } from '../../pdf-file/copier.ts';
import type { DocumentCopier } from './document-copier.ts';
import { readTree } from './read-objects.ts';
import type { SharedObjects } from './shared-objects.ts';

/** The types of PDF 1.7 (ISO 32000-1, 14.8.4). A document that maps them to others does so for itself only. */
const types17 = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody ' +
    'TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'
  ).split(' '),
);

/** Most steps from a type to the type that it is mapped to. */
const mostSteps = 64;

export interface StructureTools {
  readonly lib: PdfLib;
  readonly sink: PdfSink;
  readonly shared: SharedObjects;
  readonly LeafTree: typeof LeafTree;
  readonly formatText: typeof formatTextString;
}

/** What the top element of a document says. */
export interface DocumentFacts {
  readonly title: string;
  /** Undefined: that of the merged PDF. */
  readonly lang: string | undefined;
  /** Files that belong to the whole document. */
  readonly files: readonly string[];
}

/** The tree of the merged PDF. */
export class MergedStructure {
  readonly tools: StructureTools;
  readonly root: number;
  readonly document: number;
  readonly parents: LeafTree;
  readonly roles = new Map<string, string>();
  readonly namespaces = new Set<string>();
  readonly #tops: number[] = [];
  #identifiers: LeafTree | undefined;
  #nextKey = 0;

  constructor(tools: StructureTools) {
    this.tools = tools;
    this.root = tools.sink.reserve();
    this.document = tools.sink.reserve();
    this.parents = new tools.LeafTree(tools.sink, 'Nums');
  }

  reserveKey(): number {
    return this.#nextKey++;
  }

  addTop(id: number): void {
    this.#tops.push(id);
  }

  addIdentifier(name: string, id: number): void {
    this.#identifiers ??= new this.tools.LeafTree(this.tools.sink, 'Names');
    this.#identifiers.add(name, `${id} 0 R`);
  }

  /** Writes the rest of the tree. Gives its root. */
  end(is20: boolean): string {
    const { sink, shared } = this.tools;
    const own = is20 ? `${shared.write({ text: '<</Type /Namespace/NS (http://iso.org/pdf2/ssn)>>' })} 0 R` : undefined;
    if (own !== undefined) this.namespaces.add(own);
    // ISO 32000-2, 14.8.2: the Document below the root is one of PDF 2.0.
    const namespace = own === undefined ? '' : `/NS ${own}`;
    const kids = this.#tops.map((id) => `${id} 0 R`).join(' ');
    sink.writeObject(this.document, `<</S/Document/P ${this.root} 0 R${namespace}/K[${kids}]>>`);
    this.parents.end();
    this.#identifiers?.end();
    const map = [...this.roles].map(([type, role]) => `${type} ${role}`).join('');
    const parts = [
      `/K ${this.document} 0 R/ParentTree ${this.parents.id} 0 R/ParentTreeNextKey ${this.#nextKey}`,
      map && `/RoleMap<<${map}>>`,
      this.#identifiers && `/IDTree ${this.#identifiers.id} 0 R`,
      this.namespaces.size > 0 && `/Namespaces[${[...this.namespaces].join(' ')}]`,
    ];
    sink.writeObject(this.root, `<</Type/StructTreeRoot${parts.filter(Boolean).join('')}>>`);
    return `${this.root} 0 R`;
  }
}

/** Copies the tree of one document. */
export class StructureCopier {
  readonly #merged: MergedStructure;
  readonly #source: PDFDocument;
  readonly #copier: DocumentCopier;
  readonly #root: PDFDict;
  readonly #tops: readonly PDFObject[];
  readonly #elements = new Map<PDFDict, number>();
  /** Elements that have their place. A second reference to such an element is left out. */
  readonly #placed = new Set<PDFDict>();
  readonly #identifiers: [name: string, id: number][] = [];

  /** Gives each element its object, so that pages and annotations can refer to elements. */
  constructor(merged: MergedStructure, source: PDFDocument, copier: DocumentCopier, root: PDFDict) {
    this.#merged = merged;
    this.#source = source;
    this.#copier = copier;
    this.#root = root;
    this.#tops = this.#kidsOf(root);
    const { PDFName, PDFRef } = merged.tools.lib;
    const ref = source.catalog.get(PDFName.of('StructTreeRoot'));
    if (ref instanceof PDFRef) copier.assign(ref, merged.root);
    this.#reserve(this.#tops);
    copier.setKeys(this.#copyParents());
  }

  /** Writes the elements. The document's pages are written before. */
  write({ title, lang, files }: DocumentFacts): void {
    const { lib, sink, formatText } = this.#merged.tools;
    const { PDFName, PDFArray, PDFRef } = lib;
    const tops = this.#tops.flatMap((top) => this.#takeElement(top) ?? []);
    const [only] = tops;
    const isDocument = tops.length === 1 && this.#formatType(only!.dict) === '/Document';
    const about =
      `/T${formatText(title)}` +
      (lang === undefined || (isDocument && only!.dict.has(PDFName.of('Lang'))) ? '' : `/Lang${formatText(lang)}`) +
      (files.length === 0 ? '' : `/AF[${files.join(' ')}]`);
    const parent = this.#merged.document;
    if (isDocument) {
      sink.writeObject(only!.id, this.#format(only!, parent, about, ['T', 'AF']));
      this.#merged.addTop(only!.id);
    } else {
      const id = sink.reserve();
      for (const top of tops) sink.writeObject(top.id, this.#format(top, id));
      const kids = tops.map((top) => `${top.id} 0 R`).join(' ');
      sink.writeObject(id, `<</S/Document/P ${parent} 0 R${about}/K[${kids}]>>`);
      this.#merged.addTop(id);
    }
    this.#identifiers.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [i, [name, id]] of this.#identifiers.entries())
      if (name !== this.#identifiers[i - 1]?.[0]) this.#merged.addIdentifier(name, id);
    const spaces = this.#root.lookup(PDFName.of('Namespaces'));
    for (const space of spaces instanceof PDFArray ? spaces.asArray() : [])
      if (space instanceof PDFRef) this.#merged.namespaces.add(this.#copier.format(space));
  }

  #lookUp(value: PDFObject | undefined): PDFObject | undefined {
    return value && this.#source.context.lookup(value);
  }

  #get(dict: PDFDict, name: string): PDFObject | undefined {
    return dict.lookup(this.#merged.tools.lib.PDFName.of(name));
  }

  #kidsOf(dict: PDFDict): readonly PDFObject[] {
    const { PDFArray, PDFName } = this.#merged.tools.lib;
    const value = dict.get(PDFName.of('K'));
    const kids = this.#lookUp(value);
    if (kids instanceof PDFArray) return kids.asArray();
    return value === undefined ? [] : [value];
  }

  /** The element at a place among kids. Undefined: content. */
  #elementAt(kid: PDFObject): PDFDict | undefined {
    const { PDFDict, PDFName } = this.#merged.tools.lib;
    const dict = this.#lookUp(kid);
    if (!(dict instanceof PDFDict)) return undefined;
    const type = this.#get(dict, 'Type');
    return type === PDFName.of('MCR') || type === PDFName.of('OBJR') ? undefined : dict;
  }

  #reserve(kids: readonly PDFObject[]): void {
    const { PDFRef } = this.#merged.tools.lib;
    const found: PDFDict[] = [];
    for (const kid of kids) {
      const dict = this.#elementAt(kid);
      if (!dict || this.#elements.has(dict)) continue;
      const id = this.#merged.tools.sink.reserve();
      this.#elements.set(dict, id);
      if (kid instanceof PDFRef) this.#copier.assign(kid, id);
      found.push(dict);
    }
    for (const dict of found) this.#reserve(this.#kidsOf(dict));
  }

  /** Copies the parent tree. Gives the new keys by the old. */
  #copyParents(): ReadonlyMap<number, number> {
    const { lib } = this.#merged.tools;
    const { PDFArray, PDFDict, PDFNumber } = lib;
    const keys = new Map<number, number>();
    const found: [key: number, value: string][] = [];
    const refer = (value: PDFObject | undefined): string | undefined => {
      const id = value instanceof PDFDict ? this.#elements.get(value) : undefined;
      return id === undefined ? undefined : `${id} 0 R`;
    };
    for (const [key, given] of readTree(lib, this.#get(this.#root, 'ParentTree'), 'Nums')) {
      const value = this.#lookUp(given);
      const owner =
        value instanceof PDFArray
          ? `[${value
              .asArray()
              .map((one) => refer(this.#lookUp(one)) ?? 'null')
              .join(' ')}]`
          : refer(value);
      if (key instanceof PDFNumber && owner !== undefined) found.push([key.asNumber(), owner]);
    }
    found.sort(([a], [b]) => a - b);
    for (const [old, owner] of found) {
      if (keys.has(old)) continue;
      const key = this.#merged.reserveKey();
      keys.set(old, key);
      this.#merged.parents.add(key, owner);
    }
    return keys;
  }

  #takeElement(kid: PDFObject): PlacedDict | undefined {
    const dict = this.#elementAt(kid);
    if (!dict || this.#placed.has(dict)) return undefined;
    this.#placed.add(dict);
    return { dict, id: this.#elements.get(dict)! };
  }

  /** Writes the elements in an element, and gives its own dictionary. `without`: members that `extra` replaces. */
  #format({ dict, id }: PlacedDict, parent: number, extra = '', without: readonly string[] = []): string {
    const { PDFName } = this.#merged.tools.lib;
    const kids = this.#kidsOf(dict).flatMap((kid) => {
      if (!this.#elementAt(kid)) return { text: this.#copier.format(kid), element: undefined };
      const element = this.#takeElement(kid);
      return element ? { text: `${element.id} 0 R`, element } : [];
    });
    const bodies = kids.map(({ element }) => element && this.#format(element, id));
    // Siblings are written one after the other: they compress better.
    for (const [i, { element }] of kids.entries()) if (element) this.#merged.tools.sink.writeObject(element.id, bodies[i]!);
    const given = dict.get(PDFName.of('ID'));
    const name = given && this.#copier.formatId(given);
    if (name !== undefined) this.#identifiers.push([name, id]);
    const parts = [
      `/S ${this.#formatType(dict)}/P ${parent} 0 R`,
      name !== undefined && `/ID${name}`,
      extra,
      this.#formatAttributes(dict),
      this.#copier.entriesOf(dict, [...ownEntries, ...without]),
      kids.length > 0 && `/K[${kids.map(({ text }) => text).join(' ')}]`,
    ];
    return `<<${parts.filter(Boolean).join('')}>>`;
  }

  /** The type of an element. If documents map the type to different types, it is what the document maps it to. */
  #formatType(dict: PDFDict): string {
    const { lib } = this.#merged.tools;
    const { PDFName } = lib;
    const type = this.#get(dict, 'S');
    if (!(type instanceof PDFName)) return '/NonStruct';
    const role = dict.has(PDFName.of('NS')) ? undefined : this.#findRole(type);
    if (!role) return type.toString();
    const { roles } = this.#merged;
    const [name, target] = [type.toString(), role.toString()];
    if (types17.has(type.decodeText())) return target;
    if (!roles.has(name)) roles.set(name, target);
    return roles.get(name) === target ? name : target;
  }

  #findRole(type: PDFName): PDFName | undefined {
    const { PDFDict, PDFName } = this.#merged.tools.lib;
    const map = this.#get(this.#root, 'RoleMap');
    if (!(map instanceof PDFDict)) return undefined;
    let role: PDFName | undefined;
    for (let steps = 0; steps < mostSteps; steps++) {
      const next = map.lookup(role ?? type);
      if (!(next instanceof PDFName)) break;
      role = next;
    }
    return role;
  }

  /** The attributes, with those of the element's classes before its own: the last counts. */
  #formatAttributes(dict: PDFDict): string {
    const { PDFArray, PDFDict, PDFName, PDFNumber } = this.#merged.tools.lib;
    const listOf = (value: PDFObject | undefined): readonly PDFObject[] => {
      const list = this.#lookUp(value);
      return list instanceof PDFArray ? list.asArray() : value === undefined ? [] : [value];
    };
    const map = this.#get(this.#root, 'ClassMap');
    const classes = listOf(dict.get(PDFName.of('C'))).flatMap((name) => {
      const known = this.#lookUp(name);
      return map instanceof PDFDict && known instanceof PDFName ? listOf(map.get(known)) : [];
    });
    // Numbers of revisions may stand between.
    const all = [...classes, ...listOf(dict.get(PDFName.of('A')))].filter((one) => !(this.#lookUp(one) instanceof PDFNumber));
    return all.length === 0 ? '' : `/A[${all.map((one) => this.#copier.format(one)).join(' ')}]`;
  }
}

interface PlacedDict {
  readonly dict: PDFDict;
  readonly id: number;
}

/** Members of an element that are written anew. */
const ownEntries = ['S', 'P', 'K', 'ID', 'A', 'C'];
