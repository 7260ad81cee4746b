// The reader of the tables in this folder: what people write who know other tools, and what to write here.

/** The entry for a name. Undefined: the table does not have it. */
export type OtherNames<T> = (name: string) => T | undefined;

/** A table of other tools' names, each with what it means here. `spell` gives the spelling of a name in the table. */
export function otherNames<T = string>(table: Readonly<Record<string, T>>, spell = asWritten): OtherNames<T> {
  return (name) => {
    const known = spell(name);
    return Object.hasOwn(table, known) ? table[known] : undefined;
  };
}

const asWritten = (name: string): string => name;

export const inSmallLetters = (name: string): string => name.toLowerCase();

/** Without the signs that divide words, and without the format, with which names of hyperref and Prince begin: `pdf-title`. */
export const inPlainLetters = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/^(?:prince)?pdf(?=.)/, '');

/** Turns a table of meanings, each with the names for it, into the meaning of each name. `divider`: between the names. */
export const meaningsByName = (table: Readonly<Record<string, string>>, divider = ' '): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(table).flatMap(([meaning, names]) => names.split(divider).map((name) => [name, meaning])));
