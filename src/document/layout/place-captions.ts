// Puts captions to the tables, lists and figures beside them, when the structure is complete. Where a caption stands, it is the first or last element
// (ISO 14289-1, 7.2; ISO 14289-2, 8.2.5.27). A figure does not hold its caption: screen readers say the alternative text and go no deeper
// (docs/decisions/0039). So both stand in a section of their own.
import type { LayoutSession } from './session.ts';
import { inlineTypes } from './structure.ts';
import { Element, type StructureType } from './tag.ts';

interface ElementPlace {
  readonly kid: Element;
  /** The element that lists the kid, or a place in the order that the tree leaves out. */
  readonly holder: Element;
  /** Among the kids of an element, from 0. */
  readonly index: number;
}

/** Gives each caption its place. A caption beside nothing becomes a paragraph, with a warning. */
export function placeCaptions(root: Element, session: LayoutSession): void {
  visitElement(root, session);
}

/** Whether the element is a place that holds a caption for the element around it. */
function visitElement(element: Element, session: LayoutSession): boolean {
  let hasCaption = false;
  for (const kid of element.kids) {
    if (kid.kind !== 'element') continue;
    const isPassedOn = visitElement(kid, session);
    hasCaption ||= isPassedOn || kid.type === 'Caption';
  }
  if (!hasCaption || element.type === undefined) return hasCaption;
  if (element.type !== 'Figure') settleCaptions(element, session);
  return false;
}

function settleCaptions(element: Element, session: LayoutSession): void {
  const places = listPlaces(element);
  const captioned = matchCaptions(places);
  const moved = new Set<Element>();
  const sections = new Map<Element, Element>();
  for (const [caption, owner] of captioned) {
    const isBefore = caption.index < owner.index;
    if (mayHold(owner.kid, caption.kid)) {
      moved.add(caption.kid);
      if (isBefore) owner.kid.kids.unshift(caption.kid);
      else owner.kid.kids.push(caption.kid);
    } else if (places.length > 2) {
      const [first, second] = isBefore ? [caption.kid, owner.kid] : [owner.kid, caption.kid];
      const section = new Element('Sect', undefined);
      section.kids.push(first, second);
      moved.add(second);
      sections.set(first, section);
    }
  }
  for (const holder of new Set(places.map((place) => place.holder))) {
    const kids = holder.kids.filter((kid) => kid.kind !== 'element' || !moved.has(kid));
    holder.empty();
    for (const kid of kids) holder.kids.push((kid.kind === 'element' && sections.get(kid)) || kid);
  }
  for (const place of places) {
    if (place.kid.type !== 'Caption' || captioned.has(place) || isOwn(place, element, places.length)) continue;
    if (holdsBlock(place.kid)) place.kid.become('Sect');
    else place.kid.become('P');
    const message =
      'The caption stands beside no table, figure or list, and is read as a paragraph. Put it directly before or after.';
    session.warnOfElement('misplaced-role', place.kid, message);
  }
}

/** The elements in an element, with those in its places. */
function listPlaces(element: Element): readonly ElementPlace[] {
  const places: ElementPlace[] = [];
  const add = (holder: Element): void => {
    for (const kid of holder.kids) {
      if (kid.kind !== 'element') continue;
      if (kid.type === undefined) add(kid);
      else places.push({ kid, holder, index: places.length });
    }
  };
  add(element);
  return places;
}

/** Elements above which a caption may stand, and elements below which it may stand. */
const above: ReadonlySet<StructureType | undefined> = new Set(['Table', 'L', 'TOC', 'Figure']);
const below: ReadonlySet<StructureType | undefined> = new Set(['Table', 'Figure']);

/**
 * The owner of each caption. A caption stands below a figure, and above anything else. If more captions find an owner when all of them stand above, they
 * do.
 */
function matchCaptions(places: readonly ElementPlace[]): ReadonlyMap<ElementPlace, ElementPlace> {
  const captions = places.filter(({ kid }) => kid.type === 'Caption');
  const match = (take: (claim: CaptionClaim) => void): ReadonlyMap<ElementPlace, ElementPlace> => {
    const owners = new Map<ElementPlace, ElementPlace>();
    const taken = new Set<ElementPlace | undefined>();
    take((caption, by) => {
      const owner = places[caption.index + by];
      if (!owner || owners.has(caption) || taken.has(owner) || !(by === 1 ? above : below).has(owner.kid.type)) return;
      owners.set(caption, owner);
      taken.add(owner);
    });
    return owners;
  };
  const upwards = captions.toReversed();
  const all = [
    match((claim) => {
      for (const caption of captions) if (places[caption.index - 1]?.kid.type === 'Figure') claim(caption, -1);
      for (const caption of upwards) for (const by of [1, -1] as const) claim(caption, by);
    }),
    match((claim) => {
      for (const caption of upwards) claim(caption, 1);
    }),
  ];
  return all.reduce((best, one) => (one.size > best.size ? one : best));
}

/** Gives a caption the element after it (1) or before it (-1), if no other caption has that element and its type can have a caption. */
type CaptionClaim = (caption: ElementPlace, by: 1 | -1) => void;

/** Whether a caption can move into an element. Its language must not change: an element with a `lang` holds only captions with the same one. */
function mayHold({ type, facts }: Element, caption: Element): boolean {
  return type !== 'Figure' && (facts.lang === undefined || facts.lang === caption.facts.lang);
}

/** Whether a caption holds paragraphs or other blocks. A caption that is a text holds none. */
function holdsBlock({ kids }: Element): boolean {
  return kids.some((kid) => {
    if (kid.kind !== 'element') return false;
    return kid.type === undefined || kid.type === 'Link' ? holdsBlock(kid) : !inlineTypes.has(kid.type);
  });
}

/** Whether a caption belongs to the element that contains it. */
function isOwn({ index }: ElementPlace, { type }: Element, count: number): boolean {
  return ((type === 'TOC' || type === 'L') && index === 0) || (type === 'Sect' && (index === 0 || index === count - 1));
}
