// What the pictures of a template are called, for people: an upload has a name that is made of its bytes.
import type { PartTree } from '../../editing/index.ts';
import { pictureWords as words } from '../../editor-words/index.ts';
import { isObject } from '../../json/is-object.ts';

/**
 * By the names in the pages, each another name. `uploads`: the names of uploaded files, as far as they are known; others are called by what they show, or by a
 * number.
 */
export function nameThePictures(
  names: readonly string[],
  uploads: ReadonlyMap<string, string>,
  { parts }: Pick<PartTree, 'parts'>,
): ReadonlyMap<string, string> {
  const shownBy = (name: string) =>
    parts.flatMap(({ value }) =>
      isObject(value) && value.image === name && typeof value.alt === 'string' && value.alt.trim() !== '' ? [value.alt] : [],
    )[0];
  const taken = new Set(names);
  const free = (wanted: (number: number) => string): string => {
    let number = 1;
    while (taken.has(wanted(number))) number++;
    const found = wanted(number);
    taken.add(found);
    return found;
  };
  return new Map(
    names.map((name) => {
      if (!name.startsWith('asset:')) return [name, name];
      const known = uploads.get(name) ?? shownBy(name);
      return [name, free(known === undefined ? words.uploaded : (number) => (number === 1 ? known : `${known} (${number})`))];
    }),
  );
}
