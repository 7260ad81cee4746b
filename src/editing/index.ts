// The model of the layout editor: plain values and functions, without a screen. The edited value is the list `pages` of a template; JSON Pointers begin with
// `/pages`. A function such as `movePart` returns a `ComposedEdit`. `edit` applies it as one step of the history.

export { styledWidthOf } from './built-styles.ts';
export { copiedPart, copyPart, type PastedPart, pastePart } from './clipboard.ts';
export { borderRange, isMovable, type LaidOutTable, moveColumnBorder } from './column-borders.ts';
export { currentPart } from './current-part.ts';
export { fillColumn, insertFieldColumn, insertTable, shownField } from './field-columns.ts';
export { type DataField, insertField, isListField } from './fields.ts';
export { followAll } from './follow.ts';
export { isPlaced, placeFreely, placePart } from './frames.ts';
export { type Direction, goalsOf, goalsOfNew, leavesItsList, type NamedGoal, nameOfGoal, nextGoal } from './goals.ts';
export {
  type EditOptions,
  edit,
  endGesture,
  type History,
  isSaved,
  markSaved,
  openHistory,
  redo,
  select,
  undo,
} from './history.ts';
export { labelOf } from './label.ts';
export { applyOperations, getValue } from './operations.ts';
export { isMainSlot, type Part, type Slot } from './part.ts';
export {
  ancestorsOf,
  childrenOf,
  type PartTree,
  type PlaceOfSlot,
  parentOf,
  partAt,
  readParts,
} from './part-tree.ts';
export { duplicatePart, type Goal, insertPart, movePart, removePart } from './place-parts.ts';
export { createPlacement } from './placement.ts';
export { type ComposedEdit, EditError } from './plan.ts';
export { addedRepetitions, repetitionsAt } from './repetitions.ts';
export { setProperty, unsetProperty } from './set-property.ts';
export { columnOfCell } from './table-cells.ts';
export {
  columnText,
  hideColumn,
  insertColumn,
  isEmptyColumn,
  isHidden,
  moveColumn,
  setColumnText,
} from './table-columns.ts';
export { ptPerUnit, type Unit, unitOf } from './template-unit.ts';
