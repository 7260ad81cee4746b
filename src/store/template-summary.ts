// What a list of templates says of a document.
import type { TemplateSummary } from '../contract/engine.ts';

/** A document may have any value where a list needs a name. The list ignores an invalid value, and the linter reports it. */
export function describeDocument(
  slug: string,
  { name, description, tags, pages }: Readonly<Record<string, unknown>>,
): Pick<TemplateSummary, 'name' | 'description' | 'tags' | 'pageCount'> {
  return {
    name: typeof name === 'string' ? name : slug,
    description: typeof description === 'string' ? description : '',
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    pageCount: Array.isArray(pages) ? pages.length : 0,
  };
}

/** A character that no name contains. */
export const separator = '\u001f';

/** The text that a search for a word goes through. */
export function searchedText({ name, slug, description }: Pick<TemplateSummary, 'name' | 'slug' | 'description'>): string {
  return [name, slug, description].join(separator).toLowerCase();
}
