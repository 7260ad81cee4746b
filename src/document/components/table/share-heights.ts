// Lets rows share the height of the cells that a column merges.
import { type Box, fits, inheritParts, tailHeight } from '../../layout/box.ts';
import { longestChain } from '../../layout/kept-chain.ts';
import type { MergedColumn } from './merged-cells.ts';
import { heightOf, heightsOf, type RowParts, sumOf, TableBlockBox, type TableCell, TableRowBox } from './table-row-box.ts';

/** A shared cell is at most this part of the room of a sheet, so that what stays with its rows has room too. A higher one is as high as each of its rows. */
const mostShared = 3 / 4;

/** What a sheet has in any case: the header may take a half of it, and the rows at its end a third. */
const leastRoom = (1 - 1 / 2 - 1 / 3) * mostShared;

/** The elements from `start` to `end` that share a cell, or those of them that sheets do not part. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly height: number;
  readonly cells: readonly TableCell[];
}

/**
 * The rows of elements that follow one another, which share cells. A cell is printed again on each sheet, so the first rows that are as high as the cell
 * together stay on one sheet, and so do the last ones. Where that is more than a sheet holds, a sheet ends between them, and the rows on both sheets
 * become as high as the cell. `bodyHeight`: the height of a sheet, in pt.
 */
export function shareHeights(boxes: readonly (TableRowBox | TableBlockBox)[], bodyHeight: number): readonly Box[] {
  const all = findRuns(boxes);
  let most = bodyHeight * leastRoom;
  if (all.some(({ height }) => height > most)) most = roomOf(boxes[1]!, bodyHeight);
  let runs = all.filter(({ height }) => height <= most);
  if (runs.length === 0) return boxes;
  const shared = new Set(runs.flatMap(({ cells }) => cells));
  const rows = boxes.map((box) => mapCells(box.rows, (cell) => (shared.has(cell) ? { ...cell, isShared: true } : cell)));
  const heights = rows.map((block) => [...heightsOf(block)]);
  let stays = keepTogether(runs, heights);
  if (endWithin(stays, heights, most) !== undefined) most = roomOf(boxes[1]!, bodyHeight);
  for (let end = endWithin(stays, heights, most); end !== undefined; end = endWithin(stays, heights, most)) {
    runs = runs.flatMap((run) => (end >= run.start && end < run.end ? partRun(run, end) : [run]));
    stays = keepTogether(runs, heights);
  }
  return boxes.map((box, i) => {
    const { before, after, keepWithNext, breakBefore, breakAfter, owner, edges } = box;
    // A cell that its own row has room for stands there as others do.
    const block = mapCells(rows[i]!, (cell, at) =>
      cell.isShared && fits(heightOf(cell), sumOf(heights[i]!.slice(at, at + cell.rowSpan)))
        ? { ...cell, isShared: false }
        : cell,
    );
    const made = block.length === 1 ? new TableRowBox(block[0]!, false, heights[i]) : new TableBlockBox(block, false, heights[i]);
    Object.assign(made, { before, after, keepWithNext: stays[i] || keepWithNext, breakBefore, breakAfter, owner, edges });
    inheritParts(box, [made]);
    return made;
  });
}

/** Rows with other cells; the same rows, if all cells stay. `at`: index of the row. */
function mapCells(rows: readonly RowParts[], map: (cell: TableCell, at: number) => TableCell): readonly RowParts[] {
  return rows.map((row, at) => {
    const cells = row.cells.map((cell) => map(cell, at));
    return cells.some((cell, i) => cell !== row.cells[i]) ? { ...row, cells } : row;
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

/** The most height of rows that stay together, beside what the table shows again on each sheet. The row is not the first of the table. */
function roomOf({ edges }: Box, bodyHeight: number): number {
  return (bodyHeight - (edges?.lead?.height ?? 0) - tailHeight(edges)) * mostShared;
}

const partRun = (run: Run, end: number): readonly Run[] => [
  { ...run, end },
  { ...run, start: end + 1 },
];

/** Makes rows as high as the cells that they share. Returns whether each stays with the next: a sheet ends where the rows on both sides have room for the cells. */
function keepTogether(runs: readonly Run[], heights: readonly number[][]): readonly boolean[] {
  const heightOfRows = (from: number, to: number) => sumOf(heights.slice(from, to + 1).map(sumOf));
  for (const { start, end, height } of runs) {
    const missing = height - heightOfRows(start, end);
    if (missing <= 0) continue;
    for (const block of heights.slice(start, end + 1))
      for (const i of block.keys()) block[i]! += missing / (end + 1 - start) / block.length;
  }
  const stays = heights.map(() => false);
  for (const { start, end, height } of runs)
    for (let i = start; i < end; i++)
      stays[i] ||= !(fits(height, heightOfRows(start, i)) && fits(height, heightOfRows(i + 1, end)));
  return stays;
}

/** The last row for which a sheet has room, of the first rows that stay together and have none. Undefined: all have room. */
function endWithin(stays: readonly boolean[], heights: readonly (readonly number[])[], room: number): number | undefined {
  let [count, height] = [0, 0];
  for (const [i, staysWithNext] of stays.entries()) {
    count++;
    height += sumOf(heights[i]!);
    if (count > longestChain || (count > 1 && !fits(height, room))) return i - 1;
    if (!staysWithNext) [count, height] = [0, 0];
  }
  return undefined;
}
