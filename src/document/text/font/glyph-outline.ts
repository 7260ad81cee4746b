// The outline of a glyph, as HarfBuzz draws it.
import type * as harfbuzzModule from 'harfbuzzjs';
import { type Path, PathBuilder } from '../../vector/path.ts';

/** An outline in font units, y down. */
export function outlineOf(font: harfbuzzModule.Font, glyph: number): Path {
  const path = new PathBuilder();
  let [x, y] = [0, 0];
  for (const [, op, list = ''] of font.glyphToPath(glyph).matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const [a, b, c, d, e, f] = list.split(/[ ,]/).map((text, i) => (i % 2 === 0 ? Number(text) : -Number(text))) as Six;
    if (op === 'M') path.moveTo(a, b);
    else if (op === 'L') path.lineTo(a, b);
    else if (op === 'Q') path.quadraticTo(x, y, a, b, c, d);
    else if (op === 'C') path.curveTo(a, b, c, d, e, f);
    else path.close();
    [x, y] = op === 'C' ? [e, f] : op === 'Q' ? [c, d] : op === 'Z' ? [x, y] : [a, b];
  }
  return path;
}

type Six = [number, number, number, number, number, number];
