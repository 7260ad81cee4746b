// Edits as a person would try them, at random.

import { copyPart, pastePart } from '../../src/editing/clipboard.ts';
import { isPlaced, placeFreely, placePart } from '../../src/editing/frames.ts';
import { goalsOf, goalsOfNew, nextGoal } from '../../src/editing/goals.ts';
import type { Edit } from '../../src/editing/history.ts';
import { labelOf } from '../../src/editing/label.ts';
import type { Part } from '../../src/editing/part.ts';
import type { PartTree } from '../../src/editing/part-tree.ts';
import { duplicatePart, insertPart, movePart, removePart } from '../../src/editing/place-parts.ts';
import { EditError } from '../../src/editing/plan.ts';
import { setProperty, unsetProperty } from '../../src/editing/set-property.ts';
import {
  hideColumn,
  insertColumn,
  isHidden,
  moveColumn,
  setColumnText,
  setColumnWidth,
} from '../../src/editing/table-columns.ts';
import type { Dice } from '../support/grammar/dice.ts';

type Try = (tree: PartTree, part: Part, dice: Dice) => Edit | undefined;

const newParts: readonly unknown[] = [
  'New text',
  { text: 'Bold', bold: true },
  { line: true },
  { row: ['a', 'b'] },
  { spacer: 5 },
  ['x', 'y'],
];

const tries: Readonly<Record<string, Try>> = {
  move(tree, part, dice) {
    const goals = goalsOf(tree, part);
    return goals.length === 0 ? undefined : movePart(tree, part, dice.pick(goals));
  },
  step(tree, part, dice) {
    const goal = nextGoal(tree, part, dice.pick(['before', 'after', 'in', 'out']));
    return part.kind === 'band' || !goal ? undefined : movePart(tree, part, goal);
  },
  insert(tree, _, dice) {
    const value = dice.pick(newParts);
    return insertPart(tree, dice.pick(goalsOfNew(tree, value)), value);
  },
  duplicate: (tree, part) => duplicatePart(tree, part),
  remove: (tree, part) => removePart(tree, part),
  free: (tree, part) => placeFreely(tree, part, { x: 3.456, y: 2, w: 30 }),
  place: (tree, part) =>
    isPlaced(tree, part) ? placePart(tree, part, { x: 5, y: 7.25 }, { width: 100, height: 50 }) : undefined,
  color: (tree, part) => (part.type === undefined ? undefined : setProperty(tree, part, 'color', '#123456')),
  // A column of decimals takes no text with a box.
  margin: (tree, part) =>
    part.type === undefined || /columns\/\d+\/body$/.test(part.pointer)
      ? undefined
      : setProperty(tree, part, ['margin', 'top'], 3),
  paste(tree, part, dice) {
    const text = copyPart(tree, part);
    const { edit, missing } = pastePart(tree, dice.pick(goalsOfNew(tree, part.value)), text, { files: [], fonts: [] });
    // Names, and files that the document does not list, are known to the person who pastes.
    return missing.some(({ kind }) => kind === 'name') ? undefined : edit;
  },
  column(tree, _, dice) {
    const columns = tree.parts.filter(({ kind }) => kind === 'column');
    if (columns.length === 0) return undefined;
    const column = dice.pick(columns);
    const { slot, owner } = tree.places.get(column.pointer)!.slot!;
    const index = dice.upTo(slot.parts.length + 1);
    return dice.pick([
      () => insertColumn(tree, owner, index),
      () => moveColumn(tree, column, index),
      () => removePart(tree, column),
      () => duplicatePart(tree, column),
      () => hideColumn(tree, column, !isHidden(column)),
      () => setColumnWidth(tree, column, 20.5, 170),
      () => setColumnText(tree, column, 'footer', 'Sum'),
    ])();
  },
  unset: (tree, part, dice) => unsetProperty(tree, part, dice.pick(['style', 'margin', 'bold', 'align'])),
};

/** Undefined: nothing came of it, because the edit is refused. */
export function randomEdit(tree: PartTree, dice: Dice): { readonly title: string; readonly edit: Edit } | undefined {
  const name = dice.pick(Object.keys(tries));
  const part = dice.pick(tree.parts);
  try {
    const edit = tries[name]!(tree, part, dice);
    return edit && { title: `${name} ${labelOf(part)} ${part.pointer}`, edit };
  } catch (error) {
    if (error instanceof EditError) return undefined;
    throw new Error(`${name} ${part.pointer}`, { cause: error });
  }
}
