// Lets rows share the height of the cells that a column merges.
import { type Box, fits, inheritParts } from '../../layout/box.ts';
import { longestChain } from '../../layout/kept-chain.ts';
import type { MergedColumn } from './merged-cells.ts';
import { heightOf, heightsOf, type RowParts, sumOf, TableBlockBox, type TableCell, TableRowBox } from './table-row-box.ts';

/** A shared cell is at most this part of a sheet. A higher one is divided with its rows, each of which is as high as the cell. */
const mostShared = 1 / 3;

/** The elements from `start` to `end` that share a cell. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly height: number;
  readonly cells: readonly TableCell[];
}

/**
 * The rows of elements that follow one another, which share cells. A cell is printed again on each sheet, so the first rows that are as high as the cell
 * together stay on one sheet, and so do the last ones. `room`: the height of a sheet, in pt.
 */
export function shareHeights(boxes: readonly (TableRowBox | TableBlockBox)[], room: number): readonly Box[] {
  const runs = findRuns(boxes).filter(({ height }) => height <= room * mostShared);
  if (runs.length === 0) return boxes;
  const shared = new Set(runs.flatMap(({ cells }) => cells));
  const rows = boxes.map((box) =>
    box.rows.map(
      (row): RowParts => ({ ...row, cells: row.cells.map((cell) => (shared.has(cell) ? { ...cell, isShared: true } : cell)) }),
    ),
  );
  const heights = rows.map((block) => [...heightsOf(block)]);
  const heightOfRows = (from: number, to: number) => sumOf(heights.slice(from, to + 1).map(sumOf));
  for (const { start, end, height } of runs) {
    const missing = height - heightOfRows(start, end);
    if (missing <= 0) continue;
    for (const block of heights.slice(start, end + 1))
      for (const i of block.keys()) block[i]! += missing / (end + 1 - start) / block.length;
  }
  const stays = boxes.map((_, i) =>
    runs.some(
      ({ start, end, height }) =>
        i >= start && i < end && !(fits(height, heightOfRows(start, i)) && fits(height, heightOfRows(i + 1, end))),
    ),
  );
  if (hasLongChain(stays, heights.map(sumOf), room)) return boxes;
  return boxes.map((box, i) => {
    const { before, after, keepWithNext, breakBefore, breakAfter, owner, edges } = box;
    // A cell that its own row has room for stands there as others do.
    const block = rows[i]!.map((row, at): RowParts => {
      const roomFor = ({ rowSpan }: TableCell) => sumOf(heights[i]!.slice(at, at + rowSpan));
      return {
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, isShared: cell.isShared && !fits(heightOf(cell), roomFor(cell)) })),
      };
    });
    const made = block.length === 1 ? new TableRowBox(block[0]!, false, heights[i]) : new TableBlockBox(block, false, heights[i]);
    Object.assign(made, { before, after, keepWithNext: stays[i] || keepWithNext, breakBefore, breakAfter, owner, edges });
    inheritParts(box, [made]);
    return made;
  });
}

/** The runs that begin and end in the rows, the shortest first. */
function findRuns(boxes: readonly { readonly rows: readonly RowParts[] }[]): readonly Run[] {
  const open = new Map<MergedColumn, Run>();
  const runs: Run[] = [];
  for (const [i, { rows }] of boxes.entries())
    for (const cell of rows.flatMap(({ cells }) => cells)) {
      const { merged } = cell;
      if (!merged) continue;
      const above = merged.begins ? { start: i, height: 0, cells: [] } : open.get(merged.column);
      open.delete(merged.column);
      if (!above) continue;
      const run = { start: above.start, end: i, height: Math.max(above.height, heightOf(cell)), cells: [...above.cells, cell] };
      if (merged.goesOn) open.set(merged.column, run);
      else if (run.start < i) runs.push(run);
    }
  return runs.toSorted((one, other) => one.end - one.start - (other.end - other.start));
}

/** Whether rows that stay together have no room on a sheet. */
function hasLongChain(stays: readonly boolean[], heights: readonly number[], room: number): boolean {
  let [count, height] = [0, 0];
  for (const [i, staysWithNext] of stays.entries()) {
    count++;
    height += heights[i]!;
    if (count > longestChain || (count > 1 && !fits(height, room))) return true;
    if (!staysWithNext) [count, height] = [0, 0];
  }
  return false;
}
