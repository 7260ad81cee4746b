// What the finished pages say of their document: its named places, the links to them, the fonts that it shows.
import type { Anchors } from '../expression/scope.ts';
import type { Face, FontDoubt, Segment } from '../text/shaped-text.ts';
import type { AnchorItem, LinkItem, LinkSource, PageItem } from './fragment.ts';
import { isNamed, isSameSource, numberOfPage } from './named-link.ts';
import type { Element } from './tag.ts';

interface Place {
  /** From 1. */
  readonly page: number;
  readonly source: LinkSource;
  /** Another place has the same name: another component, or the same component for another element. */
  isAmbiguous: boolean;
}

interface NamedLink {
  readonly item: LinkItem;
  readonly page: number;
}

/** A link to an anchor that is missing or ambiguous. */
export interface DoubtfulLink {
  readonly anchor: string;
  readonly isLost: boolean;
  readonly source: LinkSource;
  /** Page of the link, from 1. */
  readonly page: number;
}

export class PageIndex implements Anchors {
  readonly #places = new Map<string, Place>();
  readonly #links: NamedLink[] = [];
  /** In the order in which the document shows them. */
  readonly faces = new Set<Face>();
  readonly fontDoubts = new Set<FontDoubt>();
  /** Settings of the axes of variable fonts: each is a font of its own. */
  instances = 0;
  #lastFace: Face | undefined;

  /** Notes items of a page, from 1. */
  add(items: readonly PageItem[], page: number): void {
    for (const item of items) {
      if (item.kind === 'text') this.#addText(item.segment);
      else if (item.kind === 'group') this.add(item.items, page);
      else if (item.kind === 'anchor') this.#addAnchor(item, page);
      else if (item.kind === 'field') this.add(item.form.look, page);
      else if (item.kind === 'link' && isNamed(item.target)) this.#links.push({ item, page });
    }
  }

  find(name: string): ReturnType<Anchors['find']> {
    return this.#places.get(name);
  }

  /** Names that links of the template may lead to. Those of our own begin with a colon. */
  list(): readonly string[] {
    return [...this.#places.keys()].filter((name) => !name.startsWith(':'));
  }

  /** In a document of so many pages. */
  doubtfulLinks(pages: number): readonly DoubtfulLink[] {
    return this.#links.flatMap(({ item: { target, source }, page }) => {
      const anchor = target.slice(1);
      const place = this.#places.get(anchor);
      const isLost = !place && !isPage(target, pages);
      return isLost || place?.isAmbiguous ? [{ anchor, isLost, source, page }] : [];
    });
  }

  /** The elements of links that lead to a place in a document of so many pages. */
  leadingLinks(pages: number): ReadonlySet<Element> {
    const leading = this.#links.filter(({ item: { target } }) => this.#places.has(target.slice(1)) || isPage(target, pages));
    return new Set(leading.flatMap(({ item }) => item.tag ?? []));
  }

  /** Of two anchors with the same name, the first is kept. */
  #addAnchor({ name, source }: AnchorItem, page: number): void {
    if (name === undefined) return;
    const known = this.#places.get(name);
    if (known) known.isAmbiguous ||= !isSameSource(known.source, source);
    else this.#places.set(name, { page, source, isAmbiguous: false });
  }

  #addText({ face, style, words }: Segment): void {
    if (words.length === 0) return;
    const doubt = style.standIns?.get(face.id);
    if (doubt) this.fontDoubts.add(doubt);
    if (face === this.#lastFace) return;
    this.#lastFace = face;
    if (face.instance !== undefined && !this.faces.has(face)) this.instances++;
    this.faces.add(face);
  }
}

const isPage = (target: string, pages: number): boolean => {
  const number = numberOfPage(target);
  return number !== undefined && number >= 1 && number <= pages;
};
