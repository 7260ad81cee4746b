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
  notNow: 'The editor is doing something else. Try again in a moment.',
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

/** Pictures. */
export const pictureWords = {
  step: 'Change picture',
  change: 'Change picture …',
  title: 'Choose a picture',
  list: 'Pictures of this template',
  none: 'This template has no pictures yet.',
  uploaded: 'Uploaded picture',
  upload: 'Upload a picture …',
  alt: 'What the picture shows',
  altHint: 'Screen readers say it, for example “Logo of Gratwerk”.',
  decoration: 'The picture is only decoration',
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
