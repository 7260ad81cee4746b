// All words that the editor shows, in English, and those of the preview, which shows pages with the same code.
import { counted } from '../words/counts.ts';

/** The language of these words, as in HTML. */
export const language = 'en';

/** How times are written, unless the browser asks for another region of this language. */
export const locale = 'en-GB';

/** The pages before and instead of the editor. */
export const noticeWords = {
  opening: 'Opening the editor …',
  needsScript: 'The editor needs JavaScript.',
  noCapability: 'This address opens no editor. Open the template from the application that you came from.',
  overTitle: 'The session is over',
  over: 'This editor session is over',
  overHelp: 'Open the template again from the application that you came from; it starts a new session. What was saved is kept.',
  busyTitle: 'The editor is not available',
  busy: 'The editor is not available at the moment',
  busyHelp: 'Wait a minute, then open the template again from the application that you came from. What was saved is kept.',
  /** The number follows. */
  busyNumber: 'If that does not help, tell whoever runs the service this number:',
} as const;

/** What stands on the screen around the pages. */
export const screen = {
  editor: 'Template editor',
  template: 'Template',
  loading: 'Loading …',
  wait: 'One moment …',
  revision: (revision: number) => `Revision ${revision}`,
  undo: 'Undo',
  redo: 'Redo',
  undoStep: (title: string) => `Undo: ${title}`,
  redoStep: (title: string) => `Redo: ${title}`,
  faults: (errors: number, warnings: number) => `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
  save: 'Save',
  discard: 'Discard',
  discardForGood: 'Discard for good',
  askDiscard: 'Press the button again to lose what is not saved.',
  saved: (revision: number) => `Saved as revision ${revision}.`,
  nothingToSave: (revision: number) => `Nothing to save: these are the pages of revision ${revision}.`,
  notDone: (reason: string) => `Nothing was done: ${reason}`,
  notNow: 'The editor is doing something else. Try again in a moment.',
  kept: 'This was changed here and not saved.',
  cannotSave: (reason: string) => `Not saved: ${reason}`,
  wrongPart: (reason: string) => `The selected part has an error. ${reason}`,
  brokenCode: (line: number) => `The text in “Code” has an error in line ${line}. Correct it, or press Undo.`,
  savedElsewhere: 'Somebody else has changed this template meanwhile. You see it as it is now.',
  choosing: 'Choose a version first, in “Two versions”.',
  looking: 'An earlier version is shown. Restore it, or close the list of versions.',
  seenRevision: (revision: number) => `You see revision ${revision}`,
  over:
    'This editor session is over. Open the template again from the application that you came from. ' +
    'What you have not saved is still here, and comes back when you open the template again in this browser.',
  overUnkept:
    'This editor session is over. This browser has no room to keep what you have not saved: copy it from “Code” before you leave this page. ' +
    'Then open the template again from the application that you came from.',
  deleted: 'This template was deleted. What you have not saved is still here: copy it from “Code” if you need it.',
  versions: 'Versions',
  pages: 'The pages',
  sheets: 'Sheets',
} as const;

/** The list of keys. */
export const keyWords = {
  open: 'Keys',
  title: 'Keys',
  close: 'Close',
  /** Names of keys whose names in code people do not know. */
  names: { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' } as Readonly<
    Record<string, string>
  >,
  list: [
    { keys: ['F6', 'Shift+F6'], act: 'Go to the next or the previous area of the screen' },
    { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], act: 'Go through the parts or the data fields, also by a letter' },
    { keys: ['ArrowLeft', 'ArrowRight'], act: 'Close and open a part in the list' },
    { keys: ['Enter', 'F2'], act: 'Change the text or the picture of the selected part' },
    { keys: ['Mod+Enter'], act: 'End writing a text' },
    { keys: ['Escape'], act: 'Select the part around it, or take back what was written in a text' },
    { keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], act: 'Move the part up or down' },
    { keys: ['Alt+ArrowRight'], act: 'Move the part into the one before it' },
    { keys: ['Alt+ArrowLeft'], act: 'Move the part out of the one around it' },
    { keys: ['Mod+d'], act: 'Duplicate the part' },
    { keys: ['Delete', 'Backspace'], act: 'Delete the part' },
    { keys: ['Mod+c', 'Mod+x', 'Mod+v'], act: 'Copy, cut and paste the part' },
    { keys: ['Mod+z'], act: 'Undo' },
    { keys: ['Mod+y', 'Mod+Shift+z'], act: 'Redo' },
    { keys: ['Mod+s'], act: 'Save' },
    { keys: ['F1', '?'], act: 'Show these keys' },
  ],
} as const;

/** The panel at the start of the screen. */
export const startPanel = {
  name: 'Parts and data',
  add: 'Add',
  parts: 'Parts',
  data: 'Data',
  code: 'Code',
  codeName: 'Pages',
  addName: 'What can be added',
  partsName: 'Parts of the template',
  fieldsName: 'Data fields',
  ownVersion: 'This is your version. The pages show another one.',
  error: 'Error',
  warning: 'Warning',
  needed: 'needed',
  anything: 'anything',
} as const;

/** What can be added, by groups. */
export const palette = {
  groups: {
    text: 'Text',
    layout: 'Arrangement',
    table: 'Tables and lists',
    graphic: 'Pictures and shapes',
    chart: 'Charts',
    code: 'Codes',
  },
  /** What is more than the name of a component. */
  names: { barChart: 'Bar chart', lineChart: 'Line chart', pieChart: 'Pie chart', qr: 'QR code' } as Readonly<
    Record<string, string>
  >,
  hint: 'Adds it behind the selected part. Or drag it onto a page.',
  nowhere: 'There is no place for this in the pages.',
  missing: (names: string) => `Pasted. This template has no ${names}. Add it, or choose another.`,
  added: (name: string, goal: string) => `${name} was added ${goal.charAt(0).toLowerCase()}${goal.slice(1)}.`,
} as const;

/** What is done with a part. */
export const actions = {
  group: 'Selected part',
  ofPart: 'This part',
  none: 'Nothing is selected. Click a part of a page, or choose one in “Parts”.',
  parent: 'Select the part around it',
  duplicate: 'Duplicate',
  remove: 'Delete',
  move: 'Move to …',
  up: 'Move before',
  down: 'Move after',
  placeFreely: 'Place freely',
  copy: 'Copy',
  cut: 'Cut',
  paste: 'Paste',
  moveTitle: (name: string) => `Move ${name}`,
  goals: 'New place',
  noGoals: 'There is no other place for this part. “Move before” and “Move after” move it in its list.',
  doMove: 'Move',
  cancel: 'Cancel',
  shownTimes: (times: number) => `shown ${times} times`,
  notShown: 'not shown with this data',
  inside: 'What is inside',
  insideStays: 'It belongs to the template, stands in several places and cannot be changed here.',
} as const;

/** What the buttons of the clipboard say. */
export const clipboardWords = {
  copied: (name: string) => `Copied: ${name}.`,
  useKey: (key: string) => `The browser does not let this button use the clipboard. Press ${key}.`,
  keyOfCopy: 'Ctrl+C',
  keyOfCut: 'Ctrl+X',
  keyOfPaste: 'Ctrl+V',
} as const;

/** What steps of the history are called. */
export const steps = {
  add: 'Add',
  move: 'Move',
  duplicate: 'Duplicate',
  remove: 'Delete',
  cut: 'Cut',
  paste: 'Paste',
  placeFreely: 'Place freely',
  resize: 'Resize',
  code: 'Change code',
  choose: 'Choose of two versions',
  restoreRevision: (revision: number) => `Restore revision ${revision}`,
  text: 'Change text',
  property: (name: string) => `Change “${name}”`,
} as const;

/** Faults that people meet often, by their codes, as people say them who write no templates. */
export const faultWords: Readonly<Record<string, string>> = {
  'possibly-missing': 'This value may be missing in some documents. Click the field in its text to say what stands there then.',
  'unknown-path': 'There is no such field in the data. Choose one of the list.',
  'unread-marks':
    'The text has marks such as **, which are printed as they are. Choose another format of the text, or delete them.',
  'no-value': 'A value of the data is missing or cannot be used here.',
  'no-timezone':
    'The template does not say in which time zone times are shown: this one is shown as it was sent. Ask the author of the template.',
  'missing-image': 'The picture is missing. Choose another one.',
  'missing-glyph': 'No font has one of the signs of this text. Choose another sign or another font.',
  'text-cut': 'The text is longer than its place, and its end is cut off.',
  'text-too-wide': 'A word, an amount or a number is wider than its place.',
  'table-too-wide': 'The columns need more room than the table has. Make some of them narrower.',
  'row-too-wide': 'The parts side by side need more room than there is. Make some of them narrower.',
  'component-too-wide': 'This part is wider than its place.',
  'lines-overlap': 'The lines of the text lie over each other. Make the line height larger.',
  'box-overflow': 'The content is larger than its box.',
  'outside-frame': 'This part reaches out of its frame.',
  'off-sheet': 'This part lies outside of the paper.',
  'unit-too-tall': 'This part should stay on one page and is higher than a page, so it is divided or made smaller.',
  'code-too-small': 'The code has too little room to be read, so it is left out.',
  'empty-barcode': 'The code has no content, so it is left out.',
  'bad-barcode': 'This content cannot be written as a code of this kind.',
  'barcode-too-wide': 'The code is wider than its place.',
  'empty-body': 'The page is empty with these data.',
  'footer-dropped': 'The footer of the table is too high, so it is left out where a page ends.',
  'header-dropped': 'The header of the table is too high, so it is not repeated on each page.',
};

/** Writing a text in place. */
export const textWords = {
  name: (part: string) => `Text of ${part}`,
  hint: 'Ctrl+Enter ends, Escape takes back what was written.',
  insert: 'Insert field',
  done: 'Done',
  open: 'Change text',
  noText: 'This part has no text that can be changed here. See its properties, or “Code”.',
  readOnly: 'This text belongs to a block that several templates share, so it cannot be changed here.',
  takenBack: 'What you wrote was taken back. Redo brings it back.',
  openFirst: 'Select a text first: the field goes into it.',
  notHere: 'This field belongs to the elements of a list. It can stand in a part that repeats for them.',
  added: (field: string) => `Added the field ${field} to the text.`,
  find: 'Find a field',
  noField: 'There is no such field.',
  format: 'Format',
  noFormat: 'As it is',
  /** Of this template. */
  ownFormats: 'Own formats',
  /** What to do if a value is missing. */
  missing: 'If the value is missing',
  mayBeMissing: 'The value may be missing in some documents.',
  undecided: 'Not decided',
  nothing: 'Print nothing',
  zero: 'Take 0',
  text: 'Print a text',
  instead: 'Text to print',
  expression: 'Expression',
  change: 'Choose another field',
  remove: 'Delete',
  close: 'Close',
} as const;

/** What the groups of fields are called. */
export const fieldWords = {
  ofDocument: 'Document',
  /** `name`: of a list, such as `Lines`. */
  each: (name: string) => `${name}: each of them`,
  /** `name`: of one element of a list, such as `Line`. */
  element: (name: string) => `This ${name.toLowerCase()}`,
  pages: 'Pages',
} as const;

/** What is known of the pages, by expression. */
export const pageFields: Readonly<Record<string, string>> = {
  'page.number': 'Page number',
  'page.total': 'Number of pages',
  'doc.date | date': 'Date of the document',
};

/** What formats are called. */
export const formatWords = {
  money: 'Amount of money',
  number: 'Number',
  whole: 'Whole number',
  twoDecimals: 'Number with two decimals',
  percent: 'Percent',
  percentOne: 'Percent with one decimal',
  dateShort: 'Short date',
  dateMedium: 'Date',
  dateLong: 'Long date',
  dateFull: 'Long date with the day of the week',
  dateTime: 'Date and time',
  time: 'Time',
  upcase: 'Capital letters',
  capitalize: 'First letter in capitals',
  iban: 'Bank account (IBAN)',
  phone: 'Phone number',
} as const;

/** Where the work is that is not saved, by what became of the draft. */
export const drafts = {
  kept: 'Your changes are kept. Documents get them when you save.',
  offline: 'The server cannot be reached. This browser keeps your changes until it can.',
  busy: 'The server cannot keep your changes at the moment. This browser does, and tries again.',
  refused: 'The server does not keep your changes. This browser does.',
};

/** The same, where this browser has no room for the work either. */
export const unkept: Partial<typeof drafts> = {
  offline: 'The server cannot be reached, and this browser has no room to keep your changes. Leave this page open until it can.',
  busy: 'Neither the server nor this browser can keep your changes at the moment. Leave this page open: the server is tried again.',
  refused: 'Neither the server nor this browser keeps your changes. Copy them from “Code” before you leave this page.',
};

/** The choice of two versions. */
export const conflictWords = {
  name: 'Two versions',
  draft: 'Somebody else has changed this template at the same time. Choose what shall stay.',
  saved: 'Somebody else has saved this template meanwhile. Choose what shall stay.',
  reset: 'This template was reset while you changed it. Choose what shall stay.',
  mine: 'mine',
  theirs: 'the other',
  keepMine: 'Keep mine',
  takeTheirs: 'Take the other',
  takeChoice: 'Use my choice',
  missing: 'not there',
  hint: 'For each difference choose mine or the other. The pages show the result.',
  unreadable: 'One version cannot be read as pages. Keep yours as a whole, or take the other as a whole.',
} as const;

/** The earlier revisions. */
export const revisionWords = {
  name: 'Earlier versions',
  close: 'Close',
  see: (revision: number, time: string) => `Revision ${revision}, ${time}`,
  restore: 'Restore this version',
  restored: (revision: number) => `Revision ${revision} is restored here. Documents get it when you save.`,
  hint: 'The pages show the chosen version. Nothing is changed until you restore it and save.',
} as const;

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

/** What parts that are not components are called. */
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
export const sheetNames = {
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
  usesName: (name: string, giver: string) => `It uses “${name}”, which only ${giver} gives.`,
  otherName: (name: string) => `“${name}” means something else there.`,
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
  isUsed: (name: string) => `Another part refers to “${name}” of this part. Change that reference first.`,
  // Properties and places.
  makesPart: (name: string) => `“${name}” makes the part. Delete the part instead.`,
  unreadablePart: 'The editor cannot read this part. Correct it in “Code”.',
  oneValue: (name: string) => `“${name}” is a single value here. Set it as a whole.`,
  noPlace: (part: string) => `${part} has no place of its own: it stands in the order of the page.`,
  boundPlace: 'The data say where it stands. Change its expression instead.',
  // Tables and fields.
  lastColumn: 'A table needs a column. Delete the table instead.',
  rowSpans: 'Columns that cover several rows stay in their order.',
  labelsStandThere: 'The labels of totals stand in the first column, so it cannot have a sum.',
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
  sumRowsWent: 'The rows of sums went too, because no column has a sum.',
  cellsStay: 'Cells that cover several columns stay where they were: look at the rows above and below the table.',
};

/** Texts in new parts. */
export const newParts = {
  text: 'New text',
  first: 'First',
  second: 'Second',
  third: 'Third',
  label: 'Label',
  value: 'Value',
  start: 'Start',
  end: 'End',
  name: 'Name',
  barcode: (content: string) => `Barcode ${content}`,
} as const;

/** What types of values are called. Several are joined by `or`. */
export const typeWords = {
  names: {
    string: 'text',
    number: 'number',
    integer: 'whole number',
    boolean: 'yes or no',
    array: 'list',
    object: 'fields',
    null: 'nothing',
  } as Readonly<Record<string, string>>,
  or: ' or ',
} as const;

/** What a person chooses for the pages. */
export const toolbarWords = {
  data: 'Data',
  example: 'Example data',
  made: 'Made from the data schema',
  check: 'Check PDF',
  checking: 'The server makes the PDF …',
  zoom: 'Zoom',
  smaller: 'Smaller',
  larger: 'Larger',
  fitWidth: 'Fit width',
  percent: (percent: number) => `${percent} %`,
} as const;

/** Data that are made from the data schema. */
export const sampleWords = {
  long: 'Long: long texts, many elements',
  short: 'Short: short texts, one element',
  empty: 'Empty: only what must be there',
  text: 'A text that is a good deal longer than the one that somebody had in mind when this was laid out',
} as const;

/** The sheets. Screen readers say it. */
export const sheetWords = {
  sheet: (page: number, count: number) => `Page ${page} of ${count}`,
  noDescription: 'Picture without a description',
  field: (name: string) => `Field: ${name}`,
} as const;

/** Notes on what looks different in the PDF, by kind. `name`: of a font or a file. */
export const standInWords = {
  font: (name: string) =>
    `${name} is a font of each PDF viewer and not of browsers: another one stands in for it here, with the same widths.`,
  page: (name: string) => `Pages of ${name} are shown as areas: press Check PDF to see them.`,
  signature: (name: string) => `The signature field “${name}” is shown as an area. The PDF has nothing there until it is signed.`,
  colors: (name: string) => `The colours of ${name} are inks (CMYK), which each viewer shows in its own way.`,
  picture: (name: string) => `The picture ${name} cannot be shown by this browser: press Check PDF to see it.`,
  /** In the area that stands in for a page. */
  area: (page: number, name: string) => `Page ${page} of ${name}`,
  /** A picture that is not a file. */
  noFile: 'data: URI',
} as const;

/** The list of errors and warnings below the pages. */
export const faultListWords = {
  name: 'Errors and warnings',
  error: 'error',
  warning: 'warning',
  more: 'More',
  rest: (count: number) => `… and ${count} more.`,
  /** Follows `error` or `warning`. */
  times: (count: number) => `, ${count} times`,
  places: 'All places',
  page: (page: number) => `page ${page}`,
  loading: 'One moment …',
  errors: (count: number) => `${counted(count, 'error')}.`,
  /** Follows the errors. */
  lastGood: ' The pages below are the last good ones.',
  laidOut: pagesAndWarnings,
} as const;

/** The PDF of the server. */
export const checkedWords = {
  name: 'The PDF of the server',
  download: 'Download',
  close: 'Close',
  made: pagesAndWarnings,
  /** Follows what was made. */
  same: ' Its pages are the same as those that you see here.',
  differs: ' Its pages differ from those that you see here, in dates, times or line breaks. The PDF counts.',
} as const;

function pagesAndWarnings(pages: number, warnings: number): string {
  return `${counted(pages, 'page')}, ${warnings === 0 ? 'no warnings' : counted(warnings, 'warning')}.`;
}

/** Why pages cannot be laid out, beside faults of the template. */
export const layoutWords = {
  ended: (reason: string) => `The worker that lays out pages ended: ${reason}. Reload this page.`,
  notLoaded: 'it was not loaded',
  tooMuchWork: (seconds: number) =>
    `The pages take longer than ${seconds} s to lay out, so this was stopped. Repetitions inside of repetitions multiply: show fewer elements, choose other data, or press Check PDF, for which the server has more time.`,
  tooLongWait: (seconds: number) =>
    `The fonts and pictures of the pages were not ready after ${seconds} s, so this was stopped. Change the template, or reload this page.`,
  impossible: (reason: string) =>
    `This browser cannot lay out the pages (${reason}). Press Check PDF to see what the server makes of them.`,
  fileNotLoaded: (address: string, status: number) => `${address} was not loaded: the server answers with ${status}.`,
} as const;

/** What the server and the edited text say. */
export const sourceWords = {
  notReached: 'The server cannot be reached. Try again.',
  /** The text of the page layouts, in places such as `Pages:3:5`. */
  pages: 'Pages',
  noJson: (fault: string) => `The pages are not valid JSON: ${fault}`,
} as const;

/** Words that only the preview shows. */
export const previewWords = {
  title: 'Preview',
  ended: 'The command that shows this page has ended. Start it again, and open the address that it prints.',
  parts: (page: number) => `Parts of page ${page}`,
  kinds: {
    page: 'page',
    band: 'band',
    component: 'component',
    column: 'column',
    row: 'row',
    cell: 'cell',
    note: 'note',
  },
  select: 'Click a part of a page, or go there with Tab and press Enter, to see where it stands in the template.',
  /** Stands before a place. */
  in: ' in ',
  /** Stands before a place. */
  usedBy: ', used by ',
  /** Stands before a place in the data. */
  for: ', for ',
  allData: 'all data',
} as const;

/** The panel that shows the properties of a part. */
export const propertyWords = {
  loading: 'Loading …',
  notLoaded: 'The properties cannot be loaded.',
  tryAgain: 'Try again',
  readOnly: 'This stands in a block that is used in several places. It cannot be changed here.',
  unknownPart: 'The editor does not know this part.',
  all: 'All properties',
  search: 'Search properties',
  noneFound: 'No property has this word.',
  found: (count: number): string => `${count} ${count === 1 ? 'property' : 'properties'}`,
  openCode: 'Edit as code',
  openCodeOf: (name: string): string => `Edit as code: ${name}`,
  reset: (name: string): string => `Reset ${name}`,
  error: 'Error',
  warning: 'Warning',
  yes: 'Yes',
  no: 'No',
  /** In a choice without a value. */
  inherited: 'As in the style',
  byDefault: (value: string): string => `Default: ${value}`,
  notSet: 'Not set',
  empty: 'Empty text',
  pick: (name: string): string => `Pick a colour for ${name}`,
  choosePicture: 'Choose a picture …',
  eachSide: 'Each side',
  /** `value`: the one that stays. Undefined: no side has a value. */
  sameSides: (value: string | undefined): string => (value === undefined ? 'All sides at once' : `Use ${value} on all sides`),
  allSides: (name: string): string => `${name} on all sides`,
  sideOf: (name: string, side: string): string => `${name}, ${side}`,
  example: (text: string): string => `e.g. ${text}`,
  argumentsMissing: 'This block needs no values.',
  groups: {
    content: 'Content',
    place: 'Place',
    text: 'Text',
    size: 'Size',
    spacing: 'Spacing',
    look: 'Look',
    repetition: 'Repetition',
    condition: 'Condition',
  },
  faults: {
    write: (phrases: readonly string[]): string =>
      phrases.length === 0 ? 'This text cannot stand here.' : `Write ${phrases.join(', or ')}.`,
    needed: 'A value is needed here.',
    comma: (whole: string, decimal: string): string => `Write ${whole} or ${decimal}: the comma can mean both.`,
    number: 'a number',
    whole: 'a whole number',
    range: (least: number, most: number): string => ` from ${least} to ${most}`,
    above: (least: number, most: number): string => ` above ${least}, at most ${most}`,
    inUnit: (unit: string): string => ` in ${unit}`,
    numbers: (least: number, most: number): string =>
      least === most ? counted(most, 'number') : `up to ${counted(most, 'number')}`,
    choice: 'a name of the list',
    quoted: (text: string): string => `“${text}”`,
    binding: 'a field of the data such as {{ total }}',
    color: 'a colour such as #1f3a5f, or the name of a colour',
    percent: 'a share such as 50%',
    columnWidth: '“auto”, or a share such as 50% or 2*',
    other: 'another text',
    unknownName: (text: string): string => `There is no “${text}”. Choose a name of the list.`,
  },
} as const;

/** Colours that people write by name, where the template has no colour of that name. */
export const colorNames: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#1f5fbf',
  brown: '#7a4a1e',
  gray: '#808080',
  green: '#1e7a3c',
  grey: '#808080',
  orange: '#e07000',
  pink: '#e377a0',
  purple: '#7a2f8f',
  red: '#c00000',
  white: '#ffffff',
  yellow: '#f2c500',
};

/** What parts are, where the sentence of their schema is for the authors of templates. By type. */
export const partHints: Readonly<Record<string, string>> = {
  text: 'A paragraph, or several lines.',
  markdown: 'Headings, paragraphs, lists and tables, written with marks such as **bold**.',
  stack: 'Parts one below the other.',
  row: 'Parts side by side.',
  flow: 'Columns as in a newspaper: what does not fit into one column goes on in the next.',
  frame: 'A box in which each part has a place of its own.',
  group: 'Parts one below the other that stay together on one page.',
  repeat: 'Its content once for each entry of a list, below each other or in columns.',
  choose: 'Shows the first of its parts whose condition holds.',
  spacer: 'Empty space.',
  pageBreak: 'What follows begins on a new page.',
  table: 'A row for each entry of a list. The header is repeated on each page.',
  image: 'A picture.',
  pdf: 'A page of a PDF file, such as a letterhead.',
  path: 'A drawing of lines and curves.',
  watermark: 'A large text across the sheet. Screen readers do not read it.',
  use: 'Content that is written once and stands in several places.',
  slot: 'The content that a block gets where it is used.',
};

/**
 * What properties are called, by their names in the template. `size.x`: of a part or property `size`; `#page.x`: of a page layout; `*.x`: of any property that
 * has members.
 */
export const propertyNames: Readonly<Record<string, string>> = {
  '#band.height': 'Height',
  '#band.on': 'Pages',
  '#column.each': 'A column for each',
  '#group.break': 'Where groups begin',
  '#group.by': 'Group by',
  '#page.as': 'Name of the element',
  '#page.each': 'Pages for each',
  '#page.margin': 'Page margins',
  '#page.size': 'Paper size',
  '#page.start': 'First page on the',
  '#page.use': 'Block of pages',
  '#pair.each': 'A pair for each',
  '#row.on': 'Pages',
  '*.color': 'Line colour',
  '*.end': 'At the end',
  '*.start': 'At the start',
  '*.width': 'Line width',
  account: 'Account (IBAN)',
  after: 'After',
  align: 'Alignment',
  alt: 'Text for screen readers',
  alternativeProcedures: 'Alternative procedures',
  amount: 'Amount',
  anchor: 'Name for links',
  angle: 'Angle',
  annotation: 'Note',
  arrow: 'Arrow heads',
  as: 'Name of the element',
  at: 'Place',
  'at.h': 'Height',
  'at.order': 'Order of reading',
  'at.rotate': 'Turned by',
  'at.w': 'Width',
  'at.x': 'From the left',
  'at.y': 'From the top',
  author: 'Author',
  axes: 'Font axes',
  axis: 'Axis of values',
  background: 'Background',
  balance: 'Balanced columns',
  barcode: 'Content of the code',
  before: 'Before',
  below: 'Below the column headers',
  bic: 'Bank (BIC)',
  billingInformation: 'Billing information',
  binding: 'Bound on the',
  bleed: 'Up to the edges of the sheet',
  bold: 'Bold',
  bookmark: 'Bookmark',
  border: 'Border',
  bottom: 'Bottom',
  break: 'Page breaks',
  buildingNumber: 'House number',
  brought: 'Sums brought forward',
  by: 'Order by',
  cap: 'Line ends',
  caps: 'Small capitals',
  carried: 'Sums carried forward',
  cellPadding: 'Space in cells',
  cells: 'Cells',
  chart: 'Kind of chart',
  checkDigit: 'Check digit',
  collapse: 'Without empty space',
  color: 'Colour',
  colors: 'Colours',
  columns: 'Columns',
  comb: 'A box for each letter',
  continue: 'Continue numbers',
  count: 'Counter',
  country: 'Country',
  creditor: 'Paid to',
  currency: 'Currency',
  cut: 'Cutting line',
  dash: 'Dashes',
  debtor: 'Paid by',
  descending: 'Largest first',
  dir: 'Reading direction',
  direction: 'Direction',
  dots: 'Dotted lines',
  dpi: 'Resolution',
  each: 'For each',
  ec: 'Error correction',
  ellipse: 'Height',
  empty: 'Text when empty',
  exceptions: 'Words with fixed hyphens',
  fallback: 'Picture in its place',
  features: 'Font features',
  field: 'Name of the field',
  figures: 'Digits',
  fill: 'Filling',
  fit: 'Fitting',
  focus: 'Point of interest',
  font: 'Font',
  footer: 'Above the footer',
  footerStyle: 'Style of footers',
  footnotes: 'Footnotes',
  format: 'Format',
  fractions: 'Fractions as one sign',
  from: 'From',
  gap: 'Gap',
  grow: 'Grows with its content',
  header: 'Below the header',
  headerStyle: 'Style of headers',
  headings: 'First level of headings',
  height: 'Height',
  horizontal: 'Horizontal bars',
  hyphenate: 'Hyphenation',
  icon: 'Icon',
  id: 'Name in messages',
  image: 'Picture',
  inRow: 'Hyphens in a row',
  indent: 'Indent',
  information: 'Information for the payer',
  inner: 'Inner',
  inside: 'Inside',
  italic: 'Italic',
  join: 'Corners',
  keepWithNext: 'Keep with the next part',
  keepWords: 'Keep Korean words whole',
  kind: 'Kind of field',
  label: 'Label',
  labels: 'Labels',
  'labels.start': 'First number',
  '#page.labels': 'Page numbers in viewers',
  lang: 'Language',
  language: 'Language',
  leader: 'Signs',
  left: 'Left',
  legend: 'Legend',
  let: 'Named values',
  letterSpacing: 'Letter spacing',
  level: 'Level',
  line: 'Line',
  lineHeight: 'Line height',
  lines: 'Filling of lines',
  'field.lines': 'Lines',
  link: 'Link',
  list: 'List',
  listed: 'In tables of contents',
  logo: 'Logo',
  margin: 'Space outside',
  mark: 'Texts for headers and footers',
  markdown: 'Text',
  marker: 'Marker',
  markerStyle: 'Style of markers',
  markerWidth: 'Width of markers',
  max: 'Largest value',
  'field.max': 'Most characters',
  maxLines: 'Most lines',
  merge: 'Merge equal cells',
  message: 'Message',
  min: 'Smallest value',
  minHeight: 'Least height',
  minSize: 'Smallest font size',
  name: 'Name',
  note: 'Remark',
  number: 'Number before the text',
  numbers: 'Numbers of headings',
  numberWidth: 'Width of the number',
  on: 'Pages',
  opacity: 'Opacity',
  open: 'Open at first',
  option: 'Value when chosen',
  options: 'Choices',
  orientation: 'Orientation',
  orphans: 'Least lines before a page end',
  outer: 'Outer',
  overflow: 'Text that is too long',
  padding: 'Space inside',
  page: 'Page of the file',
  pages: 'Pages in contents',
  pairs: 'Pairs for each',
  path: 'Shape',
  payment: 'Kind of payment',
  pdf: 'PDF file',
  placeholder: 'Colour in its place',
  polygon: 'Corners',
  postalCode: 'Postal code',
  prefix: 'Text before the number',
  purpose: 'Purpose',
  radius: 'Corner radius',
  read: 'Read aloud',
  readOnly: 'Read only',
  rect: 'Height',
  reference: 'Reference',
  repeat: 'For each',
  repeatHeader: 'Header on each page',
  required: 'Must be filled in',
  right: 'Right',
  role: 'Role for screen readers',
  rotate: 'Turned by',
  rowBreak: 'Rows over two pages',
  rowHeader: 'Names its row',
  rowSpan: 'Covers rows',
  rowStyle: 'Style of rows',
  rows: 'Below rows',
  rule: 'Line between columns',
  'path.rule': 'Overlapping areas',
  'polygon.rule': 'Overlapping areas',
  rules: 'Lines',
  'rules.columns': 'Between columns',
  'rules.outer': 'Around the table',
  series: 'Values to draw',
  shape: 'Shape',
  showText: 'Text below the code',
  size: 'Font size',
  sort: 'Order by',
  spacer: 'Height',
  span: 'Covers columns',
  stacked: 'Stacked',
  start: 'First number',
  stops: 'Colours between',
  street: 'Street',
  stretch: 'Letter width',
  strike: 'Struck through',
  stroke: 'Line',
  style: 'Style',
  subtotal: 'Sums of the group',
  sum: 'Adds up',
  sums: 'Sums',
  symbology: 'Kind of code',
  table: 'Rows for each',
  tabs: 'Tab stops',
  text: 'Text',
  title: 'Title',
  to: 'To',
  toc: 'Levels',
  top: 'Top',
  total: 'Sums of the table',
  town: 'Town',
  underline: 'Underlined',
  use: 'Block',
  valign: 'Vertical alignment',
  value: 'Value',
  values: 'Values',
  'labels.width': 'Width',
  'values.width': 'Width',
  'labels.color': 'Colour',
  'values.color': 'Colour',
  version: 'Version',
  viewBox: 'Area of the drawing',
  watermark: 'Text',
  weight: 'Weight',
  when: 'Shown only when',
  where: 'Only elements for which',
  widows: 'Least lines after a page begin',
  width: 'Width',
  with: 'Values of the block',
  wrap: 'Words that are too wide',
  x: 'Label of each point',
  xAxis: 'Axis of labels',
  zebra: 'Every second row',
};

/** What the values of choices are called. `align.end`: of the property `align`. */
export const valueNames: Readonly<Record<string, string>> = {
  90: '90° clockwise',
  180: 'Upside down',
  270: '90° anticlockwise',
  '001': '001',
  '002': '002',
  '100%': 'All of the height',
  A3: 'A3',
  A4: 'A4',
  A5: 'A5',
  A6: 'A6',
  B4: 'B4',
  B5: 'B5',
  all: 'All pages',
  'rules.all': 'All lines',
  allSmall: 'All letters',
  allow: 'Allowed',
  anywhere: 'Cut them',
  area: 'Areas',
  artifact: 'Not read',
  auto: 'Automatic',
  avoid: 'Avoid',
  aztec: 'Aztec',
  balanced: 'About equally long',
  bar: 'Bars',
  bevel: 'Cut off',
  both: 'At both ends',
  'bookmark.false': 'No entry in the outline',
  bottom: 'Bottom',
  box: 'Box',
  butt: 'Straight',
  caption: 'Caption',
  center: 'Centre',
  check: 'Check box',
  choice: 'List of choices',
  clip: 'Cut off',
  codabar: 'Codabar',
  code: 'Program code',
  code128: 'Code 128',
  code39: 'Code 39',
  column: 'In a new column',
  comment: 'Comment',
  computed: 'Compute it',
  contain: 'Show all of it',
  cover: 'Fill the room and cut the rest',
  datamatrix: 'Data Matrix',
  date: 'Date',
  decimal: '1, 2, 3',
  donut: 'Ring',
  down: 'Downwards',
  ean13: 'EAN-13',
  ean8: 'EAN-8',
  ellipsis: 'Cut off with …',
  end: 'End',
  'arrow.end': 'At its end',
  ends: 'At the ends of the lines',
  epc: 'QR code for a SEPA transfer',
  error: 'Stop with an error',
  even: 'Even pages',
  evenodd: 'Empty where areas overlap',
  executive: 'Executive',
  figure: 'Figure',
  fill: 'Stretch it',
  first: 'First page',
  full: 'As full as possible',
  given: 'Given in the content',
  'gs1-128': 'GS1-128',
  'gs1-datamatrix': 'GS1 Data Matrix',
  grow: 'Grow',
  heading1: 'Heading 1',
  heading2: 'Heading 2',
  heading3: 'Heading 3',
  heading4: 'Heading 4',
  heading5: 'Heading 5',
  heading6: 'Heading 6',
  help: 'Help',
  high: 'High',
  horizontal: 'Horizontal',
  inline: 'With marks such as **bold**',
  itf14: 'ITF-14',
  justify: 'Justified',
  label: 'Label',
  landscape: 'Landscape',
  last: 'Last page',
  left: 'Left',
  legal: 'Legal',
  letter: 'Letter',
  line: 'Lines',
  linear: 'Along a line',
  lining: 'As high as capitals',
  list: 'List',
  low: 'Low',
  lowerLetters: 'a, b, c',
  lowerRoman: 'i, ii, iii',
  ltr: 'From left to right',
  medium: 'Medium',
  microqr: 'Micro QR',
  middle: 'Middle',
  miter: 'Pointed',
  never: 'Never',
  none: 'None',
  'fit.none': 'At its own size',
  nonzero: 'Full where areas overlap',
  normal: 'Normal',
  'wrap.normal': 'Keep them whole',
  notFirst: 'All but the first page',
  notLast: 'All but the last page',
  note: 'Note',
  odd: 'Odd pages',
  oldStyle: 'With long strokes',
  once: 'Once',
  page: 'On a new page',
  'pages.labels': 'Labels of pages',
  'pages.numbers': 'Numbers of pages',
  paragraph: 'Paragraph',
  pdf417: 'PDF417',
  percent: 'To 100 %',
  pie: 'Pie',
  plain: 'Plain text',
  portrait: 'Portrait',
  proportional: 'Of their own width',
  push: 'Box, and moves what is below',
  qr: 'QR code',
  qrBill: 'Swiss QR bill',
  quartile: 'Quartile',
  quote: 'Quotation',
  radial: 'From the middle',
  radio: 'Radio button',
  rest: 'Other pages',
  right: 'Right',
  round: 'Round',
  rounded: 'Sum, which the rounded values may not give',
  rows: 'Below rows',
  rtl: 'From right to left',
  running: 'Sum up to the row',
  scatter: 'Points',
  scissors: 'Scissors',
  section: 'Section',
  shrink: 'Make it smaller',
  signature: 'Signature',
  small: 'Small letters',
  sparkline: 'Small line',
  square: 'Square',
  start: 'Start',
  'arrow.start': 'At its start',
  tabloid: 'Tabloid',
  tabular: 'All of one width',
  text: 'Text',
  title: 'Title',
  toc: 'Contents',
  top: 'Top',
  up: 'Upwards',
  upca: 'UPC-A',
  upce: 'UPC-E',
  upperLetters: 'A, B, C',
  upperRoman: 'I, II, III',
  vertical: 'Vertical',
};

/** The columns of a table. */
export const columnWords = {
  group: 'Columns of the table',
  choose: 'Column',
  wholeTable: 'The whole table',
  column: (number: number, text: string) => (text === '' ? `${number}` : `${number}: ${text}`),
  hiddenColumn: (name: string) => `${name} (hidden)`,
  addLast: 'Add a column',
  addBefore: 'Add before',
  addAfter: 'Add after',
  moveBefore: 'Move column before',
  moveAfter: 'Move column after',
  duplicate: 'Duplicate column',
  hide: 'Hide column',
  show: 'Show column',
  remove: 'Delete column',
  header: 'Header text',
  footer: 'Footer text',
  isEmpty: 'This column is empty. Choose what it shows, or press + at a field in “Data”.',
  noFields: 'This column is empty. Write its text: open the column under “Parts”, or in “Code”.',
  field: 'Shows the field',
  chooseField: 'Choose a field …',
  moreThanText: {
    header: 'The header has more than a text. Change its parts in “Parts”.',
    footer: 'The footer has more than a text. Change its parts in “Parts”.',
  },
  border: (name: string) => `Width of column ${name}`,
  stopped: 'The column cannot get narrower than its content, or the table wider than the page.',
  width: (width: number, unit: string) => `${width} ${unit}`,
  steps: {
    add: 'Add a column',
    fill: 'Fill a column',
    move: 'Move a column',
    duplicate: 'Duplicate a column',
    hide: 'Hide a column',
    show: 'Show a column',
    remove: 'Delete a column',
    width: 'Change the width of columns',
  },
} as const;

/** Fields of the data that are put onto the pages. */
export const dropWords = {
  insert: (field: string) => `Put ${field} onto the page`,
  insertHint:
    'Puts it behind the selected part. In a table it becomes a column, or fills an empty one. Or drag the field onto a page.',
  listInList: 'This field belongs to a list inside another list. Write it in a text that prints the inner list.',
  noPlace: 'There is no place for it behind the selected part.',
} as const;

/** Pictures. */
export const pictureWords = {
  notLoaded: 'The dialog of pictures cannot be loaded. Try again.',
  step: 'Change picture',
  change: 'Change picture …',
  title: 'Choose a picture',
  list: 'Pictures of this template',
  none: 'This template has no pictures yet.',
  /** `number`: among those whose file and content nobody knows, from 1. */
  uploaded: (number: number) => `Uploaded picture ${number}`,
  upload: 'Upload a picture …',
  alt: 'What the picture shows',
  altHint: 'Screen readers say it, for example “Logo of Gratwerk”.',
  decoration: 'It only decorates',
  inUse: 'in use',
  use: 'Use picture',
  chooseFirst: 'Choose a picture, or upload one.',
  dropOnPage: 'Drop the picture on a part of a page.',
  onlyOne: 'Give one picture at a time.',
  taken: 'The picture was uploaded.',
  shrunk: (from: Measure, to: Measure) => `The picture was uploaded, and made smaller: from ${measure(from)} to ${measure(to)}.`,
  size,
  picture: 'picture',
  noPicture: 'is not a picture',
  wrongKind: (name: string, fault: string, kinds: string) => `${name} ${fault}. A template takes ${kinds}.`,
  unreadable: (name: string) => `${name} cannot be read. Choose a picture file.`,
  tooLarge: (name: string, bytes: number, most: number) =>
    `${name} is too large: it has ${size(bytes)}, and at most ${size(most)} can be uploaded.`,
  noRoom: 'The picture was not uploaded: there is no room left for pictures. Ask those who run the application for more room.',
  notUploaded: (reason: string) => `The picture was not uploaded: ${reason}`,
} as const;

interface Measure {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const measure = ({ width, height, bytes }: Measure): string => `${width} × ${height} pixels (${size(bytes)})`;

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
