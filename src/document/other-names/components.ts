// Components of other programs that no component here stands for.
import { inPlainLetters, otherNames } from './other-names.ts';

const numbered = 'write { "list": […], "marker": "1." }';

const note = 'write { "text": "….[^n]", "format": "inline", "footnotes": { "n": "…" } }';

/** What to write for a component that does not exist. */
export const adviseComponent = otherNames(
  {
    endnote: note,
    enumerate: numbered,
    enumeration: numbered,
    footnote: note,
    footnotes: note,
    numberedlist: numbered,
    ol: numbered,
    orderedlist: numbered,
  },
  inPlainLetters,
);
