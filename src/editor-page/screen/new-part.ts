// Something new that a person drags onto the pages: a field of the data, or what can be added.
import type { Goal, PartTree } from '../../editing/index.ts';
import { findDropGoal, type GoalLine, type OwnedPart, type Point } from './drop-goal.ts';

export interface NewPart {
  /** What is shown beside the pointer. */
  readonly name: string;
  /** Where it would go at a point of a sheet. Undefined: it has no place there. */
  findGoal(owned: readonly OwnedPart[], point: Point, tree: PartTree): NewPartGoal | undefined;
}

export interface NewPartGoal {
  readonly line: GoalLine;
  /** Puts the new part there. */
  put(): void;
}

/** What a person drags, and where the pointer is in the window, in pixels. */
export interface DraggedPart {
  readonly part: NewPart;
  readonly x: number;
  readonly y: number;
}

/** A component that `put` puts at any goal of components. */
export const newComponent = (name: string, put: (goal: Goal) => void): NewPart => ({
  name,
  findGoal(owned, point, tree) {
    const found = findDropGoal(owned, point, tree, undefined);
    return found && { line: found.line, put: () => put(found.goal) };
  },
});
