// The properties of components and other parts that people look for first, as the panel of the editor shows them. Each component names its own.

/** By the groups of the panel. */
export type UsualProperties = Readonly<
  Partial<Record<'content' | 'place' | 'text' | 'size' | 'spacing' | 'look' | 'repetition' | 'condition', readonly string[]>>
>;

const lettering = ['weight', 'bold', 'italic', 'underline', 'color', 'align', 'lineHeight'];
export const usualText = ['style', 'font', 'size', ...lettering];
export const usualCondition = ['when'];
export const usualBox = {
  size: ['width', 'height'],
  spacing: ['margin', 'padding'],
  look: ['background', 'border'],
  condition: usualCondition,
} as const satisfies UsualProperties;
export const usualWritten = { text: usualText, ...usualBox } as const satisfies UsualProperties;
export const usualElements = ['as', 'where', 'sort'];
export const usualShape = { ...usualBox, look: ['fill', 'stroke', 'style', 'opacity'] } as const satisfies UsualProperties;
export const usualTableLook = ['rules', 'zebra', 'cellPadding', 'headerStyle', 'rowStyle', 'footerStyle', 'background', 'border'];
const cells = {
  text: usualText,
  spacing: ['padding'],
  look: ['background', 'border', 'valign'],
  condition: usualCondition,
} as const satisfies UsualProperties;

/** Those of parts that are no components, by `#` and the kind of the part. */
export const usualOfParts: Readonly<Record<string, UsualProperties>> = {
  '#page': {
    size: ['size', 'orientation', 'margin'],
    text: ['style', 'font', ...lettering],
    spacing: ['gap'],
    repetition: ['each', ...usualElements],
    condition: usualCondition,
  },
  '#band': { content: ['on'], size: ['height', 'bleed'], condition: usualCondition },
  '#column': { size: ['width'], ...cells, repetition: ['each', 'as'] },
  '#row': { content: ['on', 'below'], ...cells },
  '#cell': {},
  '#group': { repetition: ['by'] },
  '#pair': { look: ['style'], repetition: ['each', ...usualElements], condition: usualCondition },
};

/** Those that frames, rows and tables add to the components in them. */
export const usualOfChildren: Readonly<Record<'placedComponent' | 'column' | 'cell', UsualProperties>> = {
  placedComponent: { place: ['at'] },
  column: { place: ['width', 'valign'] },
  cell: { place: ['span', 'rowSpan', 'valign'], repetition: ['each'], spacing: ['padding'], look: ['background', 'border'] },
};
