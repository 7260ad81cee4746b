// Writes links, named places and the outline. A link may point forward, so links to names wait until all pages are painted.
import { PdfgenError } from '../../contract/errors.ts';
import type { AnchorItem, LinkItem } from '../layout/fragment.ts';
import { isNamed, numberOfPage } from '../layout/named-link.ts';
import type { TaggedForm } from '../layout/tag.ts';
import type { Canvas } from './canvas.ts';
import type { PageMarks } from './marked-content.ts';
import { formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import { formatLiteral, formatTextString, replaceLoneSurrogates } from './text-string.ts';

interface LinkedPlace {
  /** The entry of a link or of an outline entry that leads there. */
  readonly target: string;
  readonly structured: StructuredPlace | undefined;
}

interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  readonly target: string;
}

/** A place in the structure: the sequence of marked content that follows on a page, or in a form on it. */
export interface MarkedPlace {
  readonly page: number;
  readonly mark: number;
  readonly form: TaggedForm | undefined;
}

/** A place on a page, and its structure. */
export interface StructuredPlace extends MarkedPlace {
  readonly id: number;
  readonly view: string;
}

/** The page of an anchor. */
export interface AnchorPage {
  readonly id: number;
  readonly index: number;
}

export class Navigation {
  /** By anchor name. */
  readonly #places = new Map<string, LinkedPlace>();
  /** The objects of all pages. */
  readonly #pages: number[] = [];
  /** The pages to which links by number lead, by their objects. */
  readonly #linkedPages = new Map<number, LinkedPlace>();
  readonly #outline: OutlineEntry[] = [];
  readonly #structured: StructuredPlace[] = [];
  readonly #sink: PdfSink | undefined;
  /** The template has bookmarks, so readers show the outline when they open the file. */
  opensOutline = false;

  /** With a sink, links and the outline lead to elements of the structure as well (ISO 32000-2, 12.3.2.3), which PDF/UA-2 asks for. */
  constructor(sink?: PdfSink) {
    this.#sink = sink;
  }

  /** Notes the object of the next page. */
  addPage(id: number): void {
    this.#pages.push(id);
  }

  /** The action that shows a page first, from 1. Undefined: there is no such page. */
  openAt(number: number, view: string): string | undefined {
    const id = this.#pages[number - 1];
    if (id === undefined) return undefined;
    return this.#makeTarget({ id, index: number - 1 }, undefined, view).target.replace(/^\/(?:Dest|A)/, '');
  }

  /** Notes an anchor. Of two anchors with the same name, the first is kept. */
  addAnchor({ x, y, width, height, name, bookmark }: AnchorItem, canvas: Canvas, page: AnchorPage): void {
    const [left, , , top] = canvas.pageRect(x, y, width, height);
    const place = this.#makeTarget(page, canvas.marks, `/XYZ ${formatLength(left)} ${formatLength(top)} null`);
    if (name !== undefined && !this.#places.has(name)) this.#places.set(name, place);
    if (!bookmark) return;
    this.#outline.push({ title: bookmark.title, level: bookmark.level, target: place.target });
    this.opensOutline ||= !bookmark.fromHeading;
  }

  #makeTarget({ id: page, index }: AnchorPage, marks: PageMarks | undefined, view: string): LinkedPlace {
    const destination = `[${page} 0 R${view}]`;
    if (!this.#sink) return { target: `/Dest${destination}`, structured: undefined };
    const structured = { id: this.#sink.reserve(), page: index, mark: marks?.count ?? 0, form: marks?.form, view };
    this.#structured.push(structured);
    return { target: `/A<</S/GoTo/D${destination}/SD ${structured.id} 0 R>>`, structured };
  }

  /** The place in the structure to which a link leads. */
  placeOf({ target }: LinkItem): StructuredPlace | undefined {
    return isNamed(target) ? (this.#places.get(target.slice(1)) ?? this.#placeOfPage(target))?.structured : undefined;
  }

  /** The page to which `#page=3` leads. All pages are painted. */
  #placeOfPage(target: string): LinkedPlace | undefined {
    const number = numberOfPage(target);
    const id = number === undefined ? undefined : this.#pages[number - 1];
    if (id === undefined) return undefined;
    let place = this.#linkedPages.get(id);
    if (!place) {
      place = this.#makeTarget({ id, index: number! - 1 }, undefined, '/XYZ null null null');
      this.#linkedPages.set(id, place);
    }
    return place;
  }

  /** Writes the destinations in the structure, when its elements have objects. */
  writeStructured(findElement: (place: MarkedPlace) => number): void {
    for (const place of this.#structured) this.#sink!.writeObject(place.id, `[${findElement(place)} 0 R${place.view}]`);
  }

  /** The entry of a link's annotation for its target; undefined: the target is a name without a place. */
  resolve({ target }: LinkItem): string | undefined {
    if (!isNamed(target)) return formatUriAction(target);
    return (this.#places.get(target.slice(1)) ?? this.#placeOfPage(target))?.target;
  }

  /** Writes the outline and returns the id of its root; undefined: no bookmarks. `openLevels`: how many levels are open at first. */
  writeOutline(sink: PdfSink, openLevels = Number.POSITIVE_INFINITY): number | undefined {
    if (this.#outline.length === 0) return undefined;
    const root = sink.reserve();
    const top = nest(this.#outline);
    const { text, shown } = writeSiblings(sink, top, root, openLevels - 1);
    sink.writeObject(root, `<</Type/Outlines${text}/Count ${shown}>>`);
    return root;
  }
}

/** The action of a link out of the document. Raises RENDER_FAILED for schemes that layout should have refused. */
function formatUriAction(target: string): string {
  if (!/^(?:https?|mailto|tel):/i.test(target)) {
    throw new PdfgenError(
      'RENDER_FAILED',
      `Paint got a link to ${JSON.stringify(target)}; it takes http, https, mailto, tel and #name.`,
    );
  }
  // ISO 32000-2, 12.6.4.8: a URI is 7-bit ASCII.
  const uri = replaceLoneSurrogates(target).replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return `/A<</S/URI/URI${formatLiteral(uri)}>>`;
}

interface OutlineNode {
  readonly entry: OutlineEntry;
  readonly children: OutlineNode[];
}

/** Puts each entry under the last entry before it with a smaller level. */
function nest(entries: readonly OutlineEntry[]): OutlineNode[] {
  const top: OutlineNode[] = [];
  const path: OutlineNode[] = [];
  for (const entry of entries) {
    const node: OutlineNode = { entry, children: [] };
    while (path.length > 0 && path[path.length - 1]!.entry.level >= entry.level) path.pop();
    (path[path.length - 1]?.children ?? top).push(node);
    path.push(node);
  }
  return top;
}

/**
 * Writes the entries of one level. `openLevels`: how many levels below them are open. Gives /First and /Last for their parent, and how many entries show when
 * the parent is open (ISO 32000-2, table 151).
 */
function writeSiblings(
  sink: PdfSink,
  nodes: readonly OutlineNode[],
  parent: number,
  openLevels: number,
): { readonly text: string; readonly shown: number } {
  const ids = nodes.map(() => sink.reserve());
  let shown = nodes.length;
  nodes.forEach(({ entry, children }, i) => {
    const siblings = `${i > 0 ? `/Prev ${ids[i - 1]} 0 R` : ''}${i + 1 < ids.length ? `/Next ${ids[i + 1]} 0 R` : ''}`;
    const below = children.length > 0 ? writeSiblings(sink, children, ids[i]!, openLevels - 1) : undefined;
    const isOpen = openLevels > 0;
    const count = below ? `${below.text}/Count ${isOpen ? '' : '-'}${below.shown}` : '';
    if (below && isOpen) shown += below.shown;
    sink.writeObject(
      ids[i]!,
      `<</Title${formatTextString(entry.title)}/Parent ${parent} 0 R${entry.target}${siblings}${count}>>`,
    );
  });
  return { text: `/First ${ids[0]} 0 R/Last ${ids[ids.length - 1]} 0 R`, shown };
}
