// Writes and draws a chart. Places count from its top left corner, in pt; in a chart from right to left, from its top right corner, to the left.
import type { PageItem, Stroke } from '../../layout/fragment.ts';
import type { Tag } from '../../layout/tag.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import { ellipseIn, type Path, PathBuilder, transformPath } from '../../vector/path.ts';

/** A text that is shaped and measured. */
export interface Label {
  readonly lines: readonly TextLine[];
  readonly width: number;
  readonly height: number;
  /** Whether its text is cut, and ends in an ellipsis. */
  readonly isCut?: boolean;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Anchor = 'start' | 'middle' | 'end';
export type Point = readonly [x: number, y: number];

interface Looks {
  readonly fill?: string | undefined;
  readonly stroke?: Stroke | undefined;
}

/** What labels should not cover. */
export interface Marks {
  readonly areas: readonly Area[];
  readonly lines: readonly (readonly [Point, Point])[];
}

/** Labels keep this distance from each other. */
const distance = 2;

export class Pen {
  readonly items: PageItem[] = [];
  readonly width: number;
  readonly height: number;
  readonly #isMirrored: boolean;
  readonly #tag: Tag | undefined;
  readonly #written: Area[] = [];
  #into: PageItem[] = this.items;
  #cutCount = 0;

  constructor(width: number, height: number, isMirrored: boolean, tag: Tag | undefined) {
    this.width = width;
    this.height = height;
    this.#isMirrored = isMirrored;
    this.#tag = tag;
  }

  rect({ x, y, width, height }: Area, fill: string): void {
    const left = this.#isMirrored ? this.width - x - width : x;
    this.#into.push({ kind: 'rect', x: left, y, width, height, fill, stroke: undefined, radius: 0, tag: this.#tag });
  }

  line([x1, y1]: Point, [x2, y2]: Point, stroke: Stroke): void {
    this.#into.push({ kind: 'line', x1: this.#at(x1), y1, x2: this.#at(x2), y2, stroke, tag: this.#tag });
  }

  /** A line through points. `isClosed`: the area inside of them. */
  trace(points: readonly Point[], looks: Looks, isClosed = false): void {
    const path = new PathBuilder();
    for (const [i, [x, y]] of points.entries()) {
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    this.path(isClosed ? path.close() : path, looks);
  }

  /** Circles of one colour. */
  dots(centers: readonly Point[], radius: number, fill: string, stroke?: Stroke): void {
    const path = new PathBuilder();
    for (const [x, y] of centers) {
      path.add(ellipseIn({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }));
    }
    this.path(path, { fill, stroke });
  }

  path(given: Path, { fill, stroke }: Looks, rule: 'nonzero' | 'evenodd' = 'nonzero'): void {
    const path = this.#isMirrored ? transformPath(given, [-1, 0, 0, 1, this.width, 0]) : given;
    this.#into.push({ kind: 'path', x: 0, y: 0, path, fill, rule, stroke, tag: this.#tag });
  }

  /** Cuts what `draw` draws at the edges of an area. */
  clipped({ x, y, width, height }: Area, draw: () => void): void {
    const outer = this.#into;
    const items: PageItem[] = [];
    this.#into = items;
    draw();
    this.#into = outer;
    const clip = { x: this.#isMirrored ? this.width - x - width : x, y, width, height };
    if (items.length > 0) outer.push({ kind: 'group', x: 0, y: 0, rotate: 0, clip, items });
  }

  /** Writes a label whose start, middle or end is at `x`, and whose top is at `y`. */
  write(label: Label, x: number, y: number, anchor: Anchor = 'start'): void {
    const area = areaOf(label, x, y, anchor);
    this.#written.push(area);
    const left = this.#isMirrored ? this.width - area.x - area.width : area.x;
    this.#writeLines(label, left, y, this.#isMirrored ? flipped[anchor] : anchor, this.#into);
  }

  /** As `write`, unless the label would lie over another one or reach out of `within`. Returns whether it was written. */
  writeIfFree(label: Label, x: number, y: number, anchor: Anchor, within: Area = this): boolean {
    const area = areaOf(label, x, y, anchor);
    if (!isWithin(area, within) || this.#written.some((other) => touch(area, other))) return false;
    this.write(label, x, y, anchor);
    return true;
  }

  /** Writes a label at the first of some places where it is free and covers no mark. */
  writeBeside(label: Label, places: readonly (readonly [x: number, y: number, anchor: Anchor])[], marks: Marks): void {
    for (const [x, y, anchor] of places) {
      const area = inkOf(areaOf(label, x, y, anchor));
      if (marks.areas.some((other) => meet(area, other)) || marks.lines.some(([a, b]) => crosses(area, a, b))) continue;
      if (this.writeIfFree(label, x, y, anchor)) return;
    }
  }

  /** Writes a label that is turned and rises to the right, in a chart from right to left to the left. Its end is at `x`, `y`. */
  writeTurned(label: Label, x: number, y: number, degrees: 45 | 90): void {
    const angle = (degrees * Math.PI) / 180;
    const items: PageItem[] = [];
    const isMirrored = this.#isMirrored;
    this.#writeLines(label, isMirrored ? 0 : -label.width, -label.height / 2, isMirrored ? 'start' : 'end', items);
    this.#into.push({ kind: 'group', x: this.#at(x), y, rotate: isMirrored ? degrees : -degrees, clip: undefined, items });
    const [width, height] = [label.width * Math.cos(angle), label.width * Math.sin(angle)];
    this.#written.push({ x: x - width, y, width, height });
  }

  get x(): number {
    return 0;
  }

  get y(): number {
    return 0;
  }

  /** Where a place is, from the left edge of the chart. */
  pageX(x: number): number {
    return this.#at(x);
  }

  #at(x: number): number {
    return this.#isMirrored ? this.width - x : x;
  }

  /** Leaves out the parts of level and upright lines that run through labels. The lines are the items from `from` up to `to`. */
  interrupt(from: number, to: number): void {
    const labels = this.#written.map((area) => {
      const ink = inkOf(area);
      return this.#isMirrored ? { ...ink, x: this.width - ink.x - ink.width } : ink;
    });
    const pieces = this.items
      .slice(from, to)
      .flatMap((item): readonly PageItem[] => (item.kind === 'line' ? cutLine(item, labels) : [item]));
    this.items.splice(from, to - from, ...pieces);
  }

  /** How many of the written labels are cut. */
  get cutCount(): number {
    return this.#cutCount;
  }

  #writeLines(label: Label, left: number, top: number, anchor: Anchor, into: PageItem[]): void {
    let y = top;
    if (label.isCut) this.#cutCount++;
    for (const line of label.lines) {
      const x = left + (label.width - line.width) * { start: 0, middle: 0.5, end: 1 }[anchor];
      for (const segment of line.segments) into.push({ kind: 'text', x, y: y + line.baseline, segment, tag: this.#tag });
      y += line.height;
    }
  }
}

const flipped = { start: 'end', middle: 'middle', end: 'start' } as const;

const areaOf = ({ width, height }: Label, x: number, y: number, anchor: Anchor): Area => ({
  x: x - width * { start: 0, middle: 0.5, end: 1 }[anchor],
  y,
  width,
  height,
});

/** pt, for rounding. */
const tolerance = 0.01;

export const isWithin = (area: Area, around: Area): boolean =>
  area.x >= around.x - tolerance &&
  area.y >= around.y - tolerance &&
  area.x + area.width <= around.x + around.width + tolerance &&
  area.y + area.height <= around.y + around.height + tolerance;

/** The letters of a line are lower than the line by this part of it, above and below. */
const leading = 0.12;

/** The part of an area that the letters of a line take. */
const inkOf = ({ x, y, width, height }: Area): Area => ({
  x,
  y: y + height * leading,
  width,
  height: height * (1 - 2 * leading),
});

const touch = (a: Area, b: Area): boolean => meet(inkOf({ ...a, x: a.x - distance, width: a.width + 2 * distance }), inkOf(b));

const meet = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width - tolerance &&
  b.x < a.x + a.width - tolerance &&
  a.y < b.y + b.height - tolerance &&
  b.y < a.y + a.height - tolerance;

type LineItem = Extract<PageItem, { readonly kind: 'line' }>;

function cutLine(line: LineItem, areas: readonly Area[]): readonly LineItem[] {
  const isLevel = line.y1 === line.y2;
  const place = isLevel ? line.y1 : line.x1;
  const [first, last] = isLevel ? [line.x1, line.x2] : [line.y1, line.y2];
  const spans = areas
    .flatMap(({ x, y, width, height }) => {
      const [low, high, start, end] = isLevel
        ? ([y, y + height, x, x + width] as const)
        : ([x, x + width, y, y + height] as const);
      return low < place && place < high ? [[start - distance / 2, end + distance / 2] as const] : [];
    })
    .toSorted(([a], [b]) => a - b);
  const pieces: LineItem[] = [];
  let from = Math.min(first, last);
  const to = Math.max(first, last);
  const add = (end: number) => {
    if (end > from) pieces.push(isLevel ? { ...line, x1: from, x2: end } : { ...line, y1: from, y2: end });
  };
  for (const [start, end] of spans) {
    add(Math.min(start, to));
    from = Math.max(from, end);
  }
  add(to);
  return pieces;
}

/** Whether a line runs through an area: the part of it within the sides, then within top and bottom. */
function crosses({ x, y, width, height }: Area, [x1, y1]: Point, [x2, y2]: Point): boolean {
  let [from, to] = [0, 1];
  for (const [start, end, low, high] of [
    [x1, x2, x, x + width],
    [y1, y2, y, y + height],
  ] as const) {
    const length = end - start;
    if (length === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [a, b] = [(low - start) / length, (high - start) / length];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from < to;
}
