// Writes the lines of a template's `fonts` for font files.

type Style = 'regular' | 'bold' | 'italic' | 'boldItalic';
type Styles = Readonly<Partial<Record<Style, unknown>>>;

/** Endings of the names of font files, by the style that they stand for. */
const endings: readonly (readonly [Style, RegExp])[] = [
  ['boldItalic', /[-_ ]?bold[-_ ]?(?:italic|oblique)$/i],
  ['bold', /[-_ ]?bold$/i],
  ['italic', /[-_ ]?(?:italic|oblique)$/i],
  ['regular', /[-_ ]?regular$/i],
];

/** Endings of the fonts of Windows, such as `arialbd.ttf`. They count only beside the regular file: `arial.ttf`. */
const windowsEndings: readonly (readonly [Style, RegExp])[] = [
  ['boldItalic', /(?:bi|z)$/i],
  ['bold', /bd?$/i],
  ['italic', /i$/i],
];

/** How names of variable fonts end: `Inter[wght]`, `Inter-Italic-VariableFont_opsz,wght`. */
const axesEnding = /(?:\[[^\]]*\]|-VariableFont_[\w,]+)$/;

/** Names of the packages of Fontsource: `inter-latin-wght-normal`, `inter-latin-700-italic`. */
const packaged = /^(.+)-(\d{3}|wght|wdth|opsz|slnt|ital|standard|full)-(normal|italic)$/;

const fontFile = /\.(?:ttf|otf|woff2?|ttc|otc)$/i;

/** Whether a file has the name of a font. */
export const isFontFile = (name: string): boolean => fontFile.test(name);

/** A font as a template names it: a file, and perhaps which font of a collection, such as `Noto.ttc#2`. Undefined: it is not a font file. */
export function readFontName(name: string): { readonly file: string; readonly font: string | undefined } | undefined {
  if (isFontFile(name)) return { file: name, font: undefined };
  const at = name.indexOf('#');
  const file = name.slice(0, at);
  return at > 0 && isFontFile(file) ? { file, font: name.slice(at + 1) } : undefined;
}

/** Whether a template, as JSON text, names a font file or a font of it. */
export function namesFont(template: string, file: string): boolean {
  const start = JSON.stringify(file).slice(0, -1);
  return template.includes(`${start}"`) || template.includes(`${start}#`);
}

export interface FontLine {
  readonly family: string;
  readonly files: readonly string[];
  /** The member to write in `fonts`, such as `"Inter": { "regular": "Inter-Regular.ttf", "bold": "Inter-Bold.ttf" }`. */
  readonly line: string;
}

/** A line for each family of the font files that a template does not name. A family of the template keeps its name and its other styles. */
export function writeFontLines(files: readonly string[], template: Readonly<Record<string, unknown>>): readonly FontLine[] {
  const { fonts } = template;
  const known = typeof fonts === 'object' && fonts !== null ? Object.entries(fonts) : [];
  const written = JSON.stringify(template);
  const unnamed = files.filter((file) => !namesFont(written, file));
  return [...groupByFamily(unnamed)].map(([name, styles]) => {
    const [family, earlier] = known.find(([key, named]) => isSameFamily(key, name) || hasFileOf(name, named)) ?? [name, {}];
    return { family: name, files: Object.values(styles), line: writeFontLine(family, { ...earlier, ...styles }) };
  });
}

const hasFileOf = (family: string, named: unknown) =>
  typeof named === 'object' && named !== null && groupByFamily(Object.values(named).flatMap(fileOf)).has(family);

/** The file of a style: its name, or `{ "file": … }`. */
function fileOf(given: unknown): readonly string[] {
  const name = typeof given === 'object' && given !== null && 'file' in given ? given.file : given;
  return typeof name === 'string' ? [readFontName(name)?.file ?? name] : [];
}

/** The line for a family whose files are among `files`, such as `OpenSans-Bold.ttf` for `Open Sans`. Undefined: none of the files is of this family. */
export function findFontLine(family: string, files: readonly string[]): string | undefined {
  const found = [...groupByFamily(files)].find(([name]) => isSameFamily(name, family));
  return found && writeFontLine(family, found[1]);
}

/** `"Inter": { "regular": "Inter.ttf" }`. A family without a regular file gets another in its place. */
export function writeFontLine(family: string, { regular, ...others }: Styles): string {
  const styles = Object.entries({ regular: regular ?? Object.values(others)[0], ...others });
  return `${JSON.stringify(family)}: { ${styles.map(([style, file]) => `"${style}": ${JSON.stringify(file)}`).join(', ')} }`;
}

/** Whether two names are of one family, such as `Open Sans` and `opensans`. */
export function isSameFamily(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replace(/[\s_-]/g, '').toLowerCase());
  return a === b;
}

function groupByFamily(files: readonly string[]): ReadonlyMap<string, Readonly<Partial<Record<Style, string>>>> {
  const families = new Map<string, Partial<Record<Style, string>>>();
  const fonts = new Map(files.flatMap((file) => (isFontFile(file) ? [[file.replace(fontFile, ''), file] as const] : [])));
  for (const [name, file] of fonts) {
    const { family, style } = readName(name, fonts);
    families.set(family, { ...families.get(family), [style]: file });
  }
  return families;
}

function readName(name: string, others: ReadonlyMap<string, string>): { readonly family: string; readonly style: Style } {
  const [, series, weight = '', slant] = packaged.exec(name) ?? [];
  if (series !== undefined) {
    const isItalic = slant === 'italic';
    if (weight === '700') return { family: series, style: isItalic ? 'boldItalic' : 'bold' };
    return { family: /^(?!400)\d/.test(weight) ? `${series}-${weight}` : series, style: isItalic ? 'italic' : 'regular' };
  }
  const plain = name.replace(axesEnding, '') || name;
  for (const [style, ending] of endings) if (ending.test(plain)) return { family: plain.replace(ending, '') || plain, style };
  if (plain !== name) return { family: plain, style: 'regular' };
  for (const [style, ending] of windowsEndings) {
    const family = name.replace(ending, '');
    if (family !== name && others.has(family)) return { family, style };
  }
  return { family: name, style: 'regular' };
}
