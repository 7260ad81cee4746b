// Writes the lines of a template's `fonts` for font files.
import { parse } from 'node:path';

/** Endings of the names of font files, by the style that they stand for. */
const endings = [
  ['boldItalic', /[-_ ]?bold[-_ ]?(?:italic|oblique)$/i],
  ['bold', /[-_ ]?bold$/i],
  ['italic', /[-_ ]?(?:italic|oblique)$/i],
  ['regular', /[-_ ]?regular$/i],
] as const;

type Styles = Partial<Record<(typeof endings)[number][0], string>>;

/** The members to paste into `fonts`, such as `"Inter": { "regular": "Inter-Regular.ttf", "bold": "Inter-Bold.ttf" }`. Other files are left out. */
export function fontLines(files: readonly string[]): readonly string[] {
  const families = new Map<string, Styles>();
  for (const file of files) {
    const { name, ext } = parse(file);
    if (!/^\.(?:ttf|otf|woff)$/i.test(ext)) continue;
    const [style, ending] = endings.find(([, pattern]) => pattern.test(name)) ?? ['regular', /$/];
    const family = name.replace(ending, '') || name;
    families.set(family, { ...families.get(family), [style]: file });
  }
  return [...families].map(([family, { regular = '', ...others }]) => {
    const styles = { regular: regular || Object.values(others)[0], ...others };
    const members = Object.entries(styles).map(([style, file]) => `"${style}": ${JSON.stringify(file)}`);
    return `${JSON.stringify(family)}: { ${members.join(', ')} }`;
  });
}
