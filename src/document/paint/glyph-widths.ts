// The widths of a CID font (ISO 32000-2, 9.7.4.3), as short as they get without a search.
import type { Face } from '../text/types.ts';

/** `/DW … /W […]` of `glyphs`, which are ascending: the commonest width is the default, the rest stands in runs of neighbours. */
export function makeWidths(face: Face, glyphs: readonly number[]): string {
  const widths = glyphs.map((glyph) => Math.round(face.advanceEm(glyph)));
  const usual = commonest(widths);
  let out = '';
  let next = -1;
  for (let i = 0; i < glyphs.length; i++) {
    if (widths[i] === usual) continue;
    const glyph = glyphs[i]!;
    out += glyph === next ? ` ${widths[i]}` : `${next < 0 ? '' : ']'}${glyph}[${widths[i]}`;
    next = glyph + 1;
  }
  return `/DW ${usual}${out && `/W[${out}]]`}`;
}

/** Of equally common widths the one met first. */
function commonest(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = 1000;
  let most = 0;
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  for (const [width, count] of counts) {
    if (count > most) {
      most = count;
      best = width;
    }
  }
  return best;
}
