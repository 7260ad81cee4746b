// Finds where a justified line spreads besides spaces: between the characters of scripts without spaces (CSS Text 4, 8.4).
import { type Atom, makeWord } from './atom.ts';
import { listClusterEnds } from './fill-lines.ts';

/** Chinese and Japanese, with their punctuation. */
const ideographic = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}]$/u;
/** Letters of scripts with separate clusters: a gap between two of them tears nothing apart. */
const blocks = /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Yi}\p{sc=Thai}\p{sc=Lao}]/u;
/** Letters of scripts in which only whole words may be spread. */
const southEastAsian = /^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;
const mayHoldSuch =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud8bf]/;

/** An atom of a justified line. */
export interface SpreadAtom extends Atom {
  /** Whether the line spreads after it. */
  readonly spreads: boolean;
}

/** Whether lines of these atoms may spread at other places than spaces. */
export function spreadsBetweenCharacters(atoms: readonly Atom[]): boolean {
  return atoms.some(({ text }) => mayHoldSuch.test(text));
}

/** The atoms of a line, in logical order, cut where it may spread; undefined if it spreads only at spaces. */
export function spreadAtoms(atoms: readonly Atom[]): readonly SpreadAtom[] | undefined {
  if (!spreadsBetweenCharacters(atoms)) return undefined;
  const parts = atoms.flatMap(cutClusters);
  const hasSpace = parts.some(({ isSpace }) => isSpace);
  return parts.map((atom, i) => ({ ...atom, spreads: atom.isSpace || spreadsBetween(atom, parts[i + 1], hasSpace) }));
}

function cutClusters(atom: Atom): readonly Atom[] {
  const { text, words, look, level, canEnd } = atom;
  if (atom.isSpace || !mayHoldSuch.test(text) || !blocks.test(text)) return [atom];
  const ends = listClusterEnds(text);
  if (ends.length === 1) return [atom];
  return ends.map((end, i) =>
    makeWord(text.slice(ends[i - 1] ?? 0, end), words, look, level, canEnd && i === ends.length - 1, undefined),
  );
}

/**
 * Between two letters, and where a line may break beside such a script: never before a full stop. Words that a dictionary has found, as in Khmer and
 * Burmese, are moved apart only on a line without a space.
 */
function spreadsBetween(atom: Atom, next: Atom | undefined, hasSpace: boolean): boolean {
  if (!next || next.isSpace) return false;
  const before = String.fromCodePoint(atom.text.codePointAt(0)!);
  const after = String.fromCodePoint(next.text.codePointAt(0)!);
  if (blocks.test(before) && blocks.test(after)) return true;
  if (!atom.canEnd) return false;
  if (ideographic.test(before) || ideographic.test(after)) return true;
  return !hasSpace && southEastAsian.test(before) && southEastAsian.test(after);
}
