// What a part needs of its template: styles, colours, fonts, definitions, files, and names of the parts around it.
import { mapBySchema } from '../document/components/map-by-schema.ts';
import { takesColor } from '../document/text/colors.ts';
import { isObject } from '../json/is-object.ts';

export type NeedKind = 'style' | 'color' | 'font' | 'definition' | 'file' | 'name';

/** Something that a part needs, and that a template may lack. */
export interface Need {
  readonly kind: NeedKind;
  readonly name: string;
}

/** Members that name a file, beside the main ones of pictures and pages of PDFs. */
const fileMembers = ['logo', 'fallback'];

/** What a component names. Bindings name nothing: what they give is known with the data. */
export function needsOf(component: unknown): readonly Need[] {
  const needs = new Map<string, Need>();
  const add = (kind: NeedKind, name: unknown): void => {
    if (typeof name === 'string' && name !== '' && !name.includes('{{') && !name.startsWith('data:'))
      needs.set(`${kind} ${name}`, { kind, name });
  };
  mapBySchema({ $ref: '#/$defs/components' }, Array.isArray(component) ? component : [component], '', {
    component(part) {
      for (const [name, value] of Object.entries(part)) {
        if (name === 'style' || name.endsWith('Style')) for (const one of [value].flat()) add('style', one);
        if (name === 'font') add('font', value);
        if (name === 'use') add('definition', value);
        if (name === 'columns') for (const column of [value].flat()) if (isObject(column)) add('definition', column.use);
        if (name === 'image' || name === 'pdf' || fileMembers.includes(name)) add('file', value);
      }
      return part;
    },
    text(text, { pattern }) {
      if (takesColor(pattern) && !text.startsWith('#')) add('color', text.split('/')[0]);
      return text;
    },
  });
  return [...needs.values()];
}

/** Whether a template has what a part needs. `files` and `fonts`: names that stand outside of the document. */
export function hasNeed(
  template: Readonly<Record<string, unknown>>,
  { kind, name }: Need,
  { files, fonts }: { readonly files: readonly string[]; readonly fonts: readonly string[] },
): boolean {
  const members = { style: 'styles', color: 'colors', font: 'fonts', definition: 'define', file: 'assets', name: '' } as const;
  const own = template[members[kind]];
  const isOwn = isObject(own) && Object.hasOwn(own, name);
  return isOwn || (kind === 'file' && files.includes(name)) || (kind === 'font' && fonts.includes(name));
}
