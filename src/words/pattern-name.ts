// Names of the files with hyphenation patterns that a template or a workspace brings: `hyphenation/cs.tex`.

/** The folder of these files, in a workspace or among the assets of a template. */
export const patternFolder = 'hyphenation';

/** The language of a file of patterns by the name of the asset, in lower case. Undefined: the name is not `hyphenation/LANGUAGE.tex`. */
export function patternLanguage(name: string): string | undefined {
  return /^hyphenation\/([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.tex$/i.exec(name)?.[1]?.toLowerCase();
}
