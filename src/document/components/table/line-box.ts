// Horizontal lines of a table that stand between its boxes.
import { type Box, ItemsBox, tolerance } from '../../layout/box.ts';
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import type { Tag } from '../../layout/tag.ts';

/** A line over a part of the width of a table. */
export interface TableLine {
  readonly x: number;
  readonly width: number;
  readonly stroke: Stroke;
}

/** A box without height that draws lines of a table. `over`: the stroke of lines of the last row that they replace. */
export function lineBox(given: readonly TableLine[], table: object, tag: Tag | undefined, over?: Stroke): Box {
  return new ItemsBox(0, (canvas, left, y) => {
    const lines = given.map(({ x, width, stroke }) => {
      const start = left + x;
      return { kind: 'line', x1: start, y1: y, x2: start + width, y2: y, stroke, tag } as const;
    });
    if (over) removeLastLines(canvas.items, y, over);
    placeBelowLines(canvas, table, () => {}, lines);
  });
}

/** Removes the level lines of a stroke at `y` from those that were placed last. */
function removeLastLines(items: PageItem[], y: number, stroke: Stroke): void {
  const first = items.findLastIndex(({ kind }) => kind !== 'line') + 1;
  const isKept = (item: PageItem) =>
    item.kind !== 'line' || item.y1 !== item.y2 || Math.abs(item.y1 - y) > tolerance || item.stroke !== stroke;
  items.push(...items.splice(first).filter(isKept));
}
