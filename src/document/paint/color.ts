// Writes colours as operators.
import { PdfgenError } from '../../contract/errors.ts';

export interface ColorOperators {
  readonly fill: string;
  readonly stroke: string;
}

const known = new Map<string, ColorOperators>();

/** A colour that stands as an operator in a form of another program: `0 0 0 1 k`. */
const isOperator = (color: string): boolean => /^(?:\d*\.?\d+ )+(?:g|rg|k)$/.test(color);

/** The operators of `#rrggbb` or `#rgb`, and of an operator. Raises RENDER_FAILED for any other text: colours are checked before. */
export function colorOperators(color: string): ColorOperators {
  const found = known.get(color);
  if (found) return found;
  const fill = isOperator(color) ? color : `${colorParts(color)} rg`;
  const operators = { fill: `${fill}\n`, stroke: `${fill.replace(/[a-z]+$/, (name) => name.toUpperCase())}\n` };
  if (known.size >= 1000) known.clear();
  known.set(color, operators);
  return operators;
}

/** Red, green and blue from 0 to 1. Raises RENDER_FAILED as `colorOperators`. */
export function colorParts(color: string): string {
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) {
    throw new PdfgenError('RENDER_FAILED', `Paint got the colour ${JSON.stringify(color)}; it takes #rgb and #rrggbb.`);
  }
  const digits =
    color.length === 4
      ? [...color.slice(1)].map((digit) => digit + digit)
      : [color.slice(1, 3), color.slice(3, 5), color.slice(5)];
  return digits.map((pair) => String(Math.round((Number.parseInt(pair, 16) / 255) * 1000) / 1000).replace(/^0\./, '.')).join(' ');
}

/** The colour at the start of a page: black. */
export const initialColor: ColorOperators = colorOperators('#000000');
