// Cuts any text into atoms: by direction, line breaks, spaces, look, face and script. Marks stay with their base, in one face.

import { type BoundPart, type Directions, findIsolates, type Levels } from '../bidi.ts';
import { breaksBetweenCharacters, isBidiControl, isIgnorable, isMark, isMirrored, mayBeRightToLeft } from '../character-kind.ts';
import { findBlank, mayBeFullWidthSign, type Side } from '../full-width.ts';
import { isJoined } from '../letter-spacing.ts';
import { scriptOf } from '../script-of.ts';
import type { ParagraphOptions } from '../shaped-text.ts';
import type { TextFace } from '../text-face.ts';
import { type Atom, type AtomLook, type HardLine, halveAtom, longestCluster, longestWord, makeSpace, makeWord } from './atom.ts';
import type { InnerBreak } from './inner-break.ts';
import type { BreakFinder } from './line-breaks.ts';
import { openTab } from './tab-stops.ts';

/** A run of cleaned text. */
export interface LookRun extends BoundPart {
  readonly look: AtomLook;
}

export interface CutText {
  readonly lines: readonly HardLine[];
  /** The text stands at the right side. */
  readonly isRightToLeft: boolean;
  /** Code points without a face, ascending. */
  readonly missing: readonly number[];
}

/** Number of characters whose shaping takes a few hundredths of a second. */
const checkEvery = 4096;
/** Number of characters, marks included, over which letters affect each other. */
const longestJoint = 8;
const zeroWidthSpace = 0x200b;
const softHyphen = 0xad;

export function cutText(
  runs: readonly LookRun[],
  { dir, keepWords }: ParagraphOptions,
  breakFinder: BreakFinder,
  directions: Directions,
  checkTime: () => void,
): CutText {
  const text = runs.length === 1 ? runs[0]!.text : runs.map((run) => run.text).join('');
  const turns = dir === 'rtl' || dir === 'auto-rtl' || mayBeRightToLeft(text);
  const levels = turns ? directions.resolve(text, dir, findIsolates(runs)) : undefined;
  return new TextCutter(text, runs, breakFinder.find(text, keepWords), levels, checkTime).cut();
}

class TextCutter {
  readonly #text: string;
  readonly #runs: readonly LookRun[];
  readonly #breaks: Uint8Array;
  readonly #levels: Levels | undefined;
  readonly #checkTime: () => void;
  readonly #lines: HardLine[] = [];
  readonly #missing = new Set<number>();
  #atoms: Atom[] = [];
  // The word in progress.
  #word = '';
  /** The end of the previous word, if letters join across the boundary. */
  #before = '';
  #inner: InnerBreak[] = [];
  #face: TextFace | undefined;
  #script: string;
  #level = 0;
  /** The lowest embedding level of the direction marks before the word, and of those before the next character. Undefined: no marks. */
  #wordBetween: number | undefined;
  #between: number | undefined;
  #look: AtomLook;
  #lastCharacter = 0;
  /** The index in the word at which its last cluster begins. */
  #lastStart = 0;
  /** The word is a full-width sign that loses the blank half at this side. */
  #blank: Side | undefined;
  #wasAlone = false;
  /** Whether a line may break between the last character taken and the next one. */
  #breakHere = false;
  #breakIsSoft = false;
  /** Characters shaped since the last look at the time. */
  #unchecked = 0;

  constructor(text: string, runs: readonly LookRun[], breaks: Uint8Array, levels: Levels | undefined, checkTime: () => void) {
    this.#text = text;
    this.#runs = runs;
    this.#breaks = breaks;
    this.#levels = levels;
    this.#checkTime = checkTime;
    this.#look = runs[0]!.look;
    this.#script = firstScript(text);
  }

  cut(): CutText {
    let from = 0;
    for (const { text, look } of this.#runs) {
      const to = from + text.length;
      for (let at = from; at < to; ) at = this.#take(at, to, look);
      from = to;
    }
    this.#endWord(false);
    if (this.#atoms.length > 0) this.#endLine(from);
    return { lines: this.#lines, isRightToLeft: this.#levels?.side === 1, missing: [...this.#missing].sort((a, b) => a - b) };
  }

  /** Takes one character with its marks. Returns the start of the next. */
  #take(at: number, to: number, look: AtomLook): number {
    const code = this.#text.codePointAt(at)!;
    let next = at + (code > 0xffff ? 2 : 1);
    if (this.#breaks[at] === 1) this.#breakHere = true;
    if (this.#levels) this.#notePart(this.#levels.between.get(at));
    if (code === 10) {
      this.#endWord(false);
      this.#look = look;
      this.#endLine(at);
      return next;
    }
    if (code === 0x20 || code === 0xa0) {
      this.#endWord(false);
      this.#takeSpace(code === 0x20, at, look);
      return next;
    }
    if (code === 9) {
      this.#endWord(false);
      // Text that does not fit after the tab moves to the next line together with the tab.
      this.#allowEnd();
      this.#takeSpace(false, at, look);
      this.#atoms.push(openTab(this.#atoms.pop()!, this.#levels?.bases[at] ?? 0));
      return next;
    }
    if (code === softHyphen) {
      this.#breakIsSoft = true;
      return next;
    }
    if (isOwnLevel(code)) this.#notePart(this.#levels?.levels[at]);
    if (code === zeroWidthSpace || isBidiControl(code) || code === 0xfeff || code === 0x2060) return next;
    const end = Math.min(to, at + longestCluster);
    while (next < end && isMark(this.#text.codePointAt(next)!)) next += this.#text.codePointAt(next)! > 0xffff ? 2 : 1;
    // A joiner takes the character after it along: a family of emoji is one sign, a Khmer or Burmese stack one cluster.
    while (next < end && joinsNext(this.#text.charCodeAt(next - 1), code)) {
      next += this.#text.codePointAt(next)! > 0xffff ? 2 : 1;
      while (next < end && isMark(this.#text.codePointAt(next)!)) next += this.#text.codePointAt(next)! > 0xffff ? 2 : 1;
    }
    this.#takeCluster(this.#text.slice(at, next), code, at, look);
    return next;
  }

  #notePart(level: number | undefined): void {
    if (level !== undefined && !(level >= this.#between!)) this.#between = level;
  }

  #takeCluster(cluster: string, code: number, at: number, look: AtomLook): void {
    const face = this.#faceFor(cluster, look);
    const script = scriptOf(code) ?? this.#script;
    const level = this.#levels?.levels[at] ?? 0;
    // A mirrored glyph gives the opposite character as text. Alone in a word, it can get its own text.
    const blank = this.#word !== '' && mayBeFullWidthSign(code) ? this.#closeUp(cluster, face, script, level, look) : undefined;
    const isAlone = blank !== undefined || ((level & 1) === 1 && isMirrored(code));
    const between = this.#between;
    this.#between = undefined;
    if (this.#word !== '') {
      const isParted = between !== undefined && between < Math.min(level, this.#level);
      const isOther = face !== this.#face || script !== this.#script || level !== this.#level || look !== this.#look;
      const isApart =
        this.#breakHere && !this.#breakIsSoft && (breaksBetweenCharacters(this.#lastCharacter) || breaksBetweenCharacters(code));
      if (isOther || isParted || isApart || isAlone || this.#wasAlone || this.#word.length >= longestWord) {
        // Beside each other in the line: in one run, or in two from right to left.
        const isBeside = isParted ? isOdd(between & this.#level & level) : level === this.#level || isOdd(level & this.#level);
        const joins = !this.#breakHere && script === this.#script && isBeside && isJoined(script);
        const before = joins ? this.#word.slice(-longestJoint) : '';
        this.#endWord(this.#breakHere, joins ? cluster.slice(0, longestJoint) : '');
        this.#before = before;
      } else if (this.#breakHere) this.#inner.push({ at: this.#word.length, hyphen: this.#breakIsSoft });
    } else if (this.#breakHere) this.#allowEnd();
    if (this.#word === '') this.#wordBetween = between;
    this.#lastStart = this.#word.length;
    this.#word += cluster;
    this.#blank = blank;
    this.#face = face;
    this.#script = script;
    this.#level = level;
    this.#look = look;
    this.#lastCharacter = code;
    this.#wasAlone = isAlone;
    this.#breakHere = false;
    this.#breakIsSoft = false;
  }

  /**
   * Closes up two full-width signs. The one that loses its blank half becomes a word of its own. Returns the side at which the second sign, which is
   * not taken yet, loses it.
   */
  #closeUp(cluster: string, face: TextFace, script: string, level: number, look: AtomLook): Side | undefined {
    if ((level & 1) === 1 || (this.#level & 1) === 1) return undefined;
    const last = this.#word.slice(this.#lastStart);
    const loser = findBlank(last, cluster);
    if (loser === 'second') return look.shaping.wordsOf(face, script, false).halved(cluster, 'before') && 'before';
    if (loser === undefined || !this.#look.shaping.wordsOf(this.#face!, this.#script, false).halved(last, 'after'))
      return undefined;
    if (this.#lastStart > 0) {
      const canEnd = this.#inner.some(({ at }) => at === this.#lastStart);
      this.#inner = this.#inner.filter(({ at }) => at < this.#lastStart);
      this.#word = this.#word.slice(0, this.#lastStart);
      this.#endWord(canEnd);
      this.#word = last;
      this.#lastStart = 0;
    }
    this.#blank = 'after';
    this.#wasAlone = true;
    return undefined;
  }

  #takeSpace(breaking: boolean, at: number, look: AtomLook): void {
    const { shaping } = look;
    // Using the font of the word before for the space avoids a change of font, in the page and for readers.
    const face = this.#face?.has(0x20) && shaping.faces.includes(this.#face) ? this.#face : shaping.faces[0]!;
    const level = this.#levels?.levels[at] ?? 0;
    const words = shaping.wordsOf(face, this.#script, (level & 1) === 1);
    const space = makeSpace(words, look, level, breaking, this.#breaks[at + 1] === 1);
    this.#atoms.push(this.#between === undefined ? space : { ...space, between: this.#between });
    this.#between = undefined;
    this.#look = look;
    this.#breakHere = false;
    this.#breakIsSoft = false;
  }

  #faceFor(cluster: string, look: AtomLook): TextFace {
    const face = look.shaping.faceFor(cluster);
    if (face === undefined || cluster.length > 1) this.#noteMissing(cluster, face);
    return face ?? look.shaping.faces[0]!;
  }

  #noteMissing(cluster: string, face: TextFace | undefined): void {
    if (face?.showsPicture(cluster)) return;
    const composed = cluster.normalize('NFC');
    for (const character of composed) {
      const code = character.codePointAt(0)!;
      if (
        isIgnorable(code) ||
        face?.has(code) ||
        (face && [...character.normalize('NFD')].every((part) => face.has(part.codePointAt(0)!)))
      )
        continue;
      this.#missing.add(code);
    }
  }

  /** The characters between the last word and the next are invisible, and allow a break. */
  #allowEnd(): void {
    const last = this.#atoms.at(-1);
    if (last && !last.canEnd) this.#atoms[this.#atoms.length - 1] = { ...last, canEnd: true };
  }

  /** `after`: the beginning of the next word, if letters join across the boundary. */
  #endWord(canEnd: boolean, after = ''): void {
    if (this.#word === '') return;
    const words = this.#look.shaping.wordsOf(this.#face!, this.#script, (this.#level & 1) === 1);
    const beside = this.#before !== '' || after !== '' ? { before: this.#before, after } : undefined;
    const word = makeWord(
      this.#word,
      words,
      this.#look,
      this.#level,
      canEnd,
      this.#inner.length > 0 ? this.#inner : undefined,
      beside,
    );
    const atom = this.#wordBetween === undefined ? word : { ...word, between: this.#wordBetween };
    const halved = this.#blank && words.halved(this.#word, this.#blank);
    if (!halved) this.#atoms.push(atom);
    else if (this.#blank === 'after') this.#atoms.push(halveAtom(atom, halved));
    else this.#atoms.push({ ...atom, halved: halveAtom(atom, halved) });
    this.#unchecked += this.#word.length;
    this.#word = '';
    this.#blank = undefined;
    this.#before = '';
    this.#inner = [];
    if (this.#unchecked < checkEvery) return;
    this.#unchecked = 0;
    this.#checkTime();
  }

  #endLine(at: number): void {
    const rtl = this.#levels?.bases[at] === 1;
    this.#lines.push({ atoms: this.#atoms, rtl, look: this.#look, endsInLineFeed: at < this.#text.length - 1 });
    this.#atoms = [];
    this.#between = undefined;
    this.#breakHere = false;
    this.#breakIsSoft = false;
  }
}

const isOdd = (level: number): boolean => (level & 1) === 1;

/** A mark of direction or a sign of an isolate. Other controls of direction have no place in the order (UAX #9, X9). */
const isOwnLevel = (code: number): boolean => isBidiControl(code) && !(code >= 0x202a && code <= 0x202e);

/** Whether the two are joined by a zero-width joiner between signs, a Khmer coeng or a Burmese virama. */
function joinsNext(last: number, first: number): boolean {
  return (last === 0x200d && first > 0x2000) || last === 0x17d2 || last === 0x1039;
}

/** The script for digits and punctuation before the first letter. Latin for a text without letters. */
function firstScript(text: string): string {
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0)!);
    if (script !== undefined) return script;
  }
  return 'Latn';
}
