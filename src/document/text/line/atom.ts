// The pieces of lines: words, spaces, and parts of a text between two breaks.

import type { TextLink, TextMark, Word } from '../shaped-text.ts';
import type { StyleShaping } from '../style-shaping.ts';
import { type Neighbours, softHyphen, type WordCache, type WordParts } from '../text-face.ts';
import { breaksAfter, type InnerBreak } from './inner-break.ts';

/** Longer words are shaped in parts. No language has such words, and the time to break a word grows with the square of its length. */
export const longestWord = 96;

/**
 * Further marks or joined characters on a character are cut off. No script has so many, and the time to shape them grows with the square of their
 * number.
 */
export const longestCluster = 256;

/** The look of a run of text, its link and its marks. */
export interface AtomLook {
  readonly shaping: StyleShaping;
  readonly link: TextLink | undefined;
  readonly isLabel?: true | undefined;
  readonly marks?: readonly TextMark[] | undefined;
}

export interface Tab {
  readonly leader: string | undefined;
  /** There is no stop, or no room before it. */
  readonly isOff: boolean;
}

export interface Atom {
  readonly text: string;
  readonly word: Word;
  /** In pt. */
  readonly width: number;
  readonly isSpace: boolean;
  /** A space at which lines break. It does not count at the end of a line. */
  readonly hangs: boolean;
  /** Whether a line may end after this atom. */
  readonly canEnd: boolean;
  /** UAX #9 embedding level. */
  readonly level: number;
  /** The level of what parts it from the atom before: signs of isolates and marks of direction, which are no atoms. */
  readonly between?: number | undefined;
  readonly look: AtomLook;
  /** The source of this word's parts when it is broken. */
  readonly words: WordCache;
  /** Without those that hyphenation adds: see breaksOf. */
  readonly breaks: readonly InnerBreak[] | undefined;
  /** A full-width sign without the blank half before it, for a place after another sign on the same line. */
  readonly halved?: Atom | undefined;
  /** A tab. Its width is known when its line is filled. */
  readonly tab?: Tab | undefined;
  /** The hyphen at the end of this part of a word, in another face because its own has none. Its line shows it. */
  readonly hyphenAfter?: Atom | undefined;
  /** Neighbouring letters in another look or face that join the letters of this word. */
  readonly beside?: Neighbours | undefined;
}

/** The part of a paragraph between two line feeds. */
export interface HardLine {
  readonly atoms: readonly Atom[];
  /** Base direction. */
  readonly rtl: boolean;
  /** The look that gives an empty line its height. */
  readonly look: AtomLook;
  /** More text follows after a line feed. */
  readonly endsInLineFeed: boolean;
}

export function makeWord(
  text: string,
  words: WordCache,
  look: AtomLook,
  level: number,
  canEnd: boolean,
  breaks: readonly InnerBreak[] | undefined,
  beside?: Neighbours,
): Atom {
  const word = words.get(text, beside);
  return {
    text,
    word,
    width: word.widthEm * look.shaping.scale,
    isSpace: false,
    hangs: false,
    canEnd,
    level,
    look,
    words,
    breaks,
    beside,
  };
}

/** The same sign without a blank half. */
export function halveAtom(atom: Atom, word: Word): Atom {
  return { ...atom, word, width: word.widthEm * atom.look.shaping.scale };
}

/** A space, or a no-break space if `breaking` is false. Both are painted as a space, so that justification stretches both. */
export function makeSpace(words: WordCache, look: AtomLook, level: number, breaking: boolean, canEnd: boolean): Atom {
  const word = look.shaping.spaceIn(words);
  return {
    text: ' ',
    word,
    width: word.widthEm * look.shaping.scale,
    isSpace: true,
    hangs: breaking,
    canEnd,
    level,
    look,
    words,
    breaks: undefined,
  };
}

/** The width of a part of a word, in pt, with the hyphen after it. */
export function pieceWidth({ text, words, look, beside }: Atom, from: number, to: number, hyphen: boolean): number {
  const near = beside && { before: from === 0 ? beside.before : '', after: to === text.length ? beside.after : '' };
  return words.headWidthEm(text.slice(from, to), hyphen, near) * look.shaping.scale;
}

/** A part of a word, between two places where a line may break. */
export function pieceOf(atom: Atom, from: number, to: number, hyphen: boolean): Atom {
  const rest = from === 0 ? atom : tailOf(atom, from);
  return to === atom.text.length ? rest : headOf(rest, to - from, hyphen);
}

/** The part of a word before one of its breaks, with the hyphen. */
export function headAt(atom: Atom, parts: WordParts, index: number): Atom {
  const word = parts.head(index);
  const width = word.widthEm * atom.look.shaping.scale;
  const hyphenAfter = parts.breaks[index]!.hyphen ? hyphenBeside(atom) : undefined;
  return {
    hyphenAfter,
    ...atom,
    text: parts.headText(index),
    word,
    width,
    canEnd: true,
    breaks: undefined,
    beside: parts.besideHead,
  };
}

/** The part of a word after one of its breaks, with the breaks that follow. */
export function tailAt(atom: Atom, parts: WordParts, index: number): Atom {
  const word = parts.tail(index);
  const width = word.widthEm * atom.look.shaping.scale;
  return { ...atom, text: parts.tailText(index), word, width, breaks: parts.breaksAfter(index), beside: parts.besideTail };
}

/** Divides a word at any place; the hyphen of a soft hyphen belongs to the first part. */
export function splitAtom(atom: Atom, at: number, hyphen: boolean): readonly [Atom, Atom] {
  return [headOf(atom, at, hyphen), tailOf(atom, at)];
}

function headOf(atom: Atom, at: number, hyphen: boolean): Atom {
  const { text, words, look, level } = atom;
  const beside = atom.beside && { ...atom.beside, after: '' };
  const head = makeWord(words.headText(text.slice(0, at), hyphen), words, look, level, true, undefined, beside);
  return hyphen ? { hyphenAfter: hyphenBeside(atom), ...head, word: words.head(text, { at, hyphen }, beside) } : head;
}

function hyphenBeside({ words: { hyphenWords }, look, level }: Atom): Atom | undefined {
  if (!hyphenWords) return undefined;
  const hyphen = makeWord('-', hyphenWords, look, level, true, undefined);
  return { ...hyphen, word: { ...hyphen.word, actualText: softHyphen } };
}

function tailOf({ text, words, look, level, canEnd, breaks, beside }: Atom, at: number): Atom {
  return makeWord(text.slice(at), words, look, level, canEnd, breaksAfter(breaks, at), beside && { ...beside, before: '' });
}
