// What the pictures of a template are called, for people: an upload has a name that is made of its bytes.
import type { PartTree } from '../../editing/index.ts';
import { isObject } from '../../json/is-object.ts';
import { pictureWords as words } from '../words/en.ts';

/** By the names in the pages. `uploads`: the names of uploaded files, as far as they are known; others are called by what they show. */
export function nameThePictures(
  names: readonly string[],
  uploads: ReadonlyMap<string, string>,
  { parts }: Pick<PartTree, 'parts'>,
): ReadonlyMap<string, string> {
  let unknown = 0;
  const shownBy = (name: string) =>
    parts.flatMap(({ value }) =>
      isObject(value) && value.image === name && typeof value.alt === 'string' && value.alt.trim() !== '' ? [value.alt] : [],
    )[0];
  return new Map(
    names.map((name) => {
      const known = name.startsWith('asset:') ? (uploads.get(name) ?? shownBy(name)) : name;
      return [name, known ?? words.uploaded(++unknown)];
    }),
  );
}
