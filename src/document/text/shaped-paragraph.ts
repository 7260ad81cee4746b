// A paragraph ready to be broken at any width. It never changes, but for remembering what it answered last.
import { type Atom, type HardLine, splitAtom } from './atom.ts';
import { fillLines } from './fill-lines.ts';
import { placeLine } from './place-line.ts';
import type { Line, Paragraph, ParagraphOptions } from './types.ts';

const noLimit = () => undefined;

export class ShapedParagraph implements Paragraph {
  readonly missing: readonly number[];
  readonly #hardLines: readonly HardLine[];
  readonly #options: ParagraphOptions;
  #minWidth = -1;
  #maxWidth = -1;
  #lastWidth = Number.NaN;
  #lastLines: readonly Line[] = [];

  constructor(hardLines: readonly HardLine[], missing: readonly number[], options: ParagraphOptions) {
    this.#hardLines = hardLines;
    this.missing = missing;
    this.#options = options;
  }

  get minWidth(): number {
    if (this.#minWidth < 0) {
      let widest = 0;
      for (const { atoms } of this.#hardLines) widest = Math.max(widest, widestPiece(atoms));
      this.#minWidth = widest;
    }
    return this.#minWidth;
  }

  get maxWidth(): number {
    if (this.#maxWidth < 0) {
      let widest = 0;
      for (const hard of this.#hardLines)
        for (const line of fillLines(hard, Number.POSITIVE_INFINITY, noLimit)) widest = Math.max(widest, line.width);
      this.#maxWidth = widest;
    }
    return this.#maxWidth;
  }

  wrap(width: number, checkTime = noLimit): readonly Line[] {
    if (width === this.#lastWidth) return this.#lastLines;
    const lines: Line[] = [];
    for (const hard of this.#hardLines) {
      for (const filled of fillLines(hard, width, checkTime)) lines.push(placeLine(filled, width, this.#options));
    }
    this.#lastWidth = width;
    this.#lastLines = lines;
    return lines;
  }
}

/** The widest stretch without a place to break, spaces around it not counted. */
function widestPiece(atoms: readonly Atom[]): number {
  let widest = 0;
  let current = 0;
  for (const atom of atoms) {
    if (!atom.hangs) current += atom.width;
    if (atom.breaks) {
      current -= atom.width;
      let rest = atom;
      for (const { at, hyphen } of atom.breaks) {
        const [head, tail] = splitAtom(rest, at - (atom.text.length - rest.text.length), hyphen);
        widest = Math.max(widest, current + head.width);
        current = 0;
        rest = tail;
      }
      current += rest.width;
    }
    widest = Math.max(widest, current);
    if (atom.canEnd) current = 0;
  }
  return widest;
}
