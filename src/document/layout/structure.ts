// Makes the elements of the structure tree (ISO 32000-2, 14.8) while components are built, so that every element has a legal place.
import { type Artifact, Element, type StructureType, type Tag, type TagFacts } from './tag.ts';

/** Content that a reader leaves out and that does not repeat. */
export const decoration: Artifact = { kind: 'artifact', type: 'Layout' };

/** Elements that hold text, figures and links, but no blocks. */
const textTypes: ReadonlySet<StructureType> = new Set(['Title', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'Code', 'Lbl', 'Span']);
const inlineTypes: ReadonlySet<StructureType> = new Set(['Figure', 'Link', 'Span', 'Code', 'Note', 'Lbl']);

/**
 * Adds an element to what is being built; `tag` is the place. Inside an artifact, and in a document without tags, there are no elements.
 * A paragraph in an element of text is part of its text. Another block moves out of it. Entries of a table of contents are put into TOCI.
 */
export function openElement(tag: Tag | undefined, type: StructureType, facts?: TagFacts): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  let parent = tag;
  let typed = nearestTyped(tag);
  if (!inlineTypes.has(type)) {
    if (type === 'P' && facts === undefined && typed?.type !== undefined && textTypes.has(typed.type)) return tag;
    while (typed?.parent && typed.type !== undefined && textTypes.has(typed.type)) {
      parent = typed.parent;
      typed = nearestTyped(parent);
    }
  }
  if (typed?.type === 'TOC' && type !== 'TOCI' && type !== 'Caption') parent = new Element('TOCI', parent);
  return new Element(type, parent, facts);
}

/** A place in the order of reading, which may be filled later. */
export function openSlot(tag: Tag | undefined): Tag | undefined {
  return tag?.kind === 'element' ? new Element(undefined, tag) : tag;
}

/** The tag of lines and areas of colour: a figure or an artifact around them; otherwise they are decoration. */
export function graphicTag(tag: Tag | undefined): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  return nearest(tag, 'Figure');
}

/** The nearest element of a type: the element itself, or one around it. */
export function nearest(element: Element, type: StructureType): Element | undefined {
  let at: Element | undefined = element;
  while (at && at.type !== type) at = at.parent;
  return at;
}

function nearestTyped(element: Element): Element | undefined {
  let at: Element | undefined = element;
  while (at && at.type === undefined) at = at.parent;
  return at;
}
