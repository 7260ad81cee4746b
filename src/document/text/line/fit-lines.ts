// Fits a justified paragraph into lines so that its spaces are even: of all ways to break it, the best one (D. E. Knuth and M. F. Plass, Breaking
// Paragraphs into Lines, 1981). See docs/decisions/0056.
import type { WordParts } from '../text-face.ts';
import { type Atom, type HardLine, headAt, pieceOf, pieceWidth, tailAt } from './atom.ts';
import { breaksOf } from './divide-atom.ts';
import { type FilledLine, fillLines, fillLinesWhile, type LineSettings, makeLine, tolerance } from './fill-lines.ts';
import { spreadsBetweenCharacters } from './spread-atoms.ts';

/** By how much of its width a space may shrink, and by how much it stretches where a line is still good. */
const shrinkShare = 0.25;
const stretchShare = 0.5;
/** How bad a line is that ends in a hyphen, and two that follow each other with one much tighter than the other. As in TeX. */
const hyphenCost = 50;
const unevenCost = 3000;
/** How bad it is that the last line begins with the end of a word. */
const endCost = 5000;
/** Lines that stretch by more are hopeless: they must not drown the differences of all other lines. */
const mostStretch = 10;
/** Most beginnings of a line that are looked at for each place at which it may end. */
export const mostBeginnings = 64;
/** Lines whose spaces stretch by less need no hyphens, and are not compared with those of lines filled one by one. */
const evenEnough = 1;
/** Lines that stretch by more are tried only if there is no other way: most paragraphs need none, and are fitted with far fewer comparisons. */
const bearable = 3;
/** In em. Wider gaps between words are tried only if there is no other way. */
const wideGaps = [1, 1.5, Number.POSITIVE_INFINITY];
/** Pairs of beginning and end between two looks at the clock. */
export const checkEvery = 4096;

/** A way to fill the lines up to a place at which a line may end. */
interface Way {
  /** The atom after which it ends, or in which. */
  readonly at: number;
  /** The break of that atom. -1: it ends after the atom. */
  readonly inner: number;
  /** Width from the beginning of the paragraph to the beginning of the next line, and that of its spaces alone. */
  readonly next: number;
  readonly nextSpaces: number;
  readonly before: Way | undefined;
  readonly cost: number;
  /** Lines in a row that end in a hyphen, up to here. */
  readonly hyphens: number;
  /** How its last line was stretched. */
  readonly ratio: number;
  /** The worst of its lines. */
  readonly worst: number;
}

const start: Way = { at: -1, inner: -1, next: 0, nextSpaces: 0, before: undefined, cost: 0, hyphens: 0, ratio: 0, worst: 0 };

/** Lines of a justified paragraph. */
export function fitLines(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void): readonly FilledLine[] {
  const { atoms } = hard;
  if (!atoms.some(({ hangs }) => hangs) || spreadsBetweenCharacters(atoms)) return fillLines(hard, width, settings, checkTime);
  const fitter = new Fitter(hard, width, settings, checkTime);
  let way = fitter.fit(false, evenEnough);
  way ??= fitter.fit(true, bearable);
  for (const gap of wideGaps) way ??= fitter.fit(true, fitter.stretchTo(gap));
  if (!way) return fillLines(hard, width, settings, checkTime);
  const { worst } = way;
  const isBetter = (line: FilledLine) => fitter.ratioOf(line) < worst;
  const filled = worst > evenEnough ? fillLinesWhile(isBetter, hard, width, settings, checkTime) : undefined;
  return filled ?? fitter.linesOf(way);
}

class Fitter {
  readonly #hard: HardLine;
  readonly #width: number;
  readonly #settings: LineSettings;
  readonly #checkTime: () => void;
  /** A line of one word has no space that could stretch: it counts as one with a narrow space. */
  readonly #leastSpace: number;
  /** Widths from the beginning of the paragraph to the end of each atom, and those of the spaces alone. */
  readonly #ends: number[] = [];
  readonly #spaces: number[] = [];
  /** The same without the spaces that hang there. */
  readonly #inkedEnds: number[] = [];
  readonly #inkedSpaces: number[] = [];
  #pairs = 0;

  constructor(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void) {
    this.#hard = hard;
    this.#width = width;
    this.#settings = settings;
    this.#checkTime = checkTime;
    this.#leastSpace = 0.2 * hard.atoms[0]!.look.shaping.style.size;
    let [end, spaces, inkedEnd, inkedSpaces] = [0, 0, 0, 0];
    for (const atom of hard.atoms) {
      end += atom.width;
      if (atom.isSpace) spaces += atom.width;
      if (!atom.hangs) [inkedEnd, inkedSpaces] = [end, spaces];
      this.#ends.push(end);
      this.#spaces.push(spaces);
      this.#inkedEnds.push(inkedEnd);
      this.#inkedSpaces.push(inkedSpaces);
    }
  }

  /**
   * The best way to the end of the paragraph, with lines that stretch by no more than `limit`. Undefined: no way keeps the limit. If
   * even an infinite limit gives no way, a word is wider than a line: filling line by line cuts it.
   */
  fit(withHyphens: boolean, limit: number): Way | undefined {
    const last = this.#hard.atoms.length - 1;
    let way: Way | undefined = start;
    while (way && (way.at < last || way.inner >= 0)) way = this.#goOn(way, withHyphens, limit);
    return way;
  }

  /** The best way from a place to the end of the paragraph, or to a place where all ways meet, so that costs before it need no comparison. */
  #goOn(from: Way, withHyphens: boolean, limit: number): Way | undefined {
    const { atoms } = this.#hard;
    const { hyphensInRow, wrap } = this.#settings;
    /** Without a limit the number of hyphens does not matter. */
    const mostHyphens = Number.isFinite(hyphensInRow) ? hyphensInRow : 1;
    /** Ways on which a next line may begin are those from `first` on, by the place of their end. */
    const open = [from];
    let first = 0;
    /** The fullest line that fits, with a hyphen too many in a row: for a word that fits in no other way. */
    let spare: Way | undefined;
    /** The best ways to a place, by their hyphens in a row. */
    const best = Array.from({ length: mostHyphens + 1 }, () => ({ cost: Number.POSITIVE_INFINITY, ratio: 0, way: from }));
    for (let at = from.inner < 0 ? from.at + 1 : from.at; at < atoms.length; at++) {
      const atom = atoms[at]!;
      const parts = this.#partsAt(at, withHyphens, open[first]!, limit);
      const count = parts ? parts.breaks.length : 0;
      const isLast = at === atoms.length - 1;
      for (let i = at === from.at ? from.inner + 1 : 0; i <= count; i++) {
        const isInside = i < count;
        const inner = isInside ? i : -1;
        if (!isInside && !atom.canEnd && !isLast) continue;
        const isHyphen = isInside && parts!.breaks[i]!.hyphen;
        if (isHyphen && (!withHyphens || this.#isTooShort(at, open[first]!, limit))) continue;
        const isEnd = !isInside && isLast;
        const spaces = isInside ? this.#spaces[at]! : this.#inkedSpaces[at]!;
        const end = isInside
          ? this.#ends[at]! - atom.width + parts!.headWidthEm(i) * atom.look.shaping.scale
          : this.#inkedEnds[at]!;
        const stop = open.length;
        /** The most hyphens in a row of the ways that are found. */
        let top = -1;
        let tooLong: Way | undefined;
        for (let k = first, seen = 0; k < stop && seen < mostBeginnings; k++) {
          if (++this.#pairs % checkEvery === 0) this.#checkTime();
          const way = open[k]!;
          const isPiece = isInside && way.at === at && way.inner >= 0;
          const width = isPiece ? this.#pieceWidth(at, parts!, way.inner, i) : Math.max(0, end - way.next);
          const ratio = this.#ratio(width, Math.max(0, spaces - way.nextSpaces), isEnd);
          if (ratio < -1) {
            tooLong = way;
            // The rest of a word may be narrower than a hyphen.
            if (k === first && this.#width < width - (isHyphen ? hyphenWidth(atom) : 0)) first++;
            continue;
          }
          // All that follow are shorter.
          if (ratio > limit) break;
          seen++;
          const hyphens = isHyphen ? way.hyphens + 1 : 0;
          if (hyphens > hyphensInRow) {
            if (spare?.at !== at || spare.inner !== inner) spare = this.#extend(way, at, inner, parts, ratio, 0, hyphens);
            continue;
          }
          const counted = Math.min(hyphens, mostHyphens);
          const found = best[counted]!;
          const cost = way.cost + costOf(way, isHyphen, ratio, isEnd);
          if (cost >= found.cost) continue;
          found.cost = cost;
          found.ratio = ratio;
          found.way = way;
          top = Math.max(top, counted);
        }
        if (isEnd && top === 0) return this.#extend(best[0]!.way, at, inner, parts, best[0]!.ratio, best[0]!.cost, 0);
        if (top >= 0) {
          spare = undefined;
          let least = Number.POSITIVE_INFINITY;
          for (let hyphens = 0; hyphens <= top; hyphens++) {
            const { cost, ratio, way } = best[hyphens]!;
            best[hyphens]!.cost = Number.POSITIVE_INFINITY;
            if (cost >= least) continue;
            least = cost;
            open.push(this.#extend(way, at, inner, parts, ratio, cost, hyphens));
          }
        } else if (first === stop) {
          if (limit < Number.POSITIVE_INFINITY) return undefined;
          if (spare) return spare;
          return wrap === 'anywhere'
            ? undefined
            : this.#extend(tooLong!, at, inner, parts, Number.NEGATIVE_INFINITY, 0, isHyphen ? tooLong!.hyphens + 1 : 0);
        }
      }
    }
    return undefined;
  }

  /** The parts of an atom that has breaks. Undefined as well: it has only hyphens, and lines to it would stretch too far. */
  #partsAt(at: number, withHyphens: boolean, longest: Way, limit: number): WordParts | undefined {
    const { atoms } = this.#hard;
    const { breaks, isSpace } = atoms[at]!;
    return isSpace || (!breaks && (!withHyphens || this.#isTooShort(at, longest, limit))) ? undefined : this.#partsOf(at);
  }

  #partsOf(at: number): WordParts {
    const { atoms } = this.#hard;
    const { beside, text, words } = atoms[at]!;
    return words.partsOf(text, breaksOf(atoms, at, this.#settings.hyphenator), beside);
  }

  /** Whether a line would stretch too far even if it took the whole of its last word. */
  #isTooShort(at: number, longest: Way, limit: number): boolean {
    const room = this.#width - (this.#ends[at]! - longest.next);
    return room > limit * stretchShare * Math.max(this.#spaces[at]! - longest.nextSpaces, this.#leastSpace);
  }

  #extend(
    before: Way,
    at: number,
    inner: number,
    parts: WordParts | undefined,
    ratio: number,
    cost: number,
    hyphens: number,
  ): Way {
    const rest = inner < 0 ? 0 : parts!.tailWidthEm(inner) * this.#hard.atoms[at]!.look.shaping.scale;
    const next = this.#ends[at]! - rest;
    return { at, inner, next, nextSpaces: this.#spaces[at]!, before, cost, hyphens, ratio, worst: Math.max(before.worst, ratio) };
  }

  /** The width of a part of a word between two of its breaks. */
  #pieceWidth(at: number, { breaks }: WordParts, from: number, to: number): number {
    return pieceWidth(this.#hard.atoms[at]!, breaks[from]!.at, breaks[to]!.at, breaks[to]!.hyphen);
  }

  /** How much the spaces of a line stretch, by what is good; negative: how much they shrink, by what is possible. */
  #ratio(width: number, spaces: number, isEnd: boolean): number {
    const room = this.#width - width;
    if (room >= -tolerance) return isEnd ? 0 : Math.max(0, room) / (stretchShare * Math.max(spaces, this.#leastSpace));
    return room < -(shrinkShare * spaces + tolerance) ? Number.NEGATIVE_INFINITY : Math.max(-1, room / (shrinkShare * spaces));
  }

  /** How far the spaces of the first letters stretch to be so wide, in em. */
  stretchTo(gap: number): number {
    const { shaping } = this.#hard.atoms[0]!.look;
    return Math.max(evenEnough, (1000 * gap) / shaping.space.widthEm - 1) / stretchShare;
  }

  ratioOf({ atoms, width, isLast }: FilledLine): number {
    const spaces = atoms.reduce((sum, atom) => sum + (atom.isSpace ? atom.width : 0), 0);
    return this.#ratio(width, spaces, isLast);
  }

  linesOf(way: Way): readonly FilledLine[] {
    const lines: FilledLine[] = [];
    for (let at: Way = way; at.before; at = at.before) {
      const content = this.#contentOf(at.before, at);
      lines.push(makeLine(this.#hard, content, at === way, at.ratio < -1 ? undefined : true));
    }
    return lines.reverse();
  }

  /** The atoms of a line between two places. */
  #contentOf(from: Way, to: Way): readonly Atom[] {
    const { atoms } = this.#hard;
    const first = from.at + (from.inner < 0 ? 1 : 0);
    const content = atoms.slice(first, to.at + 1);
    if (from.at === to.at && from.inner >= 0 && to.inner >= 0) {
      const { breaks } = this.#partsOf(to.at);
      const { at, hyphen } = breaks[to.inner]!;
      return [pieceOf(atoms[to.at]!, breaks[from.inner]!.at, at, hyphen)];
    }
    if (from.inner >= 0) content[0] = tailAt(atoms[from.at]!, this.#partsOf(from.at), from.inner);
    if (to.inner >= 0) content[content.length - 1] = headAt(atoms[to.at]!, this.#partsOf(to.at), to.inner);
    return content;
  }
}

const hyphenWidth = ({ words, look }: Atom): number => (words.hyphenWords ?? words).partWidthEm('-') * look.shaping.scale;

/** How bad it is that a next line ends at a place. */
function costOf(way: Way, isHyphen: boolean, ratio: number, isEnd: boolean): number {
  const stretch = Math.abs(ratio);
  // Powers would take ten times as long as products.
  const badness = 100 * (stretch > mostStretch ? mostStretch * mostStretch : stretch * stretch) * stretch;
  const sum = 10 + badness;
  const isUneven = way.before !== undefined && Math.abs(ratio - way.ratio) > 1;
  const endsSplit = isEnd && way.hyphens > 0;
  return sum * sum + (isHyphen ? hyphenCost * hyphenCost : 0) + (isUneven ? unevenCost : 0) + (endsSplit ? endCost : 0);
}
