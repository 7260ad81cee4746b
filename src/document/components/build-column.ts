// All boxes of a node as one.
import { type Box, ColumnBox, SpaceBox } from '../layout/box.ts';
import type { BoundScope, Session } from '../layout/session.ts';
import type { Node } from './component.ts';

/** Builds a node whole; several boxes become a column. */
export function buildColumn(node: Node, scope: BoundScope, width: number, session: Session): Box {
  const boxes = [...node.build(scope, width, session)];
  return boxes.length === 1 ? boxes[0]! : boxes.length === 0 ? new SpaceBox(0) : new ColumnBox(boxes);
}
