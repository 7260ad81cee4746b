// The structure of a laid-out document as lines of text.
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { type ContentPiece, Element, type Tag } from '../../src/document/layout/tag.ts';
import { allOf, type LaidOut, wordsOf } from './render.ts';

/** An element on each line, indented by its depth, with its facts and what is painted of it: `  H1 "Invoice"`. */
export function elementLines(laidOut: LaidOut): string[] {
  const { pieces } = paint(laidOut);
  return laidOut.structure ? linesOf(laidOut.structure, pieces, '') : [];
}

/**
 * The elements below the document, short: an element stands behind its parent if it is the only one, and beside its siblings if none of them
 * needs more lines: `LI > Lbl "1." | LBody > P "Bread"`.
 */
export function structureLines(laidOut: LaidOut): string[] {
  const { pieces } = paint(laidOut);
  return elementsIn(laidOut.structure).flatMap((element) => shortLines(element, pieces));
}

function shortLines(element: Element, pieces: Pieces): string[] {
  const own = sayElement(element, pieces);
  const kids = elementsIn(element).map((kid) => shortLines(kid, pieces));
  if (kids.length === 0) return [own];
  if (kids.length === 1) return [`${own} > ${kids[0]![0]}`, ...kids[0]!.slice(1)];
  const beside = `${own} > ${kids.flat().join(' | ')}`;
  const fits = beside.length <= 100 && kids.every((lines) => lines.length === 1 && !lines[0]!.includes(' | '));
  return fits ? [beside] : [own, ...kids.flat().map((line) => `  ${line}`)];
}

const elementsIn = (element: Element | undefined) => (element ? kidsOf(element) : []).filter((kid) => kid.kind === 'element');

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
  return [
    `${indent}${sayElement(element, pieces)}`,
    ...elementsIn(element).flatMap((kid) => linesOf(kid, pieces, `${indent}  `)),
  ];
}

/** An element with its facts, and with what is painted of it between the elements in it. */
function sayElement(element: Element, pieces: Pieces): string {
  const facts = Object.entries(element.facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === 'list') return ` numbering=${value.numbering}`;
      if (name === 'headers') return ` headers=${value.map((header: Element) => textOf(header, pieces)).join(',')}`;
      return ` ${name}=${value}`;
    })
    .join('');
  const content = kidsOf(element).flatMap((kid) => (kid.kind === 'element' ? [] : [` ${pieces.get(kid)}`]));
  return `${element.type}${facts}${content.join('')}`;
}

/** What is painted of an element and of those in it. */
function textOf(element: Element, pieces: Pieces): string {
  return element.kids.map((kid) => (kid.kind === 'element' ? textOf(kid, pieces) : pieces.get(kid))).join(' ');
}

/** The kids of an element and, for a mere place among them, its kids. */
export function kidsOf({ kids }: Element): readonly (Element | ContentPiece)[] {
  return kids.flatMap((kid) => (kid instanceof Element && kid.type === undefined ? kidsOf(kid) : [kid]));
}
