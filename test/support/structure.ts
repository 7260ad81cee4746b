// The structure of a laid-out document as lines of text.
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { type ContentPiece, Element, type Tag } from '../../src/document/layout/tag.ts';
import { allOf, type LaidOut, wordsOf } from './render.ts';

/** An element on each line, indented by its depth, with its facts and what is painted of it: `  H1 "Invoice"`. */
export function structureLines(laidOut: LaidOut): string[] {
  const { pieces } = paint(laidOut);
  return laidOut.structure ? linesOf(laidOut.structure, pieces, '') : [];
}

/** The texts that are artifacts, with their type: `Pagination/Header "Page 1"`. */
export function artifactLines(laidOut: LaidOut): string[] {
  return paint(laidOut).artifacts;
}

/** The texts that are painted of each element, between the elements in it. */
export function textsByPiece(laidOut: LaidOut): ReadonlyMap<ContentPiece, string> {
  const { pieces } = paint(laidOut);
  return new Map([...pieces].flatMap(([piece, text]) => (text.startsWith('"') ? [[piece, text.slice(1, -1)] as const] : [])));
}

/** The texts of the elements in the order in which they are read. */
export function textsInOrder(laidOut: LaidOut): string[] {
  const { pieces } = paint(laidOut);
  const textsOf = (element: Element): string[] =>
    kidsOf(element).flatMap((kid) => (kid.kind === 'element' ? textsOf(kid) : (/^"(.*)"$/s.exec(pieces.get(kid)!)?.[1] ?? [])));
  return laidOut.structure ? textsOf(laidOut.structure) : [];
}

type Pieces = ReadonlyMap<ContentPiece, string>;

/** Gives each element its content, as paint does. */
function paint({ pages }: LaidOut): { pieces: Pieces; artifacts: string[] } {
  const pieces = new Map<ContentPiece, string>();
  const artifacts: string[] = [];
  const add = (tag: Tag | undefined, text: string, page: number): void => {
    if (tag?.kind === 'element') {
      const piece = { kind: 'marked', page, id: pieces.size } as const;
      tag.addContent(piece);
      pieces.set(piece, text);
    } else if (tag) artifacts.push(`${tag.type}${tag.subtype ? `/${tag.subtype}` : ''} ${text}`);
  };
  const walk = (items: readonly PageItem[], page: number): void => {
    for (const item of items) {
      if (item.kind === 'group') walk(item.items, page);
      else if (item.kind === 'text') add(item.tag, `"${wordsOf(item)}"`, page);
      else if (item.kind === 'link') add(item.tag, `-> ${item.target} (${item.contents})`, page);
      else if (item.kind !== 'anchor') add(item.tag, item.kind, page);
    }
  };
  for (const [i, { items, late }] of pages.entries()) {
    walk(items, i);
    if (late) walk(late(allOf(pages)), i);
  }
  return { pieces, artifacts };
}

function linesOf(element: Element, pieces: Pieces, indent: string): string[] {
  const kids = kidsOf(element);
  const facts = Object.entries(element.facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === 'list') return ` numbering=${value.numbering}`;
      if (name === 'headers') return ` headers=${value.map((header: Element) => textOf(header, pieces)).join(',')}`;
      return ` ${name}=${value}`;
    })
    .join('');
  const content = kids.filter((kid) => kid.kind !== 'element').map((kid) => ` ${pieces.get(kid)}`);
  return [
    `${indent}${element.type}${facts}${content.join('')}`,
    ...kids.flatMap((kid) => (kid.kind === 'element' ? linesOf(kid, pieces, `${indent}  `) : [])),
  ];
}

/** What is painted of an element and of those in it. */
function textOf(element: Element, pieces: Pieces): string {
  return element.kids.map((kid) => (kid.kind === 'element' ? textOf(kid, pieces) : pieces.get(kid))).join(' ');
}

/** The kids of an element and, for a mere place among them, its kids. */
export function kidsOf({ kids }: Element): readonly (Element | ContentPiece)[] {
  return kids.flatMap((kid) => (kid instanceof Element && kid.type === undefined ? kidsOf(kid) : [kid]));
}
