// The words of the model, for people who edit a template.
import type { bandNames } from '../document/layout/page-layout.ts';

/** What each type of component is called. */
export const componentNames: Readonly<Record<string, string>> = {
  text: 'Text',
  list: 'List',
  markdown: 'Formatted text',
  stack: 'Stack',
  row: 'Row',
  flow: 'Text columns',
  frame: 'Frame',
  group: 'Group',
  repeat: 'Repetition',
  choose: 'Choice',
  spacer: 'Space',
  pageBreak: 'Page break',
  table: 'Table',
  pairs: 'Labels and values',
  toc: 'Contents',
  leader: 'Dotted line',
  image: 'Picture',
  pdf: 'Page of a PDF',
  line: 'Line',
  rect: 'Rectangle',
  ellipse: 'Ellipse',
  polygon: 'Polygon',
  path: 'Drawing',
  chart: 'Chart',
  barcode: 'Barcode',
  payment: 'Payment slip',
  field: 'Form field',
  annotation: 'Note for readers',
  watermark: 'Watermark',
  use: 'Block',
  slot: 'Content of the block',
};

/** What parts that are no components are called. */
export const partNames = {
  page: 'Page layout',
  column: 'Column',
  row: 'Row',
  cell: 'Cell',
  group: 'Group of rows',
  pair: 'Label and value',
  part: 'Part',
  unknown: 'Unknown part',
} as const;

/** What slots are called, by their members. Others are called `Content`. */
export const slotNames: Readonly<Record<string, string>> = {
  header: 'Header',
  footer: 'Footer',
  background: 'Background',
  overlay: 'Foreground',
  separator: 'Separator',
  empty: 'Shown when empty',
  columns: 'Columns',
  rows: 'Further rows',
  groups: 'Groups',
  cells: 'Cells',
  label: 'Label',
  value: 'Value',
};

export const contentName = 'Content';

/** The pages on which a band stands. */
export const sheetNames: Readonly<Record<(typeof bandNames)[number], string>> = {
  all: 'all pages',
  first: 'the first page',
  last: 'the last page',
  notFirst: 'all pages but the first',
  notLast: 'all pages but the last',
  odd: 'odd pages',
  even: 'even pages',
  rest: 'the other pages',
};

export const bandName = (band: string, sheets: string): string => `${band} on ${sheets}`;

/** What the goals of a part that is moved are called. `label`: of the part before the goal, or around it. */
export const goalNames = {
  after: (label: string) => `After ${label}`,
  atStart: (label: string) => `At the start of ${label}`,
  atStartOfSlot: (label: string, slot: string) => `At the start of ${label}, ${slot}`,
};
