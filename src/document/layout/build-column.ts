// Builds a node as a single box.
import { type Box, ColumnBox, SpaceBox } from './box.ts';
import type { ComponentNode } from './component-node.ts';
import { DecoratedBox, noSides, plainDecoration } from './decorated-box.ts';
import { keepOfAll } from './kept-chain.ts';
import type { BoundScope, LayoutSession } from './session.ts';
import type { Tag } from './tag.ts';

/** Builds a whole node; several boxes become a column. The box that contains it adds the space above and below. */
export function buildColumn(node: ComponentNode, scope: BoundScope, width: number, session: LayoutSession): Box {
  const boxes = [...node.build(scope, width, session)];
  const [first = new SpaceBox(0)] = boxes;
  // If a sheet divides the only row of a table, the column prints the parts that the table repeats.
  return boxes.length > 1 || first.edges ? columnOf(boxes) : first;
}

/** Boxes as a column. If all of them stay with the next box, the column does. */
export function columnOf(boxes: readonly Box[]): ColumnBox {
  const column = new ColumnBox(boxes);
  column.keepWithNext = keepOfAll(boxes);
  return column;
}

/** Builds a node for a place of its own (a column, a cell, a frame), where the space around it is part of its height. */
export function buildCell(node: ComponentNode, scope: BoundScope, width: number, session: LayoutSession): Box {
  const box = buildColumn(node, scope, width, session);
  return withSpaceInside(box, box.before, box.after, width, scope.tag);
}

/** A box with space above and below that is part of its height. */
export function withSpaceInside(box: Box, top: number, bottom: number, width: number, tag: Tag | undefined): Box {
  if (top === 0 && bottom === 0) return box;
  const whole = new DecoratedBox(box, width, { ...plainDecoration, padding: { ...noSides, top, bottom } }, 0, tag);
  whole.owner = box.owner;
  whole.keepWithNext = box.keepWithNext;
  return whole;
}
