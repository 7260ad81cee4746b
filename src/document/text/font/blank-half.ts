// Measures the blank half of full-width signs: by the features of the font, else by the outline.

import type { Side } from '../full-width.ts';
import type { InkBox } from '../shaped-text.ts';
import type { Shaping } from '../text-face.ts';
import { type GlyphRun, glyphStride } from './harfbuzz.ts';

/** The part of a face that measures a sign. */
export interface SignSource {
  readonly unitsPerEm: number;
  readonly features: ReadonlySet<string> | undefined;
  inkEm(glyph: number): InkBox | undefined;
  shape(text: string, features: Shaping['features']): GlyphRun;
}

/** How far an outline may reach out of its half, in 1/1000 em. */
const tolerance = 20;

/** The width of the blank at one side of a sign, in 1/1000 em; 0: it is not full-width, or not blank there. */
export function measureBlank(sign: string, side: Side, features: Shaping['features'], source: SignSource): number {
  if (features.some(([tag, value]) => tag === 'chws' && value === 0)) return 0;
  const run = source.shape(sign, features);
  if (run.length !== glyphStride || run[2] !== source.unitsPerEm || run[3] !== 0) return 0;
  const toEm = (units: number) => Math.round((units * 1000) / source.unitsPerEm);
  if (source.features?.has('halt')) {
    const [, , width, shift] = source.shape(sign, [...features, ['halt', 1]]);
    const blank = run[2] - width!;
    // A sign in the middle of its square loses a part at both sides.
    return shift === (side === 'before' ? -blank : 0) ? toEm(blank) : 0;
  }
  if (source.features?.has('chws')) {
    const pair = source.shape(sign + sign, [...features, ['chws', 1]]);
    return toEm(2 * run[2] - widthOf(pair));
  }
  const ink = source.inkEm(run[0]!);
  const isBlank = ink && (side === 'before' ? ink.left >= 500 - tolerance : ink.right <= 500 + tolerance);
  return isBlank ? 500 : 0;
}

function widthOf(run: GlyphRun): number {
  let width = 0;
  for (let i = 2; i < run.length; i += glyphStride) width += run[i]!;
  return width;
}
