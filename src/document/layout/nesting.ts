// Elements that may not stand directly in others (ISO 32000-2, Annex L; ISO/TS 32005, table 5), and what stands between the two. Only pairs that a
// template can ask for.
import type { StructureType } from './tag.ts';

/** The types of headings. */
export const headings: readonly StructureType[] = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'];

/** By parent: the kids that it refuses, each with the element that stands between the two. A Div would not do, since it takes the place of its kids. */
const between: Partial<Record<StructureType, Partial<Record<StructureType, StructureType>>>> = {
  TD: inside('Sect', ['Title', 'BlockQuote', 'TOC']),
  TH: inside('Sect', ['Title', 'BlockQuote', 'TOC']),
  BlockQuote: inside('Sect', ['Title', 'BlockQuote']),
  Note: inside('Sect', [...headings, 'Title', 'TOC']),
  Caption: inside('Sect', ['Title', 'TOC', 'Caption']),
  Figure: inside('Sect', ['Title', 'TOC']),
  LBody: inside('Sect', ['Title', 'TOC']),
  Code: inside('Span', ['Figure', 'Form', 'Annot']),
  TOCI: inside('P', ['Code', 'Note', 'Figure', 'Form', 'Annot', 'Link', 'Span']),
};

function inside(type: StructureType, kids: readonly StructureType[]): Partial<Record<StructureType, StructureType>> {
  return Object.fromEntries(kids.map((kid) => [kid, type]));
}

/** By parent: the kids for which another element stands. An entry of a table of contents holds paragraphs and nothing larger. */
const instead: Partial<Record<StructureType, Partial<Record<StructureType, StructureType>>>> = {
  TOCI: inside('P', [...headings, 'Title', 'Caption', 'Sect', 'BlockQuote', 'L']),
  Code: { Code: 'Span' },
};

/** The types, from the outside, that an element of a type becomes in a parent: a legal place for it and itself, or what stands for it. */
export function typesIn(parent: StructureType | undefined, type: StructureType): readonly StructureType[] {
  if (parent === undefined) return [type];
  const other = instead[parent]?.[type];
  if (other !== undefined) return [other];
  const around = between[parent]?.[type];
  return around === undefined ? [type] : [around, type];
}
