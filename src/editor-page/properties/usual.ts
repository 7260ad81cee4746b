// Which properties of a part people look for first, in their groups, and the controls that no schema tells.

/**
 * What shows a value. `line`: any text or number in one line. `long`: a text of several lines. `lines`: a list of texts. `names`: a name of the template, such
 * as a style. `members`: an object, with a control for each member. `arguments`: the values that a block needs. `code`: nothing here does; it opens the JSON.
 */
export type ControlKind =
  | 'line'
  | 'long'
  | 'lines'
  | 'toggle'
  | 'choice'
  | 'alignment'
  | 'color'
  | 'names'
  | 'expression'
  | 'sides'
  | 'members'
  | 'arguments'
  | 'code';

/** Whose names a control of names offers. */
export type NamesOf = 'fonts' | 'styles' | 'pictures' | 'files' | 'blocks';

/** Controls by the names of properties. The schemas choose all others. */
export const namedControls: Readonly<Record<string, { readonly kind: ControlKind; readonly names?: NamesOf }>> = {
  align: { kind: 'alignment' },
  annotation: { kind: 'long' },
  empty: { kind: 'long' },
  fallback: { kind: 'names', names: 'pictures' },
  font: { kind: 'names', names: 'fonts' },
  footerStyle: { kind: 'names', names: 'styles' },
  headerStyle: { kind: 'names', names: 'styles' },
  image: { kind: 'names', names: 'pictures' },
  logo: { kind: 'names', names: 'pictures' },
  markdown: { kind: 'long' },
  markerStyle: { kind: 'names', names: 'styles' },
  message: { kind: 'long' },
  note: { kind: 'long' },
  pdf: { kind: 'names', names: 'files' },
  rowStyle: { kind: 'names', names: 'styles' },
  style: { kind: 'names', names: 'styles' },
  text: { kind: 'long' },
  use: { kind: 'names', names: 'blocks' },
  with: { kind: 'arguments' },
};

/** The groups in the order in which they are shown. */
export const groups = ['content', 'place', 'text', 'size', 'spacing', 'look', 'repetition', 'condition'] as const;

export type Usual = Readonly<Partial<Record<(typeof groups)[number], readonly string[]>>>;

/** The properties of texts, which a part takes from the parts around it. */
export const inherited = ['font', 'size', 'weight', 'bold', 'italic', 'underline', 'color', 'align', 'lineHeight'];
const text = ['style', ...inherited];
const condition = ['when'];
const box = {
  size: ['width', 'height'],
  spacing: ['margin', 'padding'],
  look: ['background', 'border'],
  condition,
} as const satisfies Usual;
const written = { text, ...box } as const satisfies Usual;
const elements = ['as', 'where', 'sort'];
const shape = { ...box, look: ['fill', 'stroke', 'style', 'opacity'] } as const satisfies Usual;
const tableLook = ['rules', 'zebra', 'cellPadding', 'headerStyle', 'rowStyle', 'footerStyle', 'background', 'border'];
const cells = { text, spacing: ['padding'], look: ['background', 'border', 'valign'], condition } as const satisfies Usual;

/** By the type of a component, or by `#` and the kind of another part. */
export const usualProperties: Readonly<Record<string, Usual>> = {
  text: { content: ['text', 'format'], ...written },
  list: { content: ['list', 'marker', 'gap'], ...written, repetition: elements },
  markdown: { content: ['markdown', 'headings'], ...written },
  stack: { ...written, spacing: ['gap', 'margin', 'padding'] },
  row: { content: ['valign'], ...written, spacing: ['gap', 'margin', 'padding'] },
  flow: { content: ['columns', 'rule', 'balance'], ...written, spacing: ['gap', 'margin', 'padding'] },
  frame: { content: ['grow'], ...written },
  group: { ...written, spacing: ['gap', 'margin', 'padding'] },
  repeat: { content: ['repeat', 'columns'], repetition: elements, ...written, spacing: ['gap', 'margin', 'padding'] },
  choose: box,
  spacer: { content: ['spacer'], condition },
  pageBreak: { condition },
  table: { content: ['table'], repetition: elements, ...written, look: tableLook },
  pairs: { content: ['pairs', 'labels', 'values'], repetition: elements, ...written, look: tableLook.slice(0, 3) },
  toc: { content: ['toc', 'numbers', 'dots', 'indent'], ...written },
  leader: { content: ['leader'], ...written },
  image: { content: ['image', 'alt', 'fit', 'align', 'link'], ...box },
  pdf: { content: ['pdf', 'page', 'alt', 'fit', 'align'], ...box },
  line: { content: ['line', 'direction', 'arrow'], size: ['width', 'height'], spacing: ['margin'], look: ['style'], condition },
  rect: { ...shape, size: ['rect', 'width', 'radius'] },
  ellipse: { ...shape, size: ['ellipse', 'width'] },
  polygon: shape,
  path: { content: ['path'], ...shape },
  chart: {
    content: ['chart', 'each', 'x', 'value', 'series', 'stacked', 'horizontal', 'legend', 'labels', 'colors'],
    repetition: elements,
    ...written,
  },
  barcode: { content: ['barcode', 'symbology', 'showText', 'logo', 'color', 'align'], ...box },
  payment: { content: ['payment', 'account', 'creditor', 'debtor', 'amount', 'currency', 'reference', 'message'], ...box },
  field: { content: ['field', 'kind', 'label', 'value', 'options', 'required', 'readOnly', 'lines', 'max'], ...written },
  annotation: { content: ['annotation', 'author', 'icon', 'color'], condition },
  watermark: { content: ['watermark'], text: ['style', 'font', 'weight', 'bold', 'color'], look: ['opacity'], condition },
  use: { content: ['use', 'with'], ...written },
  slot: { ...written },
  '#page': {
    size: ['size', 'orientation', 'margin'],
    text: text.filter((one) => one !== 'size'),
    spacing: ['gap'],
    repetition: ['each', ...elements],
    condition,
  },
  '#band': { content: ['on'], size: ['height', 'bleed'], condition },
  '#column': { size: ['width'], ...cells, repetition: ['each', 'as'] },
  '#row': { content: ['on', 'below'], ...cells },
  '#cell': {},
  '#group': { repetition: ['by'] },
  '#pair': { look: ['style'], repetition: ['each', ...elements], condition },
};

/** What a component says of its place, by what stands around it. */
export const usualAsked: Readonly<Record<'placedComponent' | 'column' | 'cell', Usual>> = {
  placedComponent: { place: ['at'] },
  column: { place: ['width', 'valign'] },
  cell: { place: ['span', 'rowSpan', 'valign'], spacing: ['padding'], look: ['background', 'border'] },
};
