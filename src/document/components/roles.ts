// The roles of components, and the elements that they become.
import type { CompiledText } from '../expression/index.ts';
import type { BoundScope } from '../layout/session.ts';
import { decoration, openElement } from '../layout/structure.ts';
import type { StructureType, Tag } from '../layout/tag.ts';
import type { roles } from '../template/property-schemas.ts';

export type Role = (typeof roles)[number];

const types: Readonly<Record<Exclude<Role, 'artifact'>, StructureType>> = {
  title: 'Title',
  paragraph: 'P',
  heading1: 'H1',
  heading2: 'H2',
  heading3: 'H3',
  heading4: 'H4',
  heading5: 'H5',
  heading6: 'H6',
  figure: 'Figure',
  caption: 'Caption',
  quote: 'BlockQuote',
  note: 'Note',
  code: 'Code',
  section: 'Sect',
  toc: 'TOC',
};

/** Opens the element of a text. */
export function openText(tag: Tag | undefined, role: Role = 'paragraph', alt: string | undefined): Tag | undefined {
  if (role === 'artifact') return tag?.kind === 'element' ? decoration : tag;
  const facts = alt ? { alt } : undefined;
  // Blocks that hold paragraphs, and an inline element that stands in one.
  if (role === 'quote' || role === 'section' || role === 'toc') return openElement(openElement(tag, types[role]), 'P', facts);
  if (role === 'code') return openElement(openElement(tag, 'P'), 'Code', facts);
  return openElement(tag, types[role], facts);
}

/** Opens the figure of a picture. An `alt` without any text makes the picture decoration. */
export function openFigure(tag: Tag | undefined, alt: CompiledText | undefined, scope: BoundScope): Tag | undefined {
  if (alt?.isLiteral && alt.text(scope) === '') return tag?.kind === 'element' ? decoration : tag;
  return openElement(tag, 'Figure', { alt: alt?.text(scope) || undefined });
}
