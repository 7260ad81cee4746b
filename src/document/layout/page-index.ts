// Collects from the finished pages what concerns the whole document: named places, the links to them, form fields, and the fonts in use.
import type { Anchors } from '../expression/scope.ts';
import type { Face, FontDoubt, Segment, UnnamedFont, Word } from '../text/shaped-text.ts';
import { type Matrix, multiply, transform } from '../vector/matrix.ts';
import type { Rectangle } from '../vector/path.ts';
import { FieldIndex } from './field-index.ts';
import type { AnchorItem, AnnotationItem, FieldItem, GroupItem, LinkItem, LinkSource, PageItem } from './fragment.ts';
import { positionOf } from './group-position.ts';
import { isNamed, isSameSource, numberOfPage } from './named-link.ts';
import type { Element } from './tag.ts';

interface Place {
  /** From 1. */
  readonly page: number;
  readonly label: string;
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

/** Where the items of a group stand: the position of the group on the page, and what shows of it. */
interface Surroundings {
  readonly position: Matrix;
  /** Clockwise, in degrees. */
  readonly angle: number;
  /** Undefined: everything. */
  readonly shown: Edges | undefined;
}

type Edges = readonly [left: number, top: number, right: number, bottom: number];

const wholePage: Surroundings = { position: [1, 0, 0, 1, 0, 0], angle: 0, shown: undefined };

export class PageIndex implements Anchors {
  readonly #places = new Map<string, Place>();
  readonly #links: NamedLink[] = [];
  readonly fields = new FieldIndex();
  /** Fields and annotations that are not painted: a group around them hides them, or the field cannot be there. */
  readonly leftOut = new Set<PageItem>();
  /** In the order in which the document shows them. */
  readonly faces = new Set<Face>();
  readonly fontDoubts = new Set<FontDoubt>();
  /** Letters that a font of the template lacks, although it has their script, by its name: a font that nobody named draws them. */
  readonly strangers = new Map<string, { readonly font: UnnamedFont; readonly letters: ReadonlySet<string> }>();
  /** Settings of the axes of variable fonts: each is a font of its own. */
  instances = 0;
  #lastFace: Face | undefined;

  readonly #labelOf: (page: number) => string;

  /** `labelOf`: the label of a page, from 1. */
  constructor(labelOf: (page: number) => string = String) {
    this.#labelOf = labelOf;
  }

  /** Notes items of a page, from 1. */
  add(items: readonly PageItem[], page: number, around = wholePage): void {
    for (const item of items) {
      if (item.kind === 'text') this.#addText(item.segment);
      else if (item.kind === 'group') this.add(item.items, page, inside(item, around));
      else if (item.kind === 'anchor') this.#addAnchor(item, page);
      else if (item.kind === 'field' || item.kind === 'annotation') this.#addPlace(item, page, around);
      else if (item.kind === 'link' && isNamed(item.target)) this.#links.push({ item, page });
    }
  }

  #addPlace(item: FieldItem | AnnotationItem, page: number, around: Surroundings): void {
    const isThere = isShown(item, around) && (item.kind === 'annotation' || this.fields.add(item, page, around.angle));
    if (!isThere) this.leftOut.add(item);
    else if (item.kind === 'field') this.add(item.form.look, page);
  }

  find(name: string): ReturnType<Anchors['find']> {
    return this.#places.get(name);
  }

  /** Names that links of the template may lead to. Those of our own begin with a colon. */
  list(): readonly string[] {
    return [...this.#places.keys()].filter((name) => !name.startsWith(':'));
  }

  /** The links without a place, or with several. `pages`: number of pages of the document. */
  doubtfulLinks(pages: number): readonly DoubtfulLink[] {
    return this.#links.flatMap(({ item: { target, source }, page }) => {
      const anchor = target.slice(1);
      const place = this.#places.get(anchor);
      const isLost = !place && !isPage(target, pages);
      return isLost || place?.isAmbiguous ? [{ anchor, isLost, source, page }] : [];
    });
  }

  /** The elements of the links that lead to a place. `pages`: number of pages of the document. */
  leadingLinks(pages: number): ReadonlySet<Element> {
    const leading = this.#links.filter(({ item: { target } }) => this.#places.has(target.slice(1)) || isPage(target, pages));
    return new Set(leading.flatMap(({ item }) => item.tag ?? []));
  }

  /** If two anchors have the same name, the first is kept. */
  #addAnchor({ name, source }: AnchorItem, page: number): void {
    if (name === undefined) return;
    const known = this.#places.get(name);
    if (known) known.isAmbiguous ||= !isSameSource(known.source, source);
    else this.#places.set(name, { page, label: this.#labelOf(page), source, isAmbiguous: false });
  }

  #addText({ face, style, words }: Segment): void {
    if (words.length === 0) return;
    const doubt = style.standIns?.get(face.id);
    if (doubt) this.fontDoubts.add(doubt);
    if (style.unnamed?.face.id === face.id) this.#addStrangers(style.unnamed, words);
    if (face === this.#lastFace) return;
    this.#lastFace = face;
    if (face.instance !== undefined && !this.faces.has(face)) this.instances++;
    this.faces.add(face);
  }

  #addStrangers(font: UnnamedFont, words: readonly Word[]): void {
    const letters = font.lettersIn(words);
    if (letters.length === 0) return;
    const known = this.strangers.get(font.named)?.letters ?? [];
    this.strangers.set(font.named, { font, letters: new Set([...known, ...letters]) });
  }
}

const isPage = (target: string, pages: number): boolean => {
  const number = numberOfPage(target);
  return number !== undefined && number >= 1 && number <= pages;
};

function inside({ clip, ...group }: GroupItem, around: Surroundings): Surroundings {
  const position = multiply(positionOf(group), around.position);
  const angle = (Math.round((around.angle + group.rotate) * 1000) / 1000 + 360) % 360;
  return { position, angle, shown: clip ? edgesOf(clip, position) : around.shown };
}

/** The edges of an upright area around a part of a group. */
function edgesOf({ x, y, width, height }: Rectangle, position: Matrix): Edges {
  const corners = [x, x + width].flatMap((left) => [y, y + height].map((top) => transform(position, left, top)));
  const [xs, ys] = [corners.map(([left]) => left), corners.map(([, top]) => top)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function isShown(place: Rectangle, { position, shown }: Surroundings): boolean {
  if (!shown) return true;
  const [left, top, right, bottom] = edgesOf(place, position);
  return left < shown[2] && right > shown[0] && top < shown[3] && bottom > shown[1];
}
