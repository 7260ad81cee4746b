// Horizontal lines of a table that stand between its boxes.
import { type Box, ItemsBox } from '../../layout/box.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { placeBelowLines } from '../../layout/raised-lines.ts';
import type { Tag } from '../../layout/tag.ts';

/** A line over a part of the width of a table. */
export interface TableLine {
  readonly x: number;
  readonly width: number;
  readonly stroke: Stroke;
}

/** A box without height that draws lines of a table. */
export function lineBox(given: readonly TableLine[], table: object, tag: Tag | undefined): Box {
  return new ItemsBox(0, (canvas, left, y) => {
    const lines = given.map(({ x, width, stroke }) => {
      const start = left + x;
      return { kind: 'line', x1: start, y1: y, x2: start + width, y2: y, stroke, tag } as const;
    });
    placeBelowLines(canvas, table, () => {}, lines);
  });
}
