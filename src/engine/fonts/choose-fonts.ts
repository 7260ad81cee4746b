// Chooses the files of a family for the styles of `fonts`, among all files of a folder or a package.
import type { FontOfFile } from '../../renderer/describe-fonts.ts';

export interface FontCandidate {
  /** The name of the file. */
  readonly file: string;
  readonly format: string;
  readonly font: FontOfFile;
}

/** Names of weights at the ends of families, as fonts have them for programs that know four styles of a family only. */
const weightNames: readonly (readonly [weight: number, ending: RegExp])[] = [
  [100, /[ -](?:thin|hairline)$/i],
  [200, /[ -](?:extra|ultra) ?light$/i],
  [300, /[ -]light$/i],
  [500, /[ -]medium$/i],
  [600, /[ -](?:semi|demi) ?bold$/i],
  [800, /[ -](?:extra|ultra) ?bold$/i],
  [900, /[ -](?:black|heavy)$/i],
];

/** Joins families such as `Jost Thin` to `Jost`, if the files have both, with the weight that the name says. */
export function joinWeights(candidates: readonly FontCandidate[]): readonly FontCandidate[] {
  const families = new Set(candidates.map(({ font }) => font.family));
  return candidates.map((one) => {
    const [weight, ending] = weightNames.find(([, name]) => name.test(one.font.family)) ?? [];
    const family = ending && one.font.family.replace(ending, '');
    if (weight === undefined || family === undefined || !families.has(family)) return one;
    return { ...one, font: { ...one.font, family, weight } };
  });
}

export type FontRole = 'regular' | 'bold' | 'italic' | 'boldItalic';

export const fontRoles: readonly FontRole[] = ['regular', 'bold', 'italic', 'boldItalic'];

/** The weights of regular and of bold text. */
export type Weights = readonly [regular: number, bold: number];

/** Characters of texts in most languages. */
const everyday = 'AZaz09.,–’“”€ÄÉÑßäéñ';

/**
 * The file of each style. `letters`: those of the language of the reader; files often hold a part of the characters of their font. `hasRegular`: the
 * family has a regular file already, so a bold one must not stand in for it.
 */
export function chooseFonts(
  candidates: readonly FontCandidate[],
  [regular, bold]: Weights,
  letters: Iterable<string>,
  hasRegular: boolean,
): Readonly<Partial<Record<FontRole, FontCandidate>>> {
  const codes = [...letters].map((letter) => letter.codePointAt(0)!);
  const lacks = new Map(
    candidates.map((one) => [one, [codes, [...everyday].map((sign) => sign.codePointAt(0)!)].map((all) => countLacks(one, all))]),
  );
  const pick = (isItalic: boolean, weight: number, isNear: (weight: number) => boolean): FontCandidate | undefined =>
    candidates
      .filter(({ font }) => font.isItalic === isItalic && (reaches(font, weight) || isNear(font.weight)))
      .toSorted((a, b) => rank([a, ...lacks.get(a)!], weight, [b, ...lacks.get(b)!]))
      .at(0);
  const between = (regular + bold) / 2;
  const isLight = (weight: number): boolean => weight < between;
  const isHeavy = (weight: number): boolean => weight >= between;
  const upright = pick(false, regular, isLight);
  const italic = pick(true, regular, isLight);
  const chosen = {
    regular:
      upright ?? (hasRegular ? undefined : (italic ?? pick(false, regular, () => true) ?? pick(true, regular, () => true))),
    bold: pick(false, bold, isHeavy),
    italic,
    boldItalic: pick(true, bold, isHeavy),
  };
  // A variable font gives bold text by itself.
  const isVariable = (one: FontCandidate | undefined) => one !== undefined && reaches(one.font, bold) && one.font.axes.length > 0;
  return {
    ...(chosen.regular && { regular: chosen.regular }),
    ...(chosen.bold && !isVariable(chosen.regular) && { bold: chosen.bold }),
    ...(chosen.italic && { italic: chosen.italic }),
    ...(chosen.boldItalic && !isVariable(chosen.italic) && { boldItalic: chosen.boldItalic }),
  };
}

/** Whether the axis of weights reaches a weight. */
function reaches({ axes }: FontOfFile, weight: number): boolean {
  return axes.some(({ tag, min, max }) => tag === 'wght' && min <= weight && weight <= max);
}

const formats = ['TrueType', 'OpenType', 'WOFF', 'WOFF2', 'collection'];

/** How many of some characters a font lacks. */
const countLacks = ({ font }: FontCandidate, codes: readonly number[]): number => codes.filter((code) => !font.has(code)).length;

type Ranked = readonly [candidate: FontCandidate, ...lacks: number[]];

/** The better font comes first: variable, near to the weight and to normal width, with the characters of texts, with more others, quick to open. */
function rank(a: Ranked, weight: number, b: Ranked): number {
  const valuesOf = ([{ font, format, file }, ...lacks]: Ranked): readonly (number | string)[] => [
    reaches(font, weight) ? 0 : 1 + Math.abs(font.weight - weight),
    Math.abs(font.stretch - 100),
    ...lacks,
    -font.characters,
    // Fewer axes make a smaller file.
    font.axes.length,
    formats.indexOf(format),
    file,
  ];
  const [left, right] = [valuesOf(a), valuesOf(b)];
  const at = left.findIndex((value, i) => value !== right[i]);
  return at < 0 ? 0 : left[at]! < right[at]! ? -1 : 1;
}
