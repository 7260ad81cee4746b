// What fields of the data are called, for people.
import { conjuncts, type Schema } from '../json/schema-parts.ts';

/** Words that people write in capitals. */
const abbreviations: ReadonlySet<string> = new Set(
  'bic csv dpi eu gln gtin iban id isbn iso nr pdf po qr sku swift ui uid uri url us uuid vat zip'.split(' '),
);

/** Names of the data as people write them: `Unit price` for `unitPrice`, `VAT ID` for `vatId`. */
export function inWords(names: readonly string[]): string {
  const words = names
    .join(' ')
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .trim()
    .split(/ +/)
    .map((word) => {
      if (abbreviations.has(word.toLowerCase())) return word.toUpperCase();
      return /\p{Ll}/u.test(word) ? word.toLowerCase() : word;
    })
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Most characters of a title that can stand above a column. */
const mostCharacters = 24;

/** The header of a column that shows a field: its title if that is a short name, else its name in plain words. */
export function headerOf({
  path,
  schema,
  root,
}: {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly root: Schema;
}): string {
  const title = conjuncts(schema, root).find((one) => typeof one.title === 'string')?.title;
  return title !== undefined && isShortName(title) ? title : inWords(path.slice(-1));
}

/** Whether a title is a name, and not a sentence or an explanation. */
const isShortName = (title: string): boolean => title.length <= mostCharacters && !/[,;:!?=]|\d\.\d|\.$/.test(title);
