// Components of other programs that no component here stands for.
import { inPlainLetters, otherNames } from './other-names.ts';

const numbered = 'write { "list": […], "marker": "1." }';
const code = 'write { "text": "…", "format": "code" }';

const columnBreak = 'write "break": { "before": "column" } on the component that follows';

const gradient = 'write it as the "fill" of a shape: { "rect": 10, "fill": { "from": "#…", "to": "#…" } }';

const note = 'write { "text": "….[^n]", "format": "inline", "footnotes": { "n": "…" } }';

const annotation =
  'write { "annotation": "…" } for a text that readers open, or "note": "…" in a component for a remark that is not printed';

const qrBill = 'write { "payment": "qrBill", "account": "…", "creditor": "{{ … }}", "amount": "{{ … }}" }';
const epc = 'write { "payment": "epc", "account": "…", "creditor": "…", "amount": "{{ … }}" }';

/** What to write for a component that does not exist. */
export const adviseComponent = otherNames(
  {
    code,
    comment: annotation,
    codeblock: code,
    colbreak: columnBreak,
    columnbreak: columnBreak,
    endnote: note,
    epc,
    epcqr: epc,
    epcqrcode: epc,
    enum: numbered,
    enumerate: numbered,
    enumeration: numbered,
    footnote: note,
    footnotes: note,
    girocode: epc,
    gradient,
    lineargradient: gradient,
    listing: code,
    lstlisting: code,
    note: annotation,
    numberedlist: numbered,
    ol: numbered,
    polyline: 'write { "path": "M0 0 L10 5 L20 0", "stroke": { "width": 1 } }',
    radialgradient: gradient,
    svg: 'a file is an { "image": "….svg" }, and the "d" of a path is a { "path": "M0 0 …" }',
    orderedlist: numbered,
    pre: code,
    preformatted: code,
    qrbill: qrBill,
    sepaqr: epc,
    swissqr: qrBill,
    swissqrbill: qrBill,
    verbatim: code,
  },
  inPlainLetters,
);
