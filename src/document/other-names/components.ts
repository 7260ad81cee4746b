// Components of other programs that no component here stands for.
import { inPlainLetters, otherNames } from './other-names.ts';

const numbered = 'write { "list": […], "marker": "1." }';
const code = 'write { "text": "…", "format": "code" }';

const columnBreak = 'write "break": { "before": "column" } on the component that follows';

const note = 'write { "text": "….[^n]", "format": "inline", "footnotes": { "n": "…" } }';

/** What to write for a component that does not exist. */
export const adviseComponent = otherNames(
  {
    code,
    codeblock: code,
    colbreak: columnBreak,
    columnbreak: columnBreak,
    endnote: note,
    enum: numbered,
    enumerate: numbered,
    enumeration: numbered,
    footnote: note,
    footnotes: note,
    listing: code,
    lstlisting: code,
    numberedlist: numbered,
    ol: numbered,
    orderedlist: numbered,
    pre: code,
    preformatted: code,
    verbatim: code,
  },
  inPlainLetters,
);
