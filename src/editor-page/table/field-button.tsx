// A field of the data that can be put onto the pages: by a button, or by dragging it there.
import type { EditorModel } from '../editor-model.ts';
import { dragStart } from '../screen/drop-goal.ts';
import { holdKeys } from '../screen/hold-keys.ts';
import { dropWords } from '../words/en.ts';
import type { ListField } from './dragged-field.ts';
import { putFieldBehind } from './field-actions.ts';

interface FieldButtonProps {
  readonly model: EditorModel;
  readonly field: ListField;
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

/** Begins to drag a field. The sheets show where it would go, and take it. */
export function startFieldDrag(model: EditorModel, field: ListField, name: string, event: PointerEvent): void {
  if (event.button !== 0 || model.isLooking.value) return;
  const { clientX, clientY, pointerId, target } = event;
  const start = { x: clientX, y: clientY };
  // A finger would send all to the place where it went down.
  if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => {
    controller.abort();
    releaseKeys();
    model.draggedField.value = undefined;
  };
  const releaseKeys = holdKeys(end);
  const follow = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    // It was released outside of the window.
    if (buttons === 0) return end();
    const isFar = Math.hypot(x - start.x, y - start.y) > dragStart;
    if (model.draggedField.peek() || isFar) model.draggedField.value = { field, name, x, y };
  };
  addEventListener('pointermove', follow, { signal, capture: true });
  // The sheet under the pointer takes the field first.
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
}

/** What is dragged, beside the pointer. */
export function FieldGhost({ model }: { readonly model: EditorModel }) {
  const dragged = model.draggedField.value;
  if (!dragged) return null;
  return (
    <div class="field-ghost" style={{ transform: `translate(${dragged.x}px, ${dragged.y}px)` }}>
      {dragged.name}
    </div>
  );
}
