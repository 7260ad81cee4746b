// Makes the elements of the structure tree (ISO 32000-2, 14.8) while components are built, so that every element has a legal place.

import { guessNumbering } from './list-numbering.ts';
import { headings, typesIn } from './nesting.ts';
import { type Artifact, Element, noFacts, type StructureType, type Tag, type TagFacts } from './tag.ts';

/** Content that a reader leaves out and that does not repeat. */
export const decoration: Artifact = { kind: 'artifact', type: 'Layout' };

/** Elements that hold text, figures and links, but no blocks. */
const textTypes: ReadonlySet<StructureType> = new Set(['Title', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'Code', 'Span', 'Lbl']);
const inlineHolders: readonly StructureType[] = ['TD', 'TH', 'Caption', 'Note', 'Reference', 'Figure', 'LBody', 'Em', 'Strong'];
const holdsInline: ReadonlySet<StructureType> = new Set([...textTypes, ...inlineHolders]);
/** Elements of annotations. A text that stands for a figure leaves them as they are. */
const annotationTypes: readonly StructureType[] = ['Link', 'Form', 'Annot'];
/** Elements that stand in a line of text. */
export const inlineTypes: ReadonlySet<StructureType> = new Set([
  'Figure',
  'Form',
  'Annot',
  'Link',
  'Reference',
  'Span',
  'Code',
  'Note',
  'Em',
  'Strong',
]);

/**
 * Adds an element to what is being built; `tag` is the place. Inside an artifact, in a figure with a text of its own, and in a document without tags
 * there are no elements; a caption in such a figure follows it. A paragraph in an element of text is part of its text. Another block moves out of it.
 * Entries of a list or a table of contents are put into elements of their own.
 */
export function openElement(tag: Tag | undefined, type: StructureType, own: TagFacts = noFacts): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  const { typed: around, lang } = lookAround(tag);
  let typed = around;
  let parent = tag;
  if (typed?.type === 'Figure' && typed.facts.alt !== undefined && !annotationTypes.includes(type)) {
    if (type !== 'Caption' || !typed.parent) return tag;
    // The alternative text would stand for the caption too.
    parent = typed.parent;
    ({ typed } = lookAround(parent));
  }
  const facts = lang === undefined || own.lang !== undefined ? own : { ...own, lang };
  if (!inlineTypes.has(type)) {
    const text = outermostText(typed);
    if (text && type === 'P') return facts === noFacts ? tag : new Element('Span', tag, facts);
    if (text?.parent) {
      parent = text.parent;
      ({ typed } = lookAround(parent));
    }
  }
  const isFirst = typed?.kids.length === 0;
  const place = type === 'Caption' && isFirst ? parent : entryAt(parent, typed);
  const types = typesIn(lookAround(place).typed?.type, type);
  if (types.length === 1) return new Element(types[0], place, facts);
  return types.reduce((outer, one, i) => new Element(one, outer, i === types.length - 1 ? facts : noFacts), place);
}

/** Opens an entry, if the place is a list or a table of contents. */
export function openEntry(tag: Tag | undefined): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  const { typed, lang } = lookAround(tag);
  return entryAt(tag, typed, lang === undefined ? noFacts : { lang });
}

function entryAt(parent: Element, typed: Element | undefined, facts = noFacts): Element {
  if (typed?.type === 'TOC') return new Element('TOCI', parent, facts);
  if (typed?.type === 'LI') return bodyOf(typed);
  if (typed?.type !== 'L') return parent;
  const item = new Element('LI', parent, facts);
  // The place of its labels, which are read first.
  new Element(undefined, item);
  new Element('LBody', item);
  return bodyOf(item);
}

const bodyOf = ({ kids }: Element): Element => kids[1] as Element;

/** Opens the label of the item in which the place is. Undefined: it is in none. */
export function openLabel(tag: Tag | undefined, text: string | undefined, own: TagFacts = noFacts): Element | undefined {
  if (tag?.kind !== 'element') return undefined;
  const { typed, lang } = lookAround(tag);
  const item = typed?.type === 'LBody' ? typed.parent! : undefined;
  if (!item) return undefined;
  const list = nearest(item, 'L')?.facts.list;
  if (list?.numbering === 'None') list.numbering = guessNumbering(text);
  return new Element('Lbl', item.kids[0] as Element, lang === undefined || own.lang !== undefined ? own : { ...own, lang });
}

/** An artifact in the place of an element, whose links are read there. */
export function makeArtifact(tag: Tag | undefined, artifact: Artifact): Tag | undefined {
  return tag?.kind === 'element' ? { ...artifact, links: tag } : tag;
}

/** Opens the element of a field or a text note, which belongs to the structure even in an artifact (ISO 14289-1, 7.18.1 and 7.18.4). */
export function openAnnotation(tag: Tag | undefined, type: 'Form' | 'Annot'): Element | undefined {
  const place = tag?.kind === 'artifact' ? tag.links : tag;
  const opened = place && openElement(place, type);
  return opened?.kind === 'element' ? opened : undefined;
}

/** A link that joins its place when it is painted, so that its text and its areas on several lines and pages are one. */
export function makeLink(tag: Tag | undefined): Element | undefined {
  const links = tag?.kind === 'element' ? tag : tag?.links;
  const place = links && isAmongBlocks(links) ? new Element('P', links, noFacts, { inline: true }) : links;
  return place && new Element('Link', place, noFacts, { inline: true });
}

/** The place of a piece of a line that is painted in another order than it is read: from right to left, or in both directions. */
export function makeReading(tag: Tag | undefined, text: string): Tag | undefined {
  return tag?.kind === 'element' ? new Element('Span', tag, { actualText: text }, { inline: true }) : tag;
}

/** A marked part of a text, which joins its place when it is painted. */
export function makeMark(tag: Element, type: StructureType, facts: TagFacts = noFacts): Element {
  const isBlock = !(tag.type && inlineTypes.has(tag.type)) && isAmongBlocks(tag);
  return new Element(type, isBlock ? new Element('P', tag, noFacts, { inline: true }) : tag, facts, { inline: true });
}

/** The element of a footnote of a text. It joins the text after the first reference to it. */
export function makeNote(tag: Tag | undefined): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  let place = tag;
  while (place.type === 'Code' && place.parent) place = place.parent;
  return new Element('Note', place, { isFootnote: true });
}

/** A link that refers to a footnote. It joins its place when it is painted. */
export function makeReference(tag: Tag | undefined, note: Tag | undefined): Element | undefined {
  if (tag?.kind !== 'element' || note?.kind !== 'element') return makeLink(tag);
  return new Element('Link', makeMark(tag, 'Reference'), { note }, { inline: true });
}

const labelled: readonly StructureType[] = [...headings, 'Note'];

/** The label of a heading, clause or note, for its number. It joins its place when it is painted. Before PDF 2.0 a paragraph has no label. */
export function makeLabel(tag: Tag | undefined, isPdf20: boolean): Tag | undefined {
  const isLabelled =
    tag?.kind === 'element' && tag.type !== undefined && (labelled.includes(tag.type) || (isPdf20 && tag.type === 'P'));
  return isLabelled ? new Element('Lbl', tag, noFacts, { inline: true }) : tag;
}

/** A place in the order of reading, which may be filled later. The elements in it have its language. */
export function openSlot(tag: Tag | undefined, lang?: string): Tag | undefined {
  return tag?.kind === 'element' ? new Element(undefined, tag, lang === undefined ? noFacts : { lang }) : tag;
}

/** Opens a link that holds a whole component. A picture stands in a paragraph, as an inline link does. */
export function openLink(tag: Tag | undefined, isPicture: boolean): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  return openElement(isPicture && isAmongBlocks(tag) ? openElement(tag, 'P') : tag, 'Link');
}

/** Takes back what `openLink` opened in `place`, because the link holds nothing. */
export function closeLink(link: Tag | undefined, place: Tag | undefined): void {
  for (let at = link; at?.kind === 'element' && at !== place && (at.type === 'Link' || at.type === 'P'); at = at.parent)
    at.dissolve();
}

function isAmongBlocks(element: Element): boolean {
  const { typed } = lookAround(element);
  return typed?.type === undefined || !holdsInline.has(typed.type);
}

/** The tag of lines and areas of colour: a figure or an artifact around them; otherwise they are decoration. */
export function graphicTag(tag: Tag | undefined): Tag | undefined {
  if (tag?.kind !== 'element') return tag;
  return nearest(tag, 'Figure');
}

function nearest(element: Element, type: StructureType): Element | undefined {
  let at: Element | undefined = element;
  while (at && at.type !== type) at = at.parent;
  return at;
}

/** Whether a paragraph here is a part of the text around it. */
export function isInText(tag: Tag | undefined): boolean {
  return tag?.kind === 'element' && outermostText(lookAround(tag).typed) !== undefined;
}

/** The outermost element of text around an element, also around a link in it. */
function outermostText(element: Element | undefined): Element | undefined {
  let text: Element | undefined;
  for (let at = element; at?.type === 'Link' || (at?.type && textTypes.has(at.type)); ) {
    if (at.type !== 'Link') text = at;
    at = at.parent && lookAround(at.parent).typed;
  }
  return text;
}

/** The nearest element with a type, and the language of the places inside of it. */
function lookAround(element: Element): { readonly typed: Element | undefined; readonly lang: string | undefined } {
  let at: Element | undefined = element;
  let lang: string | undefined;
  while (at && at.type === undefined) {
    lang ??= at.facts.lang;
    at = at.parent;
  }
  return { typed: at, lang };
}
