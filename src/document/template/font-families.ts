// Families of fonts: how a template writes them, the family that ships, the standard 14.
import { type FromSchema, type JsonSchema, objectOf } from '../../contract/schema.ts';
import { writeFontLine } from '../../words/font-lines.ts';
import { listNames } from '../../words/nearest.ts';
import type { AxisValues } from '../text/font/variation-axes.ts';
import { shippedFamily } from '../text/text-properties.ts';

const fileSchema = (own: string) =>
  ({
    type: 'string',
    minLength: 1,
    title: 'the name of a font file',
    description: `A font file (TTF, OTF, WOFF, WOFF2, or \`"Noto.ttc#2"\` of a collection) in the assets or the fonts folder, or \`${own}\`, which ships with pdfgen.`,
  }) as const;

/** A variable font with some of its axes set. */
export const fontFileSchema = {
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  title: '{ "file": …, "axes": … }',
  properties: {
    file: fileSchema('NotoSans-Regular.ttf'),
    axes: {
      type: 'object',
      additionalProperties: { type: 'number', minimum: -32_767, maximum: 32_767 },
      description: 'Axes of a variable font by their tags, such as `{ "wght": 350 }`, for all text in this style.',
    },
  },
} as const satisfies JsonSchema;

const fileOf = (own: string) => {
  const file = fileSchema(own);
  return {
    oneOf: [file, fontFileSchema],
    description: file.description,
  } as const;
};

export const familySchema = objectOf(['regular'], {
  regular: fileOf('NotoSans-Regular.ttf'),
  bold: fileOf('NotoSans-Bold.ttf'),
  italic: fileOf('NotoSans-Italic.ttf'),
  boldItalic: fileOf('NotoSans-BoldItalic.ttf'),
  fallback: {
    type: 'array',
    items: { type: 'string' },
    description: 'Families or font files for characters that this family lacks, in order.',
  },
});

export type FontFamily = FromSchema<typeof familySchema>;

export const shippedFamilies: Readonly<Record<string, FontFamily>> = {
  [shippedFamily]: {
    regular: 'NotoSans-Regular.ttf',
    bold: 'NotoSans-Bold.ttf',
    italic: 'NotoSans-Italic.ttf',
    boldItalic: 'NotoSans-BoldItalic.ttf',
  },
  // One of the four families that a Swiss QR bill may have.
  'liberation-sans': { regular: 'LiberationSans-Regular.ttf', bold: 'LiberationSans-Bold.ttf' },
};

/** ISO 32000-2, 9.6.2.2: fonts of every reader, which are not embedded. */
export const standardFamilies: Readonly<Record<string, FontFamily>> = {
  helvetica: { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique', boldItalic: 'Helvetica-BoldOblique' },
  times: { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic', boldItalic: 'Times-BoldItalic' },
  courier: { regular: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique', boldItalic: 'Courier-BoldOblique' },
  symbol: { regular: 'Symbol' },
  zapfdingbats: { regular: 'ZapfDingbats' },
};

/** Families of other programs that look like a standard family, without spaces and in small letters. */
const lookAlikes: Readonly<Record<string, string>> = { arial: 'helvetica', timesnewroman: 'times', couriernew: 'courier' };

/** How to add the file of a family, and which families need no file. */
export function adviseFile(name: string, known: readonly string[]): string {
  const plain = name.replace(/\s/g, '');
  const like = Object.hasOwn(lookAlikes, plain.toLowerCase()) ? lookAlikes[plain.toLowerCase()] : undefined;
  const other = like === undefined ? `one of: ${listNames(known, ' in "fonts"')}` : `"${like}", a standard font that looks alike`;
  return `: put its file into the assets and write in "fonts": ${writeFontLine(name, { regular: `${plain}.ttf` })}, or write ${other}`;
}

/** The families for text: the families in the template's `fonts`, the shipped family and the standard 14. */
export function familyNames(own: unknown): readonly string[] {
  const named = typeof own === 'object' && own !== null ? Object.keys(own) : [];
  return [...new Set([...named, ...Object.keys(shippedFamilies), ...Object.keys(standardFamilies)])];
}

export const fontStyles = ['regular', 'bold', 'italic', 'boldItalic'] as const;
export type FontStyle = (typeof fontStyles)[number];

/** A file of a family, with the axes that the family gives it. */
export interface FontEntry {
  readonly style: FontStyle;
  readonly file: string;
  readonly axes: AxisValues;
}

/** The entry of a family for a style. Undefined: no such entry. */
export function entryOf(family: FontFamily, style: FontStyle): FontEntry | undefined {
  const given = family[style];
  if (given === undefined) return undefined;
  return typeof given === 'string' ? { style, file: given, axes: {} } : { style, file: given.file, axes: given.axes ?? {} };
}

export const isBold = (style: FontStyle): boolean => style === 'bold' || style === 'boldItalic';
export const isItalic = (style: FontStyle): boolean => style === 'italic' || style === 'boldItalic';
