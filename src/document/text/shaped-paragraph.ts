// A paragraph that can be broken at any width. It never changes, except that it remembers its last answer.
import type { Hyphenator } from './hyphenation/hyphenator.ts';
import { type Atom, type HardLine, splitAtom } from './line/atom.ts';
import { divideAtom } from './line/divide-atom.ts';
import { type FilledLine, fillLines, type LineSettings, listClusterEnds } from './line/fill-lines.ts';
import { fitLines } from './line/fit-lines.ts';
import { mayReachOut, overlap } from './line/ink-overlap.ts';
import { placeLine } from './line/place-line.ts';
import type { Paragraph, ParagraphOptions, TextLine } from './shaped-text.ts';

const noLimit = () => undefined;
const unwrapped = { wrap: 'normal', hyphensInRow: Number.POSITIVE_INFINITY } as const;
/** Default for the most lines in a row that end in a hyphen. */
const hyphensInRow = 2;
/** More lines are not balanced: nobody sees that a long paragraph is. */
const mostBalanced = 12;
/** In pt: how exact the width of balanced lines is found. */
const balanceStep = 0.5;

/** Code points that are not printed as they are. */
interface CharacterFaults {
  readonly missing: readonly number[];
  readonly unprintable: ReadonlySet<number>;
}

export class ShapedParagraph implements Paragraph {
  readonly missing: readonly number[];
  readonly unprintable: readonly number[];
  readonly #isRightToLeft: boolean;
  readonly #hardLines: readonly HardLine[];
  readonly #options: ParagraphOptions;
  #minWidth = -1;
  #maxWidth = -1;
  #lastWidth = Number.NaN;
  #lastLines: readonly TextLine[] = [];

  constructor(hardLines: readonly HardLine[], faults: CharacterFaults, options: ParagraphOptions, isRightToLeft: boolean) {
    this.#hardLines = hardLines;
    this.#isRightToLeft = isRightToLeft;
    this.missing = faults.missing;
    this.unprintable = [...faults.unprintable].sort((a, b) => a - b);
    this.#options = options;
  }

  get minWidth(): number {
    if (this.#minWidth < 0) {
      const { hyphenator, wrap } = this.#options;
      const widestOf = wrap === 'anywhere' ? widestCluster : widestPiece;
      let widest = 0;
      for (const { atoms } of this.#hardLines) widest = Math.max(widest, widestOf(atoms, hyphenator));
      this.#minWidth = widest;
    }
    return this.#minWidth;
  }

  get maxWidth(): number {
    if (this.#maxWidth < 0) {
      let widest = 0;
      for (const hard of this.#hardLines)
        for (const line of fillLines(hard, Number.POSITIVE_INFINITY, { ...unwrapped, stops: this.#options }, noLimit))
          widest = Math.max(widest, line.width);
      this.#maxWidth = widest;
    }
    return this.#maxWidth;
  }

  wrap(width: number, checkTime = noLimit): readonly TextLine[] {
    if (width === this.#lastWidth) return this.#lastLines;
    const { lineHeight } = this.#options;
    const lines: TextLine[] = [];
    /** Indexes of lines whose letters may reach out of them. */
    const reaching = new Set<number>();
    const last = this.#options.goesOn ? this.#hardLines.at(-1) : undefined;
    for (const one of this.#hardLines) {
      const hard = one === last ? { ...one, endsInLineFeed: true } : one;
      for (const filled of this.#fill(hard, width, checkTime)) {
        lines.push(placeLine(filled, width, this.#options, this.#isRightToLeft));
        if (typeof lineHeight === 'number' && mayReachOut(filled, lineHeight)) reaching.add(lines.length - 1);
      }
    }
    if (reaching.size > 0) {
      for (let i = 0; i + 1 < lines.length; i++) {
        if (!reaching.has(i) && !reaching.has(i + 1)) continue;
        checkTime();
        if (overlap(lines[i]!, lines[i + 1]!)) lines[i] = { ...lines[i]!, reachesNext: true };
      }
    }
    this.#lastWidth = width;
    this.#lastLines = lines;
    return lines;
  }

  #fill(hard: HardLine, width: number, checkTime: () => void): readonly FilledLine[] {
    const { align, hyphenate, hyphenator, lines, wrap } = this.#options;
    const inRow = hyphenate === false ? Number.POSITIVE_INFINITY : (hyphenate !== true && hyphenate.inRow) || hyphensInRow;
    const settings: LineSettings = { wrap, hyphensInRow: inRow, hyphenator, stops: this.#options };
    const hasTabs = this.#options.tabs.length > 0 && hard.atoms.some(({ tab }) => tab);
    if (hasTabs || !Number.isFinite(width)) return fillLines(hard, width, settings, checkTime);
    if (align === 'justify') return fitLines(hard, width, settings, checkTime);
    return (lines === 'balanced' ? balanceLines : fillLines)(hard, width, settings, checkTime);
  }
}

/** The lines of a text of about equal length: filled to the narrowest width that needs no more of them. */
function balanceLines(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void): readonly FilledLine[] {
  let lines = fillLines(hard, width, settings, checkTime);
  if (lines.length === 1 || lines.length > mostBalanced) return lines;
  const { length } = lines;
  for (let [low, high] = [width / 2, width]; high - low > balanceStep; ) {
    const middle = (low + high) / 2;
    const tried = fillLines(hard, middle, settings, checkTime);
    if (tried.length > length || tried.some((line) => line.width > middle + balanceStep)) low = middle;
    else {
      high = middle;
      lines = tried;
    }
  }
  return lines;
}

/** The widest stretch without a place to break, without the spaces around it. */
function widestPiece(atoms: readonly Atom[], hyphenator: Hyphenator | undefined): number {
  let widest = 0;
  let current = 0;
  /** Spaces that count if more text follows them on the same line. For example, no line may break before a closing quotation mark. */
  let spaces = 0;
  for (let i = 0; i < atoms.length; i++) {
    const whole = atoms[i]!;
    const atom = whole.halved !== undefined && current > 0 ? whole.halved : divideAtom(atoms, i, hyphenator);
    if (atom.hangs) spaces += atom.width;
    else {
      current += spaces + atom.width;
      spaces = 0;
    }
    if (atom.breaks) {
      current -= atom.width;
      let rest = atom;
      for (const { at, hyphen } of atom.breaks) {
        const [head, tail] = splitAtom(rest, at - (atom.text.length - rest.text.length), hyphen);
        widest = Math.max(widest, current + head.width + (head.hyphenAfter?.width ?? 0));
        current = 0;
        rest = tail;
      }
      current += rest.width;
    }
    widest = Math.max(widest, current);
    if (!atom.canEnd) continue;
    current = 0;
    spaces = 0;
  }
  return widest;
}

function widestCluster(atoms: readonly Atom[]): number {
  let widest = 0;
  for (const { text, words, look, isSpace } of atoms) {
    if (isSpace) continue;
    let from = 0;
    for (const to of listClusterEnds(text)) {
      widest = Math.max(widest, words.get(text.slice(from, to)).widthEm * look.shaping.scale);
      from = to;
    }
  }
  return widest;
}
