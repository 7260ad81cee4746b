// Finds the names by which people know properties.
import type { Part } from '../../editing/index.ts';
import { propertyNames } from '../../editor-words/index.ts';

/** The name of a property of a part, such as `Border, Line width`. `path`: the members that lead to it, outermost first. */
export const nameOfProperty = ({ type, kind }: Part, path: readonly string[]): string =>
  path.map((member, i) => (i === 0 ? nameOfOwn(type ?? `#${kind}`, member) : nameOfInner(path[i - 1]!, member))).join(', ');

/** The name of a property of a part. `key`: as of `PartSchema`. */
export const nameOfOwn = (key: string, member: string): string => findWord(propertyNames, [`${key}.${member}`, member]) ?? member;

/** The name of a member of a value. `outer`: the member that has the value. */
export const nameOfInner = (outer: string, member: string): string =>
  findWord(propertyNames, [`${outer}.${member}`, `*.${member}`, member]) ?? member;

/** The first of some keys that a table of words has. */
export const findWord = (table: Readonly<Record<string, string>>, keys: readonly string[]): string | undefined =>
  keys.map((key) => (Object.hasOwn(table, key) ? table[key] : undefined)).find((name) => name !== undefined);
