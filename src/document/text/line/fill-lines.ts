// Fills lines greedily: each line takes as much as fits, without counting spaces at its end.

import { isBound, isMark } from '../character-kind.ts';
import type { Hyphenator } from '../hyphenation/hyphenator.ts';
import type { ParagraphOptions } from '../shaped-text.ts';
import type { WordParts } from '../text-face.ts';
import { type Atom, type HardLine, headAt, splitAtom, tailAt } from './atom.ts';
import { divideAtom } from './divide-atom.ts';
import { placeTab, type TabSettings } from './tab-stops.ts';

/** The atoms of one line, in logical order, without the spaces at its end. */
export interface FilledLine {
  readonly atoms: readonly Atom[];
  readonly hard: HardLine;
  /** Without spaces at the end, in pt. */
  readonly width: number;
  /** The last line before a line feed or the end. It is not justified. */
  readonly isLast: boolean;
  /** A space or a line feed follows: the text goes on with another word. */
  readonly endsInSpace: boolean;
  /** If the line is wider than its place, its spaces shrink. */
  readonly mayShrink: true | undefined;
}

/** How lines are filled. */
export interface LineSettings {
  readonly wrap: ParagraphOptions['wrap'];
  /** Most lines in a row that end in a hyphen. */
  readonly hyphensInRow: number;
  /** Divides words. Undefined: only the author's soft hyphens do. */
  readonly hyphenator?: Hyphenator | undefined;
  /** The stops of tabs. */
  readonly stops: TabSettings;
}

/** Tolerance in pt: a text that gets exactly its measured width must not wrap because of rounding. */
export const tolerance = 0.01;
/** Number of lines. A line of a word that must be cut takes up to a few milliseconds. */
const checkEvery = 32;

export function fillLines(hard: HardLine, width: number, settings: LineSettings, checkTime: () => void): readonly FilledLine[] {
  const filler = new Filler(hard, width + tolerance, settings, checkTime);
  while (filler.fillOne());
  return filler.lines;
}

/** The lines, if each of them passes a test. The first that does not ends the work. */
export function fillLinesWhile(
  passes: (line: FilledLine) => boolean,
  hard: HardLine,
  width: number,
  settings: LineSettings,
  checkTime: () => void,
): readonly FilledLine[] | undefined {
  const filler = new Filler(hard, width + tolerance, settings, checkTime);
  for (let goesOn = true; goesOn; ) {
    goesOn = filler.fillOne();
    if (!passes(filler.lines.at(-1)!)) return undefined;
  }
  return filler.lines;
}

/** The line of some atoms, without the spaces at its end. */
export function makeLine(hard: HardLine, content: readonly Atom[], isLast: boolean, mayShrink?: true): FilledLine {
  let count = content.length;
  while (count > 0 && content[count - 1]!.hangs) count--;
  const { hyphenAfter } = content[count - 1] ?? {};
  const ended = count === content.length ? content : content.slice(0, count);
  const atoms = hyphenAfter ? [...ended, hyphenAfter] : ended;
  let width = 0;
  for (const atom of atoms) width += atom.width;
  return { atoms, hard, width, isLast, endsInSpace: isLast ? hard.endsInLineFeed : count < content.length, mayShrink };
}

class Filler {
  readonly #hard: HardLine;
  readonly #limit: number;
  readonly #settings: LineSettings;
  /** Lines in a row that end in a hyphen. */
  #hyphens = 0;
  readonly lines: FilledLine[] = [];
  readonly #checkTime: () => void;
  /** The atom at which the next line begins, and the rest of this atom if its beginning is on the line before. */
  #from = 0;
  #rest: Atom | undefined;

  constructor(hard: HardLine, limit: number, settings: LineSettings, checkTime: () => void) {
    this.#hard = hard;
    this.#limit = limit;
    this.#settings = settings;
    this.#checkTime = checkTime;
  }

  /** Fills one line of at least one character. False: it was the last line. */
  fillOne(): boolean {
    const isLast = this.#fillNext();
    if (this.lines.length % checkEvery === 0) this.#checkTime();
    return !isLast;
  }

  #fillNext(): boolean {
    const { atoms } = this.#hard;
    const content: Atom[] = [];
    let used = 0;
    let kept = 0;
    let resume = 0;
    /** Nothing fits before the atoms that follow, which stand further out. */
    let isTried = false;
    for (let at = this.#from; at < atoms.length; at++) {
      const whole = this.#rest !== undefined && at === this.#from ? this.#rest : atoms[at]!;
      let atom = whole.halved !== undefined && content.length > 0 ? whole.halved : whole;
      if (whole.tab) {
        const placed = placeTab(atoms, at, used, this.#limit, this.#hard.rtl, this.#settings.stops);
        if (placed.endsLine) {
          this.#end(content, at, undefined);
          return false;
        }
        atom = placed.tab;
      }
      if (!atom.hangs && used + atom.width > this.#limit) {
        if (!isTried && this.#breakInside(content, kept, atom, at, used)) return false;
        isTried = true;
        if (kept > 0 || this.#settings.wrap === 'anywhere') {
          if (kept > 0) this.#end(content.slice(0, kept), resume, undefined);
          else this.#breakAnywhere(content, this.#divide(atom, at), at, used);
          return this.#rest === undefined && this.#from === atoms.length;
        }
        // No break fits: the line sticks out, up to the first place where it may end.
        const divided = this.#divide(atom, at);
        if (divided.breaks) {
          this.#endInside(content, divided, divided.words.partsOf(divided.text, divided.breaks, divided.beside), 0, at);
          return false;
        }
      }
      content.push(atom);
      used += atom.width;
      if (atom.canEnd) {
        kept = content.length;
        resume = at + 1;
      }
    }
    this.#end(content, atoms.length, undefined, true);
    return true;
  }

  /** Breaks at a hyphen, soft hyphen or the like in the atom that does not fit, or in an earlier atom after the last break. */
  #breakInside(content: readonly Atom[], kept: number, tooMuch: Atom, at: number, used: number): boolean {
    let start = used;
    for (let i = content.length; i >= kept; i--) {
      const whole = i === content.length ? tooMuch : content[i]!;
      if (i < content.length) start -= whole.width;
      const atom = this.#divide(whole, at - (content.length - i));
      if (!atom.breaks) continue;
      const { scale } = atom.look.shaping;
      const parts = atom.words.partsOf(atom.text, atom.breaks, atom.beside);
      for (let b = atom.breaks.length - 1; b >= 0; b--) {
        if (atom.breaks[b]!.hyphen && kept > 0 && this.#hyphens >= this.#settings.hyphensInRow) continue;
        if (start + parts.headWidthEm(b) * scale > this.#limit) continue;
        this.#endInside(content.slice(0, i), atom, parts, b, at - (content.length - i));
        return true;
      }
    }
    return false;
  }

  /** Ends a line at a break of a word. */
  #endInside(content: readonly Atom[], atom: Atom, parts: WordParts, index: number, at: number): void {
    this.#end([...content, headAt(atom, parts, index)], at, tailAt(atom, parts, index), false, parts.breaks[index]!.hyphen);
  }

  /** An atom of the paragraph with all of its breaks. The rest of a word that was divided has them already. */
  #divide(atom: Atom, at: number): Atom {
    const { atoms } = this.#hard;
    const { hyphenator } = this.#settings;
    return hyphenator && atom === atoms[at] ? divideAtom(atoms, at, hyphenator) : atom;
  }

  /** Cuts a word that is too wide and has no break, at the edge, between two clusters. */
  #breakAnywhere(content: readonly Atom[], atom: Atom, at: number, used: number): void {
    const ends = listClusterEnds(atom.text);
    let fitting = 0;
    for (let low = 1, high = ends.length - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      if (used + splitAtom(atom, ends[middle - 1]!, false)[0].width <= this.#limit) {
        fitting = middle;
        low = middle + 1;
      } else high = middle - 1;
    }
    if (fitting === 0 && content.length > 0) {
      this.#end(content, at, this.#from === at ? this.#rest : undefined);
      return;
    }
    const taken = Math.max(fitting, 1);
    if (taken >= ends.length) {
      this.#end([...content, atom], at + 1, undefined, at + 1 === this.#hard.atoms.length);
      return;
    }
    const [head, tail] = splitAtom(atom, ends[taken - 1]!, false);
    this.#end([...content, head], at, tail);
  }

  #end(content: readonly Atom[], from: number, rest: Atom | undefined, isLast = false, hyphen = false): void {
    this.#hyphens = hyphen ? this.#hyphens + 1 : 0;
    this.lines.push(makeLine(this.#hard, content, isLast));
    this.#from = from;
    this.#rest = rest;
  }
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The ends of the user-perceived characters of a text (UAX #29). Conjuncts stay whole even in older engines. Vowel signs that the standard separates
 * stay with their letter.
 */
export function listClusterEnds(text: string): number[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const ends: number[] = [];
  for (const { index, segment } of segmenter.segment(text)) {
    const end = index + segment.length;
    if (end === text.length || !(isBound(text, end) || isMark(text.codePointAt(end)!))) ends.push(end);
  }
  return ends;
}
