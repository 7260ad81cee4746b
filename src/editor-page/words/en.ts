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
  deleted: 'This template was deleted. What you have not saved is still here: copy it from "Code" if you need it.',
  versions: 'Versions',
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
  choose: 'Choose of two versions',
  takeRevision: (revision: number) => `Take revision ${revision} back`,
  text: 'Change text',
  property: (name: string) => `Change ${name}`,
} as const;

/** Where the work is that is not saved. */
export const drafts = {
  kept: 'Not published yet. The server keeps your changes.',
  dropped: '',
  offline: 'The server cannot be reached. This browser keeps your changes until it can.',
  refused: 'The server does not keep your changes. This browser does.',
} as const;

/** The choice of two versions. */
export const conflictWords = {
  name: 'Two versions',
  draft: 'Somebody else has changed this template at the same time. Choose what shall stay.',
  saved: 'Somebody else has saved this template after you opened it. Choose what shall stay.',
  reset: 'This template was reset while you changed it. Choose what shall stay.',
  mine: 'mine',
  theirs: 'the other',
  keepMine: 'Keep mine',
  takeTheirs: 'Take the other',
  takeChoice: 'Take what is chosen',
  came: 'nothing',
  hint: 'The pages show what is chosen.',
  unreadable: 'The other version cannot be read as pages, so only one of both can be kept.',
} as const;

/** The earlier revisions. */
export const revisionWords = {
  name: 'Earlier versions',
  close: 'Close',
  see: (revision: number, time: string) => `Revision ${revision}, ${time}`,
  takeBack: 'Take this version back',
  hint: 'The pages show the chosen version. Nothing is changed until you take it back and save.',
} as const;

/** The columns of a table. */
export const columnWords = {
  group: 'Columns',
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
  moreThanText: {
    header: 'The header has more than a text. Change its parts in "Parts".',
    footer: 'The footer has more than a text. Change its parts in "Parts".',
  },
  border: (name: string) => `Width of column ${name}`,
  width: (width: number, unit: string) => `${width} ${unit}`,
  steps: {
    add: 'Add a column',
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
  insertHint: 'Puts it behind the selected part. In a table it becomes a column. Or drag the field onto a page.',
  listInList: 'The field stands in a list of a list. Write it in a text that prints the inner list.',
  noPlace: 'There is no place for it behind the selected part.',
} as const;
