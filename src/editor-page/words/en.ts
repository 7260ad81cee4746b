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
  cannotSave: (reason: string) => `This cannot be saved yet: the selected part is wrong. ${reason}`,
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
  error: 'Error',
  warning: 'Warning',
  needed: 'needed',
  anything: 'anything',
} as const;

/** What can be added, by groups. */
export const palette = {
  groups: { text: 'Text', layout: 'Arrangement', table: 'Tables and lists', graphic: 'Pictures and shapes' },
  nowhere: 'It cannot stand anywhere in these pages.',
  missing: (names: string) => `Pasted. This template lacks what it names: ${names}.`,
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
