// Paints a segment of text: the outlines of its glyphs, at the places that the PDF gives them.
import type { TextItem } from '../../document/layout/fragment.ts';
import { decorationLines } from '../../document/text/line/decoration-lines.ts';
import type { Face, PicturedGlyph } from '../../document/text/shaped-text.ts';
import { fillBox } from './fill.ts';
import { paintPicture } from './paint-picture.ts';
import type { Target } from './target.ts';

export function paintText({ x, y, segment, isHidden }: TextItem, target: Target): void {
  const { style, words, face, wordSpacing, spreads } = segment;
  if (words.length === 0 || isHidden) return;
  const { context, matrix, tools } = target;
  const em = style.size / 1000;
  const spacingEm = style.size > 0 ? style.letterSpacing / em : 0;
  // Rounded as in the PDF.
  const afterSpaceEm = wordSpacing === 0 ? 0 : Math.round((wordSpacing * 100) / em) / 100;
  const paintGlyph = openGlyphs(face, target);
  const left = x + segment.x;
  const [a, b, c, d, e, f] = matrix;
  context.fillStyle = style.color;
  let penEm = 0;
  const pictured: (PicturedGlyph & { readonly penEm: number })[] = [];
  for (const [i, word] of words.entries()) {
    const places = tools.glyphs.placesOf(word, face, spacingEm);
    for (let at = 0; at < places.length; at += 3) {
      const [glyphX, glyphY] = [left + (penEm + places[at + 1]!) * em, y - places[at + 2]! * em];
      context.setTransform(a * em, b * em, c * em, d * em, a * glyphX + c * glyphY + e, b * glyphX + d * glyphY + f);
      paintGlyph(places[at]!);
    }
    for (const glyph of word.pictured ?? []) pictured.push({ ...glyph, penEm });
    penEm += word.widthEm;
    if (word.isSpace || spreads?.has(i)) penEm += afterSpaceEm;
  }
  context.setTransform(...matrix);
  for (const line of decorationLines(segment, left, y)) fillBox(target, line, style.color);
  for (const { glyph, penEm: beforeEm, xEm, riseEm } of pictured) {
    const picture = face.pictureOf?.(glyph, style.color);
    if (!picture) continue;
    const { box, image } = picture;
    const place = { x: left + (beforeEm + xEm + box.left) * em, y: y - (riseEm + box.top) * em };
    paintPicture(image, { ...place, width: (box.right - box.left) * em, height: (box.top - box.bottom) * em }, target);
  }
}

/** Paints a glyph where the origin of the context is, in 1/1000 em. */
function openGlyphs(face: Face, { context, tools }: Target): (glyph: number) => void {
  if (face.kind === 'standard') {
    tools.noteStandIn({ kind: 'font', name: face.id });
    return tools.standardGlyphs.open(face, context);
  }
  return (glyph) => {
    const outline = tools.glyphs.outlineOf(face, glyph);
    if (outline) context.fill(outline);
  };
}
