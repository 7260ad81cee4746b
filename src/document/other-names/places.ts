// Members that other programs have in a part of a template, and what to write there instead: a row for each.
import { inPlainLetters } from './other-names.ts';

interface Row {
  /** The names, in plain letters. */
  readonly names: readonly string[];
  /** A property that only the parts have to which the row applies. Absent: it applies to all. */
  readonly beside?: string;
  /** A second property that these parts have. */
  readonly and?: string;
  /** The end of a sentence about the name. */
  readonly say: string;
}

/** The part by a property that only it has. */
const chart = { beside: 'stacked' };
const axis = { beside: 'min', and: 'label' };
const page = { beside: 'overlay' };
const definition = { beside: 'params' };

/** Content in columns: other programs ask for it on a page or a box. */
const inColumns = '{ "columns": 2, "flow": [ … ] }';

/** Names for properties of pages that people look for outside of a page layout too. */
const ofPages: readonly Row[] = [
  { names: ['columns', 'columncount'], ...page, say: `"body": [${inColumns}]` },
  { names: ['landscape'], ...page, say: '"orientation": "landscape"' },
  { names: ['pagenumbers'], ...page, say: '"footer": ["{{ page.number }} / {{ page.total }}"]' },
  { names: ['watermark'], ...page, say: '"background": [{ "watermark": … }], or "overlay" to have it above the content' },
];

/** Page layouts have these, and definitions of them do not. */
const repeated = {
  names: ['each', 'as'],
  say: '; a definition is repeated where it is used: write "each" and "as" beside its "use", and give it the element in "with"',
};

const opacity = ['opacity', 'fillopacity', 'strokeopacity', 'transparency', 'alpha'];

/** Rows for parts that one property tells apart. */
const ofParts: readonly Row[] = [
  { names: opacity, beside: 'opacity', say: '; did you mean "opacity"?' },
  { names: opacity, say: ': only components have "opacity"' },
  { names: ['span', 'colspan', 'columnspan'], beside: 'rowSpan', say: '; "span" is for cells of `header`, `rows` and `footer`' },

  { names: ['title', 'subtitle', 'heading'], ...chart, say: ': write it as a text above the chart' },
  { names: ['caption', 'source', 'footnote', 'note'], ...chart, say: ': write it as a text below the chart' },
  { names: ['smooth', 'curve', 'tension', 'interpolate', 'spline'], ...chart, say: ': lines are straight, from value to value' },
  { names: ['linewidth', 'strokewidth', 'borderwidth', 'thickness'], ...chart, say: ': all lines have the same width' },
  {
    names: ['points', 'markers', 'pointradius', 'symbol'],
    ...chart,
    say: ': lines have no points; "labels": true writes their values',
  },
  { names: ['grid', 'gridlines'], ...chart, say: ': the grid belongs to the axis; "axis": false leaves both out' },

  {
    names: ['ticks', 'tickcount', 'interval', 'step', 'stepsize', 'majorunit'],
    ...axis,
    say: ': as many round numbers have a tick as have room',
  },
  {
    names: ['format', 'tickformat', 'numberformat', 'unit', 'suffix', 'prefix'],
    ...axis,
    say: '; write "label": "{{ value | number: 1 }} %", or another text with {{ value }}',
  },
  { names: ['beginatzero', 'zero', 'includezero'], ...axis, say: '; write "min": 0' },
  { names: ['type', 'scale', 'log', 'logarithmic'], ...axis, say: ': axes are linear' },
  { names: ['grid', 'gridlines'], ...axis, say: ': the grid belongs to the axis; false in place of the axis leaves both out' },

  { ...repeated, ...page },
  { ...repeated, ...definition },

  ...ofPages.map((row) => ({ ...row, say: `; write ${row.say}` })),
];

/** Rows for components. */
const ofComponents: readonly Row[] = [
  { names: ['colspan', 'columnspan'], say: '; a component across the columns of a flow stands between two flows' },
  { names: ['columns', 'columncount'], say: `; to run content through columns write ${inColumns}` },
  {
    names: ['textindent', 'firstlineindent', 'parindent'],

    say: '; first lines are not indented here: set paragraphs apart by "margin"',
  },
  {
    names: ['else', 'otherwise', 'default'],

    beside: 'choose',
    say: ': the last entry of "choose" without a "when" stands for all other cases',
  },
  { names: ['texttransform'], say: '; write a filter: "{{ name | upper }}"' },
  {
    names: ['unbreakable', 'keeptogether', 'pagebreakinside', 'breakinside', 'nobreak'],

    say: '; write "break": { "inside": "avoid" }, or put it into a "group"',
  },
];

/** Rows for names that a part may have in another form, such as the sides of its box. */
const ofMembers: readonly Row[] = [
  { names: ['valign', 'verticalalign'], say: '; set "valign" on a row, on its columns or on a table' },
  {
    names: ['anchor'],
    beside: 'bookmark',
    say: '; write "bookmark": { "title": "…", "anchor": "…" } for a place that links lead to',
  },
  { names: ['overflowwrap', 'wordwrap', 'wordbreak', 'linebreak'], beside: 'wrap', say: '; did you mean "wrap": "anywhere"?' },
  ...['title', 'author', 'subject', 'keywords', 'creator', 'lang'].map((name) => ({
    names: [name],
    beside: 'xmp',
    say: `; write "${name}" in "document", beside "metadata"`,
  })),
  {
    names: ['date', 'created', 'creationdate', 'creationtime'],
    beside: 'keywords',
    say: '; the date comes with the call: --date, or "date" in its options',
  },
  {
    names: ['userpassword', 'ownerpassword', 'permissionspassword', 'openpassword', 'password'],
    beside: 'permissions',
    say: '; passwords come with the call: --user-password-file, --owner-password-file, or "encryption" in its options',
  },
  { names: ['displaydoctitle'], beside: 'pageMode', say: '; a document with a title asks for it by itself' },
];

/** The end of a sentence about a name of another program, in a part with these properties. Undefined: no row has it. */
const reader =
  (rows: readonly Row[]) =>
  (name: string, known: readonly string[]): string | undefined => {
    const plain = inPlainLetters(name);
    const applies = ({ names, beside = '', and = beside }: Row) =>
      names.includes(plain) && (beside === '' || (known.includes(beside) && known.includes(and)));
    return rows.find(applies)?.say;
  };

export const adviseInPart = reader(ofParts);
export const adviseInComponent = reader(ofComponents);
export const adviseOfMember = reader(ofMembers);

/** Advice for members that people write into a page layout because other tools have them there. */
export const adviseInPage = (name: string): string | undefined => reader(ofPages)(name, [page.beside]);
