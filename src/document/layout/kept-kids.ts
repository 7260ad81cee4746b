// The kids of an element of the finished structure, as they are written into a file and read aloud.
import type { Standard } from '../standard.ts';
import type { ContentPiece, Element, StructureType } from './tag.ts';

/** An element as it is written: one of the document, or a group of some elements of too many. */
export type WrittenElement = Pick<Element, 'kind' | 'type' | 'facts'> & {
  readonly parent?: Element | undefined;
  readonly isNamed?: boolean;
  readonly kids: readonly (WrittenElement | ContentPiece)[];
};

type Kid = WrittenElement | ContentPiece;

/** The kids of an element. Empty elements are left out; elements that the PDF version does not have are replaced by their kids. */
export function keptKids(element: WrittenElement, version: Standard['pdfVersion']): readonly Kid[] {
  return withoutLeftOut(element, leftOutBy[version]);
}

function withoutLeftOut(element: WrittenElement, isOut: (kid: WrittenElement) => boolean): readonly Kid[] {
  const { kids } = element;
  if (kids.every((kid) => kid.kind !== 'element' || (!isOut(kid) && isKept(kid)))) return kids;
  return kids.flatMap((kid) => {
    if (kid.kind !== 'element') return kid;
    if (isOut(kid)) return withoutLeftOut(kid, isOut);
    return isKept(kid) ? kid : [];
  });
}

/** ISO 32000-1, table 336: labels stand in lists. PDF 2.0 has them in headings too. */
function isLeftOutOf17(element: WrittenElement): boolean {
  return isLeftOut(element) || (element.type === 'Lbl' && /^H[1-6]$/.test(element.parent?.type ?? ''));
}

/** ISO 32000-2, annex L: PDF 2.0 has no references. Their links stay. */
function isLeftOutOf20(element: WrittenElement): boolean {
  return isLeftOut(element) || element.type === 'Reference';
}

/** Types that PDF 1.4 does not have. Its tables hold their rows themselves. */
const rowGroups: readonly (StructureType | undefined)[] = ['THead', 'TBody', 'TFoot'];

function isLeftOutOf14(element: WrittenElement): boolean {
  return isLeftOutOf17(element) || rowGroups.includes(element.type);
}

/** A place in the order, and a link that leads nowhere. */
function isLeftOut({ type, kids }: WrittenElement): boolean {
  return type === undefined || (type === 'Link' && !kids.some(({ kind }) => kind === 'annotation'));
}

const leftOutBy = { '1.4': isLeftOutOf14, '1.7': isLeftOutOf17, '2.0': isLeftOutOf20 } as const;

/**
 * Elements without content are not written. The parts of a table are: each row has all of its cells, cells of rows above count on a row whose own
 * cells are all merged with them, and each THead needs a TBody.
 */
const partsOfTable: readonly (StructureType | undefined)[] = ['TBody', 'TR', 'TH', 'TD'];

function isKept(element: WrittenElement): boolean {
  if (partsOfTable.includes(element.type)) return true;
  if (element.type === 'Table') return hasContent(element);
  return element.kids.some((kid) => kid.kind !== 'element' || isKept(kid));
}

function hasContent({ kids }: WrittenElement): boolean {
  return kids.some((kid) => kid.kind !== 'element' || hasContent(kid));
}
