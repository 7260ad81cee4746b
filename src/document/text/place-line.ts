// Places the pieces of a filled line: visual order, alignment, justification, height.
import type { Atom } from './atom.ts';
import { reorder } from './bidi.ts';
import { addDirectionMarks } from './direction-marks.ts';
import type { FilledLine } from './fill-lines.ts';
import type { Line, ParagraphOptions, Segment, Word } from './types.ts';

/**
 * The line's height is `lineHeight` times its largest font size. What the height has beyond ascent and descent is halved above and
 * below the text, as in CSS; ascent and descent are those of the largest first faces on the line, so that a fallback
 * font moves no baseline.
 */
export function placeLine(line: FilledLine, width: number, { align, lineHeight }: ParagraphOptions): Line {
  const { atoms, hard } = line;
  const { shaping } = hard.look;
  let size = 0;
  let ascent = 0;
  let descent = 0;
  let spaces = 0;
  let mixed = false;
  let last: Atom['look'] | undefined;
  for (const atom of atoms) {
    if (atom.isSpace) spaces++;
    if (atom.level > 0) mixed = true;
    if (atom.look === last) continue;
    last = atom.look;
    size = Math.max(size, last.shaping.style.size);
    ascent = Math.max(ascent, last.shaping.ascent);
    descent = Math.min(descent, last.shaping.descent);
  }
  if (!last)
    ({
      ascent,
      descent,
      style: { size },
    } = shaping);
  const height = lineHeight * size;
  const baseline = (height - ascent + descent) / 2 + ascent;
  const room = Number.isFinite(width) ? Math.max(width - line.width, 0) : 0;
  const gap = align === 'justify' && !line.isLast && spaces > 0 ? room / spaces : 0;
  const x = gap > 0 ? 0 : room * shareBefore(align, hard.rtl);
  const visual = mixed || hard.rtl ? addDirectionMarks(reorder(atoms), hard.rtl) : atoms;
  return { width: line.width + gap * spaces, height, baseline, segments: makeSegments(visual, x, gap) };
}

/** Which part of the room that is left goes before the text. */
function shareBefore(align: ParagraphOptions['align'], rtl: boolean): number {
  if (align === 'center') return 0.5;
  if (align === 'right') return 1;
  return align !== 'left' && rtl ? 1 : 0;
}

/** Neighbours of one look and face become one segment. */
function makeSegments(atoms: readonly Atom[], from: number, gap: number): readonly Segment[] {
  const segments: Segment[] = [];
  let x = from;
  for (let i = 0; i < atoms.length; ) {
    const { look, words: cache } = atoms[i]!;
    const words: Word[] = [];
    let width = 0;
    for (; i < atoms.length; i++) {
      const atom = atoms[i]!;
      if (atom.look !== look || (atom.words !== cache && atom.words.face !== cache.face)) break;
      words.push(atom.word);
      width += atom.width;
      if (atom.isSpace) width += gap;
    }
    segments.push({ x, width, style: look.shaping.style, face: cache.face, words, wordSpacing: gap, link: look.link });
    x += width;
  }
  return segments;
}
