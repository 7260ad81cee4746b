// Resolves families of fonts to faces: the template's own families, the shipped fonts and the standard 14.
import { PdfgenError } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findFontLine, isFontFile, isSameFamily, writeFontLine } from '../../words/font-lines.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import { explainMissing, type Resources } from '../resources.ts';
import { plainFont, type TextEngine } from '../text/index.ts';
import type { Face, FontDoubt, TextStyle } from '../text/shaped-text.ts';
import { shippedFamily } from '../text/text-properties.ts';
import type { Report } from './check.ts';
import { findFeatureFault } from './check-features.ts';

const fileOf = (own: string) =>
  ({
    type: 'string',
    minLength: 1,
    description: `A font file (TTF, OTF, WOFF) in the assets or the fonts folder, or \`${own}\`, which ships with pdfgen.`,
  }) as const;

export const familySchema = {
  type: 'object',
  required: ['regular'],
  additionalProperties: false,
  properties: {
    regular: fileOf('NotoSans-Regular.ttf'),
    bold: fileOf('NotoSans-Bold.ttf'),
    italic: fileOf('NotoSans-Italic.ttf'),
    boldItalic: fileOf('NotoSans-BoldItalic.ttf'),
    fallback: {
      type: 'array',
      items: { type: 'string' },
      description: 'Families or font files for characters that this family lacks, in order.',
    },
  },
} as const satisfies JsonSchema;

export interface FontFamily {
  readonly regular: string;
  readonly bold?: string | undefined;
  readonly italic?: string | undefined;
  readonly boldItalic?: string | undefined;
  readonly fallback?: readonly string[] | undefined;
}

const shipped: Readonly<Record<string, FontFamily>> = {
  [shippedFamily]: {
    regular: 'NotoSans-Regular.ttf',
    bold: 'NotoSans-Bold.ttf',
    italic: 'NotoSans-Italic.ttf',
    boldItalic: 'NotoSans-BoldItalic.ttf',
  },
};

/** ISO 32000-2, 9.6.2.2: fonts of every reader, which are not embedded. */
const standard: Readonly<Record<string, FontFamily>> = {
  helvetica: { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique', boldItalic: 'Helvetica-BoldOblique' },
  times: { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic', boldItalic: 'Times-BoldItalic' },
  courier: { regular: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique', boldItalic: 'Courier-BoldOblique' },
  symbol: { regular: 'Symbol' },
  zapfdingbats: { regular: 'ZapfDingbats' },
};

/** Families of other programs that look like a standard family, without spaces and in small letters. */
const lookAlikes: Readonly<Record<string, string>> = { arial: 'helvetica', timesnewroman: 'times', couriernew: 'courier' };

/** How to add the file of a family, and which families need no file. */
function adviseFile(name: string, known: readonly string[]): string {
  const plain = name.replace(/\s/g, '');
  const like = Object.hasOwn(lookAlikes, plain.toLowerCase()) ? lookAlikes[plain.toLowerCase()] : undefined;
  const other = like === undefined ? `one of: ${listNames(known, ' in "fonts"')}` : `"${like}", a standard font that looks alike`;
  return `: put its file into the assets and write in "fonts": ${writeFontLine(name, { regular: `${plain}.ttf` })}, or write ${other}`;
}

/** The families for text: the families in the template's `fonts`, the shipped family and the standard 14. */
export function familyNames(own: unknown): readonly string[] {
  const named = typeof own === 'object' && own !== null ? Object.keys(own) : [];
  return [...new Set([...named, shippedFamily, ...Object.keys(standard)])];
}

/** Arrows, check marks, boxes and other signs, for text in any family and style. */
const symbolFile = 'PdfgenSymbols-Regular.ttf';

/** The fonts of a text in one style. */
type FontChoice = Pick<TextStyle, 'faces' | 'openLastFace' | 'standIns'>;

const fontStyles = ['regular', 'bold', 'italic', 'boldItalic'] as const;
type FontStyle = (typeof fontStyles)[number];

/** The file of a style, or the file that stands in for it. */
function fileFor(family: FontFamily, style: FontStyle): string {
  return family[style] ?? (style === 'boldItalic' ? (family.bold ?? family.italic) : undefined) ?? family.regular;
}

export class FontBook {
  readonly #families: Readonly<Record<string, FontFamily>>;
  readonly #resources: Resources;
  readonly #engine: TextEngine;
  readonly #report: Report;
  readonly #choices = new Map<string, FontChoice>();
  readonly #reported = new Set<string>();
  /** Faces that draw in colour or as bitmaps, by their ids, each with its message and place. */
  readonly colorFonts = new Map<string, FontDoubt>();

  constructor(families: Readonly<Record<string, FontFamily>>, resources: Resources, engine: TextEngine, report: Report) {
    this.#families = families;
    this.#resources = resources;
    this.#engine = engine;
    this.#report = report;
  }

  /** Opens every file of the template's families, including families that data may choose later. */
  openAll(): void {
    for (const [name, family] of Object.entries(this.#families)) {
      for (const style of fontStyles) if (family[style] !== undefined) this.#open(name, style);
      for (const fallback of family.fallback ?? []) if (!Object.hasOwn(this.#families, fallback)) this.#open(fallback, 'regular');
    }
  }

  /** The fonts for text in drawings: all files of the template's families and of the shipped one. */
  forPictures() {
    const families = [...Object.values(this.#families), shipped[shippedFamily]!];
    const names = new Set(families.flatMap((family) => fontStyles.flatMap((style) => family[style] ?? [])));
    const resources = [...names].flatMap((name) => this.#resources.font(name) ?? []);
    return {
      key: resources.map(({ key }) => key).join(' '),
      files: () =>
        resources.map((file) => ({ postscriptName: this.#engine.openFace(file).postscriptName, bytes: plainFont(file.bytes) })),
    };
  }

  /** Whether a name is a family or a font file. Reports any other name at `pointer`. */
  checkName(name: string, pointer: string): boolean {
    if (this.#family(name)) return true;
    this.#fail(
      `name ${name}`,
      'unknown-font',
      pointer,
      `There is no font family ${JSON.stringify(name)}${this.#adviseFamily(name)}`,
    );
    return false;
  }

  /** What to write in place of an unknown family, or how to add this family. */
  #adviseFamily(name: string): string {
    const known = familyNames(this.#families);
    const same = known.filter((one) => isSameFamily(one, name));
    if (same.length > 0) return suggest(name, same);
    const line = findFontLine(name, this.#resources.names('font'));
    return line === undefined ? suggest(name, known) || adviseFile(name, known) : `: write in "fonts": ${line}`;
  }

  /** Reports features that do not exist, or that the family and its fallbacks lack. Without a family: that the template's fonts do not have. */
  checkFeatures(features: Readonly<Record<string, number>>, family: string | undefined, pointer: string): void {
    let lacking = Object.entries(features);
    if (lacking.length === 0) return;
    const inFonts = new Set<string>();
    let hasFace = false;
    for (const face of this.#allFaces(family)) {
      if (face.features === undefined) return;
      hasFace = true;
      for (const tag of face.features) inFonts.add(tag);
      lacking = lacking.filter(([name]) => !inFonts.has(name));
      if (lacking.length === 0) return; // no further face is opened
    }
    for (const feature of lacking) {
      const place = `${pointer}${pointerStep(feature[0])}`;
      const message = findFeatureFault(feature, inFonts, hasFace ? family : undefined);
      if (message !== undefined) this.#fail(`feature ${place}`, 'no-effect', place, message);
    }
  }

  /** Opens one by one the faces of a family and its fallbacks, in all styles that they have. Without a family: of all families of the template. */
  *#allFaces(name: string | undefined): Iterable<Face> {
    const names =
      name === undefined ? [...Object.keys(this.#families), shippedFamily] : [name, ...(this.#family(name)?.fallback ?? [])];
    for (const one of names) {
      const family = this.#family(one);
      for (const style of fontStyles) {
        const face = family?.[style] === undefined ? undefined : this.#open(one, style);
        if (face) yield face;
      }
    }
  }

  /** The faces of a family in one style, then the faces of its fallbacks, then the shipped family's; last, the shipped symbols. */
  choose(name: string, bold: boolean, italic: boolean): FontChoice {
    const style: FontStyle = bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular';
    const key = `${name}\n${style}`;
    let choice = this.#choices.get(key);
    if (!choice) {
      const faces: Face[] = [];
      const standIns = new Map<string, FontDoubt>();
      for (const family of [name, ...(this.#family(name)?.fallback ?? []), shippedFamily]) {
        const face = this.#open(family, style);
        if (!face || faces.some((other) => other.id === face.id)) continue;
        faces.push(face);
        const doubt = this.#missingStyle(family, style, family === name);
        if (!doubt) continue;
        this.#fail(`style ${family} ${style}`, 'missing-font-style', this.#placeOf(family), doubt.message);
        standIns.set(face.id, doubt);
      }
      choice = { faces, openLastFace: this.#openSymbols, standIns: standIns.size > 0 ? standIns : undefined };
      this.#choices.set(key, choice);
    }
    return choice;
  }

  /** What to say if a family lacks a style. `isFirst`: the text itself names the family; false: a fallback, where one font file is enough. */
  #missingStyle(name: string, style: FontStyle, isFirst: boolean): FontDoubt | undefined {
    const family = this.#family(name);
    const isNamed = Object.hasOwn(this.#families, name);
    if (!family || family[style] !== undefined || !(isNamed || isFirst)) return undefined;
    const remedy = isNamed ? ` Add the file as "${style}" of the family.` : '';
    const message =
      family.regular === name
        ? `${name} is one font and has no ${style} style; it is used as it is. Name a family in "fonts" with a file for each style.`
        : `The family "${name}" has no ${style} font; ${fileFor(family, style)} is used instead.${remedy}`;
    return { pointer: `/fonts${pointerStep(name)}/${style}`, message };
  }

  #placeOf(name: string): string {
    return Object.hasOwn(this.#families, name) ? `/fonts${pointerStep(name)}` : '/fonts';
  }

  readonly #openSymbols = (): Face | undefined => {
    const resource = this.#resources.font(symbolFile);
    return resource && this.#engine.openFace(resource);
  };

  #family(name: string): FontFamily | undefined {
    if (Object.hasOwn(this.#families, name)) return this.#families[name];
    if (Object.hasOwn(shipped, name)) return shipped[name];
    const lower = name.toLowerCase();
    if (Object.hasOwn(standard, lower)) return standard[lower];
    return isFontFile(name) ? { regular: name } : undefined;
  }

  #open(name: string, style: FontStyle): Face | undefined {
    const isNamed = Object.hasOwn(this.#families, name);
    const pointer = this.#placeOf(name);
    const family = this.#family(name);
    if (!family) {
      this.checkName(name, pointer);
      return undefined;
    }
    const file = fileFor(family, style);
    const place = family[style] !== undefined && isNamed ? `${pointer}/${style}` : pointer;
    try {
      if (!isNamed && Object.values(standard).includes(family)) return this.#engine.standardFace(file);
      const resource = this.#resources.font(file);
      if (resource) {
        const face = this.#engine.openFace(resource);
        this.#checkFace(face, file, style, place);
        return face;
      }
      const message =
        file === shippedFamily
          ? `"${file}" is a family, and a font file is needed here: write "${shipped[file]![style]}"`
          : explainMissing('font', file, this.#resources);
      this.#fail(`file ${file}`, 'missing-asset', place, message);
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      this.#fail(`file ${file}`, 'broken-asset', place, `${file}: ${error.message}`);
    }
    return undefined;
  }

  /** Warns of features that cannot be drawn: the axes of a variable font, and colours. */
  #checkFace({ id, variableWeight, metrics, hasPictures }: Face, file: string, style: FontStyle, pointer: string): void {
    if (hasPictures && !this.colorFonts.has(id)) {
      const message = `${file} is a colour or bitmap font: its outlines are drawn in the colour of the text, and a character without one is missing.`;
      this.colorFonts.set(id, { pointer, message });
      this.#fail(`pictures ${file}`, 'color-font', pointer, message);
    }
    if (variableWeight === undefined) return;
    const isBold = style === 'bold' || style === 'boldItalic';
    const isSlanted = style === 'italic' || style === 'boldItalic';
    const hasWeight = isBold ? variableWeight >= 600 : variableWeight >= 300 && variableWeight <= 500;
    if (hasWeight && (!isSlanted || metrics.italicAngle !== 0)) return;
    this.#fail(
      `axes ${file} ${style}`,
      'variable-font',
      pointer,
      `${file} is a variable font, and its axes are not supported: ${style} text is drawn in its default style (weight ${variableWeight}${metrics.italicAngle === 0 ? ', upright' : ''}). Use a static font file for each style.`,
    );
  }

  #fail(key: string, code: string, pointer: string, message: string): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#report({ code, pointer, message });
  }
}
