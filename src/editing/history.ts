// The history of an edited template: what undo and redo do, and whether there is something to save.
import { followNearest } from './follow.ts';
import { applyOperations, type Operation } from './operations.ts';

/** What a person did at once. */
export interface Edit {
  readonly operations: readonly Operation[];
  /** Pointer of the part that is selected afterwards; null: none. Undefined: the selection follows its part. */
  readonly selection?: string | null | undefined;
}

/** How an edit is recorded. */
export interface EditOptions {
  /** What the step is called, such as `Move`, to be shown beside undo. */
  readonly title: string;
  /**
   * Edits one after the other with the same gesture become one step: the letters typed into one field, the places of one drag. `endGesture` ends it.
   * Undefined: the edit is a step of its own.
   */
  readonly gesture?: string | undefined;
}

/** The page layouts at a moment. Moments share what is equal, so each costs about the size of its change. */
export interface Moment {
  /** The value of `pages`. */
  readonly pages: unknown;
  /** Pointer of the selected part. Null: none. */
  readonly selection: string | null;
}

/** One step of undo and redo. */
export interface Step extends EditOptions {
  readonly operations: readonly Operation[];
  /** Take the step back, in their order. */
  readonly inverses: readonly Operation[];
  readonly before: Moment;
  readonly after: Moment;
}

/** The edited page layouts with their history. A plain value: each function gives a new one. */
export interface History extends Moment {
  /** The steps that undo takes back, the last one last. */
  readonly done: readonly Step[];
  /** The steps that redo does again, the next one last. */
  readonly undone: readonly Step[];
  /** The page layouts as they were opened or saved last. */
  readonly saved: unknown;
  /** The operations of the last change. Pointers that are kept elsewhere follow them. */
  readonly change: readonly Operation[];
  /** The next edit may go on with the gesture of the last step. */
  readonly isGestureOpen: boolean;
}

/** Most steps that can be taken back. */
const mostSteps = 500;
/** Most operations in all steps. The oldest steps go first; the last one stays. */
const mostOperations = 20_000;

/** The history of page layouts that were just opened. */
export const openHistory = (pages: unknown): History => ({
  pages,
  selection: null,
  done: [],
  undone: [],
  saved: pages,
  change: [],
  isGestureOpen: false,
});

/** Carries an edit out. Without operations it only selects. Raises RangeError if an operation does not fit the page layouts. */
export function edit(history: History, { operations, selection }: Edit, options: EditOptions): History {
  if (operations.length === 0) return selection === undefined ? history : select(history, selection);
  const { value, inverses } = applyOperations({ pages: history.pages }, operations);
  const followed = history.selection === null ? null : followNearest(history.selection, operations) || null;
  const after = {
    pages: (value as { readonly pages: unknown }).pages,
    selection: selection === undefined ? followed : selection,
  };
  const last = history.done.at(-1);
  const isContinued = history.isGestureOpen && options.gesture !== undefined && last?.gesture === options.gesture;
  const step = isContinued
    ? { ...last, ...joinOperations(last, operations, inverses), after }
    : { ...options, operations, inverses, before: momentOf(history), after };
  const done = newestSteps([...(isContinued ? history.done.slice(0, -1) : history.done), step]);
  return { ...history, ...after, done, undone: [], change: operations, isGestureOpen: options.gesture !== undefined };
}

/** Ends a gesture: the next edit is a step of its own. */
export const endGesture = (history: History): History => ({ ...history, isGestureOpen: false });

/** Selects a part by its pointer; null: none. Selecting is no step. */
export const select = (history: History, selection: string | null): History => ({ ...history, selection, change: [] });

/** Takes the last step back, and selects what was selected before it. Without a step, nothing changes. */
export function undo(history: History): History {
  const step = history.done.at(-1);
  if (!step) return history;
  const { before, inverses } = step;
  const steps = { done: history.done.slice(0, -1), undone: [...history.undone, step] };
  return { ...history, ...before, ...steps, change: inverses, isGestureOpen: false };
}

/** Does the step again that was taken back last. Without one, nothing changes. */
export function redo(history: History): History {
  const step = history.undone.at(-1);
  if (!step) return history;
  const { after, operations } = step;
  const steps = { done: [...history.done, step], undone: history.undone.slice(0, -1) };
  return { ...history, ...after, ...steps, change: operations, isGestureOpen: false };
}

/** Notes which page layouts were saved. Default: those of now. */
export const markSaved = (history: History, pages: unknown = history.pages): History => ({
  ...history,
  saved: pages,
  change: [],
  isGestureOpen: false,
});

/** Whether the page layouts are written as they were saved. */
export const isSaved = ({ pages, saved }: History): boolean => pages === saved || JSON.stringify(pages) === JSON.stringify(saved);

const momentOf = ({ pages, selection }: History): Moment => ({ pages, selection });

/** The operations of a step with those that go on with its gesture. Values that are set at the same places again replace the ones before. */
function joinOperations(
  step: Step,
  operations: readonly Operation[],
  inverses: readonly Operation[],
): Pick<Step, 'operations' | 'inverses'> {
  const tail = step.operations.slice(-operations.length);
  const isRepeated =
    tail.length === operations.length &&
    operations.every((one, i) => isPlainSet(one) && isPlainSet(tail[i]) && one.at === tail[i].at);
  if (isRepeated) return { operations: [...step.operations.slice(0, -tail.length), ...operations], inverses: step.inverses };
  return { operations: [...step.operations, ...operations], inverses: [...inverses, ...step.inverses] };
}

const isPlainSet = (operation: Operation | undefined): operation is Extract<Operation, { op: 'set' }> =>
  operation?.op === 'set' && operation.carried === undefined;

function newestSteps(steps: readonly Step[]): readonly Step[] {
  let start = steps.length - 1;
  let count = steps[start]!.operations.length;
  while (start > 0 && steps.length - start < mostSteps) {
    count += steps[start - 1]!.operations.length;
    if (count > mostOperations) break;
    start--;
  }
  return steps.slice(start);
}
