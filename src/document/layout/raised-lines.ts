// Raises the rules of a table above all backgrounds beside them. A rule lies half in each of two rows, and the second row's background is placed
// after it. The outermost rules lie half in the components beside the table.
import type { LineItem, PageItem, RectItem } from './fragment.ts';
import type { PageCanvas, RaisedLines } from './page-canvas.ts';

/** Places a row. The items that `fill` adds go below all lines of the table so far; then the lines of the row follow. */
export function placeBelowLines(canvas: PageCanvas, table: object, fill: () => void, lines: readonly PageItem[]): void {
  const { items } = canvas;
  const raised = linesOf(canvas, table);
  const first = items.length;
  canvas.raised = raised;
  raised.isOpen = true;
  fill();
  raised.isOpen = false;
  canvas.raised = raised;
  canvas.trace?.claim(items, first);
  if (mayCover(items, first)) raise(items, raised);
  for (const line of lines) {
    items.push(line);
    for (let at: RaisedLines | undefined = raised; at; at = at.around) at.lines.add(line);
  }
}

function linesOf(canvas: PageCanvas, table: object): RaisedLines {
  let at = canvas.raised;
  if (at?.table === table) return at;
  while (at && !at.isOpen) at = at.around;
  return { table, around: at, lines: new Set(), from: canvas.items.length, count: 0, isOpen: false };
}

function raise(items: PageItem[], raised: RaisedLines): void {
  const { lines, from, count } = raised;
  // Taken out whole: a page may have many lines, and each of its filled rows raises them.
  const above = items.splice(from, count);
  let end = from;
  for (let i = from; i < items.length; i++) {
    const item = items[i]!;
    if (lines.has(item)) above.push(item);
    else items[end++] = item;
  }
  items.length = end;
  raised.from = end;
  raised.count = above.length;
  for (const line of above) items.push(line);
}

function mayCover(items: readonly PageItem[], first: number): boolean {
  for (let i = first; i < items.length; i++) {
    const { kind } = items[i]!;
    if (kind === 'rect' || kind === 'path' || kind === 'image' || kind === 'group') return true;
  }
  return false;
}

/**
 * Moves lines above later backgrounds with an edge along them: the backgrounds of components beside a table. The first `from` items stay as they are.
 */
export function raiseAlongEdges(items: PageItem[], from: number): void {
  const { order, fills } = findLaterFills(items, from);
  if (fills.length === 0) return;
  const edges = indexEdges(fills, order);
  const above = new Map<PageItem, PageItem[]>();
  const moved = new Set<PageItem>();
  let passed = 0;
  for (let i = from; i < items.length; i++) {
    const item = items[i]!;
    passed = order.get(item) ?? passed;
    if (item.kind !== 'line') continue;
    const last = edges.lastAlong(item);
    if (!last || order.get(last)! <= passed) continue;
    moved.add(item);
    above.set(last, [...(above.get(last) ?? []), item]);
  }
  if (moved.size === 0) return;
  const rest = items.splice(from).filter((item) => !moved.has(item));
  for (const item of rest) {
    items.push(item);
    for (const line of above.get(item) ?? []) items.push(line);
  }
}

/** A filled area, and the item of the page that it belongs to. */
interface Fill {
  readonly item: PageItem;
  readonly area: RectArea;
}

type RectArea = Pick<RectItem, 'x' | 'y' | 'width' | 'height'>;

/** The items with filled areas that come after a line, numbered from 1. */
function findLaterFills(
  items: readonly PageItem[],
  from: number,
): { readonly order: ReadonlyMap<PageItem, number>; readonly fills: readonly Fill[] } {
  const order = new Map<PageItem, number>();
  const fills: Fill[] = [];
  let hasLine = false;
  for (let i = from; i < items.length; i++) {
    const item = items[i]!;
    if (item.kind === 'line') hasLine = true;
    else if (hasLine) {
      const areas = filledAreas(item);
      if (areas.length > 0) order.set(item, order.size + 1);
      for (const area of areas) fills.push({ item, area });
    }
  }
  return { order, fills };
}

/** The filled areas of an item that is neither turned nor scaled; of a group, the parts inside its clip. */
function filledAreas(item: PageItem): readonly RectArea[] {
  if (item.kind === 'rect') return item.fill === undefined ? [] : [item];
  if (item.kind !== 'group' || item.rotate !== 0 || item.scale !== undefined) return [];
  const { clip } = item;
  return item.items.flatMap(filledAreas).flatMap((area): readonly RectArea[] => {
    const left = Math.max(area.x, clip?.x ?? area.x);
    const top = Math.max(area.y, clip?.y ?? area.y);
    const right = Math.min(area.x + area.width, clip ? clip.x + clip.width : Number.POSITIVE_INFINITY);
    const bottom = Math.min(area.y + area.height, clip ? clip.y + clip.height : Number.POSITIVE_INFINITY);
    return right > left && bottom > top ? [{ x: left + item.x, y: top + item.y, width: right - left, height: bottom - top }] : [];
  });
}

/** Edges this near count as the same, in pt. */
const near = 0.05;

/** Finds the last of the areas that have an edge along a line. */
function indexEdges(
  fills: readonly Fill[],
  order: ReadonlyMap<PageItem, number>,
): { lastAlong(line: LineItem): PageItem | undefined } {
  const byEdge = { x: new Map<number, Fill[]>(), y: new Map<number, Fill[]>() };
  for (const fill of fills) {
    const { x, y, width, height } = fill.area;
    const edges = [
      ['x', x],
      ['x', x + width],
      ['y', y],
      ['y', y + height],
    ] as const;
    for (const [axis, at] of edges) {
      const there = byEdge[axis].get(Math.round(at));
      if (there) there.push(fill);
      else byEdge[axis].set(Math.round(at), [fill]);
    }
  }
  const hasEdge = (at: number, start: number, length: number) =>
    Math.abs(at - start) < near || Math.abs(at - start - length) < near;
  const overlap = (a: number, b: number, start: number, length: number) =>
    Math.min(Math.max(a, b), start + length) - Math.max(Math.min(a, b), start) > near;
  const isAlong = ({ x1, y1, x2, y2 }: LineItem, { x, y, width, height }: RectArea) =>
    y1 === y2 ? hasEdge(y1, y, height) && overlap(x1, x2, x, width) : hasEdge(x1, x, width) && overlap(y1, y2, y, height);
  return {
    lastAlong(line) {
      const [axis, at] = line.y1 === line.y2 ? (['y', line.y1] as const) : (['x', line.x1] as const);
      if (axis === 'x' && line.x1 !== line.x2) return undefined;
      let last: PageItem | undefined;
      for (const key of new Set([Math.round(at - near), Math.round(at + near)])) {
        for (const { item, area } of byEdge[axis].get(key) ?? []) {
          if (isAlong(line, area) && (!last || order.get(item)! > order.get(last)!)) last = item;
        }
      }
      return last;
    },
  };
}
