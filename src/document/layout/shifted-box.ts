// Boxes that stand further to the right than their place begins, with what their table shows again where a sheet divides it.
import { type Box, type Edges, RowBox, type RowCell } from './box.ts';
import { DecoratedBox, noSides, plainDecoration } from './decorated-box.ts';

/** Puts boxes `by` pt to the right, `down` pt lower, beside other cells. One function serves all boxes of a component. */
export function shifter(by: number): (box: Box, down?: number, others?: readonly RowCell[]) => Box {
  const known = new WeakMap<Edges, Edges>();
  const shift = (box: Box, down = 0, others: readonly RowCell[] = []): Box => {
    const row = new RowBox([...others, { x: by, box: putLower(box, down), valign: 'top' }]);
    const { before, after, keepWithNext, breakBefore, breakAfter, owner, edges } = box;
    Object.assign(row, { before, after, keepWithNext, breakBefore, breakAfter, owner, edges: edges && shiftEdges(edges) });
    return row;
  };
  const shiftEdges = (edges: Edges): Edges => {
    const made = known.get(edges) ?? {
      isHeader: edges.isHeader,
      get lead() {
        return edges.lead && shift(edges.lead);
      },
      get tail() {
        return edges.tail && shift(edges.tail);
      },
      get tailHeight() {
        return edges.tailHeight;
      },
      divide: () => {
        const [head, rest] = edges.divide();
        return [shiftEdges(head), shiftEdges(rest)] as const;
      },
    };
    known.set(edges, made);
    return made;
  };
  return shift;
}

/** Puts a box in its place by `shift`, beside a label at `x`. Their first baselines meet. */
export function besideLabel(box: Box, label: Box, x: number, shift: ReturnType<typeof shifter>): Box {
  const line = box.firstLine;
  const down = line ? line.baseline - label.firstLine!.baseline : 0;
  return shift(box, Math.max(0, -down), [{ x, box: putLower(label, Math.max(0, down)), valign: 'top' }]);
}

/** The box with space above it, which no page break takes away. */
export function putLower(box: Box, down: number): Box {
  if (down === 0) return box;
  return new DecoratedBox(box, 0, { ...plainDecoration, padding: { ...noSides, top: down } }, 0, undefined);
}
