// The structure tree of a file (ISO 32000-2, 14.7): its elements with their standard types, attributes and content.
import { asDict, type Dict, decodeText, Name, Ref, type Stream, Text, UnreadablePdf, type Value } from '../pdf-file/objects.ts';
import type { PdfFile } from '../pdf-file/open-pdf.ts';
import type { PdfPage } from '../pdf-file/pages.ts';
import { findRole, type MappedRole, type Namespace, readNamespace } from './roles.ts';

export type Attribute = string | number | boolean | null | readonly Attribute[];

export type Kid =
  | { readonly kind: 'element'; readonly element: StructElem }
  /** Marked content of a page, or of a form that a page paints. */
  | { readonly kind: 'content'; readonly page: number | undefined; readonly form: Stream | undefined; readonly mcid: number }
  /** An annotation or another object. */
  | { readonly kind: 'object'; readonly page: number | undefined; readonly object: Dict };

export interface StructElem {
  /** The type as it is written. */
  readonly type: string;
  readonly namespace: Namespace;
  /** Its standard type: `type` itself, or the type to which the role maps lead. */
  readonly role: MappedRole;
  readonly dict: Dict;
  readonly parent: StructElem | undefined;
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly lang: string | undefined;
  readonly alt: string | undefined;
  readonly actualText: string | undefined;
  readonly expansion: string | undefined;
  /** By owner, such as `Table`, then by name. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, Attribute>>>>;
  readonly kids: readonly Kid[];
  /** The page of its first content. */
  readonly page: number | undefined;
}

export interface StructureTree {
  readonly root: Dict;
  readonly kids: readonly StructElem[];
}

const maxDepth = 500;
const maxElements = 5_000_000;

/** Undefined: the file has no tags. Raises UnreadablePdf for a tree that is too deep or too large. */
export function readStructure({ catalog }: PdfFile, pages: readonly PdfPage[]): StructureTree | undefined {
  const root = catalog.dict('StructTreeRoot');
  if (!root) return undefined;
  const reader = new StructureReader(
    root,
    new Map(pages.flatMap(({ key, number }) => (key === undefined ? [] : [[key, number]]))),
  );
  const kids = root.rawItems('K').flatMap((value) => {
    const dict = asDict(root.resolve(value));
    const element = dict && reader.readElement(dict, undefined, undefined, 1);
    return element ? [element] : [];
  });
  return { root, kids };
}

class StructureReader {
  readonly #root: Dict;
  readonly #pages: ReadonlyMap<string, number>;
  readonly #seen = new Set<Dict>();
  readonly #classes: Dict | undefined;

  constructor(root: Dict, pages: ReadonlyMap<string, number>) {
    this.#root = root;
    this.#pages = pages;
    this.#classes = root.dict('ClassMap');
  }

  /** Undefined: the element stands in the tree already. */
  readElement(dict: Dict, parent: StructElem | undefined, above: number | undefined, depth: number): StructElem | undefined {
    if (this.#seen.has(dict)) return undefined;
    this.#seen.add(dict);
    if (depth > maxDepth) throw new UnreadablePdf(`nests its tags more than ${maxDepth} deep`);
    if (this.#seen.size > maxElements) throw new UnreadablePdf(`has more than ${maxElements / 1e6} million tags`);
    const ownPage = this.#pageOf(dict) ?? above;
    const type = dict.name('S') ?? '';
    const namespace = readNamespace(dict);
    const kids: Kid[] = [];
    const element: StructElem = {
      type,
      namespace,
      role: findRole(type, dict.dict('NS'), this.#root),
      dict,
      parent,
      id: dict.text('ID'),
      title: dict.text('T'),
      lang: dict.text('Lang'),
      alt: dict.text('Alt'),
      actualText: dict.text('ActualText'),
      expansion: dict.text('E'),
      attributes: this.#attributesOf(dict),
      kids,
      get page() {
        return firstPage(kids) ?? ownPage;
      },
    };
    for (const value of dict.rawItems('K')) {
      const kid = this.#readKid(value, element, ownPage, depth);
      if (kid) kids.push(kid);
    }
    return element;
  }

  #readKid(value: Value, element: StructElem, page: number | undefined, depth: number): Kid | undefined {
    const kid = element.dict.resolve(value);
    if (typeof kid === 'number') return { kind: 'content', page, form: undefined, mcid: kid };
    const dict = asDict(kid);
    if (!dict) return undefined;
    const type = dict.name('Type');
    if (type === 'MCR') {
      const mcid = dict.number('MCID');
      const ownPage = this.#pageOf(dict) ?? page;
      return mcid === undefined ? undefined : { kind: 'content', page: ownPage, form: dict.stream('Stm'), mcid };
    }
    if (type === 'OBJR') {
      const object = dict.dict('Obj');
      return object && { kind: 'object', page: this.#pageOf(dict) ?? page, object };
    }
    const below = this.readElement(dict, element, page, depth + 1);
    return below && { kind: 'element', element: below };
  }

  #pageOf(dict: Dict): number | undefined {
    const page = dict.raw('Pg');
    return page instanceof Ref ? this.#pages.get(page.key) : undefined;
  }

  /** Attributes of the element come before those of its classes (ISO 32000-2, 14.7.6). */
  #attributesOf(dict: Dict): StructElem['attributes'] {
    const classes = dict
      .rawItems('C')
      .flatMap((name) => (name instanceof Name ? (this.#classes?.rawItems(name.name) ?? []) : []));
    const found: Record<string, Record<string, Attribute>> = {};
    for (const value of [...classes, ...dict.rawItems('A')]) {
      const one = asDict(dict.resolve(value));
      const owner = one?.name('O');
      if (!one || owner === undefined) continue;
      const list = found[owner] ?? {};
      found[owner] = list;
      for (const name of one.entries.keys()) if (name !== 'O') list[name] = toAttribute(one.get(name), one, 0);
    }
    return found;
  }
}

function firstPage(kids: readonly Kid[]): number | undefined {
  for (const kid of kids) {
    const page = kid.kind === 'element' ? kid.element.page : kid.page;
    if (page !== undefined) return page;
  }
  return undefined;
}

function toAttribute(value: Value, dict: Dict, depth: number): Attribute {
  if (value instanceof Name) return value.name;
  if (value instanceof Text) return decodeText(value.bytes);
  if (Array.isArray(value) && depth < 4) return value.map((one) => toAttribute(dict.resolve(one), dict, depth + 1));
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** All elements in the order of the tree. */
export function* eachElement(tree: StructureTree): Generator<StructElem> {
  const open = tree.kids.toReversed();
  for (let element = open.pop(); element; element = open.pop()) {
    yield element;
    for (const kid of element.kids.toReversed()) if (kid.kind === 'element') open.push(kid.element);
  }
}

/** A group without a meaning of its own: its elements count as those of the element around it (ISO 32000-1, table 333). */
const isGroup = (element: StructElem): boolean => element.role.type === 'NonStruct';

/** The elements directly below, also those in a group. */
export const kidsOf = (element: StructElem): readonly StructElem[] =>
  element.kids.flatMap((kid) => {
    if (kid.kind !== 'element') return [];
    return isGroup(kid.element) && !kid.element.kids.some(({ kind }) => kind !== 'element') ? kidsOf(kid.element) : [kid.element];
  });

/** The element around an element and its groups. */
export function parentOf({ parent }: StructElem): StructElem | undefined {
  return parent && isGroup(parent) ? parentOf(parent) : parent;
}
