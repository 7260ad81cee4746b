// Adds the places at which words are hyphenated to the atoms of a paragraph.
import type { Hyphenator } from '../hyphenation/hyphenator.ts';
import type { Atom, HardLine, InnerBreak } from './atom.ts';

const endsInLetter = /[\p{L}\p{M}]$/u;
const beginsWithLetter = /^[\p{L}\p{M}]/u;

/** A word in which the author has set soft hyphens is divided only there. */
export function hyphenateAtoms(hard: HardLine, hyphenator: Hyphenator): HardLine {
  const { atoms } = hard;
  return {
    ...hard,
    atoms: atoms.map((atom, i) =>
      goesOn(atoms[i - 1], atom) || goesOn(atom, atoms[i + 1]) ? atom : hyphenate(atom, hyphenator),
    ),
  };
}

/** Whether two atoms are parts of one word, in two looks or faces. */
function goesOn(atom: Atom | undefined, next: Atom | undefined): boolean {
  if (!atom || !next || atom.isSpace || next.isSpace || atom.canEnd) return false;
  return endsInLetter.test(atom.text) && beginsWithLetter.test(next.text);
}

function hyphenate(atom: Atom, hyphenator: Hyphenator): Atom {
  const { breaks = [], isSpace, text, beside } = atom;
  if (isSpace || beside || breaks.some(({ hyphen }) => hyphen)) return atom;
  const found = hyphenator.find(text).map((at): InnerBreak => ({ at, hyphen: true }));
  if (found.length === 0) return atom;
  return { ...atom, breaks: [...breaks, ...found].sort((one, other) => one.at - other.at) };
}
