// What a person drags over the pages to a place in their order: a part of them, a field of the data, or something that can be added.
import type { Goal, PartTree } from '../../editing/index.ts';
import { type DropGoal, findDropGoal, type OwnedPart, type Point } from './drop-goal.ts';

export interface Draggable {
  /** What is shown beside the pointer. */
  readonly name: string;
  /** Where it would go at a point of a sheet. Undefined: it has no place there. */
  findGoal(owned: readonly OwnedPart[], point: Point, tree: PartTree): DraggableGoal | undefined;
}

export interface DraggableGoal extends Pick<DropGoal, 'line' | 'name' | 'moved'> {
  /** Puts it there. */
  put(): void;
}

/** What a person drags, and where the pointer is in the window, in pixels. */
export interface UnderPointer {
  readonly what: Draggable;
  readonly x: number;
  readonly y: number;
}

/** A new component that `put` puts at a goal. */
export const newComponent = (name: string, component: unknown, put: (goal: Goal) => void): Draggable => ({
  name,
  findGoal(owned, point, tree) {
    const found = findDropGoal(owned, point, tree, { component });
    return found && { line: found.line, name: found.name, put: () => put(found.goal) };
  },
});
