// Finds the places at which a word of a paragraph may be divided. Lines ask only for the words near their ends.
import type { Hyphenator } from '../hyphenation/hyphenator.ts';
import type { Atom } from './atom.ts';
import type { InnerBreak } from './inner-break.ts';

const endsInLetter = /[\p{L}\p{M}]$/u;
const beginsWithLetter = /^[\p{L}\p{M}]/u;
const none: readonly InnerBreak[] = [];

/** The breaks of an atom. A word in which the author has set soft hyphens is divided only there. */
export function breaksOf(atoms: readonly Atom[], at: number, hyphenator: Hyphenator | undefined): readonly InnerBreak[] {
  const atom = atoms[at]!;
  const own = atom.breaks ?? none;
  if (!hyphenator || atom.isSpace || atom.beside || own.some(({ hyphen }) => hyphen)) return own;
  if (goesOn(atoms[at - 1], atom) || goesOn(atom, atoms[at + 1])) return own;
  const found = hyphenator.breaksOf(atom.text);
  if (own.length === 0 || found.length === 0) return own.length === 0 ? found : own;
  return [...own, ...found].sort((one, other) => one.at - other.at);
}

/** An atom that knows all of its breaks. */
export function divideAtom(atoms: readonly Atom[], at: number, hyphenator: Hyphenator | undefined): Atom {
  const atom = atoms[at]!;
  const breaks = breaksOf(atoms, at, hyphenator);
  return breaks.length === (atom.breaks?.length ?? 0) ? atom : { ...atom, breaks };
}

/** Whether two atoms are parts of one word, in two looks or faces. */
function goesOn(atom: Atom | undefined, next: Atom | undefined): boolean {
  if (!atom || !next || atom.isSpace || next.isSpace || atom.canEnd) return false;
  return endsInLetter.test(atom.text) && beginsWithLetter.test(next.text);
}
