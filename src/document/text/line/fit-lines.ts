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
/** A line that is wider than its place is taken only if there is no other way. */
const tooWideCost = 1e18;
/** Most beginnings of a line that are looked at for each place at which it may end. */
const mostBeginnings = 64;
/** Lines whose spaces stretch by less need no hyphens. */
const evenEnough = 1;
/** Wider spaces are compared with those of lines filled one by one. */
const doubtful = 3;
/** Places between two looks at the clock. */
const checkEvery = 512;

/** A place at which a line may end. */
interface Place {
  /** The atom after which it ends, or in which. */
  readonly at: number;
  /** The index in the text of that atom. Undefined: after it. */
  readonly inside: number | undefined;
  readonly hyphen: boolean;
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
  let way = fitter.fit(false);
  if (!(way && way.worst <= evenEnough) && fitter.hasHyphens) way = fitter.fit(true) ?? way;
  if (!way) return filled();
  if (way.worst > doubtful) {
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
  /** Width of all atoms before an index, and of the spaces among them. */
  readonly #widths: Float64Array;
  readonly #spaces: Float64Array;
  readonly hasHyphens: boolean;

  constructor(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void) {
    const { atoms } = hard;
    this.#hard = hard;
    this.#width = width;
    this.#settings = settings;
    this.#checkTime = checkTime;
    this.#widths = new Float64Array(atoms.length + 1);
    this.#spaces = new Float64Array(atoms.length + 1);
    for (const [i, atom] of atoms.entries()) {
      this.#widths[i + 1] = this.#widths[i]! + atom.width;
      this.#spaces[i + 1] = this.#spaces[i]! + (atom.isSpace ? atom.width : 0);
    }
    this.hasHyphens = atoms.some(({ breaks }) => breaks?.some(({ hyphen }) => hyphen));
  }

  /** The best way to the end of the paragraph. Undefined: a word must be cut, which filling line by line does. */
  fit(withHyphens: boolean): Way | undefined {
    const start: Place = { at: -1, inside: undefined, hyphen: false };
    let open: Way[] = [{ place: start, before: undefined, cost: 0, hyphens: 0, ratio: 0, worst: 0 }];
    let looked = 0;
    const places = this.#places(withHyphens);
    for (const [i, place] of places.entries()) {
      if (++looked % checkEvery === 0) this.#checkTime();
      const isEnd = i === places.length - 1;
      const best = new Map<number, Way>();
      let forced: Way | undefined;
      let gone = 0;
      for (let k = 0; k < Math.min(open.length, mostBeginnings); k++) {
        const way = open[k]!;
        const ratio = this.#ratio(way.place, place, isEnd);
        const isTooWide = ratio < -1;
        if (isTooWide) gone = k + 1;
        const next = this.#extend(way, place, ratio, isEnd);
        if (isTooWide || next.hyphens > this.#settings.hyphensInRow) {
          // If all ways end here, the last one goes on, as a line that is too wide.
          forced = { ...next, cost: way.cost + tooWideCost };
          continue;
        }
        const known = best.get(next.hyphens);
        if (!known || next.cost < known.cost) best.set(next.hyphens, next);
      }
      open = open.slice(gone);
      const found = [...best.values()];
      if (found.length === 0 && open.length === 0) {
        if (this.#settings.wrap === 'anywhere') return undefined;
        found.push(forced!);
      }
      if (isEnd) return found.reduce<Way | undefined>((one, other) => (one && one.cost <= other.cost ? one : other), undefined);
      open.push(...found);
    }
    return undefined;
  }

  #places(withHyphens: boolean): readonly Place[] {
    const { atoms } = this.#hard;
    const places: Place[] = [];
    for (const [at, { breaks, canEnd }] of atoms.entries()) {
      for (const { at: inside, hyphen } of breaks ?? []) if (withHyphens || !hyphen) places.push({ at, inside, hyphen });
      if (canEnd && at < atoms.length - 1) places.push({ at, inside: undefined, hyphen: false });
    }
    places.push({ at: atoms.length - 1, inside: undefined, hyphen: false });
    return places;
  }

  #extend(way: Way, place: Place, ratio: number, isEnd: boolean): Way {
    const badness = 100 * Math.abs(ratio) ** 3;
    const isUneven = way.before !== undefined && Math.abs(ratio - way.ratio) > 1;
    const endsSplit = isEnd && way.hyphens > 0;
    const more = (place.hyphen ? hyphenCost ** 2 : 0) + (isUneven ? unevenCost : 0) + (endsSplit ? endCost : 0);
    const cost = way.cost + (10 + badness) ** 2 + more;
    const hyphens = place.hyphen ? way.hyphens + 1 : 0;
    return { place, before: way, cost, hyphens, ratio, worst: Math.max(way.worst, ratio) };
  }

  /** How much the spaces of a line stretch, by what is good; negative: how much they shrink, by what is possible. */
  #ratio(from: Place, to: Place, isEnd: boolean): number {
    const { atoms } = this.#hard;
    const first = from.at + (from.inside === undefined ? 1 : 0);
    let end = to.inside === undefined ? to.at + 1 : to.at;
    while (to.inside === undefined && end > first && atoms[end - 1]!.hangs) end--;
    let width = this.#widths[end]! - this.#widths[first]!;
    const spaces = this.#spaces[end]! - this.#spaces[first]!;
    if (from.inside !== undefined) {
      const atom = atoms[first]!;
      if (to.at === first && to.inside !== undefined) width += pieceWidth(atom, from.inside, to.inside, to.hyphen);
      else {
        width += pieceWidth(atom, from.inside, atom.text.length, false) - atom.width;
        if (to.inside !== undefined) width += pieceWidth(atoms[to.at]!, 0, to.inside, to.hyphen);
      }
    } else if (to.inside !== undefined) width += pieceWidth(atoms[to.at]!, 0, to.inside, to.hyphen);
    return this.#ratioOf(width, spaces, isEnd);
  }

  #ratioOf(width: number, spaces: number, isEnd: boolean): number {
    const room = this.#width - width;
    if (room >= -tolerance) {
      if (isEnd) return 0;
      // A line of one word cannot stretch: as bad as one with a narrow space.
      const { look } = this.#hard.atoms[0]!;
      return room / (stretchShare * Math.max(spaces, 0.2 * look.shaping.style.size));
    }
    return room < -(shrinkShare * spaces + tolerance) ? Number.NEGATIVE_INFINITY : room / (shrinkShare * spaces);
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
    const { atoms } = this.#hard;
    const lines: FilledLine[] = [];
    for (let at: Way = way; at.before; at = at.before) {
      const { place: to } = at;
      const from = at.before.place;
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
      lines.push({ ...makeLine(this.#hard, content, at === way), mayShrink: true });
    }
    return lines.reverse();
  }
}
