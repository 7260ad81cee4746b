// Measures how far placed items reach. Points and lengths in pt, y down.

import type { Segment } from '../text/shaped-text.ts';
import { transform } from '../vector/matrix.ts';
import { type Extent, extentOfPath } from '../vector/path.ts';
import type { Box } from './box.ts';
import type { GroupItem, PageItem } from './fragment.ts';
import { type GroupPosition, positionOf } from './group-position.ts';
import type { PageCanvas } from './page-canvas.ts';
import type { LayoutSession } from './session.ts';
import { decoration } from './structure.ts';

export type Point = readonly [x: number, y: number];

/** A visible item and its four corners, in the coordinates of its own list. */
export interface ItemOutline {
  readonly item: PageItem;
  readonly corners: readonly Point[];
}

/** The smallest area around all points; undefined if there are no points. */
export function extentOf(points: readonly Point[]): Extent | undefined {
  if (points.length === 0) return undefined;
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

/** A point scaled, turned and moved with a group. */
export function turn([x, y]: Point, group: GroupPosition): Point {
  return transform(positionOf(group), x, y);
}

/** The corners of an area, scaled, turned and moved with a group. */
export function turnedCorners({ left, top, right, bottom }: Extent, group: GroupPosition): readonly Point[] {
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return corners.map((corner) => turn(corner, group));
}

/** Which part of a line of text counts: `body`: from the baseline to the top of its capitals; `ink`: also the parts of its letters below the baseline. */
export type TextPart = 'body' | 'ink';

/** How far letters reach below the baseline, negative, in 1/1000 em. */
function lowestOf({ words, face }: Segment): number {
  let lowest = 0;
  for (const { glyphs, drawn, pieces } of words) {
    let rise = 0;
    for (const piece of drawn?.pieces ?? pieces ?? [])
      for (const { riseEm } of 'pieces' in piece ? piece.pieces : [piece]) rise = Math.min(rise, riseEm);
    for (const glyph of drawn?.glyphs ?? glyphs) lowest = Math.min(lowest, rise + Math.min(0, face.inkEm(glyph)?.bottom ?? 0));
  }
  return lowest;
}

/**
 * The place of one item that is neither a group nor a line; undefined: not visible. A stroke counts by its middle. A line of text reaches up to its capitals:
 * accents may stand above a line whose height is small.
 */
function itemExtent(item: PageItem, part: TextPart): Extent | undefined {
  switch (item.kind) {
    case 'text': {
      const { x, width, style, face } = item.segment;
      if (width <= 0) return undefined;
      const left = item.x + x;
      const em = style.size / 1000;
      const bottom = part === 'ink' ? item.y - lowestOf(item.segment) * em : item.y;
      return { left, top: item.y - face.metrics.capHeight * em, right: left + width, bottom };
    }
    case 'rect': {
      const { x, y, width, height } = item;
      if (!item.stroke && (item.fill === undefined || width <= 0 || height <= 0)) return undefined;
      return { left: x, top: y, right: x + width, bottom: y + height };
    }
    case 'path': {
      const { x, y, path, fill, stroke } = item;
      const reach = extentOfPath(path);
      if (!reach) return undefined;
      if (!stroke && (fill === undefined || reach.left === reach.right || reach.top === reach.bottom)) return undefined;
      return { left: x + reach.left, top: y + reach.top, right: x + reach.right, bottom: y + reach.bottom };
    }
    case 'image':
    case 'annotation':
      return { left: item.x, top: item.y, right: item.x + item.width, bottom: item.y + item.height };
    case 'modules': {
      let width = 0;
      let height = 0;
      for (let i = 0; i < item.rects.length; i += 4) {
        width = Math.max(width, item.rects[i]! + item.rects[i + 2]!);
        height = Math.max(height, item.rects[i + 1]! + item.rects[i + 3]!);
      }
      return { left: item.x, top: item.y, right: item.x + width * item.scaleX, bottom: item.y + height * item.scaleY };
    }
    default:
      return undefined;
  }
}

/** The corners of all visible items, also in groups. */
export function outlinesOf(items: readonly PageItem[], part: TextPart): readonly ItemOutline[] {
  return items.flatMap((item): readonly ItemOutline[] => {
    if (item.kind === 'group') return groupOutlines(item, part);
    if (item.kind === 'line')
      return [
        {
          item,
          corners: [
            [item.x1, item.y1],
            [item.x2, item.y2],
          ],
        },
      ];
    const extent = itemExtent(item, part);
    return extent ? [{ item, corners: turnedCorners(extent, { x: 0, y: 0, rotate: 0 }) }] : [];
  });
}

function groupOutlines(group: GroupItem, part: TextPart): readonly ItemOutline[] {
  return outlinesOf(group.items, part).flatMap(({ item, corners }): readonly ItemOutline[] => {
    if (!group.clip) return [{ item, corners: corners.map((corner) => turn(corner, group)) }];
    const { x, y, width, height } = group.clip;
    const whole = extentOf(corners)!;
    const left = Math.max(whole.left, x);
    const top = Math.max(whole.top, y);
    const right = Math.min(whole.right, x + width);
    const bottom = Math.min(whole.bottom, y + height);
    if (left > right || top > bottom) return [];
    return [{ item, corners: turnedCorners({ left, top, right, bottom }, group) }];
  });
}

/** How far the items of a box reach from its top left corner. */
export function paintedExtent(box: Box, session: LayoutSession): Extent | undefined {
  return extentOf(paintedOutlines(box, session, 'body').flatMap(({ corners }) => corners));
}

/** The visible items of a box that is not on a page yet, counted from its top left corner. The box stays as it is, and nobody hears its warnings. */
export function paintedOutlines(box: Box, session: LayoutSession, part: TextPart): readonly ItemOutline[] {
  return session.measure(() => {
    const canvas: PageCanvas = { items: [], late: [], page: session.page, artifact: decoration };
    box.place(canvas, 0, 0);
    return outlinesOf([...canvas.items, ...canvas.late.flatMap((one) => one.paint(session.plausiblePages))], part);
  });
}

/** How far two areas reach into each other. 0 or less: they lie beside each other. */
export const overlap = (a: Extent, b: Extent): number =>
  Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How far points lie beyond each edge of an area. 0 or less: they lie inside. */
export function distanceBeyond(points: readonly Point[], { left, top, right, bottom }: Extent): Record<keyof Extent, number> {
  const reach = extentOf(points);
  if (!reach) return { left: 0, top: 0, right: 0, bottom: 0 };
  return { left: left - reach.left, top: top - reach.top, right: reach.right - right, bottom: reach.bottom - bottom };
}

/**
 * A quick test for the usual case: an item that is not a group lies wholly within an area. It runs for every item of a page, so it creates no objects
 * for texts and lines.
 */
export function liesWithin(item: PageItem, { left, top, right, bottom }: Extent, part: TextPart): boolean {
  switch (item.kind) {
    case 'text': {
      const { segment, x, y } = item;
      const em = segment.style.size / 1000;
      const { capHeight, descent, bbox } = segment.face.metrics;
      const from = x + segment.x;
      if (from < left || from + segment.width > right || y - capHeight * em < top) return false;
      return (part === 'ink' ? y - Math.min(descent, bbox[1]) * em : y) <= bottom;
    }
    case 'line': {
      const { x1, y1, x2, y2 } = item;
      return x1 >= left && x1 <= right && x2 >= left && x2 <= right && y1 >= top && y1 <= bottom && y2 >= top && y2 <= bottom;
    }
    case 'group':
      return false;
    default: {
      const extent = itemExtent(item, part);
      return !extent || (extent.left >= left && extent.top >= top && extent.right <= right && extent.bottom <= bottom);
    }
  }
}
