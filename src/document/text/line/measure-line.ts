// Measures the height of a filled line, and where its baseline stands.
import type { FaceMetrics, ParagraphOptions, TextLine } from '../shaped-text.ts';
import type { StyleShaping } from '../style-shaping.ts';
import type { Atom } from './atom.ts';
import type { FilledLine } from './fill-lines.ts';

type Measure = Pick<TextLine, 'height' | 'baseline'>;

/** The multiple of the font size that `auto` gives a line without tall letters. */
const usualHeight = 1.3;
/** In 1/1000 em. No font for Latin, Chinese or Japanese letters asks for more; Nastaliq asks for 2500. */
const tallFont = 1600;

export function measureLine(line: FilledLine, lineHeight: ParagraphOptions['lineHeight']): Measure {
  if (lineHeight === 'normal') return measureFaces(line);
  return lineHeight === 'auto' ? measureTall(line) : measureSize(line, lineHeight);
}

/** The height that a face asks for, in 1/1000 em. */
export function askedHeight({ ascent, descent, lineGap }: FaceMetrics): number {
  return ascent - descent + lineGap;
}

/**
 * `lineHeight` times the largest font size. The height beyond ascent and descent is divided equally above and below the text, as in
 * CSS; ascent and descent come from the largest first faces on the line, so a fallback font never moves a baseline.
 */
function measureSize({ atoms, hard }: FilledLine, lineHeight: number): Measure {
  let size = 0;
  let ascent = 0;
  let descent = 0;
  let last: Atom['look'] | undefined;
  for (const { look } of atoms) {
    if (look === last) continue;
    last = look;
    size = Math.max(size, look.shaping.lineSize);
    ascent = Math.max(ascent, look.shaping.ascent);
    descent = Math.min(descent, look.shaping.descent);
  }
  if (!last) ({ ascent, descent, lineSize: size } = hard.look.shaping);
  const height = lineHeight * size;
  return { height, baseline: (height - ascent + descent) / 2 + ascent };
}

/** The height that the first faces and all faces on the line ask for. */
function measureFaces(line: FilledLine): Measure {
  const room = new Room(0, 0);
  for (const shaping of shapingsOf(line)) room.take(shaping.faces[0]!.metrics, shaping);
  for (const { words, look } of line.atoms) room.take(words.face.metrics, look.shaping);
  return room;
}

/** The usual height, or more if a tall font or the face of words in a tall script asks for it. */
function measureTall(line: FilledLine): Measure {
  const usual = measureSize(line, usualHeight);
  let room: Room | undefined;
  const take = (metrics: FaceMetrics, shaping: StyleShaping) => {
    room ??= new Room(usual.baseline, usual.height - usual.baseline);
    room.take(metrics, shaping);
  };
  for (const shaping of shapingsOf(line)) {
    const { metrics } = shaping.faces[0]!;
    if (askedHeight(metrics) > tallFont) take(metrics, shaping);
  }
  let last: Atom['words'] | undefined;
  for (const { words, look } of line.atoms) {
    if (words === last) continue;
    last = words;
    if (words.isTall && askedHeight(words.face.metrics) > usualHeight * 1000) take(words.face.metrics, look.shaping);
  }
  return room ?? usual;
}

function shapingsOf({ atoms, hard }: FilledLine): Iterable<StyleShaping> {
  const first = (atoms[0]?.look ?? hard.look).shaping;
  return atoms.every(({ look }) => look.shaping === first) ? [first] : new Set(atoms.map(({ look }) => look.shaping));
}

/** The room above and below a baseline, in pt. */
class Room implements Measure {
  baseline: number;
  #below: number;

  constructor(above: number, below: number) {
    this.baseline = above;
    this.#below = below;
  }

  get height(): number {
    return this.baseline + this.#below;
  }

  /** Makes room for a face, with half of its line gap above and below, as in CSS. */
  take({ ascent, descent, lineGap }: FaceMetrics, { scale, style }: StyleShaping): void {
    const rise = style.raised?.by ?? 0;
    this.baseline = Math.max(this.baseline, (ascent + lineGap / 2) * scale + rise);
    this.#below = Math.max(this.#below, (lineGap / 2 - descent) * scale - rise);
  }
}
