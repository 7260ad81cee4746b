// Fits a justified paragraph into lines so that its spaces are even: of all ways to break it, the best one (D. E. Knuth and M. F. Plass, Breaking
// Paragraphs into Lines, 1981). See docs/decisions/0056.
import { type Atom, type HardLine, pieceOf, pieceWidth } from './atom.ts';
import { type FilledLine, fillLines, type LineSettings, makeLine, tolerance } from './fill-lines.ts';
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
/** Pairs of beginning and end between two looks at the clock. */
export const checkEvery = 4096;

/** A place at which a line may end. */
interface Place {
  /** The atom after which it ends, or in which. */
  readonly at: number;
  /** The index in the text of that atom. Undefined: after it. */
  readonly inside: number | undefined;
  readonly hyphen: boolean;
  /** Widths from the beginning of the paragraph, of all and of the spaces alone: up to the end of a line here, and up to the beginning of the next. */
  end: number;
  readonly endSpaces: number;
  next: number;
  readonly nextSpaces: number;
  /** The end of its atom. */
  readonly atomEnd: number;
  /** Width of the hyphen. */
  hyphenWidth: number;
}

/** A way to fill the lines up to a place. */
interface Way {
  readonly place: Place;
  readonly before: Way | undefined;
  readonly cost: number;
  /** Lines in a row that end in a hyphen, up to here. */
  readonly hyphens: number;
  /** How its last line was stretched. */
  readonly ratio: number;
  /** The worst of its lines. */
  readonly worst: number;
}

/** Lines of a justified paragraph. */
export function fitLines(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void): readonly FilledLine[] {
  const filled = () => fillLines(hard, width, settings, checkTime);
  const { atoms } = hard;
  if (!atoms.some(({ hangs }) => hangs) || spreadsBetweenCharacters(atoms)) return filled();
  const fitter = new Fitter(hard, width, settings, checkTime);
  const { hasHyphens } = fitter;
  const way =
    fitter.fit(false, evenEnough) ?? fitter.fit(hasHyphens, bearable) ?? fitter.fit(hasHyphens, Number.POSITIVE_INFINITY);
  if (!way) return filled();
  if (way.worst > evenEnough) {
    const lines = filled();
    if (fitter.worstOf(lines) < way.worst) return lines;
  }
  return fitter.linesOf(way);
}

class Fitter {
  readonly #hard: HardLine;
  readonly #width: number;
  readonly #settings: LineSettings;
  readonly #checkTime: () => void;
  /** A line of one word has no space that could stretch: it counts as one with a narrow space. */
  readonly #leastSpace: number;
  readonly hasHyphens: boolean;

  constructor(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void) {
    this.#hard = hard;
    this.#width = width;
    this.#settings = settings;
    this.#checkTime = checkTime;
    this.#leastSpace = 0.2 * hard.atoms[0]!.look.shaping.style.size;
    this.hasHyphens = hard.atoms.some(({ breaks }) => breaks?.some(({ hyphen }) => hyphen));
  }

  /**
   * The best way to the end of the paragraph, with lines that stretch by no more than `limit`. Undefined: there is none. Without a limit: a word must
   * be cut, which filling line by line does.
   */
  fit(withHyphens: boolean, limit: number): Way | undefined {
    const places = this.#places(withHyphens);
    const { hyphensInRow, wrap } = this.#settings;
    /** Ways on which a next line may begin are those from `first` on, by the place of their end. */
    let open: Way[] = [{ place: start, before: undefined, cost: 0, hyphens: 0, ratio: 0, worst: 0 }];
    let first = 0;
    /** The fullest line that fits, with a hyphen too many in a row: for a word that fits in no other way. */
    let spare: { readonly way: Way; readonly at: number } | undefined;
    for (let i = 0, pairs = 0; i < places.length; i++) {
      const place = places[i]!;
      const isEnd = i === places.length - 1;
      if (place.hyphen && first < open.length && this.#isTooShort(open[first]!.place, place, limit)) continue;
      this.#measure(place);
      const best: (Way | undefined)[] = [];
      let last: Way | undefined;
      const stop = open.length;
      for (let k = first, seen = 0; k < stop && seen < mostBeginnings; k++) {
        if (++pairs % checkEvery === 0) this.#checkTime();
        const way = open[k]!;
        const ratio = this.#ratio(way.place, place, isEnd);
        if (ratio < -1) {
          last = way;
          // The rest of a word may be narrower than a hyphen.
          if (k === first && this.#width < this.#widthOf(way.place, place) - place.hyphenWidth) first++;
          continue;
        }
        // All that follow are shorter.
        if (ratio > limit) break;
        seen++;
        const hyphens = place.hyphen ? way.hyphens + 1 : 0;
        if (hyphens > hyphensInRow) {
          if (spare?.at !== i) spare = { way: this.#extend(way, place, ratio, 0), at: i };
          continue;
        }
        const cost = way.cost + costOf(way, place, ratio, isEnd);
        if (cost < (best[hyphens]?.cost ?? Number.POSITIVE_INFINITY)) best[hyphens] = this.#extend(way, place, ratio, cost);
      }
      const found = best.filter((one) => one !== undefined);
      if (found.length === 0 && first === stop) {
        if (limit < Number.POSITIVE_INFINITY) return undefined;
        // All ways meet here, so that their costs need no comparison any more.
        if (spare) {
          open = [spare.way];
          i = spare.at;
          spare = undefined;
        } else {
          if (wrap === 'anywhere') return undefined;
          open = [this.#extend(last!, place, Number.NEGATIVE_INFINITY, 0)];
          if (isEnd) return open[0];
        }
        first = 0;
        continue;
      }
      if (isEnd) return found[0];
      if (found.length > 0) spare = undefined;
      for (const way of found) if (!found.some((other) => other.hyphens < way.hyphens && other.cost <= way.cost)) open.push(way);
    }
    return undefined;
  }

  #places(withHyphens: boolean): readonly Place[] {
    const { atoms } = this.#hard;
    const places: Place[] = [];
    let width = 0;
    let spaces = 0;
    /** Without the spaces that hang. */
    let inked = { end: 0, endSpaces: 0 };
    for (const [at, atom] of atoms.entries()) {
      const atomEnd = width + atom.width;
      const unmeasured = { end: Number.NaN, next: Number.NaN, atomEnd, hyphenWidth: 0, endSpaces: spaces, nextSpaces: spaces };
      for (const { at: inside, hyphen } of atom.breaks ?? [])
        if (withHyphens || !hyphen) places.push({ at, inside, hyphen, ...unmeasured });
      width = atomEnd;
      if (atom.isSpace) spaces += atom.width;
      if (!atom.hangs) inked = { end: width, endSpaces: spaces };
      if (atom.canEnd || at === atoms.length - 1)
        places.push({ at, inside: undefined, hyphen: false, ...inked, next: width, atomEnd, nextSpaces: spaces, hyphenWidth: 0 });
    }
    return places;
  }

  /** Finds the widths of a place inside a word. Few of them are near the end of a line. */
  #measure(place: Place): void {
    if (place.inside === undefined || !Number.isNaN(place.end)) return;
    const atom = this.#hard.atoms[place.at]!;
    if (place.hyphen) place.hyphenWidth = atom.words.partWidthEm('-') * atom.look.shaping.scale;
    place.end = place.atomEnd - atom.width + pieceWidth(atom, 0, place.inside, place.hyphen);
  }

  /** Finds where a line begins in a word. Few places are the end of a good line. */
  #measureNext(place: Place): void {
    if (place.inside === undefined || !Number.isNaN(place.next)) return;
    const atom = this.#hard.atoms[place.at]!;
    place.next = place.atomEnd - pieceWidth(atom, place.inside, atom.text.length, false);
  }

  /** Whether a line from a place would stretch too far even if it took the whole of the last word. */
  #isTooShort(from: Place, to: Place, limit: number): boolean {
    const room = this.#width - (to.atomEnd - from.next);
    return room > limit * stretchShare * Math.max(to.endSpaces - from.nextSpaces, this.#leastSpace);
  }

  #extend(before: Way, place: Place, ratio: number, cost: number): Way {
    this.#measureNext(place);
    return { place, before, cost, hyphens: place.hyphen ? before.hyphens + 1 : 0, ratio, worst: Math.max(before.worst, ratio) };
  }

  #widthOf(from: Place, to: Place): number {
    const isPiece = from.at === to.at && from.inside !== undefined && to.inside !== undefined;
    if (isPiece) return pieceWidth(this.#hard.atoms[to.at]!, from.inside!, to.inside!, to.hyphen);
    return Math.max(0, to.end - from.next);
  }

  /** The atoms of a line between two places. */
  #contentOf(from: Place, to: Place): readonly Atom[] {
    const { atoms } = this.#hard;
    const first = from.at + (from.inside === undefined ? 1 : 0);
    const content: Atom[] = atoms.slice(first, to.at + 1);
    if (to.inside !== undefined) {
      const begin = to.at === first ? (from.inside ?? 0) : 0;
      content[content.length - 1] = pieceOf(atoms[to.at]!, begin, to.inside, to.hyphen);
    }
    if (from.inside !== undefined && !(to.at === first && to.inside !== undefined)) {
      const atom = atoms[first]!;
      content[0] = pieceOf(atom, from.inside, atom.text.length, false);
    }
    return content;
  }

  /** How much the spaces of a line stretch, by what is good; negative: how much they shrink, by what is possible. */
  #ratio(from: Place, to: Place, isEnd: boolean): number {
    return this.#ratioOf(this.#widthOf(from, to), Math.max(0, to.endSpaces - from.nextSpaces), isEnd);
  }

  #ratioOf(width: number, spaces: number, isEnd: boolean): number {
    const room = this.#width - width;
    if (room >= -tolerance) return isEnd ? 0 : Math.max(0, room) / (stretchShare * Math.max(spaces, this.#leastSpace));
    return room < -(shrinkShare * spaces + tolerance) ? Number.NEGATIVE_INFINITY : Math.max(-1, room / (shrinkShare * spaces));
  }

  /** The worst line of those that were filled one by one. */
  worstOf(lines: readonly FilledLine[]): number {
    let worst = 0;
    for (const { atoms, width, isLast } of lines) {
      const spaces = atoms.reduce((sum, atom) => sum + (atom.isSpace ? atom.width : 0), 0);
      worst = Math.max(worst, this.#ratioOf(width, spaces, isLast));
    }
    return worst;
  }

  linesOf(way: Way): readonly FilledLine[] {
    const lines: FilledLine[] = [];
    for (let at: Way = way; at.before; at = at.before) {
      const line = makeLine(this.#hard, this.#contentOf(at.before.place, at.place), at === way);
      lines.push(at.ratio < -1 ? line : { ...line, mayShrink: true });
    }
    return lines.reverse();
  }
}

/** The beginning of a paragraph. */
const start: Place = {
  at: -1,
  inside: undefined,
  hyphen: false,
  end: 0,
  endSpaces: 0,
  next: 0,
  nextSpaces: 0,
  atomEnd: 0,
  hyphenWidth: 0,
};

/** How bad it is to go on from a way to a place. */
function costOf(way: Way, place: Place, ratio: number, isEnd: boolean): number {
  const stretch = Math.abs(ratio);
  const badness = 100 * (stretch > mostStretch ? mostStretch ** 2 * stretch : stretch ** 3);
  const isUneven = way.before !== undefined && Math.abs(ratio - way.ratio) > 1;
  const endsSplit = isEnd && way.hyphens > 0;
  return (10 + badness) ** 2 + (place.hyphen ? hyphenCost ** 2 : 0) + (isUneven ? unevenCost : 0) + (endsSplit ? endCost : 0);
}
