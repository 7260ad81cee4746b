// Components of other programs that no component here stands for.
import { inPlainLetters, otherNames } from './other-names.ts';

const numbered = 'write { "list": […], "marker": "1." }';

/** What to write for a component that does not exist. */
export const adviseComponent = otherNames(
  { enumerate: numbered, enumeration: numbered, numberedlist: numbered, ol: numbered, orderedlist: numbered },
  inPlainLetters,
);
