// A field of the data that can be put onto the pages: by a button, or by dragging it there.

import type { FieldInLists } from '../../editing/list-fields.ts';
import { dropWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { startDrag } from '../screen/drag.tsx';
import type { Draggable } from '../screen/draggable.ts';
import { putField, putFieldBehind } from './field-actions.ts';
import { findFieldGoal } from './field-goal.ts';

interface FieldButtonProps {
  readonly model: EditorModel;
  readonly field: FieldInLists;
  /** `lines[].name` */
  readonly name: string;
}

/** Puts the field behind the selected part. */
export function FieldButton({ model, field, name }: FieldButtonProps) {
  return (
    <button
      type="button"
      class="plain put-field"
      aria-label={dropWords.insert(name)}
      title={dropWords.insertHint}
      onClick={() => putFieldBehind(model, field)}
    />
  );
}

/** Begins to drag a field. `name`: `lines[].name`. */
export function startFieldDrag(model: EditorModel, field: FieldInLists, name: string, event: PointerEvent): void {
  const what: Draggable = {
    name,
    findGoal(owned, point, tree) {
      const found = findFieldGoal(owned, point, tree, field);
      return found && { line: found.line, name: found.name, put: () => putField(model, field, found.place) };
    },
  };
  startDrag(model, what, event);
}
