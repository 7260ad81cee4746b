// A line with arrowheads.
import type { LineItem, PageItem, Stroke } from '../../layout/fragment.ts';
import type { Tag } from '../../layout/tag.ts';
import { polygonOf } from '../../vector/path.ts';

type Ends = Pick<LineItem, 'x1' | 'y1' | 'x2' | 'y2'>;

/** An arrowhead is 3 pt and three widths of the line long, and two thirds as wide. */
const head = { least: 3, widths: 3 };

/** The line ends within its arrowheads, so that no end stands out at their tips. Heads that take all of its length leave no line. */
export function drawArrow(
  ends: Ends,
  stroke: Stroke,
  arrow: 'none' | 'start' | 'end' | 'both',
  tag: Tag | undefined,
): PageItem[] {
  const { x1, y1, x2, y2 } = ends;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const count = arrow === 'both' ? 2 : arrow === 'none' ? 0 : 1;
  if (count === 0 || length === 0) return [{ kind: 'line', ...ends, stroke, tag }];
  const size = Math.min(head.least + head.widths * stroke.width, length / count);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const inset = size / 2 + (stroke.cap === 'square' ? stroke.width / 2 : 0);
  const from = arrow === 'end' ? 0 : inset;
  const to = length - (arrow === 'start' ? 0 : inset);
  const at = (along: number) => ({ x: x1 + dx * along, y: y1 + dy * along });
  const [begin, end] = [at(from), at(to)];
  const headAt = (x: number, y: number, sign: 1 | -1): PageItem => {
    const [bx, by] = [-dx * size * sign, -dy * size * sign];
    const path = polygonOf([
      [0, 0],
      [bx - by / 3, by + bx / 3],
      [bx + by / 3, by - bx / 3],
    ]);
    return { kind: 'path', x, y, path, fill: stroke.color, rule: 'nonzero', stroke: undefined, tag };
  };
  return [
    ...(size * count < length ? [{ kind: 'line', x1: begin.x, y1: begin.y, x2: end.x, y2: end.y, stroke, tag } as const] : []),
    ...(arrow === 'end' ? [] : [headAt(x1, y1, -1)]),
    ...(arrow === 'start' ? [] : [headAt(x2, y2, 1)]),
  ];
}
