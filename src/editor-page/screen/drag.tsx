// Drags something over the pages. The sheet under the pointer shows where it would go, and takes it.
import type { EditorModel } from '../editor-model.ts';
import type { Draggable } from './draggable.ts';
import { scrollAtEdges } from './edge-scroll.ts';
import { followPointer } from './follow-pointer.ts';

/** Begins a drag where the pointer went down. */
export function startDrag(model: EditorModel, what: Draggable, event: PointerEvent): void {
  if (event.button !== 0 || !event.isPrimary || model.isLooking.value) return;
  const { pointerId, target } = event;
  // With a finger, all later events would go to the place where it went down.
  if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
  const endScrolling = scrollAtEdges(pointerId, () => model.dragged.peek());
  followPointer(event, {
    drag(x, y) {
      model.dragged.value = { what, x, y };
    },
    end() {
      endScrolling();
      model.dragged.value = undefined;
    },
  });
}

/** What is dragged, beside the pointer. */
export function DragGhost({ model }: { readonly model: EditorModel }) {
  const dragged = model.dragged.value;
  if (!dragged) return null;
  return (
    <div class="drag-ghost" style={{ transform: `translate(${dragged.x}px, ${dragged.y}px)` }}>
      {dragged.what.name}
    </div>
  );
}
