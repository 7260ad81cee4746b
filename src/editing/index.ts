// The model of the layout editor: plain values and functions, without a screen. The edited value is the list `pages` of a template; JSON Pointers begin with
// `/pages`. A function such as `movePart` returns a `ComposedEdit`. `edit` applies it as one step of the history.

export { copiedPart, copyPart, cutPart, type PastedPart, pastePart } from './clipboard.ts';
export { borderRange, isMovable, type LaidOutTable, moveColumnBorder } from './column-borders.ts';
export { currentPart } from './current-part.ts';
export { fillColumn, insertFieldColumn, insertTable, shownField } from './field-columns.ts';
export { type DataField, insertField, isListField } from './fields.ts';
export { follow, followAll, followNearest } from './follow.ts';
export { type FramePlace, isPlaced, placeFreely, placePart, type Wrapper, wrapPart } from './frames.ts';
export { type Direction, goalsOf, goalsOfNew, leavesItsList, type NamedGoal, nameOfGoal, nextGoal } from './goals.ts';
export {
  type Edit,
  type EditOptions,
  edit,
  endGesture,
  type History,
  isSaved,
  type Moment,
  markSaved,
  openHistory,
  redo,
  type Step,
  select,
  undo,
} from './history.ts';
export { labelOf } from './label.ts';
export { applyOperation, applyOperations, getValue, type Operation } from './operations.ts';
export { isMainSlot, type Part, type PartKind, type Slot, type SlotKind } from './part.ts';
export {
  ancestorsOf,
  childrenOf,
  nextPart,
  type PartTree,
  type PlaceOfSlot,
  parentOf,
  partAt,
  previousPart,
  readParts,
} from './part-tree.ts';
export { duplicatePart, type Goal, insertPart, movePart, removePart } from './place-parts.ts';
export { createPlacement, type Placement } from './placement.ts';
export { type ComposedEdit, EditError } from './plan.ts';
export { addedRepetitions, type Repetition, repetitionsAt } from './repetitions.ts';
export { type PropertyPath, setProperty, unsetProperty } from './set-property.ts';
export { columnOfCell } from './table-cells.ts';
export {
  columnText,
  duplicateColumn,
  hideColumn,
  insertColumn,
  isEmptyColumn,
  isHidden,
  moveColumn,
  removeColumn,
  setColumnText,
  setColumnWidth,
} from './table-columns.ts';
export { ptPerUnit, type Unit, unitOf } from './template-unit.ts';
export type { Need, NeedKind } from './uses.ts';
