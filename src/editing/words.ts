// The words of the model, for people who edit a template.
import type { bandNames } from '../document/layout/page-layout.ts';

/** What each type of component is called. */
export const componentNames: Readonly<Record<string, string>> = {
  text: 'Text',
  list: 'List',
  markdown: 'Formatted text',
  stack: 'Box',
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
  computed: '…',
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

/** The body of a page, where parts are grouped by where they stand. */
export const bodyName = 'Body';

/** Where a part stands. `page`: the page layout, if there are several. */
export const areaName = (page: string | undefined, band: string): string => (page === undefined ? band : `${page}: ${band}`);

export const bandName = (band: string, sheets: string): string => `${band} on ${sheets}`;

/** What the goals of a part that is moved are called. `label`: of the part before the goal, or around it. */
export const goalNames = {
  after: (label: string) => `After ${label}`,
  /** In a frame, where the place is seen. */
  inside: (label: string) => `In ${label}`,
  same: 'Where it is now',
  atStart: (label: string) => `At the start of ${label}`,
  atStartOfSlot: (label: string, slot: string) => `At the start of ${label}, ${slot}`,
  inEach: (goal: string, element: string, label: string) => `${goal}, in each ${element} of ${label}`,
};

/** What a part repeats, by its type or kind. */
export const elementNames: Readonly<Record<string, string>> = {
  table: 'row',
  group: 'group of rows',
  list: 'item',
  pairs: 'pair',
  pair: 'pair',
  column: 'column',
  other: 'element',
};

/** The words that a new column prints for true and false, and its header. */
export const columnTexts = { yes: 'Yes', no: 'No', newColumn: 'New column' } as const;

/** Why an edit cannot be done. */
export const refusals = {
  // Where a component may stand.
  noComponents: (owner: string) => `${owner} takes no components there.`,
  inDefinition: 'It stands in a definition, which is not changed here.',
  inItself: 'A part cannot be moved into itself.',
  noRoom: (owner: string) => `${owner} has no room for more.`,
  pageOfDefinition: 'The definition of the page layout says what stands there.',
  noContentOfBlock: 'This block takes no content.',
  decimals: 'A column with decimal alignment holds one text only.',
  ownList: 'The part takes its content from its own list.',
  usesName: (name: string, giver: string) => `It uses "${name}", which only ${giver} gives.`,
  otherName: (name: string) => `"${name}" means something else there.`,
  flow: 'Text columns stand in the body of a page only.',
  watermark: 'A watermark stands in the background or foreground of a page.',
  footnotes: 'A text with footnotes stands in the body of a page.',
  numbered: 'What is numbered stands in the body of a page.',
  marks: 'This shows a text of the page (a mark). Only headers and footers can.',
  pageNumber: 'It depends on the number of the page, which only headers and footers know.',
  field: 'A form field stands in the body of a page.',
  contents: 'A table of contents stands in the body of a page.',
  noSlot: 'This place no longer exists.',
  pagesChanged: 'The pages have changed meanwhile. Try again.',
  // Parts that stay.
  cellStays: 'A cell stays in its row. Move the column of the table instead.',
  staysInList: (part: string) => `${part} stays in its list.`,
  notDuplicated: (part: string) => `${part} cannot be duplicated.`,
  notCopied: (part: string) => `${part} cannot be copied into another template. Copy the component around it.`,
  notWrapped: (part: string) => `${part} cannot be put into another part.`,
  lastPage: 'A template needs a page layout.',
  isUsed: (name: string) => `Another part refers to "${name}" of this part. Change that reference first.`,
  // Properties and places.
  makesPart: (name: string) => `"${name}" makes the part. Delete the part instead.`,
  unreadablePart: 'The editor cannot read this part. Correct it in "Code".',
  oneValue: (name: string) => `"${name}" is a single value here. Set it as a whole.`,
  noPlace: (part: string) => `${part} has no place of its own: it stands in the order of the page.`,
  boundPlace: 'The data say where it stands. Change its expression instead.',
  // Tables and fields.
  lastColumn: 'A table needs a column. Delete the table instead.',
  rowSpans: 'Columns that cover several rows stay in their order.',
  boundWidth: 'The data say how wide the column is. Change its expression instead.',
  moreThanText: 'More than a text stands there. Change its parts instead.',
  noTable: (part: string) => `${part} has no columns of a table.`,
  noColumn: (part: string) => `${part} is no column of a table.`,
  fieldOfList: 'The field has a value for each element of a list. Drop it on a part that prints the list.',
  otherList: (list: string) => `The table prints ${list}, and the field stands in another list.`,
  fieldOfFields: 'The field holds other fields or a list. Drop one of its fields.',
  listOfList: 'The list stands in the elements of another list. Drop it on a part that prints them.',
  noFields: 'The elements of the list have no fields that a table can print.',
  noPart: 'The clipboard holds no part of a template.',
};

/** What an edit did beside what was asked for. */
export const editNotes = {
  ownerWent: (owner: string) => `${owner} went too, because it was empty.`,
  cellsWent: (count: number) => `Cells of the column went too: ${count}.`,
  cellsStay: 'Cells that cover several columns stay where they were: look at the rows above and below the table.',
};
