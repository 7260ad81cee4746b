// Drags something over the pages. The sheet under the pointer shows where it would go, and takes it.
import type { EditorModel } from '../editor-model.ts';
import type { Draggable } from './draggable.ts';
import { dragStart } from './drop-goal.ts';
import { holdKeys } from './hold-keys.ts';

/** Begins a drag where the pointer went down. */
export function startDrag(model: EditorModel, what: Draggable, event: PointerEvent): void {
  if (event.button !== 0 || model.isLooking.value) return;
  const { clientX, clientY, pointerId, target } = event;
  // With a finger, all later events would go to the place where it went down.
  if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
  const controller = new AbortController();
  const { signal } = controller;
  let state: 'pressed' | 'dragged' | 'cancelled' = 'pressed';
  const releaseKeys = holdKeys(() => {
    state = 'cancelled';
    model.dragged.value = undefined;
  });
  const end = () => {
    controller.abort();
    releaseKeys();
    model.dragged.value = undefined;
    // The pointer may be back on the button.
    if (state !== 'pressed') ignoreClick();
  };
  const follow = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    // It was released outside of the window.
    if (buttons === 0) return end();
    if (state === 'pressed' && Math.hypot(x - clientX, y - clientY) > dragStart) state = 'dragged';
    if (state === 'dragged') model.dragged.value = { what, x, y };
  };
  addEventListener('pointermove', follow, { signal, capture: true });
  // The sheet under the pointer takes it first.
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
}

/** Ignores the click that the browser makes of the pointer going up. */
function ignoreClick(): void {
  const controller = new AbortController();
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', ignore, { signal: controller.signal, capture: true });
  setTimeout(() => controller.abort());
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
