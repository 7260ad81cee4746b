// The pieces between which lines are filled: words, spaces, and what of a text stands between two breaks.
import type { StyleShaping } from './style-shaping.ts';
import type { WordCache } from './text-face.ts';
import type { Word } from './types.ts';

/** Longer words are shaped in parts: no language has them, and breaking one inside costs the square of its length. */
export const longestWord = 96;

/** More marks or joined characters on one are cut: no script has them, and shaping them together costs the square of their number. */
export const longestCluster = 256;

/** How a run of text looks, and where it links to. */
export interface Look {
  readonly shaping: StyleShaping;
  readonly link: string | undefined;
}

/** A place inside a word where a line may break. */
export interface InnerBreak {
  /** Index into the atom's text. */
  readonly at: number;
  /** A soft hyphen: a hyphen is shown when the break is taken. */
  readonly hyphen: boolean;
}

export interface Atom {
  readonly text: string;
  readonly word: Word;
  /** In pt. */
  readonly width: number;
  readonly isSpace: boolean;
  /** A space at which lines break: not counted at their ends. */
  readonly hangs: boolean;
  /** Whether a line may end after this atom. */
  readonly canEnd: boolean;
  /** UAX #9 embedding level. */
  readonly level: number;
  readonly look: Look;
  /** Where parts of this word come from when it is broken. */
  readonly words: WordCache;
  readonly breaks: readonly InnerBreak[] | undefined;
}

/** The part of a paragraph between two line feeds. */
export interface HardLine {
  readonly atoms: readonly Atom[];
  /** Base direction. */
  readonly rtl: boolean;
  /** What an empty line's height follows. */
  readonly look: Look;
}

export function makeWord(
  text: string,
  words: WordCache,
  look: Look,
  level: number,
  canEnd: boolean,
  breaks: readonly InnerBreak[] | undefined,
): Atom {
  const word = words.get(text);
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
  };
}

/** A space, or with `breaking` false a no-break space: painted alike, so that justification stretches both. */
export function makeSpace(words: WordCache, look: Look, level: number, breaking: boolean, canEnd: boolean): Atom {
  const word = words.get(' ');
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

/** Divides a word; the hyphen of a soft hyphen belongs to the first part. */
export function splitAtom(atom: Atom, at: number, hyphen: boolean): readonly [Atom, Atom] {
  const { text, words, look, level, canEnd, breaks } = atom;
  const rest = breaks?.filter((inner) => inner.at > at).map((inner) => ({ at: inner.at - at, hyphen: inner.hyphen }));
  return [
    makeWord(hyphen ? `${text.slice(0, at)}-` : text.slice(0, at), words, look, level, true, undefined),
    makeWord(text.slice(at), words, look, level, canEnd, rest && rest.length > 0 ? rest : undefined),
  ];
}
