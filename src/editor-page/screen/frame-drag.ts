// Drags a part of a frame, or one of its edges, over its sheet.
import type { Signal } from '@preact/signals';
import type { PartTree } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import type { GoalLine, OwnedPart, Point } from './drop-goal.ts';
import { dragStart, followPointer } from './follow-pointer.ts';
import { dragTo, type Grip, placeAt } from './placed-parts.ts';

/** What the pointer went down on. */
interface Pressed {
  readonly part: OwnedPart;
  readonly frame: OwnedPart;
  readonly grip: Grip;
}

interface SheetOfPress {
  readonly tree: PartTree;
  readonly owned: readonly OwnedPart[];
  /** Pixels of CSS for each pt. */
  readonly scale: number;
  /** The point of the sheet at a place of the window. */
  pointAt(x: number, y: number): Point;
}

/** Begins a drag where the pointer went down. `ghost`: says where the part would be. */
export function startFrameDrag(
  model: EditorModel,
  { part, frame, grip }: Pressed,
  event: PointerEvent,
  { tree, owned, scale, pointAt }: SheetOfPress,
  ghost: Signal<GoalLine | undefined>,
): void {
  const start = pointAt(event.clientX, event.clientY);
  followPointer(event, {
    drag(x, y) {
      const now = pointAt(x, y);
      ghost.value = dragTo(tree, part, { x: now.x - start.x, y: now.y - start.y }, grip, owned, dragStart / scale);
    },
    drop() {
      if (ghost.value) placeAt(model, part, ghost.value, grip, frame);
    },
    end() {
      ghost.value = undefined;
    },
  });
}
