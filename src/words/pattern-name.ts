// Names of the files with hyphenation patterns that a template or a workspace brings: `hyphenation/cs.tex`.

/** The folder of these files, in a workspace or among the assets of a template. */
export const patternFolder = 'hyphenation';

/** Languages of hyph-utf8 whose patterns do not ship: their license is the GPL or LGPL, unclear or missing. Each has a file `hyph-LANGUAGE.tex`. */
const notShipped: readonly string[] = ['cs', 'hu', 'hy', 'id', 'kk', 'lv', 'mk', 'ro'];

/** What to do for a language without patterns. */
export function adviseOnPatterns(lang: string): string {
  const [language] = lang.toLowerCase().split('-') as [string];
  const file = notShipped.includes(language)
    ? `Download hyph-${language}.tex of hyph-utf8 (https://www.hyphenation.org/tex) and put it`
    : 'A TeX file of patterns for it goes';
  return `${file} into the workspace as ${patternFolder}/${language}.tex.`;
}

/** The language of a file of patterns by the name of the asset, in lower case. Undefined: the name is not `hyphenation/LANGUAGE.tex`. */
export function patternLanguage(name: string): string | undefined {
  return /^hyphenation\/([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.tex$/i.exec(name)?.[1]?.toLowerCase();
}
