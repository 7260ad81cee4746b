// The words of the editor in English. Another language is another file like this one.

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
  save: 'Save',
  discard: 'Discard changes',
  discardForGood: 'Discard for good',
  askDiscard: 'Press the button again to lose what is not saved.',
  saved: (revision: number) => `Saved as revision ${revision}.`,
  notDone: (reason: string) => `Nothing was done: ${reason}`,
  kept: 'This was changed here and not saved.',
  cannotSave: 'This cannot be saved yet, because a part of it is wrong:',
  over:
    'This editor session is over. Open the template again from the application that you came from. ' +
    'What you have not saved is still here, and comes back when you open the template again in this browser.',
  conflict:
    'Nothing was saved: the template was saved elsewhere after you opened it. Copy your changes from "Code", press Discard changes and repeat them.',
  pages: 'The pages',
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
  field: 'field',
  example: 'example',
  needed: 'needed',
  anything: 'anything',
} as const;

/** What can be added, by groups. */
export const palette = {
  groups: { text: 'Text', layout: 'Arrangement', table: 'Tables and lists', graphic: 'Pictures and shapes' },
  added: (name: string, goal: string) => `Added ${name}. ${goal}.`,
} as const;

/** What is done with a part. */
export const actions = {
  group: 'Selected part',
  none: 'Nothing is selected. Click a part of a page, or choose one in "Parts".',
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
  doMove: 'Move',
  cancel: 'Cancel',
  shownTimes: (times: number) => `shown ${times} times`,
  notShown: 'not shown with this data',
  readOnly: 'This belongs to a block that several templates share. It can be read here, and not changed.',
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
  text: 'Change text',
  property: (name: string) => `Change ${name}`,
} as const;

/** Writing a text in place. */
export const textWords = {
  name: (part: string) => `Text of ${part}`,
  hint: 'Ctrl+Enter ends, Escape takes back what was written.',
  insert: 'Insert field',
  done: 'Done',
  open: 'Change text',
  noText: 'This part has no text that can be changed here. See its properties, or "Code".',
  readOnly: 'This text belongs to a block that several templates share, so it cannot be changed here.',
  openFirst: 'Select a text first: the field goes into it.',
  notHere: 'This field belongs to the elements of a list. It can stand in a part that repeats for them.',
  added: (field: string) => `Added the field ${field} to the text.`,
  find: 'Find a field',
  noField: 'There is no such field.',
  field: 'Field',
  format: 'Format',
  noFormat: 'As it is',
  missing: 'Text if there is no value',
  expression: 'Expression',
  change: 'Choose another field',
  remove: 'Delete',
  close: 'Close',
} as const;

/** What the groups of fields are called. */
export const fieldWords = {
  ofDocument: 'Document',
  each: (name: string) => `Each: ${name}`,
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
