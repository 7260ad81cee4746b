// Axes of variable fonts: their values for a look of text, and the faults of axes that a template sets.
import { findNearest, listNames, suggest } from '../../words/nearest.ts';
import { DamagedTable, describeDamage, invalidFont } from '../text/font/byte-reader.ts';
import { openSfnt } from '../text/font/sfnt.ts';
import { type AxisValues, readAxes, type VariationAxis } from '../text/font/variation-axes.ts';
import { boldWeight, initialText, regularWeight, type TextProperties, type TextPropertiesFor } from '../text/text-properties.ts';
import { type FontEntry, type FontStyle, isBold, isItalic } from './font-families.ts';

/** The text properties that choose a font. */
export type FontLook = TextPropertiesFor<'face'> & Pick<TextProperties, 'size'>;

/** A variable font of the template. */
export interface VariableFont {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly axes: readonly VariationAxis[];
}

/** CSS Fonts 4: the slant of an italic text whose font has only the axis `slnt`. */
const usualSlant = -14;

export interface AxisFault {
  readonly code: string;
  readonly message: string;
}

/** The axes that have a property of their own. */
export const axisProperties: Readonly<Record<string, string>> = { wght: 'weight', wdth: 'stretch' };

export const useProperty = (tag: string, value: number): AxisFault => ({
  code: 'unknown-axis',
  message: `The axis "${tag}" has a property of its own: write "${axisProperties[tag]}": ${value}`,
});

/** Values that each font has: its regular weight and its bold one, its own width. */
export function isUsual(tag: 'wght' | 'wdth', value: number): boolean {
  return tag === 'wght' ? value === regularWeight || value === boldWeight : value === 100;
}

export function styleOf({ bold, italic }: FontLook): FontStyle {
  return bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular';
}

/** The plain look of a style. */
export function lookOf(style: FontStyle): FontLook {
  const bold = isBold(style);
  return { ...initialText, bold, italic: isItalic(style), weight: bold ? boldWeight : regularWeight };
}

/** Whole sizes: a size a little larger needs no other letters. */
export const opticalSize = (size: number): number => Math.round(size);

/** The values of all axes for a look. The settings of the text come first, then those of the family, then the value that the look implies. */
export function setAxes(axes: readonly VariationAxis[], entry: FontEntry, look: FontLook): AxisValues {
  const isOwn = entry.style === styleOf(look);
  const hasItal = axes.some(({ tag }) => tag === 'ital');
  const ofStyle: AxisValues = isOwn ? entry.axes : {};
  const usual: Readonly<Record<string, number | undefined>> = {
    ...entry.axes,
    wght: isUsual('wght', look.weight) ? (ofStyle.wght ?? look.weight) : look.weight,
    wdth: isUsual('wdth', look.stretch) ? (entry.axes.wdth ?? look.stretch) : look.stretch,
    ital: ofStyle.ital ?? (look.italic ? 1 : 0),
    slnt: ofStyle.slnt ?? (look.italic && !hasItal ? usualSlant : undefined),
    opsz: entry.axes.opsz ?? opticalSize(look.size),
    ...look.axes,
  };
  return Object.fromEntries(
    axes.map(({ tag, min, max, default: initial }) => [tag, Math.min(Math.max(usual[tag] ?? initial, min), max)]),
  );
}

/** Opens a font with axes. Undefined: the font has no axes. Raises ASSET_INVALID. */
export function readVariable(key: string, bytes: Uint8Array): VariableFont | undefined {
  try {
    const sfnt = openSfnt(bytes);
    const axes = readAxes(sfnt.tables);
    return axes.length > 0 ? { key, bytes: sfnt.bytes, axes } : undefined;
  } catch (cause) {
    if (cause instanceof DamagedTable) throw invalidFont(`(SHA-256 ${key.slice(0, 12)})`, describeDamage(cause), cause);
    throw cause;
  }
}

/** The axes of a font file. */
export interface AxesOfFile {
  readonly file: string;
  readonly axes: readonly VariationAxis[];
}

/** An axis that a template sets for text of a font. `font`: undefined if data choose it. `isEntry`: an entry of `fonts` sets it. */
export interface WantedAxis {
  readonly tag: string;
  readonly value: number;
  readonly font: string | undefined;
  readonly isEntry?: boolean;
}

/** Why none of the files has an axis with a value. */
export function findAxisFault(
  files: readonly AxesOfFile[],
  { tag, value, font, isEntry = false }: WantedAxis,
): AxisFault | undefined {
  const found = files.flatMap(({ file, axes }) => axes.filter((axis) => axis.tag === tag).map((axis) => ({ file, axis })));
  if (found.some(({ axis }) => value >= axis.min && value <= axis.max)) return undefined;
  if (found[0]) {
    const { file, axis } = found[0];
    const message = `must be from ${axis.min} to ${axis.max}, the range of the axis "${tag}" of ${file}, got ${value}`;
    return { code: 'wrong-value', message };
  }
  const known = [...new Set(files.flatMap(({ axes }) => axes.map((axis) => axis.tag)))];
  const subject = font === undefined ? 'No font of the template has the' : `The font ${font} has no`;
  return { code: 'unknown-axis', message: `${subject} axis "${tag}"${adviseAxis(tag, known, isEntry)}` };
}

function adviseAxis(tag: string, known: readonly string[], isEntry: boolean): string {
  const property = axisProperties[findNearest(tag, known) ?? ''];
  if (property !== undefined && !isEntry) return `; did you mean the property "${property}"?`;
  if (known.length > 0) return suggest(tag, known) || `; it has ${listNames(known)}.`;
  return tag === 'wght' ? '. Write "bold": true for its bold, or use a variable font.' : '. Use a variable font with this axis.';
}
