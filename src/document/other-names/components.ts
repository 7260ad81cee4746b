// Components of other programs that no component here stands for.
import { inPlainLetters, otherNames } from './other-names.ts';

const list =
  'write a "stack" or a "repeat" with "role": "list", whose items are { "row": [{ "text": "•", "width": 4, "role": "label" }, "…"] }';

/** What to write for a component that does not exist. */
export const adviseComponent = otherNames(
  { bullets: list, bulletlist: list, list, numberedlist: list, ol: list, orderedlist: list, ul: list, unorderedlist: list },
  inPlainLetters,
);
