// Where the lines under and through a text go.
import type { Rectangle } from '../../vector/path.ts';
import type { Segment } from '../shaped-text.ts';

/**
 * The underline and the strike of a segment, under its spaces too. The metrics of the first face give their upper edges, even if a fallback face paints
 * the text. Characters above and below the line go on the line under the text around them; a strike goes through them.
 */
export function decorationLines({ style, width }: Segment, left: number, baseline: number): readonly Rectangle[] {
  const { raised, underline, strike } = style;
  const own = { size: raised?.fullSize ?? style.size, face: style.faces[0]! };
  const lines: Rectangle[] = [];
  const add = ({ size, face: { metrics } }: typeof own, y: number) =>
    lines.push({ x: left, y, width, height: ((metrics.underlineThickness || 50) * size) / 1000 });
  if (underline) {
    const source = style.underlineOf ?? own;
    add(source, baseline + (raised?.by ?? 0) - ((source.face.metrics.underlinePosition || -100) * source.size) / 1000);
  }
  if (strike) {
    const source = style.strikeOf ?? own;
    const { size, face } = raised ? { ...own, size: style.size } : source;
    const { strikeoutPosition, xHeight } = face.metrics;
    add(source, baseline - ((strikeoutPosition || xHeight / 2 || 250) * size) / 1000);
  }
  return lines;
}
