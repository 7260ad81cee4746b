// The area that items reach at most, so that a layer for them is no larger than needed.
import type { PageItem, Stroke, TextItem } from '../../document/layout/fragment.ts';
import { positionOf } from '../../document/layout/group-position.ts';
import { type Matrix, transform } from '../../document/vector/matrix.ts';
import { type Extent, extentOfPath, type Rectangle } from '../../document/vector/path.ts';

/** In the coordinates of the items. Undefined: they paint nothing. */
export function extentOf(items: readonly PageItem[]): Extent | undefined {
  let all: Extent | undefined;
  for (const item of items) {
    const one = extentOfItem(item);
    if (one) all = all ? join(all, one) : one;
  }
  return all;
}

function extentOfItem(item: PageItem): Extent | undefined {
  switch (item.kind) {
    case 'text':
      return extentOfText(item);
    case 'line':
      return widen(around([item.x1, item.x2], [item.y1, item.y2]), reachOf(item.stroke));
    case 'path': {
      const extent = extentOfPath(item.path);
      return extent && widen(moveExtent(extent, [1, 0, 0, 1, item.x, item.y]), reachOf(item.stroke));
    }
    case 'modules': {
      const { x, y, scaleX, scaleY, rects } = item;
      let [wide, high] = [0, 0];
      for (let i = 0; i + 3 < rects.length; i += 4) {
        wide = Math.max(wide, rects[i]! + rects[i + 2]!);
        high = Math.max(high, rects[i + 1]! + rects[i + 3]!);
      }
      return around([x, x + wide * scaleX], [y, y + high * scaleY]);
    }
    case 'group': {
      const { clip, items, ...group } = item;
      const inside = clip ? boxExtent(clip) : extentOf(items);
      return inside && moveExtent(inside, positionOf(group));
    }
    case 'rect':
      return widen(boxExtent(item), reachOf(item.stroke));
    case 'image':
      return boxExtent(item);
    default:
      // Links and named places paint nothing; fields and notes lie on the page itself.
      return undefined;
  }
}

/** The box of all letters of the face, and an em around it: marks may be raised, and lines lie below. */
function extentOfText({ x, y, segment }: TextItem): Extent {
  const { style, face, width } = segment;
  const em = (style.raised?.fullSize ?? style.size) / 1000;
  const [left, bottom, right, top] = face.metrics.bbox.map((one) => one * em) as [number, number, number, number];
  const from = x + segment.x;
  return widen(
    { left: from + Math.min(0, left), top: y - top, right: from + width + Math.max(0, right), bottom: y - bottom },
    1000 * em,
  );
}

/** How far a line and its corners reach beyond their path: a mitre up to ten times half of the width. */
const reachOf = (stroke: Stroke | undefined): number => (stroke?.width ?? 0) * 5;

const boxExtent = ({ x, y, width, height }: Rectangle): Extent => around([x, x + width], [y, y + height]);

const around = (xs: readonly number[], ys: readonly number[]): Extent => ({
  left: Math.min(...xs),
  top: Math.min(...ys),
  right: Math.max(...xs),
  bottom: Math.max(...ys),
});

const widen = ({ left, top, right, bottom }: Extent, by: number): Extent => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const join = (a: Extent, b: Extent): Extent => around([a.left, b.left, a.right, b.right], [a.top, b.top, a.bottom, b.bottom]);

/** The area around an area in other coordinates. */
export function moveExtent({ left, top, right, bottom }: Extent, matrix: Matrix): Extent {
  const corners = [
    transform(matrix, left, top),
    transform(matrix, right, top),
    transform(matrix, left, bottom),
    transform(matrix, right, bottom),
  ];
  return around(
    corners.map(([x]) => x),
    corners.map(([, y]) => y),
  );
}
