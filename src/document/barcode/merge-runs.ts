// Turns a matrix of modules into few rectangles.

/** The dark runs of each row, `x, y, width, height` of each. A run joins an equal run of the row above. */
export function mergeRuns(rows: readonly (readonly boolean[])[]): number[] {
  const rects: number[] = [];
  const width = rows[0]?.length ?? 0;
  // For each column: where in `rects` the run begins that was the last to begin in it, -1 for none.
  const begun = new Int32Array(width).fill(-1);
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x]) x++;
      const above = begun[start]!;
      if (above >= 0 && rects[above + 2] === x - start && rects[above + 1]! + rects[above + 3]! === y) rects[above + 3]!++;
      else {
        begun[start] = rects.length;
        rects.push(start, y, x - start, 1);
      }
    }
  }
  return rects;
}
